"""A fold's output has the same numbers in whatever pieces the log comes, and wherever a stream is resumed."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.events.types import Done, ErrorRaised, LoggedEvent, StatusChange, Token
from orc.protocols.fold import Numbering, notice_of
from tests.support.logs import RUN_ID, in_pieces, run_logs


class Texts:
    """As many outputs as an event has letters: none, one or several."""

    def open(self) -> Iterator[str]:
        yield "begin"

    def feed(self, logged: LoggedEvent) -> Iterator[str]:
        if isinstance(logged.event, Token):
            yield from logged.event.text


@given(st.data())
def test_folding_in_pieces_numbers_output_as_folding_at_once(data: st.DataObject) -> None:
    log = data.draw(run_logs())
    at_once, in_parts = Numbering(Texts()), Numbering(Texts())
    whole = at_once.open() + at_once.feed(log)
    pieces = data.draw(in_pieces(log))
    assert in_parts.open() + [each for piece in pieces for each in in_parts.feed(piece)] == whole
    assert [number for number, _ in whole] == list(range(len(whole)))
    assert (in_parts.last, in_parts.is_done) == (len(whole) - 1, True)


@given(st.data())
def test_a_resumed_fold_gives_exactly_the_rest(data: st.DataObject) -> None:
    log = data.draw(run_logs())
    first = Numbering(Texts())
    whole = first.open() + first.feed(log)
    after = data.draw(st.integers(-1, len(whole)))
    resumed = Numbering(Texts(), after)
    assert resumed.open() + resumed.feed(log) == whole[after + 1 :]


@pytest.mark.parametrize(
    "notice", [StatusChange("queued"), StatusChange("background"), ErrorRaised("turn_goes_on", "Later.", False)]
)
def test_notices_that_are_not_in_the_log_change_no_number(notice: StatusChange | ErrorRaised) -> None:
    numbering = Numbering(Texts())
    numbering.open()
    assert numbering.feed([LoggedEvent(0, notice)]) == []
    assert numbering.feed([LoggedEvent(5, Token("a"))]) == [(1, "a")]
    assert notice_of(LoggedEvent(0, notice)) is notice
    assert notice_of(LoggedEvent(7, notice)) is None


def test_an_end_that_is_not_in_the_log_ends_the_fold() -> None:
    numbering = Numbering(Texts())
    numbering.open()
    numbering.feed([LoggedEvent(0, Done(RUN_ID, "cancelled"))])
    assert numbering.is_done
