"""A naive implementation of the same turn, as the baseline. It reads ten messages, plans (if told to), streams an
answer through the SDK's typed chunks, and writes two messages."""

import json
import os
import sqlite3
import time
from collections.abc import AsyncIterator
from typing import Any

from openai import AsyncOpenAI
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

SCHEMA = "CREATE TABLE messages (id INTEGER PRIMARY KEY, conversation_id TEXT, role TEXT, text TEXT, created_at REAL)"
INDEX = "CREATE INDEX by_conversation ON messages (conversation_id, id)"
ADD = "INSERT INTO messages (conversation_id, role, text, created_at) VALUES (?, ?, ?, ?)"
NEWEST = "SELECT role, text FROM messages WHERE conversation_id = ? ORDER BY id DESC LIMIT 10"


def event(name: str, **data: Any) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


def create_app() -> Starlette:
    client = AsyncOpenAI(base_url=os.environ["OPENAI_BASE_URL"], api_key="none", max_retries=0)
    database = sqlite3.connect(os.environ["NAIVE_DATABASE"], isolation_level=None)
    database.execute("PRAGMA synchronous = NORMAL")  # as in the product
    plan = json.loads(os.environ["NAIVE_PLAN"] or "null")

    async def complete(messages: list[Any], **options: Any) -> AsyncIterator[str]:
        stream = await client.chat.completions.create(model="m", messages=messages, stream=True, **options)
        async for chunk in stream:
            if chunk.choices and chunk.choices[0].delta.content:
                yield chunk.choices[0].delta.content

    async def turn(conversation_id: str, question: str) -> AsyncIterator[str]:
        yield event("start", conversation_id=conversation_id)
        history = [{"role": role, "content": text} for role, text in database.execute(NEWEST, (conversation_id,))]
        messages = [*reversed(history), {"role": "user", "content": question}]
        database.execute(ADD, (conversation_id, "user", question, time.time()))
        if plan:
            json.loads("".join([text async for text in complete(messages, response_format=plan)]))
        answer = ""
        async for text in complete(messages):
            answer += text
            yield event("token", text=text)
        database.execute(ADD, (conversation_id, "assistant", answer, time.time()))
        yield event("done", answer=answer)

    async def ask(request: Request) -> StreamingResponse:
        body = await request.json()
        return StreamingResponse(turn(body["conversation_id"], body["question"]), media_type="text/event-stream")

    return Starlette(routes=[Route("/api/orc", ask, methods=["POST"])])
