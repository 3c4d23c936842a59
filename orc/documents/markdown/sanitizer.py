"""Makes Markdown inert: a client that renders it finds nothing to load, run or follow. Escaped text renders as the
characters that were written (D-169, D-170)."""

from copy import copy
from dataclasses import replace
from typing import Literal

from orc.documents.markdown.blocks import Blocks, Line
from orc.documents.markdown.prose import Prose, plain
from orc.patterns import regex

_MARKS = r"[ \t>*+\-0-9.)]*"  # the markers of quotations and list items
_UNDECIDED = regex(r"[ \t>*+\-_=|:#~`0-9.)]*\Z")  # the beginning of some block
_DIGITS_OF_A_MARK = 9  # at most this many before a list item
_LONG_NUMBER = regex(rf"[0-9]{{{_DIGITS_OF_A_MARK + 1}}}")
_NEEDS_MORE = regex(_MARKS + r"[!?%+:~{\\].{0,6}\Z")
_NEEDS_ALL = regex(_MARKS + r"(?:```|~~~|\$(?:\$|\Z)|\\(?:\[|\Z)|\{)")
_FOREIGN = regex(r"!!!|\?\?\?|%|\+\+\+|:|~(?=[ \t])|\{[{%]|\\begin\{")
_DELIMITERS = regex(r"(?=[^|]*\|)[|:\- \t]+\Z")
_HARMLESS = regex(r"[^`<\[\]{}$~\\^=|&]*\Z")
_FORMULA = regex(r"\$\$(?:[^$]+\$\$)?\Z|\\\[(?:(?:[^\\]|\\[^\[\]])*\\\])?\Z")
_FORMULA_ENDS = {"$$": "$$", r"\[": r"\]"}
_MARK = regex(r"(\d*)([-+*>.)#~=:!?%|{])")
_LATE_NUMBER = regex(r" {0,3}(?!1[.)])\d{1,9}[.)]")  # some renderers continue a quotation's paragraph here
_DEEP = regex(r" {4}|\t")
_FENCE = regex(r"`+|~+")
_ESCAPED = {"`": "&#96;", "~": r"\~"}
_FORMULA_LINE = regex(r" {0,3}(?:\$\$|\\\[)[ \t]*\Z")
_ATTRIBUTES = regex(r"\{(?:[^\"].*)?\}\s*\Z")
_LINE_END = regex(r"[\n\r]")
_TRUSTED_DEPTH = 4  # beyond this depth renderers differ or stop parsing


class InertText:
    """Makes streamed Markdown inert. The result does not depend on how the stream is divided; at most a line is held
    back. Code is kept byte for byte where CommonMark and its extensions agree that it is code; elsewhere its delimiters
    are escaped too. A code span ends with its line."""

    def __init__(self) -> None:
        self._blocks = self._before = Blocks()
        self._prose = Prose()
        self._held: list[str] = []
        self._kind: Literal["", "whole", "indented", "code", "prose"] = ""
        self._line: Line | None = None
        self._formula, self._empty_formula = "", False  # the line that ends a block
        self._parted_span = False
        self._structural = True  # the held-back text consists only of block markers
        self._tail = ""  # the last held-back characters
        self._first = True
        self._returned = False  # the text so far ends with a carriage return
        self._last_end = "\n"
        self._after_blank = False
        self._plain = True  # no list or quotation can be open for any renderer
        self._doubt = False  # a list may have ended here but continue for other renderers
        self._depth = 0
        self._flattened = False  # the last line was indented code, and has become text

    @property
    def holds_back(self) -> bool:
        """Whether part of the text so far is held back."""
        return bool(self._held) or self._prose.holds_back

    @property
    def open_fence(self) -> str:
        """The text that closes the code block at the end of the lines so far; empty outside code blocks."""
        return self._blocks.open_fence

    def feed(self, text: str) -> str:
        at, inert_parts = 0, list[str]()
        while at < len(text):
            ends = _LINE_END.search(text, at)
            stop = ends.start() if ends else len(text)
            if stop == at and ends and ends[0] == "\n" and self._returned:
                inert_parts.append("\n")  # the second character of one line's end
            else:
                inert_parts += self._take(text[at:stop], complete=ends is not None), ends[0] if ends else ""
            self._returned = ends is not None and ends[0] == "\r"
            self._last_end = ends[0] if ends else self._last_end
            at = ends.end() if ends else stop
            if ends:
                self._kind = ""
        return "".join(inert_parts)

    def end(self) -> str:
        """Returns what was held back, at the end of the text."""
        return self._take("", complete=True)

    def end_block(self) -> str:
        """Ends the text so far, even within code, so that another text can follow."""
        rest, fence = self.end(), self.open_fence
        return rest + self.feed(f"\n{fence}\n\n" if fence else "\n\n")

    def _take(self, part: str, *, complete: bool) -> str:
        if self._kind == "code":
            return part
        if self._kind == "prose":
            return self._prose.take(part, complete=complete)
        waits = self._kind != ""
        if not waits and not complete and self._structural and _UNDECIDED.match(part):
            tail = self._tail + part
            self._tail = tail[-_DIGITS_OF_A_MARK:]
            waits = _LONG_NUMBER.search(tail) is None
        if waits and not complete:
            self._held.append(part)
            return ""
        line = "".join((*self._held, part))
        self._held.clear()
        self._tail = ""
        if self._kind == "indented" and self._line:
            return self._take_indented(line, self._line)
        self._structural = True
        if not complete and _NEEDS_MORE.match(line):
            self._structural = False
            self._held.append(line)
            return ""
        if not complete and _NEEDS_ALL.match(line):
            self._kind = "whole"
            self._held.append(line)
            return ""
        return self._begin_line(line, complete=complete)

    def _begin_line(self, line: str, *, complete: bool) -> str:
        parted = ""
        follows = self._blocks.in_paragraph or (self._depth and not self._after_blank)
        if follows and not self._formula and _FORMULA_LINE.match(line):
            parted = self._last_end  # some renderers begin a formula only after a blank line
            self._note("", self._blocks.read(""))
            self._prose.begin_block()
        self._before = copy(self._blocks)
        read = self._line = self._blocks.read(line)
        first, self._first = self._first, False
        state = self._plain, self._doubt, self._after_blank, self._depth
        self._note(line, read)
        if read.opens and (self._formula or read.depth > _TRUSTED_DEPTH or (self._doubt and read.text)):
            escaped = _FENCE.sub(lambda fence: _ESCAPED[fence[0][0]] * len(fence[0]), line[read.text :], count=1)
            line = line[: read.text] + escaped
            self._blocks = self._before
            read = self._blocks.read(line)
            self._plain, self._doubt, self._after_blank, self._depth = state
            self._note(line, read)
        if read.leaf == "fence":
            self._kind = "code"
            if read.closes:
                return line.rstrip(" \t")  # after a tab, some renderers find no end
            return line.replace("|", "&#124;") if read.opens else line  # with a bar, some renderers find a table
        flattened, self._flattened = self._flattened, False
        if read.leaf == "code" or (flattened and read.continues and _DEEP.search(line[: read.text])):
            if not line.strip(" \t"):
                return line
            if not self._formula and self._plain and not read.depth and line.lstrip(" \t")[0] not in ":~":
                self._kind = "code"
                return line
            self._kind = "indented"
            if complete:
                return self._take_indented(line, read)
            self._held.append(line)
            return ""
        if read.text == len(line) and complete:
            self._prose.begin_block()
            kept = line.rstrip(" \t")  # four spaces make code for some renderers
            return kept or (line[:1] if self._last_end == "\r" else "")
        if first and line.startswith("---"):
            line, read = f" {line}", replace(read, text=read.text + 1)
        return parted + self._begin_prose(line, read, complete=complete)

    def _note(self, line: str, read: Line) -> None:
        """Records whether a list may be open for renderers that read lists differently."""
        blank = not line.strip(" \t")
        after_blank, self._after_blank = self._after_blank, blank
        depth, self._depth = self._depth, read.depth
        if not blank:
            self._plain = self._plain and not read.depth
        if blank or read.leaf == "code" or (read.leaf == "fence" and not read.opens):
            return
        restarted = not read.text and not read.cuts_fence and ((after_blank and not read.continues) or read.opens)
        self._plain = not read.depth and (self._plain or restarted)
        empty_item = read.depth > 0 and not line[read.text :].strip(" \t") and not line.rstrip(" \t").endswith(">")
        falls_out = read.depth < depth and not (read.continues or read.begins or after_blank)
        late = self._before.in_paragraph and self._before.in_quotation and _LATE_NUMBER.match(line) is not None
        clears_doubt = self._plain or (after_blank and line[0] not in " \t")
        self._doubt = read.cuts_fence or empty_item or falls_out or late or (self._doubt and not clears_doubt)

    def _take_indented(self, line: str, read: Line) -> str:
        """Handles indented code that other renderers may read as text. If anything in it could be active then, it
        becomes text."""
        self._kind = "prose"
        if read.leaf == "code" and _HARMLESS.match(line):
            return line
        self._plain, self._doubt, self._flattened = False, True, True
        text = plain(line[read.text :])
        mark = _MARK.match(text)
        text = f"{mark[1]}\\{text[mark.end(1) :]}" if mark else text
        if read.begins:  # the marks of the list item stay
            text = f"{' '.join(line[: read.text].split())} {text}"
        self._blocks = self._before
        if not self._blocks.read(text).continues:
            self._prose.begin_block()
        self._prose.begin_line(formulas=False)
        return self._prose.take(text, complete=True)

    def _begin_prose(self, line: str, read: Line, *, complete: bool) -> str:
        self._kind = "prose"
        prefix, text = line[: read.text], line[read.text :]
        table, parted = self._prose.in_table, self._prose.parted_span
        if read.continues:
            table = table or (complete and _DELIMITERS.match(text) is not None)
        else:
            self._prose.begin_block()
            table = parted = False
        ended, formulas = text.rstrip(" \t"), False
        # A line with only a delimiter begins or ends a formula in extensions that support formulas. If only some of
        # them would read it so, it is escaped.
        if self._formula and ended == self._formula and not (read.depth or self._empty_formula):
            self._formula, formulas = "", True
        elif self._formula or not text.startswith(("$$", r"\[", r"\]")):
            self._empty_formula = self._empty_formula and not ended
            formulas = not self._formula
        elif complete and not read.depth and _FORMULA.match(ended):
            self._formula, self._empty_formula, formulas = _FORMULA_ENDS.get(ended, ""), True, True
        self._prose.begin_line(formulas=formulas)
        self._prose.in_table = table
        mark = _MARK.match(text)
        found = read.continues and (_DEEP.search(prefix) or (table and mark and mark[1]))
        if mark and (read.deepest or found):  # text in which some renderers find a block
            text = f"{mark[1]}\\{text[mark.end(1) :]}"
        elif table and text[0] == ":" and _DELIMITERS.match(text):
            self._doubt, self._plain = True, False
        elif _ATTRIBUTES.match(text) or (_FOREIGN.match(text) and not (self._formula and text.startswith("\\"))):
            text = f"\\{text}"
        elif parted and complete and _DELIMITERS.match(text):
            self._prose.in_table = False
            text = f"\\{text}"
        return prefix + self._prose.take(text, complete=complete)


__all__ = ["InertText", "inert", "plain"]


def inert(text: str) -> str:
    """The inert form of a whole text."""
    stream = InertText()
    return stream.feed(text) + stream.end()
