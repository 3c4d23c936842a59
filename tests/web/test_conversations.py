"""The list of conversations, links into them, and the languages of the page."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.app.samples import LEASE
from tests.support.hosts import RunningHost
from tests.web.chat import Chat, payloads
from tests.web.conftest import OpenChat


def _choose(chat: Chat, title: str, option: str) -> None:
    chat.button(f"Options for “{title}”").click()
    chat.page.get_by_role("menuitem", name=option).click()


@pytest.fixture
def listed(chat: Chat) -> Chat:
    """With three conversations that the page has seen."""
    for title in ("Harbour crane", "Café lease", "Holidays"):
        chat.api.http.post("/api/conversations", json={"title": title})
    chat.page.reload()
    expect(chat.conversations).to_have_count(3)
    return chat


@pytest.mark.req("BX-07")
def test_conversations_are_found_by_their_titles(listed: Chat) -> None:
    search = listed.page.get_by_role("searchbox", name="Search conversations")
    search.fill("cafe")
    expect(listed.conversations).to_have_count(1)
    expect(listed.conversations).to_contain_text("Café lease")
    search.fill("submarine")
    expect(listed.page.get_by_text("No conversation title contains this")).to_be_visible()


@pytest.mark.req("BX-07")
def test_a_conversation_is_renamed(listed: Chat) -> None:
    _choose(listed, "Holidays", "Rename…")
    listed.page.get_by_role("textbox", name="Title").fill("Paid holidays")
    listed.button("Save").click()
    expect(listed.conversations.filter(has_text="Paid holidays")).to_have_count(1)
    titles = {each["title"] for each in listed.api.http.get("/api/conversations").json()["items"]}
    assert titles == {"Harbour crane", "Café lease", "Paid holidays"}


@pytest.mark.req("BX-07")
def test_a_conversation_is_deleted_once_that_is_confirmed(listed: Chat) -> None:
    listed.conversations.filter(has_text="Holidays").click()
    _choose(listed, "Holidays", "Delete…")
    listed.page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    expect(listed.conversations).to_have_count(3)
    _choose(listed, "Holidays", "Delete…")
    listed.page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(listed.conversations).to_have_count(2)
    expect(listed.page.get_by_role("heading", name="Ask your documents")).to_be_visible()
    assert len(listed.api.http.get("/api/conversations").json()["items"]) == 2


@pytest.mark.req("BX-07")
def test_a_conversation_is_exported_as_markdown(chat: Chat) -> None:
    chat.upload({"lease.pdf": LEASE})
    chat.asked("What is the monthly rent of the crane?")
    with chat.page.expect_download() as download:
        _choose(chat, "What is the monthly rent of the crane?", "Export as Markdown")
    assert download.value.suggested_filename.endswith(".md")
    assert "4,200 euros" in download.value.path().read_text(encoding="utf-8")


@pytest.mark.req("BX-07")
def test_another_tabs_conversations_appear_in_the_list(
    opened: OpenChat, chat: Chat, extractive_host: RunningHost
) -> None:
    other = opened(extractive_host, beside=chat)
    expect(other.page.get_by_text("No conversation yet")).to_be_visible()
    chat.asked("What can you do?")
    expect(other.conversations.filter(has_text="What can you do?")).to_have_count(1)


@pytest.mark.req("BX-07")
def test_a_link_to_a_missing_conversation_says_so(
    opened: OpenChat, extractive_host: RunningHost, tolerated: list[str]
) -> None:
    tolerated.append("status of 404")
    chat = opened(extractive_host, path="#/c/00000000-0000-4000-8000-000000000000")
    expect(chat.alert).to_contain_text("This conversation does not exist, or it is not yours.")


@pytest.mark.req("BX-07")
def test_a_link_to_a_missing_message_or_source_says_so(
    opened: OpenChat, chat: Chat, extractive_host: RunningHost
) -> None:
    chat.upload({"lease.pdf": LEASE})
    chat.asked("What is the monthly rent of the crane?")
    question, answer = (each["message_id"] for each in chat.api.messages(chat.conversation_id))
    missing = {
        "message-of-nobody": "The linked message does not exist in this conversation.",
        "message-of-nobody?cite=1": "The linked message does not exist in this conversation.",
        f"{answer}?cite=9": "The linked source does not exist in this answer.",
        f"{question}?cite=1": "The linked source does not exist in this answer.",
    }
    for answers, (place, told) in enumerate(missing.items(), 2):
        other = opened(extractive_host, beside=chat, path=f"#/c/{chat.conversation_id}/m/{place}")
        expect(other.alert).to_contain_text(told)
        other.button("Dismiss").click()
        expect(other.alert).to_have_count(0)
        other.asked("How often is the brake inspected?")
        expect(other.answers).to_have_count(answers)


@pytest.mark.req("BX-07")
def test_a_broken_link_says_so_on_a_page_that_works(opened: OpenChat, extractive_host: RunningHost) -> None:
    chat = None
    for path in ("#/elsewhere", "#/c/..%2f..%2fsession", "#/c/%E0%A4%A"):
        chat = opened(extractive_host, beside=chat, path=path)
        expect(chat.alert).to_contain_text("This link does not work.")
        chat.button("Dismiss").click()
        expect(chat.alert).to_have_count(0)
        chat.asked("Hello")


@pytest.mark.req("BX-07")
def test_a_conversation_that_begins_with_a_file_is_listed_by_its_name(chat: Chat) -> None:
    chat.upload({"lease.pdf": LEASE})
    expect(chat.conversations).to_have_count(1)
    expect(chat.conversations).to_contain_text("lease.pdf")
    chat.asked("What is the monthly rent of the crane?")
    expect(chat.conversations).to_contain_text("What is the monthly rent of the crane?")


@pytest.mark.req("BX-07")
def test_uploads_continue_after_leaving_their_conversation(listed: Chat) -> None:
    held: list[Route] = []
    listed.page.route(
        re.compile("/documents$"),
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    with listed.page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/documents")):
        with listed.page.expect_file_chooser() as chooser:
            listed.button("Attach files").click()
        chooser.value.set_files(payloads({"lease.pdf": LEASE}))
    left = listed.conversation_id
    listed.conversations.filter(has_text="Holidays").click()
    expect(listed.page).to_have_title("Holidays – Orc")
    told = listed.page.get_by_text("1 file is being uploaded in another conversation.")
    expect(told).to_be_visible()
    held.pop().continue_()
    expect(told).to_have_count(0)
    expect(listed.conversations.filter(has_text="lease.pdf")).to_have_count(1)
    expect(listed.page).to_have_title("Holidays – Orc")
    assert set(listed.api.documents(left)) == {"lease.pdf"}


@pytest.mark.req("BX-07")
def test_an_upload_is_found_again_in_the_conversation_that_was_left(listed: Chat) -> None:
    held: list[Route] = []
    listed.page.route(
        re.compile("/documents$"),
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    listed.conversations.filter(has_text="Harbour crane").click()
    expect(listed.page).to_have_title("Harbour crane – Orc")
    with listed.page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/documents")):
        with listed.page.expect_file_chooser() as chooser:
            listed.button("Attach files").click()
        chooser.value.set_files(payloads({"lease.pdf": LEASE}))
    listed.conversations.filter(has_text="Holidays").click()
    expect(listed.page).to_have_title("Holidays – Orc")
    listed.conversations.filter(has_text="Harbour crane").click()
    expect(listed.document("lease.pdf").get_by_role("progressbar")).to_be_visible()
    held.pop().continue_()
    expect(listed.document("lease.pdf").get_by_role("checkbox")).to_be_checked()


@pytest.mark.req("BX-07")
def test_the_frame_is_shown_before_the_first_answer_of_the_api(opened: OpenChat, extractive_host: RunningHost) -> None:
    chat = opened(extractive_host)
    held: list[Route] = []
    chat.page.route("**/api/session", lambda route: held.append(route))
    chat.page.reload(wait_until="commit")
    expect(chat.page.get_by_role("button", name="New conversation").first).to_be_visible()
    expect(chat.message).to_be_disabled()
    assert len(held) == 1
    held.pop().continue_()
    expect(chat.message).to_be_enabled()


@pytest.mark.req("BX-07")
def test_a_welcome_says_that_files_can_be_dropped(chat: Chat) -> None:
    expect(chat.page.get_by_role("main")).to_contain_text("drop a file here")


@pytest.mark.req("BX-07")
def test_a_german_browser_gets_a_german_page(opened: OpenChat, extractive_host: RunningHost) -> None:
    chat = opened(extractive_host, locale="de-DE")
    expect(chat.page.locator("html")).to_have_attribute("lang", "de")
    expect(chat.button("Neue Unterhaltung")).to_be_visible()


@pytest.mark.req("BX-07")
def test_a_draft_survives_a_reload(chat: Chat) -> None:
    chat.message.fill("A question that is not yet")
    chat.page.reload()
    expect(chat.message).to_have_value("A question that is not yet")


@pytest.mark.req("BX-07")
def test_each_conversation_keeps_what_is_being_written_in_it(listed: Chat) -> None:
    for title in ("Holidays", "Harbour crane"):
        listed.conversations.filter(has_text=title).click()
        expect(listed.page).to_have_title(f"{title} – Orc")
        expect(listed.message).to_have_value("")
        listed.message.fill(f"About {title}")
    listed.conversations.filter(has_text="Holidays").click()
    expect(listed.message).to_have_value("About Holidays")
    listed.conversations.filter(has_text="Harbour crane").click()
    expect(listed.message).to_have_value("About Harbour crane")


@pytest.mark.req("BX-07")
def test_a_first_file_leaves_what_is_being_written(chat: Chat) -> None:
    chat.message.fill("What is the rent?")
    chat.upload({"lease.pdf": LEASE})
    expect(chat.message).to_have_value("What is the rent?")
    chat.page.reload()
    expect(chat.message).to_have_value("What is the rent?")
    chat.button("New conversation").click()
    expect(chat.message).to_have_value("")
