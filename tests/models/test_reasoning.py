"""The thoughts that a model writes before its answer are taken out, however they come."""

import pytest

from shared.models.reasoning import AnswerAlone

CASES = {
    "<think>I muse\n```\n</think>\n\nThe rent is 5.": "The rent is 5.",
    "<think></think>\n<thinking>more</thinking> So it is.": "So it is.",
    "Well.\n<think>a</think>\nThe rent is 5.\n": "Well.\nThe rent is 5.\n",
    "<think>without an end": "",
    "```xml\n<think>kept</think>\n```\nWith `<think>` or <think> in a line.": None,
    "\n\n`<think>` is a tag, <table>\n<th>": None,
}


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
@pytest.mark.parametrize(("text", "alone"), CASES.items())
def test_thoughts_are_taken_out_however_the_text_is_cut(text: str, alone: str | None, size: int) -> None:
    answer = AnswerAlone()
    pieces = [answer.feed(text[at : at + size]) for at in range(0, len(text), size)]
    assert "".join([*pieces, answer.flush()]) == (text if alone is None else alone)
