"""A model's reply with a JSON object in it, as a whole and as a stream: its answer, and what the answer points at.

An object that broke off is read as far as it goes. What nobody can read is no answer: it is never shown as one.
"""

import json
import re
from dataclasses import dataclass
from itertools import islice
from typing import Any

from orc.text import repaired, repaired_json

_FIELDS = ("answer", "citations", "recommended_documents")
_OBJECT = re.compile(r'\{\s*"')
_MOST_STARTS = 20
_ANSWER = re.compile(r'"answer"\s*+:\s*+"')
_ANSWER_END = re.compile(r'(?<!\\)"\s*+(?:,\s*+"(?:citations|recommended_documents)"|\}\s*+(?:```|\Z)|\Z)')
_BARE_QUOTE, _ESCAPED_QUOTE = re.compile(r'(?<!\\)"'), r'\\"'
_HALF_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_ID = re.compile(r'"((?:chunk_|file-)[\w-]{1,100})"')
_LIST = re.compile(r'\[(?:[\s\d,]*+\]?\Z|\s*+["{\[])')
_FENCE = re.compile(r"^[ \t]*```[a-z]{0,4}[ \t]*$\n?", re.MULTILINE)
_CHUNK_MARKER = re.compile(r"[ \t]?\[chunk_\d{1,6}(?:, ?chunk_\d{1,6})*\]")
_CHUNK = re.compile(r"chunk_\d{1,6}")
_FIRST_FIELD = "|".join(_FIELDS)
_REPLY = re.compile(rf'\n{{0,9}}(?<!`)(?:```(?:json)?\s{{0,20}})?\{{\s{{0,20}}"(?:{_FIRST_FIELD})"\s{{0,20}}:')
_PERHAPS_REPLY = re.compile(
    r"\n{0,9}(?<!`)(?:`{1,3}|```[a-z]{1,4}|```(?:json)?\s{1,20}"
    r'|(?:```(?:json)?\s{0,20})?\{\s{0,20}(?:"[a-z_]{0,21}"?\s{0,20})?)?\Z'
)


@dataclass(frozen=True, slots=True)
class Reply:
    """text is "" where no answer can be read. citations are what the answer names as its sources and recommended the
    file ids, each once; is_cut says that the text itself broke off."""

    text: str
    citations: tuple[str, ...] = ()
    recommended: tuple[str, ...] = ()
    is_cut: bool = False


def read_reply(output: str) -> Reply:
    """The answer in the JSON object of a model's output, or the prose around an object that has none."""
    for start in islice(_OBJECT.finditer(output), _MOST_STARTS):
        found, end, is_cut = _object_at(output, start.start())
        if any(field in found for field in _FIELDS):
            prose, inline = _without_chunk_markers(_FENCE.sub("", output[: start.start()] + output[end:]))
            text, inner = _without_chunk_markers(_answer_text(found.get("answer")))
            named = _names(found.get("citations"), "chunk_id")
            cited = tuple(dict.fromkeys((*named, *(inner if text else inline))))
            return Reply(text or prose, cited, _names(found.get("recommended_documents"), "file_id"), is_cut)
    text, cited = _without_chunk_markers(_without_beginning(output))
    bare = _FENCE.sub("", text).lstrip()
    is_data = bare.startswith("{") or _LIST.match(bare) is not None  # and nothing else, broken off or wrong
    return Reply("" if is_data else text, cited)


def _object_at(output: str, start: int) -> tuple[dict[str, Any], int, bool]:
    """The object that begins there, where it ends, and whether its answer broke off; {} when there is none."""
    try:
        found, end = json.JSONDecoder(strict=False).raw_decode(output, start)
        return repaired_json(found), end, False
    except (ValueError, RecursionError):
        pass
    answer = _ANSWER.search(output, start)
    if answer is None:
        return {}, start, False
    last = _ANSWER_END.search(output, answer.end())
    text = _HALF_ESCAPE.sub("", output[answer.end() : last.start() if last else len(output)])
    ids = _ID.findall(output, last.start()) if last else []
    found = {"answer": _unescaped(text), "citations": [each for each in ids if each.startswith("chunk_")]}
    return found | {"recommended_documents": [each for each in ids if each.startswith("file-")]}, len(output), not last


def _unescaped(text: str) -> str:
    """What stands between the quotes of a JSON string, where quotes within it may lack their backslash."""
    try:
        return repaired(json.loads(f'"{_BARE_QUOTE.sub(_ESCAPED_QUOTE, text)}"', strict=False))
    except ValueError:
        return repaired(text)


def _answer_text(value: object) -> str:
    """An answer that is a text, a number, or a list of such."""
    if isinstance(value, list) and all(isinstance(each, str | int | float) for each in value):
        return "\n".join(f"- {each}" for each in value)
    return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _names(value: object, key: str) -> tuple[str, ...]:
    """The ids in a list, plain or as objects; whatever else is in it stands for nothing, and is kept to be counted."""
    listed = value if isinstance(value, list) else []
    return tuple(dict.fromkeys(str(each.get(key) if isinstance(each, dict) else each) for each in listed))


def _without_chunk_markers(text: str) -> tuple[str, tuple[str, ...]]:
    """Prose without the chunk ids that it cites in brackets, and these."""
    markers = _CHUNK_MARKER.findall(text)
    return _CHUNK_MARKER.sub("", text).strip(), tuple(dict.fromkeys(_CHUNK.findall("".join(markers))))


def _without_beginning(text: str) -> str:
    """The text without the beginning of an object that it ends in, as far as the name of its first field."""
    begun = _PERHAPS_REPLY.search(text)
    field = begun[0].rpartition("{")[2].strip(' "\n') if begun else ""
    return text[: begun.start()] if begun and field and any(each.startswith(field) for each in _FIELDS) else text


class ReplyStream:
    """Takes the object out of a reply that is streamed; how the reply was cut into pieces changes nothing.

    Prose passes as it comes. From the object on, which is told by the name of its first field, all is held back until
    the end: its answer follows then, unless the prose has said it.
    """

    def __init__(self) -> None:
        self._passed: list[str] = []
        self._last = ""
        self._waiting = ""
        self._held: list[str] = []

    def feed(self, piece: str) -> str:
        """The prose that is clear by now."""
        if self._held:
            self._held.append(piece)
            return ""
        text = self._last + self._waiting + piece
        reply = _REPLY.search(text, len(self._last))
        stop = reply or _PERHAPS_REPLY.search(text, len(self._last))
        clear = text[len(self._last) : stop.start() if stop else len(text)]
        self._waiting = "" if reply or not stop else text[stop.start() :]
        if reply:
            self._held.append(text[reply.start() :])
        return self._pass(clear)

    def end(self) -> str:
        """What is left to say when the reply has ended."""
        if not self._held:
            waiting, self._waiting = self._waiting, ""
            return self._pass(_without_beginning(waiting))
        reply, said = read_reply("".join(self._held)), "".join(self._passed)
        self._held.clear()
        is_said = " ".join(reply.text.split()) in " ".join(said.split())
        text = "" if is_said else f"\n\n{reply.text}" if said.strip() else reply.text
        numbers = (each.strip("[] ") for each in reply.citations)
        marks = "".join(f"[{number}]" for number in numbers if number.isdecimal() and len(number) <= 3)
        if "[" in said + text:
            marks = ""
        return self._pass(f"{text} {marks}" if marks else text)

    def _pass(self, text: str) -> str:
        self._passed.append(text)
        self._last = text[-1:] or self._last
        return text
