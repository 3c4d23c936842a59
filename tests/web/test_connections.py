"""The page when the connection, the server or the sign-in is lost, and in two tabs."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Route, expect

from tests.app.conftest import UNSET, app_host, model_settings
from tests.app.samples import LEASE, RENT
from tests.support.app import StubProcess
from tests.support.forked import ROOT
from tests.support.hosts import RunningHost, running_host
from tests.support.openai_stub import Reply
from tests.support.waiting import eventually
from tests.web.chat import Chat
from tests.web.conftest import OpenChat
from tests.web.issuer import Issuer, identity_of, running_issuer
from tests.web.test_answering import STORY

BEGINNING = "Once upon a time"


@pytest.mark.req("BX-07")
def test_a_question_asked_offline_is_answered_when_the_network_is_back(chat: Chat, tolerated: list[str]) -> None:
    tolerated.append("ERR_INTERNET_DISCONNECTED")
    chat.upload({"lease.pdf": LEASE})
    chat.page.context.set_offline(True)
    chat.ask("What is the monthly rent of the crane?")
    # The list of conversations may have an alert of its own.
    expect(chat.alert.filter(has_text="The connection was lost")).to_be_visible()
    expect(chat.questions).to_contain_text("What is the monthly rent of the crane?")
    chat.after("Answer complete", lambda: chat.page.context.set_offline(False))
    expect(chat.answers).to_contain_text(RENT.rstrip("."))
    expect(chat.alert).to_have_count(0)
    assert len(chat.api.messages(chat.conversation_id)) == 2


@pytest.mark.req("BX-07")
def test_the_list_recovers_when_the_network_is_back(chat: Chat, tolerated: list[str]) -> None:
    tolerated.append("ERR_INTERNET_DISCONNECTED")
    expect(chat.page.get_by_text("No conversation yet")).to_be_visible()
    chat.page.context.set_offline(True)
    chat.page.evaluate("new BroadcastChannel('orc').postMessage('another tab changed this')")
    expect(chat.alert).to_contain_text("The server cannot be reached")
    chat.page.context.set_offline(False)
    expect(chat.alert).to_have_count(0)


@pytest.mark.req("BX-07", "CS-09")
def test_an_answer_continues_after_a_server_restart(
    opened: OpenChat, stub: StubProcess, tmp_path: Path, tolerated: list[str]
) -> None:
    tolerated.append("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_SOCKET")
    settings = {**UNSET, **model_settings(stub), "IDENTITY": "easyauth", "SHUTDOWN_GRACE_SECONDS": "0"}
    stub.script(Reply(text=STORY, gate_after=4), Reply(text=STORY))
    with running_host(ROOT, tmp_path, settings) as first:
        chat = opened(first)
        chat.ask("A story, please")
        expect(chat.answers.locator(".text")).to_have_text(BEGINNING)
        first.stop()
        expect(chat.alert).to_contain_text("The connection was lost")
    with running_host(ROOT, tmp_path, settings, ["--port", first.url.rpartition(":")[2]]):
        expect(chat.answers.locator(".text")).to_have_text(STORY, timeout=30_000)
        chat.status("Answer complete")
        expect(chat.alert).to_have_count(0)
        [_, answer] = chat.api.messages(chat.conversation_id)
        assert answer["text"] == STORY


@pytest.mark.req("BX-07", "CS-09")
def test_an_answer_is_the_same_after_the_network_was_away(
    modelled: Chat, stub: StubProcess, tolerated: list[str]
) -> None:
    tolerated.append("ERR_INTERNET_DISCONNECTED")
    stub.script(Reply(text=STORY, gate_after=4))
    modelled.ask("A story, please")
    text = modelled.answers.locator(".text")
    expect(text).to_have_text(BEGINNING)
    modelled.page.context.set_offline(True)
    stub.release()
    eventually(lambda: STORY in [each["text"] for each in modelled.api.messages(modelled.conversation_id)])
    modelled.page.context.set_offline(False)
    expect(text).to_have_text(STORY)
    modelled.status("Answer complete")
    expect(modelled.alert).to_have_count(0)
    modelled.page.reload()
    expect(text).to_have_text(STORY)


@contextmanager
def _framing(url: str) -> Iterator[str]:
    """The address of another site, whose page shows the chat page in a frame."""
    document = f'<!doctype html><title>Intranet</title><iframe src="{url}/api/" title="Orc"></iframe>'.encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(document)))
            self.end_headers()
            self.wfile.write(document)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.req("BX-12", "SE-07")
def test_another_site_frames_the_page_only_where_the_setting_names_it(
    opened: OpenChat, local_host: RunningHost, tmp_path: Path, tolerated: list[str]
) -> None:
    tolerated.append("frame-ancestors|favicon|policy violated")
    chat = opened(local_host)
    with _framing(local_host.url) as site:
        chat.page.goto(site)
        frame = chat.page.frame_locator("iframe")
        eventually(lambda: chat.page.frames[1].url.startswith("chrome-error:"))
        expect(frame.get_by_role("textbox", name="Message")).to_have_count(0)
    data = tmp_path / "data"
    with app_host(data, {"PAGE_FRAME_ANCESTORS": "http://127.0.0.1:*"}) as host, _framing(host.url) as site:
        chat.page.goto(site)
        frame = chat.page.frame_locator("iframe")
        expect(frame.get_by_role("textbox", name="Message")).to_be_enabled()


@pytest.mark.req("BX-07")
def test_another_tab_shows_the_answer_as_it_comes(
    opened: OpenChat, modelled: Chat, modelled_host: RunningHost, stub: StubProcess
) -> None:
    stub.script(Reply(text="Good morning."), Reply(text=STORY, gate_after=4))
    modelled.asked("Good morning")
    other = opened(modelled_host, beside=modelled, path=f"#/c/{modelled.conversation_id}")
    expect(other.answers).to_contain_text("Good morning.")
    modelled.ask("A story, please")
    expect(other.answers.last.locator(".text")).to_have_text(BEGINNING)
    other.button("Stop").click()
    modelled.status("Answer stopped")
    for tab in (modelled, other):
        expect(tab.answers.last).to_contain_text("Stopped before it was complete.")
        expect(tab.answers.last.locator(".text")).to_have_text(BEGINNING)


@pytest.mark.req("BX-07")
def test_a_question_beyond_the_rate_waits_and_is_then_asked(chat: Chat, tolerated: list[str]) -> None:
    tolerated.append("status of 429")
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            return route.continue_()
        refused.append(route.request.url)
        body = {"type": "about:blank", "title": "Too Many Requests", "status": 429, "code": "too_many_requests"}
        body["detail"] = "More than 120 requests in a minute."
        headers = {"content-type": "application/problem+json", "retry-after": "2"}
        return route.fulfill(status=429, headers=headers, body=json.dumps(body))

    chat.page.route("**/api/orc", refuse_once)
    chat.upload({"lease.pdf": LEASE})
    chat.ask("What is the monthly rent of the crane?")
    expect(chat.alert).to_contain_text("More than 120 requests in a minute.")
    expect(chat.answers.last).to_contain_text(RENT.rstrip("."))
    chat.status("Answer complete")
    expect(chat.alert).to_have_count(0)
    assert len(chat.api.messages(chat.conversation_id)) == 2


@pytest.mark.req("BX-07")
def test_a_session_that_has_ended_asks_to_sign_in_again(chat: Chat, tolerated: list[str]) -> None:
    tolerated.append("status of 401")
    signed_in = {"x-ms-client-principal": chat.api.http.headers["x-ms-client-principal"]}
    chat.page.route("**/.auth/login/aad?*", lambda route: route.fulfill(status=200, body="Sign in here"))
    chat.upload({"lease.pdf": LEASE})
    expect(chat.document("lease.pdf")).to_contain_text("Ready")
    conversation = chat.conversation_id
    chat.page.context.set_extra_http_headers({})
    chat.ask("What is the monthly rent of the crane?")
    expect(chat.alert).to_be_visible()
    expect(chat.message).to_have_value("What is the monthly rent of the crane?")
    chat.button("Sign in").click()
    chat.page.wait_for_url("**/.auth/login/aad?post_login_redirect_uri=%2Fapi%2F")
    chat.page.context.set_extra_http_headers(signed_in)
    chat.page.goto("/api/")
    chat.page.wait_for_url(f"**/api/#/c/{conversation}")
    expect(chat.document("lease.pdf")).to_be_visible()
    chat.asked("What is the monthly rent of the crane?")
    expect(chat.answers).to_contain_text(RENT.rstrip("."))


def _signed_in_by(issuer: Issuer, opened: OpenChat, host: RunningHost) -> Chat:
    """A page that was sent to the issuer and back. Nothing navigates any more."""
    chat = opened(host, signed_in=False)
    eventually(lambda: issuer.granted)
    chat.page.wait_for_url(f"{host.url}/api/")
    return chat


@pytest.mark.req("BX-07", "SE-01")
def test_users_sign_in_with_an_openid_issuer(opened: OpenChat, tmp_path: Path) -> None:
    with running_issuer() as issuer, app_host(tmp_path, identity_of(issuer)) as host:
        chat = _signed_in_by(issuer, opened, host)
        chat.asked("What can you do?")
        expect(chat.answers).to_have_count(1)
        chat.page.reload()
        expect(chat.conversations).to_have_count(1)
        assert len(issuer.requested) == len(issuer.granted) == 1
        assert issuer.requested[0]["scope"] == "openid offline_access orc"
        assert "code=" not in chat.page.url
        chat.page.close()


@pytest.mark.req("BX-12", "SE-01")
def test_an_issuers_endpoints_at_another_origin_are_reached_when_allowed(opened: OpenChat, tmp_path: Path) -> None:
    with running_issuer(apart=True) as issuer:
        settings = {**identity_of(issuer), "PAGE_SIGN_IN_ORIGINS": issuer.token_origin}
        assert issuer.token_origin != issuer.address
        with app_host(tmp_path, settings) as host:
            chat = _signed_in_by(issuer, opened, host)
            expect(chat.message).to_be_enabled()
            assert [each["grant_type"] for each in issuer.granted] == ["authorization_code"]
            chat.page.close()


@pytest.mark.req("BX-12")
def test_no_other_origin_gets_the_code_of_a_sign_in(opened: OpenChat, tmp_path: Path, tolerated: list[str]) -> None:
    tolerated.append("connect-src|policy violated|Fetch API cannot load")
    with running_issuer(apart=True) as issuer, app_host(tmp_path, identity_of(issuer)) as host:
        chat = opened(host, signed_in=False)
        chat.page.wait_for_url(f"{host.url}/api/")
        expect(chat.alert).to_be_visible()
        assert issuer.granted == []
        chat.page.close()


@pytest.mark.req("BX-07")
def test_a_token_is_renewed_before_it_expires(opened: OpenChat, tmp_path: Path) -> None:
    with running_issuer(lifetime_seconds=30) as issuer, app_host(tmp_path, identity_of(issuer)) as host:
        chat = _signed_in_by(issuer, opened, host)
        chat.asked("What can you do?")
        chat.page.close()
        kinds = [each["grant_type"] for each in issuer.granted]
        assert kinds[0] == "authorization_code"
        assert set(kinds[1:]) == {"refresh_token"}
