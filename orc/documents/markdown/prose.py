"""Escapes active characters in the text of Markdown paragraphs, headings and table rows."""

import re
from bisect import bisect_left

from orc.patterns import regex

_SPECIAL = regex(r"`+|[\\<>^\[(:{}=$]")
_TICKS = regex(r"`+")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_BEGINS_TAG = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/!?")
_LABEL = regex(r"\[(?:[^\\\]]|\\.)*+\]")
_BREAK = regex(r"<[bB][rR][ \t]?/?>")
_PERHAPS_BREAK = regex(r"<(?:[bB](?:[rR][ \t]?/?)?)?\Z")
_LABEL_MARK = regex(r"\\.?|\]")
_LIVE = regex(r"<[A-Za-z/!?]|\]\(|\]:|\^\[")
_BAR = regex(r"(?<!\\)\|")
_BEGIN = regex(r"\$|==|~|\^|\{\{|\{%|>!|\\[(\[]")
_ENDS = {"$": "$", "~": "~", "==": "==", "^": "^", "}}": "{{", "%}": "{%", "!<": ">!", r"\)": r"\(", r"\]": r"\["}
_IN_FORMULA = regex(r"[\w^}]")  # before a brace
_LONGEST_SCHEME = len("https://")
_START = regex(r"[\s>*+\-.)\d]*\Z")
_ADDRESS = regex(r"(?:https?|ftp)://|www\.", re.IGNORECASE)
_TICK = "&#96;"
_MARKUP = regex(
    r"[\\`]|<(?![\s\d])|\A[*_]|\*(?=\S)|(?<=\S)\*|(?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_])|~(?=~)|(?<=~)~|&(?=#?\w+;)"
    r"|\[(?=[\[\]^ ]|\d+\]|[xX]\])|(?<=\])[(:{\[]|\^(?=\[)"
)
_ENTITIES = {"<": "&lt;", "&": "&amp;", "`": _TICK, "[": "&#91;", "]": "&#93;"}


class Prose:
    """Escapes the text of consecutive blocks as it streams. In the cells of a table, <br> becomes a blank. It holds
    back what needs more of the line to be judged: a backslash, an angle bracket, a code span, a possible label."""

    def __init__(self) -> None:
        self._held: list[str] = []
        self._closes_held = ""  # the delimiter that closes the held-back text; "" for any text
        self._after_backslash = False
        self._last_run = 0  # of backticks, at its end
        self.begin_block()

    def begin_block(self) -> None:
        self.in_table = False
        self._marks: set[str] = set()  # characters outside code with which an extension's syntax may begin
        self._shifted = False  # whether an extension may pair backticks differently from CommonMark
        self.begin_line()

    def begin_line(self, *, formulas: bool = True) -> None:
        """Begins a line. Where formulas are not allowed, their delimiters are escaped."""
        self.parted_span = False  # a code span contains a bar, which ends a table cell
        self._formulas = formulas
        self._spans = True
        self._previous = self._word = ""
        self._at_start = True
        self._address = False  # a plain address has begun, in which some renderers count backticks
        self._label = self._braces = self._attributes = self._target = False

    @property
    def holds_back(self) -> bool:
        return bool(self._held)

    def take(self, text: str, *, complete: bool) -> str:
        """Takes more of a line; complete means that this is the rest of it."""
        if not self._held and text and not _SPECIAL.search(text):
            self._send(text, [])
            return text
        if not complete and self._held and not self._decides(text):
            self._held.append(text)
            return ""
        text = "".join((*self._held, text))
        self._held.clear()
        self._closes_held = ""
        sent: list[str] = []
        runs: dict[int, list[int]] = {}  # where runs of backticks begin, by length; without a run that may continue
        for run in _TICKS.finditer(text):
            if complete or run.end() < len(text):
                runs.setdefault(len(run[0]), []).append(run.start())
        done = self._escape(text, runs, sent, complete=complete)
        if done < len(text):
            self._held.append(text[done:])
            self._last_run = len(text) - len(text.rstrip("`"))
        return "".join(sent)

    def _decides(self, text: str) -> bool:
        """Whether the held-back text can be judged with this piece. Each character is examined once."""
        if self._closes_held == "]":
            return self._ends_label(text)
        if not self._closes_held:
            return bool(text) and not (self._last_run and not text.strip("`"))
        for run in _TICKS.finditer(text):
            length = len(run[0]) + (0 if run.start() else self._last_run)
            if run.start() and self._last_run == len(self._closes_held):
                return True
            self._last_run = length if run.end() == len(text) else 0
            if not self._last_run and length == len(self._closes_held):
                return True
        if text and text[-1] != "`":
            ended, self._last_run = self._last_run, 0
            return ended == len(self._closes_held)
        return False

    def _ends_label(self, text: str) -> bool:
        """Whether the piece has a closing bracket without a backslash."""
        for mark in _LABEL_MARK.finditer(text, int(self._after_backslash and bool(text))):
            if mark[0] == "]":
                return True
            self._after_backslash = mark[0] == "\\"
        self._after_backslash = text.endswith("\\") and self._after_backslash
        return False

    def _escape(self, text: str, runs: dict[int, list[int]], sent: list[str], *, complete: bool) -> int:
        """Escapes as much of the text as can be judged and returns where the rest begins. A bracket at the beginning of
        a line may start a link definition. It is escaped if the line does not close it, as the label could continue in
        the next line."""
        at = 0
        while special := _SPECIAL.search(text, at):
            if special.start() > at:
                self._send(text[at : special.start()], sent)
            at, char = special.start(), special[0][0]
            following = text[at + 1 : at + 2]
            if not complete and not following and (char in "\\<^`" or (char == "=" and self._previous == ")")):
                return at
            if char == "<" and self.in_table and not complete and _PERHAPS_BREAK.match(text, at):
                return at
            if char == "<" and self.in_table and (line_break := _BREAK.match(text, at)):
                self._send(" ", sent)  # in a cell, models have no other line break
                end = line_break.end()
            elif char == "`":
                end = self._take_span(text, at, special[0], runs, sent, complete=complete)
            elif char == "\\" and following and following in _PUNCTUATION:
                end = at + 2
                escaped = following in "[]" and not self._formulas
                self._send(_ENTITIES[following] if escaped or following in "<`" else text[at:end], sent, following)
            elif char == "[" and self._at_start:
                self._label = _LABEL.match(text, at) is not None
                if not self._label and not complete:
                    self._closes_held = "]"
                    self._after_backslash = False
                    self._ends_label(text[at:])
                    return at
                self._send("[" if self._label else "&#91;", sent, "[")
                self._at_start = False
                end = at + 1
            else:
                end = at + 1
                self._send(self._escaped(char, following), sent, char)
            if end == at:
                return at
            at = end
        if at < len(text):
            self._send(text[at:], sent)
        return len(text)

    def _send(self, text: str, sent: list[str], last: str = "") -> None:
        sent.append(text)
        self._marks.update(_BEGIN.findall(self._previous + text))
        space = max(text.rfind(" "), text.rfind("\t"))
        word = text[space + 1 :] if space >= 0 else self._word + text
        self._address = self._address and space < 0
        self._address = self._address or _ADDRESS.search(word) is not None
        self._word = word[-_LONGEST_SCHEME:]
        self._previous = last or text[-1]
        self._target = self._target or (self._at_start and text[0] == "(")
        self._at_start = self._at_start and _START.match(text) is not None

    def _escaped(self, char: str, following: str) -> str:
        """The escape of an active character, or the character itself."""
        if char == "<" and following in _BEGINS_TAG and following:
            return "&lt;"
        if char == ">" and self._address:  # GFM ends a plain address before an entity, but not before a bracket
            return "&gt;"
        if char == "{":
            again = self._previous == "}" and self._attributes
            self._braces = self._attributes = self._braces or again or not _IN_FORMULA.match(self._previous)
        elif char == "}":
            self._braces = False
        escapes = (
            (char == "(" and self._previous == "]")
            or (char == ":" and self._previous == "]" and self._label)
            or (char == "^" and following == "[")
            or (char == "=" and (self._braces or (self._target and self._previous == ")" and not following.strip())))
            or (char == "$" and not self._formulas)
        )
        return f"\\{char}" if escapes else char

    def _take_span(
        self, text: str, at: int, ticks: str, runs: dict[int, list[int]], sent: list[str], *, complete: bool
    ) -> int:
        """Keeps a code span as it is. Backticks that begin no code span in this line are escaped."""
        begin = at + len(ticks)
        if begin == len(text) and not complete:
            return at
        positions = runs.get(len(ticks), [])
        position = bisect_left(positions, begin)
        if self._spans and position == len(positions) and not complete:
            self._closes_held = ticks
            return at
        if not self._spans or position == len(positions):
            self._send(_TICK * len(ticks), sent, "`")
            return begin
        end = positions[position] + len(ticks)
        if self._address or self._is_doubtful(text[begin : positions[position]]):
            self._spans = False
            self._send(_TICK * len(ticks), sent, "`")
            return begin
        sent.append(text[at:end])
        self._previous, self._word, self._at_start = "`", "", False
        return end

    def _is_doubtful(self, code: str) -> bool:
        """Whether some Markdown extension would not read this as a code span, and would find active text in it."""
        if _BAR.search(code):
            self.parted_span = True
            if self.in_table:
                return True
        live = _LIVE.search(code) is not None
        if (self._label and "]:" in code) or (self._previous == "}" and "`" in code):
            return True
        if any(end in code and mark in self._marks for end, mark in _ENDS.items()):
            self._shifted = True
        return live and self._shifted


def plain(text: str) -> str:
    """Markdown that renders as exactly these characters within a line. White space becomes single spaces; a character
    that is inactive where it stands is not escaped."""
    words = _MARKUP.sub(lambda mark: _ENTITIES[mark[0]] if mark[0] in "<&`" else rf"\{mark[0]}", " ".join(text.split()))
    return " ".join(word.replace(">", "&gt;") if _ADDRESS.search(word) else word for word in words.split(" "))
