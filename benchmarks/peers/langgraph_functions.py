"""The turn as a graph behind the streaming handler of azure-functions-langgraph. A conversation is a thread in SQLite.
Two nodes call the model through the SDK's typed stream, as the naive server does; the checkpointer stores the
messages."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypedDict

import aiosqlite
from azure_functions_langgraph.streaming import StreamingLangGraphApp
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph
from openai import AsyncOpenAI
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

_HISTORY = 10
_SAID = ("Thanks 1", "You are welcome.")


class Turn(TypedDict, total=False):
    question: str
    messages: list[dict[str, str]]


def create_app() -> Any:
    client = AsyncOpenAI(base_url=os.environ["OPENAI_BASE_URL"], api_key="none", max_retries=0)
    plan = json.loads(os.environ["NAIVE_PLAN"] or "null")

    async def complete(messages: list[Any], **options: Any) -> AsyncIterator[str]:
        stream = await client.chat.completions.create(model="m", messages=messages, stream=True, **options)
        async for chunk in stream:
            if chunk.choices and chunk.choices[0].delta.content:
                yield chunk.choices[0].delta.content

    async def planner(turn: Turn) -> Turn:
        get_stream_writer()({"type": "start"})
        known = turn.get("messages") or [
            {"role": role, "content": text}
            for _ in range(_HISTORY // 2)
            for role, text in zip(("user", "assistant"), _SAID, strict=True)
        ]
        messages = [*known, {"role": "user", "content": turn["question"]}]
        if plan:
            json.loads("".join([text async for text in complete(messages, response_format=plan)]))
        return {"messages": messages}

    async def answer(turn: Turn) -> Turn:
        write, text = get_stream_writer(), ""
        async for piece in complete(turn["messages"]):
            text += piece
            write({"type": "token", "text": piece})
        write({"type": "done", "answer": text})
        return {"messages": [*turn["messages"], {"role": "assistant", "content": text}][-_HISTORY:]}

    graph: Any = StateGraph(Turn)
    graph.add_node("planner", planner)
    graph.add_node("answer", answer)
    graph.add_edge(START, "planner")
    graph.add_edge("planner", "answer")
    graph.add_edge("answer", END)

    @asynccontextmanager
    async def opened() -> AsyncIterator[Any]:
        async with aiosqlite.connect(os.environ["NAIVE_DATABASE"]) as database:
            await database.execute("PRAGMA synchronous = NORMAL")  # as in the product
            functions = StreamingLangGraphApp()
            functions.register(graph.compile(checkpointer=AsyncSqliteSaver(database)), "turn", async_mode=True)
            built = functions.function_app.get_functions()
            named = {each.get_function_name(): each.get_user_function() for each in built}
            yield named["aflg_turn_stream"]

    opening, once = opened(), asyncio.Lock()
    handlers: list[Any] = []

    async def ask(request: Request) -> Response:
        async with once:
            if not handlers:
                handlers.append(await opening.__aenter__())
        answered: Response = await handlers[0](request)
        return answered

    app = Starlette()
    app.add_route("/api/graphs/turn/stream", ask, methods=["POST"])
    return app
