"""The questions of an evaluation: a file with a JSON object a line, each with what is known of its answer."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, StrictBool, StringConstraints, ValidationError, model_validator

from shared.evaluate.failures import EvaluationFailed

_MOST_MISTAKES = 20

type _Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Gold(BaseModel):
    """quotes are evidence, verbatim but for white space; of answers one is enough. answerable is left out where nothing
    is known: quotes and answers say that it is true."""

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
    """A line of the file. documents are paths relative to the file, or names of documents that the deployment has;
    history are questions that are asked before it, in its conversation. note is for people."""

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
    """A document of questions: a file, or one that the deployment has under that name, with no path."""

    key: str
    path: Path | None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its documents. line is where it stands in its file."""

    line: int
    told: QuestionLine
    sources: tuple[Source, ...]

    @property
    def record(self) -> dict[str, Any]:
        """What a result keeps of it."""
        gold = self.told.gold
        kept = self.told.model_dump(include={"id", "question", "documents", "history", "tags"})
        return kept | {"quotes": gold.quotes, "answers": gold.answers, "answerable": gold.is_answerable}

    def digest(self, contents: Mapping[str, str]) -> str:
        """Changes with the question, its gold and, by the hashes of their bytes, its documents: then an earlier result
        is no result of it."""
        known = self.record | {"contents": [contents.get(source.key, "") for source in self.sources]}
        known.pop("tags")
        return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()


def read_questions(path: Path, *, away: bool) -> list[Asked]:
    """All lines, in order. Away, at a deployment that is there already, a document may be one that this has; else each
    is a file. EvaluationFailed lists every mistake with file, line and field."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise EvaluationFailed(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise EvaluationFailed(f"{path} is not UTF-8 (byte {error.start}).") from error
    asked, mistakes, lines = list[Asked](), list[str](), dict[str, int]()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        told, wrong = None, list[str]()
        try:
            told = QuestionLine.model_validate(json.loads(line))
        except json.JSONDecodeError as error:
            wrong.append(f"column {error.colno}: not JSON ({error.msg})")
        except RecursionError:
            wrong.append("column 1: nested too deeply")
        except ValidationError as error:
            wrong += [_mistake(each["type"], each["loc"], each["msg"]) for each in error.errors()]
        if told is not None:
            if told.id in lines:
                wrong.append(f"id: {told.id!r} is that of line {lines[told.id]} too")
            lines.setdefault(told.id, number)
            sources, unknown = _sources(path.parent, told.documents, away=away)
            wrong += unknown
            asked.append(Asked(number, told, sources))
        mistakes += [f"{path}:{number}: {each}" for each in wrong]
    if mistakes:
        more = [f"and {len(mistakes) - _MOST_MISTAKES} more"] if len(mistakes) > _MOST_MISTAKES else []
        raise EvaluationFailed("\n".join(["The questions need attention:", *mistakes[:_MOST_MISTAKES], *more]))
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


def _sources(folder: Path, names: Sequence[str], *, away: bool) -> tuple[tuple[Source, ...], list[str]]:
    """The documents by their names, and what is wrong with these."""
    found, wrong = list[Source](), list[str]()
    for place, name in enumerate(names):
        path = folder / name
        if path.is_file():
            found.append(Source(path.resolve().as_posix(), path))
        elif path.is_dir():
            wrong.append(f"documents.{place}: {name} is a folder")
        elif away and "/" not in name:
            found.append(Source(name, None))
        else:
            wrong.append(f"documents.{place}: there is no file {path}")
    if len(set(found)) < len(found):
        wrong.append("documents: the same document twice")
    return tuple(found), wrong


def chosen(asked: Sequence[Asked], *, unconfirmed: bool) -> tuple[list[Asked], int]:
    """The questions to ask, and how many are left out because nobody has confirmed them."""
    kept = [each for each in asked if each.told.confirmed or unconfirmed]
    return kept, len(asked) - len(kept)
