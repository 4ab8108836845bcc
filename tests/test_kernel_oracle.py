"""The compiled solver against somebody else's: values and every first card of bridge positions solved by DDS 2.9.

fixtures/oracle holds a sample (see its README); the whole files run by hand:
KING_ORACLE=folder pytest tests/test_kernel_oracle.py
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from endings import bridge
from kernel_positions import needs_kernel
from kingcli import kernel
from kingcli.cards import card_name, mask, parse_card, parse_hand
from kingcli.rules import TrickPosition
from kingcli.seats import SEATS

pytestmark = needs_kernel

FOLDER = Path(os.environ.get("KING_ORACLE", Path(__file__).parent.parent / "fixtures" / "oracle"))
NORTH_SOUTH, EAST_WEST = 0b0101, 0b1010


def lines(name: str) -> Iterator[dict[str, Any]]:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def position_of(row: dict[str, Any]) -> TrickPosition:
    hands = tuple(parse_hand(row["hands"][seat]) for seat in SEATS[:4])
    trick = tuple(parse_card(card) for card in row.get("trick", ()))
    nothing = (0,) * 4
    return TrickPosition(
        bridge(row["trump"], row["cards"]), hands, SEATS.index(row["leader"]), trick, None, nothing, nothing, nothing
    )


@pytest.mark.parametrize("name", ["dds_8card.jsonl", "dds_midtrick.jsonl"])
def test_values_and_every_card(name: str) -> None:
    solver, n = kernel.Solver(), 0
    for row in lines(name):
        if row["cards"] > 8:
            continue
        position = position_of(row)
        mover = (position.leader + len(position.trick)) % 4
        team = EAST_WEST if mover % 2 else NORTH_SOUTH
        answer = solver.solve(position, kernel.Request(team, team))
        value = row.get("tricks_leader_side", row.get("tricks_mover_side"))
        assert answer.value == (value, value), row["id"]
        assert {card_name(card): low for card, (low, _) in answer.cards.items()} == row["first"], row["id"]
        assert answer.best == mask(parse_card(card) for card, tricks in row["first"].items() if tricks == value)
        n += 1
    assert n >= 40
