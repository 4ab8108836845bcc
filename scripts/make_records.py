"""Write fixtures/records: one whole game as a demonstration, and in ugly/ one file for every fault a reader must name.

Games are played at random from fixed seeds, so that running this again changes nothing unless the rules or the format
changed. tests/test_records_ugly.py says what is expected of each file. Run: python scripts/make_records.py
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from kingcli.cards import card_name, cards_of, parse_card
from kingcli.random import stream
from kingcli.records import RoundRecord, Step, dumps, match_id, match_record, record_of
from kingcli.rules import Kind, Match, Option, Round, draw_dealer, option_text
from kingcli.rules.deal import shuffled_deal
from kingcli.rules.match import round_order
from kingcli.seats import SEATS
from kingcli.variants import Variant, load_variant

FOLDER = Path(__file__).parent.parent / "fixtures" / "records"
PLAYERS = ("Ona", "Jonas", "Rasa", "Petras", "Ąžuolas")
DEMO_CALLS: dict[int, Option] = {8: "open:S", 9: "trump:H", 10: "open:highest"}


def random_match(
    variant: Variant,
    seed: str,
    *,
    players: Sequence[str] = (),
    calls: dict[int, Option] | None = None,
    event: str | None = None,
) -> list[RoundRecord]:
    """A match of random legal play, as records. `calls` are the first decisions of some rounds, by round number.

    A void round is a record of its own; the round that takes its place has its number.
    """
    match = Match(variant, draw_dealer(variant, stream(seed, purpose="lot")))
    name = match_id(variant, seed, 1)
    records = []
    while not match.is_over:
        plan = match.plan()
        again = "" if plan.attempt == 1 else f"/{plan.attempt}"
        deal = shuffled_deal(
            variant, plan.deal_rules(variant), plan.dealer, stream(seed, round=plan.number, purpose=f"deal{again}")
        )
        played = match.start_round(deal)
        rng = stream(seed, round=plan.number, purpose=f"play{again}")
        first = (calls or {}).get(plan.number)
        while (decision := played.decision()) is not None:
            option, first = first, None
            if option is None and "pass" in decision.options and rng.below(2):
                option = "pass"
            match.apply(option if option is not None else decision.options[rng.below(len(decision.options))])
        records.append(
            record_of(
                played,
                number=plan.number,
                match_id=name,
                players=players[: variant.seats],
                totals=match.totals,
                seed=seed,
                event=event,
            )
        )
    return records


def playable(variant: Variant) -> list[str]:
    """The contracts that a match of this variant, as it is set, can come to."""
    return [*variant.pool.each] if variant.pool is not None else [*dict.fromkeys(round_order(variant))]


def one_round(variant: Variant, contract: str, seed: str, call: Option | None = None) -> Iterator[Round]:
    """A round of this contract, after every random decision; `call` is the first trump call."""
    rng = stream(seed, purpose="ugly")
    rules, dealer = variant.contracts[contract], rng.below(variant.seats)
    choices = tuple(sorted(variant.pool.each)) if variant.pool is not None else ()
    deal = shuffled_deal(variant, rules, dealer, rng)
    played = Round(variant, deal, dealer, None if choices else contract, choices)
    while (decision := played.decision()) is not None:
        yield played
        option: Option = decision.options[rng.below(len(decision.options))]
        if decision.kind is Kind.CONTRACT:
            option = f"contract:{contract}"
        elif decision.kind is Kind.TRUMP and call is not None:
            option = call
        played.apply(option)
    yield played


def whole_round(variant: Variant, contract: str, seed: str, call: Option | None = None) -> Round:
    *_, played = one_round(variant, contract, seed, call)
    return played


def refused(variant: Variant, contract: str, reason: str, call: Option | None = None) -> RoundRecord:
    """A record that goes on until somebody does what the rules refuse for this reason."""
    for number in range(2000):
        for played in one_round(variant, contract, f"{reason}/{number}", call):
            decision = played.decision()
            if decision is None or decision.kind not in (Kind.PLAY, Kind.LAY, Kind.DISCARD):
                continue
            position = played.position()
            hands = position.hands if position is not None else played.setting.hands
            for card in cards_of(hands[decision.seat]):
                if reason in (played.refuse(card) or ""):
                    return with_step(played, SEATS[decision.seat], decision.kind.value, card_name(card))
    raise ValueError(f"{variant.name} {contract}: no play is refused with {reason!r}")


def with_step(played: Round, seat: str, kind: str, value: str) -> RoundRecord:
    record = record_of(played, end="in progress")
    step = Step(seat, kind, value)  # type: ignore[arg-type]
    return msgspec.structs.replace(record, events=(*record.events, step), scores=None, end="in progress")


def pkn(*records: RoundRecord) -> str:
    return dumps(records, "pkn")


def changed(text: str, old: str, new: str) -> str:
    """The text with one place changed, which must be there."""
    if old not in text:
        raise ValueError(f"{old!r} is not in the record")
    return text.replace(old, new, 1)


def tag(text: str, name: str) -> str:
    """The whole line of a tag."""
    return next(line for line in text.splitlines() if line.startswith(f"[{name} "))


def playing_lines(text: str) -> list[str]:
    return text.partition("[Play ")[2].splitlines()[1:]


def broken_by_cards(base: str, open_base: str) -> dict[str, str]:
    """Faults in the cards of a deal or a trick. `base` is a round of tricks, its deal in hand order."""
    deal = tag(base, "Deal")
    hands = deal.partition(":")[2].rstrip('"]').split()
    first_row, second_row = playing_lines(base)[:2]
    cards = first_row.split()
    twice = hands[1].split(".")[0][:1]
    absent = next(rank for rank in "AKQJT987" if rank not in hands[1].split(".")[0])
    with_two = f"{absent}{hands[1].split('.')[0]}.{hands[1].partition('.')[2]}"
    a, b = second_row.split()[:2]
    return {
        "card-twice.pkn": changed(base, hands[1], with_two.replace(twice, "", 1) if twice else with_two),
        "card-missing.pkn": changed(base, hands[0], _without_first(hands[0])),
        "unequal-hands.pkn": _unequal(base, hands),
        "bad-rank.pkn": changed(base, hands[0], "X" + hands[0]),
        "no-fourth-suit.pkn": changed(base, hands[0], hands[0].rpartition(".")[0]),
        "one-hand.pkn": changed(base, deal, f'[Deal "N:{hands[0]} - - -"]'),
        "no-deal.pkn": changed(base, deal + "\n", ""),
        "not-in-pack.pkn": changed(base, first_row, " ".join(["S2", *cards[1:]])),
        "not-a-card.pkn": changed(base, first_row, " ".join(["Z9", *cards[1:]])),
        "played-twice.pkn": changed(base, second_row, " ".join([cards[0], *second_row.split()[1:]])),
        "trick-too-long.pkn": changed(base, first_row, f"{first_row} {a}"),
        "wrong-column.pkn": changed(base, second_row, " ".join([b, a, *second_row.split()[2:]])),
        "trick-with-a-hole.pkn": changed(base, second_row, " ".join(["-", *second_row.split()[1:]])),
        "order-not-the-hand.pkn": changed(
            open_base, tag(open_base, "KingOrder"), _other_first_card(tag(open_base, "KingOrder"))
        ),
    }


def _without_first(hand: str) -> str:
    index = next(i for i, sign in enumerate(hand) if sign != ".")
    return hand[:index] + hand[index + 1 :]


def _unequal(text: str, hands: list[str]) -> str:
    """One card moved from the first hand to the second."""
    index = next(i for i, sign in enumerate(hands[0]) if sign != ".")
    suit, rank = hands[0][:index].count("."), hands[0][index]
    parts = hands[1].split(".")
    parts[suit] += rank
    text = changed(text, hands[1], ".".join(parts))
    return changed(text, hands[0], _without_first(hands[0]))


def _other_first_card(order: str) -> str:
    cards = order.partition(":")[2].rstrip('"]').split()
    return order.replace(cards[0], cards[1], 1)


def broken_by_rules() -> dict[str, str]:
    """Steps the rules refuse, each the last of its record."""
    lithuanian, russian, minsk = (load_variant(name) for name in ("lithuanian", "russian", "minsk"))
    return {
        "revoke.pkn": pkn(refused(lithuanian, "tricks", "must follow")),
        "heart-led.pkn": pkn(refused(lithuanian, "hearts", "must not lead")),
        "king-kept.pkn": pkn(refused(russian, "king", "must discard")),
        "not-trumped.pkn": pkn(refused(russian, "trump", "must trump", "trump:S")),
        "trump-led.pkn": pkn(refused(russian, "trump", "only the declarer", "trump:S")),
        "does-not-fit.pkn": pkn(refused(lithuanian, "layout", "does not fit")),
        "wrong-opening.pkn": pkn(refused(lithuanian, "layout", "the round begins with")),
        "scoring-discard.pkn": pkn(refused(minsk, "queens", "may not be put away")),
    }


def _next_seat(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 1) % 4]


def broken_by_tags(base: str, opened: str, game: list[RoundRecord], minsk: list[RoundRecord]) -> dict[str, str]:
    """Facts that the cards or the match contradict. `opened` is a round whose trump was opened."""
    text = pkn(*game)
    second, third = pkn(game[1]), pkn(game[2])
    dealer = tag(second, "Dealer")[9]
    other = SEATS[(SEATS.index(dealer) + 1) % 4]
    turned = next(line for line in opened.splitlines() if " turned " in line)
    named = tag(opened, "KingTrump")
    declarer = tag(opened, "KingDeclarer")
    score = tag(third, "KingScore")
    seat, number = score[12:].partition(" ")[0].strip('"').split(":")
    total = tag(third, "KingTotal")
    t_seat, t_number = total[12:].partition(" ")[0].strip('"').split(":")
    return {
        "wrong-dealer.pkn": changed(text, second, changed(second, tag(second, "Dealer"), f'[Dealer "{other}"]')),
        "wrong-contract.pkn": changed(text, tag(second, "KingContract"), '[KingContract "queens"]'),
        "unknown-contract.pkn": changed(text, tag(second, "KingContract"), '[KingContract "heart"]'),
        "wrong-declarer.pkn": changed(opened, declarer, declarer.replace(declarer[15], _next_seat(declarer[15]))),
        "wrong-trump.pkn": changed(
            opened, named, named.replace(f'"{named[12]}"', '"C"' if named[12] != "C" else '"S"')
        ),
        "wrong-opened-card.pkn": changed(opened, turned, turned[:-2] + ("SA" if turned[-2:] != "SA" else "HA")),
        "opened-too-many.pkn": changed(opened, turned, f"{turned}\n{turned}\n{turned}\n{turned}"),
        "wrong-score.pkn": changed(text, third, changed(third, score, score.replace(f"{seat}:{number}", f"{seat}:7"))),
        "wrong-total.pkn": changed(
            text, third, changed(third, total, total.replace(f"{t_seat}:{t_number}", f"{t_seat}:7"))
        ),
        "score-not-a-number.pkn": changed(base, tag(base, "KingScore"), '[KingScore "N:two"]'),
        "contract-used-up.pkn": pkn(*minsk[:3], msgspec.structs.replace(minsk[0], round=4, totals=None)),
        "missing-round.pkn": pkn(game[0], game[2]),
        "round-too-many.pkn": changed(pkn(game[11]), tag(pkn(game[11]), "Board"), '[Board "13"]'),
        "board-not-a-number.pkn": changed(base, tag(base, "Board"), '[Board "one"]'),
        "old-digest.pkn": changed(base, tag(base, "KingDigest"), '[KingDigest "0123456789abcdef"]'),
        "unknown-variant.pkn": changed(base, tag(base, "KingVariant"), '[KingVariant "lithuanien"]'),
        "unknown-option.pkn": changed(
            base, tag(base, "KingVariant"), '[KingVariant "lithuanian"]\n[KingOptions "layuot=false"]'
        ),
        "bad-options.pkn": changed(
            base, tag(base, "KingVariant"), '[KingVariant "lithuanian"]\n[KingOptions "layout"]'
        ),
        "misspelt-tag.pkn": changed(base, "[KingContract ", "[KingContrakt "),
        "tag-twice.pkn": changed(base, tag(base, "KingSeed"), f'{tag(base, "KingSeed")}\n[KingSeed "2"]'),
        "no-variant.pkn": changed(base, tag(base, "KingVariant") + "\n", ""),
        "wrong-seat.pkn": changed(base, "[Play ", '[KingEventTable "Seat;Kind;Value"]\nX trump    trump:S\n[Play '),
        "unknown-kind.pkn": changed(base, "[Play ", '[KingEventTable "Seat;Kind;Value"]\nN trumps   trump:S\n[Play '),
        "short-row.pkn": changed(base, "[Play ", '[KingEventTable "Seat;Kind;Value"]\nN trump\n[Play '),
        "no-columns.pkn": changed(base, "[Play ", '[KingEventTable "Player;What"]\nN trump\n[Play '),
    }


def after_calls(name: str, contract: str, *calls: Option) -> Round:
    """A round of this contract after these decisions."""
    variant = load_variant(name)
    dealer = 3
    deal = shuffled_deal(variant, variant.contracts[contract], dealer, stream("calls", purpose="ugly"))
    choices = tuple(sorted(variant.pool.each)) if variant.pool is not None else ()
    played = Round(variant, deal, dealer, None if choices else contract, choices)
    for call in calls:
        played.apply(call)
    return played


def wrong_call(name: str, contract: str, *calls: Option) -> str:
    """A record whose last call the rules refuse; it is made by the seat that is to decide, as what it is to decide."""
    played = after_calls(name, contract, *calls[:-1])
    decision = played.decision()
    if decision is None or played.refuse(calls[-1]) is None:
        raise ValueError(f"{name} {contract}: {calls[-1]} is not refused")
    return pkn(with_step(played, SEATS[decision.seat], decision.kind.value, option_text(calls[-1])))


def wrong_choice(name: str, contract: str, rounds: Sequence[int]) -> str:
    """A match in which a contract is chosen in these rounds, in the last of which it is used up."""
    calls: dict[int, Option] = dict.fromkeys(rounds[:-1], f"contract:{contract}")
    records = random_match(load_variant(name), f"no {contract}", calls=calls)[: rounds[-1]]
    last = records[-1]
    step = Step(last.events[0].seat, "contract", f"contract:{contract}")
    unfinished = msgspec.structs.replace(
        last, events=(step,), contract=contract, trump=None, scores=None, totals=None, end="in progress"
    )
    return pkn(*records[:-1], unfinished)


def broken_by_games() -> dict[str, str]:
    """Faults in what only some games have: auctions, pools with quotas, a stock, a fifth seat, void rounds."""
    stock = next(
        text
        for number in range(100)
        if (text := pkn(record_of(whole_round(load_variant("domino"), "tricks", f"stock/{number}")))).count(" drawn ")
        > 2
        and " left " in text
    )
    drawn = [line for line in stock.splitlines() if " drawn " in line]
    left = next(line for line in stock.splitlines() if " left " in line)
    five = pkn(record_of(whole_round(load_variant("declared-3-of-5"), "tricks", "five")))
    out = tag(five, "KingOut")
    penal = load_variant("trade", {"all_pass": "redeal"})
    void = [*random_match(penal, "void"), *random_match(penal, "void 2")]
    passed = next(pkn(record) for record in void if record.end == "redeal")
    played = next(pkn(record) for record in void if record.end != "redeal")
    suit = tag(played, "KingSuit")
    hearts = random_match(load_variant("black-lady"), "over")
    one_more = msgspec.structs.replace(
        _prefix(hearts[0], 0),
        round=len(hearts) + 1,
        dealer=SEATS[(SEATS.index(hearts[-1].dealer) + 1) % 4],  # type: ignore[arg-type]
    )
    giver = after_calls("polish-auction", "trump", "offer:50", "bid:50", "pass", "pass")
    return {
        "bid-of-30.pkn": wrong_call("polish-auction", "trump", "offer:25", "bid:30"),
        "bid-not-higher.pkn": wrong_call("polish-auction", "trump", "offer:25", "bid:50", "bid:50"),
        "bid-below-reserve.pkn": wrong_call("polish-auction", "trump", "offer:100", "bid:75"),
        "offer-not-lower.pkn": wrong_call("polish-auction", "trump", "offer:50", "pass", "pass", "pass", "offer:75"),
        "no-trump-named.pkn": wrong_call("lithuanian", "trump", "trump:NT"),
        "no-suit-left-out.pkn": wrong_call("trade", "suit", "bid:3", "pass", "pass", "pass", "suit:NT"),
        "voluntary-pass.pkn": wrong_call("lithuanian", "layout", "pass"),
        "opening-with-a-7.pkn": _opening_with("polish", "layout", "S7"),
        "third-negative.pkn": wrong_choice("rifki", "tricks", (1, 2, 3)),
        "fifth-trump.pkn": wrong_choice("declared", "trump", (1, 5, 9, 13, 17)),
        "gift-not-held.pkn": _gift_of_another(giver),
        "drawn-another-card.pkn": changed(stock, drawn[0], drawn[0][:-2] + _other_card(drawn[0][-2:])),
        "drawn-too-few.pkn": changed(stock, drawn[-1] + "\n", ""),
        "left-to-another.pkn": changed(stock, left, _next_seat(left[0]) + left[1:]),
        "stock-card-twice.pkn": changed(stock, tag(stock, "KingStock")[12:14], drawn[1][-2:]),
        "sits-out.pkn": changed(five, out, f'[KingOut "{_next_seat(out[10])} {out[12]}"]'),
        "no-fifth-hand.pkn": "\n".join(line for line in five.split("\n") if not line.startswith("[KingHand ")),
        "redeal-though-played.pkn": changed(played, '[KingEnd "complete"]', '[KingEnd "redeal"]'),
        "no-redeal.pkn": changed(passed, '[KingEnd "redeal"]', '[KingEnd "complete"]'),
        "wrong-suit.pkn": changed(played, suit, '[KingSuit "C"]' if suit[11] != "C" else '[KingSuit "S"]'),
        "match-was-over.pkn": pkn(*hearts, one_more),
    }


def _opening_with(name: str, contract: str, card: str) -> str:
    """A layout that its first seat, holding the card, begins with it though it may not."""
    for number in range(100):
        played = next(one_round(load_variant(name), contract, f"opening/{number}"))
        decision, wanted = played.decision(), parse_card(card)
        if decision is not None and played.setting.hands[decision.seat] >> wanted & 1 and played.refuse(wanted):
            return pkn(with_step(played, SEATS[decision.seat], "lay", card))
    raise ValueError(f"{name} {contract}: nobody holds {card}")


def _other_card(name: str) -> str:
    return "SA" if name != "SA" else "HA"


def _gift_of_another(giver: Round) -> str:
    """The buyer of the talon gives away a card that another holds."""
    decision = giver.decision()
    assert decision is not None
    other = next(hand for seat, hand in enumerate(giver.setting.hands) if seat != decision.seat)
    return pkn(with_step(giver, SEATS[decision.seat], "give", card_name(next(cards_of(other)))))


def broken_by_form(base: str, game: list[RoundRecord]) -> dict[str, str]:
    """What is no PKN, or stops too early."""
    rows = playing_lines(base)
    middle = base.index(rows[4]) + 4
    three = pkn(*game[:3])
    return {
        "open-quote.pkn": changed(base, tag(base, "Site"), '[Site "?]'),
        "open-tag.pkn": changed(base, tag(base, "Site"), '[Site "?"'),
        "open-comment.pkn": changed(base, tag(base, "Site"), "{ a comment without an end"),
        "stray-brace.pkn": changed(base, tag(base, "Site"), "}"),
        "cut-in-a-trick.pkn": base[:middle],
        "cut-in-a-tag.pkn": three[: three.rindex("[KingVariant") + 16],
        "unfinished.pkn": pkn(_prefix(game[4], 10)),
        "not-yet-chosen.pkn": pkn(_prefix(game[7], 0)),
        "stopped.pkn": pkn(msgspec.structs.replace(_prefix(game[4], 10), end="stopped")),
        "bridge.pkn": BRIDGE,
        "statistics-after.pkn": base + "Generated 2922012 hands\nProduced 10 hands\n",
        "two-games-one-bad.pkn": changed(pkn(game[0]), rows[0], rows[0][:-2] + "S2") + pkn(game[1]),
    }


BRIDGE = """[Event "A game of bridge"]
[Board "1"]
[Dealer "N"]
[Deal "N:A98.K85.KQ93.AK8 KQ2.T43.A74.QJ52 JT3.AJ97.JT82.T7 7654.Q62.65.9643"]
[Declarer "N"]
[Contract "3NT"]

"""


def _prefix(record: RoundRecord, n_steps: int) -> RoundRecord:
    return msgspec.structs.replace(
        record, events=record.events[:n_steps], scores=None, totals=None, trump=None, end="in progress"
    )


def tolerated(base: str) -> dict[str, bytes]:
    """What people and their programs write, and a reader takes without a word."""
    rows = playing_lines(base)
    by_hand = changed(base, rows[0], rows[0].lower() + " ; the first trick")
    by_hand = changed(by_hand, rows[1], rows[1].replace("T", "10") + " {a comment\nover two lines}")
    by_hand = "% an escaped line\n{ an intro }\n" + by_hand.replace("]\n[", "]\n\n[", 4)
    for name in ("KingDigest", "KingScore", "KingTotal", "KingSeed", "KingEnd", "KingContract"):
        by_hand = by_hand.replace(tag(by_hand, name) + "\n", "")
    deal = tag(base, "Deal")
    lettered = deal
    for hand in deal.partition(":")[2].rstrip('"]').split():
        parts = zip("SHDC", hand.split("."), strict=True)
        lettered = lettered.replace(hand, ".".join(suit + ranks for suit, ranks in parts))
    return {
        "ok-by-hand.pkn": by_hand.encode(),
        "ok-bom.pkn": b"\xef\xbb\xbf" + base.encode(),
        "ok-utf16.pkn": b"\xff\xfe" + base.encode("utf-16-le"),
        "ok-crlf.pkn": base.replace("\n", "\r\n").encode(),
        "ok-suit-letters.pkn": changed(base, deal, lettered).encode(),
        "ok-first-seat.pkn": changed(base, deal, _from_south(deal)).encode(),
        "ok-notes.pkn": changed(base, rows[0], rows[0].replace(" ", " =1= ", 1) + "\n$1").rstrip("\n").encode()
        + b'\n[Note "1:a surprise"]\n[Note "2:none"]\n',
        "ok-other-tags.pkn": changed(
            base, "[Play ", '[Vulnerable "None"]\n[Annotator "Ona \\"O.\\""]\n[Play '
        ).encode(),
        "ok-comment-before-play.pkn": changed(base, "[Play ", "{ and now }\n; the play\n[Play ").encode(),
    }


def _from_south(deal: str) -> str:
    hands = deal.partition(":")[2].rstrip('"]').split()
    return f'[Deal "S:{" ".join(hands[2:] + hands[:2])}"]'


def broken_json(record: RoundRecord, game: list[RoundRecord]) -> dict[str, bytes]:
    """JSON that is none, or says what no record can say."""
    line = dumps([record], "json").strip()
    plain: dict[str, Any] = json.loads(line)
    match = dumps([match_record(game[:2])], "json")
    wrong_turn = [*plain["events"]]
    wrong_turn[0], wrong_turn[1] = wrong_turn[1], wrong_turn[0]
    position: dict[str, Any] = {
        "schema": "king.position/1",
        "variant": "russian",
        "contract": "queens",
        "leader": "E",
        "trick": ["SJ"],
        "hands": {"N": "Q9..K.8", "E": "T..7.Q", "S": "K.Q.9.J", "W": "A.K7.Q."},
    }
    documents: dict[str, str] = {
        "cut.json": line[: len(line) // 2],
        "key-twice.json": line.replace('"round":', '"variant":"russian","round":', 1),
        "big-seed.json": line.replace('"seed":"ugly"', f'"seed":{2**127}', 1),
        "nan.json": line.replace('"round":', '"round":NaN,"x":', 1),
        "half-a-surrogate.json": line.replace('"ugly"', '"\\ud800"', 1),
        "unknown-key.json": line.replace('"contract":', '"contrakt":', 1),
        "unknown-version.json": line.replace("king.round/1", "king.round/7", 1),
        "unknown-schema.json": line.replace("king.round/1", "king.rounds/1", 1),
        "no-schema.json": line.replace('"schema":"king.round/1",', "", 1),
        "wrong-type.json": _json(plain | {"round": "one"}),
        "no-end.json": _json({key: value for key, value in plain.items() if key != "end"}),
        "no-such-seat.json": _json(plain | {"dealer": "X"}),
        "hand-missing.json": _json(plain | {"deal": {"hands": {"N": plain["deal"]["hands"]["N"]}}}),
        "wrong-turn.json": _json(plain | {"events": wrong_turn}),
        "after-the-end.json": _json(plain | {"events": [*plain["events"], ["N", "play", "SA"]]}),
        "wrong-kind.json": _json(plain | {"events": [["N", "lay", "SA"], *plain["events"]]}),
        "not-a-card.json": _json(plain | {"events": [["N", "play", "S1"], *plain["events"][1:]]}),
        "another-match.json": match.replace('"match":"lithuanian-', '"match":"x-', 1),
        "one-bad-line.jsonl": f"{line}\n{line[:200]}\n{line}\n",
        "list-of-numbers.json": "[1, 2]",
        "number.json": "17",
        "text.txt": "Dear Sir or Madam,\n",
        "position.json": _json(position),
        "premium-without-taken.json": _json(
            {
                "schema": "king.position/1",
                "variant": "varzytines",
                "contract": "jacks",
                "leader": "N",
                "hands": {"N": "JT...", "E": ".JT..", "S": "..JT.", "W": "...JT"},
            }
        ),
        "position-card-twice.json": _json(position | {"hands": position["hands"] | {"W": "A9.K.Q."}}),
    }
    return {name: text.encode() for name, text in documents.items()} | {
        "empty.pkn": b"",
        "blank.pkn": b"\n \n",
        "binary.pkn": bytes(range(256)) * 4,
        "not-utf8.pkn": b'[Event "caf\xe9"]\n',
        "utf16-without-mark.pkn": '[Event "x"]\n'.encode("utf-16-le"),
        "damaged.gz": b"\x1f\x8b\x08\x00damaged",
    }


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def all_files() -> dict[Path, bytes]:
    """Every file and its bytes."""
    lithuanian = load_variant("lithuanian")
    demo = random_match(lithuanian, "demo", players=PLAYERS, calls=DEMO_CALLS, event="Demonstration")
    game = random_match(lithuanian, "ugly", calls=DEMO_CALLS)
    minsk = random_match(load_variant("minsk"), "ugly", calls={1: "contract:queens"})
    base, opened = pkn(game[0]), pkn(game[7])
    texts = (
        broken_by_cards(base, opened)
        | broken_by_rules()
        | broken_by_tags(base, opened, game, minsk)
        | broken_by_form(base, game)
        | broken_by_games()
    )
    ugly = {name: text.encode() for name, text in texts.items()} | tolerated(base) | broken_json(game[0], game)
    files = {FOLDER / "ugly" / name: data for name, data in ugly.items()}
    return {FOLDER / "demo.pkn": pkn(*demo).encode()} | files


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    for path, data in all_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    print(f"{len(all_files())} files in {FOLDER}")


if __name__ == "__main__":
    main()
