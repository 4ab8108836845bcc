"""Runs one row of fixtures/vectors.yaml through the public engine and returns what the engine says."""

from __future__ import annotations

from typing import Any

from kingcli.cards import cards_of, mask, names, parse_card
from kingcli.rules import (
    Deal,
    HundredPosition,
    Kind,
    LayoutPosition,
    Match,
    Round,
    RoundResult,
    TrickPosition,
    hundred,
    layout,
    option_text,
    tricks,
)
from kingcli.rules.deal import active_seats, chooser_of, deal_pack, eldest_of
from kingcli.rules.scoring import audit, places, running_fields, settle
from kingcli.seats import SEATS
from kingcli.variants import Variant, compile_table, load_variant
from kingcli.variants.table import pack_of


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def deal_with(variant: Variant, seat: int, placed: dict[int, int], dealer_rules: str, dealer: int = 3) -> Deal:
    """A deal in which `seat` receives given cards at given places of its hand; the rest falls as it may."""
    contract = variant.contracts[dealer_rules]
    model = deal_pack(variant, contract, dealer, list(cards_of(pack_of(variant.deck))))
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
    named = row.get("trump") if game.contracts[name].suit != "none" else None
    return compile_table(game, name, named)


def _value(row: dict[str, Any]) -> Any:
    values = {
        tricks.trick_value(_table(row, v), row["number"] - 1, tuple(cards(row["trick"]))) for v in row["variants"]
    }
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
    table = compile_table(load_variant(row["variant"], row.get("set")), "layout")
    seats = [SEATS.index(seat) for seat in row["order"].split()]
    start = next(cards_of(table.starts & mask(cards("C7 C8 C9 CT CJ CQ CK CA"))))
    hands = [0] * table.n_seats
    for steps, seat in enumerate(seats, start=1):
        hands[seat] = 1 << (start - steps)
    position = LayoutPosition(table, tuple(hands), seats[0], 1 << start, 0, 0, (0,) * table.n_seats)
    while not layout.is_over(position):
        position = layout.settle(position)
        position = layout.play(position, layout.options(position)[0])
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


def _chosen_round(row: dict[str, Any]) -> Round:
    """A round from a pool, up to the discards; the chooser E holds the cards of the row."""
    variant = load_variant(row["variant"], row.get("set"))
    deal = deal_with(variant, 1, dict(enumerate(cards(row["cards"]))), row["contract"], dealer=0)
    played = Round(variant, deal, 0, None, tuple(sorted(variant.contracts)))
    played.apply(f"contract:{row['contract']}")
    if "trump" in row:
        played.apply(f"trump:{row['trump']}")
    return played


def _discard(row: dict[str, Any]) -> Any:
    played = _chosen_round(row)
    return ["illegal" if played.refuse(card) else "legal" for card in cards(row["cards"])]


def _revoke(row: dict[str, Any]) -> Any:
    played = _chosen_round(row)
    for card in cards(row["cards"]):
        played.apply(card)
    play_out(played)
    chooser = played.declarer or 0
    return " ".join(str(played.scores()[(chooser + step) % 3]) for step in range(3))


def play_out(played: Round) -> None:
    """Take the first option until the round is over."""
    while (decision := played.decision()) is not None:
        played.apply(decision.options[0])


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


def _final(row: dict[str, Any]) -> Any:
    table = _table(row)
    taken = tuple(mask(cards(text)) for text in row.get("taken", [""] * table.n_seats))
    counts = tuple(row.get("tricks", [0] * table.n_seats))
    raw = tuple(
        sum(table.card_points[card] for card in cards_of(held)) + table.trick_points[0] * count
        for held, count in zip(taken, counts, strict=True)
    )
    nothing = (0,) * table.n_seats
    return list(tricks.final_scores(TrickPosition(table, nothing, 0, (), None, raw, taken, counts)))


def _starter(row: dict[str, Any]) -> Any:
    table = compile_table(load_variant(row["variant"]), "layout")
    hands = tuple(mask(cards(text)) for text in row["hands"])
    return SEATS[layout.start(table, hands, SEATS.index(row["eldest"])).turn]


def _together(row: dict[str, Any]) -> Any:
    """The options of the opener, turn by turn, taking the first each time; then whether the turn has moved on."""
    table = compile_table(load_variant(row["variant"]), "layout")
    position = layout.start(table, (mask(cards(row["hand"])), *(mask(cards("CJ C7")) for _ in range(3))), 0)
    found = []
    while position.turn == 0:
        options = layout.options(position)
        found.append(" ".join(option_text(option) for option in options))
        position = layout.play(position, options[0])
    return [*found, "moved on"]


def _count(row: dict[str, Any]) -> Any:
    table = compile_table(load_variant(row["variant"]), "hundred")
    position = HundredPosition(table, (mask(cards(row["cards"])),) * 4, 0, row["sum"], (0,) * 4)
    found = []
    for card in cards(row["cards"]):
        after = hundred.play(position, card)
        found.append([after.sum, sum(after.scores) - sum(position.scores)])
        position = after
    return found


def _auction_round(row: dict[str, Any]) -> Round:
    """A trump round with an auction, dealt by the last seat, so that N is the eldest; the calls of the row made."""
    variant = load_variant(row["variant"], row.get("set"))
    dealer = variant.seats - 1
    pack = list(cards_of(pack_of(variant.deck)))
    played = Round(variant, deal_pack(variant, variant.contracts["trump"], dealer, pack), dealer, "trump")
    for call in row["calls"]:
        played.apply(call)
    return played


def _sale(row: dict[str, Any]) -> Any:
    played = _auction_round(row)
    paid = played.setting.transfers
    table = compile_table(played.variant, "trump", "S")
    return [own + table.trick_points[0] * count for own, count in zip(paid, row["tricks"], strict=True)]


def _calls(row: dict[str, Any]) -> Any:
    played = _auction_round(row)
    return ["illegal" if played.refuse(call) else "legal" for call in row["ask"]]


def _gifts(row: dict[str, Any]) -> Any:
    played = _auction_round(row)
    held = max(hand.bit_count() for hand in played.setting.hands)
    gifts = 0
    while (decision := played.decision()) is not None and decision.kind is Kind.GIVE:
        played.apply(decision.options[0])
        gifts += 1
    return [held, gifts, [hand.bit_count() for hand in played.setting.hands]]


def _leader(row: dict[str, Any]) -> Any:
    played = _auction_round(row)
    while (decision := played.decision()) is not None and decision.kind is not Kind.PLAY:
        namer = decision.seat
        played.apply(decision.options[0])
    assert decision is not None
    return {"names": SEATS[namer], "leads": SEATS[decision.seat]}


def _left(row: dict[str, Any]) -> Any:
    """What the first chooser may still say when it is his turn again, having declared this before."""
    variant = load_variant(row["variant"])
    match = Match(variant, 3)
    chooser = chooser_of(variant, variant.contracts["tricks"], 3)
    for contract in row["declared"]:
        for seat in range(4):
            plan = match.plan()
            name = contract if seat == 0 else plan.choices[0]
            match.end_round(RoundResult(plan.number, plan.dealer, name, None, (chooser + seat) % 4, (0,) * 4))
    if match.plan().choices == (row["ask"],):
        return "forced"
    return "legal" if row["ask"] in match.plan().choices else "illegal"


def _active(row: dict[str, Any]) -> Any:
    variant = load_variant(row["variant"])
    dealer = SEATS.index(row["dealer"])
    return [list(active_seats(variant, dealer)), eldest_of(variant, dealer)]


def _settle(row: dict[str, Any]) -> Any:
    paid = settle(row["totals"], load_variant(row["variant"]).settlement)
    return "none" if paid is None else list(paid)


def _sum(row: dict[str, Any]) -> Any:
    return load_variant(row["variant"], row["set"]).match_total


def _penalty(row: dict[str, Any]) -> Any:
    """What the bidder and another get: the bid is charged, captured cards of the suit count."""
    variant = load_variant(row["variant"])
    played = Round(
        variant, deal_pack(variant, variant.contracts["suit"], 3, list(cards_of(pack_of(variant.deck)))), 3, "suit"
    )
    for call in (f"bid:{row['bid']}", "pass", "pass", "pass", f"suit:{row['suit']}"):
        played.apply(call)
    table = played.setting.table
    values = [
        sum(tricks.trick_value(table, 0, tuple(cards(" ".join(trick.split()[1:])))) for trick in row[who])
        for who in ("bidder", "others")
    ]
    return [values[0] + played.setting.transfers[0], values[1]]


def _threshold(row: dict[str, Any]) -> Any:
    variant = load_variant(row["variant"])
    match = Match(variant, 3)
    for scores in (row["totals"], row["scores"]):
        plan = match.plan()
        match.end_round(RoundResult(plan.number, plan.dealer, plan.contract or "", None, None, tuple(scores)))
    return {"over": match.is_over, "places": list(places(match.totals))}


def _drawing(row: dict[str, Any]) -> Any:
    table = _table(row)
    others = mask(cards("CA CK"))
    hands = (mask(cards(row["led"])) | others, mask(cards(row["hand"])), others, others)
    stock = tuple(cards(row["stock"]))
    position = TrickPosition(table, hands, 0, (), None, (0,) * 4, (0,) * 4, (0,) * 4, stock)
    after = tricks.play(position, parse_card(row["led"]))
    return {
        "legal": names(cards_of(tricks.legal(after))),
        "hand": names(cards_of(after.hands[1])),
        "stock": names(after.stock),
    }


def _after_trick(row: dict[str, Any]) -> TrickPosition:
    """The position after this trick, led by N, when seats hold the rest given."""
    table = _table(row)
    trick = cards(row["trick"])
    held = [mask(cards(row["held"].get(seat, ""))) for seat in SEATS[:4]]
    hands = tuple(hand | 1 << card for hand, card in zip(held, trick, strict=True))
    stock = tuple(cards(row.get("stock", "")))
    position = TrickPosition(table, hands, 0, (), None, (0,) * 4, (0,) * 4, (0,) * 4, stock)
    for card in trick:
        position = tricks.play(position, card)
    return position


def _leftover(row: dict[str, Any]) -> Any:
    position = _after_trick(row)
    assert tricks.is_over(position)
    return {"scores": list(tricks.final_scores(position)), "tricks": list(position.tricks or ())}


def _next(row: dict[str, Any]) -> Any:
    return SEATS[tricks.turn(_after_trick(row))]


def _triangle(row: dict[str, Any]) -> Any:
    """What a field of running totals shows, all but the last struck out."""
    penalties, rewards = running_fields([*(-points for points in row["penalties"]), *row["rewards"]])
    return penalties if row["penalties"] else rewards
