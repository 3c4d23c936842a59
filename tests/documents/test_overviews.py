"""Requests for an overview of documents, and questions about something that is called a summary."""

import pytest

from orc.documents.questions.calculations import sum_asked
from orc.documents.questions.question import Question

REQUESTS = {
    "tr": ["Özetle", "Bu metin ne hakkında?", "Bu belgeyi özetler misin?", "Ana noktaları listele"],
    "ar": [
        "لخص هذا النص",
        "ما موضوع هذا المستند؟",
        "عن ماذا يتحدث هذا المقال؟",
        "اذكر أهم النقاط",
        "أعطني ملخصًا لهذا النص",
    ],
    "hi": ["इस कहानी का सारांश दो", "यह किस बारे में है?", "मुख्य बातें बताओ"],
    "ko": ["요약", "요약해 주세요", "이 글은 무엇에 관한 것인가요?", "주요 내용을 알려 주세요"],
    "pl": ["Streść ten dokument", "O czym jest ten tekst?", "Wymień najważniejsze punkty", "Podsumuj"],
    "cs": ["Shrň to", "O čem je tento dokument?", "Uveď hlavní body"],
    "de": ["Nenne die wichtigsten Punkte", "Liste die Hauptpunkte auf", "Kannst du das zusammenfassen?"],
    "nl": ["Noem de belangrijkste punten", "Waar gaat dit document over?", "Wat zijn de hoofdpunten van de notulen?"],
    "zh": ["这篇文章讲什么？", "这个文档的主要内容是什么？", "列出要点", "请总结这篇文章"],
    "ja": ["何についての話ですか？", "要点を教えて", "この文章を要約してください", "どんな内容ですか"],
    "ru": ["О чём этот документ?", "Кратко перескажи", "Перечисли основные пункты", "О чём говорится в тексте?"],
    "uk": ["Про що цей документ?", "Перелічи основні пункти", "Підсумуй"],
    "it": ["Di cosa parla questo documento?", "Elenca i punti principali", "Fammi un riassunto"],
    "pt": ["Sobre o que é este livro?", "Liste os pontos principais", "Faça um resumo"],
    "es": ["¿De qué trata?", "Enumera los puntos principales", "Haz un resumen"],
    "fr": ["De quoi parle ce document ?", "Quels sont les points principaux ?", "Fais un résumé"],
    "sv": ["Vad handlar det om?", "Vilka är de viktigaste punkterna?", "Sammanfatta"],
    "he": ["סכם את המסמך", "על מה המסמך?"],
    "th": ["สรุป"],
    "vi": ["Tóm tắt tài liệu này"],
    "en": ["What is the summary of this document?", "Recap", "What's this document about?", "Give me the gist"],
}


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("question", [each for questions in REQUESTS.values() for each in questions])
def test_a_request_for_an_overview_is_understood_in_its_language(question: str) -> None:
    asked = Question(question)
    assert (asked.wants_overview, asked.topic) == (True, ())


def test_a_request_for_an_overview_may_name_its_document() -> None:
    asked = Question("Streść umowę najmu", ["umowę_najmu.pdf"])
    assert (asked.wants_overview, asked.topic, asked.named) == (True, (), frozenset({"umowę_najmu.pdf"}))


@pytest.mark.parametrize(
    "question",
    [
        "What is reCAPTCHA used for?",
        "reCAPTCHA",
        "Comment évaluer un résumé ?",
        "Qu'est-ce qu'un résumé ?",
        "Quel score obtient le résumé automatique ?",
        "Does the plan require a summary of benefits?",
        "What is the summary judgment deadline?",
        "Wer erhält eine Zusammenfassung der Ergebnisse?",
        "Kto przygotował streszczenie raportu?",
    ],
)
def test_a_summary_may_be_the_thing_that_is_asked_about(question: str) -> None:
    assert not Question(question).wants_overview


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("Was sind die wichtigsten Punkte zur Kündigung?", ("kundigung",)),
        ("How would you summarise the warranty?", ("warranti",)),
        ("What is the gist of the warranty?", ("warranti",)),
        ("Summarise the section on hunting", ("hunt",)),
        ("Résume la partie sur les frais", ("frai",)),
        ("Summarise section 4", ("section", "4")),
    ],
)
def test_a_summary_may_be_asked_for_on_a_topic(question: str, topic: tuple[str, ...]) -> None:
    asked = Question(question)
    assert (asked.wants_overview, asked.topic) == (True, topic)


@pytest.mark.parametrize(
    ("question", "is_all"),
    [
        ("Tell me about the bell", True),
        ("Tell me about the bell article", True),
        ("Tell me about the call bell", False),
    ],
)
def test_what_has_more_than_the_name_of_a_document_is_no_document(question: str, is_all: bool) -> None:
    assert Question(question, ["bell.html"]).wants_overview is is_all


@pytest.mark.parametrize("question", ["What is 2+2?", "12 * 7", "Wie viel ist 3 plus 4?", "What is 100 - 20%?"])
def test_a_sum_is_told_from_a_question_with_figures(question: str) -> None:
    assert sum_asked(question)
    assert not sum_asked(f"{question.rstrip('?')} in the contract?")


@pytest.mark.parametrize("question", ["What is 2006-11-02?", "What is 24/7?", "1985-1999", "What is 1.5?", "10:30"])
def test_a_date_or_a_range_is_no_sum(question: str) -> None:
    assert not sum_asked(question)
