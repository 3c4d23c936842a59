import asyncio
import sys
from contextlib import aclosing

import httpx2
import pytest

from orc.ports import TextDelta
from shared.models.openai import OpenAIChatModel
from tests.models.streams import ANSWER, ask, error_of
from tests.support.openai_stub import OpenAIStub, Reply


async def ask_once(*script: Reply) -> None:
    """Asks a stub with this script one question, which has no answer."""
    async with (
        OpenAIStub() as stub,
        aclosing(OpenAIChatModel(model="m", api_key="k", base_url=stub.base_url, max_tries=1)) as model,
    ):
        stub.script(*script)
        await error_of(model)


async def test_a_script_that_is_not_used_up_fails_the_test() -> None:
    with pytest.raises(AssertionError, match="nothing asked for"):
        await ask_once(Reply(status=500), ANSWER)


async def test_a_request_beyond_the_script_fails_the_test() -> None:
    with pytest.raises(AssertionError, match="beyond the script"):
        await ask_once()


async def test_a_fault_of_the_stub_itself_fails_the_test() -> None:
    with pytest.raises(KeyError):
        await ask_once(Reply(tool_calls=[{"name": "arguments forgotten"}]))


async def test_a_stub_in_its_own_process_is_scripted_over_http() -> None:
    command = [sys.executable, "-m", "tests.support.openai_stub", "--tokens", "3"]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None
        base_url = (await process.stdout.readline()).decode().strip()
        async with (
            aclosing(OpenAIChatModel(model="m", api_key="k", base_url=base_url)) as model,
            httpx2.AsyncClient(base_url=base_url.removesuffix("/v1")) as control,
        ):
            assert (await ask(model))[:-1] == [TextDelta("token"), TextDelta(" token"), TextDelta(" token")]
            await control.post("/stub/script", json=[{"text": "Scripted", "gate_after": 0}, {"text": "left"}])
            asking = asyncio.create_task(ask(model))
            await control.post("/stub/release")
            assert (await asking)[0] == TextDelta("Scripted")
            told = (await control.get("/stub/requests")).json()
            assert [request["body"]["messages"][0]["content"] for request in told["requests"]] == ["Hello"]
            assert (told["unconsumed"], told["unscripted"], told["disconnects"]) == (1, 0, 0)
    finally:
        process.terminate()
        await process.wait()
