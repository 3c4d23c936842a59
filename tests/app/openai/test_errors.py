"""Errors under /api/v1 have the form of the OpenAI API, whichever part of the app they come from."""

import pytest

from tests.app.conftest import AsUser


@pytest.mark.parametrize(
    ("method", "address", "headers", "status", "kind", "code"),
    [
        ("GET", "/api/v1/nowhere", {}, 404, "invalid_request_error", "not_found"),
        ("POST", "/api/v1/nowhere", {"origin": "https://other.example"}, 403, "permission_error", "origin_not_allowed"),
        (
            "POST",
            "/api/v1/nowhere",
            {"content-type": "multipart/form-data; charset=utf-7; boundary=x"},
            400,
            "invalid_request_error",
            "invalid_request",
        ),
    ],
)
def test_whatever_refuses_a_request_does_so_in_openai_form(
    as_user: AsUser, method: str, address: str, headers: dict[str, str], status: int, kind: str, code: str
) -> None:
    response = as_user().http.request(method, address, headers=headers)
    assert (response.status_code, response.headers["content-type"]) == (status, "application/json")
    error = response.json()["error"]
    assert (error["type"], error["code"]) == (kind, code)
    assert error["message"]


@pytest.mark.parametrize(
    ("address", "methods"),
    [
        ("/api/v1/conversations/conv_1", "DELETE, GET, HEAD, POST"),
        ("/api/v1/files/file-1", "DELETE, GET, HEAD"),
        ("/api/v1/responses/resp_1", "DELETE, GET, HEAD"),
        ("/api/v1/responses", "POST"),
        ("/api/ui/chat/chat-1", "GET, HEAD"),
        ("/api/documents/file-1", "DELETE, GET, HEAD, PATCH"),
    ],
)
def test_a_refused_method_gets_all_methods_of_the_path(as_user: AsUser, address: str, methods: str) -> None:
    response = as_user().http.put(address)
    assert (response.status_code, response.headers["allow"]) == (405, methods)


def test_head_of_an_unknown_address_has_no_body(as_user: AsUser) -> None:
    response = as_user().http.head("/api/v1/nowhere")
    assert (response.status_code, response.content) == (404, b"")


def test_errors_of_other_addresses_stay_problem_documents(as_user: AsUser) -> None:
    response = as_user().http.get("/api/v10")
    assert response.headers["content-type"] == "application/problem+json"
