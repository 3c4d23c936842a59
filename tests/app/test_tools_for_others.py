"""The document tool as other MCP clients reach it: the same callers, and no way around their own documents."""

import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent

from tests.app.conftest import AsUser
from tests.app.samples import BRAKE, LEASE
from tests.support.app import Api, StubProcess, problem
from tests.support.hosts import RunningHost

QUESTION = "How often is the brake inspected?"


@asynccontextmanager
async def tools(api: Api, conversation: str) -> AsyncIterator[Client]:
    headers = dict(api.http.headers) | ({"orc-conversation-id": conversation} if conversation else {})
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30, trust_env=False) as http,
        Client(streamable_http_client(str(api.http.base_url.join("/api/mcp")), http_client=http)) as client,
    ):
        yield client


async def call(
    api: Api,
    conversation: str,
    *,
    meta: Mapping[str, Any] | None = None,
    tool: str = "document_chat",
    **arguments: object,
) -> dict[str, Any]:
    asked = arguments
    if tool == "document_chat":
        asked = {"question": QUESTION, "document_names": ["lease.pdf"], **arguments}
    async with tools(api, conversation) as client:
        result = await client.call_tool(tool, asked, meta=meta)  # type: ignore[arg-type]  # a plain mapping
    found = dict(result.structured_content or {})
    assert result.is_error == ("error" in found)
    return found


async def test_the_owner_may_ask_the_tool(api: Api, stub: StubProcess) -> None:
    stub.script()
    conversation = api.with_documents({"lease.pdf": LEASE})
    found = await call(api, conversation)
    assert BRAKE in found["answer"]
    assert [file["blob_name"] for file in found["files"]] == ["lease.pdf"]


@pytest.mark.req("SE-02")
async def test_the_tool_never_finds_another_users_documents(as_user: AsUser) -> None:
    user_id = f"owner-{uuid.uuid4().hex}"
    owner = as_user("organization", user_id)
    conversation = owner.with_documents({"lease.pdf": LEASE})
    file_id = owner.documents(conversation)["lease.pdf"]["file_id"]
    stranger = as_user()
    cached = [{"file_id": file_id, "blob_name": "lease.pdf"}]
    word = {"organization_id": "organization", "user_id": user_id, "conversation_id": conversation}
    found = await call(stranger, stranger.create(), cached_file_info=cached)
    assert (found["files"], found["answer"]) == ([], "")
    assert [failed["code"] for failed in found["metadata"]["failed"]] == ["document_not_found"]
    for refused in (await call(stranger, conversation), await call(stranger, conversation, meta={"orc/caller": word})):
        assert refused["error"]["code"] == "conversation_not_found"


@pytest.mark.parametrize("conversation", ["00000000-0000-4000-8000-000000000000", "nonsense"])
async def test_a_conversation_that_does_not_exist_is_an_error_of_the_tool(api: Api, conversation: str) -> None:
    api.with_documents({"lease.pdf": LEASE})
    searched = await call(api, conversation, tool="search_documents", query=QUESTION, scope="conversation")
    for refused in (searched, await call(api, conversation)):
        assert refused == {"error": {"code": "conversation_not_found", "message": "There is no such conversation."}}


async def test_names_of_documents_need_a_conversation(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    refused = await call(api, "")
    assert refused["error"]["code"] == "conversation_required"
    assert "Orc-Conversation-Id" in refused["error"]["message"]
    cached = (await call(api, conversation))["files"]
    assert BRAKE in (await call(api, "", cached_file_info=cached))["answer"]
    assert (await call(api, "", tool="search_documents", query=QUESTION))["total"] == 1


async def test_the_tool_takes_as_many_documents_as_a_turn(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    refused = await call(api, conversation, document_names=["lease.pdf", "a.txt", "b.txt", "c.txt"])
    assert refused["error"]["code"] == "too_many_documents"
    assert "the limit is 3" in refused["error"]["message"]
    assert BRAKE in (await call(api, conversation, document_names=["lease.pdf", "a.txt", "b.txt"]))["answer"]


async def test_the_text_of_an_answer_says_which_documents_could_not_be_used(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    async with tools(api, conversation) as client:
        none = await client.call_tool("document_chat", {"question": QUESTION, "document_names": ["a.txt", "b.txt"]})
        both = await client.call_tool("document_chat", {"question": QUESTION, "document_names": ["lease.pdf", "a.txt"]})
    failed, answered = none.content[0], both.content[0]
    assert isinstance(failed, TextContent)
    assert isinstance(answered, TextContent)
    assert (none.is_error, both.is_error) == (True, False)
    assert "a.txt could not be used: " in failed.text
    assert "b.txt could not be used: " in failed.text
    assert (none.structured_content or {})["error"] == {"code": "document_not_found", "message": failed.text}
    assert BRAKE in answered.text.replace("\n", " ")
    assert "a.txt could not be used: " in answered.text


async def test_a_question_that_finds_nothing_is_told_so(extractive: Api) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE})
    refused = await call(extractive, conversation, question="Zebra xylophones?")
    assert refused["error"] == {"code": "nothing_found", "message": "The documents do not contain an answer to this."}
    prepared = await call(extractive, conversation, question="")
    assert [file["blob_name"] for file in prepared["files"]] == ["lease.pdf"]


async def test_the_question_of_the_tool_may_be_as_long_as_that_of_a_turn(api: Api, stub: StubProcess) -> None:
    stub.script()
    conversation = api.with_documents({"lease.pdf": LEASE})
    refused = await call(api, conversation, question="x" * 8001)
    turn = problem(api.http.post("/api/orc", json={"question": "x" * 8001}))[1]
    assert refused["error"]["code"] == turn["code"] == "question_too_long"
    assert refused["error"]["message"] == turn["detail"] == "question: 8001 characters; the limit is 8000"
    assert "files" in await call(api, conversation, question="x" * 8000)


@pytest.mark.req("SE-03")
async def test_the_tool_takes_no_paths_for_names(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    found = await call(api, conversation, document_names=["../lease.pdf"])
    assert "files" not in found
    assert found["error"]["code"] == "invalid_blob_name"


@pytest.mark.req("SE-01")
def test_nobody_may_ask_the_tool_without_the_platforms_word(host: RunningHost) -> None:
    status, body = problem(httpx2.post(f"{host.url}/api/mcp", json={}, trust_env=False))
    assert (status, body["code"]) == (401, "unauthenticated")
