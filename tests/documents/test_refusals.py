"""Refusals by the language of the question and of the documents, and requests for translations."""

import pytest

from orc.documents.notices import NOT_FOUND_IN_LANGUAGE, NOT_IN_DOCUMENTS, TRANSLATION_NEEDS_MODEL, Notice
from orc.documents.questions.translations import asks_for_translation
from orc.documents.refusals import refusal, refusal_over
from orc.ports import Grounding
from tests.models.test_extractive import passages_of

PORTUGUESE = (
    "O senhorio é a Ana Lopes. A renda da casa é de 900 euros por mês e não inclui a água. Os animais não são "
    "permitidos no prédio, mas os gatos que já estavam na casa podem ficar. A chave é entregue no dia em "
    "que o contrato começa."
)
HINDI = "किराया 900 रुपये है। मकान मालिक का नाम अनिल शर्मा है। पानी का बिल किराये में शामिल है।"
TABLE = "| Name | Total |\n|---|---|\n| Casa da Praia | 10 |\n| Hotel do Porto | 20 |\n"


def over(question: str, *texts: str) -> str:
    passages = passages_of({f"{number}.txt": text for number, text in enumerate(texts)})
    return refusal_over(Grounding(question, passages, tuple(passage.blob_name for passage in passages)))


@pytest.mark.req("AN-09")
def test_a_question_in_another_language_than_the_documents_is_told_theirs() -> None:
    refused = over("Who painted the house?", PORTUGUESE)
    assert "português" in refused
    assert refused != NOT_IN_DOCUMENTS
    assert NOT_IN_DOCUMENTS.begins(refused)
    assert over("Wer hat das Haus gestrichen?", HINDI).endswith("findet vielleicht mehr.")


@pytest.mark.parametrize("notice", [NOT_IN_DOCUMENTS, NOT_FOUND_IN_LANGUAGE])
def test_both_refusals_are_recognised_in_every_language(notice: Notice) -> None:
    for text in notice.by_language.values():
        assert NOT_IN_DOCUMENTS.begins(text.format("polski"))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Quem pintou a casa?", PORTUGUESE),
        ("Who painted the house?", TABLE),
        ("Who painted the house?", "The house is old. It was built in 1900 by the father of the owner."),
        ("Sauna?", PORTUGUESE),
        ("मालिक कौन है?", HINDI),
    ],
)
def test_the_documents_language_is_not_told_if_it_is_the_questions_or_unclear(question: str, text: str) -> None:
    assert over(question, text) in NOT_IN_DOCUMENTS.by_language.values()


def test_letters_on_a_chart_tell_no_language() -> None:
    chart = "Wool prices of the week, with a report\nA S O K I V Z A S O K I\n"
    assert over("wool arnsby", chart * 3) == NOT_IN_DOCUMENTS
    assert over("Sauna?", PORTUGUESE) != NOT_IN_DOCUMENTS


def test_documents_in_several_languages_are_in_no_other_language() -> None:
    assert over("Who painted the house?", PORTUGUESE, HINDI) == NOT_IN_DOCUMENTS
    passages = passages_of({"casa.txt": PORTUGUESE})
    assert refusal_over(Grounding("Who painted the house?", passages, ("casa.txt", "house.txt"))) == NOT_IN_DOCUMENTS


def test_scandinavian_languages_are_no_other_language_to_each_other() -> None:
    assert refusal("Hvad koster kortet?", ["no"]) == NOT_IN_DOCUMENTS.by_language["da"]


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("DeepMind 提出了什么？", "zh"),
        ("谷歌DeepMind Technologies开发了什么？", "zh"),
        ("Что такое Mozilla VPN?", "ru"),
        ("Кто владеет MDN Plus?", "ru"),
        ("इस कहानी का सारांश दो", "hi"),
        ("Mozilla とは何ですか", "ja"),
    ],
)
def test_names_in_another_script_do_not_hide_the_language(question: str, language: str) -> None:
    assert NOT_IN_DOCUMENTS.to(question) == NOT_IN_DOCUMENTS.by_language[language]


@pytest.mark.parametrize(("question", "language"), [("教訓", "ja"), ("価格", "ja"), ("价格是多少？", "zh")])
def test_chinese_characters_alone_are_japanese_in_japanese_documents(question: str, language: str) -> None:
    assert NOT_IN_DOCUMENTS.to(question, ["ja"]) == NOT_IN_DOCUMENTS.by_language[language]
    assert NOT_IN_DOCUMENTS.to(question) == NOT_IN_DOCUMENTS.by_language["zh"]


TRANSLATE = [
    "Translate the second paragraph",
    "Can you translate it into German?",
    "Übersetze das Dokument ins Englische",
    "Kannst du den ersten Absatz übersetzen?",
    "Traduis le texte",
    "Traduce el documento",
    "Vertaal dit",
    "Przetłumacz ten tekst",
    "Переведи на русский",
    "请把第一段翻译成英文",
    "日本語に翻訳してください",
    "영어로 번역해 주세요",
    "इसका अनुवाद करो",
    "Bu belgeyi İngilizceye çevir",
    "ترجم هذا النص",
]


@pytest.mark.parametrize("question", TRANSLATE)
def test_a_request_for_a_translation_is_said_to_need_a_model(question: str) -> None:
    assert asks_for_translation(question)
    assert refusal(question) in TRANSLATION_NEEDS_MODEL.by_language.values()


@pytest.mark.parametrize(
    "question",
    [
        "Who translated the book?",
        "How do I translate the app?",
        "翻译是谁？",
        "Wer hat das Buch übersetzt?",
        "Anahtarı sağa çevir",
    ],
)
def test_a_question_about_a_translation_is_no_request_for_one(question: str) -> None:
    assert not asks_for_translation(question)
