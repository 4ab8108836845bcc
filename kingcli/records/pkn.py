"""PKN ("portable King notation") -> records. Strict enough to be trusted, tolerant enough to be written by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from json import JSONDecodeError, JSONDecoder
from typing import Any, get_args

import msgspec

from kingcli.cards import Card, parse_card
from kingcli.errors import KingError, RecordError, near_misses
from kingcli.records.course import ReadMatch, ReadRound, contract_of_round, dealers, first_dealer, goes_on, grouped
from kingcli.records.diagnostic import Diagnostic, Severity
from kingcli.records.lexer import Row, Tag, Token, lex
from kingcli.records.pkn_deal import DealError, deal_of_tags
from kingcli.records.pkn_steps import PlayRows, steps_of
from kingcli.records.pkn_write import MARKS, PLAYER_TAGS
from kingcli.records.positions import FindVariant
from kingcli.records.record import End, Places, RoundRecord, Step, StepKind
from kingcli.rules import option_text, parse_option
from kingcli.seats import SEATS, seat_names
from kingcli.variants import Variant

_TABLE = "KingEventTable"
_PLAY = "Play"
_SHARED = ("KingVariant", "KingOptions", "KingMatch")
# tag -> the field of the record it tells (places are kept under the field's name)
_FIELDS = {
    "Event": "event",
    "Site": "site",
    "Date": "date",
    "Board": "round",
    "KingRound": "round",
    "Dealer": "dealer",
    "Deal": "deal",
    "KingVariant": "variant",
    "KingDigest": "digest",
    "KingOptions": "options",
    "KingMatch": "match",
    "KingContract": "contract",
    "KingDeclarer": "declarer",
    "KingTrump": "trump",
    "KingSuit": "suit",
    "KingTalon": "talon",
    "KingStock": "stock",
    "KingHand": "fifth",
    "KingOut": "out",
    "KingOrder": "order",
    "KingScore": "scores",
    "KingTotal": "totals",
    "KingSeed": "seed",
    "KingEnd": "end",
}
_KNOWN = [*_FIELDS, *PLAYER_TAGS, _TABLE, _PLAY]
_BY_LOWER = {name.lower(): name for name in _KNOWN}
_OPENERS = frozenset({"Event", "Site", "Date", "Board", *PLAYER_TAGS, "Dealer", "Deal", "KingVariant", "KingMatch"})
_OTHER_SECTIONS = re.compile(r"(Auction|.*Table)\Z")
_NOTE = re.compile(r"(=\d+=|\$\d+|\^.*|[!?]{1,2})\Z")
# Kinds of steps whose value may be written without its head: `trump S`, `bid 125`.
_HEADS = ("contract", "trump", "suit", "offer", "bid")
_SUIT_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


_Place = tuple[int, int]


class _Game(msgspec.Struct):
    """One game as it stands in the file: its tags by canonical name, and the rows of its sections."""

    line: int
    tags: dict[str, Tag] = {}
    rows: dict[str, list[Row]] = {}


def read(text: str, file: str, find: FindVariant) -> tuple[list[ReadMatch], list[Diagnostic]]:
    """The matches of a PKN file, and what is wrong with its games. A game that cannot be built is left out."""
    items, found = lex(text, file)
    reader = _Reader(file, find, found)
    previous: dict[str, Tag] = {}
    for game in _games(items, reader):
        tags = {name: previous.get(name, tag) if tag.raw == "#" else tag for name, tag in game.tags.items()}
        if "KingVariant" not in tags:
            tags |= {name: previous[name] for name in _SHARED if name in previous and name not in tags}
        previous = tags
        reader.build(msgspec.structs.replace(game, tags=tags))
    matches = [ReadMatch(group[0].variant, tuple(group)) for group in grouped(reader.rounds)]
    return matches, sorted(found, key=lambda one: (one.line, one.column))


def _games(items: Sequence[Tag | Row], reader: _Reader) -> list[_Game]:
    """Split where a tag comes again after an empty line or a section, or with the first tag after the card play.

    Note tags, of which there may be several anywhere, are left out.
    """
    games: list[_Game] = []
    game: _Game | None = None
    section: str | None = None
    blank = seen_rows = is_stray = False
    for item in items:
        blank = blank or item.after_blank
        if isinstance(item, Row):
            if section == _PLAY and blank and not any(_is_play(token.text) for token in item.tokens):
                section = None
            if game is None or section is None:
                if not is_stray:
                    reader.report("stray", "text between the games is left out", item.tokens[0], severity="warning")
                is_stray = True
            else:
                game.rows.setdefault(section, []).append(item)
                seen_rows, blank = True, False
            continue
        name = _BY_LOWER.get(item.name.lower(), item.name)
        if name == "Note":
            continue
        is_stray = False
        again = game is not None and name in game.tags
        ends = game is None or (again and (blank or seen_rows or name == "Event"))
        ends = ends or (seen_rows and _PLAY in (game.tags if game else ()) and (name in _OPENERS) and (blank or again))
        if ends:
            game, seen_rows = _Game(item.line, {}, {}), False
            games.append(game)
        elif again:
            reader.report("tag-twice", f"the tag {name} stands twice; the first counts", item, severity="warning")
            continue
        assert game is not None
        game.tags[name] = item
        section = name if name in (_TABLE, _PLAY) or _OTHER_SECTIONS.match(name) else None
        blank = False
    return games


def _is_play(word: str) -> bool:
    if word in ("-", "+", "*"):
        return True
    try:
        parse_card(word)
    except RecordError:
        return False
    return True


def is_other_tag(name: str) -> bool:
    """Whether a tag of this name means nothing to King, so that it is kept as it is."""
    is_known = name.lower() in _BY_LOWER or name.lower().startswith("king")
    return (
        re.fullmatch(r"\w+", name) is not None and not is_known and name != "Note" and not _OTHER_SECTIONS.match(name)
    )


class _BrokenError(Exception):
    """The game cannot be built; the diagnostic is entered."""


class _Reader:
    """Builds one round after the other; `rounds` are those built so far."""

    def __init__(self, file: str, find: FindVariant, found: list[Diagnostic]):
        self.file = file
        self.find = find
        self.found = found
        self.rounds: list[ReadRound] = []
        self._number: int | None = None
        self._lost = False
        self._match: list[ReadRound] = []

    def report(self, code: str, message: str, at: Tag | Token | _Place, *, severity: Severity = "error") -> None:
        line, column = at if isinstance(at, tuple) else (at.line, at.column)
        self.found.append(
            Diagnostic(
                code=code,
                severity=severity,
                file=self.file,
                line=line,
                column=column,
                round=self._number,
                message=message,
            )
        )

    def broken(self, code: str, message: str, at: Tag | Token | _Place) -> _BrokenError:
        self.report(code, message, at)
        return _BrokenError()

    def build(self, game: _Game) -> None:
        self._number = None
        try:
            self.round(game)
        except _BrokenError:
            self._lost = True

    def round(self, game: _Game) -> None:
        tags = game.tags
        text = {name: None if tag.raw == "?" else tag.value for name, tag in tags.items()}
        variant, options = self.variant(game, text)
        number = self._number = self.number(tags, text)
        self.check_names(tags)
        dealer = self.dealer(game, text, variant, number)
        contract = text.get("KingContract")
        if contract is None and number is not None:
            contract = contract_of_round(variant, number)
        try:
            deal = deal_of_tags(game.tags, text, variant, dealer, contract)
        except DealError as error:
            raise self.broken(error.code, error.message, error.tag or (game.line, 0)) from None
        is_broken = False
        steps, places, mark = self.table(game, variant)
        play, mark = self.play_rows(game, variant, mark)
        if steps is None or play is None:
            steps, places, play, is_broken = [], [], PlayRows(0, (0, 0), []), True
        record = RoundRecord(
            variant=variant.name,
            digest=text.get("KingDigest"),
            options=options,
            match=text.get("KingMatch"),
            round=number,
            players={
                seat: player
                for seat in seat_names(variant.seats)
                for name, letter in PLAYER_TAGS.items()
                if letter == seat and (player := text.get(name)) is not None
            },
            dealer=dealer,  # type: ignore[arg-type]
            contract=contract,
            declarer=self.letter(tags, text, "KingDeclarer", seat_names(variant.seats)),  # type: ignore[arg-type]
            trump=self.letter(tags, text, "KingTrump", ("S", "H", "D", "C", "NT")),  # type: ignore[arg-type]
            suit=self.letter(tags, text, "KingSuit", ("S", "H", "D", "C")),  # type: ignore[arg-type]
            deal=deal,
            events=(),
            scores=self.numbers(tags, text, "KingScore", variant),
            totals=self.numbers(tags, text, "KingTotal", variant),
            seed=text.get("KingSeed"),
            event=text.get("Event"),
            site=text.get("Site"),
            date=text.get("Date"),
            tags=self.other_tags(tags),
            end=self.end(tags, text, mark),
        )
        facts = {_FIELDS[name]: (tag.line, tag.column) for name, tag in tags.items() if name in _FIELDS}
        found = steps_of(record, variant, (steps, places), play, facts)
        for at, message in found.warnings:
            self.report("column", message, at, severity="warning")
        place = Places(file=self.file, line=game.line, facts=facts, events=found.places)
        if "deal" in facts:
            place.facts |= {f"hands.{seat}": facts["deal"] for seat in seat_names(variant.seats)}
        if "fifth" in facts:
            place.facts["hands.F"] = facts["fifth"]
        self.rounds.append(
            ReadRound(msgspec.structs.replace(record, events=tuple(found.steps)), place, variant, is_broken, self._lost)
        )
        self._lost = False
        self._match = [*(self._match if goes_on(self._match, self.rounds[-1]) else []), self.rounds[-1]]

    def variant(self, game: _Game, text: Mapping[str, str | None]) -> tuple[Variant, dict[str, Any]]:
        name, tag = text.get("KingVariant"), game.tags.get("KingVariant")
        if name is None or tag is None:
            guess = near_misses("KingVariant", [name for name in game.tags if name not in _KNOWN])
            bridge = (
                "" if guess or not {"Declarer", "Contract"} & {*game.tags} else "; this looks like a game of bridge"
            )
            raise self.broken("variant", f"no tag KingVariant, which names the game{guess}{bridge}", (game.line, 0))
        options: dict[str, Any] = {}
        at = game.tags.get("KingOptions", tag)
        try:
            options = parse_options(text.get("KingOptions") or "")
            return self.find(name, options), options
        except KingError as error:
            words = f"{error.where}: {error.message}" if error.where else error.message
            raise self.broken("variant", words, at if options or isinstance(error, RecordError) else tag) from None

    def number(self, tags: Mapping[str, Tag], text: Mapping[str, str | None]) -> int | None:
        found = None
        for name in ("KingRound", "Board"):
            word = text.get(name)
            if word in (None, ""):
                continue
            assert word is not None
            if not re.fullmatch(r"[1-9][0-9]{0,5}", word.strip()):
                raise self.broken("round", f"{name} {word!r}: the number of the round is expected", tags[name])
            if found is not None and found != int(word):
                raise self.broken("round", f"Board says {word}, but KingRound says {found}", tags[name])
            found = int(word)
        return found

    def check_names(self, tags: Mapping[str, Tag]) -> None:
        for name, tag in tags.items():
            if name.lower().startswith("king") and name not in _KNOWN:
                message = f"unknown tag {name}{near_misses(name, _KNOWN)}; it is left out"
                self.report("tag", message, tag, severity="warning")

    @staticmethod
    def other_tags(tags: Mapping[str, Tag]) -> dict[str, str]:
        """Tags that mean nothing to King are kept as they are."""
        return {name: tag.value for name, tag in tags.items() if is_other_tag(name)}

    def match_so_far(self, match: str | None, variant: Variant, number: int | None) -> list[ReadRound]:
        """The rounds before this one that belong to the same match."""
        last = self._match[-1] if self._match else None
        if last is None or number is None or (last.record.match, last.variant) != (match, variant):
            return []
        return self._match if (last.record.round or 0) <= number else []

    def dealer(
        self,
        game: _Game,
        text: Mapping[str, str | None],
        variant: Variant,
        number: int | None,
    ) -> str:
        seats = seat_names(variant.seats)
        if text.get("Dealer") is not None:
            letter = self.letter(game.tags, text, "Dealer", seats)
            if letter is None:
                raise _BrokenError
            return letter
        known = self.match_so_far(text.get("KingMatch"), variant, number)
        first = first_dealer(variant, [one.record for one in known])
        order = dealers(variant, first, number) if first is not None else ()
        if number is None or number > len(order):
            raise self.broken("dealer", "the tag Dealer is missing", (game.line, 0))
        return SEATS[order[number - 1]]

    def letter(
        self, tags: Mapping[str, Tag], text: Mapping[str, str | None], name: str, known: Sequence[str]
    ) -> str | None:
        """A seat or suit tag; None when it is not given or (which is reported) not one of those known."""
        word = text.get(name)
        if word is None or (word.strip() in ("", "-") and name != "Dealer"):
            return None
        letter = _SUIT_SIGNS.get(word.strip(), word.strip().upper())
        if letter in known and letter:
            return letter
        self.report("tag", f"{name} {word!r}: one of {' '.join(known)} is expected", tags[name])
        return None

    def numbers(
        self, tags: Mapping[str, Tag], text: Mapping[str, str | None], name: str, variant: Variant
    ) -> dict[str, int] | None:
        """ "N:-2 E:0 S:-4 W:0" by seat; None when not given or (which is reported) not written so."""
        word = text.get(name)
        if word is None:
            return None
        given: dict[str, int] = {}
        for part in re.sub(r":\s+", ":", word.replace("−", "-").replace(",", " ")).split():
            match = re.fullmatch(r"([A-Za-z]):([-+]?[0-9]{1,9})", part)
            seat = match[1].upper() if match else ""
            if match is None or seat not in SEATS[: variant.seats] or seat in given:
                self.report("tag", f'{name}: {part!r}: points by seat are expected, as in "N:-2 E:0"', tags[name])
                return None
            given[seat] = int(match[2])
        return {seat: given[seat] for seat in seat_names(variant.seats) if seat in given}

    def end(self, tags: Mapping[str, Tag], text: Mapping[str, str | None], mark: str | None) -> End:
        word = text.get("KingEnd")
        for end in get_args(End):
            if word is not None and word.strip().lower() == end:
                return end  # type: ignore[no-any-return]
        if word is not None:
            guess = near_misses(word, get_args(End))
            self.report(
                "tag", f"KingEnd {word!r}{guess}: one of {', '.join(get_args(End))} is expected", tags["KingEnd"]
            )
        marks: dict[str, End] = {"+": "in progress", "*": "stopped"}
        return marks.get(mark or "", "complete")

    def table(self, game: _Game, variant: Variant) -> tuple[list[Step] | None, list[tuple[int, int]], str | None]:
        """The steps of the event table, their places, and the mark it ends with. None: a row is wrong (reported)."""
        rows, tag = game.rows.get(_TABLE, []), game.tags.get(_TABLE)
        steps: list[Step] = []
        places: list[tuple[int, int]] = []
        if tag is None:
            return steps, places, None
        columns = [part.partition("\\")[0].strip().lower() for part in tag.raw.replace("\\\\", "\\").split(";")]
        if not {"seat", "kind", "value"} <= {*columns}:
            self.report("row", f"{_TABLE}: the columns Seat, Kind and Value are expected", tag)
            return None, [], None
        for row in rows:
            words = [token.text for token in row.tokens]
            if len(words) == 1 and words[0] in MARKS.values():
                return steps, places, words[0]
            if len(words) != len(columns):
                self.report("row", f"{len(columns)} words are expected: {' '.join(columns)}", row.tokens[0])
                return None, [], None
            cells = dict(zip(columns, row.tokens, strict=True))
            step = self.table_step(cells, variant)
            if step is None:
                return None, [], None
            steps.append(step)
            places.append((row.tokens[0].line, row.tokens[0].column))
        return steps, places, None

    def table_step(self, cells: Mapping[str, Token], variant: Variant) -> Step | None:
        seat, kind, value = (cells[name].text for name in ("seat", "kind", "value"))
        if seat.upper() not in SEATS[: variant.seats] or len(seat) != 1:
            message = f"{seat!r} is not a seat at this table ({' '.join(seat_names(variant.seats))})"
            self.report("seat", message, cells["seat"])
            return None
        kinds = [name for name in get_args(StepKind) if name != "play"]
        if kind.lower() not in kinds:
            message = f"{kind!r} is no kind of event{near_misses(kind, kinds)} ({' '.join(kinds)})"
            self.report("row", message, cells["kind"])
            return None
        kind = kind.lower()
        if kind in _HEADS and ":" not in value and value.lower() not in ("by-last", "take", "pass"):
            value = f"{kind}:{_SUIT_SIGNS.get(value, value)}"
        try:
            value = option_text(parse_option(value))
        except RecordError as error:
            self.report("card", error.message, cells["value"])
            return None
        return Step(seat.upper(), kind, value)  # type: ignore[arg-type]

    def play_rows(self, game: _Game, variant: Variant, mark: str | None) -> tuple[PlayRows | None, str | None]:
        """The rows of the card play, and the mark they end with. None: a row is wrong (reported)."""
        tag = game.tags.get(_PLAY)
        if tag is None:
            return PlayRows(0, (0, 0), []), mark
        seats = seat_names(variant.seats)
        first = tag.value.strip().upper()
        if first not in seats or len(first) != 1:
            if game.rows.get(_PLAY):
                self.report("seat", f"Play {tag.value!r}: the seat of the first column is expected ({seats})", tag)
                return None, mark
            return PlayRows(0, (0, 0), []), mark
        rows: list[list[tuple[Token, Card | None]]] = []
        for row in game.rows.get(_PLAY, []):
            cells: list[tuple[Token, Card | None]] = []
            for token in row.tokens:
                if token.text in ("+", "*"):
                    mark = token.text
                    break
                if _NOTE.match(token.text):
                    continue
                try:
                    cells.append((token, None if token.text == "-" else parse_card(token.text)))
                except RecordError as error:
                    self.report("card", error.message, token)
                    return None, mark
            if len(cells) > len(seats):
                self.report(
                    "trick-long", f"{len(cells)} cards in one trick, but there are {len(seats)} seats", row.tokens[0]
                )
                return None, mark
            if cells:
                rows.append(cells)
            if mark is not None and any(token.text == mark for token in row.tokens):
                break
        return PlayRows(seats.index(first), (tag.line, tag.column), rows), mark


def parse_options(text: str) -> dict[str, Any]:
    """ "layout=false; talon_at=[15,16]" -> options. Values are JSON or a bare word. Raises RecordError."""
    options: dict[str, Any] = {}
    rest = text.strip()
    while rest:
        match = re.match(r"([\w.-]+)\s*=\s*", rest)
        if match is None:
            raise RecordError(f"KingOptions: {rest[:40]!r}: options are written key=value; key=value")
        rest = rest[match.end() :]
        word = re.match(r"[A-Za-z_][\w.-]*", rest)
        value: Any
        if word and word[0] not in ("true", "false", "null"):
            value, rest = word[0], rest[word.end() :]
        else:
            try:
                value, end = JSONDecoder().raw_decode(rest)
            except (JSONDecodeError, RecursionError):
                raise RecordError(f"KingOptions: the value of {match[1]} cannot be read") from None
            rest = rest[end:]
        if match[1] in options:
            raise RecordError(f"KingOptions: the option {match[1]} stands twice")
        options[match[1]] = value
        following = re.match(r"\s*(;\s*|\Z)", rest)
        if following is None:
            raise RecordError(f"KingOptions: {rest[:40]!r}: options are separated by ;")
        rest = rest[following.end() :]
    return options
