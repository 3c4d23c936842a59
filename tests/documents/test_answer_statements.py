"""What of an answer a marker vouches for."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.documents.citations.answer_statements import statement_around, statement_before, statements

_GROUP = re.compile(r"(?:\[\d\]\s?)*\[\d\]")


def marked(answer: str) -> list[str]:
    """The statement of each group of markers, as it is once the answer has ended."""
    groups = list(_GROUP.finditer(answer))
    found, after = [], 0
    for i, group in enumerate(groups):
        stop = groups[i + 1].start() if i + 1 < len(groups) else len(answer)
        statement = statement_before(answer[: group.end()], after)
        statement = statement_around(answer, statement, stop, after) or statement
        found.append(answer[statement.start : statement.end])
        after = statement.end
    return found


@pytest.mark.req("AN-05")
@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("Sales rose. [1] Costs fell. [2]", ["Sales rose. [1]", "Costs fell. [2]"]),
        ("Sales rose. Costs fell by 3.5 percent [1][2].", ["Costs fell by 3.5 percent [1][2]"]),
        ("In May sales rose [1], and costs fell [2].", ["In May sales rose [1]", "and costs fell [2]"]),
        ("- one for all [1]\n- two for one [2]", ["one for all [1]", "two for one [2]"]),
        ("1. one for all [1]\n2. two for one [2]", ["one for all [1]", "two for one [2]"]),
        ("> one for all\n> and all for one [1]", ["one for all\n> and all for one [1]"]),
        ("> one for all [1]\n> and all for one [1]", ["one for all [1]", "and all for one [1]"]),
        ("[1]", ["[1]"]),
        ("Sales rose by half [1]. [2]", ["Sales rose by half [1]", "Sales rose by half [1]. [2]"]),
        ("The annual report [1] says that sales rose. So.", ["The annual report [1] says that sales rose."]),
        ("According to [1], sales rose. Costs fell.", ["According to [1], sales rose."]),
        ("[1] Sales rose. Costs fell by half [2].", ["[1] Sales rose.", "Costs fell by half [2]"]),
        ("It is as follows.\n[1] Sales rose.", ["[1] Sales rose."]),
        ("The sales rose by half.\n[1]\n\nMore.", ["The sales rose by half.\n[1]"]),
        ("Yes. [1] It is so indeed today. [2]", ["Yes. [1]", "It is so indeed today. [2]"]),
        ("| Sales [1] | 4 |\n| Costs of goods | 5 [2] |", ["Sales [1] | 4", "Costs of goods | 5 [2]"]),
        ("| Rent of it | 4 [1] | a month |", ["Rent of it | 4 [1] | a month"]),
        ("| Rent | 4 [1] | 5 [2] | 6 [3] |", ["Rent | 4 [1]", "5 [2]", "6 [3]"]),
        ("| Rent | 4 [1] a month | 5 [2] a month |", ["Rent | 4 [1] a month", "5 [2] a month"]),
        ("Call it:\n\n```sh\npump --on\n```\n[1]", ["```sh\npump --on\n```\n[1]"]),
        ("```sh\npump --on\n```\nthe pump stops at 9 bar [1].", ["the pump stops at 9 bar [1]"]),
        ("**Sales:** they rose [1]", ["**Sales:** they rose [1]"]),
        ("売上は増加した。[1]費用は減少した。[2]", ["売上は増加した。[1]", "費用は減少した。[2]"]),
        ("ارتفعت المبيعات كثيرا. انخفضت التكاليف [1].", ["انخفضت التكاليف [1]"]),
        ("The element `a[i]` is set first [1].", ["The element `a[i]` is set first [1]"]),
        ("Sales rose by half. (Source: [1])", ["Sales rose by half. (Source: [1]"]),
        ("Sales rose.\n\nCosts fell.\n**Quelle:** [1], Seite 2", ["Costs fell.\n**Quelle:** [1]"]),
        ("Sales rose [1].\n\nSources:\n[1] sales.md", ["Sales rose [1]", "[1] sales.md"]),
        ("The main source: [1]", ["The main source: [1]"]),
        (
            "It costs 8,000 euros and the rent ca. EUR 1,250 [1].",
            ["It costs 8,000 euros and the rent ca. EUR 1,250 [1]"],
        ),
        ("Die Miete beträgt 900 Euro inkl. Heizung [1].", ["Die Miete beträgt 900 Euro inkl. Heizung [1]"]),
    ],
)
def test_a_marker_cites_its_sentence_list_item_or_row(answer: str, found: list[str]) -> None:
    assert marked(answer) == found


@pytest.mark.req("AN-05")
def test_a_statement_has_a_claim_without_markers_and_its_sentence() -> None:
    statement = statement_before("Rent is due. Sales rose [1] and costs fell [2]", len("Rent is due. Sales rose [1]"))
    assert (statement.claim, statement.sentence) == ("and costs fell", "Sales rose and costs fell")


def test_a_cell_with_a_marker_of_its_own_is_checked_with_the_label_of_its_row() -> None:
    answer = "| Rent | 4 [1] | 5 [2] a month |"
    cell = statement_before(answer[: answer.index(" a month")], answer.index(" | 5"))
    whole = statement_around(answer, cell, len(answer), answer.index(" | 5"))
    assert whole
    assert (cell.claim, whole.claim) == ("Rent | 5", "Rent | 5 a month")


@pytest.mark.req("AN-05", "SE-12")
def test_a_statement_without_end_is_cut_to_what_is_near_its_marker() -> None:
    answer = "word " * 2_000 + "[1]"
    statement = statement_before(answer)
    assert statement.end == len(answer)
    assert 1_000 < statement.end - statement.start <= 2_000


@given(st.text(alphabet=st.sampled_from("ab .|\n-`#。[]1"), max_size=60))
def test_a_statement_holds_its_marker_and_nothing_of_the_one_before(text: str) -> None:
    after = len(f"{text}[1]")
    answer = f"{text}[1]{text}[2]"
    statement = statement_before(answer, after)
    assert statement.start <= statement.mark < statement.end == len(answer)
    around = statement_around(answer + text, statement, len(answer + text), after)
    assert around is None or (around.start <= statement.mark and around.end > statement.end)


def test_the_statements_of_a_text_are_its_sentences_items_rows_and_code() -> None:
    text = "## Rent\nIt is 4. It rises.\n\n- One.\n- Two.\n\n| a | b |\n|---|---|\n\n```\nx = 1\n\ny = 2\n```\nEnd."
    assert [text[a:b] for a, b in statements(text)] == [
        "It is 4.",
        "It rises.",
        "One.",
        "Two.",
        "a | b |",
        "```\nx = 1\n\ny = 2\n```",
        "End.",
    ]
