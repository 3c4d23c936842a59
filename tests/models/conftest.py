from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from shared.models.openai import OpenAIChatModel
from tests.models.streams import Waits
from tests.support.openai_stub import OpenAIStub


@pytest.fixture
async def stub() -> AsyncIterator[OpenAIStub]:
    async with OpenAIStub() as stub:
        yield stub


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
async def model(stub: OpenAIStub, waits: Waits) -> AsyncIterator[OpenAIChatModel]:
    async with aclosing(
        OpenAIChatModel(model="gpt", api_key="sk-secret", base_url=stub.base_url, sleep=waits.sleep)
    ) as model:
        yield model
