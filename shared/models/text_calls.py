"""Tool calls that a model writes in its text, <tool_call>{"name": ..., "arguments": {...}}</tool_call>."""

import json
import re
from collections.abc import Collection
from contextlib import suppress

_TAG, _END = "<tool_call>", "</tool_call>"
_BEGIN = re.compile(rf"{_TAG}\s{{0,20}}\{{")
_PERHAPS_BEGIN = re.compile(rf"<(?:[_a-z]{{0,{len(_TAG) - 2}}}|tool_call>\s{{0,20}})\Z")


class TextCalls:
    """Removes the calls of these tools from a streamed text, however it is divided, and collects them as pairs of name
    and JSON arguments (D-420). A call of another tool, or without valid JSON, stays text."""

    def __init__(self, tools: Collection[str]) -> None:
        self.calls: list[tuple[str, str]] = []
        self._tools = tools
        self._held = ""
        self._call: list[str] = []  # the pieces of an unfinished call
        self._tail = ""
        self._skips_space = False

    def feed(self, piece: str) -> str:
        """Adds a piece and returns the text that can be returned now."""
        if not self._tools:
            return piece
        texts = list[str]()
        while piece:
            if self._call:
                seen = self._tail + piece
                end = seen.find(_END)
                if end < 0:
                    self._call.append(piece)
                    self._tail = seen[1 - len(_END) :]
                    break
                rest = seen[end + len(_END) :]
                self._call.append(piece[: len(piece) - len(rest)])
                texts.append(self._finish_call())
                piece = rest
                continue
            if self._skips_space:
                piece = piece.lstrip()
                self._skips_space = not piece
            self._held += piece
            begin = _BEGIN.search(self._held)
            if begin is None:
                perhaps = _PERHAPS_BEGIN.search(self._held)
                at = perhaps.start() if perhaps else len(self._held)
                texts.append(self._held[:at])
                self._held, piece = self._held[at:], ""
            else:
                texts.append(self._held[: begin.start()])
                piece = self._held[begin.start() + len(_TAG) :]
                self._held, self._call, self._tail = "", [_TAG], ""
        return "".join(texts)

    def flush(self) -> str:
        """Returns the held-back text at the end of the answer. A call may lack its closing tag there."""
        text, self._held = self._held, ""
        return text + (self._finish_call() if self._call else "")

    def _finish_call(self) -> str:
        """Collects the call, or returns its text if it is none."""
        text = "".join(self._call)
        self._call = []
        with suppress(ValueError, RecursionError):
            call = json.loads(text.removeprefix(_TAG).removesuffix(_END))
            name, arguments = call.get("name"), call.get("arguments", {})
            if isinstance(name, str) and name in self._tools and isinstance(arguments, dict | str):
                self.calls.append((name, arguments if isinstance(arguments, str) else json.dumps(arguments)))
                self._skips_space = True
                return ""
        return text
