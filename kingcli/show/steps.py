"""A round step by step: bids, talon and gifts; who led, what was legal at each turn, who took the trick."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from kingcli.cards import RANKS, cards_of, mask, rank_index, suit_index
from kingcli.records import RoundReplay
from kingcli.records.moves import Move, moves_of
from kingcli.rules import Event, Kind, Option, Round
from kingcli.rules.events import seat_letter
from kingcli.seats import SEATS, seat_names
from kingcli.show.console import Screen, signed
from kingcli.show.fitting import fit
from kingcli.show.languages import translate
from kingcli.show.sheet import opened, trump_text
from kingcli.show.words import contract_name
from kingcli.variants import HundredTable

_PLACES = ("first", "second", "third", "fourth", "fifth")
_MANY_OPTIONS = 10


def show_steps(screen: Screen, replay: RoundReplay, number: int, lang: str = "en") -> None:
    """Print every decision of a round as far as it goes."""
    round = replay.round
    screen.line()
    if round is None:
        screen.line(f"Round {number}: cannot be replayed")
        return
    variant = round.variant
    name = contract_name(variant, round.contract, lang) if round.contract is not None else "contract not yet chosen"
    screen.line(f"Round {number} · {name} · dealt by {SEATS[round.dealer]}")
    for event in round.events:
        if event.kind is Kind.TALON and event.seat is None:
            screen.line(Text("  the talon lies open: ") + _cards(screen, event))
    moves = moves_of(round)
    n_given = 0
    for move in moves:
        if move.kind not in (Kind.PLAY, Kind.LAY):
            n_given += move.kind is Kind.GIVE
            for line in _call(screen, round, move, n_given).wrap(screen.console, max(screen.console.width, 80)):
                line.rstrip()
                screen.line(line)
            for fact in move.facts_of(Kind.TALON):
                sees = "all see" if fact.seen_by == (1 << variant.seats) - 1 else f"only {seat_letter(fact.seat)} sees"
                screen.line(Text(f"  {seat_letter(fact.seat)} takes the talon, which {sees}: ") + _cards(screen, fact))
    _show_play(screen, round, moves, lang)
    seats = seat_names(variant.seats)
    scores = "  ".join(f"{seat} {signed(score)}" for seat, score in zip(seats, round.scores(), strict=True))
    if round.is_void:
        screen.line("  all passed: the round does not count and is dealt anew")
    else:
        screen.line(f"  {translate('scores' if round.is_over else 'so far', lang)}: {scores}")


def _cards(screen: Screen, event: Event) -> Text:
    return screen.cards(event.value) if isinstance(event.value, tuple) else Text("")


def _call(screen: Screen, round: Round, move: Move, n_given: int) -> Text:
    """One step before card play in words."""
    who, option = SEATS[move.seat], move.option
    word = str(option).partition(":")[2]
    if move.kind is Kind.CONTRACT:
        left = ", ".join(str(one).partition(":")[2] for one in move.options)
        return Text(f"  {who} chooses {word} (left: {left})")
    if move.kind is Kind.OFFER:
        asked = [str(one).partition(":")[2] for one in move.options if one != "take"]
        what = f"offers it for {word} or more" if word else "keeps the talon"
        return Text(f"  {who} {what}" + (f" (could ask {asked[0]} to {asked[-1]})" if asked else ""))
    if move.kind is Kind.BID:
        bids = [str(one).partition(":")[2] for one in move.options if one != "pass"]
        paid = ", ".join(f"{SEATS[seat]} {signed(gain)}" for seat, gain in enumerate(move.gains) if gain)
        could = f" (could bid {bids[0]} to {bids[-1]})" if bids else ""
        return Text(f"  {who} {f'bids {word}' if word else 'passes'}{could}" + (f"; {paid}" if paid else ""))
    if move.kind is Kind.SUIT:
        return Text(f"  {who} names the suit that counts: ") + trump_text(screen, round)
    if move.kind is Kind.TRUMP and opened(round):
        return Text(f"  {who} says {option}; trump is ") + trump_text(screen, round)
    if move.kind is Kind.TRUMP:
        return Text(f"  {who} names ") + trump_text(screen, round)
    if move.kind is Kind.GIVE:
        giver = round.active.index(move.seat)
        receiver = round.active[(giver + round.variant.step * n_given) % len(round.active)]
        return Text(f"  {who} gives ") + screen.option(option) + Text(f" to {SEATS[receiver]}")
    line = Text(f"  {who} puts away ") + screen.option(option) + Text("  (of ")
    points = f"; {who} {signed(move.gains[move.seat])}" if move.gains[move.seat] else ""
    return line + _options(screen, move.options) + Text(")" + points)


def _options(screen: Screen, options: Sequence[Option]) -> Text:
    """What was legal: "♠A ♠7"; many cards suit by suit: "♠AK7 ♥92"."""
    if len(options) <= _MANY_OPTIONS:
        return Text(" ").join(screen.option(option) for option in options)
    parts = []
    for suit in range(4):
        ranks = "".join((RANKS + "XY")[rank_index(o)] for o in options if isinstance(o, int) and suit_index(o) == suit)
        if ranks:
            parts.append(Text(screen.suit(suit) + ranks, style="red" if suit in (1, 2) else ""))
    return Text(" ").join([*parts, *(Text(str(option)) for option in options if not isinstance(option, int))])


def _show_play(screen: Screen, round: Round, moves: Sequence[Move], lang: str) -> None:
    """The table of the card play, and what happened besides."""
    plays = [move for move in moves if move.kind is Kind.PLAY]
    lays = [move for move in moves if move.kind is Kind.LAY]
    if plays:
        heads, rows = _tricks(screen, plays)
        heads = [translate(head, lang) for head in heads]
        fitted = (
            fit(heads, rows, (len(heads) - 5, len(heads) - 3), max(screen.console.width, 80))
            if len(heads) > 6
            else rows
        )
        screen.table(heads, fitted, left=range(1, len(heads) - 1))
    elif lays and isinstance(round.setting.table, HundredTable):
        heads, rows = _race(screen, lays, round.setting.table)
        screen.table([translate(head, lang) for head in heads], rows, left=(1, 2))
    elif lays:
        heads = ["turn", "seat", "lays", "legal", "goes out", "points"]
        screen.table([translate(head, lang) for head in heads], _lays(screen, lays), left=(1, 2, 3, 4))
    for move in moves:
        taker = next((fact.seat for fact in move.facts_of(Kind.TRICK)), None)
        trick = next((fact.value for fact in move.facts_of(Kind.TRICK)), ())
        if isinstance(trick, tuple) and len(trick) > len(round.active):
            goes = Text(f", goes to {seat_letter(taker)}")
            screen.line(Text("  the card set aside, ") + screen.cards(trick[-1:]) + goes)
        for fact in move.facts_of(Kind.LEFT):
            screen.line(Text(f"  left over, to {seat_letter(fact.seat)}: ") + _cards(screen, fact))
        others = [(seat, gain) for seat, gain in enumerate(move.gains) if gain and seat != taker]
        if move.kind is Kind.PLAY and others:
            screen.line("  also at the end: " + ", ".join(f"{SEATS[seat]} {signed(gain)}" for seat, gain in others))
        if move.kind is Kind.LAY and any(gain and seat != move.seat for seat, gain in others):
            rest = [f"{SEATS[seat]} {signed(gain)}" for seat, gain in others if seat != move.seat]
            screen.line("  to those who still hold cards: " + ", ".join(rest))
        if any(move.premium):
            found = mask(round.setting.put_away) & getattr(round.setting.table, "scoring", 0)
            is_found = found and not getattr(round.setting.table, "premiums", ())
            words = "found among the discards" if is_found else "premium"
            cards = Text(" ") + screen.cards(cards_of(found)) if words != "premium" else Text("")
            changes = [f"{SEATS[seat]} {signed(change)}" for seat, change in enumerate(move.premium) if change]
            screen.line(Text(f"  {words}") + cards + Text(": " + ", ".join(changes)))


def _tricks(screen: Screen, plays: Sequence[Move]) -> tuple[list[str], list[Sequence[str | Text]]]:
    """Heads and rows. The column of drawn cards is there when somebody drew."""
    rows: list[Sequence[str | Text]] = []
    has_draws = any(move.facts_of(Kind.DRAWN) for move in plays)
    number, is_lead = 1, True
    drawn: Sequence[Event] = ()
    for move in plays:
        taken = next(iter(move.facts_of(Kind.TRICK)), None)
        takes, points = "", ""
        if taken is not None and taken.seat is not None:
            takes, points = seat_letter(taken.seat), signed(move.gains[taken.seat])
        draws = screen.cards(fact.value for fact in drawn if isinstance(fact.value, int))
        rows.append(
            [
                str(number) if is_lead else "",
                SEATS[move.seat],
                *([draws] if has_draws else []),
                screen.option(move.option),
                _options(screen, move.options),
                takes,
                points,
            ]
        )
        is_lead, drawn = taken is not None, move.facts_of(Kind.DRAWN)
        number += is_lead
    return ["trick", "seat", *(["draws"] if has_draws else []), "plays", "legal", "takes it", "points"], rows


def _race(screen: Screen, lays: Sequence[Move], table: HundredTable) -> tuple[list[str], list[Sequence[str | Text]]]:
    """The Hundred: the sum after every card, and the limits reached."""
    rows: list[Sequence[str | Text]] = []
    total = 0
    for number, move in enumerate(lays, 1):
        before = total
        total += table.eyes[move.option] if isinstance(move.option, int) else 0
        limits = " ".join(str(limit) for limit, _ in table.limits if before < limit <= total)
        points = signed(move.gains[move.seat]) if limits else ""
        rows.append([str(number), SEATS[move.seat], screen.option(move.option), str(total), limits, points])
    return ["turn", "seat", "lays", "sum", "limit", "points"], rows


def _lays(screen: Screen, lays: Sequence[Move]) -> list[Sequence[str | Text]]:
    rows: list[Sequence[str | Text]] = []
    n_out = 0
    for number, move in enumerate(lays, 1):
        out, points = "", ""
        if move.facts_of(Kind.OUT):
            out, points = _PLACES[n_out], signed(move.gains[move.seat])
            n_out += 1
        rows.append(
            [
                str(number),
                SEATS[move.seat],
                screen.option(move.option),
                _options(screen, move.options),
                out,
                points,
            ]
        )
    return rows
