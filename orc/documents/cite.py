"""Citations: the pointers into documents that the numbers in an answer stand for."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import log

from orc.documents.chunk import page_at
from orc.documents.prose import plain
from orc.documents.questions import years_in
from orc.documents.quotes import quotes_hold
from orc.documents.sentences import Span, sentence_spans
from orc.documents.support import bears_out
from orc.documents.words import content_words
from orc.domain import Citation, CitationStyle, Passage

NOT_IN_DOCUMENTS = "The documents do not contain an answer to this."

_SNIPPET = 300
_LONGEST_SNIPPET = 500
_FIGURE_WEIGHT = 2.5


def cite(passage: Passage, number: int, *, claim: str, question: str) -> Citation:
    """Points at the sentences of the passage that best support the claim; the question, then the passage's beginning
    stand in for a claim that shares no word with it. verified says that the passage bears the claim out."""
    chunk = passage.chunk
    pieces = list(_pieces(passage))
    start, end = _best_snippet(chunk.text, pieces, claim, question) if pieces else (0, 0)
    snippet = chunk.text[start:end]
    return Citation(
        id=str(number),
        source_id=passage.source_id,
        file_id=passage.file_id,
        blob_name=passage.blob_name,
        page=page_at(passage.page_starts, chunk.start + start) or chunk.page,
        start=chunk.start + start,
        end=chunk.start + end,
        snippet=snippet,
        sources=passage.sources,
        verified=bool(snippet)
        and chunk.end - chunk.start == len(chunk.text)
        and is_borne_out(claim, [passage], question),
    )


def widened(citation: Citation, passage: Passage, claim: str) -> Citation:
    """The citation with a snippet that shows what supports another claim as well, if both stand close together on one
    page; else as it was."""
    other = cite(passage, int(citation.id), claim=claim, question="")
    start, end = min(citation.start, other.start), max(citation.end, other.end)
    if other.page != citation.page or end - start > _LONGEST_SNIPPET:
        return citation
    if not set(content_words(claim)).intersection(content_words(other.snippet)):
        return citation
    at = passage.chunk.start
    return replace(citation, start=start, end=end, snippet=passage.chunk.text[start - at : end - at])


def is_borne_out(claim: str, passages: Sequence[Passage], question: str) -> bool:
    """Whether these passages, taken together, have the quotations, figures and names of a claim."""
    texts = [passage.chunk.headed_text for passage in passages]
    given = "\n".join([question, *(passage.blob_name for passage in passages)])
    return quotes_hold(claim, texts) and bears_out("\n".join(texts), claim, given=given)


def _pieces(passage: Passage) -> Iterator[tuple[int, Span]]:
    """The sentences of a chunk, cut where a page begins, each with its page, as offsets in the chunk."""
    chunk, pages = passage.chunk, passage.page_starts
    for a, b in sentence_spans(chunk.text):
        first, last = bisect_right(pages, chunk.start + a), bisect_left(pages, chunk.start + b)
        cuts = [a, *(page - chunk.start for page in pages[first:last]), b]
        for page, (start, end) in enumerate(pairwise(cuts), first):
            text = chunk.text[start:end]
            if text.strip():
                yield page, (start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


def _best_snippet(text: str, pieces: Sequence[tuple[int, Span]], claim: str, question: str) -> Span:
    words = [set(content_words(text[a:b])) for _, (a, b) in pieces]
    spread = Counter(word for piece in words for word in piece)
    weight = {
        word: log(1 + len(pieces) / count) * (_FIGURE_WEIGHT if word[0].isdecimal() and not years_in(word) else 1)
        for word, count in spread.items()
    }
    claimed, asked = set(content_words(claim)), set(content_words(question))

    def support(piece: set[str], wanted: set[str]) -> float:
        shared = sum(weight[word] for word in piece & wanted)
        return shared * (1 + shared / sum(weight[word] for word in piece)) if shared else 0.0

    best = max(range(len(pieces)), key=lambda i: support(words[i], claimed) + support(words[i], asked) / 5)
    first = last = best
    missing = claimed - words[best]
    for step in (1, -1):  # grow to neighbours on the page that say more of the claim
        while 0 <= (i := (last if step == 1 else first) + step) < len(pieces) and missing & words[i]:
            start, end = pieces[min(first, i)][1][0], pieces[max(last, i)][1][1]
            if pieces[i][0] != pieces[best][0] or end - start > _SNIPPET:
                break
            first, last, missing = min(first, i), max(last, i), missing - words[i]
    return _shortened(text, pieces[first][1][0], pieces[last][1][1], claimed | asked)


def _shortened(text: str, start: int, end: int, wanted: set[str]) -> Span:
    """At most _LONGEST_SNIPPET characters of a span, from a little before the first word that is wanted."""
    if end - start <= _LONGEST_SNIPPET:
        return start, end
    tokens = list(re.finditer(r"\S+", text[start:end]))
    hit = next((m.start() for m in tokens if wanted.intersection(content_words(m[0]))), 0)
    begin = next((start + m.start() for m in tokens if m.start() >= hit - _LONGEST_SNIPPET // 5), start)
    within = [m.end() for m in tokens if start + m.end() <= begin + _LONGEST_SNIPPET and start + m.start() >= begin]
    return begin, start + within[-1] if within else min(begin + _LONGEST_SNIPPET, end)


def render_references(citations: Sequence[Citation], style: CitationStyle) -> str:
    """What to append to an answer in this style; nothing when markers stay inline or nothing was cited."""
    unique = {citation.id: citation for citation in citations}
    if style == "inline" or not unique:
        return ""
    if style == "footnote":
        return "\n\nFootnotes:\n" + "\n".join(f"[{c.id}] {_place([c])}: “{_one_line(c)}”" for c in unique.values())
    documents: dict[str, list[Citation]] = {}
    for citation in unique.values():
        documents.setdefault(citation.file_id, []).append(citation)
    lines = ("".join(f"[{c.id}]" for c in cited) + f" {_place(cited)}" for cited in documents.values())
    return "\n\nSources:\n" + "\n".join(lines)


def _place(citations: Sequence[Citation]) -> str:
    name = plain(citations[0].blob_name.rsplit("/", 1)[-1])
    pages = sorted({c.page for c in citations if c.page is not None and not c.page_label})
    if len(pages) > 1:
        return f"{name}, pages {', '.join(map(str, pages))}"
    places = dict.fromkeys(plain(c.place) for c in sorted(citations, key=lambda c: c.start) if c.place)
    return ", ".join([name, *places])


def _one_line(citation: Citation) -> str:
    text = " ".join(citation.snippet.split())
    return plain(text if len(text) <= _SNIPPET else text[:_SNIPPET].rsplit(" ", 1)[0] + "…")
