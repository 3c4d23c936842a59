"""Ends a streamed text before the first of some sequences (D-353)."""

from collections.abc import Sequence


class StopFilter:
    """Passes a text on, piece by piece, until one of the sequences is complete in it. What may be the beginning of a
    sequence is held back, so that the outcome does not depend on how the text is cut into pieces."""

    def __init__(self, sequences: Sequence[str]) -> None:
        self._sequences = [sequence for sequence in sequences if sequence]
        self._held = ""
        self.found = False

    def feed(self, piece: str) -> str:
        """What can be shown of the text so far."""
        if self.found:
            return ""
        text = self._held + piece
        places = [(text.find(sequence), len(sequence)) for sequence in self._sequences]
        ends = [(start + length, start) for start, length in places if start >= 0]
        self.found = bool(ends)
        kept = min(ends)[1] if ends else len(text) - self._begun(text)
        self._held = "" if ends else text[kept:]
        return text[:kept]

    def end(self) -> str:
        """What was held back, at the end of the text."""
        held, self._held = self._held, ""
        return held

    def _begun(self, text: str) -> int:
        """The length of the longest end of the text that begins a sequence."""
        longest = max((len(sequence) - 1 for sequence in self._sequences), default=0)
        lengths = range(min(longest, len(text)), 0, -1)
        return next((n for n in lengths if any(s.startswith(text[-n:]) for s in self._sequences)), 0)
