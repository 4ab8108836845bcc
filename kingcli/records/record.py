"""What is written to disk: rounds, matches and positions as frozen records, and how a finished round becomes one.

Seats are letters (N E S W F), cards suit first ("SA"), decisions their option text ("contract:queens", "open:S", "HT").
Points have their natural sign. Where a file was read from is kept beside a record (`Places`), never in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec

from kingcli.cards import Card, cards_of, mask, names, parse_card, parse_hand
from kingcli.errors import RecordError
from kingcli.rules import Deal, Kind, Round, option_text
from kingcli.rules.events import DECISIONS
from kingcli.seats import seat_names
from kingcli.variants.schema import Contract, Variant

SeatLetter = Literal["N", "E", "S", "W", "F"]
StepKind = Literal[
    "contract", "offer", "bid", "trump", "suit", "discard", "give", "play", "lay", "turned", "drawn", "left"
]
End = Literal["complete", "in progress", "stopped", "redeal"]
Number = Annotated[int, msgspec.Meta(ge=1)]

# Facts that a record states beside the decisions: cards opened for the trump, drawn from the stock, left over.
STATED_FACTS = (Kind.TURNED, Kind.DRAWN, Kind.LEFT)


class Step(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A decision: who, what kind, which option. Three kinds are facts instead, one card each: "turned" (opened for the
    trump), "drawn" (from the stock, after the card that made it necessary), "left" (over at the end, to whom it falls).
    """

    seat: SeatLetter
    kind: StepKind
    value: str


class DealRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cards as dealt: of each seat in the order received ("SA H7 DT ..."), the talon in order, the stock top first.

    A seat that sits out has no cards ("").
    """

    hands: dict[str, str]
    talon: str = ""
    stock: str = ""


class RoundRecord(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="schema",
    tag="king.round/1",
):
    """One round: all that is needed to play it again, and what the file says came of it.

    `contract` is None while it has not been chosen; `scores` (of this round) and `totals` (of the match after it) are
    as stated, None when not stated. `options` are those of the variant that were set. `trump` or `suit` is the suit
    named: trump, or the penalty suit. `end`: "complete" by the rules, "in progress" (more may come), "stopped" (no more
    will come) or "redeal" (all passed: the round does not count and is dealt anew under the same number).
    """

    variant: str
    digest: str | None = None
    options: dict[str, Any] = {}
    match: str | None = None
    round: Number | None = None
    players: dict[str, str] = {}
    dealer: SeatLetter
    contract: str | None = None
    declarer: SeatLetter | None = None
    trump: Literal["S", "H", "D", "C", "NT"] | None = None
    suit: Literal["S", "H", "D", "C"] | None = None
    deal: DealRecord
    events: tuple[Step, ...]
    scores: dict[str, int] | None = None
    totals: dict[str, int] | None = None
    seed: str | None = None
    event: str | None = None
    site: str | None = None
    date: str | None = None
    tags: dict[str, str] = {}
    end: End


class MatchRecord(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="schema",
    tag="king.match/1",
):
    """One match: what its rounds share, and the rounds, each complete in itself (`.rounds[]` is a file of rounds)."""

    variant: str
    digest: str | None = None
    options: dict[str, Any] = {}
    match: str | None = None
    players: dict[str, str] = {}
    rounds: tuple[RoundRecord, ...]


class PositionRecord(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="schema",
    tag="king.position/1",
):
    """A round in card play as it stands. `hands` and `taken` are PBN holdings "S.H.D.C"; `trick` is in order of play.

    `contract` may be left open where it is given elsewhere (`king solve --contract`).
    Trick contracts need `leader` (who led, or leads, the trick) and where a suit is named `trump` or `suit`; layouts
    and the Hundred need `turn`. A layout has `laid` ({"S": "7-A"}) once a card lies, `laid_now` (how many start cards
    the seat in turn has just laid and may add to), `passes`; the Hundred the `sum` so far. `stock` are the cards to
    draw, top first, `odd` a card set aside for a trick to come, both cards separated by spaces; with a stock `order`
    are the seats that take part in the trick on the table, leader first, `recent` the winners of the latest tricks, the
    last one last. `scores` are those of this round so far, premiums not yet worked in, `totals` those of the match
    before it. `seats_out` sit out.
    """

    id: str | None = None
    variant: str
    options: dict[str, Any] = {}
    contract: str | None = None
    trump: str | None = None
    suit: str | None = None
    declarer: str | None = None
    leader: str | None = None
    trick: tuple[str, ...] = ()
    order: tuple[str, ...] | None = None
    turn: str | None = None
    laid: dict[str, str] | None = None
    laid_now: int | None = None
    passes: int | None = None
    sum: int | None = None
    hands: dict[str, str]
    stock: str | None = None
    odd: str | None = None
    seats_out: tuple[str, ...] | None = None
    taken: dict[str, str] | None = None
    tricks: dict[str, int] | None = None
    recent: tuple[str, ...] | None = None
    scores: dict[str, int] | None = None
    totals: dict[str, int] | None = None


class Places(msgspec.Struct, kw_only=True):
    """Where a record stands in its file: its first line, and (line, column) of each fact by key and of each event."""

    file: str
    line: int = 0
    facts: dict[str, tuple[int, int]] = {}
    events: list[tuple[int, int]] = []

    def of_fact(self, key: str) -> tuple[int, int]:
        return self.facts.get(key, (self.line, 0))

    def of_event(self, index: int) -> tuple[int, int]:
        """Of the event with this index; of the last one for indexes beyond, of the record when there is none."""
        if index < len(self.events):
            return self.events[index]
        return self.events[-1] if self.events else (self.line, 0)


def looks_at_order(contract: Contract) -> bool:
    """Whether the order in which the namer of trump received his cards bears on the round."""
    rule = contract.trump
    return contract.suit != "none" and (rule.sees == 3 or rule.by_last or rule.open)


def _clean(text: str) -> str:
    """Text that can be written as UTF-8: half a surrogate pair becomes "?"."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _by_seat(values: Sequence[Any], n_seats: int) -> dict[str, Any]:
    return dict(zip(seat_names(n_seats), values, strict=True))


def record_of(
    round: Round,
    *,
    number: int | None = None,
    match_id: str | None = None,
    players: Sequence[str] = (),
    totals: Sequence[int] | None = None,
    seed: str | None = None,
    event: str | None = None,
    site: str | None = None,
    date: str | None = None,
    end: End | None = None,
) -> RoundRecord:
    """The record of a round, finished or not.

    `players` are names by seat (may be left out), `totals` the match totals by seat after this round. Scores are stated
    for a finished round only. `end` is found from the round; say "stopped" for one that will not go on.
    """
    is_scored = round.is_over and not round.is_void
    variant = round.variant
    seats = seat_names(variant.seats)
    suit_kind = round.setting.contract.suit
    declarer = round.declarer
    # The order in which the namer of trump received his cards may matter; of all seats while he is not known yet.
    namers = round.active if declarer is None and not round.is_over else (declarer,)
    has_order = namers if _may_look_at_order(round) else ()
    hands = {
        seats[seat]: names(hand if seat in has_order else cards_of(mask(hand)))
        for seat, hand in enumerate(round.deal.hands)
    }
    return RoundRecord(
        variant=variant.name,
        digest=variant.digest,
        options=dict(variant.settings),
        match=_clean(match_id) if match_id is not None else None,
        round=number,
        players=_by_seat([_clean(name) for name in players], variant.seats) if players else {},
        dealer=seats[round.dealer],  # type: ignore[arg-type]
        contract=round.contract,
        declarer=seats[declarer] if declarer is not None else None,  # type: ignore[arg-type]
        trump=round.named if suit_kind == "trump" else None,  # type: ignore[arg-type]
        suit=round.named if suit_kind == "penalty" else None,  # type: ignore[arg-type]
        deal=DealRecord(hands=hands, talon=names(round.deal.talon), stock=names(round.deal.stock)),
        events=tuple(steps_of_round(round)),
        scores=_by_seat(round.scores(), variant.seats) if is_scored else None,
        totals=_by_seat(totals, variant.seats) if totals is not None and is_scored else None,
        seed=_clean(seed) if seed is not None else None,
        event=_clean(event) if event is not None else None,
        site=_clean(site) if site is not None else None,
        date=_clean(date) if date is not None else None,
        end=end or ("redeal" if round.is_void else "complete" if round.is_over else "in progress"),
    )


def _may_look_at_order(round: Round) -> bool:
    """Whether the order of the declarer's cards bears on the round, or may while the contract is not chosen."""
    possible = round.setting.choices if round.contract is None else (round.contract,)
    return any(looks_at_order(round.variant.contracts[name]) for name in possible)


def steps_of_round(round: Round) -> Iterator[Step]:
    """The decisions of a round so far, and the facts a record states with them."""
    seats = seat_names(round.variant.seats)
    for event in round.events:
        if event.seat is None or (event.kind not in DECISIONS and event.kind not in STATED_FACTS):
            continue
        for value in event.value if isinstance(event.value, tuple) else (event.value,):
            assert value is not None
            yield Step(seats[event.seat], event.kind.value, option_text(value))  # type: ignore[arg-type]


def match_id(variant: Variant, seed: str, *numbers: int) -> str:
    """An id for one match of a run: the same for the same variant, seed and numbers (match, seating, ...)."""
    hasher = hashlib.blake2b(digest_size=4)
    for part in (variant.digest, seed):
        data = part.encode("utf-8", "surrogatepass")
        hasher.update(len(data).to_bytes(4, "big") + data)
    return "-".join([variant.name, hasher.hexdigest(), *(str(number) for number in numbers)])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards in the order written, separated by spaces or commas. Raises RecordError."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def hand_cards(text: str) -> tuple[Card, ...]:
    """A hand as cards in the order received, or as a PBN holding "S.H.D.C" (then in hand order). Raises RecordError."""
    return tuple(cards_of(parse_hand(text))) if "." in text else parse_cards(text)


def deal_of(record: RoundRecord, n_seats: int) -> Deal:
    """The deal of a record. Raises RecordError naming the hand: a card that is none, a seat not at the table."""
    seats = seat_names(n_seats)
    strange = [seat for seat in record.deal.hands if seat not in seats]
    if strange:
        raise RecordError(f"there is no seat {strange[0]} at this table ({' '.join(seats)})", where="hands")
    hands = []
    for seat in seats:
        if seat not in record.deal.hands:
            raise RecordError("is missing; the record needs all hands", where=f"hands.{seat}")
        try:
            hands.append(hand_cards(record.deal.hands[seat]))
        except RecordError as error:
            raise error.at(f"hands.{seat}") from None
    try:
        talon = parse_cards(record.deal.talon)
    except RecordError as error:
        raise error.at("talon") from None
    try:
        return Deal(tuple(hands), talon, parse_cards(record.deal.stock))
    except RecordError as error:
        raise error.at("stock") from None
