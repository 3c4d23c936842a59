"""The states of a run: which may follow which."""

from typing import get_args

import pytest

from orc.beginning import waiting_run
from orc.domain import RunStatus
from orc.errors import IllegalTransition
from orc.records import TurnRequest

STATES: tuple[RunStatus, ...] = get_args(RunStatus)
LEGAL: dict[RunStatus, set[RunStatus]] = {
    "pending": {"in_progress", "cancelled", "failed"},
    "in_progress": {"completed", "failed", "cancelled"},
}
WAY: dict[RunStatus, tuple[RunStatus, ...]] = {
    "pending": (),
    "in_progress": ("in_progress",),
    "completed": ("in_progress", "completed"),
    "failed": ("failed",),
    "cancelled": ("cancelled",),
}


@pytest.mark.req("CS-01")
@pytest.mark.parametrize("target", STATES)
@pytest.mark.parametrize("state", STATES)
def test_a_run_becomes_only_what_may_follow_its_state(state: RunStatus, target: RunStatus) -> None:
    run = waiting_run("conversation", "run", TurnRequest(question="Hello?"))
    for passed in WAY[state]:
        run = run.become(passed)
    assert (run.status, run.is_over) == (state, state not in LEGAL)
    if target in LEGAL.get(state, set()):
        assert run.become(target).status == target
    else:
        with pytest.raises(IllegalTransition, match=f"{state} cannot become {target}"):
            run.become(target)
