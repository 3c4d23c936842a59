"""Removes from a streamed text what a reader must not see or what a terminal would execute."""

import re
from typing import Final

_OVERRIDES: Final = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))  # they reverse the direction of text
_CONTROLS: Final = (*range(9), 11, 12, *range(14, 32), *range(0x7F, 0x85), *range(0x86, 0xA0))
_INVISIBLE: Final = dict.fromkeys((*_CONTROLS, *_OVERRIDES))
_ESCAPE = "\x1b"
_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]{0,60}[ -/]{0,9}[@-~]|\][^\x07\x1b]{0,999}(?:\x07|\x1b\\)|[ -/]{1,9}[0-~])")
_PERHAPS_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]{0,60}[ -/]{0,9}|\][^\x07\x1b]{0,999}\x1b?|[ -/]{1,9})?\Z")


class VisibleText:
    """Removes control characters, characters that reverse the direction of text, and whole ANSI escape sequences, also
    one that is unfinished at the end. The result does not depend on how the text is divided."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """Adds a piece and returns the text that can be returned now."""
        text = self._held + piece
        if _ESCAPE in text:
            end = max((sequence.end() for sequence in _SEQUENCE.finditer(text)), default=0)
            perhaps = _PERHAPS_SEQUENCE.search(text, end)
            self._held = perhaps[0] if perhaps else ""
            text = _SEQUENCE.sub("", text.removesuffix(self._held))
        return text.translate(_INVISIBLE)
