"""What callers and administrators are told of a month's use, and what a used budget refuses."""

import asyncio
import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.app.conftest import ADMIN_ROLE, AsUser, Environment, app_host, model_settings
from tests.app.samples import LEASE
from tests.support.app import Api, StubProcess, checked, principal, problem
from tests.support.embeddings_stub import EmbeddingsStub
from tests.support.hosts import RunningHost
from tests.support.openai_stub import Reply
from tests.support.waiting import eventually

pytestmark = pytest.mark.req("BX-19")

QUESTION = "How often is the brake inspected?"


@pytest.fixture
def organization() -> str:
    return f"organization-{uuid.uuid4().hex}"


def used(api: Api, path: str = "me/usage", **query: str) -> dict[str, Any]:
    return dict(checked(api.http.get(f"/api/{path}", params=query)).json())


def test_a_caller_and_the_administrator_see_what_was_used(
    as_user: AsUser, organization: str, stub: StubProcess
) -> None:
    ada, admin = as_user(organization, "ada"), as_user(organization, "admin", ADMIN_ROLE)
    conversation = ada.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="Every two weeks [2].", usage=(300, 20)))
    turn = ada.ask(QUESTION, conversation, ["lease.pdf"])
    mine = used(ada)
    pages = ada.documents(conversation)["lease.pdf"]["pages"]
    assert mine["used"] == {
        "turns": 1,
        "input_tokens": 300,
        "output_tokens": 20,
        "documents": 1,
        "pages": pages,
        "bytes": len(LEASE),
    }
    assert turn.one("run_complete")["tokens"] == {"prompt": 300, "completion": 20}
    assert mine["ends_at"].startswith(mine["month"][:3])
    assert set(mine["limits"].values()) == {None}

    again = ada.with_documents({"copy.pdf": LEASE})
    assert (used(ada)["used"]["pages"], used(ada)["used"]["documents"]) == (pages, 2)
    assert used(admin, "admin/usage", user="ada") == used(ada)
    whole = used(admin, "admin/usage", month=mine["month"])
    assert whole["used"] == used(ada)["used"]
    assert [each["user"] for each in whole["users"]] == ["ada"]
    lines = checked(admin.http.get("/api/admin/audit")).text.splitlines()
    read = [entry for entry in map(json.loads, lines) if entry["action"] == "usage_read"]
    assert [(entry["actor_id"], entry["subject_id"]) for entry in read] == [("admin", "ada"), ("admin", "admin")]
    assert used(as_user())["used"]["turns"] == 0
    checked(ada.http.delete(f"/api/conversations/{again}"))
    assert used(ada)["used"]["documents"] == 2


def test_a_question_about_one_document_is_counted(as_user: AsUser, stub: StubProcess) -> None:
    api = as_user()
    file_id = api.documents(api.with_documents({"lease.pdf": LEASE}))["lease.pdf"]["file_id"]
    stub.script(Reply(text='{"answer": "Every two weeks.", "citations": []}', usage=(200, 10)))
    checked(api.http.post(f"/api/documents/{file_id}/question", json={"question": QUESTION}))
    counted = eventually(lambda: (found := used(api)["used"])["turns"] and found["input_tokens"] and found)
    assert (counted["turns"], counted["input_tokens"], counted["output_tokens"]) == (1, 200, 10)


@pytest.mark.same_in_stores
@pytest.mark.parametrize(
    "ends",
    [
        [Reply(text="", usage=(100, 12)), Reply(text="", usage=(200, 8))],
        [Reply(text="Every two", finish_reason="content_filter", usage=(300, 20))],
        [Reply(status=400)],
    ],
    ids=["empty", "filtered", "refused"],
)
def test_the_known_tokens_of_a_failed_turn_are_counted_and_shown(
    as_user: AsUser, stub: StubProcess, ends: list[Reply]
) -> None:
    api = as_user()
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="Every two weeks [1].", usage=(300, 20)))
    api.ask(QUESTION, conversation, ["lease.pdf"])
    lost = {"name": "nothing_like_it", "arguments": "{}"}
    stub.script(
        Reply(rewrites=True, json_value={"question": QUESTION, "queries": []}, usage=(40, 4)),
        Reply(tool_calls=[lost], usage=(500, 5)),
        *ends,
    )
    turn = api.ask(QUESTION, conversation, ["lease.pdf"])
    assert turn.status == "failed"
    ended = (300, 20) if ends[0].status == 200 else (0, 0)
    counted = used(api)["used"]
    assert counted["turns"] == 1
    assert (counted["input_tokens"], counted["output_tokens"]) == (840 + ended[0], 29 + ended[1])
    shown = turn.one("run_complete")["tokens"]
    assert shown == api.conversation(conversation)["runs"][-1]["run_meta"]["tokens"]
    assert shown == {"prompt": 540 + ended[0], "completion": 9 + ended[1]}, "the rest is that of the first turn"


async def test_tokens_of_embeddings_are_counted_with_their_cost(tmp_path: Path, organization: str) -> None:
    async with EmbeddingsStub() as stub:
        model = {"OPENAI_BASE_URL": stub.base_url, "OPENAI_API_KEY": "key", "OPENAI_EMBEDDING_MODEL": "embed"}
        prices = {"MODEL_PRICES": json.dumps({"embed": {"input": 2, "output": 0}}), "DOCUMENT_SUMMARIES": "simple"}
        identity = {"IDENTITY": "easyauth", "ADMIN_ROLE": ADMIN_ROLE}
        await asyncio.to_thread(upload_and_search, tmp_path, {**model, **prices, **identity}, organization, stub)


def upload_and_search(folder: Path, settings: dict[str, str], organization: str, stub: EmbeddingsStub) -> None:
    admin = principal(organization, "ada", [ADMIN_ROLE])
    with app_host(folder, settings) as host, httpx2.Client(base_url=host.url, headers=admin, timeout=30) as http:
        api = Api(http)
        conversation = api.with_documents({"lease.pdf": LEASE})
        checked(http.post("/api/search", json={"query": QUESTION, "conversation_id": conversation}))
        sent = sum(stub.tokens(text) for batch in stub.batches for text in batch)
        assert stub.batches[-1] == [QUESTION]
        counted = eventually(lambda: (found := used(api)["used"])["input_tokens"] == sent and found)
        assert counted["output_tokens"] == 0
        assert used(api, "admin/usage")["used"]["input_tokens"] == sent
        [told] = checked(http.get("/api/admin/stats")).json()["models"]
        assert (told["model"], told["calls"], told["input_tokens"]) == ("embed", len(stub.batches), sent)
        assert told["cost"] == pytest.approx(2 * sent / 1e6)


@pytest.mark.in_any_store
def test_only_administrators_see_what_others_used(as_user: AsUser) -> None:
    status, refusal = problem(as_user().http.get("/api/admin/usage", params={"user": "ada"}))
    assert (status, refusal["code"]) == (403, "forbidden")


def test_the_longest_id_of_a_user_can_be_asked_for(as_user: AsUser, organization: str) -> None:
    admin = as_user(organization, "admin", ADMIN_ROLE)
    assert used(admin, "admin/usage", user="u" * 255)["used"]["turns"] == 0


@pytest.mark.in_any_store
@pytest.mark.parametrize("month", ["2026-13", "2026", "0000-01", "9999-12", "\u0662026-11", "now"])
def test_a_month_that_is_none_is_refused(as_user: AsUser, month: str) -> None:
    status, refusal = problem(as_user().http.get("/api/me/usage", params={"month": month}))
    assert (status, refusal["errors"][0]["field"]) == (422, "month")


@pytest.fixture(scope="module")
def frugal(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningHost]:
    budgets = {"MONTHLY_TURNS_PER_USER": "1", "MONTHLY_BYTES_PER_ORGANIZATION": str(len(LEASE))}
    settings = {**setup_of_its_own, **model_settings(stub_process), **budgets, "IDENTITY": "easyauth"}
    settings["DOCUMENT_CHAT_ANSWERS"] = "true"
    with app_host(tmp_path_factory.mktemp("frugal"), settings) as host:
        yield host


def test_a_used_budget_refuses_before_anything_is_stored(
    frugal: RunningHost, organization: str, stub: StubProcess
) -> None:
    with httpx2.Client(base_url=frugal.url, headers=principal(organization, "ada"), timeout=30) as http:
        api = Api(http)
        assert api.ask("Hello?").status == "completed"
        conversation = api.with_documents({"lease.pdf": LEASE})
        before = checked(http.get("/api/conversations")).json()
        asked = http.post("/api/orc", json={"question": "And now?"})
        uploaded = api.post_files(conversation, [("other.pdf", LEASE + b" ")])
        for response, limit in (
            (asked, "one user is used up (turns: 1)"),
            (uploaded, "the organization is used up (bytes: "),
        ):
            status, refusal = problem(response)
            assert (status, refusal["code"]) == (429, "monthly_budget_used")
            assert limit in refusal["detail"]
            assert refusal["ends_at"] == used(api)["ends_at"]
            assert 0 < int(response.headers["retry-after"]) <= 31 * 24 * 3600
        assert checked(http.get("/api/conversations")).json() == before
        assert list(api.documents(conversation)) == ["lease.pdf"]
        assert used(api)["limits"]["turns"] == 1
    with httpx2.Client(base_url=frugal.url, headers=principal(organization, "bob"), timeout=30) as http:
        assert Api(http).ask("Hello?").status == "completed"


def test_a_repeated_turn_is_returned_after_the_budget_is_used(
    frugal: RunningHost, organization: str, stub: StubProcess
) -> None:
    with httpx2.Client(base_url=frugal.url, headers=principal(organization, "ada"), timeout=30) as http:
        sent: dict[str, object] = {"question": "Hello?", "client_message_id": "first"}
        accepts = {"accept": "application/json"}
        first = checked(http.post("/api/orc", json=sent, headers=accepts)).json()
        assert checked(http.post("/api/orc", json=sent, headers=accepts)).json() == first
        named = {**sent, "conversation_id": first["conversation_id"]}
        messages = f"/api/conversations/{first['conversation_id']}/messages"
        for path, body in (("/api/orc/background", sent), ("/api/orc/background", named), (messages, sent)):
            assert checked(http.post(path, json=body)).json()["run_id"] == first["run_id"]
        for changed, status in (({"question": "Another?"}, 409), ({"client_message_id": "second"}, 429)):
            assert http.post("/api/orc", json={**sent, **changed}).status_code == status
        assert used(Api(http))["used"]["turns"] == 1


def test_a_repeated_chat_message_is_returned_after_the_budget_is_used(
    frugal: RunningHost, organization: str, stub: StubProcess
) -> None:
    with httpx2.Client(base_url=frugal.url, headers=principal(organization, "ada"), timeout=30) as http:
        message = {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Hello?"}]}
        sent: dict[str, object] = {"id": uuid.uuid4().hex, "messages": [message], "trigger": "submit-message"}
        first = checked(http.post("/api/ui/chat", json=sent)).text
        assert checked(http.post("/api/ui/chat", json=sent)).text == first
        before = checked(http.get("/api/conversations")).json()
        for changed in ({"trigger": "regenerate-message"}, {"id": uuid.uuid4().hex}):
            assert http.post("/api/ui/chat", json={**sent, **changed}).status_code == 429
        assert checked(http.get("/api/conversations")).json() == before


def test_an_answer_of_the_tool_for_others_is_a_turn_and_a_search_is_not(
    frugal: RunningHost, organization: str, stub: StubProcess
) -> None:
    with httpx2.Client(base_url=frugal.url, headers=principal(organization, "ada"), timeout=30) as http:
        api = Api(http)
        conversation = api.with_documents({"lease.pdf": LEASE})
        headers = {"accept": "application/json, text/event-stream", "orc-conversation-id": conversation}

        def call(tool: str, **arguments: object) -> dict[str, Any]:
            message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
            asked = message | {"params": {"name": tool, "arguments": arguments}}
            return dict(checked(http.post("/api/mcp", json=asked, headers=headers)).json()["result"])

        stub.script(Reply(text="Every two weeks [1].", usage=(300, 20)))
        asked: dict[str, object] = {"question": QUESTION, "document_names": ["lease.pdf"]}
        answered = call("document_chat", **asked)
        assert answered["structuredContent"]["answer"] == "Every two weeks [1]."
        counted = eventually(lambda: (found := used(api)["used"])["turns"] and found["input_tokens"] and found)
        assert (counted["turns"], counted["input_tokens"]) == (1, 300)
        refused = call("document_chat", **asked)
        assert refused["isError"]
        assert refused["structuredContent"]["error"]["code"] == "monthly_budget_used"
        assert not call("document_chat", question="", document_names=["lease.pdf"])["isError"]
        assert not call("search_documents", query=QUESTION)["isError"]
        assert used(api)["used"]["turns"] == 1


def test_a_used_budget_of_bytes_refuses_files_of_other_clients_before_anything_is_stored(
    frugal: RunningHost, organization: str, stub: StubProcess
) -> None:
    stub.script()
    note = "data:text/plain;base64,Tm90ZS4="
    with httpx2.Client(base_url=frugal.url, headers=principal(organization, "ada"), timeout=30) as http:
        Api(http).with_documents({"lease.pdf": LEASE})
        before = checked(http.get("/api/conversations")).json()
        part = {"type": "input_file", "filename": "note.txt", "file_data": note}
        items = [{"type": "message", "role": "user", "content": [part]}]
        shown = {"type": "file", "filename": "note.txt", "url": note, "mediaType": "text/plain"}
        messages = [{"id": "1", "role": "user", "parts": [shown]}]
        for path, body in (
            ("/api/v1/responses", {"input": items}),
            ("/api/v1/conversations", {"items": items}),
            ("/api/ui/chat", {"id": "chat", "messages": messages}),
        ):
            assert http.post(path, json=body).status_code == 429
            assert checked(http.get("/api/conversations")).json() == before
