"""Bytes -> text: files, stdin, gzip, and the encodings people save text in."""

from __future__ import annotations

import sys
import zlib
from pathlib import Path

from kingcli.errors import NO_INPUT, RecordError

MAX_BYTES = 256 * 1024 * 1024
_GZIP = b"\x1f\x8b"
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_TEXT_CONTROLS = frozenset("\t\n\r\f\v\x1a")


def read_source(path: str) -> tuple[str, str]:
    """The name to call a source by, and its text. "-" is stdin.

    Raises RecordError: missing, a directory, unreadable (exit code 66); empty, binary, not UTF-8, too large (65).
    """
    if path == "-":
        stream = getattr(sys.stdin, "buffer", None)
        data = stream.read(MAX_BYTES + 1) if stream is not None else sys.stdin.read().encode()
        return "stdin", decode(data, "stdin")
    try:
        file = Path(path)
        if file.is_dir():
            raise RecordError("is a directory, not a file of records", where=path, exit_code=NO_INPUT)
        with file.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise RecordError("no such file", where=path, exit_code=NO_INPUT) from None
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise RecordError(f"cannot be read: {reason}", where=path, exit_code=NO_INPUT) from None
    return path, decode(data, path)


def _unzip(data: bytes, name: str) -> bytes:
    """All members of a gzip file, never more than MAX_BYTES of them."""
    parts, size = [], 0
    try:
        while data.startswith(_GZIP):
            member = zlib.decompressobj(wbits=31)
            part = member.decompress(data, MAX_BYTES + 1 - size)
            parts.append(part)
            size += len(part)
            if size > MAX_BYTES:
                return b"".join(parts)
            if not member.eof:
                raise RecordError("the gzip data are cut off", where=name)
            data = member.unused_data
    except zlib.error as error:
        raise RecordError(f"the gzip data are damaged ({error})", where=name) from None
    return b"".join(parts)


def decode(data: bytes, name: str) -> str:
    """The text of some bytes, without a byte order mark and with plain newlines. Raises RecordError (exit code 65)."""
    if data.startswith(_GZIP):
        data = _unzip(data, name)
    if len(data) > MAX_BYTES:
        raise RecordError(f"is larger than {MAX_BYTES >> 20} MB; split it", where=name)
    encoding = "utf-8"
    for mark, found in _BOMS:
        if data.startswith(mark):
            data, encoding = data[len(mark) :], found
            break
    else:
        sides = {data[0:8:2].strip(b"\0"), data[1:8:2].strip(b"\0")}
        if len(data) >= 4 and b"" in sides and len(sides) == 2:
            raise RecordError("looks like UTF-16 without a byte order mark; save it as UTF-8", where=name)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if b"\0" in data:
            raise RecordError("is a binary file, not a record", where=name) from None
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(
            f"is not {encoding.upper()} text (byte {error.start}); save it as UTF-8", where=f"{name}:{line}"
        ) from None
    strange = next((sign for sign in text[:4096] if sign < " " and sign not in _TEXT_CONTROLS), None)
    if strange is not None or "\0" in text:
        raise RecordError("is a binary file, not a record", where=name)
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\x1a")
    if not text.strip():
        raise RecordError("is empty; a record, a position or a deal is expected", where=name)
    return text
