"""Maps offsets in an answer as written to offsets in the answer as shown, after sanitizing (D-116)."""

from bisect import bisect_left
from dataclasses import replace

from orc.documents.markdown.sanitizer import InertText
from orc.domain import Citation
from orc.patterns import regex

_WORDS = regex(r"(?:[^\W_]|[ ,.])*")  # these characters are never escaped
_PIECE = regex(r"\s+|[^\s。！？｡؟۔।]+|[。！？｡؟۔।]+")


class SanitizedText:
    """written is the text so far, text the sanitized form of it without what is held back until the end. The result
    does not depend on how the stream is divided."""

    def __init__(self) -> None:
        self._written, self._text = [""], [""]
        self.held = 0  # characters
        self._inert = InertText()
        self._done = 0, 0  # the lengths of written and text when nothing was last held back
        self._since_written, self._since_shown = list[str](), list[str]()
        self._firsts, self._lasts, self._shown = list[int](), list[int](), list[int]()
        # written[first:last] is shown unchanged from that offset; between these parts text was escaped

    @property
    def written(self) -> str:
        self._written = ["".join(self._written)]
        return self._written[0]

    @property
    def text(self) -> str:
        self._text = ["".join(self._text)]
        return self._text[0]

    @property
    def holds_back(self) -> bool:
        return self._inert.holds_back

    @property
    def open_fence(self) -> str:
        """The text that closes the code block at the end of the text so far; empty outside code blocks."""
        return self._inert.open_fence

    def feed(self, written: str) -> str:
        """Adds more of the text and returns the part that can be shown now."""
        self._written.append(written)
        pieces = [written] if _WORDS.fullmatch(written) else _PIECE.findall(written)
        shown = "".join([self._take(piece, self._inert.feed(piece)) for piece in pieces])
        self._text.append(shown)
        return shown

    def end(self) -> str:
        """Returns what was held back, at the end of the text."""
        shown = self._take("", self._inert.end())
        self._text.append(shown)
        return shown

    def _take(self, written: str, shown: str) -> str:
        """Records that more text was written, and what of it and of the text held back is shown now. Returns the
        latter."""
        if written == shown and not self._since_written and not self.holds_back:
            first, begin = self._done
            self._done = first + len(written), begin + len(shown)
            self._keep(first, first + len(written), begin)
            return shown
        self._since_written.append(written)
        self._since_shown.append(shown)
        self.held += len(written)
        if not self.holds_back:
            written_all, shown_all = "".join(self._since_written), "".join(self._since_shown)
            first, begin = self._done
            last, end = self._done = first + len(written_all), begin + len(shown_all)
            head = _in_common(written_all, shown_all)
            self._keep(first, first + head, begin)
            tail = _in_common(written_all[head:][::-1], shown_all[head:][::-1])
            self._keep(last - tail, last, end - tail)
            self._since_written.clear()
            self._since_shown.clear()
            self.held = 0
        return shown

    def _keep(self, first: int, last: int, shown: int) -> None:
        """Records that written[first:last] is shown unchanged from the offset shown."""
        if first == last:
            return
        if self._lasts and self._lasts[-1] == first and self._shown[-1] + first - self._firsts[-1] == shown:
            self._lasts[-1] = last
            return
        self._firsts.append(first)
        self._lasts.append(last)
        self._shown.append(shown)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The offsets of written[start:end] in the shown text. The span is a little longer if an end lies within
        escaped text."""
        return self._place(start, at_end=False), self._place(end, at_end=True)

    def _place(self, offset: int, *, at_end: bool) -> int:
        """The offset in the shown text. Within escaped text, where that ends or, unless at_end, begins."""
        i = bisect_left(self._lasts, offset)
        if i < len(self._lasts) and self._firsts[i] <= offset:
            return self._shown[i] + offset - self._firsts[i]
        if at_end:
            return self._shown[i] if i < len(self._lasts) else len(self.text)
        return self._shown[i - 1] + self._lasts[i - 1] - self._firsts[i - 1] if i else 0

    def placed(self, citation: Citation) -> Citation:
        """Converts a citation from offsets in the written text to offsets in the shown one."""
        spans = []
        for each in citation.spans:
            start, end = self.span(each.answer_start, each.answer_end)
            spans.append(replace(each, answer_start=start, answer_end=end))
        return replace(citation, spans=tuple(spans))


def _in_common(a: str, b: str) -> int:
    """The length of the common prefix."""
    shorter = min(len(a), len(b))
    return shorter if a[:shorter] == b[:shorter] else next(i for i in range(shorter) if a[i] != b[i])
