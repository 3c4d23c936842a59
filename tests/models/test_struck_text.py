"""What is struck out is no answer."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tokens import content_words
from tests.models.test_extractive import ask

pytestmark = pytest.mark.req("AN-04")

LEASE = """\
# Lease of the boathouse

1. The monthly rent is ~~410 EUR~~ 455 EUR.
2. ~~The tenant may sublet the jetty. Boats may be painted.~~
3. The tenant pays for the repair of windows.

~~Not allowed~~

| Service | Fee |
|---|---|
| ~~Cleaning~~ | ~~30 EUR~~ |
| Heating | ~~70 EUR~~ 90 EUR |
| Guarding | ~~25 EUR~~ |
| Towels | 12 EUR |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much is the monthly rent?", "The monthly rent is ~~410 EUR~~ 455 EUR. [1]"),
        ("May the tenant sublet the jetty?", NOT_IN_DOCUMENTS),
        ("May boats be painted?", NOT_IN_DOCUMENTS),
        ("What is not allowed?", NOT_IN_DOCUMENTS),
        ("What is the fee for heating?", "Heating | ~~70 EUR~~ 90 EUR [1]\n- Service | Fee [1]"),
        ("What is the fee for cleaning?", NOT_IN_DOCUMENTS),
        ("What is the fee for guarding?", NOT_IN_DOCUMENTS),
    ],
)
async def test_what_is_struck_out_is_no_answer(question: str, answer: str) -> None:
    assert await ask(question, {"lease.md": LEASE}) == answer


def test_a_sentence_does_not_end_within_what_is_struck_out() -> None:
    text = "~~Boats stay. Cars go.~~ Bikes stay. ~~Dogs stay.~~"
    assert [text[a:b] for a, b in sentence_spans(text)] == ["~~Boats stay. Cars go.~~", "Bikes stay.", "~~Dogs stay.~~"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("~~Boats~~ cars", ["car"]),
        ("x = ~~boats + ~~cars", ["boat", "car"]),
        ("~~boats\n\ncars~~", ["boat", "car"]),
        ("~~~boats~~~", ["boat"]),
    ],
)
def test_words_of_what_is_struck_out_do_not_count(text: str, words: list[str]) -> None:
    assert [word for word in content_words(text) if len(word) > 1] == words
