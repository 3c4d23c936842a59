"""The limits of a turn, as they become smaller for a model with a short context."""

import pytest

from orc.graphs.limits import TurnLimits


@pytest.mark.parametrize("documents", [0, 3_000, 70_000])
@pytest.mark.parametrize("notes", [0, 60])
def test_halving_ends_although_notes_make_the_history_longer_than_its_limit(documents: int, notes: int) -> None:
    limits: TurnLimits | None = TurnLimits()
    for _ in range(9):
        if limits is not None:
            given = min(limits.context_characters, documents)
            limits = limits.halved(given, limits.history_characters + notes)
    assert limits is None
