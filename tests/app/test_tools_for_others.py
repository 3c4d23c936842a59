"""The document tool as other MCP clients reach it: the same callers, and no way around their own documents."""

import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.app.conftest import AsUser
from tests.app.samples import BRAKE, LEASE
from tests.support.app import Api, StubProcess, problem
from tests.support.hosts import RunningHost

QUESTION = "How often is the brake inspected?"


@asynccontextmanager
async def tools(api: Api, conversation: str) -> AsyncIterator[Client]:
    headers = {**dict(api.http.headers), "orc-conversation-id": conversation}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30, trust_env=False) as http,
        Client(streamable_http_client(str(api.http.base_url.join("/api/mcp")), http_client=http)) as client,
    ):
        yield client


async def call(
    api: Api, conversation: str, *, meta: Mapping[str, Any] | None = None, **arguments: object
) -> dict[str, Any]:
    async with tools(api, conversation) as client:
        asked = {"question": QUESTION, "document_names": ["lease.pdf"], **arguments}
        result = await client.call_tool("document_chat", asked, meta=meta)  # type: ignore[arg-type]  # a plain mapping
    return dict(result.structured_content or {})


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
    for found in (
        await call(stranger, conversation),
        await call(stranger, stranger.create(), cached_file_info=cached),
        await call(stranger, conversation, meta={"orc/caller": word}),
    ):
        assert found["files"] == []
        assert found["answer"] == ""
        assert [failed["code"] for failed in found["metadata"]["failed"]] == ["document_not_found"]


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
