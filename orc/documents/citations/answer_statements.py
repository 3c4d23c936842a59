"""Splits an answer into statements: the sentences, list items and table rows that its markers cite (D-115)."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from orc.documents.citations.markers import last_markers, unescaped, without_markers
from orc.documents.text.sentences import Span, sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.negations import denies
from orc.patterns import regex

_WINDOW = 2_000
_FEW_WORDS = 4
_LEAST_ALONE = 3  # words of an item
_BLOCK_MARKS = regex(r"(?:[ \t]*(?:[>|]|(?:[-*+•]|\d{1,9}[.)]|#{1,6})(?=[ \t])))*\s*")
_BEFORE_QUOTATION = regex(r"\s*(?:…\s+)?(?:-\s+)?")  # that a sentence was cut short, and the mark of a list
_LOOSE = regex(r"(?:[\s,;:.!?…、，；：。！？)\]»”’|–—-]|[*_]{1,3}(?=[\s,;:.!?…、，；：。！？)\]»”’|]|\Z))*")
_ENDED = regex(r"[.!?…。！？｡؟۔।॥][\"'”’»)\]」』）】*_]*\s*\Z")
_FENCE = regex(r"^[ \t]*(`{3,}|~{3,})[^\n]*$", re.MULTILINE)
_ENTRY = regex(
    r"(?:[\W_]*(?:[^\W\d_]{1,20}[^\S\n]?){1,3}:)?"  # the heading of the list
    r"[\W_]*(?:(?:pp?|pages?|s|seiten?|págs?|páginas?|sections?|sect?|chapters?|abschnitte?|kapitel|articles?|artikel|sección)\b[\W_]*)?(?:\d{1,5}[\W_]*){0,2}"
)
_SOURCE_LABEL = regex(
    r"(?:(?:\A|(?<=\n))[ \t>]*|(?<=[.!?…。！？»”\")*_])[ \t\n]*)[\[(（*_]{0,4}"
    r"(?:sources?|references?|citations?|quellen?|beleg|fuentes?|fontes?|fonti|bron(?:nen)?|źródł[oa]|källa|kilde|出典|来源"
    r"|出处|資料)[*_]{0,3}[ \t]?[:：][ \t*_]*\Z",
    re.IGNORECASE,
)
_WORD = regex(r"[^\W_]")
_CONJUNCTION = regex(
    r"[^\S\n]*+,?[^\S\n]*+(?:and|or|und|oder|sowie|et|ou|y|e|o|en|of|och|eller|og|i|oraz|lub|ve|veya|ja|tai|a|nebo|и|или|και"
    r"|و|أو|と|や|及び|または|和|或|及|与|以及)[^\S\n]*+",
    re.IGNORECASE,
)
_HEADING = regex(r"[ \t]*#{1,6}[ \t]")
_INTRODUCES = regex(r"[:：][ \t*_]*\Z")
_COLON = regex(r"[ \t\xa0*_)]*[:：][ \t\r*_]*(?=\n|\Z)")
_ITEM_MARK = regex(
    r"[ \t>]*(?:[-*+•–—·◦▪‣●○✅→➤]|\d{1,3}(?:\.\d{1,3})*[.)]?|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])[ \t]+"
)
_IS_INCOMPLETE = regex(
    r"\b(?:is|are|was|were|be|must|may|can|cannot|not|shall|will|pays?|covers?|includes?|excludes?|in|of|to|for|by|with|on"
    r"|ist|sind|muss|müssen|darf|dürfen|kann|können|zahlt|umfasst|enthält|für|est|sont|doit|peut|paie|comprend|pour"
    r"|es|son|debe|puede|paga|incluye|para)[\s*_]*\Z",
    re.IGNORECASE,
)
_CONTINUES = regex(r"[ \t]+\S")


type Rest = Literal["nothing", "sentence", "all"]
"""What may belong to a statement of what follows its markers: nothing; the rest of its sentence if no other marker is
in that; all up to the next marker."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A cited statement. answer[start:end] is its text with its markers; mark is the offset of the first marker. claim
    is the text without markers, sentence the whole sentence that the statement is part of."""

    start: int
    end: int
    mark: int
    claim: str
    sentence: str
    rest: Rest = "nothing"


def statement_before(answer: str, after: int = 0, sources: int = 999) -> Statement:
    """The statement that the markers at the end of the answer so far cite. after is the end of the previous markers:
    what precedes it belongs to them. sources is how many there are: greater numbers in brackets are text."""
    base, window, text, mark = _end_of(answer, sources)
    after = max(0, after - base)
    label = _SOURCE_LABEL.search(text, after)
    if is_named := label is not None and _WORD.search(text, after, label.start()) is not None:
        text = text[: label.start()]  # the statement is what the source is named for
    fenced = _fenced(text)
    sentence, code_end = fenced[-1] if fenced else (0, 0)
    if not fenced or text[code_end:].strip():  # not a block of code: the last sentence, list item or table row
        spans = sentence_spans(text[code_end:])
        sentence = code_end + spans[-1][0] if spans else len(text)
    start = _skip(_BLOCK_MARKS, text, sentence)
    line = window.rfind("\n", 0, mark) + 1
    is_row = _is_row(window[line:])
    if after > sentence:
        start = _skip(_LOOSE, text, after)
        start = _skip(_BLOCK_MARKS, text, start) if is_row or "\n" in text[after:start] else start
    if not _WORD.search(text, start):
        start = min(_skip(_BLOCK_MARKS, text, sentence), mark)
    rest: Rest = "nothing" if is_named else "all"
    ahead = window[max(line, after) : mark]
    ahead = ahead[_skip(_BLOCK_MARKS, ahead, 0) :]
    if not (is_named or is_row) and _WORD.search(ahead):
        words = content_words(ahead)
        if len(words) >= _FEW_WORDS or any(map(str.isdecimal, ahead)) or _ENDED.search(ahead):
            rest = "nothing"
        elif len(words) >= 2:
            rest = "sentence"
    return Statement(
        start=base + start,
        end=len(answer),
        mark=base + mark,
        claim=_claim((_label(text[line:start]) if is_row else "") + text[start:], sources),
        sentence=_claim(text[_skip(_BLOCK_MARKS, text, sentence) :], sources),
        rest=rest,
    )


def quotation_before(answer: str, after: int = 0, sources: int = 999) -> Statement:
    """The whole line before the markers at the end of the answer so far, from the end of the previous markers. It is
    the statement of an answer that consists of quoted parts of documents."""
    base, _, text, mark = _end_of(answer, sources)
    after = max(0, after - base)
    start = min(_skip(_BEFORE_QUOTATION, text, max(after, text.rfind("\n") + 1)), mark)
    quoted = unescaped(text[start:]).strip()
    return Statement(base + start, len(answer), base + mark, quoted, quoted)


def statement_around(answer: str, before: Statement, stop: int, after: int = 0, sources: int = 999) -> Statement | None:
    """The statement extended by the text after its markers, up to stop: the next markers or the end of the answer. None
    if nothing after the markers belongs to it. In a row of a table whose other cells have markers too, this is the rest
    of the cell. after and sources are as in statement_before."""
    if before.rest == "nothing":
        return None
    marked, stop = stop < len(answer), min(stop, before.end + _WINDOW)
    newline = answer.find("\n", before.end, stop)
    stop = newline if newline >= 0 else stop
    least = max(0, before.mark - _WINDOW)
    line = answer.rfind("\n", least, before.mark) + 1 or least
    text = answer[line:stop]
    start, end = _skip(_BLOCK_MARKS, text, 0), len(text.rstrip(" \t|"))
    if not _is_row(text):
        found = [span for span in sentence_spans(text) if span[0] <= before.mark - line < span[1]]
        start, end = (max(start, found[0][0]), found[0][1]) if found else (0, 0)
    start, end = line + start, line + end
    label = ""
    if after > start:
        start = min(_skip(_LOOSE, answer, after), before.mark)
        if _is_row(text):
            start = min(_skip(_BLOCK_MARKS, answer, start), before.mark)
            label = _label(answer[line:start])
    reaches_marker = marked and newline < 0 and end == line + len(text.rstrip())
    if marked and newline < 0 and _is_row(text) and answer.count("|", line, before.mark) > 1:
        cell_end = answer.find("|", before.end, end)
        end = len(answer[:cell_end].rstrip()) if cell_end >= 0 else end
    if (before.rest == "sentence" and reaches_marker) or end <= before.end or not _WORD.search(answer, before.end, end):
        return None
    if reaches_marker and _CONJUNCTION.fullmatch(answer, before.end, end):
        return None
    claim = _claim(label + answer[start:end], sources)
    return Statement(start, end, before.mark, claim, claim)


def items_below(answer: str, lead: Statement, stop: int, sources: int = 999) -> list[Statement]:
    """The items of the list that a cited statement introduces with a colon, before or after its markers, up to stop:
    the next markers or the end of the answer. The item that these markers cite is not one of them."""
    colon = _COLON.match(answer, lead.end, stop)
    if not (colon or _INTRODUCES.search(answer, lead.start, lead.mark)):
        return []
    at = colon.end() if colon else lead.end
    end = stop if stop == len(answer) else answer.rfind("\n", lead.end, stop)  # the line of the next markers is theirs
    items, begins = list[Statement](), -1

    def close(last: int) -> None:
        nonlocal begins
        if begins >= 0 and _WORD.search(answer, begins, last):
            text = answer[begins:last].rstrip()
            items.append(Statement(begins, begins + len(text), begins, _claim(text, sources), _claim(text, sources)))
        begins = -1

    while at < end and (line := answer.find("\n", at, end) + 1):
        line_end = answer.find("\n", line, end)
        line_end = line_end if line_end >= 0 else end
        if found := _ITEM_MARK.match(answer, line, line_end):
            close(line - 1)
            begins = found.end()
        elif not answer[line:line_end].strip():
            close(line - 1)
        elif begins < 0 or not _CONTINUES.match(answer, line, line_end):
            break
        at = line_end
    close(at)
    return items


def introduced(lead: Statement, item: Statement) -> Statement:
    """The item with the words that introduce its list, as one claim: "The tenant pays" and "the gas"."""
    lead_words = lead.claim.rstrip(" :：*_")
    joint = " " if _IS_INCOMPLETE.search(lead_words) else ": "
    return replace(item, claim=f"{lead_words}{joint}{item.claim}")


def stands_alone(lead: Statement, item: Statement) -> bool:
    """Whether an item is a statement without the words that introduce its list: "The lease has these terms" and "The
    owner is Maria Keller"."""
    is_complete = not _IS_INCOMPLETE.search(lead.claim.rstrip(" :：*_")) and not denies(lead.claim)
    return is_complete and len(content_words(item.claim)) >= _LEAST_ALONE


def statement_shared(answer: str, last: Statement, previous: Statement | None) -> Statement | None:
    """The previous statement extended to the markers of the last one, if only a conjunction separates their markers:
    both cite the same. None otherwise."""
    if previous is None or not _CONJUNCTION.fullmatch(answer, previous.end, last.mark):
        return None
    return replace(previous, end=last.end)


def is_source_entry(claim: str, name: str) -> bool:
    """Whether the claim is an entry in a list of sources: only the document's name, perhaps with a page or under the
    heading of the list."""
    rest = claim.casefold().replace(name.casefold(), "", 1)
    return len(rest) < len(claim) and _ENTRY.fullmatch(rest) is not None


def statements(text: str) -> list[Span]:
    """The statements of a text without markers: its sentences, list items, table rows and code blocks. Headings and
    block marks are left out."""
    spans, at = list[Span](), 0
    for begin, end in [*_fenced(text), (len(text), len(text))]:
        for first, last in sentence_spans(text[at:begin]):
            start = _skip(_BLOCK_MARKS, text[: at + last], at + first)
            if _WORD.search(text, start, at + last) and not _HEADING.match(text, at + first):
                spans.append((start, at + last))
        if _WORD.search(text, begin, end):
            spans.append((begin, end))
        at = end
    return spans


def _end_of(answer: str, sources: int) -> tuple[int, str, str, int]:
    """The end of an answer, as far as it is read: its offset, its text, this text without the markers at its end, and
    where in it the first of these markers is."""
    base = max(0, len(answer) - _WINDOW)
    window = answer[base:]
    markers = last_markers(window, sources)
    text = window[: len(window) - len(markers)]
    return base, window, text, len(window) - len(markers.lstrip())


def _fenced(text: str) -> list[Span]:
    """The fenced code blocks, closed or cut off at the end of the text."""
    spans, opened = list[Span](), None
    for fence in _FENCE.finditer(text):
        if opened is None:
            opened = fence
        elif fence[1].startswith(opened[1]) and fence[0].strip() == fence[1]:
            spans.append((opened.start(), fence.end()))
            opened = None
    return spans


def _claim(text: str, sources: int) -> str:
    """The text without citation markers and surrounding white space."""
    return without_markers(text, sources).strip()


def _skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where a match of the pattern that begins at an offset ends; this offset if there is none."""
    found = pattern.match(text, at)
    return found.end() if found else at


def _label(row: str) -> str:
    """The label of a row of a Markdown table, before those of its cells that follow the beginning of the row."""
    cells = row.strip(" \t>|").split("|")
    return f"{cells[0].strip()} | " if cells[0].strip() else ""


def _is_row(line: str) -> bool:
    """Whether a line is a row of a Markdown table."""
    return line.lstrip(" \t>").startswith("|")
