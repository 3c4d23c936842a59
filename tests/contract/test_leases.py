"""LeaseStore over every store: those that ran out are found over all callers by one query."""

import asyncio
from dataclasses import replace

import pytest

from orc.ports import ItemStore
from orc.runs.leases import Lease, LeaseStore, end_lease, put_lease

OWNERS = [("org", "user", "c1"), ("org", "user", "c2"), ("org", "other user", "c1"), ("other org", "user", "c1")]


@pytest.mark.req("CS-13")
async def test_leases_that_ran_out_are_found_over_all_callers_the_oldest_first(item_store: ItemStore) -> None:
    leases = LeaseStore(item_store)
    for age, owner in enumerate(OWNERS):
        await item_store.write(owner, [put_lease(Lease.of(f"run-{age}", -10 - age))])
    await item_store.write(("org", "user", "c3"), [put_lease(Lease.of("run-held", 60))])
    await item_store.write(("org", "user", "c4"), [put_lease(Lease.of("run-ended", -60))])
    await item_store.write(("org", "user", "c4"), [end_lease()])
    found = await leases.expired(10)
    assert [(key.partition, lease.run_id) for key, lease in found] == [(OWNERS[n], f"run-{n}") for n in (3, 2, 1, 0)]
    assert [lease.run_id for _, lease in await leases.expired(2)] == ["run-3", "run-2"]


async def test_a_lease_changes_only_for_its_own_run_and_epoch(item_store: ItemStore) -> None:
    leases, home = LeaseStore(item_store), OWNERS[0]
    await item_store.write(home, [put_lease(Lease.of("run", 60, epoch=1))])

    def asked(lease: Lease) -> Lease:
        return replace(lease.renewed(-1), cancel_requested=True)

    for run_id, epoch in (("another run", 1), ("run", 0), ("run", 2)):
        assert await leases.change(home, run_id, asked, epoch=epoch) is None
    assert await leases.change(OWNERS[1], "run", asked) is None
    changed = await leases.change(home, "run", asked, epoch=1)
    stored = await leases.read(home)
    assert changed is not None
    assert stored is not None
    assert stored.record == changed
    assert (changed.cancel_requested, changed.is_expired) == (True, True)


async def test_activities_of_one_run_hold_it_each_for_itself(item_store: ItemStore) -> None:
    leases, home = LeaseStore(item_store), OWNERS[0]
    await item_store.write(home, [put_lease(Lease.of("run", 60))])
    names = [f"step-{n}" for n in range(10)]

    async def begin(name: str) -> None:
        await leases.change(home, "run", lambda lease: lease.claimed(60, name, f"delivery of {name}"))

    async def fail(name: str, delivery: str, *, restarts: bool) -> Lease | None:
        return await leases.change(home, "run", lambda lease: lease.activity_failed(name, delivery, restarts=restarts))

    await asyncio.gather(*map(begin, names))
    await leases.change(home, "run", lambda lease: lease.activity_ended("step-0", 60))
    assert await fail("step-1", "delivery of step-1", restarts=True) is not None
    assert await fail("step-2", "delivery of step-2", restarts=False) is not None
    assert await fail("step-3", "an earlier delivery", restarts=True) is None
    found = await leases.read(home)
    assert found is not None
    assert [name for name in names if found.record.is_claimed(name)] == names[3:]
    assert set(found.record.activities) == {"step-1", *names[3:]}
