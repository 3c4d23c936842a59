"""The Files API and the models, driven by the openai SDK over HTTP."""

from typing import Any

import openai
import pytest

from tests.app.openai.conftest import async_sdk_of
from tests.app.samples import BRAKE, LEASE
from tests.support.app import Api, StubProcess
from tests.support.hosts import RunningHost
from tests.support.openai_stub import Reply
from tests.support.waiting import eventually

QUESTION = "How often is the brake inspected?"


@pytest.fixture
def lease(sdk: openai.OpenAI) -> str:
    """The id of an uploaded file that was read."""
    made = sdk.files.create(file=("lease.pdf", LEASE), purpose="assistants")
    eventually(lambda: sdk.files.retrieve(made.id).status == "processed", seconds=60)
    return made.id


@pytest.mark.req("BX-13")
def test_a_file_is_uploaded_read_listed_and_deleted(sdk: openai.OpenAI, own_api: Api) -> None:
    made = sdk.files.create(file=("lease.pdf", LEASE), purpose="user_data")
    assert (made.filename, made.bytes, made.purpose, made.object) == ("lease.pdf", len(LEASE), "user_data", "file")
    eventually(lambda: sdk.files.retrieve(made.id).status == "processed", seconds=60)
    assert sdk.files.content(made.id).content == LEASE
    assert [each.id for each in sdk.files.list()] == [made.id]
    assert own_api.http.get("/api/conversations").json()["items"] == []
    deleted = sdk.files.delete(made.id)
    assert (deleted.id, deleted.deleted) == (made.id, True)
    assert list(sdk.files.list()) == []
    with pytest.raises(openai.NotFoundError):
        sdk.files.retrieve(made.id)


@pytest.mark.req("BX-13")
def test_two_files_of_one_name_are_two_files(sdk: openai.OpenAI) -> None:
    first = sdk.files.create(file=("note.md", b"# One"), purpose="assistants")
    other = sdk.files.create(file=("note.md", b"# Two"), purpose="user_data")
    assert [sdk.files.content(each.id).content for each in (first, other)] == [b"# One", b"# Two"]
    assert [each.id for each in sdk.files.list()] == [other.id, first.id]
    assert [each.id for each in sdk.files.list(order="asc", limit=1)] == [first.id, other.id]
    assert [each.id for each in sdk.files.list(purpose="assistants")] == [first.id]
    assert [each.id for each in sdk.files.list(after=other.id)] == [first.id]


@pytest.mark.req("BX-13")
async def test_an_uploaded_file_answers_a_response(
    host: RunningHost, user: dict[str, str], sdk: openai.OpenAI, lease: str, stub: StubProcess
) -> None:
    stub.script(Reply(text="Every two weeks [2]."))
    asked: Any = [
        {
            "role": "user",
            "content": [{"type": "input_text", "text": QUESTION}, {"type": "input_file", "file_id": lease}],
        }
    ]
    async with async_sdk_of(host.url, user) as client:
        response = await client.responses.create(model="orc", input=asked)
        assert [each.id async for each in client.files.list()] == [lease]
    assert response.output_text == "Every two weeks [2]."
    assert BRAKE in str(stub.requests()[-1])
    sdk.files.delete(lease)
    assert sdk.responses.retrieve(response.id).output_text == response.output_text


@pytest.mark.req("BX-13")
@pytest.mark.parametrize(
    ("file", "purpose", "param", "status"),
    [
        (("lease.pdf", LEASE), "fine-tune", "purpose", 400),
        (("lease.exe", b"MZ"), "user_data", "file", 415),
        (("lease.pdf", b""), "user_data", "file", 400),
    ],
)
def test_a_file_that_cannot_be_kept_is_refused(
    sdk: openai.OpenAI, file: Any, purpose: Any, param: str | None, status: int
) -> None:
    with pytest.raises(openai.APIStatusError) as refused:
        sdk.files.create(file=file, purpose=purpose)
    assert refused.value.status_code == status
    assert refused.value.body["param"] == param  # type: ignore[index]
    assert list(sdk.files.list()) == []


@pytest.mark.req("BX-13")
def test_one_of_two_files_in_an_upload_is_not_dropped(sdk: openai.OpenAI, own_api: Api) -> None:
    two = [("file", ("one.md", b"# One")), ("file", ("two.md", b"# Two"))]
    refused = own_api.http.post("/api/v1/files", files=two, data={"purpose": "user_data"})
    assert (refused.status_code, refused.json()["error"]["param"]) == (400, "file")
    assert refused.json()["error"]["message"] == "file: is given 2 times; the limit is 1"
    assert list(sdk.files.list()) == []


@pytest.mark.req("BX-13", "SE-02")
def test_files_of_other_users_are_not_found(other_sdk: openai.OpenAI, lease: str) -> None:
    for call in (other_sdk.files.retrieve, other_sdk.files.content, other_sdk.files.delete):
        with pytest.raises(openai.NotFoundError):
            call(lease)
    assert list(other_sdk.files.list()) == []


@pytest.mark.req("BX-13")
def test_the_models_are_the_styles_of_an_answer(sdk: openai.OpenAI) -> None:
    assert [model.id for model in sdk.models.list()] == ["orc", "orc-footnote", "orc-endnote"]
    assert sdk.models.retrieve("orc-endnote").owned_by == "orc"
    with pytest.raises(openai.NotFoundError):
        sdk.models.retrieve("gpt-4.1")
