"""PKN text -> tags and rows, by the lexical grammar of PBN 2.1; every piece keeps its line and column."""

from __future__ import annotations

import re
from bisect import bisect_right

import msgspec

from kingcli.records.diagnostic import Diagnostic

_SKIP = re.compile(r"[^\S\n]+|;[^\n]*")
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"[^\S\n]*(\])?')
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[^\s;{}\["]+')
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_NEXT_TAG = re.compile(r"^\s*\[", re.MULTILINE)


class Token(msgspec.Struct, frozen=True):
    """One word of a row; lines and columns count from 1."""

    text: str
    line: int
    column: int


class Tag(msgspec.Struct, frozen=True):
    """[Name "value"]. `raw` is the value before escapes are resolved: "#" alone repeats the value of the game before.

    `column` is that of the value; `after_blank` says whether an empty line stands between this and the piece before.
    """

    name: str
    value: str
    raw: str
    line: int
    column: int
    after_blank: bool


class Row(msgspec.Struct, frozen=True):
    """The words of one line outside tags, comments left out."""

    tokens: tuple[Token, ...]
    after_blank: bool


def escape(value: str) -> str:
    """A value as it stands between the quotes of a tag: one line, never taken for "?" (unknown) or "#" (as before)."""
    text = value.replace("\\", "\\\\").replace('"', '\\"')
    text = "".join(f"\\u{ord(sign):04x}" if sign < " " or sign in "\x7f\x85\u2028\u2029" else sign for sign in text)
    return f"\\{text}" if text == "?" or text.startswith("#") else text


def unescape(raw: str) -> str:
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else m[2], raw)


class _Lexer:
    def __init__(self, text: str, file: str):
        self.text = text
        self.file = file
        self.items: list[Tag | Row] = []
        self.found: list[Diagnostic] = []
        self._starts = [0, *(match.end() for match in re.finditer(r"\n", text))]
        self._tokens: list[Token] = []
        self._last_line = 0
        self._comment_lines: set[int] = set()

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def fault(self, offset: int, message: str) -> None:
        line, column = self.place(offset)
        self.found.append(
            Diagnostic(code="syntax", severity="error", file=self.file, line=line, column=column, message=message)
        )

    def after_blank(self, line: int) -> bool:
        """Whether an empty line (not one of a comment) stands between the last piece and this line."""
        between = range(self._last_line + 1, line)
        return any(n not in self._comment_lines and not self.text_of(n).strip() for n in between)

    def text_of(self, line: int) -> str:
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        return self.text[self._starts[line - 1] : end]

    def flush(self) -> None:
        """End the row being collected."""
        if self._tokens:
            line = self._tokens[0].line
            self.items.append(Row(tuple(self._tokens), self.after_blank(line)))
            self._last_line = line
            self._tokens = []

    def run(self) -> None:
        text, at = self.text, 0
        while at < len(text):
            sign = text[at]
            if sign == "\n":
                self.flush()
                at += 1
            elif sign == "%" and (at == 0 or text[at - 1] == "\n"):
                at = _line_end(text, at)
            elif skipped := _SKIP.match(text, at):
                at = skipped.end()
            elif sign == "{":
                at = self.comment(at)
            elif sign == "[":
                self.flush()
                at = self.tag(at)
            elif token := _TOKEN.match(text, at):
                line, column = self.place(at)
                if self._tokens and self._tokens[0].line != line:
                    self.flush()
                self._tokens.append(Token(token[0], line, column))
                at = token.end()
            else:
                self.fault(at, f"{sign} has no partner")
                at += 1
        self.flush()

    def comment(self, at: int) -> int:
        end = self.text.find("}", at)
        if end < 0:
            self.fault(at, "the comment that begins here with { does not end with }")
            following = _NEXT_TAG.search(self.text, at)
            return following.start() if following else len(self.text)
        first, last = self.place(at)[0], self.place(end)[0]
        self._comment_lines.update(range(first, last + 1))
        return end + 1

    def tag(self, at: int) -> int:
        match = _TAG.match(self.text, at)
        if match is None:
            self.fault(at, 'a tag is written [Name "value"], with a closing quote on the same line')
            return _line_end(self.text, at)
        line, _ = self.place(match.start(1))
        if match[3] is None:
            self.fault(match.end(), f"the tag {match[1]} does not end with ]")
        self.items.append(
            Tag(match[1], unescape(match[2]), match[2], line, self.place(match.start(2))[1], self.after_blank(line))
        )
        self._last_line = self.place(match.end() - 1)[0]
        return match.end()


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def lex(text: str, file: str) -> tuple[list[Tag | Row], list[Diagnostic]]:
    """Tags and rows in order, and what is no PBN. Reading goes on after a fault at the next line or tag."""
    lexer = _Lexer(text, file)
    lexer.run()
    return lexer.items, lexer.found
