"""What every chat model promises, whatever answers behind it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager

import pytest

from orc.domain import Chunk, Passage
from orc.ports import ChatChunk, ChatMessage, ChatModel, ChatRequest, Finished, Grounding, TextDelta
from shared.models.extractive import ExtractiveChatModel
from shared.models.openai import OpenAIChatModel
from tests.support.openai_stub import OpenAIStub


@asynccontextmanager
async def openai_over_the_stub() -> AsyncIterator[ChatModel]:
    async with OpenAIStub() as stub, aclosing(OpenAIChatModel(model="m", api_key="k", base_url=stub.base_url)) as model:
        yield model


ADAPTERS: dict[str, Callable[[], AbstractAsyncContextManager[ChatModel]]] = {
    "openai": openai_over_the_stub,
    "extractive": lambda: aclosing(ExtractiveChatModel()),
}


@pytest.fixture(params=ADAPTERS)
async def model(request: pytest.FixtureRequest) -> AsyncIterator[ChatModel]:
    async with ADAPTERS[request.param]() as model:
        yield model


def grounded(question: str) -> ChatRequest:
    text = f"The notice period is thirty days. It answers: {question}"
    passage = Passage("file-1", "contract.txt", Chunk("chunk_0", 0, len(text), text), 1.0, ("bm25",))
    return ChatRequest(
        messages=(ChatMessage("system", f"[1] {text}"), ChatMessage("user", question)),
        grounding=Grounding(question, (passage,), ("contract.txt",)),
    )


async def answer(model: ChatModel, request: ChatRequest) -> list[ChatChunk]:
    return [chunk async for chunk in model.stream(request)]


def text_of(chunks: list[ChatChunk]) -> str:
    return "".join(chunk.text for chunk in chunks if isinstance(chunk, TextDelta))


async def test_a_stream_is_pieces_of_text_and_then_one_finished(model: ChatModel) -> None:
    *pieces, last = await answer(model, grounded("What is the notice period?"))
    assert pieces
    assert all(isinstance(piece, TextDelta) and piece.text for piece in pieces)
    assert isinstance(last, Finished)
    assert last.reason == "stop"
    assert last.model


async def test_a_model_can_be_asked_again(model: ChatModel) -> None:
    first = await answer(model, grounded("What is the notice period?"))
    assert await answer(model, grounded("What is the notice period?")) == first


async def test_streams_at_the_same_time_do_not_mix(model: ChatModel) -> None:
    questions = [f"What is the notice period of contract {number}?" for number in range(5)]
    alone = [text_of(await answer(model, grounded(question))) for question in questions]
    together = await asyncio.gather(*(answer(model, grounded(question)) for question in questions))
    assert [text_of(chunks) for chunks in together] == alone


async def test_a_stream_can_be_left_after_its_first_piece(model: ChatModel) -> None:
    async for chunk in model.stream(grounded("What is the notice period?")):
        assert isinstance(chunk, TextDelta)
        break
    assert text_of(await answer(model, grounded("What is the notice period?")))


async def test_a_request_without_sources_is_answered_too(model: ChatModel) -> None:
    request = ChatRequest(messages=(ChatMessage("user", "Hello"),), grounding=Grounding("Hello"))
    chunks = await answer(model, request)
    assert isinstance(chunks[-1], Finished)
    assert [chunk for chunk in chunks if isinstance(chunk, Finished)] == chunks[-1:]


async def test_a_reachable_model_answers_a_ping(model: ChatModel) -> None:
    await model.ping()


async def test_a_model_has_a_name(model: ChatModel) -> None:
    assert model.name


async def test_a_model_can_be_closed_twice(model: ChatModel) -> None:
    await answer(model, grounded("What is the notice period?"))
    await model.aclose()
    await model.aclose()
