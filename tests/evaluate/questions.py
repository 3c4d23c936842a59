"""Files of questions, and results, as tests write them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

LEASE = (
    "# Lease of 12 Mill Lane\n\n## Rent\n\nThe monthly rent is 1,250 euros and is due on the third working day.\n\n"
    "## Notice\n\nEither party may end the lease with three months notice to the end of a month.\n"
)
POLICY = (
    "Travel policy of Nordwind\n\nFlights of less than four hours are booked in economy class.\n\n"
    "Receipts are handed in within 30 days after the journey.\n"
)
RENT = {
    "id": "rent",
    "question": "How much is the monthly rent?",
    "documents": ["lease.md"],
    "gold": {"quotes": ["The monthly rent is 1,250 euros"], "answers": ["1250 euros"]},
    "tags": ["lease"],
}
NOTICE = {
    "id": "notice",
    "question": "With how much notice may the lease be ended?",
    "documents": ["lease.md"],
    "gold": {"quotes": ["three months notice to the end of a month"]},
    "tags": ["lease"],
}
PILOT = {
    "id": "pilot",
    "question": "Who is the chief executive of Nordwind?",
    "documents": ["policy.txt"],
    "gold": {"answerable": False},
}


def write_questions(folder: Path, *lines: Mapping[str, Any] | str) -> Path:
    """A file of these lines, beside the two documents."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lease.md").write_text(LEASE, encoding="utf-8")
    (folder / "policy.txt").write_text(POLICY, encoding="utf-8")
    path = folder / "questions.jsonl"
    text = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    return path


def result(name: str, **values: Any) -> dict[str, Any]:
    """A line of results: of an answerable question that is answered rightly, unless the values say otherwise."""
    question = {"id": name, "question": f"Question {name}?", "documents": ["a.txt"], "history": [], "tags": []}
    known = {"quotes": ["the evidence"], "answers": [], "answerable": True}
    line: dict[str, Any] = {
        "kind": "answer",
        "question": question | known,
        "digest": name,
        "status": "completed",
        "conversation_id": "c",
        "message_id": "m",
        "answer": "It is so. [1]",
        "citations": [cited(0, 12)],
        "passages": [found(0, 100)],
        "offered": 1,
        "query": "",
        "gold": [{"quote": "the evidence", "places": [{"document": "a.txt", "start": 0, "end": 12}]}],
        "confidence": 0.9,
        "first_token": 0.1,
        "time": 0.2,
        "tokens": 10,
        "model": "model",
    }
    line["question"] |= values.pop("question", {})
    return line | values


def cited(start: int, end: int, *, snippet: str = "the evidence", verified: bool = True) -> dict[str, Any]:
    place = {"document": "a.txt", "file_id": "f", "start": start, "end": end, "page": None}
    return place | {"number": "1", "snippet": snippet, "verified": verified}


def found(start: int, end: int) -> dict[str, Any]:
    place = {"document": "a.txt", "file_id": "f", "start": start, "end": end, "page": None}
    return place | {"confidence": 0.5, "text": "text"}


def write_results(folder: Path, lines: Sequence[Mapping[str, Any]]) -> Path:
    """The folder of a run with these results."""
    folder.mkdir(parents=True, exist_ok=True)
    head = {"kind": "run", "version": 1, "target": "https://orc.example", "questions": "questions.jsonl"}
    text = "".join(json.dumps(line) + "\n" for line in (head, *lines))
    (folder / "results.jsonl").write_text(text, encoding="utf-8")
    return folder
