"""Lines of a PDF that begin with a day, that are facts, or that end within a Korean word."""

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from shared.extraction.formats.pdf import read_pdf
from shared.extraction.formats.pdf_spaces import breaks_words, space_between

pytestmark = pytest.mark.req("AN-04")


def read(*lines: str) -> str:
    target = io.BytesIO()
    canvas = Canvas(target)
    for number, line in enumerate(lines):
        canvas.drawString(72, 740 - 14 * number, line)
    canvas.save()
    return read_pdf(target.getvalue(), max_characters=10_000).text


def test_a_line_that_begins_with_a_day_goes_on() -> None:
    lines = [
        "Der Vertrag zwischen der Gemeinde und dem Verein über die Nutzung der Halle endet am",
        "31. Dezember 2030. Die Miete für die Halle beträgt nach dem Beschluss des Rates vom",
        "3. Mai 2021 genau 900 Euro. Der Verein zahlt die Miete jeweils bis zum Ablauf des",
        "15. des Monats. Die Halle darf von Personen genutzt werden.",
    ]
    assert read(*lines) == " ".join(lines)


def test_facts_stand_alone_although_their_lines_are_full() -> None:
    lines = [
        "Rent per month for the flat on the second floor: 900 euros",
        "Deposit to be paid before the keys are given: 1800 euros",
        "Number of rooms including the kitchen and hall: five rooms",
        "Animals that may be kept in the flat by tenants: none at all",
        "Smoking on the balcony and in the shared garden: permitted",
    ]
    assert read(*lines).split("\n") == lines


KOREAN = [
    "이와 관련하여 세계보건기구는 ",
    "국내 확",
    "진자는 감소하였다. ",
    "유행단계에 돌입한 ",
    "보험업계",
    "에서는",
    "과연 질",
    "병으로",
]


def test_a_korean_word_has_no_space_where_its_line_ends() -> None:
    assert breaks_words(KOREAN)
    assert space_between("국내 확", "진자는", is_broken=True) == ""
    assert space_between("돌입한 ", "보험업계", is_broken=True) == " "
    assert space_between("국내 확", "2명은", is_broken=True) == " "


@pytest.mark.parametrize(
    "lines", [[line.rstrip() for line in KOREAN], [f"{line.rstrip()} " for line in KOREAN], KOREAN[:3]]
)
def test_lines_that_do_not_show_where_words_end_keep_spaces(lines: list[str]) -> None:
    assert not breaks_words(lines)
    assert space_between("국내 확", "진자는", is_broken=False) == " "
