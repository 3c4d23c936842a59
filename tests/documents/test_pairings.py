"""A figure belongs to the words that stand with it in its sentence, and not to those of the figure beside it."""

import pytest

from orc.documents.verification.claims import supports_claim
from orc.documents.verification.pairings import pairings_agree

EXCHANGED = [
    ("出張の宿泊費は、札幌12,000円、那覇9,000円とする。", "那覇の宿泊費は{}です。", "9,000円", "12,000円"),
    ("Entrée : adulte 9 euros, enfant 4 euros, chien 2 euros.", "L'entrée d'un enfant coûte {} euros.", "4", "9"),
    (
        "La vendita dei libri ha reso 310 euro, quella dei dolci 190 euro.",
        "La vendita dei dolci ha reso {} euro.",
        "190",
        "310",
    ),
    (
        "Sales of boats fell by 9 per cent, sales of oars rose by 4 per cent.",
        "Sales of {} per cent.",
        "oars rose by 4",
        "boats rose by 4",
    ),
    (
        "Giovedì ore 19.30: prove della banda.\nLunedì ore 18.00: Messa.",
        "La banda prova {} alle 19.30.",
        "giovedì",
        "lunedì",
    ),
    ("V neděli muzeum otevírá až v 11 hodin.", "V {} muzeum otevírá až v 11 hodin.", "neděli", "sobotu"),
    (
        "Eine Einzelfahrt kostet 2,80 Euro, eine Tageskarte 7,10 Euro.",
        "Eine Tageskarte kostet {} Euro.",
        "7,10",
        "2,80",
    ),
    ("Adults pay £12 and children £7.", "Children pay {}.", "£7", "£12"),
    (
        "Adults pay £12 and children £7.",
        "{} a head.",
        "Adults pay £12 and children pay £7",
        "Adults £7 and children £12",
    ),
    ("The rent was £900 in 2021 and £950 in 2022.", "The rent was {} in 2021.", "£900", "£950"),
    ("Die Kaltmiete ist 720 Euro, die Nebenkosten 180 Euro.", "Die Nebenkosten sind {} Euro.", "180", "720"),
    (
        "Une tente coûte 16 euros en basse saison et 24 euros en haute saison.",
        "Une tente coûte {} euros en haute saison.",
        "24",
        "16",
    ),
    (
        "De opzegtermijn is één maand voor de werknemer en twee maanden voor de werkgever.",
        "De opzegtermijn is {} voor de werknemer.",
        "één maand",
        "twee maanden",
    ),
    (
        "Vandet lukkes den 1. november og åbnes den 1. april. Det er på stien ved haven.",
        "Vandet lukkes den 1. {}.",
        "november",
        "april",
    ),
    ("Sopor hämtas på måndagar och glas på torsdagar.", "Glas hämtas på {}.", "torsdagar", "måndagar"),
    ("Rower miejski kosztuje 12 zł za godzinę, a elektryczny 25 zł.", "Rower elektryczny kosztuje {} zł.", "25", "12"),
    ("Книги выдаются на 21 день, журналы на 7 дней.", "Журналы выдаются на {} дней.", "7", "21"),
    ("La taquilla cuesta 5 euros y la matrícula 20 euros.", "La matrícula cuesta {} euros.", "20", "5"),
    ("In summer we open at 8:00, in winter at 9:30.", "In winter we open at {}.", "9:30", "8:00"),
    ("Full members pay 80 euros; supporting members pay 40.", "Supporting members pay {} euros.", "40", "80"),
    ("The fee is 30 euros, reduced 20 euros.", "The reduced fee is {} euros.", "20", "30"),
]
TRUE = [
    ("Except on Sundays the pool opens at 7 am.", "On Saturdays the pool opens at 7 am."),
    ("The shop is open from Monday to Friday from 9 to 17.", "On Wednesdays the shop is open from 9 to 17."),
    ("Adult and child tickets cost 5 and 7 euros respectively.", "A child ticket costs 7 euros."),
    ("Adults and children pay £5 and £7.", "Children pay £7."),
    ("The rent rose from £900 in 2021 to £950 in 2022, and the deposit is £500.", "The rent was £950 in 2022."),
    ("The rent of the hall was £900 in 2021 and £950 in 2022.", "The rent of the hall is now £950."),
    ("£12 for adults, £7 for children, £5 for dogs.", "Admission for children is £7, for adults £12."),
    ("Der Vertrag beginnt am 1. Mai 2024 und endet am 30. April 2026.", "Der Vertrag läuft bis zum 30. April 2026."),
    ("Kaltmiete 720, Nebenkosten 180", "Die Miete ist 720 Euro ohne Nebenkosten."),
    ("The coach leaves at 8:15 and returns at 19:40.", "The coach comes back at 19:40."),
    ("La salle du rez compte 40 places, celle du haut 25 places.", "La salle du haut compte 25 places."),
    ("The pool is 25 m long and 10 m wide.", "The pool has a width of 10 m."),
    ("The board has five members, who are elected for three years.", "Board members serve terms of three years."),
    ("Der Bus 12 fährt alle 10 Minuten, der Bus 14 alle 20 Minuten.", "Der Bus 14 fährt alle 20 Minuten."),
    ("The shop is open from 9 to 19, on Sundays from 10 to 16.", "Except on Sundays, the shop is open from 9 to 19."),
    ("Die Karte kostet 5 Euro und der Katalog 9 Euro.\nKatalog | 5 Euro", "Der Katalog kostet 5 Euro."),
]


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(("source", "statement", "own", "other"), EXCHANGED)
def test_the_figure_of_another_thing_in_the_sentence_is_not_verified(
    source: str, statement: str, own: str, other: str
) -> None:
    assert supports_claim(source, statement.format(own))
    assert not supports_claim(source, statement.format(other))


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(("source", "statement"), TRUE)
def test_figures_whose_words_are_not_clear_are_not_doubted(source: str, statement: str) -> None:
    assert pairings_agree(source, statement)
