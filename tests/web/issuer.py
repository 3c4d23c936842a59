"""An OpenID issuer on loopback that signs in whoever comes, by authorization code with PKCE."""

import base64
import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.unit.tokens import AUDIENCE, published, signed

CLIENT = "client-of-the-page"


class Issuer(ThreadingHTTPServer):
    """requested are the parameters of each sign-in, granted those of each request for tokens,
    registered the clients that introduced themselves."""

    daemon_threads = True

    def __init__(self, lifetime_seconds: int, *, apart: bool) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.token_origin = f"http://localhost:{self.server_port}" if apart else self.address
        self.lifetime_seconds = lifetime_seconds
        self.requested: list[dict[str, str]] = []
        self.granted: list[dict[str, str]] = []
        self.registered: list[dict[str, Any]] = []

    def tokens(self, given: dict[str, str]) -> dict[str, object] | None:
        """None for a code whose verifier is not the one that was promised."""
        self.granted.append(given)
        answer: dict[str, object] = {"token_type": "Bearer", "expires_in": self.lifetime_seconds}
        times: dict[str, Any] = {"iat": int(time.time()), "exp": int(time.time()) + 600}
        answer |= {"access_token": signed(iss=self.address, **times), "refresh_token": f"refresh-{len(self.granted)}"}
        if given["grant_type"] == "authorization_code":
            begun = self.requested[-1]
            challenge = base64.urlsafe_b64encode(hashlib.sha256(given["code_verifier"].encode()).digest())
            if challenge.rstrip(b"=").decode() != begun["code_challenge"]:
                return None
            claims: dict[str, Any] = {
                "iss": self.address,
                "aud": CLIENT,
                "sub": "ada",
                "nonce": begun.get("nonce"),
                **times,
            }
            answer["id_token"] = signed(**claims)
        return answer


class _Handler(BaseHTTPRequestHandler):
    server: Issuer

    def do_GET(self) -> None:
        split = urlsplit(self.path)
        address = self.server.address
        match split.path:
            case "/.well-known/openid-configuration":
                names = {"authorization_endpoint": "authorize", "jwks_uri": "keys", "registration_endpoint": "register"}
                described = {"issuer": address} | {name: f"{address}/{path}" for name, path in names.items()}
                self._answer(described | {"token_endpoint": f"{self.server.token_origin}/token"})
            case "/keys":
                self._answer({"keys": published()})
            case "/authorize":
                begun = {name: values[0] for name, values in parse_qs(split.query).items()}
                self.server.requested.append(begun)
                self.send_response(302)
                back = urlencode({"code": "code-of-ada", "state": begun["state"]})
                self.send_header("location", f"{begun['redirect_uri']}?{back}")
                self.end_headers()
            case _:
                self._answer({}, 404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        if self.path == "/register":
            self.server.registered.append(json.loads(body))
            self._answer(self.server.registered[-1] | {"client_id": f"client-{len(self.server.registered)}"}, 201)
            return
        tokens = self.server.tokens({name: values[0] for name, values in parse_qs(body).items()})
        self._answer(tokens or {"error": "invalid_grant"}, 200 if tokens else 400)

    def _answer(self, value: object, status: int = 200) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("access-control-allow-origin", "*")
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def running_issuer(lifetime_seconds: int = 600, *, apart: bool = False) -> Iterator[Issuer]:
    """apart: its endpoint for tokens is at another origin than the issuer."""
    with Issuer(lifetime_seconds, apart=apart) as issuer:
        thread = Thread(target=issuer.serve_forever)
        thread.start()
        try:
            yield issuer
        finally:
            issuer.shutdown()
            thread.join()


def identity_of(issuer: Issuer) -> dict[str, str]:
    """The settings of an app whose callers this issuer vouches for."""
    return {
        "IDENTITY": "jwt",
        "JWT_ISSUER": issuer.address,
        "JWT_AUDIENCE": AUDIENCE,
        "JWT_JWKS_URL": f"{issuer.address}/keys",
        "PAGE_CLIENT_ID": CLIENT,
        "PAGE_SCOPE": "openid offline_access orc",
    }
