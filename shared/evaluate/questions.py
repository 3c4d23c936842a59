"""The questions of an evaluation: a file with one JSON object per line, each with what is known about its answer."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, StrictBool, StringConstraints, ValidationError, model_validator

from shared.evaluate.failures import EvaluationFailed, read_file

_MOST_MISTAKES = 20

type _Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Gold(BaseModel):
    """What is known about an answer. quotes are evidence, verbatim except for white space; one of answers is enough.
    answerable is true if there are quotes or answers, and unknown if it is left out."""

    model_config = ConfigDict(extra="forbid")
    quotes: list[_Text] = []
    answers: list[_Text] = []
    answerable: StrictBool | None = None

    @model_validator(mode="after")
    def _agrees(self) -> "Gold":
        if self.answerable is False and (self.quotes or self.answers):
            raise ValueError("answerable is false, but there are quotes or answers")
        return self

    @property
    def is_answerable(self) -> bool | None:
        return True if self.quotes or self.answers else self.answerable


class QuestionLine(BaseModel):
    """A line of the file. documents are paths relative to the file, or names of documents in the deployment; history
    are questions to ask before it in the same conversation. note is for people."""

    model_config = ConfigDict(extra="forbid")
    id: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
    question: _Text
    documents: list[_Text] = []
    gold: Gold = Gold()
    history: list[_Text] = []
    tags: list[_Text] = []
    confirmed: StrictBool = True
    note: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A document of questions: a file, or, without a path, a document of that name in the deployment."""

    key: str
    path: Path | None


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its documents. line is its number in the file."""

    line: int
    fields: QuestionLine
    sources: tuple[Source, ...]

    @property
    def record(self) -> dict[str, Any]:
        """The parts of the question that are stored with its result."""
        gold = self.fields.gold
        kept = self.fields.model_dump(include={"id", "question", "documents", "history", "tags"})
        return kept | {"quotes": gold.quotes, "answers": gold.answers, "answerable": gold.is_answerable}

    def digest(self, contents: Mapping[str, str]) -> str:
        """A hash of the question, its gold and its documents' contents. A result with another digest is out of date."""
        scored = self.record | {"contents": [contents.get(source.key, "") for source in self.sources]}
        scored.pop("tags")
        return hashlib.sha256(json.dumps(scored, sort_keys=True).encode()).hexdigest()


def read_questions(path: Path, *, remote: bool) -> list[Question]:
    """Reads all lines, in order. remote: documents may also be names of documents in the deployment. EvaluationFailed
    lists every error with file, line and field."""
    try:
        text = read_file(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EvaluationFailed(f"{path} is not UTF-8 (byte {error.start}).") from error
    asked, mistakes, lines = list[Question](), list[str](), dict[str, int]()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        fields, wrong = None, list[str]()
        try:
            fields = QuestionLine.model_validate(json.loads(line))
        except json.JSONDecodeError as error:
            wrong.append(f"column {error.colno}: not JSON ({error.msg})")
        except RecursionError:
            wrong.append("column 1: nested too deeply")
        except ValidationError as error:
            wrong += [_mistake(each["type"], each["loc"], each["msg"]) for each in error.errors()]
        if fields is not None:
            if fields.id in lines:
                wrong.append(f"id: {fields.id!r} is also used in line {lines[fields.id]}")
            lines.setdefault(fields.id, number)
            sources, unknown = _sources(path.parent, fields.documents, remote=remote)
            wrong += unknown
            asked.append(Question(number, fields, sources))
        mistakes += [f"{path}:{number}: {each}" for each in wrong]
    if mistakes:
        more = [f"and {len(mistakes) - _MOST_MISTAKES} more"] if len(mistakes) > _MOST_MISTAKES else []
        raise EvaluationFailed("\n".join(["The questions have errors:", *mistakes[:_MOST_MISTAKES], *more]))
    if not asked:
        raise EvaluationFailed(f"{path} has no questions.")
    return asked


def _mistake(kind: str, loc: Sequence[int | str], message: str) -> str:
    field = ".".join(map(str, loc))
    if kind == "extra_forbidden":
        model = Gold if field.startswith("gold.") else QuestionLine
        return f"{field}: unknown field; the fields are {', '.join(model.model_fields)}"
    if kind == "missing":
        return f"{field}: missing"
    if not field:
        return "the line must be a JSON object"
    if kind == "model_type":
        return f"{field}: must be a JSON object"
    return f"{field}: {message.removeprefix('Value error, ')}"


def _sources(folder: Path, names: Sequence[str], *, remote: bool) -> tuple[tuple[Source, ...], list[str]]:
    """The documents by name, and errors in the names."""
    found, wrong = list[Source](), list[str]()
    for place, name in enumerate(names):
        path = folder / name
        if path.is_file():
            found.append(Source(path.resolve().as_posix(), path))
        elif path.is_dir():
            wrong.append(f"documents.{place}: {name} is a folder")
        elif remote and "/" not in name:
            found.append(Source(name, None))
        else:
            wrong.append(f"documents.{place}: {path} does not exist")
    if len(set(found)) < len(found):
        wrong.append("documents: the same document is named twice")
    return tuple(found), wrong


def chosen(asked: Sequence[Question], *, unconfirmed: bool) -> tuple[list[Question], int]:
    """The questions to ask, and the number of unconfirmed ones that are left out."""
    kept = [each for each in asked if each.fields.confirmed or unconfirmed]
    return kept, len(asked) - len(kept)
