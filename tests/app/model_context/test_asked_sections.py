"""The sections whose text a question asks for are the answer without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.support.app import Api, checked

LEASE = """Lease of a boathouse

1. Term
The lease begins on 1 May 2024. It runs for two years.

2. Boats and crew
2.1 One boat may be kept. The crew shall:
- paint it
- moor it

2.2 The crew sleeps ashore. It keeps the jetty clean.

3. Termination
Either side may end the lease. The keys are handed back.
Boats that are left are sold.
"""
HANDBOOK = """# Mill handbook

## Safety

Shoes are closed. Dust is swept daily. The alarm is in the hall.

## Visitors

Visitors sign the book.
"""
VERTRAG = "Vertrag\n\n§ 1 Sache\nDie Mühle wird vermietet.\n\n§ 2 Dauer\nDer Vertrag läuft ein Jahr. Er endet im Mai.\n"
CONTRATO = "Contrato\n\nCláusula 1. Objeto\nSe alquila el molino.\n\nCláusula 2. Precio\nSon 90 euros. Se paga hoy.\n"
FILES = {"lease.txt": LEASE, "handbook.md": HANDBOOK, "vertrag.txt": VERTRAG, "contrato.txt": CONTRATO}
TERM = ["The lease begins on 1 May 2024.", "It runs for two years."]
ENDING = ["Either side may end the lease.", "The keys are handed back.", "Boats that are left are sold."]
SAFETY = ["Shoes are closed.", "Dust is swept daily.", "The alarm is in the hall."]


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("name", "question", "sentences"),
    [
        ("lease.txt", "What does section 1 say?", TERM),
        ("lease.txt", "What is in clause 2.2?", ["2.2 The crew sleeps ashore.", "It keeps the jetty clean."]),
        ("lease.txt", "Quote the termination clause", ENDING),
        ("lease.txt", "What does the lease say about termination?", ENDING),
        ("handbook.md", "Read me the part about safety", SAFETY),
        ("vertrag.txt", "Was steht in § 2?", ["Der Vertrag läuft ein Jahr.", "Er endet im Mai."]),
        ("contrato.txt", "¿Qué dice la cláusula 2?", ["Son 90 euros.", "Se paga hoy."]),
    ],
)
def test_without_a_model_the_sentences_of_a_section_are_its_answer(
    extractive: Api, name: str, question: str, sentences: list[str]
) -> None:
    conversation = extractive.with_documents({name: FILES[name].encode()})
    turn = extractive.ask(question, conversation, [name])
    assert turn.text == " ".join(f"{sentence} [1]" for sentence in sentences)
    assert turn.one("message")["confidence"] == 1
    file_id = extractive.documents(conversation)[name]["file_id"]
    alone = checked(extractive.http.post(f"/api/documents/{file_id}/question", json={"question": question})).json()
    assert (alone["answer"], alone["confidence"]) == (turn.text, 1)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize("question", ["What does section 9 say?", "Quote clause 4.7", "Read article 12"])
def test_without_a_model_a_section_that_is_lacking_is_refused(extractive: Api, question: str) -> None:
    conversation = extractive.with_documents({"lease.txt": LEASE.encode()})
    turn = extractive.ask(question, conversation, ["lease.txt"])
    assert NOT_IN_DOCUMENTS.begins(turn.text)
    assert turn.one("message")["confidence"] == 0


@pytest.mark.req("AN-02")
def test_without_a_model_a_question_about_something_in_a_section_is_answered_by_its_sentence(extractive: Api) -> None:
    conversation = extractive.with_documents({"lease.txt": LEASE.encode()})
    answer = extractive.ask("When does the lease in section 1 begin?", conversation, ["lease.txt"]).text
    assert answer == f"{TERM[0]} [1]"


@pytest.mark.req("AN-02")
def test_without_a_model_a_long_section_is_quoted_from_its_beginning(extractive: Api) -> None:
    rules = " ".join(f"Rule {n} binds all." for n in range(14))
    text = f"# Code\n\n## 1 Aim\n\nOrder.\n\n## 2 Rules\n\n{rules}\n\n## 3 End\n\nNothing.\n"
    conversation = extractive.with_documents({"code.md": text.encode()})
    answer = extractive.ask("What does section 2 say?", conversation, ["code.md"]).text
    assert answer.startswith("Rule 0 binds all. [1] Rule 1")
    assert answer.endswith("Rule 9 binds all. [1]\n\nand 4 more")
