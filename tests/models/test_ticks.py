"""A tick says whether an item of a list is so: it is shown with the item."""

import pytest

from orc.documents.citations.markers import MarkerStream
from tests.models.test_extractive import ask

pytestmark = pytest.mark.req("AN-04")

BOXES = "# Cabin\n\nThe key is under the mat.\n\n☐ Fires allowed\n☒ Dogs allowed\n"
BRACKETS = "# Cabin\n\nServices agreed:\n\n[x] Firewood\n[ ] Towels\n[x] Cleaning of the stove\n"
SIGNS = "# Cabin\n\nThe rent includes:\n\n✓ firewood\n✗ towels\n✓ a boat\n"


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (BOXES, "Are fires allowed?", "☐ Fires allowed [1]"),
        (BOXES, "Are dogs allowed?", "☒ Dogs allowed [1]"),
        (BOXES.replace("☐", "- [ ]").replace("☒", "- [x]"), "Are fires allowed?", "[ ] Fires allowed [1]"),
        (BRACKETS, "Are towels agreed?", "Services agreed: [1]\n- [ ] Towels [1]"),
        (SIGNS, "Are towels included in the rent?", "The rent includes: [1]\n- ✗ towels [1]"),
        (
            SIGNS,
            "What does the rent include?",
            "The rent includes: [1]\n- ✓ firewood [1]\n- ✗ towels [1]\n- ✓ a boat [1]",
        ),
    ],
)
async def test_an_item_is_shown_with_its_tick(text: str, question: str, answer: str) -> None:
    assert await ask(question, {"cabin.md": text}) == answer


def test_an_empty_tick_is_not_taken_for_a_citation() -> None:
    stream = MarkerStream(1, None)
    assert [*stream.feed("- [ ] Towels [1]"), *stream.flush()] == ["- [ ] Towels [1]", 1]
