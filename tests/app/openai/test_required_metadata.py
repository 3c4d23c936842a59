"""Clients of the OpenAI API send documents to a deployment that requires metadata."""

import base64
from collections.abc import Iterator
from typing import Any

import openai
import pytest

from tests.app.conftest import Environment, app_host, client
from tests.app.openai.conftest import sdk_of
from tests.app.openai.requests import asking
from tests.app.openai.test_many_files import with_note
from tests.support.app import Api
from tests.support.hosts import RunningHost

ACME = {"client": "Acme", "trace": "t-1"}
LABELS = {"client": "Acme", "matter": "none"}
NOTE = "The lamp is blue."
QUESTION = "What colour is the lamp?"
SENT_FILE = {"type": "input_file", "filename": "note.txt", "file_data": base64.b64encode(NOTE.encode()).decode()}


@pytest.fixture(scope="module")
def strict_host(setup_of_its_own: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    rules = {"DOCUMENT_METADATA_REQUIRED": "client,matter", "DOCUMENT_METADATA_DEFAULTS": "matter=none"}
    with app_host(tmp_path_factory.mktemp("strict"), {**setup_of_its_own, **rules}) as host:
        yield host


@pytest.fixture
def strict(strict_host: RunningHost) -> Iterator[openai.OpenAI]:
    with sdk_of(strict_host.url) as sdk:
        yield sdk


@pytest.fixture
def strict_api(strict_host: RunningHost) -> Iterator[Api]:
    with client(strict_host) as api:
        yield api


def newest_labels(api: Api) -> Any:
    conversation = api.http.get("/api/conversations").json()["items"][0]["conversation_id"]
    return api.documents(conversation)["note.txt"]["metadata"]


@pytest.mark.req("BX-13", "DC-24")
def test_metadata_of_a_request_labels_its_files_by_the_required_keys(strict: openai.OpenAI, strict_api: Api) -> None:
    response = strict.responses.create(model="orc", input=asking(QUESTION, SENT_FILE), metadata=ACME)
    assert "blue" in response.output_text
    assert response.metadata == ACME
    assert newest_labels(strict_api) == LABELS
    completion = strict.chat.completions.create(
        model="orc", messages=[with_note(QUESTION, NOTE)], metadata={**ACME, "client": "Beta", "matter": "M-1"}
    )
    assert "blue" in str(completion.choices[0].message.content)
    assert newest_labels(strict_api) == {"client": "Beta", "matter": "M-1"}


@pytest.mark.req("BX-13", "DC-24")
@pytest.mark.parametrize("metadata", [None, {"matter": "M-1"}, {"client": " "}, {"client": "x" * 501}])
def test_a_file_without_a_required_value_is_refused_with_its_key(
    strict: openai.OpenAI, metadata: dict[str, str] | None
) -> None:
    for send in (
        lambda: strict.responses.create(input=asking(QUESTION, SENT_FILE), metadata=metadata),
        lambda: strict.chat.completions.create(model="orc", messages=[with_note(QUESTION, NOTE)], metadata=metadata),
        lambda: strict.files.create(
            file=("note.txt", NOTE.encode()), purpose="user_data", extra_body={"metadata": metadata} if metadata else {}
        ),
    ):
        with pytest.raises(openai.BadRequestError) as refused:
            send()
        assert refused.value.param == "metadata.client"


@pytest.mark.req("BX-13", "DC-24")
def test_files_of_a_conversation_get_its_metadata(strict: openai.OpenAI, strict_api: Api) -> None:
    made = strict.conversations.create(metadata={"client": "Acme"})
    response = strict.responses.create(input=asking(QUESTION, SENT_FILE), conversation=made.id)
    assert "blue" in response.output_text
    assert newest_labels(strict_api) == LABELS


@pytest.mark.req("BX-13", "DC-24")
def test_an_uploaded_file_has_the_metadata_of_its_upload(strict: openai.OpenAI, strict_api: Api) -> None:
    note: Any = {"file": ("note.txt", NOTE.encode()), "purpose": "user_data"}
    for extra in (
        {"metadata": {"client": "Acme", "site": "A [1]"}},
        {"metadata": '{"client": "Acme", "site": "A [1]"}'},
    ):
        made = strict.files.create(**note, extra_body=extra)
        stored = strict_api.http.get(f"/api/documents/{made.id}").json()["metadata"]
        assert stored == {**LABELS, "site": "A [1]"}
    asked = asking(QUESTION, {"type": "input_file", "file_id": made.id})
    response = strict.responses.create(input=asked, metadata={"client": "Beta"})
    assert "blue" in response.output_text
    assert newest_labels(strict_api) == {**LABELS, "site": "A [1]"}
