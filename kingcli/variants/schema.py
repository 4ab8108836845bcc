"""The records a variant file is made of, with their defaults.

`data/_all_keys.yaml` explains every key; a test keeps the two equal. Records are frozen and refuse unknown keys.
Points have their natural sign: penalties negative, rewards positive.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Deck(_Record, frozen=True, kw_only=True):
    """Ranks from `low` up to the ace in four suits, less the cards removed."""

    low: Literal["2", "3", "4", "5", "6", "7", "8", "9"] = "7"
    remove: tuple[str, ...] = ()


class DealRule(_Record, frozen=True, kw_only=True):
    """How a pack becomes hands: packet sizes, the seat the first packet goes to, and who deals next."""

    packets: tuple[int, ...] = (4, 4)
    start: Literal["eldest", "chooser"] = "eldest"
    first_dealer: Literal["lot", "N", "E", "S", "W", "F"] = "lot"
    next: Literal["next", "chooser"] = "next"


class TalonRule(_Record, frozen=True, kw_only=True):
    """Cards set aside while dealing, by their index in the pack; taken by the declarer, who discards as many."""

    at: tuple[int, ...]
    faces: Literal["shown", "closed"] = "closed"
    may_not: Literal["scoring", "nothing"] = "scoring"


class Term(_Record, frozen=True, kw_only=True):
    """One item of a price list; exactly one of per, last, or a card selector (suits and ranks together: both; cards
    adds).
    """

    points: int
    per: Literal["trick"] | None = None
    last: int | None = None
    suits: str | None = None
    ranks: str | None = None
    cards: tuple[str, ...] = ()


class LayoutRule(_Record, frozen=True, kw_only=True):
    """Card dominoes: the rank that opens a suit, the card or seat that begins, prizes by place, voluntary passes."""

    start: str
    opening: str = "eldest"
    prizes: tuple[int, ...]
    may_pass: bool = False


class PlayRule(_Record, frozen=True, kw_only=True):
    """Play flags. In a variant the first two may list contracts or be true / false; in a contract they are true /
    false.
    """

    no_heart_lead: tuple[str, ...] | bool = False
    king_forced: tuple[str, ...] | bool = False
    king_forced_on_hearts: Literal["never", "under-ace", "always"] = "never"
    must_trump: bool = True
    trump_lead: Literal["free", "declarer-only"] = "free"
    early_end: bool = False


Leader = Literal["declarer", "eldest"]


class ChooseRule(_Record, frozen=True, kw_only=True):
    """Who names trump or chooses the contract: the seat next to, or before, the dealer in the direction of play."""

    seat: Literal["next", "previous"] = "next"


class TrumpRule(_Record, frozen=True, kw_only=True):
    """How trump is named: how many cards the chooser has seen, and what he may say besides a suit."""

    sees: Literal[3, "all"] = "all"
    no_trump: bool = False
    by_last: bool = False
    open: bool = False


class Contract(_Record, frozen=True, kw_only=True):
    """What a round is about. `deal`, `talon`, `play`, `choose`, `trump` and `leader` are the variant's unless
    restated.
    """

    kind: Literal["tricks", "layout"] = "tricks"
    names: dict[str, str] = {}
    suit: Literal["none", "trump"] = "none"
    score: tuple[Term, ...] = ()
    sum: tuple[str, ...] = ()
    negate: str | None = None
    layout: LayoutRule | None = None
    total: int
    deal: DealRule = DealRule()
    talon: TalonRule | None = None
    play: PlayRule = PlayRule()
    choose: ChooseRule = ChooseRule()
    trump: TrumpRule = TrumpRule()
    leader: Leader = "declarer"


class OrderEntry(_Record, frozen=True, kw_only=True):
    """A contract played `times` times in a row; left out unless all options in `when` have the values given."""

    do: str
    times: int = 1
    when: dict[str, Any] = {}


class Pool(_Record, frozen=True, kw_only=True):
    """Contracts each player may still choose: id -> how often in the match."""

    each: dict[str, int]


class OptionRule(_Record, frozen=True, kw_only=True):
    """An option of the variant: its values (none listed: whatever its key takes), its default, the dotted key it
    sets.
    """

    values: tuple[Any, ...] = ()
    default: Any
    key: str | None = None
    names: dict[str, str] = {}


class Patch(_Record, frozen=True, kw_only=True):
    """Data set when all options in `if` have the values given; keys of `set` are dotted paths."""

    when: dict[str, Any] = msgspec.field(name="if")
    set: dict[str, Any]


class Variant(_Record, frozen=True, kw_only=True):
    """A whole game. `name`, `digest` and `settings` are added by the loader; `settings` are the options that were
    set.
    """

    name: str
    digest: str = ""
    settings: dict[str, Any] = {}
    extends: str | None = None
    names: dict[str, str] = {}
    language: Literal["lt", "ru", "uk", "pl", "tr", "en"] = "en"
    source: str = ""
    seats: Literal[3, 4] = 4
    direction: Literal["clockwise", "counter-clockwise"] = "clockwise"
    deck: Deck = Deck()
    contracts: dict[str, Contract]
    order: tuple[OrderEntry, ...] | None = None
    pool: Pool | None = None
    match_total: int
    sheet: Literal["plain"] = "plain"
    options: dict[str, OptionRule] = {}
    forbid: tuple[dict[str, Any], ...] = ()
    patches: tuple[Patch, ...] = ()

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def step(self) -> int:
        """+1 when play goes clockwise, -1 when it goes the other way."""
        return 1 if self.direction == "clockwise" else -1

    @property
    def title(self) -> str:
        return self.names.get("en", self.name)
