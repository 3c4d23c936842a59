"""The row of a table that a question means, and the cell of it."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.text.sentences import is_row
from tests.models.test_extractive import ask

TIDES = """\
Tide table, June 2025

Date      High     Height   Low
1 June    05:12    5.1      11:38
2 June    05:58    4.9      12:22
12 June   06:49    4.6      13:14

Times are British Summer Time.
"""
DUTIES = (
    "Name         Monday   Tuesday\nAnna Roth    early    late\nBen Okoro    late     off\nDov Levi     night    night"
)
BRANCHES = """\
| Branch | Manager | City | Staff |
|---|---|---|---|
| Northgate | Olive Tarrant | Leeds | 34 |
| Castle Hill | Priya Nair | Durham | 27 |
| Market Square | Tom Whitlock | Hull | 12 |
"""
MACHINES = """\
| Property | Brevia 300 | Brevia 300 Plus |
|---|---|---|
| Water tank | 1.2 litres | 1.8 litres |
| Pump pressure | 15 bar | 19 bar |
| Weight | 3.6 kg | 4.1 kg |
"""
ALLOWANCES = """\
Staff travel policy

Flights under four hours are in economy class.

| Country | Hotel limit | Mileage |
|---|---|---|
| Austria | 130 euros | 0.42 euros |
| Japan | 175 euros | |
"""
FERRIES = """\
Route | Van | Lorry | Trailer
Corran to Brae | 51 | 122 | 80
Brae to Lunna | 27 | 66 |
"""
RISKS = """\
No. | Risk | Owner | Mitigation
R1 | Old mains are damaged | Peter Lund | A survey. A repair crew at night.
R2 | A bat colony is found in the roof | Amira Sadek | A survey in May
"""
BUDGET = "Rubrik | Budget | Utfall\nLöner | 112 500 | 113 900\nHyra | 31 100 | 32 200"
CLUBS = "Club | Founded | Members\nLions | 1987 | 2010\nBears | 1990 | 340"
BOATS = (
    "| | Mon-Fri | Sat | Sun |\n|---|---|---|---|\n| First boat | 6:10 | 7:30 | 9:00 |\n| Last boat | 22:40 | 23:10 | |"
)
HIRE = """\
Bus hire

Customer | Thornby Scouts
Coach | 53 seats, toilet
Departure | Saturday 6 September, 07:45
Return | Sunday 7 September, 19:00
Price | £1,180 including driver
Deposit | 20% on booking
"""
TOWER = "The tower is built of granite. Today it is visited by about 14,000 people a year."


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("text", "question", "cell"),
    [
        (TIDES, "When is high water on 2 June?", "05:58"),
        (TIDES, "What is the height on 12 June?", "4.6"),
        (DUTIES, "What is Ben Okoro's duty on Monday?", "late"),
        (BUDGET, "Vad är budget för Löner?", "112 500"),
        (BUDGET, "Vad är utfall för Hyra?", "32 200"),
        (CLUBS, "How many members do the Lions have?", "2010"),
        (CLUBS, "When were the Lions founded?", "1987"),
        (BOATS, "When does the last boat leave on Saturday?", "23:10"),
        (BOATS, "When is the first boat on Sunday?", "9:00"),
        ("Product | Jan | Feb\nScones | 120 | 131\nRolls | 80 | 75", "How many rolls were sold in February?", "75"),
        (BRANCHES, "In which city is the branch run by Priya Nair?", "Durham"),
        (BRANCHES, "In which city is the branch of Priya Nair?", "Durham"),
        (MACHINES, "What is the water tank capacity of the Brevia 300 Plus?", "1.8 litres"),
        (ALLOWANCES, "What is the hotel limit in Japan?", "175 euros"),
        (FERRIES, "What does a lorry cost from Brae to Lunna?", "66"),
    ],
)
async def test_the_answer_is_the_cell_of_the_row_that_is_meant(text: str, question: str, cell: str) -> None:
    answer = await ask(question, {"table.md": text})
    assert answer.startswith(f"{cell} [1]\n")
    assert answer.count("\n- ") == 2


@pytest.mark.req("AN-06")
async def test_a_figure_of_another_row_does_not_stand_in_for_an_empty_cell() -> None:
    assert "0.42" not in await ask("What is the mileage in Japan?", {"table.md": ALLOWANCES})


@pytest.mark.req("AN-06")
async def test_a_heading_with_an_abbreviation_is_no_row() -> None:
    assert (await ask("Who owns the risk about the bat colony?", {"risks.txt": RISKS})).startswith("Amira Sadek [1]")


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many people visit the tower each year?", "14,000 people"),
        ("How many board members are there?", "five members"),
    ],
)
async def test_a_verb_before_its_object_is_not_what_is_counted(question: str, said: str) -> None:
    assert said in await ask(question, {"tower.txt": f"{TOWER} Its board has five members."})


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("When does the coach leave?", "Departure | Saturday 6 September, 07:45"),
        ("When does the coach return?", "Return | Sunday 7 September, 19:00"),
        ("How much is the deposit?", "Deposit | 20% on booking"),
        ("Who is the customer?", "Customer | Thornby Scouts"),
    ],
)
async def test_a_fact_of_a_table_without_headings_is_told_alone(question: str, fact: str) -> None:
    assert await ask(question, {"hire.md": HIRE}) == f"{fact} [1]"


@pytest.mark.req("AN-06")
async def test_two_columns_with_a_heading_keep_it() -> None:
    text = "Room | Price\nSingle | 70\nDouble | 95\nSuite | on request\nAttic | 50"
    assert "Price" in await ask("What does a double room cost?", {"rooms.md": text})


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("question", ["When is high water on 7 June?", "What is the height on June 3?"])
async def test_the_row_of_another_day_does_not_answer(question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"tides.txt": TIDES}))


@pytest.mark.req("AN-09")
def test_spaces_between_sentences_in_logs_and_in_justified_lines_divide_no_columns() -> None:
    justified = "The  tenant  pays  a rent  of 900 euros  a month  and heats  the flat"
    for line in ("We met.  They left.  Nobody stayed.", "2024-05-01 12:00:01  INFO   main   started", justified):
        assert not is_row(line)


@pytest.mark.req("AN-06")
async def test_one_object_of_a_list_in_json_answers() -> None:
    faults = '{"pump":"P-7","faults":[{"code":"F3","cause":"dry run"},{"code":"F8","cause":"blocked rotor"}]}'
    assert await ask("What is the cause of fault F8?", {"p.json": faults}) == (
        '{"code":"F8","cause":"blocked rotor"} [1]'
    )


@pytest.mark.req("AN-07")
async def test_a_row_of_the_asked_year_answers_beside_a_sentence_of_another_year() -> None:
    text = (
        "# Sales\n\n| Country | 2021 | 2022 |\n|---|---|---|\n| Germany | 40 | 45 |\n| France | 30 | 33 |\n\n"
        "Sales in Germany were 45 in 2022.\n"
    )
    answer = await ask("What were sales in Germany in 2021?", {"sales.md": text})
    assert answer == "40 [1]\n- Germany [1]\n- 2021 [1]"
