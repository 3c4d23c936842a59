"""Bearer tokens, as every route takes them."""

import json
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from tests.app.conftest import app_host, client
from tests.app.operations import MISSING, PUBLIC, call, operations
from tests.support.app import checked, problem
from tests.support.hosts import RunningHost
from tests.unit.tokens import AUDIENCE, ISSUER, bearer, published, rsa_key, signed

pytestmark = pytest.mark.req("SE-01")


class _Keys(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = json.dumps({"keys": published()}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def jwks_url() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), _Keys) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/keys"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def host(jwks_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    settings = {"IDENTITY": "jwt", "JWT_ISSUER": ISSUER, "JWT_AUDIENCE": AUDIENCE, "JWT_JWKS_URL": jwks_url}
    with app_host(tmp_path_factory.mktemp("tokens"), settings) as host:
        yield host


def test_a_good_token_is_its_users(host: RunningHost) -> None:
    with client(host, bearer(signed())) as ada, client(host, bearer(signed(oid="bob"))) as bob:
        conversation = ada.create()
        assert conversation in ada.http.get("/api/conversations").text
        assert bob.http.get("/api/conversations").json()["items"] == []
        assert problem(bob.http.get(f"/api/conversations/{conversation}"))[0] == 404


@pytest.mark.req("SE-02")
@pytest.mark.parametrize("kind", ["none", "expired", "another's signature"])
def test_no_route_but_the_public_ones_takes_less_than_a_good_token(host: RunningHost, kind: str) -> None:
    headers = {
        "none": {},
        "expired": bearer(signed(exp=time.time() - 61)),
        "another's signature": bearer(signed(key=rsa_key("attacker"))),
    }[kind]
    with client(host, headers) as stranger:
        for name in operations(stranger):
            if name in PUBLIC:
                checked(call(stranger, name, MISSING))
            else:
                answer = call(stranger, name, MISSING)
                status, body = problem(answer)
                assert (status, body["code"]) == (401, "unauthenticated"), name
                bad = 'error="invalid_token", ' if headers else ""
                assert answer.headers["www-authenticate"].startswith(f"Bearer {bad}resource_metadata="), name
