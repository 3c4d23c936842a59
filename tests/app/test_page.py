"""The chat page and its files as they are served, and the session that it asks for first."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.app.conftest import AsUser, app_host, client
from tests.support.app import Api, checked, principal, problem
from tests.support.hosts import RunningHost
from tests.unit.tokens import AUDIENCE, ISSUER

INDEX = (
    '<!doctype html><html lang="en"><title>Orc</title><script type="module" src="./app/index-1a2b.js"></script></html>'
)
SCRIPT = "document.title = 'Ready';\n" * 50
LIMITS = {"documents_per_turn": 3, "question_characters": 8000, "upload_bytes": 50 * 1024 * 1024, "upload_files": 10}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page as Vite leaves it, in a folder beside a file that is not of it."""
    folder = tmp_path_factory.mktemp("web") / "dist"
    (folder / "app/inner").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "app/index-1a2b.js").write_text(SCRIPT)
    (folder / "app/index-3c4d.css").write_text("body { margin: 0 }")
    (folder / "app/mark-5e6f.svg").write_text("<svg/>")
    (folder / "app/.hidden.js").write_text("1")
    (folder / "app/inner/deep.js").write_text("1")
    (folder.parent / "secret.js").write_text("what nobody may read")
    return folder


@pytest.fixture(scope="module")
def page_host(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    settings = {
        "IDENTITY": "jwt",
        "JWT_ISSUER": ISSUER,
        "JWT_AUDIENCE": AUDIENCE,
        "JWT_JWKS_URL": "http://127.0.0.1:9/keys",
        "PAGE_DIRECTORY": str(built),
        "PAGE_CLIENT_ID": "client-of-the-page",
        "PAGE_SCOPE": "openid orc",
        "PAGE_SIGN_IN_ORIGINS": "https://tokens.example, https://login.example",
        "PAGE_FRAME_ANCESTORS": "https://teams.example, https://word.example",
    }
    with app_host(tmp_path_factory.mktemp("page"), settings) as host:
        yield host


@contextmanager
def _anybody(host: RunningHost) -> Iterator[httpx2.Client]:
    with client(host) as api:
        yield api.http


@pytest.fixture
def http(page_host: RunningHost) -> Iterator[httpx2.Client]:
    """Somebody who has not signed in."""
    with _anybody(page_host) as http:
        yield http


@pytest.mark.req("BX-07")
def test_the_page_needs_no_credentials_and_is_revalidated(http: httpx2.Client) -> None:
    page = checked(http.get("/api/?state=s&code=c"))
    assert (page.text, page.headers["cache-control"]) == (INDEX, "no-cache")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert checked(http.get("/api", follow_redirects=True)).text == INDEX
    again = http.get("/api/", headers={"if-none-match": f'"other", {page.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == page.headers["content-security-policy"]


@pytest.mark.req("BX-07")
def test_a_rebuilt_page_is_served_at_once(http: httpx2.Client, built: Path) -> None:
    before = checked(http.get("/api/"))
    try:
        (built / "index.html").write_text(INDEX.replace("1a2b", "7a8b"))
        after = http.get("/api/", headers={"if-none-match": before.headers["etag"]})
        assert "7a8b" in checked(after).text
    finally:
        (built / "index.html").write_text(INDEX)


@pytest.mark.req("BX-12", "SE-07")
def test_the_page_may_load_and_run_its_own_files_only(http: httpx2.Client) -> None:
    headers = checked(http.get("/api/")).headers
    policy = dict(each.split(" ", 1) for each in headers["content-security-policy"].split("; "))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' blob:",
        "connect-src": "'self' https://login.example https://tokens.example",
        "base-uri": "'self'",
        "form-action": "'none'",
        "frame-ancestors": "https://teams.example https://word.example",
        "require-trusted-types-for": "'script'",
    }
    assert (headers["referrer-policy"], headers["x-content-type-options"]) == ("no-referrer", "nosniff")


@pytest.mark.req("BX-12")
def test_no_site_frames_the_page_by_default(as_user: AsUser) -> None:
    policy = as_user().http.get("/api/").headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "connect-src 'self';" in policy


@pytest.mark.req("BX-07")
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("index-1a2b.js", "text/javascript; charset=utf-8"),
        ("index-3c4d.css", "text/css; charset=utf-8"),
        ("mark-5e6f.svg", "image/svg+xml"),
    ],
)
def test_hashed_files_are_cached_for_ever(http: httpx2.Client, name: str, kind: str) -> None:
    headers = checked(http.get(f"/api/app/{name}")).headers
    assert headers["content-type"] == kind
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.req("BX-07")
def test_files_come_compressed_to_who_can_read_that(http: httpx2.Client) -> None:
    with http.stream("GET", "/api/app/index-1a2b.js", headers={"accept-encoding": "br, gzip"}) as answer:
        raw = b"".join(answer.iter_raw())
    assert (answer.headers["content-encoding"], answer.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(raw).decode() == SCRIPT
    assert len(raw) < len(SCRIPT) / 5
    plain = checked(http.get("/api/app/index-1a2b.js", headers={"accept-encoding": "identity"}))
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT


@pytest.mark.req("SE-03")
@pytest.mark.parametrize(
    "path",
    [
        "app/other-1a2b.js",
        "app/",
        "app/inner",
        "app/inner/deep.js",
        "app/inner%2Fdeep.js",
        "app/.hidden.js",
        "app/../../secret.js",
        "app/..%2F..%2Fsecret.js",
        "app/%2E%2E%2F%2E%2E%2Fsecret.js",
        "app/..%5C..%5Csecret.js",
        "app/index-1a2b.js%00.css",
        "app/..",
    ],
)
def test_nothing_but_the_pages_files_is_served(http: httpx2.Client, path: str) -> None:
    answer = http.get(f"/api/{path}")
    assert answer.status_code in (307, 404)
    assert "nobody may read" not in answer.text


@pytest.mark.req("BX-07")
def test_without_a_build_the_page_says_how_to_make_one(tmp_path: Path) -> None:
    with app_host(tmp_path / "data", {"PAGE_DIRECTORY": str(tmp_path)}) as unbuilt, _anybody(unbuilt) as http:
        page = http.get("/api/")
        assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert "make run" in page.text
        assert "npm run build" in page.text
        checked(http.get("/api/docs"))
        checked(http.post("/api/conversations"))


@pytest.mark.req("BX-07")
def test_who_has_not_signed_in_learns_where_to(http: httpx2.Client) -> None:
    assert checked(http.get("/api/session")).json() == {
        "identity": "jwt",
        "sign_in": {"issuer": ISSUER, "client_id": "client-of-the-page", "scope": "openid orc"},
        "limits": LIMITS,
        "assistant": {"starters": []},
    }


@pytest.mark.req("BX-07")
def test_the_session_identifies_the_platforms_user(as_user: AsUser) -> None:
    http = as_user("organization", "ada").http
    told = checked(http.get("/api/session")).json()
    assert (told["identity"], told["user"], told["sign_in"]) == ("easyauth", "ada", {"url": "/.auth/login/aad"})
    stranger = {**principal("", ""), "x-ms-client-principal-id": ""}
    assert "user" not in checked(http.get("/api/session", headers=stranger)).json()


@pytest.mark.req("BX-07")
def test_nobody_signs_in_on_a_local_host(extractive: Api) -> None:
    told = checked(extractive.http.get("/api/session")).json()
    assert told == {"identity": "local", "user": "user", "limits": LIMITS, "assistant": {"starters": []}}


def test_a_session_is_asked_for_without_parameters(http: httpx2.Client) -> None:
    assert problem(http.get("/api/session?user=ada"))[0] == 422
