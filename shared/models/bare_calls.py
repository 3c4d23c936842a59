"""A tool call that a model writes as its whole text: {"name": ..., "arguments": {...}}, without a mark around it."""

import json
import re
from collections.abc import Collection

_NAME = r'"name"\s{0,20}:\s{0,20}"(?P<name>[\w.-]{1,64})"'
_BEGIN = re.compile(rf"\s{{0,20}}(?:```(?:json)?\s{{0,20}})?\{{\s{{0,20}}{_NAME}")
_PERHAPS_BEGIN = re.compile(
    r"\s{0,20}(?:`{0,3}|```(?:j|js|jso|json)\s{0,20}|```\s{0,20})"
    r'(?:\{\s{0,20}(?:"(?:n|na|nam|name|name"\s{0,20}(?::\s{0,20}(?:"[\w.-]{0,64})?)?)?)?)?\Z'
)
_MOST = 20_000  # characters


class BareCall:
    """Holds back a streamed text that begins like a call of an offered tool. At its end, call is the name and the JSON
    arguments if the whole text is such a call; otherwise the text is returned as it is (D-436)."""

    def __init__(self, offered: Collection[str]) -> None:
        self.call: tuple[str, str] | None = None
        self._offered = offered
        self._may_be = bool(offered)
        self._held = ""

    def feed(self, piece: str) -> str:
        """Adds a piece and returns the text that can be returned now."""
        if not self._may_be:
            return piece
        self._held += piece
        found = _BEGIN.match(self._held)
        begins = found["name"] in self._offered if found else _PERHAPS_BEGIN.match(self._held) is not None
        self._may_be = begins and len(self._held) <= _MOST
        return "" if self._may_be else self._release()

    def flush(self) -> str:
        """Returns the held-back text at the end of the answer, unless it is a call."""
        written = self._held.strip().removeprefix("```json").removeprefix("```").removesuffix("```")
        try:
            call = json.loads(written)
        except (ValueError, RecursionError):
            return self._release()
        if not (isinstance(call, dict) and call.get("name") in self._offered):
            return self._release()
        arguments = call.get("arguments", call.get("parameters", {}))
        self.call = (call["name"], arguments if isinstance(arguments, str) else json.dumps(arguments))
        self._held = ""
        return ""

    def _release(self) -> str:
        held, self._held = self._held, ""
        return held
