"""Which questions ask for the text of a section alone, and where it stands."""

import pytest

from orc.documents.asked_sections import AskedSection, heading_line, section_asked, sections_in

CONTENTS = "Code\n\n1. Aim\n2. Rules\n\n1. Aim\nOrder is kept by all.\n\n2. Rules\nNobody runs in the hall.\n"
RECIPE = "Soup\n\nMethod\n1. Chop leeks.\n2. Boil them.\n\nTips\nIt can be frozen for a month.\n"


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What does section 2 say?", AskedSection(("2",), is_surely_section=True)),
        ("what's in clause 4.2 of the lease?", AskedSection(("4.2",), is_surely_section=True)),
        ("Was sagt Artikel 3?", AskedSection(("3",), is_surely_section=True)),
        ("Qu'est-ce que dit l'article 3 ?", AskedSection(("3",), is_surely_section=True)),
        ("What does 4.2 say?", AskedSection(("4.2",))),
        ("Was steht unter Punkt 5?", AskedSection(("5",))),
        ("Zeig mir die Haftungsklausel", AskedSection(title="Haftung")),
        ("Montre-moi l'article sur le prêt", AskedSection(title="prêt")),
        ("What does the lease say about pets?", AskedSection(title="pets", is_topic=True)),
        ("When does section 3 apply?", None),
        ("Summarise section 3", None),
        ("Does section 5 allow a snake?", None),
        ("What does the section on pets say about snakes?", None),
        ("Who wrote the safety section?", None),
        ("What is the discount on bulk orders?", None),
    ],
)
def test_a_request_for_a_section_is_told_from_a_question_about_it(question: str, asked: AskedSection | None) -> None:
    assert section_asked(question, ["lease.md"]) == asked


@pytest.mark.parametrize(
    ("text", "asked", "section"),
    [
        (CONTENTS, AskedSection(("2",)), "2. Rules\nNobody runs in the hall."),
        (CONTENTS, AskedSection(title="rule"), "2. Rules\nNobody runs in the hall."),
        (RECIPE, AskedSection(("2",)), "2. Boil them."),
        (RECIPE, AskedSection(title="tips"), "Tips\nIt can be frozen for a month."),
        (RECIPE, AskedSection(title="leeks"), ""),
        (RECIPE, AskedSection(("3",)), ""),
    ],
)
def test_a_section_is_found_by_the_lines_of_a_text(text: str, asked: AskedSection, section: str) -> None:
    spans = sections_in(text, (), asked, are_marked=False)
    assert "\n".join(text[start:end].strip() for start, end in spans) == section


def test_a_section_of_one_paragraph_has_no_heading() -> None:
    assert heading_line("2.2 The crew sleeps ashore. It swims.") == ""
    assert heading_line("2. Crew\nIt sleeps ashore.") == "2. Crew"
