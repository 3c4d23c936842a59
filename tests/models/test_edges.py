"""Quotes of code and JSON without a model: whole parts of the text, without the markup around them."""

import json

import pytest

from shared.models.edges import without_edges
from tests.models.test_extractive import ask

STORE = json.dumps(
    {
        "rent": 900,
        "owner": {"name": "Zoe Hart", "pets": ["cat", "dog"]},
        "notes": "The boiler is serviced in October. Call Bob first.",
        "rooms": [{"name": "Kitchen", "area": 12}, {"name": "Bedroom", "area": 16}],
    }
)
PACKING = "# Packing list\n\nTake the stove.\n\n```\nfuel = 230 # grams\n```\n\nThen take the tent."


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("name", "text", "question", "quoted"),
    [
        ("store.json", STORE, "How much is the rent?", '"rent": 900'),
        (
            "store.json",
            STORE,
            "Who is the owner?",
            '"owner": {"name": "Zoe Hart", "pets": ["cat", "dog"]}',
        ),
        ("store.json", STORE, "When is the boiler serviced?", "The boiler is serviced in October."),
        ("store.json", STORE, "How large is the bedroom?", '{"name": "Bedroom", "area": 16}'),
        ("packing.md", PACKING, "How much fuel?", "fuel = 230 # grams"),
        (
            "packing.md",
            PACKING.replace("```\nfuel", "~~~toml\nfuel").replace("```", "~~~"),
            "How much fuel?",
            "fuel = 230 # grams",
        ),
    ],
)
async def test_a_quote_has_no_unmatched_brackets_and_no_fence(name: str, text: str, question: str, quoted: str) -> None:
    assert (await ask(question, {name: text})).removesuffix(" [1]") == quoted
    assert quoted in text


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**Note.", "Note."),
        ("It is paid back.**", "It is paid back."),
        ("**", "**"),
        ("**Note.** It is due.", "**Note.** It is due."),
        ("2 ** 3 is 8.", "2 ** 3 is 8."),
        ("***", "***"),
    ],
)
def test_half_of_the_marks_of_bold_type_at_an_edge_is_cut(text: str, shown: str) -> None:
    assert without_edges(text) == shown


@pytest.mark.req("AN-04")
async def test_a_sentence_that_ends_bold_type_is_quoted_without_its_mark() -> None:
    notes = "# Notes\n\n**Please note. The deposit is paid back in May.**\n"
    answer = await ask("When is the deposit paid back?", {"notes.md": notes})
    assert answer == "The deposit is paid back in May. [1]"


@pytest.mark.parametrize(
    "text",
    [
        "Use {x} for the rent.",
        "The rent is 900 (see [3]).",
        "The rent is `900` euros.",
        '"Rent" is what the tenant pays.',
        '{"rent": 900}',
        '"name": "a } in a text"',
        "```",
    ],
)
def test_brackets_and_code_in_a_sentence_are_kept(text: str) -> None:
    assert without_edges(text) == text
