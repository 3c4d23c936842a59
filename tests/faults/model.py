"""A Chat Completions server whose answer depends on the request only, so that a repeated request gets the same answer.
`python -m tests.faults.model` writes its base URL to standard output."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from tests.app.plans import plan, step
from tests.app.samples import BRAKE
from tests.support.app import StubProcess, stub_of
from tests.support.openai_stub import Reply, answer_to, asks_for_plan, serve

STORY = "One crane, two ropes, three hooks and four bolts, as you asked."


def reply(body: Mapping[str, Any]) -> Reply:
    told = str(body["messages"])
    if asks_for_plan(body):
        return _plan(told)
    if "response_format" in body:
        return answer_to(body)
    if "Tick " in told:
        return Reply(text="Tock.")
    if "slowly" in told:
        return Reply(text=STORY, gate_after=2)
    return Reply(text=f"{BRAKE} [1]" if BRAKE in told else STORY, token_delay=0.03)


def _plan(told: str) -> Reply:
    if "books" not in told:
        return plan("conversation")
    find = step(1, "find", "found", subject="ink")
    return plan("multi_step", find, step(2, "draft", "text", topic="ink", sources="{{found.results.0.title}}"))


def model() -> AbstractContextManager[StubProcess]:
    return stub_of("tests.faults.model")


def main(_: Sequence[str] = ()) -> None:
    asyncio.run(serve(reply))


if __name__ == "__main__":
    main()
