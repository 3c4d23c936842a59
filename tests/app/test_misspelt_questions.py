"""Misspelt questions are answered as they are meant, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.support.app import Api, checked

TERMS = b"""Membership

The landlord of the club house is Alba Properties. The yearly fee is 120 euros.
Members who resign give two months' notice. Layers of paint are renewed every spring.
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is the landlrod?", "Alba Properties"),
        ("landlrod", "Alba Properties"),
        ("What is the yaerly fee?", "120 euros"),
        ("Who is the landlrod? How much is the yearyl fee?", "120 euros"),
    ],
)
def test_a_question_with_a_misspelt_word_is_answered(extractive: Api, question: str, answer: str) -> None:
    conversation = extractive.with_documents({"terms.txt": TERMS})
    turn = extractive.ask(question, conversation, ["terms.txt"])
    assert answer in turn.text
    assert turn.of("citation")[0]["verified"]


@pytest.mark.req("AN-07")
def test_a_word_that_is_spelt_right_is_not_taken_for_a_similar_one(extractive: Api) -> None:
    conversation = extractive.with_documents({"terms.txt": TERMS})
    assert extractive.ask("Who is the lawyer?", conversation, ["terms.txt"]).text == NOT_IN_DOCUMENTS


@pytest.mark.req("AN-09")
def test_a_search_corrects_a_misspelt_word_in_a_long_document(extractive: Api) -> None:
    filler = b"\n\n".join(b"Paragraph %d is about lunch boxes, the bus and the yearly trip." % n for n in range(1_500))
    conversation = extractive.with_documents({"terms.txt": filler + b"\n\n" + TERMS})
    query = {"query": "landlord of the clbu house", "conversation_id": conversation}
    [best, *_] = checked(extractive.http.post("/api/search", json=query)).json()["passages"]
    assert "Alba Properties" in best["text"]
    misspelt = {"query": "ladnlord", "conversation_id": conversation}
    [best, *_] = checked(extractive.http.post("/api/search", json=misspelt)).json()["passages"]
    assert "Alba Properties" in best["text"]
