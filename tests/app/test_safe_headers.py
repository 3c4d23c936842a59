"""The headers of responses that browsers and proxies could misuse."""

import pytest

from tests.support.app import Api


@pytest.mark.parametrize("path", ["/api/conversations", "/api/docs", "/api/none", "/api/health"])
def test_no_response_is_guessed_at_stored_or_framed(api: Api, path: str) -> None:
    headers = api.http.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["content-security-policy"] == "frame-ancestors 'none'"


def test_the_type_of_a_stream_is_not_guessed_at(api: Api) -> None:
    with api.http.stream("POST", "/api/orc", json={"question": "Hello"}) as answer:
        assert answer.headers["x-content-type-options"] == "nosniff"
        answer.read()
