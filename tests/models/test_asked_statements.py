"""Which of several statements a question asks for, without a model: that of an amount, of all, of a case, of a rule."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

SOUP = (
    "# Leek soup\n\nAfter 20 minutes of boiling, the barley must be added and stirred. The 3 cups of barley, for "
    "4 people, go in slowly.\n"
)
BENEFITS = (
    "# Leave\n\nIf you are dismissed from 9lanterns with vacation days left, you will be paid for those days. "
    "9lanterns grants 22 days of vacation and personal days every year. Vacation rolls over with a bank of at most 25 "
    "days.\n"
)
STRIKER = (
    "Ben Hale joined Ashford in 1991. He scored another 14 goals for Ashford in the following season, as the club was "
    "promoted. In all, Hale scored 52 goals in 110 games for Ashford.\n"
    "\nThe manager of Ashford paid 300,000 pounds to Barrow to sign Hale. Hale's goals persuaded Barrow to buy him for "
    "450,000 pounds in 1989.\n"
)
TRUSTEES = (
    "# Duties\n\n1. Preside at meetings of members, or name a substitute.\n2. Keep the minutes of meetings.\n\n"
    "# Meetings\n\nThe standing chair is the presiding officer at meetings of members.\n"
)
GIFTS = (
    "# Gifts\n\nHere is some stuff that is ok for customers:\n\n- A plain lunch in town\n- Tickets to a local match\n\n"
    "These things aren't ok:\n\n- First class flights to our workshop\n- Watches\n\n"
    "What happens if you break these rules and we pay for the first class flights of a customer and his family to "
    "our workshop? Or if you leave a bag with money for an official?\n"
)
ALARM = (
    "Your alarm code was changed. If you made this change to the code, you need not do anything. If you didn't change "
    "your alarm code, your house might be at risk. To be safe again, call the guard room and set a new code.\n"
)
COURSE = (
    "If you did not cancel the course, the fee is kept for next year. If you cancelled the course, nothing is due.\n"
)
CHOIR = (
    "The rehearsal on 7 April is cancelled. Rehearsal is on Mondays at 18:30. The choir had sales of 31,000 euros with "
    "its new piano. The investment in the piano was 9,400 euros. There is a trial period, during which one week's "
    "notice is enough. After the trial period, two months' notice must be given. A deposit is charged. Free "
    "cancellation until 11 July.\n"
)
RULES = (
    "# Late work\n\n- Essays: 40%\n- Final essay deadline is strict, no late days are allowed.\n- After three late "
    "days, a penalty of 20% per day applies to any submission.\n"
)
PLAYS = "Year | Title | Genre | Plot\n" + "".join(
    f"{year} | {title} | {genre} | {begins} {'Waves hit it, and the rain goes on for days and days. ' * 7}{ends}\n"
    for year, title, genre, begins, ends in (
        (1931, "The Glass Barn", "drama", "A farmer builds a barn of glass.", "Three mayors come to look at it."),
        (
            1932,
            "The Night Ferry",
            "comedy",
            "A ferry gets lost in the fog of a night. Its captain brings the ferry home.",
            "He sails.",
        ),
    )
)
LEAFLET = (
    "# Tablets\n\nIt is best to avoid these tablets in pregnancy. Keep them dry.\n\nOther side effects, tell your "
    "nurse if you get any of the following:\n\nVery common (more than 1 in 10 people)\n\n- sore "
    "throat\n- blocked nose\n"
)
STAFF = (
    "[Fernley employees] are required to keep records of all days on which they receive a gift.\n\n1. "
    "For expenses over "
    "$150 you need approval.\n"
)
NUT = (
    "# Cast-iron self-closing vent\n\nThe vent consists of three parts: a frame, a flap and a spring. Note that "
    "the flap is wider than the frame. This permits the flap to be pressed shut.\n\n# Vents\n\nOnly two "
    "kinds of cast-iron "
    "self-closing vent are shown here.\n"
)


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "fact", "other"),
    [
        (SOUP, "How much barley do I need?", "3 cups", "20 minutes"),
        (BENEFITS, "How many vacation days do I get?", "22 days", "dismissed"),
        (BENEFITS, "How much holiday can I carry over?", "25 days", "dismissed"),
        (STRIKER, "How many goals did he score for Ashford?", "52 goals", "14 goals"),
        (STRIKER, "How much did Barrow pay for Hale?", "450,000", "300,000"),
        (TRUSTEES, "Who presides at meetings of members?", "standing chair", "Preside at"),
        (GIFTS, "Can I invite a customer to lunch?", "plain lunch", "aren't ok"),
        (GIFTS, "Can we fly a customer first class to our workshop?", "First class flights", "leave a bag"),
        (ALARM, "What should I do if I didn't change it?", "call the guard room", "need not do"),
        (COURSE, "What if I cancelled the course?", "nothing is due", "next year"),
        (LEAFLET, "Is it safe in pregnancy?", "avoid these tablets", "throat"),
        (LEAFLET, "What other side effects are there?", "sore throat", "pregnancy"),
        (NUT, "How many parts does the cast-iron self-closing vent have?", "three parts", "two kinds"),
        (NUT, "Why is the flap wider than the frame?", "pressed shut", "three parts"),
        ("# Use\n\nDo not use the copilot here. Write the tests.\n", "May I use the co-pilot?", "Do not use", "Write"),
        ("# Use\n\nDo not use a co-pilot here. Write the tests.\n", "May I use copilot?", "Do not use", "Write"),
        (RULES, "Can I hand in the final essay late?", "strict", "40%"),
        (CHOIR, "When is the rehearsal?", "Mondays", "7 April"),
        (CHOIR, "How much did the new piano cost?", "9,400", "31,000"),
        (CHOIR, "What notice must I give after the trial period?", "two months", "one week"),
        (CHOIR, "Until when can I cancel free of charge?", "11 July", "charged"),
    ],
)
async def test_the_statement_that_is_asked_for_answers(text: str, question: str, fact: str, other: str) -> None:
    answer = await ask(question, {"note.md": text})
    assert fact in answer
    assert other not in answer


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("- Final project: 30%\n- Homework: 40%\n", "How many pages should the final project have?"),
        ("You may pause your course for three months if you are pregnant.\n", "Is it safe during pregnancy?"),
        (STAFF, "How many vacation days do Fernley employees have?"),
        (NUT, "What torque should I use on a self-closing vent?"),
        (NUT, "Who invented the cast-iron self-closing vent?"),
        ("From: a@b.example\nDate: Mon, 3 Mar 2025 11:15:04 +0000\n\nWe can help.\n", "What phone number can I call?"),
        (
            "Reset your password by clicking this link: https://a.example/?answer=1628875.\n",
            "What is the new password?",
        ),
        ("1. | OPENING OF THE MEETING |\n2. | REPORT ON THE END OF WORKS |\n", "What time will the meeting end?"),
    ],
)
async def test_what_only_has_the_words_of_the_question_is_no_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.md": text}))


@pytest.mark.req("AN-10")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What genre is The Night Ferry?", "comedy [1]\n- The Night Ferry [1]\n- Genre [1]"),
        ("What happens to the ferry in The Night Ferry?", "Its captain brings the ferry home. [1]"),
    ],
)
async def test_cells_of_several_sentences_divide_no_table(question: str, answer: str) -> None:
    assert answer in await ask(question, {"plays.txt": PLAYS})


@pytest.mark.req("AN-07")
async def test_an_amount_that_is_the_text_of_a_link_is_an_answer() -> None:
    text = "The rent is [950](https://rents.example/a) EUR. The deposit is 1,900 EUR.\n"
    assert "950" in await ask("How much is the rent?", {"note.md": text})


@pytest.mark.req("AN-10")
async def test_a_row_is_found_by_its_figure() -> None:
    table = "Products | Sales | Profit\nTea | 17,064 | 903\nCocoa | 12,351 | 877\n"
    answer = await ask("Which product group had sales of 12,351?", {"sales.txt": table})
    assert "Cocoa" in answer
    assert "Tea" not in answer


OFFICE = (
    "# Office lease\n\nThe premises have 120 square metres. Employees get 28 days of paid leave.\n\nFor the year ended "
    "31 May 2023, sales were 5 million.\n\n"
    "| Region | Q1 | Q2 |\n|---|---|---|\n| North | 100 | 110 |\n| West | 145 | 155 |\n"
)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    "question",
    [
        "When does the lease end?",
        "How do I terminate the lease?",
        "What is the termination date?",
        "What is the address?",
        "How much was North in Q2 2023?",
    ],
)
async def test_a_fixed_phrase_or_the_paragraph_above_a_table_is_no_answer(question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"lease.md": OFFICE}))


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much leave do employees get?", "28 days of paid leave"),
        ("When did the year end?", "31 May 2023"),
        ("How many square metres are there?", "120 square metres"),
        ("How much was North in Q2?", "110"),
    ],
)
async def test_a_question_for_the_phrase_itself_is_answered(question: str, answer: str) -> None:
    assert answer in await ask(question, {"lease.md": OFFICE})


@pytest.mark.req("AN-06")
async def test_the_line_that_introduces_a_table_is_about_its_rows() -> None:
    table = "The library is open as follows.\n\n| Monday | 9-17 |\n| Friday | 9-12 |\n"
    assert "9-12" in await ask("When is the library open on Friday?", {"library.md": table})
