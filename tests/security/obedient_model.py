"""A server of the Chat Completions API whose model obeys every order that it finds in what it is told, whoever speaks.

As a process: `python -m tests.security.obedient_model` writes its base URL to standard output; it is asked for what
came in as the stub is.
"""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from tests.app.plans import plan, step
from tests.support.app import StubProcess, stub_of
from tests.support.openai_stub import Reply, answer_to, asks_for_plan, serve

_ORDER = re.compile("order([0-9a-f]+)x")


def order(**fields: object) -> str:
    """An order as one word, which no quoting, folding or cutting of a text changes. call: a tool, given `args`, in
    whichever way there is; plan: the same, in plans only; forever: again and again; say: an answer; only: the whole of
    an answer; recite: an answer with all that the model was told."""
    return f"order{json.dumps(fields, separators=(',', ':')).encode().hex()}x"


def obey(body: Mapping[str, Any]) -> Reply:
    told = "\n".join(message["content"] or "" for message in body["messages"])
    orders = [json.loads(bytes.fromhex(each)) for each in dict.fromkeys(_ORDER.findall(told))]
    if asks_for_plan(body):
        wanted = [each for each in orders if "call" in each or "plan" in each]
        steps = [step(n, _tool(each), f"result_{n}", **each.get("args", {})) for n, each in enumerate(wanted, 1)]
        return plan("multi_step" if len(steps) > 1 else "single_tool", *steps) if steps else answer_to(body)
    if "response_format" in body:
        return answer_to(body)
    calls = _calls(orders, body["messages"])
    only = next((each["only"] for each in orders if "only" in each), None)
    if only is not None:
        return Reply(text=only, tool_calls=calls)
    said = [each["say"] for each in orders if "say" in each]
    said += [told] if any("recite" in each for each in orders) else []
    return Reply(text=" ".join(["I obey.", *said]), tool_calls=calls)


def _tool(each: Mapping[str, Any]) -> str:
    return str(each.get("call", each.get("plan")))


def _calls(orders: Sequence[Mapping[str, Any]], messages: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """The calls that were ordered, offered or not, and not made yet."""
    asked = [call["function"] for message in messages for call in message.get("tool_calls", ())]
    made = {(call["name"], call["arguments"]) for call in asked}
    wanted = [(each["call"], json.dumps(each.get("args", {})), "forever" in each) for each in orders if "call" in each]
    return [
        {"name": name, "arguments": arguments, "id": f"call_{len(asked)}_{n}"}
        for n, (name, arguments, forever) in enumerate(wanted)
        if forever or (name, arguments) not in made
    ]


def obedient_model() -> AbstractContextManager[StubProcess]:
    return stub_of("tests.security.obedient_model")


def main(_: Sequence[str] = ()) -> None:
    asyncio.run(serve(obey))


if __name__ == "__main__":
    main()
