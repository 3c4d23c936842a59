"""Every response of the OpenAI API has an id of its request, where the SDK looks for it."""

import uuid

import openai
import pytest

from tests.app.conftest import AsUser
from tests.support.app import StubProcess
from tests.support.openai_stub import Reply


def test_the_sdk_tells_the_id_of_each_request(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text="Hello."))
    answered, models = sdk.responses.create(model="orc", input="Hello"), sdk.models.list()
    with sdk.responses.with_streaming_response.retrieve(answered.id, stream=True) as streamed:
        ids = [answered._request_id, models._request_id, streamed.request_id]
    assert len({uuid.UUID(each or "") for each in ids}) == 3


def test_an_error_of_the_sdk_tells_the_id_of_its_request(sdk: openai.OpenAI) -> None:
    with pytest.raises(openai.NotFoundError) as refused:
        sdk.responses.retrieve("resp_none")
    assert uuid.UUID(refused.value.request_id or "")


@pytest.mark.parametrize(("method", "address"), [("GET", "/api/v1/nowhere"), ("PUT", "/api/v1/responses")])
def test_what_no_route_takes_has_an_id_too(as_user: AsUser, method: str, address: str) -> None:
    response = as_user().http.request(method, address, headers={"x-ms-invocation-id": "not an id"})
    assert uuid.UUID(response.headers["x-request-id"])


def test_other_addresses_have_no_request_id(as_user: AsUser) -> None:
    assert "x-request-id" not in as_user().http.get("/api/conversations").headers
