"""HTTP triggers through the local host: routing, streams both ways, disconnects, keys and failures."""

from collections.abc import Iterator

import httpx2
import pytest

from tests.devhost.conftest import Notes
from tests.support.hosts import RunningHost
from tests.support.waiting import eventually


def test_the_first_route_by_function_name_wins(client: httpx2.Client) -> None:
    assert client.get("/api/order/first").text == "orders"
    assert client.get("/api/items/spoon").text == "spoon"
    assert client.get("/api/items/spoon/handle").json()["path"] == "items/spoon/handle"


@pytest.mark.parametrize("address", ["/elsewhere", "/api//items/spoon"])
def test_an_unknown_address_is_not_found(client: httpx2.Client, address: str) -> None:
    response = client.get(address)

    assert response.status_code == 404
    assert response.headers["content-type"] == "application/problem+json"


def test_a_route_with_another_method_leaves_the_request_to_the_next(client: httpx2.Client) -> None:
    assert client.post("/api/items/spoon").json()["path"] == "items/spoon"


@pytest.mark.parametrize("method", ["DELETE", "HEAD"])
def test_a_method_that_no_function_declares_is_not_found(client: httpx2.Client, method: str) -> None:
    assert client.request(method, "/api/health").status_code == 404


def test_an_encoded_slash_parts_no_segments(client: httpx2.Client) -> None:
    assert client.get("/api/order%2Ffirst").json()["path"] == "order%2Ffirst"


def test_repeated_headers_stay_and_hop_by_hop_headers_go(client: httpx2.Client) -> None:
    response = client.get("/api/items/spoon")

    assert response.headers.get_list("set-cookie") == ["a=1", "b=2"]
    assert "keep-alive" not in response.headers


def test_the_app_sees_the_address_that_was_asked_for(client: httpx2.Client) -> None:
    sent = {"host": "orc.example:81", "connection": "keep-alive, x-hop", "x-hop": "1", "x-ms-invocation-id": "forged"}
    seen = client.get("/api/some/where?a=1&a=2", headers=sent).json()
    headers = dict(seen["headers"])

    assert seen["url"] == "http://orc.example:81/api/some/where?a=1&a=2"
    assert headers["x-forwarded-host"] == "orc.example:81"
    assert headers["x-forwarded-proto"] == "http"
    assert headers["x-original-url"] == "/api/some/where?a=1&a=2"
    assert headers["x-ms-invocation-id"] not in ("", "forged")
    assert not {"connection", "x-hop"} & headers.keys()


def test_a_streamed_answer_arrives_piece_by_piece(host: RunningHost, client: httpx2.Client) -> None:
    with client.stream("GET", "/api/stream") as response:
        lines = response.iter_lines()
        for expected in ("0", "1", "2"):
            assert next(lines) == expected  # the app sends the next one only when told to
            (host.data_dir / "go").touch()


def test_a_client_that_goes_away_closes_the_stream_in_the_app(client: httpx2.Client, notes: Notes) -> None:
    before = len(notes("stream"))
    with client.stream("GET", "/api/stream") as response:
        next(response.iter_lines())

    eventually(lambda: len(notes("stream")) > before)


def test_an_upload_streams_to_the_app(client: httpx2.Client, notes: Notes) -> None:
    piece = bytes(1_000_000)

    def pieces() -> Iterator[bytes]:
        yield piece
        eventually(lambda: notes("upload"))  # the app has read of it before the rest was sent
        for _ in range(19):
            yield piece

    assert client.put("/api/upload", content=pieces()).json() == {"size": 20_000_000}
    assert notes("upload")[0]["first"] <= len(piece)


@pytest.mark.parametrize("headers", [{}, {"x-functions-key": "wrong"}])
def test_a_function_above_anonymous_level_needs_its_key(client: httpx2.Client, headers: dict[str, str]) -> None:
    assert client.get("/api/keyed", headers=headers).status_code == 401


def test_the_key_may_come_as_header_or_in_the_query(host: RunningHost, client: httpx2.Client) -> None:
    key = (host.data_dir / "function-key").read_text()

    assert client.get("/api/keyed", headers={"x-functions-key": key}).text == "welcome"
    assert client.get("/api/keyed", params={"code": key}).text == "welcome"


def test_a_failing_function_is_a_500_whose_reason_only_the_log_has(host: RunningHost, client: httpx2.Client) -> None:
    response = client.get("/api/broken")

    assert response.status_code == 500
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["detail"] == "The function broken failed."
    assert "secret" not in response.text
    eventually(lambda: 'raise RuntimeError("the secret reason")' in host.log)
    assert host.log.count("RuntimeError: the secret reason") == 2  # the line of the failure and its traceback
