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
    """Ranks from `low` up to the ace in four suits, less the cards removed, plus jokers HX and HY."""

    low: Literal["2", "3", "4", "5", "6", "7", "8", "9"] = "7"
    remove: tuple[str, ...] = ()
    jokers: Literal[0, 1, 2] = 0


class DealRule(_Record, frozen=True, kw_only=True):
    """How a pack becomes hands: packet sizes, the seat the first packet goes to, and who deals next."""

    packets: tuple[int, ...] = (4, 4)
    start: Literal["eldest", "chooser"] = "eldest"
    first_dealer: Literal["lot", "N", "E", "S", "W", "F"] = "lot"
    next: Literal["next", "chooser"] = "next"


class TalonRule(_Record, frozen=True, kw_only=True):
    """Cards set aside while dealing, by their index in the pack (negative: from the end).

    `then`: the declarer takes them and discards as many, or gives one to each rival, or the winner of the first trick
    gets them. `revoke` > 0: any discard is let pass, and scoring cards found among them at the end cost the declarer
    that much.
    """

    at: tuple[int, ...]
    faces: Literal["shown", "closed", "open"] = "closed"
    then: Literal["discard", "give", "first-trick"] = "discard"
    may_not: Literal["scoring", "nothing"] = "scoring"
    revoke: int = 0


class AuctionRule(_Record, frozen=True, kw_only=True):
    """Bidding for the right to name trump (the talon goes with it; `pays: eldest`) or the penalty suit (`pays: bank`).

    Bids are min, min + step ... max. `sold_by: eldest` means that the eldest hand first takes the talon himself or
    offers it, with a reserve if `reserve`. `all_pass` is the suit that then counts, or a new deal.
    """

    step: int = 1
    min: int = 1
    max: int
    sold_by: Literal["eldest", "nobody"] = "nobody"
    reserve: bool = False
    rounds: Literal["many", "once"] = "once"
    pays: Literal["eldest", "bank", "credited"] = "bank"
    all_pass: Literal["S", "H", "D", "C", "redeal"] = "redeal"


class Term(_Record, frozen=True, kw_only=True):
    """One item of a price list; exactly one of per, last, nth, or a card selector.

    `suits` and `ranks` together select cards of both, `cards` adds; `suits: named` is the suit that was named.
    `points` may differ by rank: {A: -14, K: -13, ...}.
    """

    points: int | dict[str, int]
    per: Literal["trick"] | None = None
    last: int | None = None
    nth: int | None = None
    suits: str | None = None
    ranks: str | None = None
    cards: tuple[str, ...] = ()


class Premium(_Record, frozen=True, kw_only=True):
    """Something special at the end of a round, on points of card play only.

    `if: takes-all` holds when one seat won everything in `of` ("tricks", or the cards of a selector), `takes-none`
    when some seat won nothing of it. `replace` gives taker and others these points and ends the list, `add` adds them,
    `double` doubles all points once, `double-each` once for every seat without.
    """

    when: Literal["takes-all", "takes-none"] = msgspec.field(name="if")
    of: Literal["tricks", "scoring"] = "scoring"
    do: Literal["replace", "add", "double", "double-each"]
    taker: int = 0
    others: int = 0


class LayoutRule(_Record, frozen=True, kw_only=True):
    """Card dominoes: the rank that opens a suit, the card or seat that begins, prizes by place, voluntary passes.

    `multi`: whether start cards may be laid together, one or all: no, by whoever opens the round, or in any turn.
    """

    start: str
    opening: str = "eldest"
    prizes: tuple[int, ...]
    may_pass: bool = False
    multi: Literal["no", "opening", "any"] = "no"


class HundredRule(_Record, frozen=True, kw_only=True):
    """The counting race: eyes by rank, and [sum, points] for whoever reaches or passes each limit."""

    eyes: dict[str, int]
    limits: tuple[tuple[int, int], ...]


class JokerRule(_Record, frozen=True, kw_only=True):
    """A joker takes its trick unless one of `beaten_by` is in it; `even_discarded`: also when that card was discarded.
    """

    beaten_by: tuple[str, ...] = ()
    even_discarded: bool = True


class PlayRule(_Record, frozen=True, kw_only=True):
    """Play flags. In a variant the first two may list contracts or be true / false; in a contract they are true /
    false.
    """

    no_heart_lead: tuple[str, ...] | bool = False
    king_forced: tuple[str, ...] | bool = False
    king_forced_on_hearts: Literal["never", "under-ace", "always"] = "never"
    must_trump: bool = True
    trump_lead: Literal["free", "declarer-only"] = "free"
    void_throws: Literal["any", "scoring"] = "any"
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
    after_talon: bool = False


class Contract(_Record, frozen=True, kw_only=True):
    """What a round is about. `group` matters for the quotas of a pool.

    `deal`, `talon`, `auction`, `play`, `choose`, `trump`, `joker` and `leader` are the variant's unless restated here.
    """

    kind: Literal["tricks", "layout", "hundred"] = "tricks"
    group: str = ""
    names: dict[str, str] = {}
    suit: Literal["none", "trump", "penalty"] = "none"
    score: tuple[Term, ...] = ()
    sum: tuple[str, ...] = ()
    negate: str | None = None
    premiums: tuple[Premium, ...] = ()
    layout: LayoutRule | None = None
    hundred: HundredRule | None = None
    total: int | tuple[int, ...] | Literal["varies"]
    deal: DealRule = DealRule()
    talon: TalonRule | None = None
    auction: AuctionRule | None = None
    joker: JokerRule = JokerRule()
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
    """What may still be chosen. `each`: contract -> how often a player has it; `groups`: group of contracts -> how
    often a player chooses from it; `match`: contract -> how often in the whole match; `choices`: how many rounds each
    player chooses (default: all of `each`).
    """

    each: dict[str, int]
    groups: dict[str, int] = {}
    match: dict[str, int] = {}
    choices: int | None = None


class EndRule(_Record, frozen=True, kw_only=True):
    """When a match ends that has no fixed list: the order starts again (`repeat`); after the round in which somebody's
    total is at most `at_most`; after `max_rounds` in any case.
    """

    repeat: bool = False
    at_most: int | None = None
    max_rounds: int = 500


class OptionRule(_Record, frozen=True, kw_only=True):
    """An option of the variant: its values (none listed: whatever its key takes) and the dotted key it sets.

    With a key the default may be left out: it is what the data say there, or the first value. Without a key `when` and
    patches do the work.
    """

    values: tuple[Any, ...] = ()
    default: Any = msgspec.UNSET
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
    seats: Literal[3, 4, 5] = 4
    out: tuple[int, ...] = ()
    direction: Literal["clockwise", "counter-clockwise"] = "clockwise"
    deck: Deck = Deck()
    contracts: dict[str, Contract]
    order: tuple[OrderEntry, ...] | None = None
    pool: Pool | None = None
    end: EndRule = EndRule()
    stock: Literal["none", "last-holder"] = "none"
    match_total: int | Literal["varies"]
    ranking: Literal["net", "premium-first"] = "net"
    settlement: Literal["none", "losers-pay", "winners-receive"] = "none"
    sheet: Literal["plain", "triangle", "rows"] = "plain"
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
    def n_active(self) -> int:
        """How many seats play a round; the others sit out."""
        return self.seats - len(self.out)

    @property
    def title(self) -> str:
        return self.names.get("en", self.name)
