"""Creates citations: the document spans that the numbers in an answer refer to."""

from collections.abc import Sequence

from orc.documents.citations.best_sentences import LONGEST_SNIPPET, best_sentences
from orc.documents.citations.quotes import quotations_match, verbatim_places
from orc.documents.markdown.prose import plain
from orc.documents.text.chunks import page_at
from orc.documents.text.sentences import Span, passage_sentences
from orc.documents.text.table_heads import table_head_at
from orc.documents.text.tokens import content_words
from orc.domain import Citation, CitationStyle, Passage

_LONGEST_QUOTE, _QUOTED_SNIPPETS = 300, 5


def cite(
    passage: Passage,
    number: int,
    *,
    claim: str,
    question: str,
    sentence: str = "",
    near: int | None = None,
    verified: bool | None = None,
) -> Citation:
    """Cites the sentences of the passage that contain the claim verbatim: of several, those with most words of the
    question, then those nearest to near, an offset in the document. Without a verbatim match it cites the sentences
    that best support the claim, the sentence that it is part of, and the question, or else the beginning of the
    passage. verified tells whether the passage supports the claim; None means that this is checked here."""
    chunk = passage.chunk
    pieces = list(passage_sentences(passage))
    near = None if near is None else near - chunk.start
    question_words = set(content_words(question))
    found: list[tuple[tuple[int, int], Span]] = []  # the sentences, all on one page, ignoring white space
    shared: dict[Span, int] = {}  # with the question
    first = 0
    for start, end in verbatim_places(chunk.text, claim):
        while pieces[first][1][1] <= start:
            first += 1
        around = [pieces[first]]
        while around[-1][1][1] < end:
            around.append(pieces[first + len(around)])
        if around[0][0] == around[-1][0] and end - start <= LONGEST_SNIPPET:
            span = around[0][1][0], around[-1][1][1]
            distance = 0 if near is None else abs(start - near)
            if span not in shared:
                shared[span] = len(question_words.intersection(content_words(chunk.text[slice(*span)])))
            fit, (first_at, last_at) = (shared[span], -distance), span
            if last_at - first_at > LONGEST_SNIPPET:  # as much of the following text as fits into a snippet
                first_at, last_at = start, min(last_at, start + LONGEST_SNIPPET)
                if last_at not in (span[1], end):
                    last_at = max(end, start + len(chunk.text[start:last_at].rsplit(None, 1)[0]))
            found.append((fit, (first_at, last_at)))
    if found:
        start, end = max(found, key=lambda each: each[0])[1]
    else:
        start, end = best_sentences(chunk.text, pieces, claim, f"{sentence} {question}")
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
        table_head=table_head_at(chunk, chunk.start + start, chunk.start + end, passage.page_starts) or None,
        verified=bool(snippet)
        and chunk.end - chunk.start == len(chunk.text)
        and (are_sufficient(claim, [passage], question) if verified is None else verified),
    )


def are_sufficient(claim: str, passages: Sequence[Passage], question: str) -> bool:
    """Whether the passages together have the quotations, figures and names of a claim."""
    from orc.documents.verification.claims import supports_claim  # not part of a cold start

    texts = [passage.chunk.headed_text for passage in passages]
    names = "\n".join(passage.blob_name for passage in passages)
    return quotations_match(claim, texts) and supports_claim("\n".join(texts), claim, question=question, names=names)


def support_by_passage(claim: str, passages: Sequence[Passage], question: str) -> list[bool]:
    """For each passage, whether it supports the claim. A passage does that supports the claim alone. If the passages
    support the claim only together, or each of its clauses is supported by one of them, then a passage does that
    supports a clause or, if none supports the claim alone, that shares words with it (D-220, D-418)."""
    from orc.documents.verification.claims import clauses
    from orc.documents.verification.word_overlap import shares_words

    alone = [are_sufficient(claim, [passage], question) for passage in passages]
    if len(passages) < 2 or all(alone):
        return alone
    parts = [[are_sufficient(part, [passage], question) for passage in passages] for part in clauses(claim)]
    is_together = are_sufficient(claim, passages, question)
    if not is_together and (any(alone) or len(parts) < 2 or not all(map(any, parts))):
        return alone
    return [
        whole
        or any(part[i] for part in parts)
        or (is_together and not any(alone) and shares_words(passages[i].chunk.headed_text, claim))
        for i, whole in enumerate(alone)
    ]


def render_references(citations: Sequence[Citation], style: CitationStyle) -> str:
    """The text to append to an answer for a citation style. Empty if markers stay inline or nothing is cited."""
    unique = {citation.id: citation for citation in citations}
    if style == "inline" or not unique:
        return ""
    if style == "footnote":
        notes = []
        for citation in unique.values():  # with the page of each snippet if they are on several pages
            of_spans = {span.snippet: span.page for span in citation.spans if span.snippet}
            snippets = {citation.snippet: citation.page} | of_spans
            listed = list(snippets.items())[:_QUOTED_SNIPPETS]
            paged = len({page for _, page in listed}) > 1
            texts = []
            for snippet, page in listed:
                text = " ".join(snippet.split())
                shown = plain(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE].rsplit(" ", 1)[0] + "…")
                texts.append(f"“{shown}”" + (f" (page {page})" if paged and page else ""))
            if len(snippets) > len(listed):
                texts.append(f"and {len(snippets) - len(listed)} more")
            notes.append(f"[{citation.id}] {_place([citation])}: {'; '.join(texts)}")
        return "\n\nFootnotes:\n" + "\n".join(notes)
    documents: dict[str, list[Citation]] = {}
    for citation in unique.values():
        documents.setdefault(citation.file_id, []).append(citation)
    lines = ("".join(f"[{c.id}]" for c in cited) + f" {_place(cited)}" for cited in documents.values())
    return "\n\nSources:\n" + "\n".join(lines)


def _place(citations: Sequence[Citation]) -> str:
    """The name of a document and where the citations are in it: pages, or else headings."""
    name = plain(citations[0].blob_name.rsplit("/", 1)[-1])
    pages = sorted({c.page for c in citations if c.page is not None and not c.page_label})
    if len(pages) > 1:
        return f"{name}, pages {', '.join(map(str, pages))}"
    places = dict.fromkeys(plain(c.place) for c in sorted(citations, key=lambda c: c.start) if c.place)
    return ", ".join([name, *places])
