"""Control characters and escape sequences in a model's text."""

import json

import pytest

from shared.models.chat_completions import Answer
from shared.models.visible_text import VisibleText


def shown(text: str, size: int) -> str:
    """What is passed on of a text that comes in pieces of this size."""
    visible = VisibleText()
    return "".join(visible.feed(text[at : at + size]) for at in range(0, len(text), size))


@pytest.mark.parametrize("size", [1, 2, 5, 1_000])
@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("The \x1b[31mrent\x1b[0m is 900.", "The rent is 900."),
        ("\x1b[1;38;5;208mrent\x1b[2K", "rent"),
        ("\x1b]8;;https://example.com\x1b\\rent\x1b]8;;\x07", "rent"),
        ("\x1b]0;title\x1b[31mrent", "]0;titlerent"),
        ("\x1b(Brent", "rent"),
        ("rent \x1b[3", "rent "),
        ("rent \x1b", "rent "),
        ("\x1bRent [1] [31m", "Rent [1] [31m"),
        ("a\x00b\x07\x7f\x9b c\td\r\ne\x85f", "ab c\td\r\ne\x85f"),
        ("\u202eevil\u202c \u2067x\u2069 \u05e9\u200f", "evil x \u05e9\u200f"),
        ("\x1b[" + "1" * 2_000, "[" + "1" * 2_000),
    ],
)
def test_a_reader_sees_no_control_characters_and_escape_sequences(text: str, visible: str, size: int) -> None:
    assert shown(text, size) == visible


def test_escape_sequences_are_no_part_of_an_answer() -> None:
    answer = Answer("m")
    texts = list[str]()
    for piece in ("The \x1b[3", "1mrent\x1b[0m"):
        delta = answer.add(json.dumps({"choices": [{"delta": {"content": piece}}]}).encode())
        texts.append(delta.text if delta else "")
    assert texts == ["The ", "rent"]
