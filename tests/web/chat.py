"""The chat page as its user sees it: by roles and accessible names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.support.app import Api


def payloads(files: Mapping[str, bytes]) -> list[FilePayload]:
    """Files for a chooser."""
    return [
        {"name": name, "mimeType": "application/octet-stream", "buffer": content} for name, content in files.items()
    ]


@dataclass(frozen=True)
class Chat:
    """An open page, and the API as the same user calls it."""

    page: Page
    api: Api
    user: str

    @property
    def message(self) -> Locator:
        return self.page.get_by_role("textbox", name="Message")

    @property
    def viewer(self) -> Locator:
        return self.page.get_by_role("region", name="Document", exact=True)

    @property
    def conversations(self) -> Locator:
        return self.page.get_by_role("list", name="Conversations").get_by_role("link")

    @property
    def questions(self) -> Locator:
        return self.page.get_by_role("article", name="You")

    @property
    def answers(self) -> Locator:
        return self.page.get_by_role("article", name="Orc")

    @property
    def alert(self) -> Locator:
        return self.page.get_by_role("alert")

    @property
    def conversation_id(self) -> str:
        return self.page.url.partition("#/c/")[2].partition("/")[0]

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def source(self, number: int) -> Locator:
        return self.button(f"Source {number}")

    def document(self, name: str) -> Locator:
        """Of the conversation, beside the composer."""
        return (
            self.page.get_by_role("list", name="Documents of the conversation")
            .get_by_role("listitem")
            .filter(has_text=name)
        )

    def upload(self, files: Mapping[str, bytes]) -> None:
        """Chooses files by the button, and waits until the server has them."""
        with self.page.expect_file_chooser() as chooser:
            self.button("Attach files").click()
        chooser.value.set_files(payloads(files))
        for name in files:
            expect(self.document(name).locator("input:checked, input:disabled")).to_have_count(1)

    def ask(self, question: str) -> None:
        self.message.fill(question)
        self.button("Send").click()

    def status(self, text: str) -> None:
        """Waits until a screen reader is told this."""
        expect(self.page.get_by_role("status").filter(has_text=text)).to_have_count(1)

    def after(self, announced: str, act: Callable[[], object]) -> None:
        """Acts, and waits until a screen reader is told this once more."""
        told = "text => heard.filter(each => each === text).length"
        before = self.page.evaluate(told, announced)
        act()
        self.page.wait_for_function(f"([text, before]) => ({told})(text) > before", arg=[announced, before])

    def asked(self, question: str) -> None:
        """Asks and waits for the whole answer."""
        self.after("Answer complete", lambda: self.ask(question))
