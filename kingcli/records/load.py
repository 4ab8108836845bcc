"""Reading records: what a file holds is found by its content; faults become diagnostics and reading goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from kingcli.cards import names
from kingcli.errors import KingError, RecordError, VariantError, near_misses
from kingcli.records import pkn
from kingcli.records.course import ReadMatch, ReadRound, grouped
from kingcli.records.diagnostic import Diagnostic, fault_of
from kingcli.records.every_contract import EVERY_CONTRACT, ContractRow, open_position, with_contract
from kingcli.records.match_replay import replay_match
from kingcli.records.positions import FindVariant, Problem, dump_position, find_variant, problem_from
from kingcli.records.record import MatchRecord, Places, PositionRecord, RoundRecord, Step, hand_cards, parse_cards
from kingcli.records.replay import RoundReplay
from kingcli.records.source import decode, read_source
from kingcli.records.strict_json import Document, convert, read_json
from kingcli.rules import Kind, Round, TrickPosition, option_text, parse_option
from kingcli.seats import SEATS
from kingcli.variants import Variant

_KINDS: dict[str, Any] = {
    "king.round/1": RoundRecord,
    "king.match/1": MatchRecord,
    "king.position/1": PositionRecord,
}
_JSON_START = re.compile(r'\s*(?:\{\s*(?:"|\}|\Z)|\[\s*(?:[{\[\]"\d-]|\Z))')
_PKN_TAG = re.compile(r'^[ \t]*\[[ \t]*\w+[ \t]+"', re.MULTILINE)


class OpenPosition(msgspec.Struct, frozen=True, kw_only=True):
    """Hands whose contract is left open: what they are under each contract of the game."""

    id: str | None
    variant: Variant
    rows: list[ContractRow]
    place: str


class Loaded(msgspec.Struct, kw_only=True):
    """What a source holds. `name` is the path as given, or "stdin".

    `problems` are the positions; `matches` the games, in file order. `diagnostics` are the faults found while reading:
    what could not be read at all is not in the lists. Steps and scores are checked by `replay_match`.
    `open_positions` take the place of `problems` when every contract was asked for.
    """

    name: str
    format: Literal["json", "pkn"]
    matches: list[ReadMatch] = []
    problems: list[Problem] = []
    diagnostics: list[Diagnostic] = []
    open_positions: list[OpenPosition] = []

    @property
    def rounds(self) -> list[RoundRecord]:
        """The records of all rounds."""
        return [one.record for match in self.matches for one in match.rounds]

    @property
    def errors(self) -> list[Diagnostic]:
        return [one for one in self.diagnostics if one.severity == "error"]

    def check(self) -> Loaded:
        """The same, if nothing was wrong. Raises RecordError for the first error (exit code 65)."""
        for one in self.errors:
            raise one.error()
        return self

    def problem(self, *, game: int | None = None, round: int | None = None, trick: int | None = None) -> Problem:
        """One position: the only one of the file, or the state of a recorded round.

        `game` counts from 1 (default: the first), `round` is its number, `trick` (from 1) gives the state when that
        trick is led, in a layout when that card is laid; without it, the state the record stops at. Raises RecordError.
        """
        if self.problems and not self.matches:
            if (game, round, trick) != (None, None, None):
                raise RecordError("holds positions; rounds and tricks are those of a record", where=self.name)
            if len(self.problems) > 1:
                raise RecordError(f"holds {len(self.problems)} positions, one is expected", where=self.name)
            return self.problems[0]
        return _problem_of(self.match(game), self.name, round, trick)

    def match(self, game: int | None = None) -> ReadMatch:
        """Game 1, 2, ... of the file. Raises RecordError naming how many there are."""
        number = 1 if game is None else game
        if not self.matches:
            for one in self.errors:
                raise one.error()
            raise RecordError("holds no game", where=self.name)
        if not 1 <= number <= len(self.matches):
            n = len(self.matches)
            raise RecordError(f"there is no game {number} (it holds {n} game{'' if n == 1 else 's'})", where=self.name)
        return self.matches[number - 1]


def own_variants(paths: Sequence[str]) -> dict[str, str]:
    """Variant files given by their user, by the name that records call them by."""
    return {Path(path).stem: path for path in paths}


def load(path: str, own: Sequence[str] = ()) -> Loaded:
    """Read a file of records or positions: PKN, JSON or JSON lines, plain or gzipped; "-" is stdin.

    `own` are variant files that records may name. Raises RecordError for what cannot be read at all: missing, a
    directory (exit code 66), empty, binary, neither JSON nor PKN (65). All other faults are in `.diagnostics`.
    """
    name, text = read_source(path)
    return _read(text, name, own)


def loads(
    data: bytes | str,
    name: str = "record",
    own: Sequence[str] = (),
    *,
    contract: str | None = None,
    trump: str | None = None,
) -> Loaded:
    """The same for bytes or text at hand; `name` stands for the file name in messages.

    contract, trump: what positions are to be played under, whatever they say; EVERY_CONTRACT is all of their game.
    """
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    return _read(decode(data, name), name, own, contract, trump)


def under(problem: Problem, contract: str, trump: str | None) -> Problem:
    """A position between tricks under another contract of its game. Raises RecordError."""

    def find(name: str, options: Mapping[str, Any]) -> Variant:
        return problem.variant

    return problem_from(with_contract(dump_position(problem), contract, trump, find), find, problem.place)


def opened(problem: Problem) -> OpenPosition:
    """A position under every contract of its game. Raises RecordError."""
    variant, rows = open_position(dump_position(problem), lambda name, options: problem.variant, problem.place)
    return OpenPosition(id=problem.id, variant=variant, rows=rows, place=problem.place)


def _read(text: str, name: str, own: Sequence[str], contract: str | None = None, trump: str | None = None) -> Loaded:
    files = own_variants(own)

    def find(variant: str, options: Mapping[str, Any]) -> Variant:
        return find_variant(variant, options, files)

    if _JSON_START.match(text):
        return _Collector(name, find, contract, trump).read(text)
    if _PKN_TAG.search(text):
        matches, found = pkn.read(text, name, find)
        if not matches and not found:
            raise RecordError("holds no game, only notes: tags such as [Deal ...] are expected", where=name)
        return Loaded(name=name, format="pkn", matches=matches, diagnostics=found)
    raise RecordError(
        'holds neither JSON nor PKN (a record begins with { or with a tag such as [Event "..."])', where=name
    )


class _Collector:
    """JSON objects one by one; rounds that belong together become matches."""

    def __init__(self, name: str, find: FindVariant, contract: str | None = None, trump: str | None = None):
        self.name = name
        self.find = find
        self.contract = contract
        self.trump = trump
        self.open_positions: list[OpenPosition] = []
        self.found: list[Diagnostic] = []
        self.problems: list[Problem] = []
        self.rounds: list[ReadRound] = []
        self.lost = False

    def read(self, text: str) -> Loaded:
        for document in self.documents(text):
            if isinstance(document.value, list):
                for index in range(len(document.value)):
                    self.guarded(document, (index,))
            else:
                self.guarded(document, ())
        matches = [ReadMatch(group[0].variant, tuple(group)) for group in grouped(self.rounds)]
        return Loaded(
            name=self.name,
            format="json",
            matches=matches,
            problems=self.problems,
            diagnostics=self.found,
            open_positions=self.open_positions,
        )

    def documents(self, text: str) -> Iterator[Document]:
        """The whole text as one value; or each of its lines, when the first is a value or all begin like one."""
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(lines) == 1 or not (_is_json(lines[0][1]) or all(line.lstrip()[0] == "{" for _, line in lines)):
            lines = [(1, text)]
        for number, line in lines:
            try:
                yield read_json(line, self.name, number, is_only=len(lines) == 1)
            except RecordError as error:
                self.fault(error, number)

    def fault(self, error: KingError, line: int, code: str = "json") -> None:
        """Enter an error of reading; the line its place ends with is kept as a number."""
        place = re.fullmatch(rf"{re.escape(self.name)}(?::(\d+))?", error.where)
        number = int(place[1]) if place and place[1] else line if not place else 0
        self.lost = True
        bare = RecordError(error.message, where="" if place else error.where)
        self.found.append(fault_of(bare, code, self.name, line=number))

    def guarded(self, document: Document, path: tuple[str | int, ...]) -> None:
        line = 0 if document.is_only and not path else document.line_of(path)
        try:
            self.take(document, path)
        except VariantError as error:
            self.fault(error, line, "variant")
        except KingError as error:
            self.fault(error, line, "record")

    def take(self, document: Document, path: tuple[str | int, ...]) -> None:
        value = document.value
        for part in path:
            value = value[part]
        if not isinstance(value, dict):
            raise RecordError("an object is expected: a round, a match or a position", where=document.where(path))
        kind = _kind_of(value, document.where(path))
        record = convert(document, kind, known_keys(kind), path)
        if isinstance(record, PositionRecord):
            self.position(record, document.where(path))
        elif isinstance(record, RoundRecord):
            self.rounds.append(self.entry(record, document, path))
        else:
            for index, one in enumerate(record.rounds):
                here = (*path, "rounds", index)
                if (one.variant, one.match, one.options) != (record.variant, record.match, record.options):
                    words = f"rounds[{index}] is of another match ({one.variant}, {one.match}, {one.options})"
                    raise RecordError(words, where=document.where(here))
                self.rounds.append(self.entry(one, document, here))

    def position(self, record: PositionRecord, where: str) -> None:
        if self.contract == EVERY_CONTRACT:
            variant, rows = open_position(record, self.find, where)
            self.open_positions.append(OpenPosition(id=record.id, variant=variant, rows=rows, place=where))
            return
        if self.contract is not None:
            record = with_contract(record, self.contract, self.trump, self.find)
        self.problems.append(problem_from(record, self.find, where))

    def entry(self, record: RoundRecord, document: Document, path: tuple[str | int, ...]) -> ReadRound:
        variant = self.find(record.variant, record.options)
        places = _JsonPlaces(file=self.name, line=document.line_of(path), document=document, path=path)
        lost, self.lost = self.lost, False
        return ReadRound(canonical(record, variant), places, variant, after_lost=lost)


class _JsonPlaces(Places, kw_only=True):
    """Places found in the JSON text only when somebody asks."""

    document: Document
    path: tuple[str | int, ...]

    def of_fact(self, key: str) -> tuple[int, int]:
        return self.document.line_of((*self.path, *key.split("."))), 0

    def of_event(self, index: int) -> tuple[int, int]:
        return self.document.line_of((*self.path, "events", index)), 0


def _is_json(line: str) -> bool:
    try:
        read_json(line, "")
    except RecordError:
        return False
    return True


def _kind_of(value: dict[str, Any], where: str) -> Any:
    schema = value.get("schema")
    if schema is None:
        close = near_misses("schema", [key for key in value if key != "schema"])
        raise RecordError(f"no key 'schema', which says what this is{close}: {_known()}", where=where)
    if not isinstance(schema, str):
        raise RecordError(f"schema: a name is expected: {_known()}", where=where)
    if schema in _KINDS:
        return _KINDS[schema]
    family = schema.partition("/")[0]
    if f"{family}/1" in _KINDS:
        raise RecordError(f"schema: {schema!r} is a version this king does not know; it reads {family}/1", where=where)
    raise RecordError(f"schema: {schema!r} is no record{near_misses(schema, _KINDS)}; it reads {_known()}", where=where)


def _known() -> str:
    return ", ".join(_KINDS)


def known_keys(kind: Any) -> list[str]:
    """The keys a record of this kind may have, for near misses."""
    return ["schema", *kind.__struct_encode_fields__, "hands", "talon", "stock"]


def canonical(record: RoundRecord, variant: Variant) -> RoundRecord:
    """The same record in the one spelling that is written: seats in order, cards "SA", options as their text.

    Cards that cannot be read stay as they are; playing the record finds and names them. Raises RecordError for points
    or players of no seat, and for tags that PKN gives another meaning.
    """
    seats = SEATS[: variant.seats]
    for field in ("players", "scores", "totals"):
        strange = [seat for seat in getattr(record, field) or {} if seat not in seats or len(seat) != 1]
        if strange:
            raise RecordError(f"there is no seat {strange[0]!r} at this table ({' '.join(seats)})", where=field)
    for name in record.tags:
        if not pkn.is_other_tag(name):
            raise RecordError(f"{name!r} is not the name of a further tag", where="tags")

    def in_order(given: dict[str, Any]) -> dict[str, Any]:
        return dict(sorted(given.items(), key=lambda item: seats.find(item[0]) % 8))

    deal = record.deal
    hands = {seat: _tidy(lambda t: names(hand_cards(t)), text) for seat, text in in_order(deal.hands).items()}
    cards = {field: _tidy(lambda t: names(parse_cards(t)), getattr(deal, field)) for field in ("talon", "stock")}
    deal = msgspec.structs.replace(deal, hands=hands, **cards)
    events = tuple(
        Step(one.seat, one.kind, _tidy(lambda t: option_text(parse_option(t)), one.value)) for one in record.events
    )
    return msgspec.structs.replace(
        record,
        deal=deal,
        events=events,
        players=in_order(record.players),
        scores=in_order(record.scores) if record.scores is not None else None,
        totals=in_order(record.totals) if record.totals is not None else None,
    )


def _tidy(spell: Callable[[str], str], text: str) -> str:
    try:
        return spell(text)
    except KingError:
        return text


def _problem_of(match: ReadMatch, name: str, number: int | None, trick: int | None) -> Problem:
    replays = replay_match(match).rounds
    known = [replay.source.record.round or index for index, replay in enumerate(replays, 1)]
    if number is None:
        if len(replays) > 1 and trick is not None:
            raise RecordError("say which round: --round N", where=name)
        index = len(replays) - 1
    elif number in known:
        index = known.index(number)
    else:
        raise RecordError(f"there is no round {number} (it has {known[0]} to {known[-1]})", where=name)
    replay = replays[index]
    if not replay.is_sound:
        raise next(one for one in replay.diagnostics if one.severity == "error").error()
    first = known[0] == 1 and index == 0
    before = (0,) * match.variant.seats if first else replays[index - 1].totals if index else None
    return problem_of(replay, trick, before)


def problem_of(replay: RoundReplay, trick: int | None = None, totals: tuple[int, ...] | None = None) -> Problem:
    """The position of a replayed round when trick `trick` (from 1) is led, in a layout when that card is laid.

    Without `trick`, the position the record stops at. `totals` are the match totals before the round. Steps of the
    replayed round after that point are undone. Raises RecordError when card play had not come that far.
    """
    record, round = replay.source.record, replay.round
    where = replay.source.places.file + (f": round {record.round}" if record.round else "")
    if round is None:
        raise RecordError("this round could not be read", where=where)
    last = _progress(round)
    if last is None:
        raise RecordError("the card play has not begun, so there is no position yet", where=where)
    if trick is not None:
        while _progress(round) != (trick - 1, 0):
            if _progress(round) is None:
                raise RecordError(f"there is no trick {trick} (it goes as far as trick {last[0] + 1})", where=where)
            try:
                round.undo()
            except IndexError:
                raise RecordError(f"there is no trick {trick}", where=where) from None
    if round.is_over:
        reason = f"there is no trick {trick}: the round is over then" if trick else "the round is over; say --trick N"
        raise RecordError(reason, where=where)
    position = round.position()
    assert position is not None
    assert round.contract is not None
    words = [record.match, str(record.round) if record.round else None, str(trick) if trick else None]
    return Problem(
        id="/".join(word for word in words if word) or None,
        variant=replay.source.variant,
        contract=round.contract,
        named=round.named,
        position=position,
        active=round.active,
        totals=totals,
        place=where,
    )


def _progress(round: Round) -> tuple[int, int] | None:
    """Tricks (or cards laid) gone, and cards on the table; None before card play."""
    position = round.position()
    if position is None:
        return None
    if isinstance(position, TrickPosition):
        return sum(event.kind is Kind.TRICK for event in round.events), len(position.trick)
    return sum(event.kind is Kind.LAY and isinstance(event.value, int) for event in round.events), 0
