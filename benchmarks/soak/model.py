"""The model of a soak test: a Chat Completions server that knows the right answers."""

import asyncio
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.soak.questions import right_answer
from tests.app.plans import plan
from tests.support.openai_stub import OpenAIStub, Reply, asks_for_plan

_TOKEN_SECONDS = 0.03
_FORGET_SECONDS = 5


def reply(body: Mapping[str, Any]) -> Reply:
    messages = body["messages"]
    question = next(message["content"] for message in reversed(messages) if message["role"] == "user")
    if asks_for_plan(body):
        return plan("conversation", question="What is told?")
    if messages[0]["content"].startswith("Summarise"):
        return Reply(text="Tales were told, and ledgers read.")
    return Reply(text=right_answer(question, str(messages)), token_delay=_TOKEN_SECONDS)


async def _serve() -> None:
    async with OpenAIStub(default=reply) as stub:
        sys.stdout.write(f"{stub.base_url}\n")
        sys.stdout.flush()
        while True:
            await asyncio.sleep(_FORGET_SECONDS)
            stub.requests.clear()
            stub.disconnects.clear()


def main(_: Sequence[str] = ()) -> None:
    asyncio.run(_serve())
