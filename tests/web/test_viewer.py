"""The document of a citation on the page: its pages, and the passage marked where its words are."""

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.app.samples import BRAKE, LEASE, NOTICE, PARKING, PARKING_NOTE, RENT
from tests.support.app import StubProcess, checked
from tests.support.files import make_pdf
from tests.support.openai_stub import Reply
from tests.support.waiting import eventually
from tests.web.chat import Chat

pytestmark = pytest.mark.req("BX-07", "BX-11")


def opened(chat: Chat, question: str, files: dict[str, bytes]) -> Locator:
    """The viewer at the first source of the answer."""
    chat.upload(files)
    chat.asked(question)
    chat.source(1).click()
    expect(chat.viewer.locator(".mark").first).to_be_visible()
    return chat.viewer


def box(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found is not None
    return found


def stands_on_the_mark(viewer: Locator) -> None:
    """Waits until the text of the marked line is where its mark is."""
    line = viewer.locator(".sheet:has(.mark) .words").get_by_text(BRAKE, exact=True)
    expect(line).to_have_count(1)

    def meet() -> bool:
        return [*box(line).values()] == pytest.approx([*box(viewer.locator(".mark")).values()], abs=4)

    eventually(meet)


def words_of(chat: Chat, page: int) -> list[dict[str, Any]]:
    [document] = chat.api.documents(chat.conversation_id).values()
    response = checked(chat.api.http.get(f"/api/documents/{document['file_id']}/pages/{page}"))
    return list(response.json()["words"])


def test_a_source_opens_at_its_page_with_its_words_marked(chat: Chat) -> None:
    viewer = opened(chat, "How often is the brake of the crane inspected?", {"lease.pdf": LEASE})
    image = viewer.get_by_role("img", name="Page 3")
    expect(image).to_be_in_viewport()
    expect(viewer.get_by_text("Page 3 of 3")).to_be_visible()
    mark, page = viewer.locator(".mark"), box(image)
    expect(mark).to_have_count(1)
    expect(mark).to_be_in_viewport()
    marked = box(mark)

    def is_marked(word: dict[str, Any]) -> bool:
        x, y = word["x"] + word["width"] / 2, word["y"] + word["height"] / 2
        right, down = page["x"] + x * page["width"], page["y"] + y * page["height"]
        return bool(0 <= right - marked["x"] <= marked["width"] and 0 <= down - marked["y"] <= marked["height"])

    assert " ".join(word["text"] for word in words_of(chat, 3) if is_marked(word)) == BRAKE


def test_text_layer_covers_the_words_of_the_page_and_is_selectable(chat: Chat) -> None:
    viewer = opened(chat, "How often is the brake of the crane inspected?", {"lease.pdf": LEASE})
    mark = viewer.locator(".mark")
    expect(mark).to_be_in_viewport()
    stands_on_the_mark(viewer)
    expect(viewer.locator(".words").first).to_contain_text(RENT)
    chat.page.evaluate("getSelection().selectAllChildren(document.querySelectorAll('.words')[0])")
    assert RENT in str(chat.page.evaluate("getSelection().toString()")).replace("\n", " ")


def test_a_document_without_pages_shows_its_text_with_the_passage_marked(chat: Chat) -> None:
    viewer = opened(chat, "Where do visitors park?", {"note.md": PARKING_NOTE})
    expect(viewer.locator("mark.mark")).to_have_text(PARKING)
    expect(viewer.get_by_role("img")).to_have_count(0)
    expect(viewer).to_contain_text("# Parking")


def test_the_keyboard_opens_a_source_and_escape_returns_to_it(chat: Chat) -> None:
    chat.upload({"lease.pdf": LEASE})
    chat.asked("How often is the brake of the crane inspected?")
    chat.source(1).focus()
    chat.page.keyboard.press("Enter")
    expect(chat.viewer.get_by_role("heading", name="lease.pdf")).to_be_focused()
    chat.page.keyboard.press("Escape")
    expect(chat.viewer).to_have_count(0)
    expect(chat.source(1)).to_be_focused()


def test_zooming_keeps_marks_and_text_on_their_words(chat: Chat) -> None:
    viewer = opened(chat, "How often is the brake of the crane inspected?", {"lease.pdf": LEASE})
    sheet, mark = viewer.get_by_role("group", name="Page 3 of 3"), viewer.locator(".mark")
    expect(mark).to_be_in_viewport()

    def places() -> list[float]:
        paper, marked = box(sheet), box(mark)
        return [
            (marked["x"] - paper["x"]) / paper["width"],
            (marked["y"] - paper["y"]) / paper["height"],
            marked["width"] / paper["width"],
            marked["height"] / paper["height"],
        ]

    width, before = box(sheet)["width"], places()
    viewer.get_by_role("button", name="Zoom in").click()
    expect(viewer.get_by_text("125%")).to_be_visible()
    eventually(lambda: box(sheet)["width"] > 1.2 * width)
    assert places() == pytest.approx(before, abs=0.002)
    expect(mark).to_be_in_viewport()
    stands_on_the_mark(viewer)
    chat.page.keyboard.press("0")
    eventually(lambda: abs(box(sheet)["width"] - width) < 1)
    for key in "++--":
        chat.page.keyboard.press(key)
    eventually(lambda: abs(box(sheet)["width"] - width) < 1)
    expect(mark).to_be_in_viewport()
    chat.page.keyboard.press("-")
    eventually(lambda: box(sheet)["width"] < 0.8 * width)
    stands_on_the_mark(viewer)


def test_a_text_without_pages_can_be_enlarged(chat: Chat) -> None:
    viewer = opened(chat, "Where do visitors park?", {"note.md": PARKING_NOTE})
    height = box(viewer.locator(".mark"))["height"]
    viewer.get_by_role("button", name="Zoom in").click()
    eventually(lambda: box(viewer.locator(".mark"))["height"] > 1.2 * height)


def test_the_document_is_downloaded_as_it_was_uploaded(chat: Chat) -> None:
    viewer = opened(chat, "What is the monthly rent of the crane?", {"lease.pdf": LEASE})
    with chat.page.expect_download() as download:
        viewer.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "lease.pdf"
    assert download.value.path().read_bytes() == LEASE


def test_next_and_previous_go_through_the_sources_of_an_answer(modelled: Chat, stub: StubProcess) -> None:
    stub.script(Reply(text="The rent of the crane is 4,200 euros. [1] Visitors park in row seven. [2]"))
    viewer = opened(modelled, "What is the rent? Where do visitors park?", {"lease.pdf": LEASE, "n.md": PARKING_NOTE})
    expect(viewer).to_contain_text("Source 1")
    viewer.get_by_role("button", name="Next source").click()
    expect(viewer).to_contain_text("Source 2")
    expect(viewer.locator(".mark").first).to_be_visible()
    expect(viewer.get_by_role("button", name="Next source")).to_be_disabled()
    viewer.get_by_role("button", name="Previous source").click()
    expect(viewer).to_contain_text("Source 1")


def test_a_passage_that_was_not_verified_looks_different(modelled: Chat, stub: StubProcess) -> None:
    stub.script(Reply(text="The rent of the crane is 9,999 euros. [1]"))
    viewer = opened(modelled, "What is the rent?", {"lease.pdf": LEASE})
    expect(viewer).to_contain_text("Not verified")
    expect(viewer.locator(".mark").first).to_have_attribute("data-verified", "false")


def test_a_source_can_be_opened_while_its_answer_is_written(modelled: Chat, stub: StubProcess) -> None:
    text = "The rent of the crane is 4,200 euros. [1] And this is still to be written."
    stub.script(Reply(text=text, gate_after=10))
    modelled.upload({"lease.pdf": LEASE})
    modelled.ask("What is the rent?")
    modelled.source(1).click()
    expect(modelled.viewer.locator(".mark").first).to_be_visible()
    stub.release()
    modelled.status("Answer complete")
    expect(modelled.viewer.locator(".mark").first).to_be_visible()
    [_, answer] = modelled.api.messages(modelled.conversation_id)
    modelled.page.wait_for_url(lambda url: str(answer["message_id"]) in url)


def test_a_deleted_document_shows_the_passage_alone(chat: Chat, tolerated: list[str]) -> None:
    tolerated.append("404")
    chat.upload({"lease.pdf": LEASE})
    chat.asked("How long is the notice of the lease?")
    [document] = chat.api.documents(chat.conversation_id).values()
    checked(chat.api.http.delete(f"/api/documents/{document['file_id']}"))
    chat.source(1).click()
    expect(chat.viewer.get_by_role("alert")).to_contain_text("no longer exists")
    expect(chat.viewer.locator(".mark")).to_contain_text(NOTICE)


def test_of_a_long_document_only_pages_nearby_are_loaded(chat: Chat) -> None:
    pages = [f"Section {number}\nThe code of locker {number} is {number * 7919}." for number in range(1, 101)]
    asked_for: set[str] = set()
    chat.page.on("request", lambda request: asked_for.update(re.findall(r"/pages/(\d+)\.png", request.url)))
    viewer = opened(chat, "What is the code of locker 77?", {"lockers.pdf": make_pdf(pages)})
    expect(viewer.get_by_role("img", name="Page 77")).to_be_in_viewport()
    assert {"77"} <= asked_for <= {str(number) for number in range(70, 85)} | {"1", "2", "3", "4", "5"}


def test_closing_a_text_leaves_the_page_where_scrolling_gives_a_promise(chat: Chat) -> None:
    chat.page.evaluate("""() => {
      for (const name of ["scrollIntoView", "focus"]) {
        const own = HTMLElement.prototype[name];
        HTMLElement.prototype[name] = function (...given) { own.apply(this, given); return Promise.resolve(); };
      }
    }""")
    viewer = opened(chat, "Where do visitors park?", {"note.md": PARKING_NOTE})
    viewer.get_by_role("button", name="Close").click()
    expect(chat.viewer).to_have_count(0)
    expect(chat.source(1)).to_be_visible()


@pytest.mark.parametrize("width", [320, 1280])
def test_the_viewer_closes_at_its_top_corner(chat: Chat, width: int) -> None:
    chat.page.set_viewport_size({"width": width, "height": 700})
    viewer = opened(chat, "Where do visitors park?", {"note.md": PARKING_NOTE})
    outer, close = box(viewer), box(viewer.get_by_role("button", name="Close"))
    assert close["y"] - outer["y"] < 24
    assert outer["x"] + outer["width"] - close["x"] - close["width"] < 24


def test_a_viewer_that_breaks_leaves_the_conversation(chat: Chat, tolerated: list[str]) -> None:
    tolerated.append("broken on purpose")
    chat.page.evaluate(
        "() => { HTMLElement.prototype.scrollIntoView = () => { throw new Error('broken on purpose'); }; }"
    )
    chat.upload({"note.md": PARKING_NOTE})
    chat.asked("Where do visitors park?")
    chat.source(1).click()
    expect(chat.alert).to_contain_text("Reload it; your conversation is saved.")
    chat.button("Close").click()
    expect(chat.alert).to_have_count(0)
    expect(chat.answers).to_contain_text(PARKING)
