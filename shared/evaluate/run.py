"""A run: asks the deployment every question and stores the results."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from shared.evaluate.client import Deployment
from shared.evaluate.failures import EvaluationFailed, RequestFailed
from shared.evaluate.library import Library, Workspace
from shared.evaluate.questions import Question
from shared.evaluate.results import Results
from shared.evaluate.scoring import RANKS, quote_places

_EXCERPT = 300
_MOST_PASSAGES = 50  # passages of one search


@dataclass(frozen=True, slots=True)
class Run:
    """Asks a deployment questions, several at a time, each on a branch of its own. report is called with lines of
    progress."""

    deployment: Deployment
    library: Library
    results: Results
    report: Callable[[str], None]

    async def ask_all(self, asked: Sequence[Question], *, at_once: int) -> None:
        """Asks the questions that have no answer yet. Raises EvaluationFailed if the deployment accepts no documents; a
        question that fails has a result that says why."""
        await self.library.identify(asked)
        left = [each for each in asked if not self.results.has(each.fields.id, each.digest(self.library.contents))]
        if done := len(asked) - len(left):
            self.report(f"Questions that already have a result: {done} of {len(asked)}.")
        if not left:
            return
        sources = list({source.key: source for each in left for source in each.sources}.values())
        self.report(f"Documents: {len(sources)}. Questions to ask: {len(left)}.")
        try:
            first = await self.library.open(sources)
            workspaces = [first, *await self.library.copies(first, min(at_once, len(left)) - 1)]
        except RequestFailed as error:
            raise EvaluationFailed(f"The documents could not be uploaded. {error}") from error
        waiting, numbers = iter(left), count(done + 1)

        async def work(workspace: Workspace) -> None:
            for each in waiting:
                record = await self._result(each, workspace)
                self.results.add("answer", **record)
                failed = f" failed: {record['reason']}" if record["status"] == "failed" else ""
                self.report(f"{next(numbers)}/{len(asked)} {each.fields.id}{failed}")

        await asyncio.gather(*map(work, workspaces))

    async def _result(self, each: Question, workspace: Workspace) -> dict[str, Any]:
        names = [self.library.names[source.key] for source in each.sources]
        record: dict[str, Any] = {"question": each.record, "digest": each.digest(self.library.contents)}
        record |= {"status": "failed", "conversation_id": workspace.conversation_id}
        if failure := workspace.failure(names):
            return record | {"reason": failure}
        try:
            parent: str | None = None
            for earlier in each.fields.history:  # the first one begins a new branch
                parent = (await self.deployment.ask(_turn(earlier, workspace, names, parent))).message_id
            answer = await self.deployment.ask(_turn(each.fields.question, workspace, names, parent))
            query = answer.query or each.fields.question
            passages = await self.deployment.search(
                query,
                top_k=min(max(RANKS[-1], answer.offered or 0), _MOST_PASSAGES),
                file_ids=workspace.file_ids(names),
                conversation=workspace.conversation_id if workspace.documents else None,
            )
            found = [
                {
                    **_of_document(passage, workspace),
                    **{name: passage[name] for name in ("start", "end", "page", "confidence")},
                    "text": passage["text"][:_EXCERPT],
                }
                for passage in passages
            ]
            cited = [
                {
                    "number": citation["id"],
                    **_of_document(citation, workspace),
                    **{name: span.get(name) for name in ("start", "end", "page", "snippet", "verified")},
                }
                for citation in answer.citations
                for span in citation.get("spans") or [citation]  # older versions return citations without spans
            ]
            named = names or [name for name in workspace.documents if workspace.failure([name]) is None]
            texts = dict(zip(named, workspace.file_ids(named), strict=True)) or {
                each["document"]: each["file_id"] for each in (*found, *cited)
            }
            gold = [await self._gold(quote, texts) for quote in each.fields.gold.quotes]
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


def _turn(question: str, workspace: Workspace, names: Sequence[str], parent: str | None) -> dict[str, Any]:
    return {
        "question": question,
        "conversation_id": workspace.conversation_id,
        "blob_names": list(names),
        "parent_message_id": parent,
        "on_busy": "interrupt",  # a turn that still runs there has timed out
    }


def _of_document(found: Mapping[str, Any], workspace: Workspace) -> dict[str, Any]:
    """Identifies a document by its name in the workspace, which is the same in every copy; one from elsewhere by its id
    too."""
    name, file_id = found["blob_name"], found["file_id"]
    return {"document": name if name in workspace.documents else f"{name} ({file_id})", "file_id": file_id}
