"""A text ends before the first stop sequence, however it is cut into pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.ports.stop_sequences import StopFilter


def filtered(pieces: list[str], sequences: list[str]) -> str:
    until = StopFilter(sequences)
    return "".join(map(until.feed, pieces)) + until.end()


@pytest.mark.parametrize(
    ("text", "sequences", "shown"),
    [
        ("One.\nTwo.", ["\n"], "One."),
        ("One.", ["\n"], "One."),
        ("a STO", ["STOP"], "a STO"),
        ("aaab", ["aab"], "a"),
        ("xabc", ["abc", "b"], "xa"),
        ("STOP", ["STOP"], ""),
        ("One.", [], "One."),
        ("One.", [""], "One."),
    ],
)
def test_a_text_ends_before_the_first_sequence(text: str, sequences: list[str], shown: str) -> None:
    assert filtered([text], sequences) == shown


@given(st.lists(st.text("ab\n", max_size=4)), st.lists(st.text("ab\n", max_size=3), max_size=4))
def test_pieces_of_a_text_end_where_the_whole_does(pieces: list[str], sequences: list[str]) -> None:
    shown = filtered(pieces, sequences)
    assert shown == filtered(["".join(pieces)], sequences)
    assert "".join(pieces).startswith(shown)
    assert not any(each and each in shown for each in sequences)
