"""Runs one row of fixtures/vectors.yaml through the public engine and returns what the engine says."""

from __future__ import annotations

from typing import Any

from kingcli.cards import cards_of, mask, names, parse_card
from kingcli.rules import Deal, Kind, LayoutPosition, Match, Round, RoundResult, TrickPosition, layout, tricks
from kingcli.rules.deal import chooser_of, deal_pack, eldest_of
from kingcli.rules.scoring import audit, places
from kingcli.seats import SEATS
from kingcli.variants import Variant, compile_table, load_variant
from kingcli.variants.table import pack_of


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def deal_with(variant: Variant, seat: int, placed: dict[int, int], dealer_rules: str) -> Deal:
    """A deal in which `seat` receives given cards at given places of its hand; the rest falls as it may."""
    contract = variant.contracts[dealer_rules]
    model = deal_pack(variant, contract, 3, list(cards_of(pack_of(variant.deck))))
    rest = [card for card in cards_of(pack_of(variant.deck)) if card not in placed.values()]
    hands = [
        tuple(placed[i] if s == seat and i in placed else rest.pop() for i in range(len(hand)))
        for s, hand in enumerate(model.hands)
    ]
    return Deal(tuple(hands), tuple(rest.pop() for _ in model.talon))


def run(row: dict[str, Any]) -> Any:
    return globals()["_" + row["kind"]](row)


def _table(row: dict[str, Any], variant: str | None = None, contract: str | None = None) -> Any:
    game = load_variant(variant or row["variant"], row.get("set"))
    name = contract or row["contract"]
    named = row.get("trump") if game.contracts[name].suit == "trump" else None
    return compile_table(game, name, named)


def _value(row: dict[str, Any]) -> Any:
    values = {tricks.trick_value(_table(row, v), row["number"] - 1, tuple(cards(row["trick"]))) for v in
    row["variants"]}
    assert len(values) == 1, values
    return values.pop()


def _score(row: dict[str, Any]) -> Any:
    table = _table(row)
    scores = dict.fromkeys(SEATS[: table.n_seats], 0)
    for seat, won in row["won"].items():
        for trick in won:
            number, *held = trick.split()
            scores[seat] += tricks.trick_value(table, int(number) - 1, tuple(cards(" ".join(held))))
    return scores


def _legal(row: dict[str, Any]) -> Any:
    table, trick = _table(row), tuple(cards(row.get("trick", "")))
    hands = tuple(mask(cards(row["hand"])) if seat == 0 else 0 for seat in range(table.n_seats))
    leader = -len(trick) % table.n_seats
    declarer = 0 if row.get("declarer") else 1
    return names(cards_of(tricks.legal(TrickPosition(table, hands, leader, trick, declarer, (0,) * table.n_seats))))


def _winner(row: dict[str, Any]) -> Any:
    trick = tuple(cards(row["trick"]))
    return names([trick[tricks.winner(_table(row), trick)]])


def _trump_round(variant: Variant, placed: dict[int, int]) -> Round:
    seat = chooser_of(variant, variant.contracts["trump"], 3)
    return Round(variant, deal_with(variant, seat, placed, "trump"), 3, "trump")


def _open(row: dict[str, Any]) -> Any:
    played = _trump_round(load_variant(row["variant"]), dict(zip((4, 5, 6), cards(row["turned"]), strict=True)))
    played.apply(row["call"])
    return [played.named, sum(event.kind is Kind.TURNED for event in played.events)]


def _chosen(row: dict[str, Any]) -> Any:
    variant = load_variant(row["variant"])
    pack = list(cards_of(pack_of(variant.deck)))
    played = Round(variant, deal_pack(variant, variant.contracts[row["contract"]], 3, pack), 3, row["contract"])
    played.apply(row["call"])
    position = played.position()
    assert isinstance(position, TrickPosition)
    return [pack.index(card) for card in cards_of(position.hands[eldest_of(variant, 3)])]


def _trump(row: dict[str, Any]) -> Any:
    if "variants" in row:
        rounds = [_trump_round(load_variant(name), {}) for name in row["variants"]]
        return ["illegal" if played.refuse(row["call"]) else "legal" for played in rounds]
    played = _trump_round(load_variant(row["variant"]), {7: parse_card(row["last"])})
    played.apply(row["call"])
    turned = [event for event in played.events if event.kind is Kind.TURNED]
    assert all(event.seen_by == 15 for event in turned)
    return [played.named, names(event.value for event in turned)]  # type: ignore[misc]


def _lay(row: dict[str, Any]) -> Any:
    table = compile_table(load_variant(row["variant"]), "layout")
    laid = 0
    for suit, run_ in row["laid"].items():
        low, high = (parse_card(suit + rank) for rank in run_.split("-"))
        laid |= mask(range(high, low + 1))
    hands = (mask(cards(row["hand"])), *(0,) * (table.n_seats - 1))
    position = LayoutPosition(table, hands, 0, laid, 0, 0, (0,) * table.n_seats)
    options = layout.options(position)
    assert layout.refuse(position, "pass") is not None
    return names(option for option in options if isinstance(option, int))


def _finish(row: dict[str, Any]) -> Any:
    table = compile_table(load_variant(row["variant"]), "layout")
    seats = [SEATS.index(seat) for seat in row["order"].split()]
    ladder = cards("CT CJ CQ CK")
    hands = [0] * table.n_seats
    for seat, card in zip(seats, ladder, strict=True):
        hands[seat] = 1 << card
    position = LayoutPosition(table, tuple(hands), seats[0], mask(cards("C9 C8 C7")), 0, 0, (0,) * table.n_seats)
    while not layout.is_over(position):
        position = layout.play(layout.settle(position), layout.options(layout.settle(position))[0])
    return {SEATS[seat]: score for seat, score in enumerate(position.scores)}


def _end(row: dict[str, Any]) -> Any:
    answers = set()
    for name, contracts in row["variants"].items():
        for contract in [contracts] if isinstance(contracts, str) else contracts:
            table = _table(row, name, contract)
            held = [mask(cards(text)) for text in row["held"].values()]
            last = cards(row["last"]["cards"])
            leader = SEATS.index(row["last"]["led"])
            for index, card in enumerate(last):
                held[(leader + index) % table.n_seats] |= 1 << card
            assert table.hand_size - held[0].bit_count() == row["tricks"] - 1
            position = TrickPosition(table, tuple(held), leader, (), None, (0,) * table.n_seats)
            for card in last:
                assert not tricks.is_over(position)
                position = tricks.play(position, card)
            answers.add(tricks.is_over(position))
    assert len(answers) == 1, answers
    return answers.pop()


def _discard(row: dict[str, Any]) -> Any:
    variant = load_variant(row["variant"])
    wanted = cards(row["cards"])
    deal = deal_with(variant, 1, dict(enumerate(wanted)), row["contract"])
    played = Round(variant, deal, 0, None, tuple(sorted(variant.contracts)))
    played.apply(f"contract:{row['contract']}")
    return ["illegal" if played.refuse(card) else "legal" for card in wanted]


def _seats(row: dict[str, Any]) -> Any:
    variant = load_variant(row["variant"])
    match = Match(variant, SEATS.index(row["first"]))
    found = []
    while not match.is_over:
        plan = match.plan()
        contract = variant.contracts[plan.contract or ""]
        chooser = chooser_of(variant, contract, plan.dealer)
        found.append(chooser if row["what"] == "chooser" else [plan.dealer, eldest_of(variant, plan.dealer)])
        match.end_round(RoundResult(plan.number, plan.dealer, plan.contract or "", None, None, (0,) * variant.seats))
    first, last = row["rounds"]
    return found[first - 1 : last]


def _audit(row: dict[str, Any]) -> Any:
    found = audit(row["totals"], load_variant(row["variant"]).match_total)
    return {"won": found.won, "lost": found.lost, "agrees": found.agrees}


def _places(row: dict[str, Any]) -> Any:
    return list(places(row["totals"]))
