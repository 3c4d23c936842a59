"""The page for every eye and hand: contrast, narrow windows, the keyboard alone, and what a screen reader is told."""

from collections.abc import Mapping
from typing import Any

import pypdfium2
import pytest
from playwright.sync_api import Page, expect

from tests.app.samples import LEASE, RENT
from tests.support.app import StubProcess
from tests.support.forked import ROOT
from tests.support.hosts import RunningHost
from tests.support.openai_stub import Reply
from tests.web.chat import Chat, payloads
from tests.web.conftest import OpenChat

pytestmark = pytest.mark.req("BX-12")

_AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
_RICH = """## Rent

The rent is **4,200 euros**, see `clause 3`:

| month | euros |
|---|---|
| May | 4,200 |
| June | 4,200 |

1. Pay.
2. Ask for a receipt.

```python
print("paid")
```
"""
NARROW: Mapping[str, Any] = {"viewport": {"width": 320, "height": 640}}
LOOKS: Mapping[str, Mapping[str, Any]] = {"wide": {}, "narrow": NARROW}


def violations(page: Page) -> list[str]:
    """What axe-core finds on the page as it is, in both of its colours."""
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    found = []
    for colors in ("dark", "light"):
        page.emulate_media(color_scheme=colors)
        found += page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [f"{each['id']}: {node['html']} {node['failureSummary']}" for each in found for node in each["nodes"]]


@pytest.fixture(params=LOOKS)
def look(request: pytest.FixtureRequest) -> Mapping[str, Any]:
    """Without the policy, which would refuse axe-core."""
    return {**LOOKS[request.param], "bypass_csp": True, "reduced_motion": "reduce"}


def test_no_screen_of_the_page_has_an_accessibility_violation(
    opened: OpenChat, extractive_host: RunningHost, look: Mapping[str, Any]
) -> None:
    chat = opened(extractive_host, **look)
    expect(chat.page.get_by_role("heading", name="Ask your documents")).to_be_visible()
    assert violations(chat.page) == []
    chat.upload({"lease.pdf": LEASE, "broken.pdf": b"%PDF-1.7"})
    expect(chat.document("broken.pdf")).to_contain_text("damaged")
    chat.asked("What is the monthly rent of the crane?")
    chat.page.get_by_text("1 step: asked the documents").click()
    assert violations(chat.page) == []
    chat.button("Edit").click()
    assert violations(chat.page) == []
    chat.button("Cancel").click()
    chat.source(1).click()
    expect(chat.viewer).to_be_visible()
    assert violations(chat.page) == []


def test_no_dialog_or_menu_has_an_accessibility_violation(
    opened: OpenChat, extractive_host: RunningHost, look: Mapping[str, Any]
) -> None:
    chat = opened(extractive_host, **look)
    chat.api.http.post("/api/conversations", json={"title": "Harbour crane"})
    chat.page.reload()
    if "viewport" in look:
        chat.button("Show conversations").click()
    options = chat.button("Options for “Harbour crane”")
    options.click()
    expect(chat.page.get_by_role("menu")).to_be_visible()
    assert violations(chat.page) == []
    chat.page.get_by_role("menuitem", name="Delete…").click()
    expect(chat.page.get_by_role("alertdialog")).to_be_visible()
    assert violations(chat.page) == []
    chat.button("Cancel").click()
    options.click()
    chat.page.get_by_role("menuitem", name="Rename…").click()
    expect(chat.page.get_by_role("textbox", name="Title")).to_be_focused()
    assert violations(chat.page) == []


def test_no_kind_of_text_in_an_answer_has_an_accessibility_violation(
    opened: OpenChat, modelled_host: RunningHost, stub: StubProcess, look: Mapping[str, Any]
) -> None:
    stub.script(Reply(text=_RICH))
    chat = opened(modelled_host, **look)
    chat.asked("What is the rent?")
    expect(chat.answers.get_by_role("table")).to_be_visible()
    expect(chat.answers.get_by_role("button", name="Copy code")).to_be_visible()
    assert violations(chat.page) == []


def test_a_window_of_320_pixels_scrolls_in_one_direction_only(opened: OpenChat, extractive_host: RunningHost) -> None:
    chat = opened(extractive_host, **NARROW)
    chat.upload({"lease with a name that is much longer than the window is wide.pdf": LEASE})
    chat.asked("What is the monthly rent of the crane?")
    for button in ("Send", "Attach files", "Source 1"):
        expect(chat.button(button)).to_be_in_viewport()
    assert chat.page.evaluate("document.documentElement.scrollWidth") <= 320
    chat.source(1).click()
    expect(chat.viewer).to_be_in_viewport()
    assert chat.page.evaluate("document.documentElement.scrollWidth") <= 320


_SIZES = {"320 pixels at 200 %": (320, 640, "200%"), "1280 pixels at 400 %": (320, 256, "100%")}


@pytest.mark.parametrize("size", _SIZES)
def test_the_strip_of_documents_leaves_room_for_the_conversation(
    opened: OpenChat, extractive_host: RunningHost, size: str
) -> None:
    width, height, text = _SIZES[size]
    chat = opened(extractive_host, viewport={"width": width, "height": height})
    chat.upload({f"note {number} of the harbour's crane.md": b"# Note" for number in range(5)})
    chat.page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
    strip = chat.page.locator(".documents").bounding_box()
    composer = chat.page.locator(".composer").bounding_box()
    assert strip
    assert composer
    assert strip["height"] < 0.25 * height
    assert composer["y"] + composer["height"] <= height
    expect(chat.page.get_by_role("list", name="Documents of the conversation").get_by_role("checkbox")).to_have_count(5)


def test_focus_is_shown_around_the_whole_composer(chat: Chat) -> None:
    composer = chat.page.locator(".composer")
    expect(chat.message).to_be_enabled()
    chat.message.focus()
    expect(composer).to_have_css("outline-style", "solid")
    expect(chat.message).to_have_css("outline-style", "none")
    chat.button("Attach files").focus()
    expect(composer).to_have_css("outline-style", "none")


def test_a_task_has_its_box_and_no_bullet(modelled: Chat, stub: StubProcess) -> None:
    stub.script(Reply(text="- [x] paid\n- [ ] signed\n\n---\n\n- a plain item"))
    modelled.asked("What is left to do?")
    items = modelled.answers.locator(".text li")
    expect(items).to_have_count(3)
    bullets = items.evaluate_all("all => all.map(each => getComputedStyle(each).listStyleType)")
    assert bullets == ["none", "none", "disc"]


def test_a_number_in_a_table_stays_on_one_line(opened: OpenChat, modelled_host: RunningHost, stub: StubProcess) -> None:
    chat = opened(modelled_host, viewport={"width": 320, "height": 640})
    stub.script(Reply(text="| region | change | why |\n|---|--:|---|\n| north | +12.1 % | the depot opened in May |"))
    chat.asked("How did the regions change?")
    number = chat.answers.get_by_role("cell", name="+12.1 %")
    lines = (
        "each => { const r = document.createRange(); r.selectNodeContents(each); return r.getClientRects().length; }"
    )
    assert number.evaluate(lines) == 1


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_no_prompt_is_cut(opened: OpenChat, extractive_host: RunningHost, locale: str) -> None:
    chat = opened(extractive_host, locale=locale, viewport={"width": 320, "height": 640})
    chat.page.locator(".bar button").first.click()
    fits = """field => {
      field.value = field.placeholder;
      return field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight + 1;
    }"""
    for field in chat.page.locator("[placeholder]").all():
        assert field.evaluate(fits), field.get_attribute("placeholder")


def test_every_button_is_large_enough_to_be_hit(chat: Chat) -> None:
    chat.upload({"lease.pdf": LEASE})
    chat.asked("What is the monthly rent of the crane?")
    chat.source(1).click()
    expect(chat.viewer.get_by_role("button", name="Zoom in")).to_be_visible()
    small: list[str] = []
    for each in chat.page.locator("button:visible:not(.source, .skip)").all():
        size = each.bounding_box()
        if size and min(size["width"], size["height"]) < 24:
            small.append(each.inner_text())
    assert small == []
    options = chat.button("Options for “What is the monthly rent of the crane?”").bounding_box()
    assert options
    assert min(options["width"], options["height"]) >= 32


def test_arabic_is_read_from_right_to_left(modelled: Chat, stub: StubProcess) -> None:
    stub.script(Reply(text="الإيجار الشهري للرافعة 4200 يورو."))
    modelled.asked("كم الإيجار الشهري للرافعة؟")
    for text in (modelled.questions.locator(".bubble"), modelled.answers.locator(".text")):
        assert text.evaluate("each => getComputedStyle(each).direction") == "rtl"
    modelled.message.fill("كم؟")
    assert modelled.message.evaluate("each => getComputedStyle(each).direction") == "rtl"
    stub.script(Reply(text="The rent is 4,200 euros."))
    modelled.asked("What is the rent?")
    assert modelled.answers.last.locator(".text").evaluate("each => getComputedStyle(each).direction") == "ltr"


def _printed(page: Page) -> str:
    with pypdfium2.PdfDocument(page.pdf(format="A4")) as document:
        return " ".join(" ".join(each.get_textpage().get_text_bounded() for each in document).split())


def test_an_answer_prints_whole_with_its_sources_and_without_the_shell(modelled: Chat, stub: StubProcess) -> None:
    lines = [f"Line {number} of the answer is here." for number in range(200)]
    stub.script(Reply(text="\n\n".join([*lines, "The rent of the crane is 4,200 euros. [1]"])))
    modelled.upload({"lease.pdf": LEASE})
    modelled.asked("What is the rent of the crane?")
    modelled.source(1).click()
    expect(modelled.viewer.locator(".mark").first).to_be_visible()
    printed = _printed(modelled.page)
    for wanted in ("What is the rent of the crane?", *lines, "lease.pdf, page 1", RENT):
        assert wanted in printed
    for shell in ("New conversation", "Attach files", "Send", "Regenerate", "Download", "No conversation"):
        assert shell not in printed


def test_the_page_is_dark_where_the_system_is(opened: OpenChat, extractive_host: RunningHost) -> None:
    luminance = """() => {
      const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number);
      return (r + g + b) / 3;
    }"""
    light, dark = opened(extractive_host), opened(extractive_host, color_scheme="dark")
    for chat in (light, dark):
        expect(chat.message).to_be_visible()
    assert dark.page.evaluate(luminance) < 64
    assert light.page.evaluate(luminance) > 192


def _tab_to(page: Page, name: str, role: str = "button") -> None:
    """Presses Tab until it is focused."""
    wanted = page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
    for _ in range(40):
        if wanted.count() and wanted.first.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab never reaches {name}")


def test_nothing_moves_when_the_way_to_the_newest_answer_goes(opened: OpenChat, extractive_host: RunningHost) -> None:
    chat = opened(extractive_host, **NARROW)
    chat.upload({"lease.pdf": LEASE})
    for question in ("What is the monthly rent of the crane?", "How often is the brake inspected?"):
        chat.asked(question)
    expect(chat.answers.locator(".actions")).to_have_count(2)  # an answer grows by them once it is stored
    scroller = chat.page.locator(".scroller")
    newest = chat.page.locator(".latest")
    scroller.evaluate("at => at.scrollTo(0, 0)")
    expect(newest).to_be_visible()
    before = scroller.evaluate("at => at.scrollHeight")
    scroller.evaluate("at => at.scrollTo(0, at.scrollHeight)")
    expect(newest).to_have_count(0)
    assert scroller.evaluate("at => at.scrollHeight") == before


def test_the_keyboard_alone_leads_from_the_first_tab_to_an_open_citation(chat: Chat) -> None:
    keyboard = chat.page.keyboard
    expect(chat.message).to_be_focused()
    expect(chat.page.get_by_text("No conversation yet")).to_be_visible()
    chat.page.evaluate("document.activeElement.blur()")
    _tab_to(chat.page, "Attach files")
    with chat.page.expect_file_chooser() as chooser:
        chat.button("Attach files").press("Enter")
    chooser.value.set_files(payloads({"lease.pdf": LEASE}))
    expect(chat.document("lease.pdf").get_by_role("checkbox")).to_be_checked()
    _tab_to(chat.page, "Message", "textbox")
    keyboard.type("How often is the brake of the crane inspected?")
    chat.after("Answer complete", lambda: keyboard.press("Enter"))
    expect(chat.message).to_be_focused()
    chat.page.evaluate("document.activeElement.blur()")
    expect(chat.source(1)).to_be_visible()
    _tab_to(chat.page, "Source 1")
    expect(chat.page.get_by_role("tooltip")).to_be_visible()
    keyboard.press("Enter")
    expect(chat.viewer).to_be_visible()
    keyboard.press("Escape")
    expect(chat.viewer).to_have_count(0)
    expect(chat.source(1)).to_be_focused()
