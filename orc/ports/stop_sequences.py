"""Ends a streamed text before the first of some sequences (D-353)."""

from collections.abc import Sequence


class StopFilter:
    """Passes on a text, piece by piece, until it contains one of the sequences. Text that may begin a sequence is held
    back, so the result does not depend on how the text is cut into pieces."""

    def __init__(self, sequences: Sequence[str]) -> None:
        self._sequences = [sequence for sequence in sequences if sequence]
        self._held = ""
        self.found = False

    def feed(self, piece: str) -> str:
        """Returns the text that can be shown now."""
        if self.found:
            return ""
        text = self._held + piece
        places = [(text.find(sequence), len(sequence)) for sequence in self._sequences]
        ends = [(start + length, start) for start, length in places if start >= 0]
        self.found = bool(ends)
        if ends:
            end = min(ends)[1]
        else:  # all but the longest end of the text that begins a sequence
            longest = max((len(sequence) - 1 for sequence in self._sequences), default=0)
            lengths = range(min(longest, len(text)), 0, -1)
            partial = (n for n in lengths if any(sequence.startswith(text[-n:]) for sequence in self._sequences))
            end = len(text) - next(partial, 0)
        self._held = "" if ends else text[end:]
        return text[:end]

    def end(self) -> str:
        """Returns the text that was held back. Called at the end of the text."""
        held, self._held = self._held, ""
        return held
