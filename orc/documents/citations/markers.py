"""Citation markers: the source numbers in an answer, in a stream and in a whole text (D-125, D-470)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from orc.documents.citations.bracket_context import CONTEXT, BracketReader
from orc.documents.citations.empty_brackets import EmptyBrackets
from orc.documents.citations.link_targets import LinkTargets
from orc.documents.citations.notation import CUT, HALF, PIECE, UNFINISHED, body_of, ranges_in
from orc.domain import Passage
from orc.patterns import regex

_LONGEST_GROUP = 2_000
_FENCE = 3
_MOST_SOURCES = 999
_TEXT_BRACKET = "\ufdd0"  # a character that no text has
_MARKER = regex(r"\[(\d{1,3})\]")

_MORE = r"(?:[^\S\n]*+(?:[,;/&、，][^\S\n]*+)?\[\d{1,3}\])*"
_MORE_MARKERS = regex(_MORE)
_GROUP = rf"(?:(?<![\s\\])\s+)?(?<!\\)\[\d{{1,3}}\]{_MORE}"
_NUMBER = regex(
    r"(?s)```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`"
    r"|(?P<round>[ \t]?\((?:[ ,;]?\[\d{1,3}\]){1,20} ?\))|(?P<space>[ \t]?)(?<![{\\])\[(?P<number>\d{1,3})\]"
)
_MARKERS = regex(_GROUP)
_REFERENCES = {
    "[": "&#x5b;",
    "［": "&#xff3b;",
    "【": "&#x3010;",
    "(": "&#x28;",
    "`": "&#x60;",
    "\\": "&#x5c;",
}  # hexadecimal, so they contain no figure that an answer might state
_PAIRED_CODE = regex(r"[^`]*(?:`[^`]+`[^`]*)*")
_LAST_MARKERS = regex(rf"{_GROUP}\Z")


class MarkerStream:
    """Splits a streamed answer into text to send and the source numbers that it cites. Markers come out as [1] or
    [1][3], and each number follows the text that shows it. Markers of no source are removed, with parentheses that are
    empty without them, and so are one that is unfinished at the end, markers without any text beside them, and the
    targets of markers that are links. Brackets
    that are text are kept; one that would look like a marker is escaped. given are the texts of the sources and then
    the others that the model was given; None if Orc has written the answer, so that all its markers are meant, or if
    it is no answer from documents: without sources nothing changes then. The result does not depend on how the stream
    is divided."""

    def __init__(self, sources: int, given: Sequence[str] | None = ()) -> None:
        self._sources = sources
        self._reader = None if given is None else BracketReader(sources, given)
        self._held = ""
        self._past = ""  # the end of what was read before
        self._code = ""  # the opening delimiter of the code at the end of the text so far
        self._ticks = ""  # the run of backticks or tildes at its end
        self._brackets = EmptyBrackets()
        self._links = LinkTargets()
        self._leading: list[str | int] | None = []  # markers at the beginning, until text comes

    def feed(self, piece: str) -> list[str | int]:
        """Returns the text that can be sent and the numbers that it cites."""
        if not self._sources and self._reader is None:
            return [piece] if piece else []
        return self._after_leading(_merged(self._brackets.feed(self._without_targets(self._feed(piece)))))

    def _feed(self, piece: str) -> Iterator[str | int | None]:
        if self._ticks:
            rest = piece.lstrip(self._ticks[0])
            ticks = piece[: len(piece) - len(rest)]
            self._ticks += ticks
            yield ticks
            if not rest:
                return
            self._end_ticks()
            self._held = rest
        else:
            self._held += piece
        yield from self._read(final=False)

    def flush(self) -> list[str | int]:
        """Returns what was held back, at the end of the answer."""
        self._end_ticks()
        rest = (*self._without_targets(self._read(final=True)), *self._links.flush())
        return self._after_leading(_merged((*self._brackets.feed(rest), *self._brackets.flush())))

    def _without_targets(self, pieces: Iterable[str | int | None]) -> Iterable[str | int | None]:
        return self._links.feed(pieces) if self._reader else pieces

    def _after_leading(self, parts: list[str | int]) -> list[str | int]:
        """The parts, once one of them is text, with the markers before it."""
        if self._leading is None:
            return parts
        self._leading += parts
        if not any(isinstance(part, str) and without_markers(part).strip() for part in parts):
            return []
        parts, self._leading = _merged(self._leading), None
        return parts

    def _read(self, *, final: bool) -> Iterator[str | int | None]:
        text, at, stop = self._held, 0, None
        while (match := PIECE.search(text, at)) and (final or match.end() < len(text) or not HALF.search(text, at)):
            reading: list[int] | str = match[0]
            if match["ticks"] and match.end() == len(text) and not final:
                self._ticks, stop = match["ticks"], len(text)
                break
            if match["ticks"] or match["newline"]:
                self._track_code(match["ticks"] or "")
            elif body_of(match) and not self._code:
                before = (self._past + text[max(0, match.start() - CONTEXT) : match.start()])[-CONTEXT:]
                ahead = text[match.end() : match.end() + CONTEXT]
                if (decided := self._reading(match, before, ahead, final=final)) is None:
                    stop = match.start()
                    break
                reading = decided
            elif match["void"] and not self._code and self._reader:
                reading = []
            yield text[at : match.start()]
            at = match.end()
            if isinstance(reading, str):
                yield reading
            elif reading:
                yield match["space"] + "".join(f"[{n}]" for n in reading)
                yield from reading
            else:
                yield None
        clear = self._clear(text, at, final=final) if stop is None else stop
        self._held = "" if final else text[clear:]
        self._past = (self._past + text[max(0, clear - CONTEXT) : clear])[-CONTEXT:]
        yield text[at:clear]

    def _reading(self, mark: re.Match[str], before: str, ahead: str, *, final: bool) -> list[int] | str | None:
        if self._reader is None:
            known = ((a, min(b, self._sources)) for a, b in ranges_in(body_of(mark)))
            return list(dict.fromkeys(n for a, b in known for n in range(max(a, 1), b + 1)))
        return self._reader.read(mark, before, ahead, is_all=final)

    def _clear(self, text: str, at: int, *, final: bool) -> int:
        """Where a marker may begin that has no end yet; the end of the text if there is none."""
        if not final:
            tail = HALF.search(text, at) or UNFINISHED.search(text, at)
            return tail.start() if tail else len(text)
        tail = None if self._code else CUT.search(text, at)
        if tail is None:
            return len(text)
        before = (self._past + text[max(0, tail.start() - CONTEXT) : tail.start()])[-CONTEXT:]
        is_text = self._reader is not None and self._reader.is_text(tail["list"] or "", before)
        return len(text) if is_text else tail.start()

    def _end_ticks(self) -> None:
        if self._ticks:
            self._past = (self._past + self._ticks)[-CONTEXT:]
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


def escaped(text: str) -> str:
    """Escapes a document's text for an answer in Markdown. Characters that would be read as a marker, or that would
    turn later markers into code, become character references."""

    def escape(piece: re.Match[str]) -> str:
        if not ranges_in(body_of(piece)):
            return piece[0]
        mark = piece[0].lstrip()
        opening = len(mark) - len(mark.lstrip("\\")) + 1
        return f"{piece['space']}{''.join(map(_REFERENCES.__getitem__, mark[:opening]))}{mark[opening:]}"

    without_markers = PIECE.sub(escape, text)
    if "`" in text and not (without_markers == text and _PAIRED_CODE.fullmatch(text)):
        return without_markers.replace("`", _REFERENCES["`"])
    return without_markers


def unescaped(text: str) -> str:
    """Replaces the character references that escape markup by their characters."""
    for character, reference in _REFERENCES.items():
        text = text.replace(reference, character)
    return text


def last_markers(answer: str, sources: int = _MOST_SOURCES) -> str:
    """The markers at the end of the answer so far that only spaces and punctuation separate: they cite the same
    statement."""
    found = _LAST_MARKERS.search(_masked(answer[-_LONGEST_GROUP:], sources))
    return found[0] if found else ""


def is_markers(text: str, sources: int = _MOST_SOURCES) -> bool:
    """Whether the text consists of markers that only spaces and punctuation separate, from each other and from others
    before them."""
    return _MORE_MARKERS.fullmatch(_masked(text, sources)) is not None


def without_markers(text: str, sources: int = _MOST_SOURCES) -> str:
    """The text without citation markers. A number that is greater than that of any source is text."""
    return _MARKERS.sub("", _masked(text, sources)).replace(_TEXT_BRACKET, "[")


def _masked(text: str, sources: int) -> str:
    """The text with another character for the brackets of numbers that have no source."""
    if sources >= _MOST_SOURCES:
        return text
    return _MARKER.sub(lambda mark: mark[0] if int(mark[1]) <= sources else f"{_TEXT_BRACKET}{mark[0][1:]}", text)


def renumbered(text: str, places: Mapping[int, int | None]) -> str:
    """The text with the numbers of its markers replaced. A marker whose number becomes None is removed, and so are
    parentheses with nothing but such; others are unchanged."""

    def replaced(match: re.Match[str]) -> str:
        if inside := match["round"]:
            opening = inside.index("(") + 1
            is_empty = all(places.get(number, number) is None for number in numbers_in(inside))
            return "" if is_empty else inside[:opening] + _NUMBER.sub(replaced, inside[opening:])
        number = int(match["number"] or 0)
        if number not in places:
            return match[0]
        place = places[number]
        return "" if place is None else f"{match['space']}[{place}]"

    return _NUMBER.sub(replaced, text)


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
