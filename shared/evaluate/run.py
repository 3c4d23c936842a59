"""A run: every question is put to the deployment, and what came of it is kept."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from shared.evaluate.client import Deployment
from shared.evaluate.failures import EvaluationFailed, RequestFailed
from shared.evaluate.library import Library, Room
from shared.evaluate.questions import Asked
from shared.evaluate.results import Results
from shared.evaluate.scoring import RANKS, quote_places

_EXCERPT = 300
_MOST_PASSAGES = 50  # of one search


@dataclass(frozen=True, slots=True)
class Run:
    """Puts questions to a deployment, some at a time, each in a branch of its own. tell is told what happens."""

    deployment: Deployment
    library: Library
    results: Results
    tell: Callable[[str], None]

    async def ask_all(self, asked: Sequence[Asked], *, at_once: int) -> None:
        """Asks the questions that have no answer yet. EvaluationFailed when the deployment takes no documents at all;
        a question that fails has a result that says why."""
        await self.library.identify(asked)
        left = [each for each in asked if not self.results.has(each.told.id, each.digest(self.library.contents))]
        if known := len(asked) - len(left):
            self.tell(f"Questions with a result already: {known} of {len(asked)}.")
        if not left:
            return
        sources = list({source.key: source for each in left for source in each.sources}.values())
        self.tell(f"Documents: {len(sources)}. Questions to ask: {len(left)}.")
        try:
            first = await self.library.open(sources)
            rooms = [first, *await self.library.copies(first, min(at_once, len(left)) - 1)]
        except RequestFailed as error:
            raise EvaluationFailed(f"The documents cannot be given to the deployment. {error}") from error
        waiting, numbers = iter(left), count(known + 1)

        async def work(room: Room) -> None:
            for each in waiting:
                record = await self._result(each, room)
                self.results.add("answer", **record)
                failed = f" failed: {record['reason']}" if record["status"] == "failed" else ""
                self.tell(f"{next(numbers)}/{len(asked)} {each.told.id}{failed}")

        await asyncio.gather(*map(work, rooms))

    async def _result(self, each: Asked, room: Room) -> dict[str, Any]:
        names = [self.library.names[source.key] for source in each.sources]
        record: dict[str, Any] = {"question": each.record, "digest": each.digest(self.library.contents)}
        record |= {"status": "failed", "conversation_id": room.conversation_id}
        if failure := room.failure(names):
            return record | {"reason": failure}
        try:
            parent: str | None = None
            for earlier in each.told.history:  # a branch of its own begins with the first
                parent = (await self.deployment.ask(_turn(earlier, room, names, parent))).message_id
            answer = await self.deployment.ask(_turn(each.told.question, room, names, parent))
            query = answer.query or each.told.question
            passages = await self.deployment.search(
                query,
                top_k=min(max(RANKS[-1], answer.offered or 0), _MOST_PASSAGES),
                file_ids=room.file_ids(names),
                conversation=room.conversation_id if room.documents else None,
            )
            found = [
                {
                    **_of_document(passage, room),
                    **{name: passage[name] for name in ("start", "end", "page", "confidence")},
                    "text": passage["text"][:_EXCERPT],
                }
                for passage in passages
            ]
            cited = [
                {
                    "number": citation["id"],
                    **_of_document(citation, room),
                    **{name: span.get(name) for name in ("start", "end", "page", "snippet", "verified")},
                }
                for citation in answer.citations
                for span in citation.get("spans") or [citation]  # older versions have citations without spans
            ]
            named = names or [name for name in room.documents if room.failure([name]) is None]
            texts = dict(zip(named, room.file_ids(named), strict=True)) or {
                each["document"]: each["file_id"] for each in (*found, *cited)
            }
            gold = [await self._gold(quote, texts) for quote in each.told.gold.quotes]
        except RequestFailed as error:
            return record | {"reason": str(error)}
        return record | {
            "status": "completed",
            "message_id": answer.message_id,
            "answer": answer.text,
            "citations": cited,
            "passages": found,
            "offered": answer.offered,
            "query": query,
            "gold": gold,
            "confidence": answer.confidence,
            "first_token": answer.first_token,
            "time": answer.time,
            "tokens": answer.tokens,
            "model": answer.model,
        }

    async def _gold(self, quote: str, texts: Mapping[str, str]) -> dict[str, Any]:
        places = []
        for name, file_id in texts.items():
            text = await self.library.text(name, file_id)
            spans = await asyncio.to_thread(quote_places, text, quote)
            places += [{"document": name, "start": start, "end": end} for start, end in spans]
        return {"quote": quote, "places": places}


def _turn(question: str, room: Room, names: Sequence[str], parent: str | None) -> dict[str, Any]:
    return {
        "question": question,
        "conversation_id": room.conversation_id,
        "blob_names": list(names),
        "parent_message_id": parent,
        "on_busy": "interrupt",  # what may still run there has timed out
    }


def _of_document(found: Mapping[str, Any], room: Room) -> dict[str, Any]:
    """By the name in the room, where it is the same in every copy; one from elsewhere by its id too."""
    name, file_id = found["blob_name"], found["file_id"]
    return {"document": name if name in room.documents else f"{name} ({file_id})", "file_id": file_id}
