from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.sse import EventData

STREAM = (
    b": a comment\n\n"
    b'data: {"text": "h\xc3\xa9"}\n\n'
    b"event: chunk\r\nid: 7\r\ndata:two\r\ndata: lines\r\n\r\n"
    b"retry: 10\n\n"
    b"data: carriage\r\r"
    b"data\ndata:  indented\n\n"
    b"data: left over"
)
EVENTS = [b'{"text": "h\xc3\xa9"}', b"two\nlines", b"carriage", b"\n indented"]


def read(*pieces: bytes) -> list[bytes]:
    events = EventData()
    return [data for piece in pieces for data in events.feed(piece)]


def test_only_the_data_of_whole_events_is_read() -> None:
    assert read(STREAM) == EVENTS


@given(st.lists(st.integers(0, len(STREAM))))
def test_events_are_the_same_wherever_the_bytes_are_cut(cuts: list[int]) -> None:
    bounds = sorted({0, len(STREAM), *cuts})
    assert read(*(STREAM[start:end] for start, end in pairwise(bounds))) == EVENTS


def test_events_can_come_byte_by_byte() -> None:
    assert read(*(STREAM[at : at + 1] for at in range(len(STREAM)))) == EVENTS


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
def test_an_event_is_there_as_soon_as_its_blank_line_is(line_end: bytes) -> None:
    assert read(b"data: now" + line_end, line_end) == [b"now"]
    assert read(b"data: now" + line_end + line_end) == [b"now"]


def test_an_empty_piece_between_the_halves_of_a_crlf_changes_nothing() -> None:
    assert read(b"data: one\r", b"", b"\ndata: two\r", b"\n\r", b"\n") == [b"one\ntwo"]
