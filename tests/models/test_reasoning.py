"""The thoughts that a model writes before its answer are taken out, however they come."""

import pytest

from shared.models.reasoning import AnswerAlone

CASES = {
    "<think>I muse\n```\n</think>\n\nThe rent is 5.": "The rent is 5.",
    "<think></think>\n<thinking>more</thinking> So it is.": "So it is.",
    "Well.\n<think>a</think>\nThe rent is 5.\n": "Well.\nThe rent is 5.\n",
    "<think>without an end": "",
    "[THINK]I muse.[/THINK]So.": "So.",
    "◁think▷I muse.◁/think▷So.": "So.",
    "<seed:think>I muse.</seed:think><reasoning>more</reasoning>\nSo.": "So.",
    "<thought time=3>I muse.</thought>So.": "So.",
    "[Think] of <thing> and <thought-out>\n<reason>": None,
    "```xml\n<think>kept</think>\n```\nWith `<think>` or <think> in a line.": None,
    "\n\n`<think>` is a tag, <table>\n<th>": None,
    "I muse.\n</think>\n\nThe rent is 5.": "I muse.\nThe rent is 5.",
    "```\n</think>\n```\nIt ends with </think>.": None,
}
WITHOUT_OPENING = {
    "I muse.\n</think>\n\nThe rent is 5.": ("The rent is 5.", True),
    "<think>I muse.</think>\n<think>more</think>The rent is 5.": ("The rent is 5.", True),
    "The rent is 5.\n\nThe deposit is 9.": ("The rent is 5.\n\nThe deposit is 9.", False),
    "": ("", False),
}


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
@pytest.mark.parametrize(("text", "alone"), CASES.items())
def test_thoughts_are_taken_out_however_the_text_is_cut(text: str, alone: str | None, size: int) -> None:
    answer = AnswerAlone()
    pieces = [answer.feed(text[at : at + size]) for at in range(0, len(text), size)]
    assert "".join([*pieces, answer.flush()]) == (text if alone is None else alone)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
@pytest.mark.parametrize(("text", "alone", "begins"), [(text, *found) for text, found in WITHOUT_OPENING.items()])
def test_an_answer_that_begins_with_thoughts_is_held_back_to_their_end(
    text: str, alone: str, size: int, *, begins: bool
) -> None:
    answer = AnswerAlone(begins_with_thoughts=True)
    pieces = [answer.feed(text[at : at + size]) for at in range(0, len(text), size)]
    assert "".join([*pieces, answer.flush()]) == alone
    assert answer.begins == begins
