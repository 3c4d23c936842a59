"""The chat page in a browser, before the real local host. Each test opens it as a user of its own.

A test fails when the page violates its content security policy, throws, or writes an error to the console.
"""

import os
import re
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.app.conftest import app_host, client, model_settings
from tests.support.app import StubProcess, principal
from tests.support.forked import ROOT
from tests.support.hosts import RunningHost
from tests.web.chat import Chat

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_WATCHED = """
window.heard = [];
new MutationObserver(() => {
  const said = document.querySelector("[role=status]")?.textContent ?? "";
  if (said !== heard.at(-1)) heard.push(said);
}).observe(document, { subtree: true, childList: true, characterData: true });
document.addEventListener("securitypolicyviolation", (event) =>
  console.error("policy violated", event.violatedDirective, event.blockedURI, event.sourceFile, event.sample));
"""

type OpenChat = Callable[..., Chat]


def _lacking(what: str) -> None:
    """The tests are skipped without it, and fail in CI."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The machine's Chromium, or the one that CHROMIUM names."""
    names = [os.environ["CHROMIUM"]] if os.environ.get("CHROMIUM") else _BROWSERS
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        _lacking("no Chromium is here: install Debian's chromium, or name one in CHROMIUM")
    if not (ROOT / "web/dist/index.html").is_file():
        _lacking("the page is not built: run `make page`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found)
        yield browser
        browser.close()


@pytest.fixture
def stub(stub_process: StubProcess) -> Iterator[StubProcess]:
    """The model's server of the modelled host, unscripted at first."""
    stub_process.reset()
    yield stub_process
    stub_process.reset()


@pytest.fixture(scope="package")
def extractive_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    """The app without a model, behind the platform's identity."""
    with app_host(tmp_path_factory.mktemp("page"), {"IDENTITY": "easyauth"}) as host:
        yield host


@pytest.fixture(scope="package")
def local_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    """The app as `make run` serves it."""
    with app_host(tmp_path_factory.mktemp("local"), {}) as host:
        yield host


@pytest.fixture(scope="package")
def modelled_host(stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    """The app with the stub as its model."""
    settings = {**model_settings(stub_process), "IDENTITY": "easyauth", "SHUTDOWN_GRACE_SECONDS": "0"}
    with app_host(tmp_path_factory.mktemp("modelled"), settings) as host:
        yield host


@pytest.fixture
def tolerated() -> list[str]:
    """Patterns of console errors that the test provokes."""
    return []


@pytest.fixture
def opened(browser: Browser, tolerated: list[str]) -> Iterator[OpenChat]:
    """Opens the page of a host as somebody new, or in another tab of somebody who has it open."""
    errors: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            errors.append(f"{message.text} ({message.location.get('url', '')})")

    def watch(page: Page) -> None:
        page.on("console", heard)
        page.on("pageerror", lambda error: errors.append(f"thrown: {error}"))

    with ExitStack() as stack:

        def open_chat(
            host: RunningHost, beside: Chat | None = None, path: str = "", *, signed_in: bool = True, **options: Any
        ) -> Chat:
            user = beside.user if beside else f"user-{uuid.uuid4().hex}"
            headers = principal("organization", user) if signed_in else {}
            if beside:
                context = beside.page.context
            else:
                settings = {"base_url": host.url, "extra_http_headers": headers, "locale": "en-GB", **options}
                context = browser.new_context(**settings)
                stack.callback(context.close)
                context.set_default_timeout(10_000)
                context.add_init_script(_WATCHED)
                context.on("page", watch)
            api = stack.enter_context(client(host, headers))
            page = context.new_page()
            page.goto(f"/api/{path}")
            return Chat(page, api, user)

        yield open_chat
    unexpected = [each for each in errors if not any(re.search(pattern, each) for pattern in tolerated)]
    assert unexpected == []


@pytest.fixture
def chat(opened: OpenChat, extractive_host: RunningHost) -> Chat:
    """The page of somebody new, before the app without a model."""
    return opened(extractive_host)


@pytest.fixture
def modelled(opened: OpenChat, modelled_host: RunningHost, stub: StubProcess) -> Chat:
    """The page of somebody new, before the app with a scripted model."""
    return opened(modelled_host)
