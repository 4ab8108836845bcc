"""The reference engine: slow, obvious, the authority. Read it beside the rule book."""

from kingcli.rules.events import Deal, Decision, Event, Kind, Option, option_text, parse_option
from kingcli.rules.match import Match, RoundPlan, RoundResult, draw_dealer, n_rounds
from kingcli.rules.position import HundredPosition, LayoutPosition, Position, TrickPosition
from kingcli.rules.round import Round
from kingcli.rules.view import View, make_view

__all__ = [
    "Deal",
    "Decision",
    "Event",
    "HundredPosition",
    "Kind",
    "LayoutPosition",
    "Match",
    "Option",
    "Position",
    "Round",
    "RoundPlan",
    "RoundResult",
    "TrickPosition",
    "View",
    "draw_dealer",
    "make_view",
    "n_rounds",
    "option_text",
    "parse_option",
]
