"""Drafts questions from documents, for a person to confirm: by a model, or without one from their sentences."""

import asyncio
import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from orc import prompts
from orc.documents.text.metadata import describe, keywords
from orc.documents.text.sentences import sentence_spans
from orc.domain import ExtractedText
from orc.errors import DocumentFailure, ModelError
from orc.ports import ChatMessage, ChatModel, ChatRequest, OutputSchema, TextExtractor
from orc.ports.models import ask
from shared.evaluate.failures import EvaluationFailed, read_file
from shared.evaluate.scoring import quote_places

PROMPT = prompts.DRAFT_QUESTIONS

_PARTS = 6
_WORDS = 6
_LONGEST = 400
_LONGEST_TITLE = 60
_PHRASES = 2
_PROSE = re.compile(r"[^\W\d_].*[.!?。！？।]$", re.DOTALL)
_TELLING = re.compile(r"\d|(?<=[a-z,] )[A-Z]")


class _Drafted(BaseModel):
    model_config = ConfigDict(extra="forbid")
    question: str
    answer: str
    quote: str


class _Reply(BaseModel):
    model_config = ConfigDict(extra="forbid")
    questions: list[_Drafted]
    unanswerable: list[str]


_SCHEMA = OutputSchema("question_drafts", _Reply.model_json_schema(), strict=True)


class Drafts:
    """Questions to append to a file, none of them confirmed. They get ids that the file does not have yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: list[dict[str, Any]] = []
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines() if path.exists() else []
            self._ids = {str(json.loads(line)["id"]) for line in lines if line.strip()}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise EvaluationFailed(f"{path} is not a file of questions; nothing was added to it.") from error

    def has(self, question_id: str) -> bool:
        return question_id in self._ids

    def add(self, name: str, question: str, documents: Sequence[Path], **fields: Any) -> None:
        """Adds a question under this id, with a number if the id is taken."""
        number = 1
        while (question_id := f"{name}-{number}" if number > 1 else name) in self._ids:
            number += 1
        self._ids.add(question_id)
        folder = self.path.parent.resolve()
        relative = [document.resolve().relative_to(folder, walk_up=True).as_posix() for document in documents]
        line = {"id": question_id, "question": question, "documents": relative, **fields, "confirmed": False}
        self.lines.append(line)

    def save(self) -> None:
        """Appends the questions to the file."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        existing = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n" if existing and not existing.endswith("\n") else "")
            file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines)


async def draft(
    drafts: Drafts, document: Path, extractor: TextExtractor, model: ChatModel | None, *, count: int, budget: int
) -> str:
    """Adds at most `count` questions about a document, and returns a sentence about the result. budget is the number of
    characters that the model is given."""
    try:
        text = await extractor.extract(await asyncio.to_thread(read_file, document), name=document.name)
    except DocumentFailure as error:
        return f"{document.name}: {error.message}"
    before = len(drafts.lines)
    if model is None:
        for question, quote in _from_sentences(text, document.stem, count):
            drafts.add(document.stem, question, [document], gold={"quotes": [quote]})
        return f"{document.name}: questions: {len(drafts.lines) - before}."
    shown = text.text
    if len(shown) > budget:  # parts spread over its whole length
        size, gap = budget // _PARTS, (len(shown) - budget) // (_PARTS - 1)
        shown = "\n[…]\n".join(shown[start : start + size] for start in (n * (size + gap) for n in range(_PARTS)))
    given = json.dumps({"title": text.title, "text": shown}, ensure_ascii=False)
    messages = (ChatMessage("system", PROMPT.format(count=count)), ChatMessage("user", given))
    try:
        reply = _Reply.model_validate_json((await ask(model, ChatRequest(messages, output_schema=_SCHEMA))).text)
    except ModelError as error:
        return f"{document.name}: no questions. {error.message}"
    except ValidationError:
        return f"{document.name}: no questions. The model's reply was not valid."
    kept = [each for each in reply.questions if len(quote_places(text.text, each.quote)) == 1]
    for each in kept[:count]:
        drafts.add(document.stem, each.question, [document], gold={"quotes": [each.quote], "answers": [each.answer]})
    for question in reply.unanswerable:
        drafts.add(document.stem, question, [document], gold={"answerable": False})
    lost = len(reply.questions) - len(kept)
    left_out = f" Left out because their quotes do not occur exactly once: {lost}." if lost else ""
    return f"{document.name}: questions: {len(drafts.lines) - before}.{left_out}"


def _from_sentences(document: ExtractedText, name: str, count: int) -> Iterator[tuple[str, str]]:
    """Yields questions with a sentence as their evidence: about headings, or about the main term of a statement; spread
    over the document, one for each heading. Their wording is for a person to improve."""
    text, starts, title = document.text, [heading.start for heading in document.headings], document.title.strip()
    language = describe(document).language
    sentences = [(start, text[start:end]) for start, end in sentence_spans(text)]
    counts = Counter(" ".join(sentence.split()) for _, sentence in sentences)
    prose = [
        (start, sentence)
        for start, sentence in sentences
        if len(sentence.split()) >= _WORDS and len(sentence) <= _LONGEST and _PROSE.match(sentence)
        if counts[" ".join(sentence.split())] == 1
    ]
    telling = [(start, sentence) for start, sentence in prose if _TELLING.search(sentence)]
    found: dict[str, str] = {}
    for start, sentence in telling if len(telling) >= count else prose:
        above = bisect_right(starts, start) - 1
        if above >= 0 and document.headings[above].text.strip() != title:
            about = f"“{' '.join(document.headings[above].text.split())}”"
        else:
            about = " and ".join(keywords(sentence, language, title="")[:_PHRASES])
        if about:
            found.setdefault(about, sentence)
    every = list(found.items())
    spread = every if len(every) <= count else [every[n * len(every) // count] for n in range(count)]
    called = name if len(title) > _LONGEST_TITLE or not title else title
    for about, sentence in spread:
        yield f"What does “{called}” say about {about}?", sentence
