"""A line of the log tells whom it is about, without naming them."""

import json
import logging
from typing import Any

import pytest

from orc.domain import Caller
from orc.ports.subject import Subject, working_for
from orc.ports.tracing import trace_of
from shared.logs import JsonLines, caller_hash

pytestmark = pytest.mark.req("BX-19")

ADA = Caller("org-1", "ada@example.com")


def line(message: str, *values: object, error: BaseException | None = None) -> dict[str, Any]:
    exc_info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord("orc.runs", logging.WARNING, "path", 1, message, values, exc_info)
    text = JsonLines().format(record)
    assert "\n" not in text
    assert "ada@example.com" not in text
    return dict(json.loads(text))


def test_a_line_names_run_conversation_and_the_trace_of_the_run() -> None:
    with working_for(Subject(ADA, "conversation-1", "run-1")):
        told = line("Run %s is late\n", "run-1")
    assert told["message"] == "Run run-1 is late\n"
    assert (told["level"], told["logger"]) == ("WARNING", "orc.runs")
    assert (told["run_id"], told["conversation_id"]) == ("run-1", "conversation-1")
    assert told["operation_id"] == trace_of("run-1").split("-")[1]
    assert told["caller"] == caller_hash(ADA)


def test_a_line_about_nobody_names_nobody() -> None:
    assert set(line("The host listens")) == {"time", "level", "logger", "message"}
    with working_for(Subject(ADA)):
        assert set(line("A request failed")) == {"time", "level", "logger", "message", "caller"}


def test_callers_of_other_organizations_have_other_hashes() -> None:
    assert caller_hash(ADA) == caller_hash(Caller("org-1", "ada@example.com", is_admin=True))
    assert len({caller_hash(each) for each in (ADA, Caller("org-2", ADA.user_id), Caller("org-1", "bob"))}) == 3


def test_a_traceback_stays_in_the_line_of_its_error() -> None:
    with pytest.raises(ValueError, match="invalid literal") as caught:
        int("no \ud800 number")
    assert "ValueError" in line("It failed", error=caught.value)["exception"]
