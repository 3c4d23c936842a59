"""The content that every reader returns, and the clean-up of all text."""

import re

from orc.text import stream_safe

MAX_TITLE = 120
BREAK = "\n\n"
"""Between two blocks, and between two pages."""

_LINE_BREAKS = re.compile(r"[\r\x0b\x0c\x85\u2028\u2029]")
_TERMINAL_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_CONTROLS = r"\x00-\x08\x0e-\x1f\x7f-\x9f\ufffe\uffff"
_CONTROL = re.compile(f"[{_CONTROLS}]")
_NO_TEXT = re.compile(rf"[{_CONTROLS}\u00ad\ufeff\ud800-\udfff]")  # and soft hyphens, byte order marks, lone surrogates
_MARKUP = " \t#*>|-=_"
# Titles that programs store by default: a placeholder or a file name.
_NO_TITLE = re.compile(
    r"\(anonymous\)|\(?untitled\)?|word document|powerpoint presentation|(document|presentation|book|slide) ?\d*"
    r"|.*\.(docx?|pptx?|xlsx?|rtf|odt|tex|dvi|indd|qxd|pdf|html?)",
    re.IGNORECASE,
)

type Located = tuple[int, int, str]
"""A heading: its offset in the text, its level from 1, its text."""


class Content:
    """Text, title, the offsets at which pages begin (none for a format without pages), the pages' labels, the headings
    in order, and the codes of notes on how it was read. Without a title of its own, the title is the first line."""

    def __init__(
        self,
        text: str,
        title: str = "",
        page_starts: tuple[int, ...] = (),
        page_labels: tuple[str, ...] = (),
        headings: tuple[Located, ...] = (),
        notes: tuple[str, ...] = (),
    ) -> None:
        self.text = text
        self.title = tidy_title(title) or first_line(text)
        self.page_starts = page_starts
        self.page_labels = page_labels
        self.headings = headings
        self.notes = notes


class Unreadable(Exception):
    """The file cannot be read. code is a key of the host's REASONS, detail refines it."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


class Flow:
    """Concatenates blocks of text, and records the offsets of pages and headings."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._page_is_blank = True
        self._starts: list[int] = []
        self._labels: list[str] = []
        self._headings: list[Located] = []

    @property
    def has_text(self) -> bool:
        """Whether any block was added that is not blank."""
        return any(not part.isspace() for part in self._parts)

    def page(self, label: str = "") -> None:
        """Begins a page."""
        if self._starts:
            self._put(BREAK)
        self._starts.append(self._length)
        self._labels.append(_on_one_line(label[: 4 * MAX_TITLE]))
        self._page_is_blank = True

    def add(self, block: str, *, level: int = 0) -> None:
        """Adds a block, which is a heading when it has a level. A blank block is ignored."""
        block = clean(block).strip()
        if not block:
            return
        if not self._page_is_blank:
            self._put(BREAK)
        if level:
            self._headings.append((self._length, level, block))
        self._put(block)
        self._page_is_blank = False

    def content(self, title: str = "") -> Content:
        labels = tuple(self._labels) if any(self._labels) else ()
        return Content("".join(self._parts), title, tuple(self._starts), labels, tuple(self._headings))

    def _put(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)


def clean(text: str) -> str:
    """Valid, stream-safe Unicode with newline line breaks and no control characters but tab and newline."""
    text = text.replace("\r\n", "\n")
    if not text.replace("\n", "").isprintable():  # most text is clean, and this check is far faster than a search
        text = _NO_TEXT.sub("", _plain(text))
    return stream_safe(text)


def control_characters(text: str) -> int:
    """The number of control characters that do not occur in text files."""
    return len(_CONTROL.findall(_plain(text)))


def _plain(text: str) -> str:
    """The text with newline line breaks and without terminal escape sequences."""
    return _TERMINAL_CODES.sub("", _LINE_BREAKS.sub("\n", text.replace("\r\n", "\n")))


def tidy_title(title: str) -> str:
    """The title on one line of at most MAX_TITLE characters; empty for a program's default or a file name."""
    title = " ".join(clean(title[: 4 * MAX_TITLE]).split()).removeprefix("Microsoft Word - ")
    return "" if _NO_TITLE.fullmatch(title) else title[:MAX_TITLE].rstrip()


def first_line(text: str) -> str:
    """The first line with a letter or digit, without Markdown's marks around it, in at most MAX_TITLE characters."""
    word = re.search(r"[^\W_]", text)
    if word is None:
        return _on_one_line(text.strip()[:MAX_TITLE].split("\n")[0])
    start, end = text.rfind("\n", 0, word.start()) + 1, text.find("\n", word.start())
    line = text[max(start, word.start() - MAX_TITLE) : end if end >= 0 else len(text)]
    plain = line[: 4 * MAX_TITLE].lstrip(_MARKUP)
    marks = line[: 4 * MAX_TITLE].removesuffix(plain)
    return _on_one_line(plain.rstrip(f"{marks} \t"))  # **Terms**, ## Terms ##, but not the end of: Terms <draft>


def _on_one_line(text: str) -> str:
    return " ".join(clean(text).split())[:MAX_TITLE].rstrip()
