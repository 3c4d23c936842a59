"""Which questions lean on the conversation, and what they become."""

from dataclasses import replace

import pytest

from orc.conversations.records import Message
from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.graphs.nodes.query_planner import standalone_question
from orc.graphs.planning.follow_up import FollowUp

ASKED = "What did Northwind earn in 2023?"
HISTORY = [
    Message(
        message_id="m1",
        seq=1,
        role="user",
        text=ASKED,
        run_id="r1",
        parent_message_id=None,
        created_at="2026-01-01T00:00:00.000000Z",
    ),
    Message(
        message_id="m2",
        seq=9,
        role="assistant",
        text="12 million. [1]",
        run_id="r1",
        parent_message_id="m1",
        created_at="2026-01-01T00:00:01.000000Z",
    ),
]


@pytest.mark.parametrize(
    "question",
    [
        "Why?",
        "And for children?",
        "How did it change?",
        "Is that more than before?",
        "who?",
        "What is that?",
        "How does this work?",
        "And how much was it?",
        "How much does it cost?",
        "Is it possible to return it?",
        "What is the address of it?",
        "And how many in 2024?",
        "So why?",
    ],
)
def test_a_question_that_points_back_is_put_behind_the_one_it_follows(question: str) -> None:
    assert standalone_question(question, HISTORY).question == f"{ASKED} {question}"


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("Waarheen gaat groep 6?", "Wanneer?"),
        ("¿Por qué sube la cuota?", "¿Desde cuándo?"),
        ("Wer leitet den Chor?", "Und seit wann?"),
        ("Qui dirige le club ?", "Depuis quand ?"),
        ("Quanto costa il corso?", "Perché?"),
        ("Quando é o passeio?", "E a que horas?"),
        ("Kto prowadzi kurs?", "Gdzie?"),
        ("Vem leder kören?", "Varför?"),
        ("Wie hoch ist das Guthaben?", "Was passiert damit?"),
    ],
)
def test_a_question_of_one_word_in_any_language_is_put_behind_the_one_it_follows(before: str, question: str) -> None:
    assert (
        standalone_question(question, [replace(HISTORY[0], text=before), HISTORY[1]]).question == f"{before} {question}"
    )


@pytest.mark.parametrize(
    ("question", "whole"),
    [("Why?", f"{ASKED} Why?"), ("And in 2024?", "What did Northwind earn in 2024?"), ("Who won?", "Who won?")],
)
def test_where_no_question_was_answered_a_follow_up_is_about_the_refused_one(question: str, whole: str) -> None:
    refused = replace(HISTORY[1], text=NOT_IN_DOCUMENTS.to(ASKED))
    assert standalone_question(question, [HISTORY[0], refused]).question == whole


@pytest.mark.parametrize(
    "question",
    [
        "How long is the warranty?",
        "What does this document say about late payment?",
        "When is payment due?",
        "Summarise this.",
        "Fasse das bitte zusammen",
        "Who are the authors of this library?",
        "And what is the deposit?",
        "So, what is the area?",
        "How long does it take to get a visa?",
        "Is it allowed to smoke in the courtyard?",
        "What does a guest pay if they cancel their booking?",
        "Which of them mentions the landlord?",
        "Compare the revenue of Contoso and Northwind in 2024 and explain how it developed over all quarters.",
        "",
    ],
)
def test_a_self_contained_question_is_not_changed(question: str) -> None:
    assert standalone_question(question, HISTORY) == FollowUp(question)


@pytest.mark.parametrize(
    ("asked", "then", "meant"),
    [
        ([ASKED], "And in 2024?", "What did Northwind earn in 2024?"),
        ([ASKED], "Und 2024?", "What did Northwind earn in 2024?"),
        ([ASKED], "Are you sure?", ASKED),
        ([ASKED], "Stimmt das?", ASKED),
        ([ASKED], "And in ’24?", "What did Northwind earn in 2024?"),
        (["What does item 12 cost in 2023?"], "And 24?", "What does item 24 cost in 2023?"),
        ([ASKED], "What about Contoso?", "What did Contoso earn in 2023?"),
        ([ASKED], "And Contoso in 2024?", "What did Contoso earn in 2024?"),
        ([ASKED], "And in Q2?", "What did Northwind earn in Q2 2023?"),
        ([ASKED], "And the losses?", "the losses in 2023?"),
        (["Vad är budgeten för IT?"], "och utfallet?", "Vad är utfallet för IT?"),
        (["Hvad er budgettet for IT?"], "og udfaldet?", "Hvad er udfaldet for IT?"),
        (["Vem äger stugan?"], "Och bilen?", "Vem äger bilen?"),
        ([ASKED, "And in 2024?"], "And Contoso?", "What did Contoso earn in 2024?"),
        (["West in Q4?", "And in Q2?"], "And East?", "East in Q2?"),
        (["What is sold in March?"], "And in April?", "What is sold in April?"),
        (
            ["How much is a ticket for adults in Lyon?"],
            "And for children?",
            "How much is a ticket for children in Lyon?",
        ),
        (["What is the highest price?"], "And the lowest?", "What is the lowest price?"),
        (["What is the fix for high severity?"], "And for low?", "What is the fix for low severity?"),
        (["What is the monthly rent?"], "And the deposit?", "What is the deposit?"),
        (["What does the membership cost?"], "And a towel?", "What does a towel cost?"),
        (["What is the hourly rate of a baker?"], "And a driver?", "What is the hourly rate of a driver?"),
        (["What is Ann's salary?"], "And the bonus?", "What is Ann's bonus?"),
        (["Does the rent include the heating?"], "And the water?", "Does the rent include the water?"),
        (["Wer ist der Mieter?"], "Und die Vermieterin?", "Wer ist die Vermieterin?"),
        (["Wie hoch ist der Lohn eines Fahrers?"], "Und eines Kochs?", "Wie hoch ist der Lohn eines Kochs?"),
        (["Quel est le loyer ?"], "Et le dépôt de garantie ?", "Quel est le dépôt de garantie ?"),
        (["¿Cuánto cuesta la merluza?"], "¿Y el cordero?", "¿Cuánto cuesta el cordero?"),
        (["Quanto è l'affitto?"], "E il deposito?", "Quanto è il deposito?"),
        (["What was net income in FY2023?"], "and the year before?", "What was net income in FY2022?"),
        (["What was net income in FY2023?"], "And in the following year?", "What was net income in FY2024?"),
        (["Wie hoch war der Umsatz 2023?"], "Und im Vorjahr?", "Wie hoch war der Umsatz 2022?"),
        (
            ["What is Ann Lee's salary?", "And where is her office?"],
            "And Tom Ray's?",
            "What is Tom Ray's salary? And where is her office?",
        ),
        (["What is the monthly rent?", "What about pets?"], "What about insurance?", "insurance?"),
        (["Wie hoch ist die Miete?"], "Und die Kaution?", "Wie hoch ist die Kaution?"),
        (["What were sales in the West in Q4FY23?"], "And in the South?", "What were sales in the South in Q4FY23?"),
        (["What were sales in the West in Q4FY23?"], "And in Q2?", "What were sales in the West in Q2FY23?"),
        (["What was EBIT in Europe in Q1FY25?"], "What about Asia?", "What was EBIT in Asia in Q1FY25?"),
        (["Was kostet die Impfung einer Katze?"], "Und für einen Hund?", "Was kostet die Impfung einen Hund?"),
        (["What does neutering a cat cost?"], "And for a dog?", "What does neutering a dog cost?"),
        (["Combien coûte la pension d'un chat ?"], "Et pour un chien ?", "Combien coûte la pension d'un chien ?"),
        (["När går bussen från Lund?"], "Och från Malmö?", "När går bussen från Malmö?"),
        (["Who chairs the board?", "What is its quorum?"], "And of the AGM?", "{} What is the quorum of the AGM?"),
        (["What does a tour cost?"], "And with a guide?", "{} And with a guide?"),
        (["Which books are there?"], "And on ink?", "Which books are there? And on ink?"),
        (["What is the fee for dogs?"], "What about cats?", "What is the fee for cats?"),
        (["What is the fee for dogs?"], "No, I meant cats", "What is the fee for cats?"),
        (["Wer ist der Mieter?"], "Nein, ich meinte die Vermieterin", "Wer ist die Vermieterin?"),
        (["What is the price?"], "And others?", "What is the price? And others?"),
    ],
)
def test_a_question_that_leaves_words_out_is_read_into_the_one_before(asked: list[str], then: str, meant: str) -> None:
    history = [replace(HISTORY[0], message_id=f"q{place}", text=text) for place, text in enumerate(asked)]
    assert standalone_question(then, history).question == meant.format(asked[0])


@pytest.mark.parametrize(
    ("asked", "then", "queries"),
    [
        ("What is the area?", "When does it start?", ("When does it start?",)),
        ("How much is the fee of Ann Lee?", "When is it due?", ("When is it due (Ann Lee)?",)),
        ("What is the rent?", "And the deposit?", ("What is the deposit?",)),
        ("What is the rate of a baker?", "And a driver?", ()),
        ("Who is the landlord?", "Where does she live?", ()),
        ("What is the rent?", "Why?", ()),
    ],
)
def test_a_follow_up_is_also_searched_for_in_its_own_words(asked: str, then: str, queries: tuple[str, ...]) -> None:
    assert standalone_question(then, [replace(HISTORY[0], text=asked)]).queries == queries


def test_thanks_and_greetings_are_leant_on_by_none() -> None:
    polite = [replace(HISTORY[0], message_id=text, text=text) for text in ("Thanks!", "Hello")]
    assert standalone_question("And in 2024?", [*HISTORY, *polite]).question == "What did Northwind earn in 2024?"
    assert standalone_question("Why?", polite) == FollowUp("Why?")


def test_the_first_question_stays_as_it_is() -> None:
    assert standalone_question("Why?", []) == FollowUp("Why?")


def test_a_question_without_an_answer_is_leant_on_by_none() -> None:
    refused = [replace(HISTORY[0], message_id="m3", text="Who is the CEO?")]
    refused.append(replace(HISTORY[1], message_id="m4", parent_message_id="m3", text=NOT_IN_DOCUMENTS))
    assert standalone_question("And in 2024?", [*HISTORY, *refused]).question == "What did Northwind earn in 2024?"
    assert standalone_question("And in 2024?", refused) == FollowUp("And in 2024?")
    assert standalone_question("Are you sure?", [*HISTORY, *refused]) == FollowUp("Who is the CEO?")


@pytest.mark.req("AN-03")
@pytest.mark.parametrize(
    ("before", "question", "becomes"),
    [
        ("What does exit code 3 mean?", "And 8?", "What does exit code 8 mean?"),
        ("What does return value 2 mean?", "And the value 3?", "What does return value 3 mean?"),
        ("Was steht in Artikel 9?", "Und 12?", "Was steht in Artikel 12?"),
        ("Who is the chair?", "And 3?", "Who is the chair? And 3?"),
    ],
)
def test_a_number_takes_the_place_of_the_number_before(before: str, question: str, becomes: str) -> None:
    history = [replace(HISTORY[0], text=before), HISTORY[1]]
    assert standalone_question(question, history).question == becomes
