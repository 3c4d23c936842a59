"""Finds the passages of chosen documents that are relevant to a question, and the relevant documents of a catalogue."""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from orc.documents.questions.compared_documents import choice_asked
from orc.documents.questions.document_kinds import DocumentHead
from orc.documents.questions.named_sources import named_source
from orc.documents.questions.question import Question
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.documents.search.catalogue_questions import catalogue_question
from orc.documents.search.name_match import has_in_name, name_matches, year_factors
from orc.documents.search.related import RelatedSearch
from orc.documents.search.synonyms import Synonyms
from orc.documents.text.chunks import page_at
from orc.documents.text.headings import Headings
from orc.domain import Caller, Chunk, Passage, ScoredChunk
from orc.ports import DocumentIndex

_PASSAGES_RANKED = 300
_NAME_WEIGHT = 0.5
_LEAST_CANDIDATES = 40
_MOST_NAMED = 200
_MOST_OF_SMALL = 20  # chunks


type Retrieval = Literal["lexical", "hybrid", "lexical_fallback"]


@dataclass(frozen=True, slots=True)
class RankedDocument:
    """A document that is relevant to a query. score is comparable within one ranking only, higher is better; sources
    are the retrievers that found it ("name": by its title or file name)."""

    document: Document
    score: float
    sources: tuple[str, ...]


class Retriever:
    """Searches registered documents. Passages are ordered best first, with the shares of several documents side by
    side. Synonyms of a question's terms are searched by_words, an index without embeddings."""

    def __init__(
        self,
        index: DocumentIndex,
        registry: DocumentRegistry,
        *,
        by_words: DocumentIndex | None = None,
        synonyms: Synonyms | None = None,
    ) -> None:
        self._index = index
        self._by_words = by_words or index
        self._registry = registry
        self._synonyms = synonyms or Synonyms.with_built_in()
        self._related = RelatedSearch(self._by_words, self._synonyms)

    def retrieval_of(self, passages: Sequence[Passage]) -> Retrieval:
        """How these passages were found: "lexical" (no embedding model is configured), "hybrid", or "lexical_fallback"
        if the embedding model did not answer or has embedded none of the documents yet."""
        if self._by_words is self._index:
            return "lexical"
        return "hybrid" if any("embedding" in passage.sources for passage in passages) else "lexical_fallback"

    async def passages(
        self,
        caller: Caller,
        question: str,
        documents: Sequence[Document],
        *,
        top_k: int,
        score_threshold: float = 0.0,
        neighbours: int = 0,
    ) -> list[Passage]:
        """At most top_k passages of these ready documents for the question in correct spelling, none scored below the
        threshold; empty if nothing matches, unless it asks for an extreme, such as the cheapest, for what documents
        begin with, or for one of the documents, in few of them. If it wants to be answered according to some of the
        documents, only theirs. Each is extended by the given number of chunks before and after it."""

        heads = {d.file_id: DocumentHead(d.blob_name, d.title or "", d.summary or "") for d in documents}
        source = named_source(question, heads)
        if source is not None and source.is_sole:
            question, documents = source.question or question, [d for d in documents if d.file_id in source.keys]
        by_content = {d.content_id: d for d in documents if d.content_id is not None}
        search, count = partial(self._index.search, caller), max(top_k, _LEAST_CANDIDATES)
        candidates = await search(question, content_ids=(searched := list(by_content)), top_k=count)
        spelled = await self._in_correct_spelling(caller, question, documents, candidates)
        known = by_content.values() if len(by_content) <= _MOST_NAMED else ()
        asked = Question(spelled, [name for d in known for name in (d.blob_name, d.title) if name])
        if asked.wants_overview and asked.named and not (asked.compares and len(asked.named) == 1):
            by_content = {cid: d for cid, d in by_content.items() if asked.named & {d.blob_name, d.title}}
        if spelled != question or len(by_content) < len(searched):
            question, candidates = spelled, await search(spelled, content_ids=list(by_content), top_k=count)
        candidates = await self._with_further_chunks(caller, question, by_content, candidates, count)
        about, best = catalogue_question(question), {each.content_id: each for each in reversed(candidates)}
        is_listed = about is not None and about.wants == "mentions"  # the best passage of each document comes first
        found = sorted(candidates, key=lambda each: is_listed and best[each.content_id] is not each)[:top_k]
        is_open = _is_open(question, asked, by_content.values(), top_k, has_found=bool(found))
        shown = list(by_content) if is_open and len(by_content) <= top_k else []
        if not found and asked.words:  # a document may have the words in its name alone
            words, named = frozenset(asked.words), frozenset[str]() if asked.topic else asked.named
            titled = [cid for cid, d in by_content.items() if named & {d.blob_name, d.title} or has_in_name(d, words)]
            shown = titled[:top_k] or shown
        found = await self._with_every_document(caller, found, shown, top_k) if shown else found
        judged = [1.0] * len(found)
        if asked.topic or not asked.wants_overview:
            judged = self._judged(question, found, candidates, by_content)
        used = {scored.content_id for scored in found}
        contents = {cid: await self._registry.content(caller, by_content[cid]) for cid in used}
        page_starts = {cid: content.page_starts if content else () for cid, content in contents.items()}
        judgements = [(each, by_content[each.content_id], sure) for each, sure in zip(found, judged, strict=True)]
        passages = [
            Passage(d.file_id, d.blob_name, each.chunk, each.score, each.sources, page_starts[each.content_id], sure)
            for each, d, sure in judgements
            if each.score >= score_threshold
        ]
        extended = await self._extend_passages(caller, passages, by_content.values() if neighbours else (), neighbours)
        headings = {by_content[cid].file_id: Headings(content.headings) for cid, content in contents.items() if content}
        return [
            replace(passage, headings=headings[passage.file_id].over(passage.chunk.start, passage.chunk.text))
            if passage.file_id in headings
            else passage
            for passage in extended
        ]

    def _judged(
        self,
        question: str,
        found: Sequence[ScoredChunk],
        candidates: Sequence[ScoredChunk],
        documents: Mapping[str, Document],
    ) -> list[float]:
        """The likelihood that each of the found chunks answers, with the synonyms that suit it best."""
        from orc.documents.evidence.judging import confidences  # not part of a cold start

        texts = [(each.content_id, each.chunk.headed_text) for each in found]
        among = [(c.content_id, c.chunk.headed_text) for c in candidates if "bm25" in c.sources] or texts
        used = {each.content_id for each in (*found, *candidates)}
        files = {cid: f"{documents[cid].blob_name} {documents[cid].title or ''}" for cid in used}
        each_judged = (
            confidences(
                question,
                texts,
                among=among,
                names=files,
                sizes={content_id: documents[content_id].chunks for content_id in used},
                phrases=synonyms.of(question, (text for _, text in texts)),
                terms=synonyms.by_word(question, (text for _, text in texts)),
            )
            for synonyms in self._synonyms.alternatives(question)
        )
        return [max(of) for of in zip(*each_judged, strict=True)]

    async def rank_documents(self, caller: Caller, query: str, documents: Sequence[Document]) -> list[RankedDocument]:
        """The relevant ones of these documents, best first, by their passages, titles and file names."""
        contents = {d.content_id for d in documents if d.content_id is not None}
        found = await self._index.search(caller, query, content_ids=contents, top_k=_PASSAGES_RANKED)
        by_text: dict[
            str, tuple[float, tuple[str, ...]]
        ] = {}  # the best passage's score, and the retrievers that found any
        for scored in found:
            score, sources = by_text.get(scored.content_id, (scored.score, ()))
            by_text[scored.content_id] = (score, tuple(dict.fromkeys((*sources, *scored.sources))))
        best = max((score for score, _ in by_text.values()), default=1.0)
        ranked = []
        matches, factors = name_matches(query, documents), year_factors(query, documents)
        for document, name, factor in zip(documents, matches, factors, strict=True):
            text, sources = by_text.get(document.content_id or "", (0.0, ()))
            if text or name:
                score = (text / best + _NAME_WEIGHT * name) / (1 + _NAME_WEIGHT)
                score *= factor
                ranked.append(RankedDocument(document, score, (*sources, *(("name",) if name else ()))))
        return sorted(ranked, key=lambda r: (-r.score, r.document.blob_name, r.document.file_id))

    async def _in_correct_spelling(
        self, caller: Caller, question: str, documents: Sequence[Document], found: Sequence[ScoredChunk]
    ) -> str:
        """The question in correct spelling. It is compared with the best chunks that its own words find and, if some of
        them are unknown, with the whole text of a few chunks."""
        from orc.documents.search.corrections import Spelling  # not part of a cold start

        languages = {document.language for document in documents if document.language}
        texts = [text for d in documents[:_MOST_NAMED] for text in (d.blob_name, d.title) if text]
        texts += [scored.chunk.headed_text for scored in found]
        spelling = await asyncio.to_thread(Spelling, question, languages, self._synonyms)
        if not await asyncio.to_thread(spelling.may_differ_from, texts):
            return question
        counts = [_LEAST_CANDIDATES if document.chunks is None else document.chunks for document in documents]
        if sum(counts) <= _LEAST_CANDIDATES:
            contents = [document.content_id for document in documents if document.content_id is not None]
            texts += [c.headed_text for content_id in contents for c in await self._index.chunks(caller, content_id)]
        return await asyncio.to_thread(spelling.corrected, texts)

    async def _with_further_chunks(
        self,
        caller: Caller,
        question: str,
        documents: Mapping[str, Document],
        found: Sequence[ScoredChunk],
        count: int,
    ) -> list[ScoredChunk]:
        """The results of the question's words and, between them, related chunks. Documents that it names rank first
        among equals, those of other years last."""
        asked = list(documents.values())
        matches, years = name_matches(question, asked), year_factors(question, asked)
        factors = {
            content_id: (1 + _NAME_WEIGHT * match) * of_year
            for content_id, match, of_year in zip(documents, matches, years, strict=True)
        }
        ranked = [replace(each, score=each.score * factors[each.content_id]) for each in found]
        ranked.sort(key=lambda each: -each.score)
        chunks = sum(d.chunks if d.chunks is not None else _MOST_OF_SMALL + 1 for d in asked)
        ranked = await self._related.with_related(
            caller, question, ranked, list(documents), count, are_small=chunks <= _MOST_OF_SMALL
        )
        if (about := catalogue_question(question)) and about.wants == "mentions":  # some have its subject in their name
            known = {each.content_id for each in ranked}
            named = [cid for cid, d in documents.items() if cid not in known and has_in_name(d, about.subject)][:count]
            ranked += await self._with_every_document(caller, [], named, len(named))
        return ranked

    async def _extend_passages(
        self, caller: Caller, passages: Sequence[Passage], documents: Iterable[Document], neighbours: int
    ) -> list[Passage]:
        """The passages with the neighbours of their chunks, as one text of the document."""
        texts: dict[str, str] = {}
        chunks: dict[str, list[Chunk]] = {}
        for document in documents:
            if any(passage.file_id == document.file_id for passage in passages):
                texts[document.file_id] = await self._registry.text(caller, document)
                chunks[document.file_id] = await self._index.chunks(caller, document.content_id or "")
        extended: list[Passage] = []
        for p in passages:
            own = chunks.get(p.file_id, [])
            at = next((i for i, chunk in enumerate(own) if chunk.chunk_id == p.chunk.chunk_id), None)
            if at is None:
                extended.append(p)
                continue
            first, end = own[max(at - neighbours, 0)], own[min(at + neighbours, len(own) - 1)].end
            text, page = texts[p.file_id][first.start : end], page_at(p.page_starts, first.start)
            chunk = Chunk(p.chunk.chunk_id, first.start, end, text, page, first.table_head)
            extended.append(replace(p, chunk=chunk))
        return extended

    async def _with_every_document(
        self, caller: Caller, found: Sequence[ScoredChunk], content_ids: Sequence[str], top_k: int
    ) -> list[ScoredChunk]:
        """An even share of each document: its results, then passages spread over its whole length."""
        share = max(1, top_k // max(1, len(content_ids)))
        chosen: list[ScoredChunk] = []
        for content_id in content_ids:
            hits = [scored for scored in found if scored.content_id == content_id][: share // 2]
            known = {scored.chunk.chunk_id for scored in hits}
            chunks = await self._index.chunks(caller, content_id)
            even = chunks if len(chunks) <= share else [chunks[i * len(chunks) // share] for i in range(share)]
            spread = [chunk for chunk in even if chunk.chunk_id not in known]
            chosen += hits
            chosen += [ScoredChunk(content_id, chunk, 0.0, ("overview",)) for chunk in spread[: share - len(hits)]]
        return chosen


def _is_open(question: str, asked: Question, documents: Collection[Document], top_k: int, *, has_found: bool) -> bool:
    """Whether every document of few may be shown: the question names no subject, or asks for an extreme, a field, a
    list or what documents begin with and nothing was found, or chooses among documents of which top_k passages tell
    enough."""
    from orc.documents.evidence.asked_fields import asks_for_field
    from orc.documents.evidence.asked_lists import asks_for_list_alone
    from orc.documents.evidence.listed_kinds import asks_for_every_kind  # not part of a cold start
    from orc.documents.evidence.opening_lines import asks_opening
    from orc.documents.evidence.superlatives import extreme_asked

    if asked.wants_overview or asks_opening(question) or asks_for_every_kind(question):
        return True
    if not has_found and (not asked.topic or bool(extreme_asked(question)[0]) or asks_for_field(question)):
        return True
    if not has_found and asks_for_list_alone(asked):
        return True
    # Each document has its say, with its best passages if it is long.
    is_choice = choice_asked(question) is not None
    return is_choice and min(2 * len(documents), sum(document.chunks or 1 for document in documents)) <= top_k
