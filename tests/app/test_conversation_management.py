"""Conversations as their owner keeps them: listed, renamed, exported, deleted."""

import html
from collections.abc import Iterator
from typing import Any

import pytest
from markdown_it import MarkdownIt

from tests.app.conftest import AsUser
from tests.app.samples import PARKING_NOTE
from tests.documents.renderers import active_in
from tests.support.app import Api, StubProcess, checked, fields_of, problem, until
from tests.support.files import make_pdf
from tests.support.openai_stub import Reply
from tests.support.stored import Stored

REPORT = make_pdf(["The crane lifts forty tonnes. The rope is eleven millimetres thick."])


def _listed(api: Api) -> list[str]:
    return [each["conversation_id"] for each in checked(api.http.get("/api/conversations")).json()["items"]]


@pytest.mark.req("CS-02")
def test_a_conversation_can_be_renamed(api: Api) -> None:
    conversation = api.ask("Hello?").conversation_id
    assert api.conversation(conversation)["title"] == "Hello?"
    changed = checked(api.http.patch(f"/api/conversations/{conversation}", json={"title": "Greetings"})).json()
    assert changed["title"] == "Greetings"
    assert api.conversation(conversation)["title"] == "Greetings"
    api.ask("And again?", conversation)
    assert api.conversation(conversation)["title"] == "Greetings"


@pytest.mark.req("BX-07")
def test_a_document_names_a_conversation_until_its_first_question(api: Api) -> None:
    conversation = api.with_documents({"crane.pdf": REPORT})
    api.upload(conversation, {"own.txt": b"Another document."})
    listed = {each["conversation_id"]: each for each in checked(api.http.get("/api/conversations")).json()["items"]}
    assert listed[conversation]["title"] == api.conversation(conversation)["title"] == "crane.pdf"
    api.ask("How much does the crane lift?", conversation, ["crane.pdf"])
    assert api.conversation(conversation)["title"] == "How much does the crane lift?"


def test_a_title_of_the_caller_stays_when_a_document_comes(api: Api) -> None:
    conversation = checked(api.http.post("/api/conversations", json={"title": "Cranes"})).json()["conversation_id"]
    api.upload(conversation, {"crane.pdf": REPORT})
    assert api.conversation(conversation)["title"] == "Cranes"


def test_a_new_title_has_limits(api: Api) -> None:
    conversation = api.create()
    for title in ("", "     ", "x" * 201, 7, ["x"]):
        status, body = problem(api.http.patch(f"/api/conversations/{conversation}", json={"title": title}))
        assert (status, fields_of(body)) == (422, ["title"])
        assert problem(api.http.post("/api/conversations", json={"title": title}))[0] == 422
    assert api.conversation(conversation)["title"] is None
    checked(api.http.patch(f"/api/conversations/{conversation}", json={"title": " Cranes "}))
    assert api.conversation(conversation)["title"] == "Cranes"


def test_a_change_of_nothing_changes_nothing(api: Api) -> None:
    conversation = api.create()
    before = api.conversation(conversation)
    checked(api.http.patch(f"/api/conversations/{conversation}", json={}))
    assert api.conversation(conversation) == before


def test_an_id_is_found_in_each_form_that_a_turn_takes(api: Api) -> None:
    conversation = api.with_documents({"note.md": PARKING_NOTE})
    turn = api.ask("Hello?", conversation)
    for form in (conversation.upper(), conversation.replace("-", "")):
        assert api.ask("Hello?", form).conversation_id == conversation
        assert api.conversation(form)["conversation_id"] == conversation
        assert checked(api.http.get(f"/api/conversations/{form}/runs/{turn.run_id}")).json()["run_id"] == turn.run_id
        searched = checked(api.http.post("/api/search", json={"query": "park", "conversation_id": form})).json()
        assert [passage["blob_name"] for passage in searched["passages"]] == ["note.md"]
        sent = {"question": "Hello?", "conversation_id": conversation, "client_message_id": f"tap {form}"}
        assert api.http.post(f"/api/conversations/{form}/messages", json=sent).status_code == 202
        api.follow(conversation)


def test_a_conversation_can_be_renamed_while_it_answers(api: Api, stub: StubProcess) -> None:
    conversation = api.ask("Hello?").conversation_id
    stub.reset()
    with api.asking("Tell me a story.", conversation) as events:
        until(events, "run_start")
        checked(api.http.patch(f"/api/conversations/{conversation}", json={"title": "Stories"}))
        until(events, "done", status="completed")
    kept = api.conversation(conversation)
    assert (kept["title"], kept["status"], kept["turn_count"]) == ("Stories", "idle", 2)


@pytest.mark.req("CS-03")
def test_a_follow_up_in_the_background_is_followed_from_its_offset(api: Api) -> None:
    first = api.ask("Hello?")
    address = f"/api/conversations/{first.conversation_id}/messages"
    answer = api.http.post(address, json={"question": "And what else?"})
    assert answer.status_code == 202
    begun = answer.json()
    assert (begun["conversation_id"], begun["event_offset"]) == (first.conversation_id, first.events[-1].seq)
    stream = f"/api/conversations/{first.conversation_id}/stream?since={begun['event_offset']}"
    assert begun["stream_url"] == f"{stream}&run_id={begun['run_id']}"
    following = api.follow(first.conversation_id, begun["event_offset"])
    assert (following.run_id, following.status) == (begun["run_id"], "completed")
    assert following.one("user_message")["text"] == "And what else?"
    assert checked(api.http.get(begun["status_url"])).json()["status"] == "completed"


@pytest.mark.req("CS-02")
def test_conversations_are_listed_newest_first_in_pages(api: Api) -> None:
    made = [api.create() for _ in range(5)]
    first = checked(api.http.get("/api/conversations?limit=2")).json()
    second = checked(api.http.get(f"/api/conversations?limit=2&continuation={first['continuation']}")).json()
    third = checked(api.http.get(f"/api/conversations?limit=2&continuation={second['continuation']}")).json()
    pages = [[each["conversation_id"] for each in page["items"]] for page in (first, second, third)]
    assert [each for page in pages for each in page] == made[::-1]
    assert third["continuation"] is None


def _message_pages(api: Api, conversation: str, limit: int) -> Iterator[dict[str, Any]]:
    continuation: str | None = ""
    while continuation is not None:
        query = {"limit": limit} | ({"continuation": continuation} if continuation else {})
        page = checked(api.http.get(f"/api/conversations/{conversation}", params=query)).json()
        yield page
        continuation = page["continuation"]


@pytest.mark.req("CS-02")
def test_messages_page_newest_first_and_stay_while_others_come(api: Api) -> None:
    conversation = api.ask("One?").conversation_id
    first = api.messages(conversation)
    api.ask("Two?", conversation)
    api.ask("Three, beside two?", conversation, parent_message_id=first[1]["message_id"])
    whole = api.conversation(conversation)
    assert "continuation" not in whole
    pages = []
    for number, page in enumerate(_message_pages(api, conversation, 2)):
        pages.append(page)
        if number == 0:
            api.ask("Meanwhile?", conversation)
    assert [len(page["messages"]) for page in pages] == [2, 2, 2]
    assert [message for page in pages for message in page["messages"]] == whole["messages"][::-1]
    assert [message["active"] for message in whole["messages"]] == [True, True, False, False, True, True]
    assert [run for page in pages for run in page["runs"]] == whole["runs"][::-1]
    assert pages[0]["active_message_id"] == whole["active_message_id"]
    [last] = _message_pages(api, conversation, 100)
    assert (last["messages"], last["continuation"]) == (api.messages(conversation)[::-1], None)


def test_the_messages_of_a_fork_page_too(api: Api) -> None:
    source = api.ask("One?").conversation_id
    api.ask("Two?", source)
    leaf = api.messages(source)[-1]["message_id"]
    fork = checked(api.http.post(f"/api/conversations/{source}/fork", json={"message_id": leaf})).json()
    api.ask("Three?", fork["conversation_id"])
    pages = list(_message_pages(api, fork["conversation_id"], 1))
    assert [page["messages"][0] for page in pages] == api.messages(fork["conversation_id"])[::-1]


def test_a_page_of_messages_has_limits(api: Api) -> None:
    address = f"/api/conversations/{api.create()}"
    for name, value, told in [
        ("limit", "0", "1"),
        ("limit", "101", "100"),
        ("limit", "many", "integer"),
        ("continuation", "the last", "pattern"),
        ("continuation", "", "pattern"),
    ]:
        status, body = problem(api.http.get(address, params={name: value}))
        assert (status, fields_of(body)) == (422, [name])
        assert told in body["detail"]
    empty = checked(api.http.get(address, params={"limit": 5})).json()
    assert (empty["messages"], empty["runs"], empty["continuation"]) == ([], [], None)


def test_an_export_has_the_active_branch_with_what_it_cites(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"crane.pdf": REPORT})
    stub.script(Reply(text="Forty tonnes [1]."))
    api.ask("How much does the crane lift?", conversation, ["crane.pdf"])
    stub.reset()
    answer = checked(api.http.get(f"/api/conversations/{conversation}/export"))
    assert answer.headers["content-type"].startswith("text/markdown")
    assert answer.headers["content-disposition"] == 'attachment; filename="conversation.md"'
    cited = "- [1] crane.pdf, page 1: “The"
    for wanted in ("# How much does the crane lift?", "## Answer\n\nForty tonnes [1].", cited):
        assert wanted in answer.text
    exported = checked(api.http.get(f"/api/conversations/{conversation}/export?format=json")).json()
    assert exported == api.conversation(conversation)
    assert problem(api.http.get(f"/api/conversations/{conversation}/export?format=pdf"))[0] == 422


@pytest.mark.req("SE-15")
@pytest.mark.in_any_store
def test_an_export_shows_names_snippets_and_titles_as_plain_text(api: Api, stub: StubProcess) -> None:
    name = "<img src=x onerror=alert(1)>.txt"
    document = "The crane ![lifts](https://evil.example) forty tonnes <script>alert(1)</script> at most.\n"
    conversation = api.with_documents({name: document.encode()})
    stub.script(Reply(text="Forty tonnes [1].\n\n```\nopen"), Reply(text="Still ![x](https://evil.example)"))
    api.ask("How much does the <b>crane</b> lift?", conversation, [name])
    api.ask("And [then](https://evil.example)?", conversation, [name])
    stub.reset()
    exported = checked(api.http.get(f"/api/conversations/{conversation}/export")).text
    assert not active_in(exported)
    page = MarkdownIt("commonmark").render(exported)
    snippet = "The crane ![lifts](https://evil.example) forty tonnes"
    for shown in (name, snippet, "How much does the <b>crane</b> lift?"):
        assert html.escape(shown, quote=False) in page
    assert page.count("<h2>Question</h2>") == page.count("<h2>Answer</h2>") == 2


@pytest.mark.req("SE-15")
@pytest.mark.in_any_store
def test_an_export_has_no_escapes_that_nothing_needs(api: Api, stub: StubProcess) -> None:
    name = "crane [final] v_2.txt"
    lifted = "R&D: the crane (type [B], 5 * 3 ropes) lifts < 40 tonnes."
    conversation = api.with_documents({name: lifted.encode()})
    stub.script(Reply(text="It lifts < 40 tonnes [1]."))
    api.ask("How much does the crane [B] lift?", conversation, [name])
    stub.reset()
    exported = checked(api.http.get(f"/api/conversations/{conversation}/export")).text
    assert f"- [1] {name}: “{lifted}”" in exported
    assert "# How much does the crane [B] lift?" in exported
    assert "It lifts < 40 tonnes [1]." in exported
    assert "\\" not in exported


@pytest.mark.req("CS-06")
def test_a_deleted_conversation_leaves_nothing(api: Api, stub: StubProcess, stored: Stored) -> None:
    other = api.with_documents({"crane.pdf": REPORT})
    conversation = api.with_documents({"crane.pdf": REPORT, "own.txt": b"Only this conversation says heliotrope."})
    api.ask("How much does the crane lift?", conversation, ["crane.pdf", "own.txt"])
    files = [document["file_id"] for document in api.documents(conversation).values()]
    assert api.http.delete(f"/api/conversations/{conversation}").status_code == 204

    for address in ("", "/documents", "/stream", "/export"):
        assert problem(api.http.get(f"/api/conversations/{conversation}{address}"))[0] == 404
    for file in files:
        assert problem(api.http.get(f"/api/documents/{file}"))[0] == 404
    assert conversation not in _listed(api)
    blobs = stored.blobs()
    assert not [path for path, data in blobs.items() if conversation in path or b"heliotrope" in data]
    assert not [item for item in stored.items() if conversation in str(item) or "heliotrope" in str(item)]
    assert problem(api.http.delete(f"/api/conversations/{conversation}"))[0] == 404

    turn = api.ask("How much does the crane lift?", other, ["crane.pdf"])
    assert (turn.status, turn.work["extractions"]) == ("completed", 0)
    assert stub.requests()


def test_a_conversation_can_be_deleted_while_it_answers(api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text="Once upon a time there was a crane.", gate_after=2))
    with api.asking("Tell me a story.") as events:
        conversation = until(events, "run_start")[-1].data["conversation_id"]
        until(events, "token")
        assert api.http.delete(f"/api/conversations/{conversation}").status_code == 204
        until(events, "done", status="cancelled")
    assert problem(api.http.get(f"/api/conversations/{conversation}"))[0] == 404
    stub.reset()


def test_anothers_conversation_cannot_be_deleted_renamed_or_exported(api: Api, as_user: AsUser) -> None:
    conversation = api.create()
    stranger = as_user()
    assert problem(stranger.http.delete(f"/api/conversations/{conversation}"))[0] == 404
    assert problem(stranger.http.patch(f"/api/conversations/{conversation}", json={"title": "Mine"}))[0] == 404
    assert problem(stranger.http.get(f"/api/conversations/{conversation}/export"))[0] == 404
    assert api.conversation(conversation)["title"] is None
