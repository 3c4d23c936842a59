"""The UI message stream as the AI SDK's own chat reads it, over the running app."""

import uuid
from typing import Any
from urllib.parse import quote

import pytest

from tests.app.conftest import AsUser
from tests.app.samples import BRACKETED, BRACKETED_SHOWN, LEASE, PARKING_NOTE, TRIAL, TRIAL_STATEMENTS
from tests.app.test_streams import STORY
from tests.app.ui.conftest import OpenChat, Shown, UIChat, file_part, text_of
from tests.support.app import Api, StubProcess, checked, problem
from tests.support.openai_stub import Reply

QUESTION = "How often is the brake inspected?"
ANSWER = Reply(text="Every two weeks [2].")
OVERLOADED = Reply(status=500, headers={"retry-after": "3600"})


def address(chat: UIChat, ending: str = "") -> str:
    return f"/api/ui/chat/{quote(chat.id, safe='')}{ending}"


def stored(api: Api, shown: Shown) -> dict[str, Any]:
    """The conversation that an answer's metadata names."""
    return api.conversation(shown.answer["metadata"]["conversation_id"])


@pytest.mark.req("BX-14")
def test_an_answer_streams_into_a_message_with_its_id(api: Api, stub: StubProcess, open_chat: OpenChat) -> None:
    stub.script(Reply(text=STORY))
    shown = open_chat(api).send("A story?")
    assert (shown.status, shown.error, shown.text) == ("ready", None, STORY)
    assert shown.kinds == [
        *("start", "start-step", "data-stage", "text-start", "text-delta", "text-end"),
        *("finish-step", "finish"),
    ]
    answer = stored(api, shown)["messages"][1]
    assert (answer["message_id"], answer["text"]) == (shown.answer["id"], STORY)
    metadata = shown.answer["metadata"]
    assert (metadata["status"], metadata["run_id"]) == ("completed", answer["run_id"])
    assert metadata["tokens"] == {"prompt": 14, "completion": 6}
    assert [part["data"]["stage"] for part in shown.told] == ["planning", "answering"]


@pytest.mark.req("BX-14")
@pytest.mark.parametrize("version", [5, 6, 7])
def test_every_version_shows_tools_and_sources_with_their_places(
    api: Api, stub: StubProcess, open_chat: OpenChat, version: int
) -> None:
    stub.script(ANSWER)
    shown = open_chat(api, version=version).send(QUESTION, [file_part("lease.pdf", LEASE)])
    assert (shown.error, shown.text) == (None, ANSWER.text)
    [tool] = shown.parts("dynamic-tool")
    assert (tool["toolName"], tool["state"], tool["providerExecuted"]) == ("document_chat", "output-available", True)
    assert tool["input"]["document_names"] == ["lease.pdf"]
    [source] = shown.parts("source-document")
    assert (source["filename"], source["title"]) == ("lease.pdf", "lease.pdf, page 3")
    assert source["mediaType"] == "application/pdf"
    [known] = stored(api, shown)["messages"][1]["citations"]
    told = source["providerMetadata"]["orc"]
    assert (told["quote"], told["citation"]) == (known["snippet"], known["id"])
    assert {name: told[name] for name in ("page", "start", "end", "verified", "file_id")} == {
        name: known[name] for name in ("page", "start", "end", "verified", "file_id")
    }
    [text] = shown.parts("text")
    if version < 7:
        assert "citations" not in text
    else:
        [cited] = text["citations"]
        assert text["text"][cited["startIndex"] : cited["endIndex"]] == "Every two weeks [2]"
        assert (cited["citedText"], cited["source"]["id"]) == (told["quote"], source["sourceId"])


def test_a_place_in_the_answer_counts_as_javascript_does(api: Api, stub: StubProcess, open_chat: OpenChat) -> None:
    stub.script(Reply(text="🏗️🏗️ Listen. Every two weeks [2]."))
    shown = open_chat(api).send(QUESTION, [file_part("lease.pdf", LEASE)])
    [text] = shown.parts("text")
    [cited] = text["citations"]
    units = text["text"].encode("utf-16-le")
    found = units[2 * cited["startIndex"] : 2 * cited["endIndex"]].decode("utf-16-le")
    assert found == "Every two weeks [2]"


@pytest.mark.req("BX-14", "RG-07")
@pytest.mark.parametrize("version", [5, 6, 7])
def test_brackets_that_are_text_shift_no_place_in_the_answer(
    api: Api, stub: StubProcess, open_chat: OpenChat, version: int
) -> None:
    stub.script(Reply(text=BRACKETED))
    shown = open_chat(api, version=version).send(
        "What was found?", [file_part("trial.md", TRIAL.encode(), "text/markdown")]
    )
    assert (shown.error, shown.text) == (None, BRACKETED_SHOWN)
    assert stored(api, shown)["messages"][1]["text"] == BRACKETED_SHOWN
    [text] = shown.parts("text")
    cited = text.get("citations", [])
    found = [text["text"][each["startIndex"] : each["endIndex"]] for each in cited]
    assert found == ([] if version < 7 else TRIAL_STATEMENTS)
    assert all(each["citedText"] in TRIAL for each in cited)


@pytest.mark.req("BX-14")
def test_a_page_that_opens_in_mid_answer_gets_all_of_it(api: Api, stub: StubProcess, open_chat: OpenChat) -> None:
    stub.script(Reply(text=STORY, gate_after=2))
    first = open_chat(api)
    first.begin("A story?")
    first.shows("One crane")
    begun = checked(api.http.get(address(first))).json()
    second = open_chat(api, first.id, messages=begun["messages"])
    second.resume()
    second.shows("One crane")
    stub.release()
    seen, resumed = first.settled(), second.settled()
    assert resumed.text == seen.text == STORY
    assert resumed.chunks == seen.chunks
    assert resumed.messages[-1] == seen.messages[-1]
    assert [message["role"] for message in resumed.messages] == ["user", "assistant"]


@pytest.mark.req("BX-14")
def test_nothing_is_resumed_when_nothing_runs(api: Api, open_chat: OpenChat) -> None:
    chat = open_chat(api)
    for _ in range(2):  # before its first turn, and after it
        assert checked(api.http.get(address(chat, "/stream"))).status_code == 204
        chat.resume()
        assert chat.settled().chunks == []
        chat.send("Hello?")


@pytest.mark.req("BX-14")
def test_a_regenerated_answer_becomes_a_sibling(api: Api, stub: StubProcess, open_chat: OpenChat) -> None:
    stub.script(Reply(text="One."), Reply(text="Two."), Reply(text="Three."))
    chat = open_chat(api)
    first = chat.send("A number?")
    second = chat.regenerate()
    third = chat.regenerate(messageId=second.answer["id"])
    assert (second.text, third.text) == ("Two.", "Three.")
    assert [message["role"] for message in third.messages] == ["user", "assistant"]
    messages = stored(api, first)["messages"]
    assert [message["text"] for message in messages] == ["A number?", "One.", "Two.", "Three."]
    assert len({message["parent_message_id"] for message in messages}) == 2


@pytest.mark.req("BX-14")
def test_an_edited_message_begins_a_branch(api: Api, stub: StubProcess, open_chat: OpenChat) -> None:
    stub.script(*(Reply(text=f"Answer {number}.") for number in range(4)))
    chat = open_chat(api)
    chat.send("First?")
    before = chat.send("Second?")
    edited = chat.send("Another second?", messageId=before.messages[2]["id"])
    assert [text_of(message) for message in edited.messages] == ["First?", "Answer 0.", "Another second?", "Answer 2."]
    known = {message["text"]: message for message in stored(api, edited)["messages"]}
    parents = {known[text]["parent_message_id"] for text in ("Second?", "Another second?")}
    assert parents == {known["Answer 0."]["message_id"]}
    assert (known["Answer 1."]["active"], known["Answer 2."]["active"]) == (False, True)
    again = chat.send("Another first?", messageId=edited.messages[0]["id"])
    roots = [message for message in stored(api, again)["messages"] if message["parent_message_id"] is None]
    assert [message["text"] for message in roots] == ["First?", "Another first?"]


def test_a_message_edited_back_shows_its_first_answer_again(api: Api, stub: StubProcess, open_chat: OpenChat) -> None:
    stub.script(Reply(text="One."), Reply(text="Two."), Reply(text="Three."))
    chat = open_chat(api)
    own = chat.send("A?").messages[0]["id"]
    chat.send("B?", messageId=own)
    assert chat.send("A?", messageId=own).text == "One."
    assert chat.send("C?").text == "Three."
    begun = checked(api.http.get(address(chat))).json()
    assert [text_of(message) for message in begun["messages"]] == ["A?", "One.", "C?", "Three."]


@pytest.mark.req("BX-14")
def test_a_failed_answer_is_a_retryable_error(api: Api, stub: StubProcess, open_chat: OpenChat) -> None:
    stub.script(OVERLOADED, Reply(text=STORY), Reply(text="Well."))
    chat = open_chat(api)
    failed = chat.send("A story?")
    assert failed.status == "error"
    assert failed.error == failed.answer["metadata"]["error"]["message"]
    again = chat.regenerate()
    assert (again.status, again.text) == ("ready", STORY)
    assert [message["role"] for message in again.messages] == ["user", "assistant"]
    assert chat.send("And?").text == "Well."
    texts = [m["text"] for m in stored(api, again)["messages"] if m["role"] == "user"]
    assert texts == ["A story?", "And?"]


@pytest.mark.req("BX-14")
def test_the_stop_address_ends_the_turn_and_every_stream_of_it(
    api: Api, stub: StubProcess, open_chat: OpenChat
) -> None:
    stub.script(Reply(text=STORY, gate_after=2), Reply(text="Well."))
    chat = open_chat(api)
    chat.begin("A story?")
    chat.shows("One crane")
    stopped = api.http.post(address(chat, "/stop"))
    assert stopped.status_code == 202
    shown = chat.settled()
    assert (shown.status, shown.error, shown.text) == ("ready", None, "One crane,")
    assert shown.kinds[-2:] == ["message-metadata", "abort"]
    assert shown.answer["metadata"]["status"] == "cancelled"
    assert shown.answer["metadata"]["run_id"] == stopped.json()["run_id"]
    after = chat.send("And?")
    parent = stored(api, after)["messages"][2]["parent_message_id"]
    assert parent == shown.answer["id"]


@pytest.mark.req("BX-14")
def test_a_turn_continues_without_its_page_until_the_next_question(
    api: Api, stub: StubProcess, open_chat: OpenChat
) -> None:
    stub.script(Reply(text=STORY, gate_after=2), Reply(text="Well."))
    chat = open_chat(api)
    chat.begin("A story?")
    chat.shows("One crane")
    chat.abort()
    chat.settled()
    shown = chat.send("And?")
    assert (shown.error, shown.text) == (None, "Well.")
    statuses = [(m["text"], m["status"]) for m in stored(api, shown)["messages"]]
    assert statuses == [
        ("A story?", "completed"),
        ("One crane,", "cancelled"),
        ("And?", "completed"),
        ("Well.", "completed"),
    ]


@pytest.mark.req("BX-14")
def test_a_reopened_chat_shows_and_continues_its_messages(api: Api, stub: StubProcess, open_chat: OpenChat) -> None:
    stub.script(ANSWER, Reply(text="Hello."), Reply(text="Hi."), Reply(text="Bye."))
    chat = open_chat(api)
    chat.send(QUESTION, [file_part("lease.pdf", LEASE)])
    shown = chat.send("Hello!")
    begun = checked(api.http.get(address(chat))).json()
    for told, known in zip(begun["messages"], shown.messages, strict=True):
        assert (told["id"], told["role"], text_of(told)) == (known["id"], known["role"], text_of(known))
    streamed = {part["type"]: part for part in shown.messages[1]["parts"]}
    for part in begun["messages"][1]["parts"]:
        assert part.items() <= streamed[part["type"]].items()
    reopened = open_chat(api, chat.id, messages=begun["messages"])
    assert reopened.regenerate().text == "Hi."
    after = reopened.send("Thanks!")
    assert [text_of(m) for m in after.messages[-2:]] == ["Thanks!", "Bye."]
    assert begun["conversation_id"] == after.answer["metadata"]["conversation_id"]
    assert len(stored(api, after)["messages"]) == 7


@pytest.mark.req("BX-14")
def test_a_question_is_shown_with_its_file_and_asked_again_with_it(
    api: Api, stub: StubProcess, open_chat: OpenChat
) -> None:
    stub.script(ANSWER, ANSWER, ANSWER)
    chat = open_chat(api)
    chat.send(QUESTION, [file_part("lease.pdf", LEASE)])
    question = checked(api.http.get(address(chat))).json()["messages"][0]
    file, text = question["parts"]
    assert (file["type"], file["filename"], file["mediaType"]) == ("file", "lease.pdf", "application/pdf")
    assert text == {"type": "text", "text": QUESTION}
    assert api.http.get(file["url"]).content == LEASE
    own = file["url"].removeprefix(str(api.http.base_url).rstrip("/"))
    asked_again = {**question, "parts": [file, {"type": "text", "text": "How often, again?"}]}
    for number, url in enumerate((file["url"], own)):
        file["url"] = url
        body = {"id": chat.id, "messages": [{**asked_again, "id": f"again {number}"}]}
        checked(api.http.post("/api/ui/chat", json=body))
    conversation = checked(api.http.get(address(chat))).json()["conversation_id"]
    asked = [message for message in api.messages(conversation) if message["role"] == "user"]
    assert [message["blob_names"] for message in asked] == [["lease.pdf"]] * 3
    file["url"] = "/api/documents/file-other/content"
    body = {"id": chat.id, "messages": [{**asked_again, "id": "other"}]}
    status, told = problem(api.http.post("/api/ui/chat", json=body, headers={"accept": "application/json"}))
    assert (status, told["errors"][0]["field"]) == (422, "messages.0.parts.0.url")


def test_a_page_may_send_the_last_message_alone(api: Api, stub: StubProcess, open_chat: OpenChat) -> None:
    stub.script(Reply(text="One."), Reply(text="Two."))
    chat = open_chat(api, alone=True)
    chat.send("First?")
    shown = chat.send("Second?")
    assert [m["active"] for m in stored(api, shown)["messages"]] == [True] * 4


def test_a_repeated_request_has_the_answer_of_the_first(api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY))
    message = {"id": "one", "role": "user", "parts": [{"type": "text", "text": "A story?"}]}
    first, again = (api.http.post("/api/ui/chat", json={"id": "c", "messages": [message]}) for _ in range(2))
    assert checked(first).text == checked(again).text
    assert first.headers["x-vercel-ai-ui-message-stream"] == "v1"
    assert first.text.endswith("data: [DONE]\n\n")


def test_a_turn_takes_documents_and_options_that_a_page_adds(api: Api, stub: StubProcess, open_chat: OpenChat) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE, "note.md": PARKING_NOTE})
    stub.script(ANSWER)
    added = {"blob_names": ["lease.pdf"], "citation_style": "endnote", "theme": "dark"}
    shown = open_chat(api, conversation, body=added).send(QUESTION)
    assert shown.answer["metadata"]["conversation_id"] == conversation
    assert shown.parts("dynamic-tool")[0]["input"]["document_names"] == ["lease.pdf"]
    assert "lease.pdf" in shown.text.partition(ANSWER.text)[2]


def test_files_are_documents_with_the_metadata_that_comes_with_them(
    api: Api, stub: StubProcess, open_chat: OpenChat
) -> None:
    stub.script(Reply(text="Read."))
    told = {"orc": {"metadata": {"client": "Acme"}}}
    note = file_part("note", PARKING_NOTE, "text/markdown", providerMetadata=told)
    plain = {"type": "file", "mediaType": "text/plain", "filename": "plain.txt", "url": "data:text/plain,It%20rains."}
    shown = open_chat(api).send("What is in these?", [note, plain])
    documents = api.documents(shown.answer["metadata"]["conversation_id"])
    assert set(documents) == {"note.md", "plain.txt"}
    assert documents["note.md"]["metadata"] == {"client": "Acme"}
    assert documents["plain.txt"]["size"] == len("It rains.")


@pytest.mark.req("BX-14")
def test_a_chat_is_its_callers_alone(as_user: AsUser, stub: StubProcess, open_chat: OpenChat) -> None:
    stub.script(Reply(text="One."), Reply(text="Two."))
    owner, other = as_user(), as_user()
    chat_id = f"chat-{uuid.uuid4().hex}"
    mine = open_chat(owner, chat_id).send("Mine?")
    conversation = mine.answer["metadata"]["conversation_id"]
    assert owner.http.get(f"/api/ui/chat/{chat_id}").json()["conversation_id"] == conversation
    assert problem(other.http.get(f"/api/ui/chat/{chat_id}", headers={"accept": "application/json"}))[0] == 404
    theirs = open_chat(other, chat_id).send("Theirs?")
    assert theirs.answer["metadata"]["conversation_id"] != conversation
    assert len(owner.messages(conversation)) == 2
