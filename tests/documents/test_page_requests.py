import pytest

from orc.documents.page_requests import names_other_pages, pages_named
from orc.documents.questions.question import Question
from orc.documents.reading_requests import subject_of


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("question", "pages"),
    [
        ("Translate the second page", [2]),
        ("What do the third and fourth pages say?", [3, 4]),
        ("Summarise the last two pages", [7, 8]),
        ("Summarise the first 3 slides", [1, 2, 3]),
        ("What changes from page 3 to page 5?", [3, 4, 5]),
        ("Compare page 3 and page 5", [3, 5]),
        ("What happens between pages 3 and 5?", [3, 4, 5]),
        ("What is the difference between page 3 and page 5?", [3, 5]),
        ("Read page three", [3]),
        ("the 2nd to 4th page", [2, 3, 4]),
        ("the second-to-last page", [7]),
        ("the first and the last page", [1, 8]),
        ("page 6 to the end", [6, 7, 8]),
        ("the last 20 pages", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("Was steht auf der zweiten Seite?", [2]),
        ("Fasse die letzten beiden Seiten zusammen", [7, 8]),
        ("die ersten drei Seiten", [1, 2, 3]),
        ("von Seite 3 bis zur Seite 5", [3, 4, 5]),
        ("2. bis 4. Seite", [2, 3, 4]),
        ("die vorletzte Seite", [7]),
        ("Que dit la deuxième page ?", [2]),
        ("Résume les deux dernières pages", [7, 8]),
        ("de la page 3 à la page 5", [3, 4, 5]),
        ("l'avant-dernière page", [7]),
        ("la segunda página", [2]),
        ("las dos últimas páginas", [7, 8]),
        ("las últimas dos páginas", [7, 8]),
        ("de la página 3 a la página 5", [3, 4, 5]),
        ("la seconda pagina", [2]),
        ("le ultime due pagine", [7, 8]),
        ("dalla pagina 3 alla pagina 5", [3, 4, 5]),
        ("as duas últimas páginas", [7, 8]),
        ("da página 3 à página 5", [3, 4, 5]),
        ("de tweede pagina", [2]),
        ("de laatste twee pagina's", [7, 8]),
        ("van pagina 3 tot en met 5", [3, 4, 5]),
    ],
)
def test_pages_are_named_by_numbers_words_and_ranges(question: str, pages: list[int]) -> None:
    assert pages_named(question, 8, []) == pages


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    "question",
    [
        "When are the slides due?",
        "Summarise the document in two pages",
        "Write a one page summary",
        "Is the 30-second slide of the advert funny?",
        "¿Qué dice la página dos contratos?",
        "O que acontece no dia 5 de maio?",
        "Op welke pagina een fout?",
    ],
)
def test_a_number_beside_a_word_for_pages_names_none(question: str) -> None:
    assert pages_named(question, 8, []) == []


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    "question",
    [
        "Everything after the second page",
        "All but the last page",
        "außer den letzten zwei Seiten",
        "from page 6 onwards",
    ],
)
def test_the_rest_beside_a_page_is_no_request_for_that_page(question: str) -> None:
    assert names_other_pages(question)
    assert pages_named(question, 8, []) == []


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    "question",
    [
        "Translate page 7 into French",
        "Translate the last two pages",
        "Read me page 7",
        "Übersetze Seite 7 ins Englische",
        "Lies die zweite Seite vor",
        "Traduis la page 7",
        "Traduce la página 7 al inglés",
        "Wat staat er op pagina 7?",
    ],
)
def test_a_task_for_a_page_has_no_further_subject(question: str) -> None:
    assert Question(subject_of(question)).topic == ()


@pytest.mark.req("AN-02")
def test_what_is_asked_about_a_page_is_a_subject() -> None:
    assert Question(subject_of("Translate the warranty on page 7 into French")).topic
