"""Questions that people ask at work about documents of a few pages. A third of them have no answer in these documents.
Each is asked as a turn of a conversation, once with its document alone and once with all documents of its set. Rules
may be tuned on the sets that are named tuned; of the held-out set only the totals are looked at."""

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.small_documents import Asked, row_of
from benchmarks.tables import show
from orc.api.services import Services
from orc.conversations.records import TurnRequest
from orc.documents.paths import blob_path
from orc.domain import Caller
from orc.events.types import Message
from shared.composition.services import build_services
from shared.settings import Settings

DATA = Path(__file__).parent / "data" / "office_documents.json"
_CALLER = Caller("local", "user")


@dataclass(frozen=True)
class _Case:
    """A question about documents, by name, with an earlier question or none. answers is as in small_documents."""

    documents: tuple[str, ...]
    question: str
    answers: tuple[str, ...]
    after: str | None


def measure() -> None:
    sets: dict[str, dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))
    rows = []
    for name, each in sets.items():
        alone, together = asyncio.run(ask(each))
        rows += [row_of(f"{name}, one document", alone), row_of(f"{name}, all together", together)]
    header = ("", "answerable", "unanswerable", "AUROC", "refused though there", "answered rightly", "refused")
    show("Documents of an office, a few pages each", header, rows)


async def ask(of_set: dict[str, Any]) -> tuple[list[Asked], list[Asked]]:
    """Asks each question about its own document alone, and all questions about all documents of the set."""
    texts = {each["document"]: each["text"] for each in of_set["documents"]}
    own = [case for each in of_set["documents"] for case in _cases(each["questions"], (each["document"],))]
    every = tuple(texts)
    together = [_Case(every, case.question, case.answers, case.after) for case in own]
    together += _cases(of_set["questions"], every)
    async with _services() as services:
        return [await _answer(services, case, texts) for case in own], [
            await _answer(services, case, texts) for case in together
        ]


def _cases(questions: Sequence[dict[str, Any]], documents: tuple[str, ...]) -> Iterator[_Case]:
    for each in questions:
        answers = tuple(each["answer"].split("|")) if each["answer"] else ()
        yield _Case(documents, each["question"], answers, each.get("after"))


@asynccontextmanager
async def _services() -> AsyncIterator[Services]:
    with tempfile.TemporaryDirectory() as directory:
        services = build_services(Settings.from_environ({"ORC_DATA_DIR": directory}))
        try:
            yield services
        finally:
            await services.close()


async def _answer(services: Services, case: _Case, texts: dict[str, str]) -> Asked:
    conversation = await services.conversations.create(_CALLER)
    key = _CALLER.conversation(conversation.conversation_id)
    for name in case.documents:
        await services.blobs.put(blob_path(key, name), texts[name].encode(), content_type="text/plain")
        await services.registry.ensure_registered(key, name)
    if case.after:
        await _turn(services, conversation.conversation_id, case.after)
    message = await _turn(services, conversation.conversation_id, case.question)
    return Asked(case.question, case.answers, message.confidence or 0.0, message.text)


async def _turn(services: Services, conversation_id: str, question: str) -> Message:
    run = await services.orchestrator.start(_CALLER, TurnRequest(question=question, conversation_id=conversation_id))
    async with aclosing(services.orchestrator.follow_run(_CALLER, run, tick_seconds=10)) as batches:
        messages = [each.event async for batch in batches for each in batch if isinstance(each.event, Message)]
    return messages[-1]
