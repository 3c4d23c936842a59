"""Without a model, a sentence is quoted with what limits, refutes or decides it."""

import pytest

from tests.models.test_extractive import ask

FERRY = "The ferry runs every hour."
AFTER = [
    "However, this only applies in summer.",
    "This does not apply on holidays.",
    "Exception: the night of 24 December.",
    "Car transports are excluded from this.",
    "That was the rule until 2021.",
    "No, it does not: the pier is closed.",
    "This statement is wrong.",
    "The motion was rejected.",
    "(As of 2019, no longer valid)",
    "It must be booked a day ahead.",
    "The harbour office disputes this.",
    "The harbour master can only stop it in a storm.",
    "On Sundays this rule does not apply.",
    "Withdrawn.",
]
IN_OTHER_LANGUAGES = [
    ("Die Fähre fährt stündlich.", "Dies gilt nicht an Sonntagen.", "Fährt die Fähre stündlich?"),
    ("Mitglieder dürfen angeln.", "Voraussetzung ist ein Fischereischein.", "Dürfen Mitglieder angeln?"),
    ("Le bac circule chaque heure.", "Cela ne vaut pas le dimanche.", "Le bac circule-t-il chaque heure ?"),
    ("El barco sale cada hora.", "No se aplica los domingos.", "¿Sale el barco cada hora?"),
    ("Il traghetto parte ogni ora.", "Fa eccezione la domenica.", "Il traghetto parte ogni ora?"),
    ("De veerpont vaart elk uur.", "Deze regel geldt niet op zondag.", "Vaart de veerpont elk uur?"),
    ("Prom kursuje co godzinę.", "Nie dotyczy to niedziel.", "Czy prom kursuje co godzinę?"),
    ("船は毎時出ます。", "ただし、日曜日は運休です。", "船は毎時出ますか?"),
]
WITHOUT_MEANING = [
    "The harbour was built in 1911.",
    "It has two decks.",
    "If paying is difficult, ask in the office.",
    "He did not see the pier.",
    "Tickets are sold on board.",
]


@pytest.mark.req("AN-04")
@pytest.mark.parametrize("after", AFTER)
async def test_a_sentence_is_followed_by_the_one_that_limits_it(after: str) -> None:
    text = f"# Timetable\n\n{FERRY} {after}\n\n# Contact\n\nThe office opens at eight.\n"
    assert await ask("How often does the ferry run?", {"ferry.md": text}) == f"{FERRY} [1] {after} [1]"


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(("sentence", "after", "question"), IN_OTHER_LANGUAGES)
async def test_the_limit_is_told_in_many_languages(sentence: str, after: str, question: str) -> None:
    assert await ask(question, {"a.md": f"{sentence} {after}\n"}) == f"{sentence} [1] {after} [1]"


@pytest.mark.req("AN-04")
@pytest.mark.parametrize("after", WITHOUT_MEANING)
async def test_other_sentences_do_not_fill_up_an_answer(after: str) -> None:
    text = f"# Timetable\n\n{FERRY} {after}\n"
    assert await ask("How often does the ferry run?", {"ferry.md": text}) == f"{FERRY} [1]"


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    "before",
    ["It is not true that the following holds.", "Only residents have the following rights.", "Imagine the following."],
)
async def test_a_sentence_follows_the_one_that_says_how_it_is_meant(before: str) -> None:
    text = f"# Timetable\n\n{before} {FERRY}\n"
    assert await ask("How often does the ferry run?", {"ferry.md": text}) == f"{before} [1] {FERRY} [1]"


@pytest.mark.req("AN-04")
async def test_an_exception_follows_its_rule() -> None:
    text = "1. Pets are forbidden. Hamsters are an exception.\n2. The rent is 900 euros.\n"
    assert await ask("Are hamsters allowed as pets?", {"lease.md": text}) == (
        "- Pets are forbidden. [1] Hamsters are an exception. [1]"
    )


@pytest.mark.req("AN-04")
async def test_an_item_that_begins_with_only_limits_no_other_item() -> None:
    text = "House rules:\n\n- Bicycles stand in the yard.\n- Only members use the pool.\n"
    assert "pool" not in await ask("Where do bicycles stand?", {"rules.md": text})


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    "heading",
    ["Rejected motions", "Former rules (until 2021)", "Draft", "No longer valid", "Abgelehnt", "Propositions"],
)
async def test_a_heading_that_tells_the_status_is_shown_over_a_sentence(heading: str) -> None:
    text = f"# Minutes\n\n## {heading}\n\n{FERRY}\n\n## Contact\n\nThe office opens at eight.\n"
    assert await ask("How often does the ferry run?", {"a.md": text}) == f"{heading} [1]\n\n{FERRY} [1]"
    usual = text.replace(heading, "Timetable")
    assert await ask("How often does the ferry run?", {"a.md": usual}) == f"{FERRY} [1]"


PETS = """\
# Pet insurance

## Dogs

Surgery is covered up to 3,000 euros. Teeth are not covered.

## Cats

Surgery is covered up to 2,000 euros. Teeth are covered.
"""


@pytest.mark.req("AN-04")
async def test_sentences_that_differ_by_a_figure_or_a_denial_are_told_apart_by_their_headings() -> None:
    assert await ask("Are teeth covered?", {"pets.md": PETS}) == (
        "Dogs [1]\n\nTeeth are not covered. [1]\n\nCats [1]\n\nTeeth are covered. [1]"
    )
    assert await ask("Up to how much is surgery covered for cats?", {"pets.md": PETS}) == (
        "Surgery is covered up to 2,000 euros. [1]"
    )


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("claim", "after", "question"),
    [
        (
            "Mr Orr claims that the ferry runs at a loss.",
            "The accounts show a small gain.",
            "Does the ferry run at a loss?",
        ),
        ("The lake is often said to be 90 metres deep.", "Recent soundings gave 71 metres.", "How deep is the lake?"),
        ("The pier used to close in winter.", "Since 1990 visitors come all year.", "Does the pier close in winter?"),
        (
            "Rat Lang behauptet, dass die Mole 4 Millionen Euro kostet.",
            "Laut Amt sind es 2,6 Millionen.",
            "Was kostet die Mole?",
        ),
    ],
)
async def test_a_claim_is_followed_by_what_the_text_says_next(claim: str, after: str, question: str) -> None:
    assert await ask(question, {"harbour.md": f"{claim} {after}\n\nTickets are sold on board.\n"}) == (
        f"{claim} [1] {after} [1]"
    )


QUESTIONS = """\
# Interview

**Q: Did you fire Mr Sato?**

A: No. He resigned in May.

### Can I return opened software?

No.

### Can I return shoes?

Yes, within 30 days.
"""


@pytest.mark.req("AN-04")
async def test_a_question_of_the_text_is_quoted_with_its_reply() -> None:
    fired = await ask("Was Mr Sato fired?", {"interview.md": QUESTIONS})
    assert fired == "**Q: Did you fire Mr Sato?** [1] A: No. [1] He resigned in May. [1]"
    software = await ask("Can I return opened software?", {"interview.md": QUESTIONS})
    assert software == "Can I return opened software? [1]\n\nNo. [1]"


UNFINISHED = """\
# Cover

We will not pay for loss arising from

(a) war,
(b) nuclear energy,
(c) intent.

Members may not use
1. radios,
2. bicycles and scooters.

Thank you.

(1) Anyone can join. (2) Membership ends by
 a. resignation, or
 b. exclusion.

Visitors may:

- swim
- fish

but only in summer.

You get a full refund if:

- the label is attached, and
- you return it within 30 days.
"""


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Do you pay for nuclear energy?", "We will not pay for loss arising from [1]\n- nuclear energy [1]"),
        ("What about bicycles and scooters?", "Members may not use [1]\n- bicycles and scooters. [1]"),
        ("How does membership end?", "- Membership ends by [1]\n  - resignation, or [1]\n  - exclusion. [1]"),
        ("May I swim?", "Visitors may: [1]\n- swim [1]\n\nbut only in summer. [1]"),
        (
            "When do I get a full refund?",
            "You get a full refund if: [1]\n- the label is attached, and [1]\n- you return it within 30 days. [1]",
        ),
    ],
)
async def test_a_list_is_read_with_the_unfinished_sentence_before_or_after_it(question: str, answer: str) -> None:
    assert await ask(question, {"cover.md": UNFINISHED}) == answer


MINUTES = """\
# Minutes of the harbour board

Mrs Hale proposed to close the north pier for two years. The motion was rejected by five votes to two.

The board decided to paint the lighthouse in spring. The paint costs 4,000 euros.

Mr Orr claimed that the ferry loses money every month. The treasurer disputes this.
"""


@pytest.mark.req("AN-02")
async def test_a_summary_has_the_outcome_of_a_motion_and_the_reply_to_a_claim() -> None:
    summary = await ask("Summarise the document", {"minutes.md": MINUTES})
    assert "close the north pier for two years. [1]\n- The motion was rejected by five votes to two. [1]" in summary
    assert "loses money every month. [1]\n- The treasurer disputes this. [1]" in summary


RULES = """\
# Rules of the park

The park is open from eight to six. The entry costs 4 euros.

You must not:

- feed the animals in the park
- leave the paths of the park

## Rejected motions

The park opens at night in summer.
"""


@pytest.mark.req("AN-02")
async def test_a_summary_has_what_says_that_an_item_is_not_so() -> None:
    summary = await ask("Summarise the document in ten sentences", {"rules.md": RULES})
    assert "- You must not: [1]\n- feed the animals in the park [1]" in summary
    assert "- Rejected motions [1]\n- The park opens at night in summer. [1]" in summary
