"""From the text a user writes to a player: `find("easy:errors=10")`."""

from __future__ import annotations

from typing import Any

import msgspec

from kingcli.errors import USAGE, KingError, near_misses
from kingcli.players.easy import EasyPlayer
from kingcli.players.player import Player
from kingcli.players.uniform import RandomPlayer

_PLAYERS: dict[str, type[Any]] = {"easy": EasyPlayer, "random": RandomPlayer}


def player_names() -> list[str]:
    """The names `find` knows, weakest first."""
    return ["random", "easy"]


def find(spec: str) -> Player:
    """The player of a spec `name` or `name:key=value:key=value`; keys are the fields of the player's class.

    Raises KingError (exit code 2) for an unknown name or key, with near misses, and for a value out of range.
    """
    name, *pairs = (part.strip() for part in spec.split(":"))
    kind = _PLAYERS.get(name.lower())
    if kind is None:
        known = ", ".join(player_names())
        raise _refusal(f"no player {name!r}{near_misses(name.lower(), _PLAYERS)}; there are {known}")
    keys: tuple[str, ...] = kind.__struct_fields__
    given: dict[str, int] = {}
    for pair in pairs:
        key, equals, text = (part.strip() for part in pair.partition("="))
        if key not in keys:
            takes = f"it takes {', '.join(keys)}" if keys else "it takes no settings"
            raise _refusal(f"player {spec!r}: {name} has no setting {key!r}{near_misses(key, keys)}; {takes}")
        if not equals:
            raise _refusal(f"player {spec!r}: write {key}=NUMBER")
        if key in given:
            raise _refusal(f"player {spec!r}: {key} stands twice")
        given[key] = _number(spec, key, text)
    try:
        player: Player = msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        # "Expected `int` <= 100 - at `$.errors`"
        reason, _, place = str(error).replace("`int`", "a number").partition(" - at `$.")
        raise _refusal(f"player {spec!r}: {place.rstrip('`')}: {reason[0].lower()}{reason[1:]}") from None
    return player


def _number(spec: str, key: str, text: str) -> int:
    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 9):
        raise _refusal(f"player {spec!r}: {key}={text}: a whole number is expected")
    return int(text)


def _refusal(message: str) -> KingError:
    return KingError(message, exit_code=USAGE)
