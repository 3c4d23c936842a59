import pytest

from orc.documents.page_requests import beside_pages, names_other_pages, pages_beyond, pages_named
from orc.documents.questions.question import Question
from orc.documents.reading_requests import asks_only_for_pages, subject_of


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
        ("第3页说了什么", [3]),
        ("第三页", [3]),
        ("第2页到第4页讲了什么", [2, 3, 4]),
        ("第2和第5页", [2, 5]),
        ("最后两页", [7, 8]),
        ("倒数第二页说了什么", [7]),
        ("前三页", [1, 2, 3]),
        ("3ページには何が書いてありますか", [3]),
        ("2〜4ページ目", [2, 3, 4]),
        ("最後のページ", [8]),
        ("後ろから2番目のページ", [7]),
        ("3쪽에는 뭐라고 적혀 있나요?", [3]),
        ("세 번째 페이지", [3]),
        ("마지막 페이지", [8]),
    ],
)
def test_pages_are_named_by_numbers_words_and_ranges(question: str, pages: list[int]) -> None:
    assert pages_named(question, 8, []) == pages


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("the third page from the end", 6),
        ("the 3rd page from the end", 6),
        ("the second to last page", 7),
        ("the second-last page", 7),
        ("the 2nd to last page", 7),
        ("the last but one page", 7),
        ("the penultimate page", 7),
        ("the third last page", 6),
        ("die vorletzte Seite", 7),
        ("die dritte Seite von hinten", 6),
        ("die viertletzte Seite", 5),
        ("la troisième page en partant de la fin", 6),
        ("l'antépénultième page", 6),
        ("la tercera página desde el final", 6),
        ("la terzultima pagina", 6),
        ("la terza pagina dalla fine", 6),
        ("a terceira página a contar do fim", 6),
        ("de derde pagina van achteren", 6),
    ],
)
def test_a_page_is_counted_from_the_end(question: str, page: int) -> None:
    assert pages_named(question, 8, []) == [page]


@pytest.mark.req("AN-02")
@pytest.mark.parametrize("question", ["What do the first 999999999999 pages say?", "前999999999999页"])
def test_more_pages_than_a_document_has_are_not_counted_one_by_one(question: str) -> None:
    assert pages_named(question, 8, []) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert pages_beyond(question, 8) == [999999999999]


@pytest.mark.req("AN-02")
def test_a_document_without_so_many_pages_has_no_page_so_far_from_the_end() -> None:
    assert pages_beyond("the tenth page from the end", 8) == [0]


@pytest.mark.req("AN-02")
@pytest.mark.parametrize(
    ("question", "is_alone"),
    [
        ("第3页说了什么", True),
        ("第 3 页讲了什么？", True),
        ("第3頁說了什麼？", True),
        ("请告诉我第3页的内容", True),
        ("3ページには何が書いてありますか", True),
        ("第3ページの内容は何ですか", True),
        ("3쪽에는 뭐라고 적혀 있나요?", True),
        ("세 번째 페이지 내용을 보여줘", True),
        ("Что написано на странице 3?", True),
        ("第3页的房租是多少？", False),
        ("3ページでは家賃はいくらですか", False),
    ],
)
def test_a_question_in_another_script_asks_only_for_a_page(question: str, is_alone: bool) -> None:
    assert asks_only_for_pages(question, ["a.pdf"]) is is_alone


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
        "3ページにまとめて",
        "3ページの要約を書いて",
        "このレポートは全3ページです",
        "3페이지로 요약해줘",
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
        "第3页之后讲了什么",
        "第3ページ以降",
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


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("question", "beside"),
    [
        ("How long is the river on page 4?", "How long is the river?"),
        ("On page 4, how long is the river?", "How long is the river?"),
        ("How long is the river (p. 4)?", "How long is the river?"),
        ("How long is the river on the last page of sea.pdf?", "How long is the river of sea.pdf?"),
        ("What does page 4 say about the river?", "What does the document say about the river?"),
        ("Wie lang ist der Fluss auf Seite 4?", "Wie lang ist der Fluss?"),
        ("Was sagt Seite 4 über den Fluss?", "Was sagt das Dokument über den Fluss?"),
        ("Quelle est la longueur du fleuve à la page 4 ?", "Quelle est la longueur du fleuve?"),
        ("¿Qué longitud tiene el río en la página 4?", "¿Qué longitud tiene el río?"),
        ("Quanto è lungo il fiume a pagina 4?", "Quanto è lungo il fiume?"),
        ("Qual é o comprimento do rio na página 4?", "Qual é o comprimento do rio?"),
        ("Hoe lang is de rivier op pagina 4?", "Hoe lang is de rivier?"),
        ("第4页的河流有多长？", "河流有多长？"),
        ("4ページでは川の長さはどのくらいですか", "川の長さはどのくらいですか"),
    ],
)
def test_what_is_asked_for_on_a_page_is_a_question_without_it(question: str, beside: str) -> None:
    assert beside_pages(question) == beside
