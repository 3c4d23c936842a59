"""Searches for what a question's own words do not find: synonyms of its terms, and the financial statements that its
figures are computed from (D-088)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest

from orc.documents.questions.question import Question
from orc.documents.search.fusion import with_related
from orc.documents.search.statements import statements_for
from orc.documents.search.synonyms import Synonyms, has_phrase
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.initials import Initials
from orc.documents.text.tokens import spelled_out, words_of
from orc.domain import Caller, ScoredChunk
from orc.ports import DocumentIndex

_DOCUMENTS = 5
_PARTS, _PART_CANDIDATES = 3, 30
_MOST_SCANNED, _MOST_TERMS = 400, 5


class RelatedSearch:
    """Searches an index without embeddings, only in the documents that were found first, as a whole catalogue takes too
    long."""

    def __init__(self, index: DocumentIndex, synonyms: Synonyms) -> None:
        self._index = index
        self._synonyms = synonyms

    async def with_related(
        self,
        caller: Caller,
        question: str,
        found: Sequence[ScoredChunk],
        content_ids: Collection[str],
        count: int,
        *,
        are_small: bool = False,
    ) -> list[ScoredChunk]:
        """The results of the question's words, interleaved with other passages that may answer it: parts of statements
        first. If the question has no such terms, except for a deployer's own, synonyms of its everyday words are
        searched: the loose ones too if the documents are small or nothing was found."""
        initials = Initials(question)
        if initials and not any(initials.says_short(each.chunk.headed_text) for each in found):
            terms = set[str]()  # terms of its abbreviations in the first results, or in the first documents
            for content_id in list(dict.fromkeys((*(each.content_id for each in found), *content_ids)))[:_DOCUMENTS]:
                for chunk in (await self._index.chunks(caller, content_id))[:_MOST_SCANNED]:
                    terms |= initials.terms_in(chunk.headed_text)
            if terms:
                query = "; ".join(sorted(terms)[:_MOST_TERMS])
                spelled = await self._index.search(caller, query, content_ids=list(content_ids), top_k=count)
                found = with_related(found, spelled)
        phrases, statements = self._synonyms.of(question), statements_for(question)
        if not statements and not self._synonyms.alternatives(question)[-1].of(question):
            others = Question(question).other_words if found and not are_small else Question(question).loose_words
            found = await self._with_other_words(caller, others, found, content_ids, count)
            if not phrases:
                return [*found]
        likely = list(dict.fromkeys(each.content_id for each in found))[:_DOCUMENTS] or list(content_ids)
        search = partial(self._index.search, caller, content_ids=likely)
        parts = []  # first the passages with most rows of a statement; rows with the phrases count more
        for statement in statements:
            candidates = await search(statement.query, top_k=_PART_CANDIDATES)
            likeness = [(each, statement.likeness(each.chunk.text, phrases)) for each in candidates]
            alike = [replace(each, score=float(rows)) for each, rows in likeness if rows]
            parts.append(_favour_documents_of(found, alike)[:_PARTS])
        related = await search("; ".join((question, *phrases)), top_k=count) if phrases else []
        with_phrases = [e for e in _favour_documents_of(found, related) if has_phrase(e.chunk.headed_text, phrases)]
        in_turn = [part for places in zip_longest(*parts) for part in places if part is not None]
        if not found and not in_turn and not with_phrases:
            others = Question(question).other_words  # loose synonyms do not count together with terms
            return await self._with_other_words(caller, others, found, content_ids, count)
        return with_related(found, [*in_turn, *with_phrases])

    async def _with_other_words(
        self,
        caller: Caller,
        others: Mapping[str, Phrases],
        found: Sequence[ScoredChunk],
        content_ids: Collection[str],
        count: int,
    ) -> list[ScoredChunk]:
        """The results, interleaved with passages that have synonyms of question words which occur in no result."""
        known = frozenset[str]().union(*(words_of(each.chunk.headed_text) for each in found))
        missing = [phrases for word, phrases in others.items() if word not in known]
        if not missing:
            return list(found)
        query = " ".join(spelled_out(word) for phrases in missing for phrase in phrases for word in sorted(phrase))
        related = await self._index.search(caller, query, content_ids=list(content_ids), top_k=count)
        said = ((each, frozenset(words_of(each.chunk.headed_text))) for each in related)
        return with_related(found, [each for each, words in said if any(says(words, phrases) for phrases in missing)])


def _favour_documents_of(found: Sequence[ScoredChunk], related: Sequence[ScoredChunk]) -> list[ScoredChunk]:
    """Prefers related chunks of documents in which more was found first: terms alone do not identify a company."""
    best: dict[str, float] = {}
    for each in found:
        best[each.content_id] = max(each.score, best.get(each.content_id, 0.0))
    return sorted(related, key=lambda each: -each.score * best.get(each.content_id, 0.0 if best else 1.0) ** 2)
