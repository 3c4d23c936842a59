"""What /api/ready costs the dependencies, however often it is asked."""

import asyncio

import pytest

from orc.api.system import Probed
from orc.errors import StoreUnavailable
from tests.support.waiting import until

pytestmark = pytest.mark.req("SE-09")


class Dependency:
    """Counts how often it is probed, and answers when it is let."""

    def __init__(self) -> None:
        self.probes = 0
        self.answers = asyncio.Event()
        self.failure: StoreUnavailable | None = None

    async def probe(self) -> None:
        self.probes += 1
        await self.answers.wait()
        if self.failure:
            raise self.failure


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_callers_at_the_same_time_share_one_probe() -> None:
    model, probed = Dependency(), Probed()
    asked = [asyncio.create_task(probed.of({"model": model.probe})) for _ in range(50)]
    await until(lambda: model.probes == 1)
    asked[0].cancel()  # who goes away takes the answer from nobody
    model.answers.set()
    assert await asyncio.gather(*asked[1:]) == [{"model": {"ok": True}}] * 49
    assert model.probes == 1


async def test_an_answer_lasts_for_some_seconds_and_no_longer() -> None:
    model, clock = Dependency(), Clock()
    model.answers.set()
    probed = Probed(clock)
    for clock.now in (0, 1, 4.9):
        assert await probed.of({"model": model.probe}) == {"model": {"ok": True}}
    assert model.probes == 1
    model.failure = StoreUnavailable("It is away.")
    clock.now = 5
    assert await probed.of({"model": model.probe}) == {"model": {"ok": False, "error": "It is away."}}
    model.failure, clock.now = None, 10
    assert await probed.of({"model": model.probe}) == {"model": {"ok": True}}
    assert model.probes == 3
