"""Records: what is written to disk, read back strictly, and played again by the rules."""

from kingcli.records.course import ReadMatch, ReadRound
from kingcli.records.diagnostic import Diagnostic, Severity, strict
from kingcli.records.every_contract import EVERY_CONTRACT, ContractRow, is_declared
from kingcli.records.load import Loaded, OpenPosition, load, loads, opened, problem_of, under
from kingcli.records.match_replay import MatchReplay, replay_match
from kingcli.records.positions import Problem, dump_position, find_variant, problem_from
from kingcli.records.record import (
    MatchRecord,
    Places,
    PositionRecord,
    RoundRecord,
    Step,
    match_id,
    record_of,
)
from kingcli.records.replay import RoundReplay, play_record
from kingcli.records.write import dump, dumps, match_record

__all__ = [
    "EVERY_CONTRACT",
    "ContractRow",
    "Diagnostic",
    "Loaded",
    "MatchRecord",
    "MatchReplay",
    "OpenPosition",
    "Places",
    "PositionRecord",
    "Problem",
    "ReadMatch",
    "ReadRound",
    "RoundRecord",
    "RoundReplay",
    "Severity",
    "Step",
    "dump",
    "dump_position",
    "dumps",
    "find_variant",
    "is_declared",
    "load",
    "loads",
    "match_id",
    "match_record",
    "opened",
    "play_record",
    "problem_from",
    "problem_of",
    "record_of",
    "replay_match",
    "strict",
    "under",
]
