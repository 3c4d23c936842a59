"""A name is that of the source to the letter, in any of its forms, and its parts are those of one person."""

import pytest

from orc.documents.verification.claims import supports_claim
from orc.documents.verification.spellings import names_agree

LEASE = "Vermieterin ist Frau Helga Sommerfeld. Den Garten pflegt Herr Karl Bergmaier."
TRIP = "The trip of Marlow Rovers goes to Norwich. Martin Shaw books the coach, Paul Shore collects the money."
RENTAL = "Serwis prowadzi Tomasz Wilczek, a właścicielem jest Marek Nowak."
GUESTS = "Majitelem je Petr Novák, recepci vede Jana Horáková. Nejbližší nádraží je v městě Brno."


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("source", "statement", "verified"),
    [
        (LEASE, "Den Garten pflegt Herr Bergmaier.", True),
        (LEASE, "Den Garten pflegt Herr Bergmeyer.", False),
        (TRIP, "The trip of Marlow Rovers goes to Norwich.", True),
        (TRIP, "The trip of Marlowe Rovers goes to Norwich.", False),
        (TRIP, "Martin Shaw books the coach.", True),
        (TRIP, "The coach is booked by Martin Shaw.", True),
        (TRIP, "Martin Shore books the coach.", False),
        (RENTAL, "Serwis prowadzi Tomasz Wilczek.", True),
        (RENTAL, "Serwis prowadzi Tomasz Nowak.", False),
        (GUESTS, "Recepci vede Jana Horáková.", True),
        (GUESTS, "Recepci vede Jana Horálková.", False),
        (GUESTS, "Recepci vede Jana Nováková.", False),
    ],
)
def test_another_spelling_and_a_mixture_of_two_names_are_not_verified(
    source: str, statement: str, verified: bool
) -> None:
    assert supports_claim(source, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("source", "statement"),
    [
        (LEASE, "Helga Sommerfelds Garten pflegt Karl Bergmaier."),
        ("Frau Jäger leitet das Büro von Anna Weber.", "Das Büro von Anna Weber leitet Frau Jaeger."),
        (RENTAL, "Firma należy do Marka Nowaka, a serwis do Tomasza Wilczka."),
        (GUESTS, "Nádraží je v Brně."),
        ("Asunto on Tampereella. Isännöitsijä on Matti Virtanen.", "Matti Virtasen asunto on kaupungissa Tampere."),
        ("Детский отдел ведёт Анна Соколова.", "Отдел принадлежит Анне Соколовой."),
        ("It is used in Austria, Pakistan and Sweden.", "It is used by Austrian and Pakistani schools and by Swedes."),
        ("Members of the World Health Organization met.", "Members of the World Health Organisation met."),
        ("Eva and Jan Wolf own the house, Max Lehr rents it. Eva Lehr is the agent.", "The house is Eva Wolf's."),
        ("Anna Maria Lopez and Carlos Ruiz signed.", "It was signed by Anna Lopez."),
        ("Net Sales rose. Gross Profit fell. The net profit was 5.", "The Net Profit was 5."),
    ],
)
def test_the_form_of_a_name_is_not_doubted(source: str, statement: str) -> None:
    assert names_agree(source, statement, "")


def test_a_name_of_the_file_is_known() -> None:
    assert names_agree("Written by Ann Marlow.", "It is by Ann Marlowe.", "ann-marlowe.pdf")
