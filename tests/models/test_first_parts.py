"""Questions for the first sentences and paragraphs of a document, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

NOTE = (
    "Jump to content\n\n# The boathouse\n\nThe boathouse was built in 1923. It has room for 40 boats.\n\n"
    "Members have a key. Guests ring the bell.\n\nThe sauna is closed in June.\n"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What does the first sentence say?", "The boathouse was built in 1923. [1]"),
        ("Quote the second sentence of the document", "It has room for 40 boats. [1]"),
        ("What does the first paragraph say?", "The boathouse was built in 1923. [1] It has room for 40 boats. [1]"),
        ("Was steht im zweiten Absatz?", "Members have a key. [1] Guests ring the bell. [1]"),
        ("Que dit la première phrase ?", "The boathouse was built in 1923. [1]"),
        ("¿Qué dice el tercer párrafo?", "The sauna is closed in June. [1]"),
        ("Что говорится в первом предложении?", "The boathouse was built in 1923. [1]"),
        ("第一段讲了什么？", "The boathouse was built in 1923. [1] It has room for 40 boats. [1]"),
    ],
)
async def test_a_counted_part_is_quoted(question: str, told: str) -> None:
    assert await ask(question, {"note.md": NOTE}) == told


async def test_a_part_that_a_document_lacks_is_refused() -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask("What does the third paragraph say?", {"note.txt": "Members have a key."}))


async def test_a_part_of_two_documents_is_not_guessed() -> None:
    documents = {"note.md": NOTE, "other.md": "Members of the other club have no key."}
    assert "1923" not in await ask("What does the first sentence say?", documents)
