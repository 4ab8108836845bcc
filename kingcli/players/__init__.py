"""Players: asked only when there is something to choose, shown only what their seat may know."""

from kingcli.players.easy import EasyPlayer
from kingcli.players.player import Player
from kingcli.players.registry import find, player_names
from kingcli.players.uniform import RandomPlayer

__all__ = ["EasyPlayer", "Player", "RandomPlayer", "find", "player_names"]
