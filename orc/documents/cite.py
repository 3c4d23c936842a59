"""Citations: the markers in an answer, and the checked pointers into documents that they stand for."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import log

from orc.documents.chunk import page_at
from orc.documents.questions import years_in
from orc.documents.sentences import Span, content_words, sentence_spans
from orc.domain import Citation, CitationStyle, Passage

NOT_IN_DOCUMENTS = "The documents do not contain an answer to this."

_SNIPPET = 300
_LONGEST_SNIPPET = 500
_CLAIM_WINDOW = 2_000
_FIGURE_WEIGHT = 2.5

_PIECE = re.compile(
    r"(?P<ticks>`+)"
    r"|(?P<newline>\n)"
    r"|(?P<space>[ \t]?)(?:\[\^?(?P<list>[\d \t\xa0,;–-]{1,60})\]|【(?P<mark>\d{1,6})(?:[:†][^`\[【】\n]{0,60})?】)"
    r"(?P<link>\()?"
)
_UNFINISHED = re.compile(r"[ \t]?(?:\[\^?[\d \t\xa0,;–-]{0,60}|【(?:\d{1,6}(?:[:†][^`\[【】\n]{0,60})?)?)?\Z")
_NUMBERS = re.compile(r"(\d+)(?:\s*[–-]\s*(\d+))?")
_MARKERS = re.compile(r"\s*(?:\[\d{1,3}\])+")
_QUOTES = re.compile(r"[\"“„]([^\"“”„]{5,})[\"”“]|«([^«»]{5,})»")
_SMALLEST_YEAR = 1000


class MarkerStream:
    """Splits a streamed answer into text to send and the numbers that it cites.

    Markers come out as [1] or [1][3], each number right after the text that shows it; numbers that no source has are
    taken out. Brackets in code, links and years are left alone. How the answer was cut into pieces changes nothing.
    """

    def __init__(self, sources: int) -> None:
        self._sources = sources
        self._held = ""
        self._code = 0

    def feed(self, piece: str) -> list[str | int]:
        """The text that is clear by now, and the numbers it cites."""
        self._held += piece
        return _merged(self._read(final=False))

    def flush(self) -> list[str | int]:
        """What was still held back when the answer ended."""
        return _merged(self._read(final=True))

    def _read(self, *, final: bool) -> Iterator[str | int]:
        text, at = self._held, 0
        while match := _PIECE.search(text, at):
            yield text[at : match.start()]
            at = match.start()
            if match.end() == len(text) and not match["newline"] and not final:
                self._held = text[at:]
                return
            yield from self._marker(match)
            at = match.end()
        tail = _UNFINISHED.search(text, at)
        clear = len(text) if final or not tail else tail.start()
        self._held = text[clear:]
        yield text[at:clear]

    def _marker(self, match: re.Match[str]) -> Iterator[str | int]:
        if match["ticks"] or match["newline"]:
            self._track_code(len(match["ticks"] or ""))
        elif not self._code and not match["link"]:
            numbers = _cited(match["list"] or match["mark"], self._sources)
            if numbers is not None:
                yield (match["space"] if numbers else "") + "".join(f"[{n}]" for n in numbers)
                yield from numbers
                return
        yield match[0]

    def _track_code(self, ticks: int) -> None:
        """Code in a line ends with as many backticks as it began with, or with the line; a fence only with a fence."""
        fenced = self._code >= 3
        if not self._code:
            self._code = ticks
        elif (fenced and ticks >= self._code) or (not fenced and ticks in (0, self._code)):
            self._code = 0


def _merged(parts: Iterable[str | int]) -> list[str | int]:
    merged: list[str | int] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part != "":
            merged.append(part)
    return merged


def _cited(body: str, sources: int) -> list[int] | None:
    """The numbers in a marker that have a source; None when the brackets are no marker."""
    ranges = [(int(a), int(b or a)) for a, b in _NUMBERS.findall(body)]
    if not ranges or _NUMBERS.sub("", body).strip(" \t\xa0,;") or any(a == 0 or b < a for a, b in ranges):
        return None
    numbers = [n for a, b in ranges for n in range(a, min(b, sources) + 1)]
    if not numbers and all(a >= _SMALLEST_YEAR for a, _ in ranges):
        return None
    return list(dict.fromkeys(numbers))


def claim_before(answer: str) -> str:
    """What the marker at the end of an answer so far vouches for: the sentence before it, without other markers."""
    text = answer[-_CLAIM_WINDOW:]
    while text.endswith("]") and (marker := re.search(r"\s*\[\d{1,3}\]\Z", text)):
        text = text[: marker.start()]
    spans = sentence_spans(text)
    return _MARKERS.sub("", text[slice(*spans[-1])]).strip() if spans else ""


def cite(passage: Passage, number: int, *, claim: str, question: str) -> Citation:
    """Points at the sentences of the passage that best support the claim; the question, then the passage's beginning
    stand in for a claim that shares no word with it."""
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
        verified=bool(snippet) and chunk.end - chunk.start == len(chunk.text) and quotes_hold(claim, chunk.text),
    )


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


def quotes_hold(claim: str, source: str) -> bool:
    """Whether each quotation of three words or more in the claim stands in the source, whatever its white space."""
    quotes = [" ".join((a or b).split()).rstrip(".,;:!?") for a, b in _QUOTES.findall(claim)]
    normal = _plain(source)
    return all(_plain(quote) in normal for quote in quotes if len(quote.split()) >= 3)


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("’", "'").casefold()


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
    name = citations[0].blob_name.rsplit("/", 1)[-1]
    pages = sorted({c.page for c in citations if c.page is not None})
    if not pages:
        return name
    return f"{name}, page{'s' if len(pages) > 1 else ''} {', '.join(map(str, pages))}"


def _one_line(citation: Citation) -> str:
    text = " ".join(citation.snippet.split())
    return text if len(text) <= _SNIPPET else text[:_SNIPPET].rsplit(" ", 1)[0] + "…"
