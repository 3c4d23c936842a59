"""JSON in a model's reply: finds the end of a streamed value and reads the answer in it (D-224)."""

import json
import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any

from orc.patterns import regex
from orc.text import MAX_JSON_DEPTH, repaired, repaired_json

_POINTERS = frozenset({"citations", "recommended_documents"})
_BESIDE_POINTERS = _POINTERS | {"counts", "confidence", "sources"}
_USUAL = _BESIDE_POINTERS - _POINTERS | {"answer", "note", "notes", "thought", "thoughts", "reasoning"}
_OTHER_NAMES = ("response", "result", "text", "content", "output", "reply", "final_answer")
_LEVELS = 4

_JSON = regex(r"\bjson\b", re.IGNORECASE)
_SIGN = regex(r"\\.?|[\"'{}\[\]\n]", re.DOTALL)
_TEXT = r"\s*+:\s*+(?P<quote>[\"'])"
_ANSWER = regex(rf"\{{[^{{}}]*?([\"'])answer\1{_TEXT}")
_OTHER = regex(rf"\{{\s*+([\"'])(?:{'|'.join(_OTHER_NAMES)})\1{_TEXT}")
_END = r"(?<!\\){}\s*+(?:,\s*+[\"']\w{{1,60}}[\"']\s*+:|,\s*+[\"'](?:cit|rec)|,?\s*+\}}\s*+(?:```|\Z)|\Z)"
_ENDS = {quote: regex(_END.format(quote)) for quote in "\"'"}
_OWN_FIELD = regex(r"\{\s*[\"'](?:answer|citations|recommended_documents)[\"']")
_FIELD = regex(r"[\"'](\w{1,60})[\"']\s*+:")
_CITED = regex(r"[\"'](chunk_\d{1,6})[\"']|\bcitations[\"']\s*+:\s*+\[([\d\s,]*)")
_FILE = regex(r"[\"'](file-[\w-]{1,100})[\"']")
_ID = regex(r"chunk_\d{1,6}|file-[\w-]{1,100}")
_BARE_QUOTE, _ESCAPED_QUOTE = regex(r'(?<!\\)"'), r'\\"'
_HALF_ESCAPE = regex(r"\\(?:u[0-9a-fA-F]{0,3})?\Z")


@dataclass(frozen=True, slots=True)
class CitedPart:
    """The part text[start:end] of a reply with the citations of its object, or an empty part where prose names
    chunks."""

    start: int
    end: int
    citations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """text is "" if there is no readable answer. citations are the sources that the answer names, and recommended the
    file ids, each once; is_cut means that its JSON is incomplete. parts are what the citations belong to."""

    text: str
    citations: tuple[str, ...] = ()
    recommended: tuple[str, ...] = ()
    is_cut: bool = False
    parts: tuple[CitedPart, ...] = ()


class WrittenValue:
    """A JSON value that is being streamed; before is the text between the prose and the value. A deeply nested value,
    and a text in quotation marks with line breaks, are unreadable."""

    def __init__(self, before: str) -> None:
        self.before = before
        self.is_ended = self.is_unreadable = False
        self._parts = list[str]()
        self._depth = 0
        self._quote = self._quotes = ""
        self._escapes = self._goes_on = False

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def read_rest(self) -> None:
        """Accepts all further text: a quote in the value is not escaped, so its end is unknown."""
        self.is_ended, self._goes_on = False, True

    def feed(self, piece: str) -> str:
        """Reads the part that belongs to the value, and returns the rest of the piece."""
        if self._goes_on:
            self._parts.append(piece)
            return ""
        at, self._escapes = int(self._escapes), False
        for sign in _SIGN.finditer(piece, at):
            char = sign[0]
            if char[0] == "\\":
                self._escapes = len(char) == 1
                continue
            if char == "\n":
                self.is_unreadable = not self._depth
            elif self._quote:
                self._quote = "" if char == self._quote else self._quote
            elif char in "\"'":
                self._quotes = self._quotes or ('"' if char == '"' else "\"'")
                self._quote = char if char in self._quotes else ""
            else:
                self._depth += 1 if char in "{[" else -1
                self.is_unreadable = self._depth > MAX_JSON_DEPTH
            self.is_ended = not (self._depth or self._quote or self.is_unreadable)
            if self.is_ended or self.is_unreadable:
                self._parts.append(piece[: sign.end()])
                return piece[sign.end() :]
        self._parts.append(piece)
        return ""


def asks_for_json(question: str) -> bool:
    """Whether the question or an instruction asks for JSON."""
    return _JSON.search(question) is not None


def answer_object(text: str, *, in_code: bool) -> Reply | None:
    """The reply in an object that has an answer, or only references to sources, perhaps with counts; None for other
    JSON, which an answer may show. An object with an answer must have a reference too, or no other field than replies
    have; that of one in_code that follows prose must be a text."""
    found = _parsed(text)
    if found is None:
        return _broken(text, _ANSWER)
    if not isinstance(found, dict) or not found:
        return None
    has_answer = isinstance(found.get("answer"), str) if in_code else "answer" in found
    is_pointer = bool(found.keys() & _POINTERS) and found.keys() <= _BESIDE_POINTERS
    return _read(found) if is_pointer or (has_answer and _is_reply(found.keys())) else None


def _is_reply(names: AbstractSet[str]) -> bool:
    """Whether an object with these fields is a reply, not JSON that was asked for."""
    return bool(names & _POINTERS) or names <= _USUAL


def whole_reply(text: str, *, is_fenced: bool) -> Reply | None:
    """The reply in a value that is the whole reply: a text, a list of texts, or an object with one field under another
    name than answer. None if the value must be shown unchanged, because other JSON may have been asked for. A list of
    numbers is shown as well, and may be markers."""
    found = _parsed(text)
    if found in ({}, []):
        return Reply("")
    if isinstance(found, dict):
        others = found.keys() - _POINTERS
        return _read(found) if len(others) == 1 and others <= set(_OTHER_NAMES) else None
    if found is None or is_fenced:
        return _broken(text, _OTHER)
    if isinstance(found, list) and all(isinstance(each, str) for each in found):
        cited = [each for each in found if _ID.fullmatch(each)]
        return replace(_read([each for each in found if each not in cited]), citations=_names(cited, ""))
    return _read(found) if isinstance(found, str) else None


def broken_reply(text: str, *, is_alone: bool) -> Reply | None:
    """The partial answer in an incomplete value; None for JSON that is not an answer."""
    broken = _broken(text, _ANSWER) or (_broken(text, _OTHER) if is_alone else None)
    return broken or (Reply("") if _OWN_FIELD.match(text) else None)


def _parsed(text: str) -> Any:
    """The parsed value of repaired JSON; None if it is not JSON."""
    try:
        return repaired_json(json.loads(text, strict=False))
    except (ValueError, RecursionError):
        return None


def _broken(text: str, beginning: re.Pattern[str]) -> Reply | None:
    """The answer in an object that is incomplete, or whose quotes are unescaped or single."""
    match = beginning.match(text)
    if match is None:
        return None
    last = _ENDS[match["quote"]].search(text, match.end())
    answer = _HALF_ESCAPE.sub("", text[match.end() : last.start() if last else len(text)]).replace("\\'", "'")
    around = text[: match.end()] + (text[last.start() :] if last else "")
    if beginning is _ANSWER and not _is_reply(frozenset(_FIELD.findall(around))):
        return None
    cited = [each for found in _CITED.findall(around) for each in (found[0], *found[1].replace(",", " ").split())]
    try:
        answer = repaired(json.loads(f'"{_BARE_QUOTE.sub(_ESCAPED_QUOTE, answer)}"', strict=False))
    except ValueError:
        answer = repaired(answer)
    citations, recommended = dict.fromkeys(filter(None, cited)), dict.fromkeys(_FILE.findall(around))
    return Reply(answer.strip(), tuple(citations), tuple(recommended), is_cut=not last)


def _read(value: Any, levels: int = _LEVELS) -> Reply:
    """The reply in a value, with the sources that its objects name."""
    if isinstance(value, str):
        inner = _parsed(value) if levels and value.lstrip().startswith(("{", '"{')) else None
        is_answer = isinstance(inner, str) or (isinstance(inner, dict) and "answer" in inner)
        return _read(inner, levels - 1) if is_answer else Reply(value.strip())
    if isinstance(value, list) and all(isinstance(each, str | int | float) for each in value):
        return Reply("\n".join(f"- {each}" for each in value if str(each).strip()))
    if isinstance(value, list) and levels:
        parts = [_read(each, levels - 1) for each in value]
        cited = [each for part in parts for each in part.citations]
        return Reply("\n\n".join(part.text for part in parts if part.text), tuple(dict.fromkeys(cited)))
    if isinstance(value, dict):
        name = next((name for name in ("answer", *_OTHER_NAMES) if name in value), None)
        if name is None and value.keys() - _BESIDE_POINTERS:
            return Reply(f"```json\n{json.dumps(value, ensure_ascii=False, indent=2)}\n```")
        inner = _read(value.get(name), levels - 1) if levels else Reply("")
        cited = [*_names(value.get("citations", value.get("sources")), "chunk_id"), *inner.citations]
        named = [*_names(value.get("recommended_documents"), "file_id"), *inner.recommended]
        return Reply(inner.text, tuple(dict.fromkeys(cited)), tuple(dict.fromkeys(named)))
    return Reply(str(value) if isinstance(value, int | float) and not isinstance(value, bool) else "")


def _names(value: object, key: str) -> tuple[str, ...]:
    """The ids in a list or a text, plain or in objects. Other values are kept only to be counted."""
    if isinstance(value, str):
        value = _ID.findall(value) or [value]
    listed = value if isinstance(value, list) else [value] if isinstance(value, int) else []
    named = (each.get(key, each.get("source", each.get("id"))) if isinstance(each, dict) else each for each in listed)
    return tuple(dict.fromkeys(map(str, named)))
