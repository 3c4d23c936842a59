"""Asking on the page: from an upload to an answer with its sources, and what can be done with a turn."""

import html
import re

import pytest
from playwright.sync_api import Error, Page, Request, Route, expect

from tests.app.samples import BRAKE, HANDBOOK, LEASE, MENU, RENT
from tests.documents.renderers import active_in
from tests.support.app import StubProcess
from tests.support.openai_stub import Reply
from tests.web.chat import Chat, payloads

STORY = "Once upon a time a crane stood by the sea and lifted whatever the ships had brought."


@pytest.mark.req("BX-07")
def test_a_question_about_an_upload_is_answered_with_its_source(chat: Chat) -> None:
    chat.upload({"lease.pdf": LEASE})
    chat.asked("How often is the brake of the crane inspected?")
    expect(chat.answers).to_contain_text(BRAKE.rstrip("."))
    expect(chat.document("lease.pdf")).to_contain_text("Ready")
    expect(chat.conversations).to_contain_text("How often is the brake of the crane inspected?")
    chat.source(1).hover()  # when nothing on the page moves any more
    expect(chat.page.get_by_role("tooltip")).to_contain_text(BRAKE)


@pytest.mark.req("BX-07")
def test_documents_are_chosen_up_to_the_limit_of_a_turn(chat: Chat) -> None:
    chat.upload({f"note {number}.md": f"# Note\n\nNumber {number}.".encode() for number in range(3)})
    boxes = chat.page.get_by_role("list", name="Documents of the conversation").get_by_role("checkbox")
    chat.page.get_by_role("checkbox", name="note 1.md").uncheck()
    chat.asked("What is in the note?")
    [question, _] = chat.api.messages(chat.conversation_id)
    assert sorted(question["blob_names"]) == ["note 0.md", "note 2.md"]
    expect(boxes).to_have_count(3)


@pytest.mark.req("BX-07")
def test_an_answer_appears_word_by_word_and_is_announced(modelled: Chat, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY, gate_after=4))
    modelled.ask("A story, please")
    modelled.status("Answering")
    expect(modelled.answers.locator(".text")).to_have_text("Once upon a time")
    stub.release()
    modelled.status("Answer complete")
    expect(modelled.answers.locator(".text")).to_have_text(STORY)


@pytest.mark.req("BX-07", "CS-05")
def test_stopping_keeps_what_was_written(modelled: Chat, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY, gate_after=4))
    modelled.ask("A story, please")
    expect(modelled.answers.locator(".text")).to_have_text("Once upon a time")
    modelled.button("Stop").click()
    modelled.status("Answer stopped")
    expect(modelled.answers).to_contain_text("Stopped before it was complete.")
    expect(modelled.answers.locator(".text")).to_have_text("Once upon a time")
    expect(modelled.button("Stop")).to_have_count(0)


@pytest.mark.req("BX-07")
def test_only_a_complete_answer_shows_its_confidence(modelled: Chat, stub: StubProcess) -> None:
    stub.script(Reply(text="Once a year [1].", gate_after=2), Reply(text="Once a year [1]."))
    modelled.upload({"lease.pdf": LEASE})
    modelled.ask("How often is the brake of the crane inspected?")
    expect(modelled.answers.locator(".text")).to_contain_text("Once")
    modelled.button("Stop").click()
    modelled.status("Answer stopped")
    expect(modelled.answers.locator(".confidence")).to_have_count(0)
    modelled.after("Answer complete", modelled.button("Regenerate").click)
    expect(modelled.answers.locator(".confidence")).to_contain_text("Confidence")


@pytest.mark.req("BX-07")
def test_a_regenerated_answer_is_a_sibling_of_the_first(modelled: Chat, stub: StubProcess) -> None:
    stub.script(Reply(text="The first answer."), Reply(text="The second answer."))
    modelled.asked("Say something")
    modelled.after("Answer complete", modelled.button("Regenerate").click)
    expect(modelled.answers).to_contain_text("The second answer.")
    expect(modelled.page.get_by_role("group", name="Version 2 of 2")).to_be_visible()
    modelled.button("Previous version").click()
    expect(modelled.answers).to_contain_text("The first answer.")
    modelled.page.reload()
    expect(modelled.answers).to_contain_text("The first answer.")


@pytest.mark.req("BX-07")
def test_an_edited_question_begins_a_branch_of_its_own(chat: Chat) -> None:
    chat.upload({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK})
    chat.asked("What is the monthly rent of the crane?")
    chat.asked("What does the canteen serve on Thursdays?")
    chat.questions.first.get_by_role("button", name="Edit").click()
    chat.page.get_by_role("textbox", name="Question").fill("How often is the brake inspected?")
    chat.after("Answer complete", chat.button("Ask again").click)
    expect(chat.answers).to_have_count(1)
    expect(chat.answers).to_contain_text(BRAKE.rstrip("."))
    expect(chat.page.get_by_role("group", name="Version 2 of 2")).to_be_visible()
    chat.button("Previous version").click()
    expect(chat.answers).to_have_count(2)
    expect(chat.answers.first).to_contain_text(RENT.rstrip("."))
    expect(chat.answers.last).to_contain_text(MENU.rstrip("."))


@pytest.mark.req("BX-07")
def test_leaving_an_edit_leads_back_to_its_button(chat: Chat) -> None:
    chat.asked("Hello")
    edit = chat.questions.first.get_by_role("button", name="Edit")
    edit.click()
    chat.page.keyboard.press("Escape")
    expect(edit).to_be_focused()


def test_a_fork_continues_independently(chat: Chat) -> None:
    chat.upload({"lease.pdf": LEASE})
    chat.asked("What is the monthly rent of the crane?")
    first = chat.conversation_id
    chat.button("Fork from here").click()
    chat.page.wait_for_url(lambda url: first not in url)
    expect(chat.answers).to_contain_text(RENT.rstrip("."))
    chat.asked("How often is the brake inspected?")
    expect(chat.answers).to_have_count(2)
    assert len(chat.api.messages(first)) == 2
    assert len(chat.api.messages(chat.conversation_id)) == 4


@pytest.mark.req("BX-07")
def test_a_document_that_cannot_be_read_says_why_and_is_not_chosen(chat: Chat) -> None:
    chat.upload({"broken.pdf": b"%PDF-1.7 and nothing more"})
    told = chat.document("broken.pdf")
    expect(told).to_contain_text("The file is damaged or incomplete.")
    expect(told.get_by_role("checkbox")).not_to_be_checked()
    chat.asked("What does it say?")
    [question, _] = chat.api.messages(chat.conversation_id)
    assert question["blob_names"] == []


@pytest.mark.req("BX-07")
def test_feedback_is_kept(chat: Chat) -> None:
    chat.upload({"lease.pdf": LEASE})
    chat.asked("What is the monthly rent of the crane?")
    chat.button("Good answer").click()
    expect(chat.button("Good answer")).to_have_attribute("aria-pressed", "true")
    chat.page.reload()
    expect(chat.button("Good answer")).to_have_attribute("aria-pressed", "true")
    [_, answer] = chat.api.messages(chat.conversation_id)
    assert answer["feedback"]["rating"] == "up"


@pytest.mark.req("BX-07")
def test_an_answer_is_copied_as_markdown_with_its_sources(chat: Chat) -> None:
    chat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    chat.upload({"lease.pdf": LEASE})
    chat.asked("What is the monthly rent of the crane?")
    chat.button("Copy").click()
    expect(chat.button("Copied")).to_be_visible()
    copied = chat.page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"4,200 euros\. ?\[1\]", copied)
    assert re.search(r"\[1\].*lease\.pdf, page 1", copied)


@pytest.mark.req("BX-07")
def test_steps_show_the_tools_with_what_they_were_given(chat: Chat) -> None:
    chat.upload({"lease.pdf": LEASE})
    chat.asked("What is the monthly rent of the crane?")
    chat.page.get_by_text("1 step: asked the documents").click()
    expect(chat.answers.locator(".step code")).to_have_text("document_chat")
    expect(chat.page.get_by_text("Parameters").first).to_be_visible()
    expect(chat.answers).to_contain_text('"document_names"')


@pytest.mark.req("BX-07")
def test_the_sources_below_an_answer_say_what_is_not_verified(modelled: Chat, stub: StubProcess) -> None:
    stub.script(Reply(text="The monthly rent of the crane is 4,200 euros [1]. The moon is made of green cheese [1]."))
    modelled.upload({"lease.pdf": LEASE})
    modelled.asked("What is the rent?")
    sources = modelled.answers.locator(".sources").get_by_role("listitem")
    expect(sources).to_have_count(2)
    assert ["Not verified" in each for each in sources.all_inner_texts()] == [False, True]
    expect(sources.first.locator("q")).to_have_text(RENT)
    expect(sources.first.locator("q")).to_be_visible()


@pytest.mark.req("BX-07")
def test_words_of_a_table_stay_whole_in_a_narrow_window(modelled: Chat, stub: StubProcess) -> None:
    modelled.page.set_viewport_size({"width": 320, "height": 640})
    names = ("Procurement", "Maintenance", "Depreciation", "Contribution", "Administration", "Reimbursement")
    stub.script(Reply(text="\n".join(f"| {' | '.join(row)} |" for row in (names, ["---"] * 6, ["48250"] * 6))))
    modelled.asked("Which costs are there?")
    table = modelled.answers.locator(".scrolls")
    assert table.evaluate("at => at.scrollWidth > at.clientWidth")
    heights = table.locator("tr").evaluate_all("rows => rows.map((row) => row.offsetHeight)")
    assert max(heights) < 2 * min(heights)


@pytest.mark.req("BX-07", "SE-15")
def test_the_copy_equals_the_displayed_text(modelled: Chat, stub: StubProcess) -> None:
    modelled.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    name, said = "R&D [final] v_2.txt", "The crane (type [B], 5 * 3 ropes) lifts < 40 tonnes."
    modelled.upload({name: said.encode()})
    stub.script(
        Reply(text="It lifts < 40 tonnes [1], as a `List<String>` or List<String> says. ![x](https://e.example/x.png)")
    )
    modelled.asked("How much does the crane lift?")
    modelled.button("Copy").click()
    expect(modelled.button("Copied")).to_be_visible()
    plain = modelled.page.evaluate("navigator.clipboard.readText()")
    assert f"[1] {name}: “{said}”" in plain
    assert plain.startswith("It lifts < 40 tonnes [1], as a `List<String>` or ")
    assert not active_in(plain)
    formatted = modelled.page.evaluate(
        "async () => (await (await navigator.clipboard.read())[0].getType('text/html')).text()"
    )
    shown = re.sub(r"<[^>]*>", "", formatted)
    assert html.unescape(shown).startswith("It lifts < 40 tonnes [1], as a List<String> or List<String> says. ![x](")
    assert f"[1] {name}: “{said}”" in html.unescape(shown)
    assert not re.search("<(img|script|button)", formatted)


@pytest.mark.req("BX-07")
def test_an_address_in_angle_brackets_leads_where_it_says(modelled: Chat, stub: StubProcess) -> None:
    stub.script(Reply(text="See <https://example.org/terms?a=1> first."))
    modelled.asked("Where are the terms?")
    link = modelled.answers.get_by_role("link")
    expect(link).to_have_attribute("href", "https://example.org/terms?a=1")
    expect(modelled.answers.locator(".text")).to_have_text("See <https://example.org/terms?a=1> first.")


HOSTILE = """Before <script>window.reached = 1</script> <img src=x onerror="window.reached = 1">
![pixel](https://elsewhere.example/pixel.png) [press](javascript:window.reached=1)
[here](https://elsewhere.example/) <svg onload="window.reached = 1"></svg>
<iframe src="https://elsewhere.example/"></iframe> <style>body { display: none }</style> after."""


@pytest.mark.req("SE-07", "BX-12")
def test_an_answer_runs_no_script_and_loads_nothing(modelled: Chat, stub: StubProcess) -> None:
    asked_for: list[str] = []
    modelled.page.on("request", lambda request: asked_for.append(request.url))
    stub.script(Reply(text=HOSTILE))
    modelled.asked("Show me a page")
    answer = modelled.answers.locator(".text")
    expect(answer).to_contain_text("Before")
    expect(answer).to_contain_text("after.")
    expect(answer.locator("img, script, svg, iframe, style, object, embed, form")).to_have_count(0)
    for link in answer.locator("a").all():
        assert str(link.get_attribute("href")).startswith("https://")
    assert modelled.page.evaluate("window.reached") is None
    own = modelled.page.url.partition("/api/")[0]
    assert [url for url in asked_for if not url.startswith((own, "blob:"))] == []


@pytest.mark.req("BX-12")
def test_trusted_types_refuse_markup_from_strings(chat: Chat, tolerated: list[str]) -> None:
    tolerated.append("TrustedHTML|require-trusted-types-for")
    with pytest.raises(Error, match="TrustedHTML"):
        chat.page.evaluate("document.body.innerHTML = '<p>from a string</p>'")


def _streams(page: Page) -> list[str]:
    found: list[str] = []

    def noted(request: Request) -> None:
        if "/stream" in request.url:
            found.append(request.url)

    page.on("request", noted)
    return found


@pytest.mark.req("BX-07", "CS-09")
def test_a_reload_during_an_answer_continues_the_same_text(modelled: Chat, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY, gate_after=4))
    modelled.ask("A story, please")
    text = modelled.answers.locator(".text")
    expect(text).to_have_text("Once upon a time")
    streams = _streams(modelled.page)
    modelled.page.reload()
    expect(text).to_have_text("Once upon a time")
    modelled.status("Answering")
    assert len(streams) == 1
    stub.release()
    modelled.status("Answer complete")
    expect(text).to_have_text(STORY)
    [_, answer] = modelled.api.messages(modelled.conversation_id)
    assert answer["text"] == STORY


@pytest.mark.req("BX-07")
def test_a_question_waits_for_the_files_on_their_way(chat: Chat) -> None:
    held: list[Route] = []
    chat.page.route(
        re.compile("/documents$"),
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    chat.message.fill("What is the monthly rent of the crane?")
    with chat.page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/documents")):
        with chat.page.expect_file_chooser() as chooser:
            chat.button("Attach files").click()
        chooser.value.set_files(payloads({"lease.pdf": LEASE}))
    chat.button("Send").click()
    expect(chat.page.get_by_text("Waiting for uploads")).to_be_visible()
    expect(chat.message).to_have_value("What is the monthly rent of the crane?")
    expect(chat.questions).to_have_count(0)
    chat.after("Answer complete", held.pop().continue_)
    [question, _] = chat.api.messages(chat.conversation_id)
    assert question["blob_names"] == ["lease.pdf"]
