"""Which failed calls of the tool loop a later call replaces, so that the user is not told of them."""

from typing import Any

import pytest

from orc.graphs.context.state import StepFailure, StepResult
from orc.graphs.execution.tool_loop import still_failed

pytestmark = pytest.mark.req("AN-08")


def call(number: int, tool: str, code: str = "", /, **params: Any) -> StepResult:
    """A call that failed with a code, or worked."""
    failure = StepFailure(code=code, message="No.") if code else None
    return StepResult(step=number, tool=tool, output_key=f"call_{number}", params=params, failure=failure)


WRONG = call(2, "shelf", "invalid_arguments", number="two")
BROKEN = call(2, "shelf", "malformed_arguments")
UNSENT = call(2, "mail", "tool_failed", to="ann")
NO_TOOL = call(2, "search", "unknown_tool", query="ink")


@pytest.mark.parametrize(
    ("failed", "later", "told"),
    [
        ([WRONG], [call(3, "shelf", number=2)], []),
        ([BROKEN], [call(3, "shelf", number=2)], []),
        ([UNSENT], [call(3, "mail", to="ann")], []),
        ([NO_TOOL], [call(3, "search_documents", query="ink")], []),
        ([call(2, "load", "document_not_found", file_id="file-1")], [call(3, "load", file_id="file-2")], []),
        ([UNSENT], [call(3, "mail", to="bob")], [2]),
        ([UNSENT], [call(3, "post", to="ann")], [2]),
        ([WRONG], [call(3, "find", subject="ink")], [2]),
        ([call(2, "load", "document_not_found", document="a.txt")], [call(3, "load", document="b.txt")], [2]),
        ([WRONG, call(3, "shelf", "invalid_arguments", number="six")], [call(4, "shelf", number=6)], [3]),
        ([WRONG, call(3, "shelf", "tool_failed", number=2)], [call(4, "shelf", number=2)], [2]),
        ([WRONG], [call(3, "shelf", "tool_failed", number=2)], [3]),
        ([UNSENT], [call(3, "mail", "tool_server_down", to="ann")], [3]),
        ([NO_TOOL], [call(3, "find", "tool_failed", subject="ink")], [2, 3]),
    ],
    ids=[
        "wrong arguments, then right ones",
        "no JSON, then right arguments",
        "the same again",
        "no such tool, then another",
        "no such id, then another",
        "other arguments after a failure of the tool",
        "another tool",
        "another tool after wrong arguments",
        "a document of the turn that is gone",
        "one success for two failures",
        "the same again before other arguments",
        "corrected, and failed for another reason",
        "failed again",
        "no such tool, then a failure",
    ],
)
def test_a_later_call_replaces_a_failed_one_of_the_same_purpose(
    failed: list[StepResult], later: list[StepResult], told: list[int]
) -> None:
    assert [each.step for each in still_failed(failed, later)] == told
