"""Questions for a kind of thing, and in the words of a story's reader, without a model; and what they must not find."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

TALE = (
    "The miller and the heron\n\n"
    "A poor miller lived beside the weir with his niece Ottilie. One evening a heron brought her a brooch. "
    "Ottilie concealed the brooch in the flour chest. When the steward offered to buy it, she declined. "
    "The steward wept in the courtyard."
)
MAERCHEN = (
    "Der Müller und der Reiher\n\n"
    "Ein armer Müller lebte am Wehr mit seiner Nichte Ottilie. Eines Abends brachte ein Reiher ihr eine Brosche. "
    "Ottilie verbarg die Brosche in der Mehltruhe. Der Verwalter schluchzte im Hof."
)
PAGE = "Ostrava Bridge\n\nAdela Novak received the Order of Merit in 1968. The town has 4,300 inhabitants."


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (TALE, "Which bird brought Ottilie a brooch?", "heron"),
        (TALE, "Who cried in the courtyard?", "steward"),
        (MAERCHEN, "Welcher Vogel brachte Ottilie eine Brosche?", "Reiher"),
        (MAERCHEN, "Wer weinte im Hof?", "Verwalter"),
        (PAGE, "Which award did Adela Novak receive?", "Order of Merit"),
    ],
)
async def test_a_member_of_the_kind_or_another_word_answers(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.txt": text})


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (TALE, "Which weapon did the steward carry?"),
        (MAERCHEN, "Welches Instrument spielte der Verwalter?"),
        (PAGE, "Which disease did Adela Novak have?"),
        (PAGE, "What is the heron's profession?"),
    ],
)
async def test_a_kind_of_which_the_text_names_nothing_is_not_answered(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.txt": text}))
