import pytest

from orc.documents.text.line_ends import is_in_dotted_date, leads_on
from orc.documents.text.list_marks import BULLET, item_mark_of
from orc.documents.text.sentences import sentence_spans


def sentences(text: str) -> list[str]:
    return [" ".join(text[a:b].split()) for a, b in sentence_spans(text)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Der Vertrag zwischen der Gemeinde und dem Verein endet am", "31. Dezember 2030."),
        ("Der Verein zahlt die Miete für die Halle jeweils bis zum", "15. des Monats."),
        ("Die Halle darf von Personen genutzt werden ab dem", "18. Lebensjahr."),
        ("Der Verein feiert sein Fest immer am", "2. Sonntag im Juli."),
        ("Aftalen mellem kommunen og foreningen gælder fra den", "1. januar 2024."),
        ("Smlouva mezi obcí a spolkem o užívání haly v ulici platí od pondělí", "1. ledna 2024."),
        ("Die Miete beträgt nach dem Beschluss des Rates und der Gemeinde seit", "3. Mai 900 Euro."),
    ],
)
def test_an_ordinal_at_the_beginning_of_a_line_stays_in_its_sentence(before: str, after: str) -> None:
    assert sentences(f"{before}\n{after} Die Miete steigt.") == [f"{before} {after}", "Die Miete steigt."]


@pytest.mark.parametrize(
    "text",
    [
        "Termine\n1. Mai: Maifest\n3. Oktober: Feier im Park\n24. Dezember: Weihnachten",
        "The tenant agrees to\n1. pay the rent\n2. keep the flat clean",
        "Der Mieter ist verpflichtet zur\n1. Zahlung der Miete\n2. Reinigung der Treppe",
        "The members of the club shall do all of the following:\n1. pay the fee\n2. vote",
    ],
)
def test_numbers_of_lists_begin_items(text: str) -> None:
    assert sentences(text) == text.split("\n")


def test_the_day_of_a_date_is_no_mark_of_a_list_item() -> None:
    assert BULLET.sub("", "31. Dezember 2030") == "31. Dezember 2030"
    assert not item_mark_of("1. ledna 2024")
    assert BULLET.sub("", "1. May the tenant keep dogs?") == "May the tenant keep dogs?"
    assert BULLET.sub("", "31. Department") == "Department"


def test_a_line_that_ends_within_a_sentence_goes_on_with_a_capital() -> None:
    text = (
        "Ann Lee was born near the coast of Kent, studied history at the\n"
        "Royal College and, as her father had done, lived in\n"
        "London, on the Thames."
    )
    assert len(sentences(text)) == 1


@pytest.mark.parametrize("line", ["Sign in", "Open from 8 am", "Appendix A", "the", "The fee is due", "Terms of use"])
def test_other_lines_do_not_lead_on(line: str) -> None:
    assert not leads_on(line)


def test_the_full_stops_of_a_date_end_no_sentence() -> None:
    text = "국내 환자는 2020. 3.11. 기준 7,869명이다. 2020. 3. 30. 현재 9,661명이다."
    assert sentences(text) == ["국내 환자는 2020. 3.11. 기준 7,869명이다.", "2020. 3. 30. 현재 9,661명이다."]
    assert not is_in_dotted_date("It ended in 2020. 3 people left.", 16)


def test_lines_with_long_labels_and_values_stand_alone() -> None:
    text = "Rent per month for the flat on the second floor: 900 euros\nDeposit to be paid before the keys: 1800 euros"
    assert sentences(text) == text.split("\n")


@pytest.mark.parametrize("mark", ["1.", "2.1", "(a)", "•", "-", "iv."])
def test_a_tab_after_the_mark_of_an_item_divides_no_cells(mark: str) -> None:
    text = f"{mark}\tsmoke in the hall\n{mark}\tbring dogs into the garden"
    assert sentences(text) == [" ".join(line.split()) for line in text.split("\n")]
