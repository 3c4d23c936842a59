"""The results of a run, in an append-only file of JSON lines, so that a run that was killed can continue."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from shared.evaluate.failures import EvaluationFailed
from shared.evaluate.scoring import score

NAME = "results.jsonl"
_VERSION = 1


class Results:
    """The results of a run. The last line about a question counts. Opening the file drops an unfinished last line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.head: dict[str, Any] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.judgements: dict[str, dict[str, Any]] = {}
        self.library: dict[str, Any] | None = None
        self._conversations: dict[str, bool] = {}
        data = path.read_bytes() if path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            with path.open("r+b") as file:
                file.truncate(len(whole))
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                self._take(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise EvaluationFailed(f"{path}:{number}: not a line of results.") from error
        if self.answers and self.head.get("version") != _VERSION:
            raise EvaluationFailed(f"{path} has results of another version; --fresh starts over.")

    def _take(self, line: dict[str, Any]) -> None:
        match line["kind"]:
            case "run":
                self.head = line
            case "conversation":
                self._conversations[line["conversation_id"]] = True
            case "deleted":
                self._conversations[line["conversation_id"]] = False
                self.library = None
            case "library":
                self.library = line
            case "answer":
                self.answers[line["question"]["id"]] = line
                self.judgements.pop(line["question"]["id"], None)
            case "judgement":
                self.judgements[line["id"]] = line

    def add(self, kind: str, **values: Any) -> None:
        """Appends a line and writes it through to the file."""
        line = {"kind": kind, **values}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._take(line)

    def begin(self, target: str, questions: str) -> None:
        """Records which deployment is measured. Raises EvaluationFailed if the file has results of another one."""
        is_anothers = bool(self.head) and self.head["target"] != target
        if is_anothers and (self.answers or self._conversations or self.library):
            raise EvaluationFailed(
                f"{self.path} has results of {self.head['target']}, not of {target}. "
                "Choose another folder with --out, or start over with --fresh."
            )
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.head or is_anothers:
            self.add("run", version=_VERSION, target=target, questions=questions)

    @property
    def conversations(self) -> list[str]:
        """The conversations of the run that are not deleted yet."""
        return [each for each, stands in self._conversations.items() if stands]

    def has(self, question_id: str, digest: str) -> bool:
        """Whether the question, unchanged, has an answer. A question that failed is asked again."""
        answer = self.answers.get(question_id)
        return answer is not None and answer["digest"] == digest and answer["status"] == "completed"


class Scored:
    """A run with its scores: for the questions with these ids, or for all that have a result, in the order in which
    they were asked."""

    def __init__(self, results: Results, ids: Sequence[str] | None = None) -> None:
        self._results = results
        self.path, self.head = results.path, results.head
        wanted = results.answers if ids is None else [each for each in ids if each in results.answers]
        self.records: list[Mapping[str, Any]] = [results.answers[each] for each in wanted]
        self.judgements = results.judgements
        scored = [score(each, results.judgements.get(each["question"]["id"])) for each in self.records]
        self.values = [values for values, _ in scored]
        self.reasons = [reasons for _, reasons in scored]

    def only(self, ids: Sequence[str]) -> "Scored":
        """The same run, limited to these questions, in this order."""
        return Scored(self._results, ids)

    def tags(self) -> dict[str, list[int]]:
        """The indices of the questions with each tag."""
        found: dict[str, list[int]] = {}
        for place, record in enumerate(self.records):
            for tag in record["question"]["tags"]:
                found.setdefault(tag, []).append(place)
        return dict(sorted(found.items()))


def read_run(path: Path) -> Scored:
    """Reads the results in a file, or in the folder of a run."""
    file = path / NAME if path.is_dir() else path
    if not file.is_file():
        raise EvaluationFailed(f"There are no results at {file}.")
    try:
        scored = Scored(Results(file))
    except OSError as error:
        raise EvaluationFailed(f"{file} cannot be read: {error.strerror}.") from error
    if not scored.records:
        raise EvaluationFailed(f"{file} has no results.")
    return scored


def shared_questions(a: Scored, b: Scored) -> tuple[Scored, Scored, int]:
    """Both runs, limited to the questions that both have unchanged, in the order of the first; and the number of other
    questions."""
    digests = {record["question"]["id"]: record["digest"] for record in b.records}
    ids = [r["question"]["id"] for r in a.records if digests.get(r["question"]["id"]) == r["digest"]]
    others = {record["question"]["id"] for record in (*a.records, *b.records)}.difference(ids)
    return a.only(ids), b.only(ids), len(others)
