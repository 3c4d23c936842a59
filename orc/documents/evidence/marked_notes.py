"""The notes to which sentences and rows refer by a mark: "Delivery takes 4 days.*", with "* in winter 9 days" below.
Pure (D-522)."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from orc.documents.evidence.passage_sentences import Sentence
from orc.domain import Passage
from orc.patterns import regex

_STAR = r"\\?\*{1,3}|[†‡§]{1,2}|[¹²³⁴-⁹]{1,2}"
_NUMBERED = r"\[\^?[a-zA-Z\d]{1,12}\]|\(\d{1,2}\)"
_MARK = regex(
    rf"(?<=[^\s*\\|(])(?P<sign>{_STAR})(?=[\s.,;:)|]|\Z)"
    rf"|(?<=[^\s|])\s?(?P<number>{_NUMBERED})(?=[.!?]?(?:\s\||\s?\||\Z))"
    r"|(?<=[^\s|])(?P<reference>\[\^[a-zA-Z\d]{1,12}\])"
)
_NOTE = regex(rf"\A(?:[-*•] )?(?P<mark>{_STAR}|{_NUMBERED}):?(?=\s?\S)")
_OPENS_EMPHASIS = regex(r"(?:\A|[\s(|])\*{1,3}(?=[^\s*])")
_FARTHEST, _NEAR, _MOST, _MOST_SENTENCES = 20_000, 600, 3, 4


def with_notes(
    chosen: Sequence[Sentence], sentences: Sequence[Sentence], passages: Sequence[Passage]
) -> list[Sentence]:
    """The chosen sentences, each before the notes below it to which its marks refer, or those of the headings over a
    row."""
    found = list[Sentence]()
    notes: dict[tuple[str, str], list[tuple[int, Sentence]]] | None = None
    for s in chosen:
        found.append(s)
        marks = [*islice(dict.fromkeys(_marks_of(s)), _MOST)]
        if not marks:
            continue
        notes = _notes(sentences, passages) if notes is None else notes
        for mark in marks:
            at = _note_of(s, mark, notes.get((passages[s.number - 1].file_id, mark), ()))
            found += [each for each in _whole(sentences, at, passages) if each not in chosen] if at is not None else []
    return [*{id(s): s for s in found}.values()]


def _marks_of(sentence: Sentence) -> Iterator[str]:
    above = (*sentence.row.above, *sentence.titles[-1:]) if sentence.row else ()
    for text in (sentence.shown, *above):
        is_emphasised = "*" in text and _OPENS_EMPHASIS.search(text) is not None
        for found in _MARK.finditer(text):
            mark = (found["sign"] or found["number"] or found["reference"]).lstrip("\\")
            if not (is_emphasised and mark[0] == "*"):
                yield mark


def _notes(
    sentences: Sequence[Sentence], passages: Sequence[Passage]
) -> dict[tuple[str, str], list[tuple[int, Sentence]]]:
    """The places of the sentences that begin with a mark, by their document and mark. A star that several lines in
    succession begin with is a bullet."""
    found = dict[tuple[str, str], list[tuple[int, Sentence]]]()
    for at, s in enumerate(sentences):
        note = _NOTE.match(s.shown) if s.row is None else None
        if note is not None and not (s.text.startswith("* ") and _is_bullet(sentences, at)):
            found.setdefault((passages[s.number - 1].file_id, note["mark"].lstrip("\\")), []).append((at, s))
    return found


def _is_bullet(sentences: Sequence[Sentence], at: int) -> bool:
    around = (*sentences[max(at - 1, 0) : at], *sentences[at + 1 : at + 2])
    return bool(sentences[at].introduction) or any(s.text.startswith("* ") for s in around)


def _note_of(sentence: Sentence, mark: str, notes: Sequence[tuple[int, Sentence]]) -> int | None:
    """The place of the nearest note with this mark below a sentence; one with a number in plain brackets, which may be
    an entry of a bibliography, not far below it."""
    farthest = _NEAR if mark[0] in "[(" and not mark.startswith("[^") else _FARTHEST
    below = [(at, s) for at, s in notes if sentence.end <= s.start <= sentence.end + farthest]
    return min(below, key=lambda each: each[1].start)[0] if below else None


def _whole(sentences: Sequence[Sentence], at: int, passages: Sequence[Passage]) -> Iterator[Sentence]:
    """The sentences of the note that begins at this place: those on its line."""
    yield sentences[at]
    for one, other in zip(sentences[at:], sentences[at + 1 : at + _MOST_SENTENCES], strict=False):
        chunk = passages[one.number - 1].chunk
        between = chunk.text[one.end - chunk.start : other.start - chunk.start]
        if one.number != other.number or other.start < one.end or not re.fullmatch(r" {1,2}", between):
            return
        yield other
