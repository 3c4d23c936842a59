import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.documents.questions.instructions import without_instructions
from orc.documents.questions.question import Question, years_in
from orc.documents.search.query import Query
from orc.documents.text.tokens import content_words


def test_words_match_in_every_inflected_form() -> None:
    assert content_words("Companies increased prices") == content_words("the company’s increasing price")
    assert content_words("regulation of a generous donor") == content_words("regulations by generously donors")
    assert content_words("Größe, naïve CAFÉ") == content_words("grösse NAIVE cafe")
    assert content_words("U.S. revenue of 1,250.50") == ["us", "revenu", "1250.5"]
    assert content_words("DVDs, CDs, PDFs and CEOs") == content_words("DVD, CD, PDF and CEO")
    assert content_words("CSS glass, Mrs Lee, 8 hrs") == ["css", "glass", "mrs", "lee", "8", "hrs"]


def test_words_without_meaning_are_left_out() -> None:
    assert content_words("What is the of and their?") == []


def test_elided_articles_are_not_words() -> None:
    assert content_words("l’appartement d'eau, qu'elle") == content_words("appartement eau elle")
    assert content_words("dell'anno, un'auto, sull'isola") == content_words("anno auto isola")
    assert content_words("Nell's o'clock") == ["nell", "o", "clock"]


def test_scripts_without_spaces_come_as_pairs_of_characters() -> None:
    assert content_words("東京タワー") == ["東京", "京タ", "タワ", "ワー"]
    assert content_words("山 is 人口") == ["山", "人口"]


def test_alphabets_without_spaces_come_as_triples_of_letters() -> None:
    assert content_words("ค่าเช่า ไฟ") == ["ค่า", "่าเ", "าเช", "เช่", "ช่า", "ไฟ"]


@given(text=st.text(st.sampled_from("aB7'.,- £¥§©®°·×÷«»‘’“”–—•†−€")))
def test_words_among_western_signs_are_cut_as_beside_other_letters(text: str) -> None:
    assert content_words(f"{text} ж")[:-1] == content_words(f"{text} –")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("المدينة", "والمدينة"),
        ("عاملين", "العامل"),
        ("أحمد", "احمد"),
        ("краны", "кран"),
        ("рабочих", "рабочий"),
        ("πλοίο", "πλοία"),
        ("किताबें", "किताब"),
        ("adulto", "adulti"),
        ("IŞIK", "ışık"),
        ("הספרייה", "ספריות"),
        ("שבנמל", "נמל"),
        ("ذهب ٢٠١٩", "ذهب 2019"),
        ("१२", "12"),
        ("किताब", "क़िताब"),
        ("یادداشت", "يادداشت"),
        ("informa\u00adtion", "information"),
        ("క్రేన్\u200c", "క్రేన్"),
        ("Łódź", "lodz"),
        ("ＡＢＣ１２", "abc12"),
        ("ọkọ̀ báwo", "oko bawo"),
        ("“Rent” – 20 € – is DUE", '"rent" - 20 - is due'),
        ("§ 5 ﬁling…", "5 filing..."),
    ],
)
def test_forms_of_a_word_meet_in_other_scripts_and_languages(one: str, other: str) -> None:
    assert content_words(one) == content_words(other)


def test_accents_that_distinguish_vietnamese_words_are_kept() -> None:
    assert content_words("bạn mạ") != content_words("bán mả")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("FY2022", "2022"),
        ("FY22", "fiscal year 2022"),
        ("FY'22", "2022"),
        ("Q2FY24", "Q2 2024"),
        ("2Q23", "Q2 FY2023"),
        ("Q3'21", "3Q 2021"),
        ("H1 2023", "1H23"),
        ("Q2 2023", "the second quarter of 2023"),
        ("Q2/24", "Q2 2024"),
        ("H1/2024", "H1 2024"),
        ("T2 2024", "Q2 2024"),
        ("2T24", "Q2 2024"),
        ("S1 2024", "H1 2024"),
        ("Q2 2024", "im zweiten Quartal 2024"),
        ("H1 2024", "1. Halbjahr 2024"),
        ("Q2 2024", "au deuxième trimestre 2024"),
        ("H1 2024", "en el primer semestre de 2024"),
        ("Q3 2024", "nel terzo trimestre del 2024"),
        ("Q1 2024", "no primeiro trimestre de 2024"),
        ("Q4 2024", "in het vierde kwartaal van 2024"),
        ("Q2 2024", "i andra kvartalet 2024"),
        ("Q3 2024", "w trzecim kwartale 2024"),
        ("Q1 2024", "в первом квартале 2024 года"),
    ],
)
def test_a_period_is_the_same_however_it_is_written(one: str, other: str) -> None:
    assert set(content_words(one)) <= set(content_words(other))
    assert years_in(one) == years_in(other)


def test_text_that_resembles_a_period_is_unchanged() -> None:
    assert content_words("Q2 15 units, H2O, 5Q23, fy1") == ["q2", "15", "unit", "h2o", "5q23", "fy1"]
    assert content_words("valve S123, seat T124, terminal T2 30") == [
        "valv",
        "s123",
        "seat",
        "t124",
        "termin",
        "t2",
        "30",
    ]


def test_other_scripts_nearby_leave_words_as_they_are() -> None:
    text = "Größe, naïve CAFÉ in Łódź’s 2nd quarter, Q2 FY24… U.S. sales don’t reach €1,500.50"
    words = content_words(text)
    assert content_words(f"{text}\n東京 ٣") == [*words, *content_words("東京 ٣")]
    assert content_words(text.upper()) == words


@pytest.mark.parametrize(
    "instruction",
    [
        "Round to two decimal places.",
        "Give your answer in USD millions, rounded to one decimal.",
        "Answer in one sentence.",
        "Answer yes or no.",
        "Please think step by step and show your work.",
        "Be concise.",
        "Explain your reasoning in your own words.",
        "Please answer precisely and consider every detail.",
        "Say it so that a child understands it.",
        "Antworte bitte ausführlich.",
    ],
)
def test_the_form_of_the_answer_is_not_searched_for(instruction: str) -> None:
    question = "What was the revenue of the Services segment?"
    assert content_words(without_instructions(f"{question} {instruction}")) == content_words(question)
    assert Query(f"{question} {instruction}").words == Query(question).words
    assert Question(f"{question} {instruction}").words == Question(question).words
    assert without_instructions(question) == question


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("Please tell me briefly the revenue of the West.", "the revenue of the West."),
        ("I would like to know the revenue of the West.", "the revenue of the West."),
        ("What was the revenue of the West, in words?", "What was the revenue of the West?"),
        ("Round the revenue of the West to two decimals.", "the revenue of the West."),
        ("Round the price of the coach to the nearest hundred.", "the price of the coach."),
        ("Sag mir bitte kurz den Preis des Mikrochips.", "den Preis des Mikrochips."),
        ("Runde den Preis des Mikrochips auf zwei Nachkommastellen.", "den Preis des Mikrochips."),
        ("Dis-moi brièvement le montant de la caution.", "le montant de la caution."),
        ("Arrondis le montant du loyer à deux décimales.", "le montant du loyer."),
        ("Dime brevemente el importe de la fianza.", "el importe de la fianza."),
        ("Redondea el precio de la parcela a dos decimales.", "el precio de la parcela."),
        ("Kann ich mich auf die Stelle bewerben?", "Kann ich mich auf die Stelle bewerben?"),
        ("Is the desk open round the clock?", "Is the desk open round the clock?"),
        ("Is the amount written in words?", "Is the amount written in words?"),
    ],
)
def test_an_instruction_within_a_question_is_not_searched_for(message: str, asked: str) -> None:
    assert content_words(without_instructions(message)) == content_words(asked)


def test_a_question_of_nothing_but_instructions_keeps_its_words() -> None:
    assert without_instructions("Answer in one sentence") == "Answer in one sentence"
