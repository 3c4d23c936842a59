"""Reads a model's reply as it streams: its text, answers inside JSON, and the sources that they name (D-224)."""

import re
import sys
from collections.abc import Callable

from orc.documents.reply_json import CitedPart, Reply, WrittenValue, answer_object, broken_reply, whole_reply
from orc.patterns import regex

_FIELDS = ("answer", "citations", "recommended_documents")
_PIECE = 4096

_GAP = r"\s{0,20}"
_FENCE = rf"```(?:json|JSON)?{_GAP}"
_OPENING = regex(
    rf"\s{{0,99}}+(?P<fence>{_FENCE})?(?:\[{_GAP})?(?P<json>\{{{_GAP}(?:\"[^\"\n]{{0,60}}\"|'[^'\n]{{0,60}}'){_GAP}:)"
)
_PERHAPS_OPENING = regex(
    rf"\s{{0,99}}+(?:`{{1,3}}|```(?:js?|jso|JS?|JSO)|(?:{_FENCE})?(?:\[{_GAP})?(?:\{{{_GAP}(?:\"[^\"\n]{{0,60}}"
    rf"(?:\"{_GAP})?|'[^'\n]{{0,60}}(?:'{_GAP})?)?)?|(?<=\s)n(?:u(?:ll?\s{{0,99}})?)?)?\Z"
)
_ALONE = regex(rf"(?P<fence>{_FENCE})?(?P<json>\"|\[{_GAP}[\"\[\]\d-]|\{{{_GAP}\}})")
_AFTER_ALONE = regex(r"\s{0,99}`{0,3}\s{0,99}")
_LITERAL = regex(rf"(?:{_FENCE})?(?:n(?:u(?:ll?)?)?)?\s{{0,99}}`{{0,3}}\s{{0,99}}")
_NOTHING = regex(rf"(?:{_FENCE})?[^\w-]*(?:null)?[^\w-]*")
_NULL = regex(r"\s*\n\s*null")
_BETWEEN = regex(r"[\s,\]]+|`")
_FIRST_FIELD = regex(r"\{\s*[\"'](\w+)")

_MARKER = regex(r"(?P<space>[ \t]?)\[(?P<ids>chunk_\d{1,6}(?:, ?chunk_\d{1,6}){0,20})\]")
_PERHAPS_MARKER = regex(r"[ \t]?(?:\[[chunk_\d, ]{0,300})?\Z")
_CUT_MARKER = regex(r"[ \t]?\[chunk[chunk_\d, ]{0,300}\Z")
_CHUNK = regex(r"chunk_\d{1,6}")
_NUMBER = regex(r"\s{0,2}\[\d{1,3}\]")
_MARKDOWN = regex(r"\s{0,20}+```(?:markdown|md) {0,5}\n", re.IGNORECASE)
_PERHAPS_MARKDOWN = regex(
    r"\s{0,20}+(?:`{0,3}|```(?:m|ma|mar|mark|markd|markdo|markdow|(?:markdown|md) {0,5}))", re.IGNORECASE
)
_CLOSING = regex(r"\n```\s{0,20}")
_PERHAPS_CLOSING = regex(r"\n(?:`{0,3}|```\s{1,20})\Z")
_LONGEST_CLOSING = 30


def read_reply(output: str) -> Reply:
    """Reads a complete reply."""
    reader = ReplyReader()
    text = reader.feed(output) + reader.end()
    return Reply(text, tuple(reader.citations), tuple(reader.recommended), reader.is_cut, tuple(reader.parts))


class _Unfenced:
    """Removes the code fence around a reply that is Markdown as a whole."""

    def __init__(self) -> None:
        self._held = ""
        self._is_begun = self._is_fenced = False

    def feed(self, piece: str) -> str:
        """Adds a piece and returns the text that can be returned now."""
        text, self._held = self._held + piece, ""
        if not self._is_begun:
            opening = _MARKDOWN.match(text)
            if opening is None and _PERHAPS_MARKDOWN.fullmatch(text):
                self._held = text
                return ""
            self._is_begun, self._is_fenced = True, opening is not None
            text = text[opening.end() :] if opening else text
        if self._is_fenced and (closing := _PERHAPS_CLOSING.search(text, max(len(text) - _LONGEST_CLOSING, 0))):
            text, self._held = text[: closing.start()], text[closing.start() :]
        return text

    def end(self) -> str:
        """Returns the remaining text at the end of the reply."""
        return "" if self._is_fenced and _CLOSING.fullmatch(self._held) else self._held


class ReplyReader:
    """Replaces objects with answers in a reply by their answers. The result does not depend on how the reply is
    divided, and text that was returned is never changed. Prose is returned as it arrives; other JSON and code are
    returned unchanged. An answer that the prose before it already contains is not repeated. mark returns the marker of
    a source that is cited by a chunk id or in an object. wants_json: the question asks for JSON, so a list or an object
    that is the whole reply is returned unchanged, even an empty one, unless it has an answer."""

    def __init__(self, mark: Callable[[str], str] = lambda _: "", *, wants_json: bool = False) -> None:
        self.citations: dict[str, None] = {}
        self.recommended: dict[str, None] = {}
        self.is_cut = False
        self.parts: list[CitedPart] = []
        self._mark, self._unfenced, self._wants_json = mark, _Unfenced(), wants_json
        self._shown, self._answers = list[str](), set[str]()
        self._length = 0  # of the shown text
        self._is_first = True  # only white space has arrived
        self._held = ""  # text that may begin an object, or follow a value that is the whole reply
        self._value: WrittenValue | None = None
        self._leading = ""  # an object that began the reply, directly before the value
        self._was_first = False  # it began the reply
        self._alone: WrittenValue | None = None  # a value that is the whole reply if nothing follows it
        self._ticks: int | None = None  # backticks that may close the fence of the last object
        self._break, self._unmarked = False, ""
        self._line, self._in_line, self._in_fence = "", False, False

    def feed(self, piece: str) -> str:
        """Adds a piece and returns the text that can be returned now."""
        return self._read(self._unfenced.feed(piece))

    def _read(self, piece: str) -> str:
        texts = list[str]()
        for start in range(0, len(piece), _PIECE):
            rest = piece[start : start + _PIECE]
            while rest:
                text, rest = self._step(rest)
                texts.append(text)
        return "".join(texts)

    def end(self) -> str:
        """Returns the remaining text at the end of the reply."""
        text, held = self._read(self._unfenced.end()), self._held.rstrip()
        if self._alone is not None and "{" in held:
            at = held.index("{")
            text = self._pass(self._alone.before + self._alone.text + held[:at])
            self._alone, held = None, held[at:]
        if self._value is not None:
            written = self._value.text
            reply = broken_reply(written, is_alone=self._was_first)
            self.is_cut = reply.is_cut if reply else written.startswith(("{", "["))
            if not (reply and reply.text):
                text = self._pass(self._leading)
            text += self._take(reply) if reply else self._pass(self._value.before + written)
        elif self._alone is not None:
            is_shown = self._wants_json and self._alone.text.startswith(("[", "{"))
            reply = None if is_shown else whole_reply(self._alone.text, is_fenced="```" in self._alone.before)
            text = self._take(reply) if reply else self._pass(f"{self._alone.before}{self._alone.text}{held}")
        elif not (_NOTHING if self._is_first else _NULL).fullmatch(held):
            first_field = _FIRST_FIELD.search(held)
            self.is_cut = first_field is not None and not any(field.startswith(first_field[1]) for field in _FIELDS)
            text += self._pass(held) if self.is_cut or first_field is None else ""
        if not (self._in_fence or self._in_line):
            self._unmarked = _CUT_MARKER.sub("", self._unmarked)
        return text + self._pass("", final=True)

    def _step(self, piece: str) -> tuple[str, str]:
        """Reads the beginning of a piece. Returns the text that can be returned now, and the rest of the piece."""
        if self._value is not None:
            return self._read_candidate(self._value, piece)
        if self._ticks is not None:
            between = _BETWEEN.match(piece)
            if between is None or (between[0] == "`" and not self._ticks):
                self._ticks = None
                return "", piece
            self._ticks -= between[0] == "`"
            return "", piece[between.end() :]
        text, self._held = self._held + piece, ""
        if self._alone is not None:
            alone, closing = self._alone, _AFTER_ALONE.match(text)
            at = closing.end() if closing and "```" in alone.before else 0
            opening = _OPENING.match(text, at) if alone.text.startswith("{") else None  # as after a thought
            perhaps = alone.text.startswith("{") and not opening and _PERHAPS_OPENING.fullmatch(text, at)
            if _AFTER_ALONE.fullmatch(text) or (perhaps and not text[at:].lstrip().startswith("n")):
                self._held = text
                return "", ""
            self._alone = None
            if opening is not None:
                self._leading = alone.before + alone.text + text[:at]
                return "", self._open(opening, text, is_first=False)
            return self._pass(alone.before + alone.text), text
        if self._is_first:  # a value other than an object with an answer may be the whole reply
            text = text.lstrip()
            opening = _OPENING.match(text)
            if opening is None and (_PERHAPS_OPENING.fullmatch(text) or _LITERAL.fullmatch(text)):
                self._held = text
                return "", ""
            self._is_first = False
            opening = opening or _ALONE.match(text)
            return ("", self._open(opening, text, is_first=True)) if opening else ("", text)
        opening = _OPENING.search(text)
        if opening is None:
            perhaps = _PERHAPS_OPENING.search(text)
            clear = perhaps.start() if perhaps else len(text)
            self._held = text[clear:]
            return self._pass(text[:clear]), ""
        passed = self._pass(text[: opening.start()])
        if self._in_fence or self._in_line:
            code = opening.end("fence") if opening["fence"] else opening.end()
            return passed + self._pass(text[opening.start() : code]), text[code:]
        return passed, self._open(opening, text, is_first=False)

    def _open(self, opening: re.Match[str], text: str, *, is_first: bool) -> str:
        self._value = WrittenValue(text[opening.start() : opening.start("json")])
        self._was_first = is_first
        return text[opening.start("json") :]

    def _read_candidate(self, value: WrittenValue, piece: str) -> tuple[str, str]:
        rest = value.feed(piece)
        if not (value.is_ended or value.is_unreadable):
            return "", rest
        in_code = "```" in value.before and not self._was_first
        reply = answer_object(value.text, in_code=in_code) if value.is_ended else None
        if reply is not None and reply.is_cut:
            value.read_rest()
            return "", rest
        self._value = None
        leading, self._leading = self._leading, ""
        if reply is not None:
            self._ticks = 3 if "```" in value.before else 0
            shown = "" if reply.text else self._pass(leading)
            return shown + self._take(reply), rest
        if value.is_ended and self._was_first:
            self._alone = value
            return "", rest
        return self._pass(leading + value.before + value.text), rest

    def _take(self, reply: Reply) -> str:
        """Returns the answer of an object, unless the prose before the first object or another object already
        has it."""
        pending = self._pass("", final=True)
        before = "" if self._answers else "".join(self._shown)
        self.citations |= dict.fromkeys(reply.citations)
        self.recommended |= dict.fromkeys(reply.recommended)
        answer = _CUT_MARKER.sub("", reply.text) if reply.is_cut else reply.text
        text, chunks = self._marked(answer.strip(), strip=True)
        text = text.rstrip()
        plain = _plain(text)
        plain_before = _plain(before)
        at = plain_before.find(plain)
        around = plain_before[max(at - 1, 0) : at] + plain_before[at + len(plain) :][:1]
        if plain in self._answers or (at >= 0 and not any(map(str.isalnum, around))):  # only whole words
            text = ""
        if plain:
            self._answers.add(plain)
        start = self._length + (2 if self._shown else 0)
        if text:
            self.parts += [CitedPart(start + at, start + at, cited) for at, cited in chunks]
        if reply.citations or (chunks and not text):
            first, last = (start, start + len(text)) if text else (0, self._length if plain else sys.maxsize)
            of_text = () if text else (each for _, cited in chunks for each in cited)
            self.parts.append(CitedPart(first, last, (*reply.citations, *of_text)))
        if not (text or self._shown):
            return pending
        marks = "".join(dict.fromkeys(mark for mark in map(self._mark, reply.citations) if mark not in before + text))
        shown = f"{'\n\n' if text and self._shown else ''}{text}{' ' if marks else ''}{marks}"
        self._shown.append(shown)
        self._length += len(shown)
        self._break, self._line, self._in_line = True, "", False
        return pending + shown

    def _pass(self, text: str, *, final: bool = False) -> str:
        """Returns prose, except for a possible beginning of a marker at its end, and tracks code."""
        for number, line in enumerate(text.split("\n")):
            if number:
                self._in_fence ^= self._line == "```"
                self._line, self._in_line = "", False
            self._line = (self._line + line).lstrip()[:3]
            self._in_line ^= bool(line.count("`") % 2)
        if text and self._break:
            text, self._break = f"\n\n{text}", False
        text = self._unmarked + text
        perhaps = None if final else _PERHAPS_MARKER.search(text)
        clear = perhaps.start() if perhaps else len(text)
        self._unmarked = text[clear:]
        shown, chunks = self._marked(text[:clear], strip=not self._shown)
        self.parts += [CitedPart(self._length + at, self._length + at, cited) for at, cited in chunks]
        if shown:
            self._shown.append(shown)
            self._length += len(shown)
        return shown

    def _marked(self, text: str, *, strip: bool) -> tuple[str, list[tuple[int, tuple[str, ...]]]]:
        """The text with chunk ids in brackets replaced by markers, and where it had which ids; strip removes white
        space at its beginning."""
        places, removed = list[tuple[int, tuple[str, ...]]](), 0

        def marks(cited: re.Match[str]) -> str:
            nonlocal removed
            ids = _CHUNK.findall(cited["ids"])
            self.citations |= dict.fromkeys(ids)
            places.append((cited.start() - removed, tuple(ids)))
            markers = "".join(dict.fromkeys(map(self._mark, ids)))
            marker = f"{cited['space']}{markers}" if markers else ""
            removed += len(cited[0]) - len(marker)
            return marker

        marked = _MARKER.sub(marks, text)
        lead = len(marked) - len(marked.lstrip()) if strip else 0
        return marked[lead:], [(max(0, at - lead), ids) for at, ids in places]


def _plain(text: str) -> str:
    """The text normalised for comparison: without source numbers, and with single spaces."""
    return " ".join(_NUMBER.sub("", text).split())
