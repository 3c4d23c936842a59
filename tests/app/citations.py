"""Checks citations against the documents that they point into, as a reader would."""

from collections.abc import Sequence
from typing import Any

from tests.app.samples import BRACKETED_SHOWN, TRIAL, TRIAL_STATEMENTS
from tests.support.app import Api, checked


def check_citation(api: Api, citation: dict[str, Any], facts: Sequence[str]) -> None:
    """Asserts that the snippet is at its offsets and on its page. facts has the sentence of each page of the file."""
    address = f"/api/documents/{citation['file_id']}/text"
    query = {"start": citation["start"], "end": citation["end"]}
    part = checked(api.http.get(address, params=query)).json()
    whole = checked(api.http.get(address)).json()
    assert part["text"] == citation["snippet"] == whole["text"][citation["start"] : citation["end"]]
    assert citation["snippet"].strip()
    assert citation["verified"]
    [span] = [span for span in whole["pages"] if span["page"] == citation["page"]]
    assert span["start"] <= citation["start"] < citation["end"] <= span["end"]
    assert len(whole["pages"]) == len(facts)
    assert facts[citation["page"] - 1] in whole["text"][span["start"] : span["end"]]


def page_of(fact: str, facts: Sequence[str]) -> int:
    return facts.index(fact) + 1


def check_bracketed(message: dict[str, Any], streamed: str) -> None:
    """Asserts that an answer has its brackets and its two statements, each verified and at its place."""
    assert message["text"] == streamed == BRACKETED_SHOWN
    [citation] = message["citations"]
    spans = citation["spans"]
    assert [streamed[span["answer_start"] : span["answer_end"]] for span in spans] == TRIAL_STATEMENTS
    assert [span["verified"] for span in spans] == [True, True]
    assert [span["snippet"] for span in spans] == [TRIAL[span["start"] : span["end"]] for span in spans]
