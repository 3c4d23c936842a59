"""A page that greets in the words of its deployment."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.app.conftest import app_host
from tests.support.hosts import RunningHost
from tests.web.conftest import OpenChat
from tests.web.test_looks import violations

pytestmark = pytest.mark.req("BX-19")

QUESTION = "When is the rent of the crane due?"


@pytest.fixture(scope="module")
def clerk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    settings = {
        "IDENTITY": "easyauth",
        "ASSISTANT_NAME": "Lease clerk",
        "ASSISTANT_GREETING": "Ask me about <b>your</b> lease.",
        "ASSISTANT_STARTERS": f'["{QUESTION}", "Who is liable?"]',
    }
    with app_host(tmp_path_factory.mktemp("clerk"), settings) as host:
        yield host


@pytest.mark.parametrize("look", [{}, {"color_scheme": "dark", "viewport": {"width": 320, "height": 640}}])
def test_a_question_to_begin_with_fills_the_composer(
    opened: OpenChat, clerk: RunningHost, look: dict[str, object]
) -> None:
    chat = opened(clerk, bypass_csp=True, reduced_motion="reduce", **look)
    expect(chat.page.get_by_role("heading", name="Lease clerk")).to_be_visible()
    expect(chat.page.get_by_text("Ask me about <b>your</b> lease.")).to_be_visible()
    expect(chat.page).to_have_title("Lease clerk")
    assert violations(chat.page) == []
    chat.button(QUESTION).click()
    expect(chat.message).to_have_value(QUESTION)
    expect(chat.message).to_be_focused()
    chat.page.keyboard.press("Enter")
    expect(chat.page.get_by_role("article", name="Lease clerk")).to_be_visible()
    expect(chat.button(QUESTION)).to_have_count(0)
