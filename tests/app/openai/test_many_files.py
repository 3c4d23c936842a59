"""Files of one name, and more files than one upload or one turn may have."""

import base64
from typing import Any

import openai
import pytest

from tests.app.openai.requests import annotations, asking, conversation_of
from tests.app.openai.test_chat import conversations, said
from tests.support.app import Api, StubProcess
from tests.support.openai_stub import Reply


def with_note(text: str, content: str, name: str = "note.txt") -> Any:
    file = {"filename": name, "file_data": base64.b64encode(content.encode()).decode()}
    return {"role": "user", "content": [{"type": "text", "text": text}, {"type": "file", "file": file}]}


@pytest.mark.req("BX-13")
def test_a_changed_file_goes_by_another_name_beside_the_first(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(Reply(text="Five [1]."), Reply(text="Seven [1]."), Reply(text="Seven [1]."))
    history = [with_note("How many cranes?", "There are five cranes.")]
    for again in (with_note("And now, how many cranes?", "There are seven cranes."), *said("Are you sure?")):
        answered = sdk.chat.completions.create(model="orc", messages=history)
        history += [{"role": "assistant", "content": answered.choices[0].message.content}, again]
    sdk.chat.completions.create(model="orc", messages=history)
    [conversation] = conversations(own_api)
    assert sorted(own_api.documents(conversation)) == ["note (2).txt", "note.txt"]
    asked = [each["blob_names"] for each in own_api.messages(conversation) if each["role"] == "user"]
    assert asked == [["note.txt"], ["note (2).txt"], ["note.txt", "note (2).txt"]]


@pytest.mark.req("BX-13")
def test_a_chat_may_have_more_files_than_one_upload(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.reset()
    history = list[Any]()
    for number in range(12):
        history.append(with_note(f"How many cranes has dock {number}?", f"Dock {number} has two.", f"{number}.txt"))
        answered = sdk.chat.completions.create(model="orc", messages=history)
        history.append({"role": "assistant", "content": answered.choices[0].message.content})
    [conversation] = conversations(own_api)
    assert len(own_api.documents(conversation)) == 12


@pytest.mark.req("BX-13")
def test_two_files_of_one_name_are_compared_in_one_question(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(Reply(text="Five [1], then seven [2]."))
    ids = [
        sdk.files.create(file=("note.txt", f"There are {count} cranes.".encode()), purpose="assistants").id
        for count in ("five", "seven")
    ]
    response = sdk.responses.create(
        model="orc", input=asking("How many cranes?", *({"type": "input_file", "file_id": each} for each in ids))
    )
    told = {each["file_id"]: each["filename"] for each in annotations(response)}
    assert told == dict(zip(ids, ["note.txt", "note (2).txt"], strict=True))


@pytest.mark.req("BX-13")
def test_a_stateless_client_may_have_sent_more_files_than_a_turn_has(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(Reply(text="Two."))
    said: list[Any] = []
    for number in range(5):
        data = base64.b64encode(f"Dock {number} has two cranes.".encode()).decode()
        file = {"type": "input_file", "filename": f"{number}.txt", "file_data": data}
        said += [*asking(f"How many cranes has dock {number}?", file), {"role": "assistant", "content": "Two."}]
    response = sdk.responses.create(model="orc", input=said[:-1])
    conversation = conversation_of(response)
    assert own_api.messages(conversation)[-2]["blob_names"] == ["2.txt", "3.txt", "4.txt"]
    assert len(own_api.documents(conversation)) == 5
