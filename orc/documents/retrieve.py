"""Finds the passages of the documents at hand that bear on a question."""

from collections.abc import Sequence

from orc.documents.document import Document
from orc.documents.questions import Question
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller, Chunk, Passage, ScoredChunk
from orc.ports import DocumentIndex


class Retriever:
    """Searches registered documents. Passages come best first, the shares of several documents side by side."""

    def __init__(self, index: DocumentIndex, registry: DocumentRegistry) -> None:
        self._index = index
        self._registry = registry

    async def passages(
        self, caller: Caller, question: str, documents: Sequence[Document], *, top_k: int
    ) -> list[Passage]:
        """At most top_k passages of these ready documents; none when nothing in them matches."""
        by_content = {d.content_id: d for d in documents if d.content_id is not None}
        found = await self._index.search(caller, question, content_ids=list(by_content), top_k=top_k)
        asked = Question(question)
        if asked.wants_overview or not (found or asked.topic):
            found = await self._with_every_document(caller, found, list(by_content), top_k)
        page_starts = {cid: await self._registry.page_starts(caller, d) for cid, d in by_content.items()}
        return [
            Passage(
                file_id=by_content[scored.content_id].file_id,
                blob_name=by_content[scored.content_id].blob_name,
                chunk=scored.chunk,
                score=scored.score,
                sources=scored.sources,
                page_starts=page_starts[scored.content_id],
            )
            for scored in found
        ]

    async def _with_every_document(
        self, caller: Caller, found: Sequence[ScoredChunk], content_ids: Sequence[str], top_k: int
    ) -> list[ScoredChunk]:
        """An even share of each document: what the search found in it, then passages spread over its whole length."""
        share = max(1, top_k // max(1, len(content_ids)))
        chosen: list[ScoredChunk] = []
        for content_id in content_ids:
            hits = [scored for scored in found if scored.content_id == content_id][: share // 2]
            known = {scored.chunk.chunk_id for scored in hits}
            spread = [
                c for c in _spread(await self._index.chunks(caller, content_id), share) if c.chunk_id not in known
            ]
            chosen += hits
            chosen += [ScoredChunk(content_id, chunk, 0.0, ("overview",)) for chunk in spread[: share - len(hits)]]
        return chosen


def _spread(chunks: Sequence[Chunk], count: int) -> list[Chunk]:
    """The first chunk and then chunks at even distances."""
    if len(chunks) <= count:
        return list(chunks)
    return [chunks[i * len(chunks) // count] for i in range(count)]
