"""A solved position for people: the hands, what every card is worth, and the best line trick by trick."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from kingcli.cards import SUIT_MASKS, Hand, cards_of, n_cards, suit_index
from kingcli.records import Problem
from kingcli.rules import HundredPosition, LayoutPosition, Option, Position, TrickPosition, tricks
from kingcli.rules.perft import after
from kingcli.search import Solution
from kingcli.search.special import is_open
from kingcli.seats import SEATS, Seat
from kingcli.show.console import Screen, signed
from kingcli.show.diagram import show_hands
from kingcli.show.words import contract_name, price_words

_SEAT_WORDS = dict(zip(SEATS, ("North", "East", "South", "West", "Fifth"), strict=True))
_HEADS = {"guarantee": "sure of", "team": "sure of", "best": "at best"}
_LAYS_A_LINE = 8
_MOST_RESULTS = 10
_MORE = "--all-cards, --for N|NS|all, --method best|maxn|equilibria, --format json"


def show_solution(screen: Screen, problem: Problem, found: Sequence[Solution], *, has_line: bool = True) -> None:
    """Print a position and its answers: one, or several methods side by side. The line is that of the first."""
    position, main, letters = problem.position, found[0], problem.seats
    screen.line(title(screen, problem, main))
    show_hands(screen, by_letter(position.hands, letters))
    for line in _beside(screen, position, letters):
        screen.line(line)
    for note in problem.notes:
        screen.line(f"  Note: {note}.")
    screen.line()
    if not main.cards and not main.card_bounds and not main.card_vectors and main.exact:
        screen.line(f"  The round is decided: {_value_words(main, letters)}.")
        return
    if main.method == "equilibria":
        _show_equilibria(screen, position, main, letters)
    else:
        _show_cards(screen, position, found, letters)
    if has_line and main.line:
        _show_line(screen, position, main, letters)
    nodes = sum(one.nodes for one in found)
    more = "" if len(found) > 1 else f"   More: {_MORE}"
    count = f"{nodes:,}".replace(",", " ")
    screen.line(f"  {count} position{'' if nodes == 1 else 's'}.{more}")


def title(screen: Screen, problem: Problem, found: Solution) -> Text:
    """ "Russian King · no queens (-4 a queen) · 4 cards each · East to lead · exact"."""
    variant, contract, position = problem.variant, problem.contract, problem.position
    name = Text(contract_name(variant, contract))
    if problem.named is not None:
        is_suit = problem.named in "SHDC"
        name += Text(" ") + (Text(screen.suit("SHDC".index(problem.named))) if is_suit else Text("no trump"))
    name += Text(f" ({price_words(variant, variant.contracts[contract])})")
    parts = [Text(problem.id)] if problem.id else []
    parts += [Text(variant.title), name, Text(sizes_of(position))]
    if found.cards or found.card_bounds or found.card_vectors:
        parts.append(Text(f"{_SEAT_WORDS[problem.seats[_mover(position)]]} to {_verb(position)}"))
    parts.append(Text("exact" if found.exact else "bounds only: the budget ran out"))
    return Text(" · " if screen.has_signs else " - ").join(parts)


def by_letter(hands: Sequence[Hand], letters: str) -> list[Hand]:
    """The hands in the order N E S W F; those who sit out hold nothing."""
    by_letter = dict(zip(letters, hands, strict=True))
    n_shown = max(3, 1 + max(SEATS.index(letter) for letter in letters))
    return [by_letter.get(letter, 0) for letter in SEATS[:n_shown]]


def _mover(position: Position) -> Seat:
    return tricks.turn(position) if isinstance(position, TrickPosition) else position.turn


def _verb(position: Position) -> str:
    if not isinstance(position, TrickPosition):
        return "lay"
    return "play" if position.trick else "lead"


def sizes_of(position: Position) -> str:
    """ "8 cards each", or how many there are in all."""
    sizes = [n_cards(hand) for hand in position.hands]
    if len(set(sizes)) > 1 and not (isinstance(position, TrickPosition) and position.trick and not position.order):
        return f"{sum(sizes)} cards"
    return f"{max(sizes)} card{'' if max(sizes) == 1 else 's'} each"


def _beside(screen: Screen, position: Position, letters: str) -> list[Text]:
    """What is true besides the hands: the table, what is to come, the declarer, the points made."""
    lines = []
    if isinstance(position, LayoutPosition):
        lines.append(Text("  Laid: ") + _laid(screen, position.laid))
        if position.laid_now:
            one = position.laid_now == 1
            lines.append(
                Text(f"  In this turn: {position.laid_now} start card{'' if one else 's'}; ")
                + Text("he may stop, or lay all the others he holds" if one else "he lays all the others he holds")
            )
        if position.passes:
            lines.append(Text(f"  Passes in a row: {position.passes}"))
    elif isinstance(position, HundredPosition):
        ahead = [f"{limit} ({signed(points)})" for limit, points in position.table.limits if limit > position.sum]
        lines.append(Text(f"  Sum so far: {position.sum}   Limits ahead: {'  '.join(ahead) or '-'}"))
    else:
        lines += _beside_trick(screen, position, letters)
    if any(position.scores):
        lines.append(Text(f"  So far: {_by_seat(position.scores, letters)}"))
    return lines


def _beside_trick(screen: Screen, position: TrickPosition, letters: str) -> list[Text]:
    lines = []
    if position.trick:
        lines.append(Text("  On the table: ") + _played(screen, _table(position), letters))
    if position.table.has_stock:
        lines.append(Text("  Stock, top first: ") + (screen.cards(position.stock) if position.stock else Text("-")))
    if position.odd is not None:
        lines.append(Text("  Odd card, to the winner of this trick: ") + screen.card(position.odd))
    if position.declarer is not None:
        lines.append(Text(f"  Declarer: {letters[position.declarer]}"))
    if position.table.premiums and position.taken is not None and position.tricks is not None:
        told = zip(letters, position.taken, position.tricks, strict=True)
        scoring = position.table.scoring
        words = Text("  Won: ")
        for index, (letter, cards, count) in enumerate(told):
            words += Text(f"{'   ' if index else ''}{letter} {count}")
            if cards & scoring:
                words += Text(" with ") + screen.cards(cards_of(cards & scoring))
        lines.append(words + Text("" if is_open(position) else "   (no premium can come any more)"))
    return lines


def _table(position: TrickPosition) -> list[tuple[Seat, Option]]:
    """The cards on the table and who played them."""
    table = position.table
    if position.order:
        return [*zip(position.order, position.trick, strict=False)]
    return [
        ((position.leader + table.direction * index) % table.n_seats, card) for index, card in enumerate(position.trick)
    ]


def _laid(screen: Screen, laid: Hand) -> Text:
    """ "♠ 7-A  ♥ 9  ♦ -": the lowest and the highest card of each suit laid."""
    parts = []
    for suit in range(4):
        cards = [*cards_of(laid & SUIT_MASKS[suit])]
        ends = [screen.card(card).plain[-1] for card in (cards[-1:] + cards[:1])]
        words = "-" if not cards else ends[0] if len(cards) == 1 else "-".join(ends)
        style = "red" if suit in (1, 2) else ""
        parts.append(Text(f"{screen.suit(suit)} {words}", style=style))
    return Text("  ").join(parts)


def _played(screen: Screen, steps: Sequence[tuple[Seat, Option]], letters: str) -> Text:
    return Text("  ").join(Text(f"{letters[seat]} ") + screen.option(option) for seat, option in steps)


def _by_seat(values: Sequence[int], letters: str) -> str:
    return "  ".join(f"{seat} {signed(value)}" for seat, value in zip(letters, values, strict=True))


def _value_words(found: Solution, letters: str) -> str:
    if found.vectors:
        return _by_seat(found.vectors[0], letters)
    if isinstance(found.value, tuple):
        return _by_seat(found.value, letters)
    assert found.value is not None
    return f"{_whose(found, letters)} {signed(found.value)}"


def _whose(found: Solution, letters: str) -> str:
    return "".join(letters[seat] for seat in found.seats)


Cells = tuple[str, ...]


def _show_cards(screen: Screen, position: Position, found: Sequence[Solution], letters: str) -> None:
    """One row for cards of one suit that have the same values throughout; the best on top, marked with a star."""
    main, mover = found[0], _mover(position)
    options = [*(main.card_bounds or main.cards)]
    columns = [head for one in found for head in _heads(one, mover, letters, is_alone=len(found) == 1)]
    rows: dict[tuple[Cells, int], list[Option]] = {}
    for option in options:
        cells = tuple(cell for one in found for cell in _cells(one, option, main.seats, is_alone=len(found) == 1))
        suit = suit_index(option) if isinstance(option, int) else 4
        rows.setdefault((cells, suit), []).append(option)
    order = sorted(rows, key=lambda row: not set(rows[row]) <= set(main.best))
    if main.exact and not main.of_each:
        order.sort(key=lambda row: _worth(main, rows[row][0], helping=_is_helping(main, mover)), reverse=True)
    lines: list[list[str | Text]] = [
        [
            Text("* " if set(rows[row]) <= set(main.best) else "  ")
            + Text(" ").join(screen.option(option) for option in rows[row]),
            *row[0],
        ]
        for row in order
    ]
    word = "plays" if isinstance(position, TrickPosition) else "lays"
    screen.table([f"  {_SEAT_WORDS[letters[mover]]} {word}", *columns], lines)
    if any(one.ties for one in found):
        screen.line(f"  (max^n: every seat for itself; ties {next(one.ties for one in found if one.ties)})")


def _show_equilibria(screen: Screen, position: Position, found: Solution, letters: str) -> None:
    """A row for options that lead to the same: how many results there are, and between what each seat's lies."""
    if not found.exact:
        screen.line("  The budget ran out; nothing is proven of the equilibria.")
        return
    mover = _mover(position)
    word = "plays" if isinstance(position, TrickPosition) else "lays"
    rows: dict[tuple[Cells, int], list[Option]] = {}
    for option, vectors in found.card_vectors.items():
        suit = suit_index(option) if isinstance(option, int) else 4
        rows.setdefault(((str(len(vectors)), *_intervals(vectors)), suit), []).append(option)
    lines: list[list[str | Text]] = []
    for (cells, _), options in sorted(rows.items(), key=lambda row: not set(row[1]) & set(found.best)):
        star = "* " if set(options) & set(found.best) else "  "
        lines.append([Text(star) + Text(" ").join(screen.option(option) for option in options), *cells])
    screen.table([f"  {_SEAT_WORDS[letters[mover]]} {word}", "results", *letters], lines)
    number = len(found.vectors)
    screen.line(
        f"  In equilibrium {number} result{'' if number == 1 else 's'}:  "
        + "  ".join(f"{letter} {cell}" for letter, cell in zip(letters, _intervals(found.vectors), strict=True))
    )
    for vector in found.vectors[:_MOST_RESULTS]:
        screen.line(f"    {_by_seat(vector, letters)}")
    if number > _MOST_RESULTS:
        screen.line(f"    and {number - _MOST_RESULTS} more (--format json shows all)")


def _intervals(vectors: Sequence[tuple[int, ...]]) -> list[str]:
    ends = [(min(own), max(own)) for own in zip(*vectors, strict=True)]
    return [signed(low) if low == high else f"{signed(low)} .. {signed(high)}" for low, high in ends]


def _is_helping(found: Solution, mover: Seat) -> bool:
    return found.method == "best" or mover in found.seats


def _worth(found: Solution, option: Option, *, helping: bool) -> int:
    value = found.cards[option]
    assert isinstance(value, int)
    return value if helping else -value


def _heads(found: Solution, mover: Seat, letters: str, *, is_alone: bool) -> list[str]:
    """The column heads of one answer; those of max^n beside others begin with the column of whom they are asked for."""
    if found.method == "maxn":
        seats = [letters[seat] for seat in found.seats]
        return seats if is_alone else ["max^n", *seats]
    if found.of_each:
        return [f"{letters[seat]} {_HEADS[found.method]}" for seat in found.seats]
    head = _HEADS[found.method]
    return [head] if found.seats == (mover,) else [f"{_whose(found, letters)} {head}"]


def _cells(found: Solution, option: Option, seats: Sequence[Seat], *, is_alone: bool) -> Cells:
    value = found.cards.get(option)
    if isinstance(value, tuple):
        own = () if is_alone or found.method != "maxn" else (signed(sum(value[seat] for seat in seats)),)
        return (*own, *(signed(number) for number in value))
    if value is not None:
        return (signed(value),)
    if option in found.card_bounds:
        low, high = found.card_bounds[option]
        return (f"{signed(low)} .. {signed(high)}",)
    return ("?",) * (len(found.seats) + (0 if is_alone or found.method != "maxn" else 1) if found.of_each else 1)


def _show_line(screen: Screen, position: Position, found: Solution, letters: str) -> None:
    """The line, a trick a row with who takes it and what for; else eight cards a row, with who goes out or pays."""
    rows = (
        _trick_rows(screen, position, found, letters)
        if isinstance(position, TrickPosition)
        else _lay_rows(screen, position, found, letters)
    )
    for index, row in enumerate(rows):
        screen.line(Text("  Best line:  " if index == 0 else " " * 14) + row)


def _trick_rows(screen: Screen, position: TrickPosition, found: Solution, letters: str) -> list[Text]:
    rows: list[Text] = []
    steps = _table(position)
    for seat, option in found.line:
        card = int(option)
        steps.append((seat, card))
        before = position
        position = tricks.play(before, card)
        if position.trick:
            continue
        taker = tricks.taker(before, card)
        row = Text(f"{len(rows) + 1}  ") + _played(screen, steps, letters) + Text(f"  -> {letters[taker]}")
        rows.append(row + _gains(before, position, taker, letters))
        steps = []
    if rows and tricks.is_over(position) and (final := tricks.final_scores(position)) != position.scores:
        rows.append(Text(f"with the premium:  {_by_seat(final, letters)}"))
    return rows


def _gains(before: TrickPosition, after: TrickPosition, taker: Seat, letters: str) -> Text:
    """What the taker gets, and what others get besides (what is left over at the end of a round with a stock)."""
    gains = [new - old for old, new in zip(before.scores, after.scores, strict=True)]
    others = {letters[seat]: gain for seat, gain in enumerate(gains) if gain and seat != taker}
    words = f"  {signed(gains[taker])}" + "".join(f"   {letter} {signed(gain)}" for letter, gain in others.items())
    return Text(words + ("   (with what is left)" if before.table.has_stock and not any(after.hands) else ""))


def _lay_rows(screen: Screen, position: LayoutPosition | HundredPosition, found: Solution, letters: str) -> list[Text]:
    rows: list[Text] = []
    row: list[Text] = []
    for number, (seat, option) in enumerate(found.line, 1):
        before = position.scores
        following = after(position, option)
        assert not isinstance(following, TrickPosition)
        position = following
        step = Text(f"{letters[seat]} ") + screen.option(option)
        gain = signed(position.scores[seat] - before[seat])
        if isinstance(position, HundredPosition):
            if gain != "0":
                step += Text(f" ({position.sum}: {gain})")
        elif not position.hands[seat]:
            step += Text(f" (out, {gain})")
        row.append(step)
        if number % _LAYS_A_LINE == 0 or number == len(found.line):
            rows.append(Text("  ").join(row))
            row = []
    return rows
