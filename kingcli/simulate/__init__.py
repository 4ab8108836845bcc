"""Simulation: many matches of one or more games, played in parallel and summed up exactly."""

from kingcli.simulate.match import MatchResult, PlayerFault, play_match
from kingcli.simulate.plan import Plan, make_plan
from kingcli.simulate.run import Run, simulate
from kingcli.simulate.summary import Summary

__all__ = ["MatchResult", "Plan", "PlayerFault", "Run", "Summary", "make_plan", "play_match", "simulate"]
