"""What every reader makes of a file, and the cleaning that all text goes through."""

import re

MAX_TITLE = 120

_LINE_BREAKS = re.compile(r"[\r\x0b\x0c\x85\u2028\u2029]")
_TERMINAL_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_CONTROLS = r"\x00-\x08\x0e-\x1f\x7f-\x9f\ufffe\uffff"
_CONTROL = re.compile(f"[{_CONTROLS}]")
_NO_TEXT = re.compile(rf"[{_CONTROLS}\u00ad\ufeff\ud800-\udfff]")  # and soft hyphens, byte order marks, lone surrogates
_MARKUP = " \t#*>|-=_"


class Content:
    """Text, title and the offsets at which pages begin (none for a format without pages)."""

    def __init__(self, text: str, title: str = "", page_starts: tuple[int, ...] = ()) -> None:
        self.text = text
        self.title = tidy_title(title) or first_line(text)
        self.page_starts = page_starts


class Unreadable(Exception):
    """The file cannot be read; code is the reason as the host knows it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean(text: str) -> str:
    """Valid Unicode with newline line breaks and no control characters but tab and newline."""
    return _NO_TEXT.sub("", _plain(text))


def control_characters(text: str) -> int:
    """How many there are that no text file has."""
    return len(_CONTROL.findall(_plain(text)))


def _plain(text: str) -> str:
    """With newline line breaks, without what colours a terminal."""
    return _TERMINAL_CODES.sub("", _LINE_BREAKS.sub("\n", text.replace("\r\n", "\n")))


def tidy_title(title: str) -> str:
    return " ".join(clean(title[: 4 * MAX_TITLE]).split())[:MAX_TITLE].rstrip()


def first_line(text: str) -> str:
    """The first line with a letter or digit in it, without the marks that Markdown puts around a heading."""
    word = re.search(r"[^\W_]", text)
    if word is None:
        return tidy_title(text.strip()[:MAX_TITLE].split("\n")[0])
    start, end = text.rfind("\n", 0, word.start()) + 1, text.find("\n", word.start())
    line = text[max(start, word.start() - MAX_TITLE) : end if end >= 0 else len(text)]
    return tidy_title(line[: 4 * MAX_TITLE].strip(_MARKUP))
