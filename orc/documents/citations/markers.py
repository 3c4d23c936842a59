"""Citation markers: the source numbers in an answer, in a stream and in a whole text (D-125)."""

import re
from collections.abc import Iterable, Iterator, Sequence

from orc.domain import Passage
from orc.patterns import regex

_LONGEST_GROUP = 2_000
_SMALLEST_YEAR, _LARGEST_YEAR = 1000, 9999
_FENCE = 3

_DASHES = "–—‐‑-"
_LISTED = rf"[\d \t\xa0,;&、，{_DASHES}]"
_SEE = r"(?i:see|cf|siehe|vgl|voir|vedi|véase|ver|zie)(?i:[ \xa0](?:also|auch|aussi|también|anche|também|ook))?"
_SOURCE = (
    r"(?i:sources?|passages?|citations?|ref|documents?|docs?|quellen?|dokumente?|fuentes?|fontes?|fonti?|documentos?"
    r"|documenti?|bron)"
)
_AND = r"(?:and|und|(?<=[ \xa0])(?:et|y|e|en|och|og|i|и)(?=[ \xa0]))"
_PAGE = r"(?:[,;:][ \xa0]?|[ \xa0])(?i:pp?\.?|pages?|s\.|seiten?|págs?\.?|páginas?)[ \xa0]?[\d–-]{1,11}"
_FILE = r"[,:][ \xa0][^`~\[\]［］【】\n]{1,100}\.[A-Za-z]\w{1,4}"
_OPENING = r"(?:(?<!\\)[\[［]|\\{1,2}\[(?![ \t\xa0]))"  # a formula begins with a space
_OUTER = r"(?<!\\)\[(?=\[)"
_PIECE = regex(
    r"(?P<ticks>`+|~+)"
    r"|(?P<newline>\n)"
    r"|\{[\[［]\d[^`~\[\]［］【】\n]{0,330}[\]］]"  # an index in a formula
    rf"|(?P<space>[ \t]?)(?:(?P<outer>{_OUTER})?{_OPENING}(?:\^|(?:{_SEE}[ :.]{{1,3}})?(?:{_SOURCE}[ :.#]{{1,3}})?)"
    rf"(?P<list>[ \t\xa0]{{0,3}}\d{_LISTED}{{0,60}}(?:{_AND}{_LISTED}{{1,9}}){{0,3}}"
    rf"(?:{_PAGE}(?:[,;][ \xa0]?\d{{1,3}}{_PAGE}){{0,4}})?)(?:{_FILE}(?:{_PAGE})?)?"
    r"(?:†[^`~\[\]［］【】\n]{0,60})?\\{0,2}[\]］](?(outer)\])"
    r"|【(?P<mark>\d{1,6}(?:[,;、，] ?\d{1,6}){0,9})(?:[:†][^`~\[【】\n]{0,60})?】)"
)
_UNFINISHED = regex(
    rf"[ \t]?(?:\\{{1,2}}|\{{|(?:\{{|{_OUTER})?{_OPENING}\^?(?:{_SEE}[ :.]{{1,3}})?(?:[^\W\d_]{{1,10}}[ :.#]{{0,3}})?"
    r"[ \t\xa0]{0,3}(?:\d[^`~\[\]［］【】\n]{0,330})?"
    r"|【(?:\d[\d,;、， ]{0,80}(?:[:†][^`~\[【】\n]{0,60})?)?)?\Z"
)
_CUT = regex(
    rf"[ \t]?(?:(?:{_OUTER})?{_OPENING}\^?(?:{_SEE}[ :.]{{1,3}})?(?:{_SOURCE}[ :.#]{{1,3}})?"
    rf"[ \t\xa0]{{0,3}}(?:\d{_LISTED}{{0,60}})?|【(?:\d[\d,;、， ]{{0,80}})?)\Z"
)
_HALF = regex(r"[ \t]?(?<!\\)\[\[[^`~\[\]［］【】\n]{1,330}\]\Z")  # perhaps another bracket closes it
_PAGES = regex(_PAGE)
_THOUSANDS = regex(r"\d{1,3}(?:,\d{3})+")
_NUMBERS = regex(rf"(\d+)(?:\s*[{_DASHES}]\s*(\d+))?")
_BETWEEN_NUMBERS = regex(rf"(?:[ \t\xa0,;&、，]|{_AND})*")
_MORE = r"(?:[^\S\n]*+(?:[,;/&、，][^\S\n]*+)?\[\d{1,3}\])*"
_MORE_MARKERS = regex(_MORE)
_GROUP = rf"(?:(?<!\s)\s+)?\[\d{{1,3}}\]{_MORE}"
_MARKERS = regex(_GROUP)
_REFERENCES = {
    "[": "&#x5b;",
    "［": "&#xff3b;",
    "【": "&#x3010;",
    "`": "&#x60;",
    "\\": "&#x5c;",
}  # hexadecimal, so they contain no figure that an answer might state
_PAIRED_CODE = regex(r"[^`]*(?:`[^`]+`[^`]*)*")
_LAST_MARKERS = regex(rf"{_GROUP}\Z")


class MarkerStream:
    """Splits a streamed answer into text to send and the source numbers that it cites. Markers come out as [1] or
    [1][3], and each number follows the text that shows it. Numbers without a source are removed, and so is a marker
    that is unfinished at the end; brackets in code, years and indices such as r_{[1]} are kept. The result does not
    depend on how the stream is divided."""

    def __init__(self, sources: int) -> None:
        self._sources = sources
        self._held = ""
        self._code = ""  # the opening delimiter of the code at the end of the text so far
        self._ticks = ""  # the run of backticks or tildes at its end

    def feed(self, piece: str) -> list[str | int]:
        """Returns the text that can be sent and the numbers that it cites."""
        if self._ticks:
            rest = piece.lstrip(self._ticks[0])
            ticks = piece[: len(piece) - len(rest)]
            self._ticks += ticks
            if not rest:
                return [piece] if piece else []
            self._end_ticks()
            self._held = rest
            return _merged([ticks, *self._read(final=False)])
        self._held += piece
        return _merged(self._read(final=False))

    def flush(self) -> list[str | int]:
        """Returns what was held back, at the end of the answer."""
        self._end_ticks()
        return _merged(self._read(final=True))

    def _read(self, *, final: bool) -> Iterator[str | int]:
        text, at = self._held, 0
        while (match := _PIECE.search(text, at)) and (final or match.end() < len(text) or not _HALF.search(text, at)):
            yield text[at : match.start()]
            at = match.start()
            if match["ticks"] and match.end() == len(text) and not final:
                self._ticks, self._held = match["ticks"], ""
                yield match["ticks"]
                return
            at = match.end()
            numbers = None
            if match["ticks"] or match["newline"]:
                self._track_code(match["ticks"] or "")
            elif not self._code and (match["list"] or match["mark"]):
                numbers = _cited(match["list"] or match["mark"], self._sources)
            if numbers is None:
                yield match[0]
            else:
                yield (match["space"] if numbers else "") + "".join(f"[{n}]" for n in numbers)
                yield from numbers
        if final:
            tail = None if self._code else _CUT.search(text, at)
        else:
            tail = _HALF.search(text, at) or _UNFINISHED.search(text, at)
        clear = tail.start() if tail else len(text)
        self._held = "" if final else text[clear:]
        yield text[at:clear]

    def _end_ticks(self) -> None:
        if self._ticks:
            self._track_code(self._ticks)
            self._ticks = ""

    def _track_code(self, ticks: str) -> None:
        """Tracks code. Inline code ends with as many backticks as it began with, or with its line. A fence ends only
        with a fence of the same kind. Fewer than three tildes are not code."""
        fenced = len(self._code) >= _FENCE
        if not self._code:
            self._code = "" if ticks in ("~", "~~") else ticks
        elif (fenced and ticks.startswith(self._code)) or (not fenced and ticks in ("", self._code)):
            self._code = ""


def _merged(parts: Iterable[str | int]) -> list[str | int]:
    """The parts with adjacent texts joined, and without empty ones."""
    merged: list[str | int] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part != "":
            merged.append(part)
    return merged


def _cited(body: str, sources: int) -> list[int] | None:
    """The numbers in a marker that have a source. None if the brackets are not a marker."""
    if body == "0":  # source numbers begin with 1, so 0 means none
        return []
    body = _PAGES.sub("", body)
    ranges = [(int(a), int(b or a)) for a, b in _NUMBERS.findall(body)]
    if not ranges or not _BETWEEN_NUMBERS.fullmatch(_NUMBERS.sub("", body)) or any(a == 0 or b < a for a, b in ranges):
        return None
    numbers = [n for a, b in ranges for n in range(a, min(b, sources) + 1)]
    if not numbers and all(_SMALLEST_YEAR <= a <= _LARGEST_YEAR for a, _ in ranges):
        return None
    if _THOUSANDS.fullmatch(body) and (",0" in body or any(b > sources for _, b in ranges)):  # a figure: [1,200]
        return None
    return list(dict.fromkeys(numbers))


def escaped(text: str) -> str:
    """Escapes a document's text for an answer in Markdown. Characters that would be read as a marker, or that would
    turn later markers into code, become character references."""

    def escape(piece: re.Match[str]) -> str:
        body = piece["list"] or piece["mark"]
        if not body or _cited(body, _SMALLEST_YEAR - 1) is None:
            return piece[0]
        mark = piece[0].lstrip()
        opening = len(mark) - len(mark.lstrip("\\")) + 1
        return f"{piece['space']}{''.join(map(_REFERENCES.__getitem__, mark[:opening]))}{mark[opening:]}"

    without_markers = _PIECE.sub(escape, text)
    if "`" in text and not (without_markers == text and _PAIRED_CODE.fullmatch(text)):
        return without_markers.replace("`", _REFERENCES["`"])
    return without_markers


def unescaped(text: str) -> str:
    """Replaces the character references that escape markup by their characters."""
    for character, reference in _REFERENCES.items():
        text = text.replace(reference, character)
    return text


def last_markers(answer: str) -> str:
    """The markers at the end of the answer so far that only spaces and punctuation separate: they cite the same
    statement."""
    found = _LAST_MARKERS.search(answer[-_LONGEST_GROUP:])
    return found[0] if found else ""


def is_markers(text: str) -> bool:
    """Whether the text consists of markers that only spaces and punctuation separate, from each other and from others
    before them."""
    return _MORE_MARKERS.fullmatch(text) is not None


def without_markers(text: str) -> str:
    """The text without citation markers."""
    return _MARKERS.sub("", text)


def numbers_in(markers: str) -> list[int]:
    """The source numbers of markers, in order."""
    return [int(number) for number in re.findall(r"\d+", markers)]


def marker_of(cited: str, passages: Sequence[Passage]) -> str:
    """The marker of a source by its number, or by a chunk id that only one of the passages has; empty for any other."""
    numbers = [
        number
        for number, passage in enumerate(passages, 1)
        if cited.strip("[] ") == str(number) or cited == passage.chunk.chunk_id
    ]
    return f"[{numbers[0]}]" if len(numbers) == 1 else ""
