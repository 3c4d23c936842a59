"""The states of a run: which may follow which, and who may change it."""

from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from typing import get_args

import pytest

from orc.conversations.records import Run, TurnRequest
from orc.domain import OnBusy, RunStatus
from orc.errors import IllegalTransition, StoreUnavailable
from orc.ports import CONVERSATION_ITEMS, PartitionKey, StoredItem, Write
from orc.runs.active_run import ActiveRun
from orc.runs.transitions import queue_run
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore
from tests.app.parts import CALLER, parts

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
    run = queue_run("conversation", "run", TurnRequest(question="Hello?"))
    for passed in WAY[state]:
        run = run.become(passed)
    assert (run.status, run.is_over) == (state, state not in LEGAL)
    if target in LEGAL.get(state, set()):
        assert run.become(target).status == target
    else:
        with pytest.raises(IllegalTransition, match=f"{state} cannot become {target}"):
            run.become(target)


@pytest.mark.req("CS-01", "RE-03")
async def test_a_worker_whose_run_was_taken_over_changes_nothing(tmp_path: Path) -> None:
    async with parts(tmp_path) as orc:
        here, there = orc.process(), orc.process()
        active = await here.store.create(CALLER, TurnRequest(question="Hello?"))
        assert isinstance(active, ActiveRun)
        conversation = active.run.conversation_id
        await here.leases.release(active, "handed_over")
        taken = await there.leases.take_over(CALLER.conversation(conversation), active.lease)
        assert taken is not None
        stored = (
            await orc.items.query(active.partition, "event"),
            await orc.conversations.get(CALLER.conversation(conversation)),
        )
        assert not await here.store.fail(active, StoreUnavailable("It was away."))
        assert not await here.leases.renew(active)
        assert await here.leases.take_over(CALLER.conversation(conversation), active.lease) is None
        kept = (
            await orc.items.query(active.partition, "event"),
            await orc.conversations.get(CALLER.conversation(conversation)),
        )
        assert kept == stored
        run = (await orc.conversations.run(CALLER.conversation(conversation), active.run.run_id)).record
        assert (run.status, run.epoch, run.recoveries) == ("in_progress", 1, 1)
        assert await there.store.fail(taken, StoreUnavailable("It was away."))


@pytest.mark.req("CS-07", "CS-16")
async def test_superseded_runs_leave_their_questions_in_the_conversation(tmp_path: Path) -> None:
    async with parts(tmp_path) as orc:
        runs = orc.process()
        active = await runs.store.create(CALLER, TurnRequest(question="First?"))
        assert isinstance(active, ActiveRun)
        conversation = active.run.conversation_id

        async def interrupt(question: str) -> Run:
            request = TurnRequest(question=question, conversation_id=conversation, on_busy="interrupt")
            run = await runs.store.create(CALLER, request)
            assert isinstance(run, Run)
            return run

        second, third, last = [await interrupt(question) for question in ("Second?", "Third?", "Last?")]
        await runs.queue.withdraw(CALLER.conversation(conversation), third.run_id)
        await runs.store.fail(active, StoreUnavailable("It was away."))
        begun = await runs.store.start_next(CALLER.conversation(conversation))

        assert begun is not None
        assert begun.run.run_id == last.run_id
        messages = await orc.conversations.messages(CALLER.conversation(conversation))
        assert [message.text for message in messages] == ["First?", "Second?", "Last?"]
        superseded = (await orc.conversations.run(CALLER.conversation(conversation), second.run_id)).record
        assert (superseded.status, superseded.user_message_id) == ("cancelled", messages[1].message_id)
        stored = (await orc.conversations.get(CALLER.conversation(conversation))).record
        assert (stored.queue, stored.superseded, stored.turn_count) == ((), 0, 3)


class LostAnswers(SqliteItemStore):
    """Items that are written and yet said not to be; while away they cannot be read either."""

    lost = True
    away = False

    async def write(self, partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        etags = await super().write(partition, writes)
        if self.lost:
            self.lost = False
            raise StoreUnavailable("The answer was lost.")
        return etags

    async def read(self, partition: PartitionKey, item_id: str) -> StoredItem | None:
        if self.away:
            raise StoreUnavailable("It is away.")
        return await super().read(partition, item_id)


@pytest.mark.req("RE-12")
@pytest.mark.parametrize("on_busy", ["reject", "enqueue"])
async def test_a_question_whose_storing_was_not_confirmed_is_no_refusal(tmp_path: Path, on_busy: OnBusy) -> None:
    async with parts(tmp_path) as orc, aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        busy = await orc.process().store.create(CALLER, TurnRequest(question="First?"))
        assert isinstance(busy, ActiveRun)
        conversation = busy.run.conversation_id if on_busy == "enqueue" else None
        items = LostAnswers(database, CONVERSATION_ITEMS)
        runs = orc.process(items)
        request = TurnRequest(question="Hello?", conversation_id=conversation, on_busy=on_busy)
        begun = await runs.store.create(CALLER, request)
        assert isinstance(begun, Run)
        assert begun.status == ("pending" if conversation else "in_progress")
        if conversation is None:  # its lease is free: any process continues it at once
            lease = await runs.lease_store.read(CALLER.conversation(begun.conversation_id).partition)
            assert lease is not None
            assert (lease.record.is_expired, lease.record.handed_over) == (True, True)


@pytest.mark.req("RE-12")
async def test_an_undetermined_write_is_reported_as_undetermined(tmp_path: Path) -> None:
    async with parts(tmp_path) as orc, aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        items = LostAnswers(database, CONVERSATION_ITEMS)
        items.away = True
        runs = orc.process(items)
        with pytest.raises(StoreUnavailable, match="Check the conversation before you ask again"):
            await runs.store.create(CALLER, TurnRequest(question="Hello?"))


async def test_a_document_that_was_stored_under_a_decomposed_name_is_named_by_it(tmp_path: Path) -> None:
    async with parts(tmp_path) as orc:
        conversation = (await orc.conversations.create(CALLER)).conversation_id
        await orc.upload(conversation, "cafe\u0301.txt", b"The cafe opens at nine.")
        request = TurnRequest(question="When?", conversation_id=conversation, blob_names=("cafe\u0301.txt",))
        active = await orc.process().store.create(CALLER, request)
        assert isinstance(active, ActiveRun)
        assert active.run.blob_names == ("cafe\u0301.txt",)
