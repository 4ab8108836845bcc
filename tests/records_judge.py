"""Judges PKN texts without kingcli: tests/independent.py plays every game by itself and says where it goes wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import independent

AFTER_PLAY = ("drawn", "left")


@dataclass
class Game:
    """One game of a PKN text: line numbers count from 1."""

    tags: dict[str, tuple[int, str]] = field(default_factory=dict)
    table: list[tuple[int, list[str]]] = field(default_factory=list)
    play: list[tuple[int, list[str]]] = field(default_factory=list)
    last_line: int = 0


def games_of(lines: list[str]) -> list[Game]:
    games: list[Game] = []
    section = ""
    for number, line in enumerate(lines, 1):
        match = re.fullmatch(r'\[(\w+) "(.*)"\]', line)
        if match:
            if match[1] == "Event":
                games.append(Game())
            section = match[1]
            games[-1].tags.setdefault(match[1], (number, match[2]))
        elif line.strip():
            rows = games[-1].play if section == "Play" else games[-1].table
            rows.append((number, line.split()))
        if line.strip():
            games[-1].last_line = number
    return games


@dataclass
class Verdict:
    """`fault`: the line of the first step that is not legal, 0 when there is none. `stops`: the steps end too early.

    `is_void`: all passed, and the round is dealt anew.
    """

    fault: int = 0
    stops: bool = False
    scores: dict[str, int] | None = None
    is_void: bool = False


class _Fault(Exception):
    """A line that is not right."""

    def __init__(self, line: int, *, stops: bool = False):
        super().__init__(line)
        self.line = line
        self.stops = stops


def option_texts(settings: dict[str, Any]) -> dict[str, str]:
    """Options as tests/independent.py takes them."""
    return {key: ",".join(value) if isinstance(value, list) else str(value).lower() for key, value in settings.items()}


class _Judge:
    """One game being played by the independent rules. A call that has no row is the one the tags state."""

    def __init__(self, game: Game, variant: str, settings: dict[str, Any]):
        self.tags = {name: value for name, (_, value) in game.tags.items()}
        self.options = option_texts(settings)
        self.seats = independent.rules_of(variant, self.options)["seats"]
        hands = self.hands()
        talon, stock = (self.tags.get(name, "").split() for name in ("KingTalon", "KingStock"))
        self.talon = talon
        self.header = independent.Header(
            variant, self.tags["KingContract"], self.tags["Dealer"], hands, talon, [], self.options, stock
        )
        self.active = independent.active_seats(variant, self.header.dealer, self.options)
        self.calls = [(number, words) for number, words in game.table if words[1] not in (*AFTER_PLAY, "turned")]
        self.facts = {kind: [row for row in game.table if row[1][1] == kind] for kind in AFTER_PLAY}
        self.are_stated = {kind: bool(rows) for kind, rows in self.facts.items()}
        self.holder = {card: seat for seat, cards in hands.items() for card in cards}
        first = self.tags.get("Play", "N")
        self.columns = [self.seats[(self.seats.index(first) + k) % len(self.seats)] for k in range(len(self.seats))]
        self.rows = iter(game.play)
        self.cells: dict[str, tuple[int, str]] | None = None
        self.line = 0
        self.n_given = 0

    def hands(self) -> dict[str, list[str]]:
        """The hands as received, of the seats that have cards."""
        hands: dict[str, list[str]] = {}
        told = [*zip("NESW", self.tags["Deal"].partition(":")[2].split(), strict=False)]
        told += [(word[0], word[2:]) for word in self.tags.get("KingHand", "").split()]
        for seat, holding in told:
            if holding != "-":
                suits = zip("SHDC", holding.split("."), strict=True)
                hands[seat] = [suit + rank for suit, ranks in suits for rank in ranks]
        current = ""
        for word in self.tags.get("KingOrder", "").split():
            seat, _, card = word.rpartition(":")
            if seat:
                current = seat
                hands[current] = []
            hands[current].append(card)
        return hands

    def run(self) -> Verdict:
        steps = independent.play_round(self.header)
        scores: dict[str, int] = {}
        is_void = False
        try:
            kind, expected, legal = next(steps)
            while True:
                answer = ""
                if kind in ("decide", "forced"):
                    answer = self.answer(*expected.split(), legal, is_forced=kind == "forced")
                elif expected.startswith("scores "):
                    scores = {seat: int(points) for seat, points in re.findall(r"(\w) ([-+]\d+)", expected)}
                    self.check_rest()
                else:
                    is_void = is_void or expected == "redeal"
                    self.fact(expected.split())
                kind, expected, legal = steps.send(answer)
        except StopIteration:
            left = [number for number, _ in self.calls] + [number for number, _ in self.rows]
            left += [number for rows in self.facts.values() for number, _ in rows]
            return Verdict(left[0] if left else 0, scores=scores, is_void=is_void)
        except _Fault as fault:
            return Verdict(fault.line, stops=fault.stops)
        except ValueError:
            return Verdict(self.line)

    def answer(self, seat: str, what: str, legal: Iterable[str], *, is_forced: bool) -> str:
        if what == "play":
            answer = self.played(seat)
        elif is_forced and self.calls[0][1][:2] != [seat, what]:
            (answer,) = legal
        else:
            answer = self.called(seat, what)
        if answer not in legal:
            raise _Fault(self.line)
        if what in ("discard", "give") and self.talon:
            self.holder |= dict.fromkeys(self.talon, seat)
            self.talon = []
        if what == "discard":
            self.holder.pop(answer)
        if what == "give":
            self.n_given += 1
            self.holder[answer] = independent.seat_after(self.active, seat, self.n_given)
        return answer

    def called(self, seat: str, what: str) -> str:
        tag = {"contract": "KingContract", "trump": "KingTrump", "suit": "KingSuit"}.get(what)
        if tag is not None and what not in [words[1] for _, words in self.calls]:
            return f"{what}:{self.tags.get(tag)}"
        if not self.calls:
            raise _Fault(0, stops=True)
        self.line, words = self.calls.pop(0)
        if words[:2] != [seat, what]:
            raise _Fault(self.line)
        return f"contract:{words[2]}" if what == "contract" else words[2]

    def played(self, seat: str) -> str:
        if self.cells is None:
            number, words = next(self.rows, (0, []))
            self.cells = sorted_row(number, words, self.columns, self.holder)
        if seat not in self.cells:
            raise _Fault(self.line if self.cells else 0, stops=True)
        self.line, answer = self.cells.pop(seat)
        return answer

    def fact(self, words: list[str]) -> None:
        """What the rules say besides: it must be stated so, where facts of this kind are stated at all."""
        if words[0] == "trick":
            if self.cells:
                raise _Fault(min(line for line, _ in self.cells.values()))
            self.cells = None
        if words[0] == "drawn":
            self.holder[words[2]] = words[1]
        if not self.are_stated.get(words[0]):
            return
        rows = self.facts[words[0]]
        said, self.facts[words[0]] = rows[: len(words) - 2], rows[len(words) - 2 :]
        if sorted(row for _, row in said) != sorted([words[1], words[0], card] for card in words[2:]):
            raise _Fault(max([number for number, _ in said], default=self.line))

    def check_rest(self) -> None:
        if self.cells:
            raise _Fault(min(line for line, _ in self.cells.values()))


def judge(game: Game, variant: str, settings: dict[str, Any]) -> Verdict:
    """What the independent rules say of a game. A text that they cannot even begin has its fault in the last line."""
    if not {"Deal", "KingContract", "Dealer"} <= game.tags.keys():
        return Verdict(game.last_line)
    try:
        judged = _Judge(game, variant, settings)
    except (ValueError, KeyError, IndexError):
        return Verdict(game.last_line)
    return judged.run()


def sorted_row(number: int, words: list[str], columns: list[str], holder: dict[str, str]) -> dict[str, tuple[int, str]]:
    """The cards of a row by seat: by who holds them if that is one each, else by column."""
    cards = [(seat, card) for seat, card in zip(columns, words, strict=False) if card != "-"]
    owners = [holder.get(card, seat) for seat, card in cards]
    if len(set(owners)) != len(owners):
        owners = [seat for seat, _ in cards]
    return {owner: (number, card) for owner, (_, card) in zip(owners, cards, strict=True)}
