"""What clients of other APIs are told of a mistake of ours, before and after a stream has begun."""

import json
from collections.abc import AsyncGenerator, Iterator, Sequence
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI

from orc.api.problems import add_problem_handlers
from orc.api.protocol_streams import protocol_stream
from orc.events.types import LoggedEvent, Token


@pytest.mark.req("BX-13", "BX-14")
@pytest.mark.parametrize(
    ("path", "accept", "content_type"),
    [
        ("/api/v1/responses", "*/*", "application/json"),
        ("/api/ui/chat", "*/*", "text/plain; charset=utf-8"),
        ("/api/ui/chat", "application/json", "application/problem+json"),
        ("/api/orc", "*/*", "application/problem+json"),
    ],
)
async def test_an_internal_error_has_the_error_format_of_its_path(path: str, accept: str, content_type: str) -> None:
    app = FastAPI()
    add_problem_handlers(app)

    @app.get(path)
    async def fails() -> None:
        raise RuntimeError("a detail that nobody is told")

    transport = httpx2.ASGITransport(app, raise_app_exceptions=False)
    async with httpx2.AsyncClient(transport=transport, base_url="http://orc.example") as client:
        response = await client.get(path, headers={"accept": accept})
    assert (response.status_code, response.headers["content-type"]) == (500, content_type)
    assert "Something went wrong on our side." in response.text
    assert "detail that" not in response.text
    codes = {
        "application/json": lambda: json.loads(response.text)["error"]["code"],
        "application/problem+json": lambda: json.loads(response.text)["code"],
    }
    assert codes.get(content_type, lambda: response.headers["x-orc-error-code"])() == "internal_error"


class Failing:
    """A fold with a mistake."""

    def open(self) -> Iterator[bytes]:
        yield b"begun"

    def feed(self, logged: LoggedEvent) -> Iterator[bytes]:
        raise RuntimeError("a detail that nobody is told")


@pytest.mark.req("BX-13", "BX-14")
async def test_a_stream_with_a_mistake_ends_in_the_form_of_its_protocol() -> None:
    async def batches() -> AsyncGenerator[Sequence[LoggedEvent]]:
        yield [LoggedEvent(1, Token("a"))]

    response = protocol_stream(
        batches(), Failing(), encode=lambda _, piece: piece, interrupted=lambda cut: cut.code.encode(), ending=b"done"
    )
    pieces: list[Any] = [piece async for piece in response.body_iterator]
    assert pieces == [b"begun", b"internal_error"]
