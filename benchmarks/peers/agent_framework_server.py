"""The turn by agents of Microsoft Agent Framework behind Starlette. History and messages are in SQLite, as in the naive
server."""

import json
import os
import sqlite3
import time
from collections.abc import AsyncIterator
from typing import Any

from agent_framework import Agent, Message
from agent_framework.openai import OpenAIChatCompletionClient
from openai import AsyncOpenAI
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from benchmarks.naive_server import ADD, NEWEST, event


def create_app() -> Any:
    client = AsyncOpenAI(base_url=os.environ["OPENAI_BASE_URL"], api_key="none", max_retries=0)
    database = sqlite3.connect(os.environ["NAIVE_DATABASE"], isolation_level=None)
    database.execute("PRAGMA synchronous = NORMAL")  # as in the product
    plan = json.loads(os.environ["NAIVE_PLAN"] or "null")
    agent = Agent(OpenAIChatCompletionClient(model="m", async_client=client))

    async def turn(conversation_id: str, question: str) -> AsyncIterator[str]:
        yield event("start", conversation_id=conversation_id)
        history = [Message(role, [text]) for role, text in database.execute(NEWEST, (conversation_id,))]
        messages = [*reversed(history), Message("user", [question])]
        database.execute(ADD, (conversation_id, "user", question, time.time()))
        if plan:
            planned = agent.run(messages, stream=True, options={"response_format": plan})
            json.loads("".join([update.text async for update in planned]))
        answer = ""
        async for update in agent.run(messages, stream=True):
            if update.text:
                answer += update.text
                yield event("token", text=update.text)
        database.execute(ADD, (conversation_id, "assistant", answer, time.time()))
        yield event("done", answer=answer)

    async def ask(request: Request) -> Response:
        body = await request.json()
        return StreamingResponse(turn(body["conversation_id"], body["question"]), media_type="text/event-stream")

    app = Starlette()
    app.add_route("/api/orc", ask, methods=["POST"])
    return app
