import pytest

from orc.documents.questions.question import Question


@pytest.mark.parametrize(
    "question",
    [
        "How do I resume a download that broke off?",
        "Can I resume a partial download?",
        "When does the meeting resume?",
        "I want to resume the transfer",
        "Resume the download",
        "How do I resume the file transfer?",
        "Who resumed the talks?",
    ],
)
def test_to_resume_something_asks_for_no_summary(question: str) -> None:
    assert not Question(question).wants_overview


@pytest.mark.parametrize(
    "question",
    [
        "résume ce document",
        "resume el documento",
        "Resume o contrato em quatro frases",
        "¿Puedes resumir el informe?",
        "resume the file",
        "Can you resume this document?",
        "Can you resume it?",
        "Please summarise how to resume a download",
    ],
)
def test_to_resume_a_document_asks_for_its_summary(question: str) -> None:
    assert Question(question).wants_overview
