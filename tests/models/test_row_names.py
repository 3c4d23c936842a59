"""Questions that name rows of a table, without a model: by short names, times of day and inflected names, several at
once, and rows that no table has."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

SALES = """\
Sales by region (in thousands)

Region | Q1 | Q2 | Q3
North | 120 | 130 | 125
South | 90 | 95 | 99
West | 60 | 66 | 70
"""
SEGMENTE = """\
Geschäftsbericht

Umsatz nach Segmenten (in Mio. Euro)

Segment | 2022/23 | 2021/22
Pumpen | 120,5 | 110,2
Ventile | 80,3 | 78,1
"""
ZALEN = """\
Verhuur van zalen

Zaal | Personen | Prijs
Grote zaal | 120 | 75 euro
Kleine zaal | 40 | 35 euro
Keuken | 10 | 25 euro
"""
SALLES = """\
| Salle | Places | Prix par jour |
|---|---|---|
| Salle bleue | 40 | 90 euros |
| Salle verte | 80 | 140 euros |
"""
STAFF = """\
| Department | Headcount | Budget |
|---|---|---|
| Sales | 14 | 200,000 |
| Finance | 6 | 90,000 |
| IT | 9 | 150,000 |
"""
ZIMMER = """\
Zimmer | Betten | Preis
Blaues Zimmer | 2 | 80 Euro
Grünes Zimmer | 3 | 95 Euro
"""
INVOICE = """\
Pos | Description | Price
1 | Garden chair | 45.00
2 | Garden table | 120.00
"""
RUM = """\
Rum | Platser | Pris
Stora rummet | 30 | 900 kr
Lilla rummet | 8 | 400 kr
"""


@pytest.mark.req("AN-08")
@pytest.mark.parametrize(
    ("document", "question"),
    [
        (SALES, "Central region in Q2"),
        (SALES, "What were the sales of the Central region in Q2?"),
        (SEGMENTE, "Wie hoch war der Umsatz im Segment Filter?"),
        (ZALEN, "Wat kost de middelgrote zaal?"),
        (ZALEN, "Wat kost de blauwe zaal?"),
        (SALLES, "Combien coûte la salle rouge ?"),
        (SALLES, "Prix de la salle jaune"),
        (STAFF, "Legal budget"),
        (ZIMMER, "Was kostet das gelbe Zimmer?"),
        (ZIMMER, "Wie viele Betten hat das rote Zimmer?"),
        (RUM, "Vad kostar det gula rummet?"),
        (INVOICE, "How much is the garden bench?"),
    ],
)
async def test_a_row_that_the_table_lacks_is_not_answered_by_others(document: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"table.md": document}))


@pytest.mark.req("AN-08")
@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (SALES, "North region in Q2", "130"),
        (SALES, "sales in Q2", "66"),
        (SALES, "Which region sold most in Q1?", "120"),
        (SEGMENTE, "Wie hoch war der Umsatz im Segment Pumpen?", "Pumpen"),
        (ZALEN, "Wat kost de grote zaal?", "75"),
        (SALLES, "Combien coûte la salle verte ?", "140"),
        (STAFF, "Finance budget", "90,000"),
        (ZIMMER, "Was kostet das blaue Zimmer?", "80"),
        (RUM, "Vad kostar stora rummet?", "900"),
        (INVOICE, "What is the price of the big garden table?", "120.00"),
    ],
)
async def test_a_row_that_the_table_has_is_found(document: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"table.md": document})


HEADS = {"sv": "Post | Budget | Utfall", "de": "Posten | Budget | Ist", "fr": "Poste | Budget | Réel"}
COSTS = "{}\nMarknad | 1200000 | 1100000\nIT | 2400000 | 2550000\nHR | 5600000 | 5500000\n"


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("heads", "question", "cell"),
    [
        (HEADS["sv"], "Vad är budgeten för IT?", "2400000 [1]\n- IT [1]\n- Budget [1]"),
        (HEADS["sv"], "Vad är utfallet för IT?", "2550000 [1]\n- IT [1]\n- Utfall [1]"),
        (HEADS["de"], "Wie hoch ist das Budget für IT?", "2400000 [1]\n- IT [1]\n- Budget [1]"),
        (HEADS["de"], "Budget HR", "5600000 [1]\n- HR [1]\n- Budget [1]"),
        ("Item | Budget | Actual", "What is the budget for IT?", "2400000 [1]\n- IT [1]\n- Budget [1]"),
        ("Item | Budget | Actual", "IT budget", "2400000 [1]\n- IT [1]\n- Budget [1]"),
        (HEADS["fr"], "Quel est le budget de l'IT ?", "2400000 [1]\n- IT [1]\n- Budget [1]"),
        ("Pozycja | Budżet | Wykonanie", "Jaki jest budżet na IT?", "2400000 [1]\n- IT [1]\n- Budżet [1]"),
    ],
)
async def test_a_short_name_in_capitals_names_its_row(heads: str, question: str, cell: str) -> None:
    assert await ask(question, {"costs.txt": COSTS.format(heads)}) == cell


FERRY = """\
Ferry timetable

Harbour | Island | Return
08:15 | 08:55 | 09:30
11:15 | 11:55 | 12:30

Dogs travel free of charge. The restaurant serves lunch from 12 to 14 o'clock.
"""
BUS = """\
Abfahrten der Buslinie 7

Bahnhof | Markt
6.20 Uhr | 6.35 Uhr
7.50 Uhr | 8.05 Uhr
"""


@pytest.mark.req("AN-08")
@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (FERRY, "Is there a ferry at 12:15?", None),
        (FERRY, "Is there a ferry at 11:15?", "11:15 | 11:55 | 12:30"),
        (FERRY, "Is there a ferry at 8.15?", "08:15 | 08:55 | 09:30"),
        (FERRY, "Does the restaurant serve lunch at 12:15?", "The restaurant serves lunch"),
        (BUS, "Fährt die Buslinie 7 um 6:50 Uhr am Bahnhof ab?", None),
        (BUS, "Fährt die Buslinie 7 um 7:50 Uhr am Bahnhof ab?", "7.50 Uhr | 8.05 Uhr"),
    ],
)
async def test_a_time_of_day_names_its_row(document: str, question: str, answer: str | None) -> None:
    said = await ask(question, {"times.txt": document})
    assert said.startswith(answer) if answer else NOT_IN_DOCUMENTS.begins(said)
    assert said.count("[1]") < 3


CITIES = {
    "cs": "Pobočka | leden | únor | březen | celkem\nPraha | 120 | 130 | 140 | 390\nBrno | 80 | 85 | 90 | 255\n",
    "pl": "Miasto | styczeń | luty | marzec | razem\nWarszawa | 120 | 130 | 140 | 390\nKraków | 80 | 85 | 90 | 255\n",
    "ru": "Город | январь | февраль | март | всего\nМосква | 120 | 130 | 140 | 390\nКазань | 80 | 85 | 90 | 255\n",
}
TITLES = {"cs": "Tržby podle poboček (tis. Kč)", "pl": "Sprzedaż według miast", "ru": "Продажи по городам (тыс. руб.)"}


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("language", "question", "value"),
    [
        ("cs", "Jaké byly tržby v Brně v únoru?", "85"),
        ("cs", "Jaké byly tržby v Praze v březnu?", "140"),
        ("cs", "Kolik vydělal Brno celkem?", "255"),
        ("pl", "Jaka była sprzedaż w Krakowie w lutym?", "85"),
        ("pl", "Ile wyniosła sprzedaż w Warszawie w styczniu?", "120"),
        ("ru", "Какие были продажи в Москве в феврале?", "130"),
        ("ru", "Какие продажи в Казани в марте?", "90"),
        ("cs", "Jaké byly tržby v Plzni v únoru?", None),
        ("pl", "Jaka była sprzedaż w Gdańsku w lutym?", None),
        ("ru", "Какие продажи в Омске в марте?", None),
    ],
)
async def test_an_inflected_name_finds_its_row_and_column(language: str, question: str, value: str | None) -> None:
    said = await ask(question, {"t.txt": f"{TITLES[language]}\n\n{CITIES[language]}"})
    assert said.startswith(f"{value} [1]\n") if value else NOT_IN_DOCUMENTS.begins(said)


CAMERAS = """\
Model | Sensor | Price
X100 | 12 MP | 199 euros
X200 | 24 MP | 349 euros
Z20 | 48 MP | 899 euros
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("document", "question", "parts"),
    [
        (CAMERAS, "Price of the X200 and the Z20?", ["349 euros", "899 euros"]),
        (CAMERAS, "How much are the X100, the X200 and the Z20?", ["199 euros", "349 euros", "899 euros"]),
        (CAMERAS, "Price of the X200 and the Y7?", ["349 euros", "The documents do not answer “Price of the Y7?”"]),
        (SALES, "Sales in the North and the West in Q2?", ["130", "66"]),
        (SEGMENTE, "Wie hoch war der Umsatz mit Pumpen und Ventile 2022/23?", ["120,5", "80,3"]),
        (ZALEN, "Wat kosten de Grote zaal en de Keuken?", ["75 euro", "25 euro"]),
        (CITIES["cs"], "Kolik bylo v Brně a v Praze v lednu?", ["80", "120"]),
    ],
)
async def test_each_of_several_rows_is_answered_or_named(document: str, question: str, parts: list[str]) -> None:
    answers = (await ask(question, {"table.txt": document})).split("\n\n")
    assert len(answers) == len(parts)
    assert all(map(str.startswith, answers, parts))


@pytest.mark.req("AN-06")
async def test_an_escaped_bar_is_part_of_its_cell() -> None:
    menu = "| Item | Size | Price |\n|---|---|---|\n| Coffee \\| decaf | large | 2.80 |\n| Tea | small | 2.20 |\n"
    answer = await ask("What is the price of the coffee?", {"menu.md": menu})
    assert answer.startswith("2.80 [1]\n- Coffee \\| decaf [1]\n")


@pytest.mark.req("AN-06")
async def test_a_row_whose_name_begins_like_a_pronoun_stands_alone() -> None:
    prices = "Ticket | Price\nDay | 18 euros\nThat evening | 25 euros\nNight | 30 euros\n"
    assert (await ask("What is the price of an evening?", {"prices.txt": prices})).count("[1]") == 2


ZONES = """\
Zone;Single ticket;Day ticket;Month ticket
A;2.40;6.00;48.00
B;3.60;9.00;72.00
AB;4.80;11.50;
""".replace(";", " | ")


@pytest.mark.req("AN-06")
async def test_rows_that_letters_name_are_told_apart() -> None:
    assert (await ask("How much is a single ticket in zone A?", {"fares.csv": ZONES})).startswith("2.40 [1]")
    assert (await ask("How much is a day ticket in zone AB?", {"fares.csv": ZONES})).startswith("11.50 [1]")
    assert await ask("How much is a month ticket in zone AB?", {"fares.csv": ZONES}) == NOT_IN_DOCUMENTS
