"""What the platform keeps of orchestrations, and how it goes."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from types import SimpleNamespace

import pytest
from azure import durable_functions
from durabletask.client import OrchestrationStatus

from orc.errors import StoreUnavailable
from shared import durable
from shared.durable_payloads import LargePayloads

pytestmark = pytest.mark.req("BX-18")


class Platform:
    """As much of the platform's client as holds one orchestration that has ended."""

    taskHubName = rpcBaseUrl = requiredQueryStringParameters = ""  # noqa: N815 - the platform's names
    maxGrpcMessageSizeInBytes = 0  # noqa: N815

    def __init__(self) -> None:
        self.histories = {"turn"}

    async def get_orchestration_state(self, instance_id: str, **_: object) -> SimpleNamespace | None:
        return SimpleNamespace(runtime_status=OrchestrationStatus.COMPLETED) if instance_id in self.histories else None

    async def purge_orchestration(self, instance_id: str) -> None:
        self.histories.discard(instance_id)


@pytest.fixture
async def payloads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[LargePayloads]:
    monkeypatch.setenv("ORC_DATA_DIR", str(tmp_path))
    async with aclosing(LargePayloads()) as store:
        monkeypatch.setattr(durable, "payload_store", lambda: store)
        yield store


def files(directory: Path) -> list[Path]:
    return [path for path in directory.rglob("*") if path.is_file()]


async def test_a_purge_that_breaks_off_is_repeated_with_its_values(
    payloads: LargePayloads, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    platform = Platform()
    monkeypatch.setattr(durable_functions, "DurableFunctionsClient", lambda _: platform)
    histories = durable.DurableHistories(platform)
    await payloads.upload_async(b"large", instance_id="turn")

    async def unreachable(_: str) -> None:
        raise StoreUnavailable("The blob store does not answer.")

    with monkeypatch.context() as outage:
        outage.setattr(payloads, "forget", unreachable)
        with pytest.raises(StoreUnavailable):
            await histories.purge(["turn"])
    assert platform.histories
    assert files(tmp_path)

    await histories.purge(sorted(platform.histories))
    assert not platform.histories
    assert not files(tmp_path)
