"""document_chat answers for other MCP clients as a turn does, with DOCUMENT_CHAT_ANSWERS."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.app.conftest import Environment, app_host, client, model_settings
from tests.app.samples import LEASE
from tests.support.app import Api, StubProcess, checked
from tests.support.hosts import RunningHost
from tests.support.openai_stub import Reply

QUESTION = "How often is the brake inspected?"
TRUE = "The brake of the crane is inspected every two weeks [1]."


@pytest.fixture(scope="module")
def answering_host(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningHost]:
    settings = {**setup_of_its_own, **model_settings(stub_process), "DOCUMENT_CHAT_ANSWERS": "true"}
    with app_host(tmp_path_factory.mktemp("answering"), settings) as host:
        yield host


@pytest.fixture
def ask(answering_host: RunningHost, stub: StubProcess) -> Iterator[Any]:
    with client(answering_host) as api:
        conversation = api.with_documents({"lease.pdf": LEASE})
        yield lambda *replies: _asked(api, conversation, stub, *replies)


def _asked(api: Api, conversation: str, stub: StubProcess, *replies: Reply) -> dict[str, Any]:
    stub.script(*replies)
    asked = {"question": QUESTION, "document_names": ["lease.pdf"]}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    message |= {"params": {"name": "document_chat", "arguments": asked}}
    headers = {"accept": "application/json, text/event-stream", "orc-conversation-id": conversation}
    result: dict[str, Any] = checked(api.http.post("/api/mcp", json=message, headers=headers)).json()["result"]
    return result


@pytest.mark.parametrize(
    ("replies", "message"),
    [
        ([Reply(text=""), Reply(text=" ")], "The model returned an empty answer."),
        ([Reply(text=" \n", finish_reason="length")], "The model used up the length of an answer before it wrote any."),
    ],
)
def test_an_empty_answer_of_the_model_is_told_as_one(ask: Any, replies: list[Reply], message: str) -> None:
    result = ask(*replies)
    assert result["isError"]
    assert result["structuredContent"] == {"error": {"code": "model_answer_empty", "message": message}}


@pytest.mark.parametrize(
    ("reason", "note"),
    [("length", "it reached the maximum length"), ("content_filter", "by the model's content filter")],
)
def test_an_answer_that_ends_early_says_so(ask: Any, reason: str, note: str) -> None:
    result = ask(Reply(text="```\nThe brake of the crane is", finish_reason=reason))
    assert result["structuredContent"]["finish_reason"] == reason
    assert result["structuredContent"]["answer"].startswith("```\nThe brake of the crane is\n```\n")
    assert note in result["content"][0]["text"]


def test_the_answer_of_the_tool_is_checked_as_that_of_a_turn(ask: Any) -> None:
    written = f"{TRUE} It was painted in 1912 [7].\n\nIt says “dogs may enter free”. <script>x</script>"
    told = ask(Reply(text=written))["structuredContent"]
    assert "[7]" not in told["answer"]
    assert "<script>" not in told["answer"]
    assert told["answer"].endswith("This quotation was not found in the documents: “dogs may enter free”")
    [citation] = told["citations"]
    assert (citation["blob_name"], citation["verified"]) == ("lease.pdf", True)
    [span] = citation["spans"]
    assert told["answer"][span["answer_start"] : span["answer_end"]] == TRUE.removesuffix(".")
    assert told["finish_reason"] is None


def test_json_of_the_model_is_read_in_the_answer_of_the_tool(ask: Any) -> None:
    told = ask(Reply(text=f'Here:\n{{"answer": "{TRUE}"}}'))["structuredContent"]
    assert told["answer"] == f"Here:\n\n{TRUE}"
    assert [each["id"] for each in told["citations"]] == ["1"]
