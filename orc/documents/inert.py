"""Answers that do nothing by themselves: text in which a client that renders Markdown or HTML finds nothing to load,
to run or to hide an address behind."""

import re

_BEGINS_LINE = frozenset(" \t>*+-.)0123456789")  # what may stand before a definition: marks of lists and quotations
_BREAKS = frozenset("\n\r")
_PLAIN = re.compile(r"[^<\[\]`~\n\r]+")
_LANGUAGE = re.compile(r"[\w+#.-]")
_FENCE = 3
_CLOSING_INDENT = 3


class InertText:
    """Takes a streamed text and sets a space where a tag, an image, a link or a link definition would begin:
    `< script>`, `] (https://`, `] :`. Nothing is held back, and how the text was cut into pieces changes nothing.

    Fenced code that begins at the margin is left as it is; code in a line is not. After fences that renderers could
    read differently nothing counts as code any more.
    """

    def __init__(self) -> None:
        self._fence = 0  # as many backticks as the code began with
        self._ambiguous = False
        self._label = False  # in brackets that began a line
        self._begin_line()

    def _begin_line(self) -> None:
        self._last = ""
        self._column = self._indent = 0
        self._may_define = True
        self._repeated = 0  # how often the last character stands there in a row
        self._run = 0  # backticks of the fence in this line

    def feed(self, text: str) -> str:
        sent, at = [], 0
        while at < len(text):
            if plain := self._plain(text, at):
                sent.append(plain)
                self._last, self._repeated = plain[-1], 1
                self._column += len(plain)
                at += len(plain)
            else:
                sent.append(self._take(text[at]))
                at += 1
        return "".join(sent)

    def _plain(self, text: str, at: int) -> str:
        """What follows and means nothing, in the midst of a line."""
        if self._may_define or self._run or self._last in "<]":
            return ""
        match = _PLAIN.match(text, at)
        return match[0] if match else ""

    def _take(self, char: str) -> str:
        self._repeated = self._repeated + 1 if char == self._last else 1
        self._follow_fence(char)
        parted = (self._ambiguous or not self._fence) and self._begins_something(char)
        self._follow_label(char)
        if char in _BREAKS:
            self._begin_line()
        else:
            self._indent += char == " " and self._indent == self._column
            self._column += 1
            self._may_define &= char in _BEGINS_LINE
            self._last = char
        return f" {char}" if parted else char

    def _begins_something(self, char: str) -> bool:
        if self._last == "<":
            return char in "/!?" or (char.isascii() and char.isalpha())
        return self._last == "]" and (char == "(" or (char == ":" and self._label))

    def _follow_label(self, char: str) -> None:
        if char == "[" and self._may_define:
            self._label = True
        elif self._last == "]" and char not in "]:":
            self._label = False

    def _follow_fence(self, char: str) -> None:
        if char in "`~" and self._repeated >= _FENCE:
            if self._repeated == _FENCE:
                self._ambiguous |= char == "~" or self._run > 0 or not self._may_be_fence()
            self._run = self._repeated
        elif char in _BREAKS and self._run:
            if self._fence and self._run < self._fence:
                self._ambiguous = True
            self._fence = 0 if self._fence else self._run
        elif self._run and char not in " \t" and (self._fence or not _LANGUAGE.match(char)):
            self._ambiguous = True

    def _may_be_fence(self) -> bool:
        """Whether backticks here begin code, at the margin, or end it, a little in at most."""
        before = self._column - _FENCE + 1
        return before <= (min(self._indent, _CLOSING_INDENT) if self._fence else 0)
