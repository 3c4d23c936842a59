"""Sentences and their words: the units in which answers quote documents. Pure, linear in the length of the text."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

type Span = tuple[int, int]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ITEM = re.compile(
    r"(?:[-*+•‣▪◦·–—]|#{1,6}|\(?\d{1,3}[.)]|\d{1,2}(?:\.\d{1,2})+\.?|\(?[a-z]\)|[a-z]\.)\s"  # bullets, numbers
    r"|\|"
    r"|[A-Z][\w/&() -]{0,40}:\s"  # a label and its text
    r"|\"[^\"\n]{1,40}\"\s*:"  # a JSON member
    r"|\[?\d{4}-\d\d-\d\d[T \]]"  # a log line
)
_COLUMNS = re.compile(r"\t|\s\|(?:\s|$)|^\|")
_FIGURE = re.compile(r"[-–$€£¥(]*\d[\d.,]*[)%]*|[-–]")
_END = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?:\[\d+\])*+(?=\s|$)"
    r"|[。！？｡؟۔।॥።။]++[」』”’）】\"']*+"
    r"|(?<=[\u0e00-\u0eff])\s++(?=[\u0e00-\u0eff])"  # Thai and Lao end sentences, and phrases, with a space
)
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘«]+$")
_SPACED_PHRASE = 80

_TITLES = _words("mr mrs ms dr prof st rev hon gen col capt lt sgt gov sen rep messrs mme mlle sra vs cf")
_LATIN = _words("e.g i.e z.b d.h u.a o.ä p.ex")
_BEFORE_NUMBER = _words(
    "no nos nr núm num fig figs eq sec sect art arts vol pp p pg para ch chap tab abs approx ca est "
    "jan feb mar apr jun jul aug sep sept oct nov dec ref app"
)
_BEFORE_NAME = _words("inc ltd co corp llc plc bros jr sr etc al dept div ave blvd rd")
_AFTER_ORDINAL = _words(
    "januar februar märz april mai juni juli august september oktober november dezember "
    "quartal halbjahr jahrhundert kapitel"
)
_STARTERS = _words(
    "a after all also although an and as at because before both but by during each for from he her his how however "
    "i if in it its many most no on our see she since some such that the their then there these they this those to "
    "under we what when where while who why with you der die das ein eine el los las un una le la les il"
)


def sentence_spans(text: str) -> list[Span]:
    """The sentences, headings, list items and table rows of a text, in order, as (start, end) without outer
    whitespace. They do not overlap, and only whitespace lies between them."""
    return [span for unit in _units(text) for span in _split(text, *unit)]


def is_row(line: str) -> bool:
    """Whether a line is the row of a table: columns set off by bars, tabs or commas, or a label and its figures."""
    last_two = line.rsplit(None, 2)[1:]
    if _COLUMNS.search(line.strip()) or (len(last_two) == 2 and all(map(_FIGURE.fullmatch, last_two))):
        return True
    return line.count(",") >= 2 and ", " not in line and line.count(" ") <= line.count(",")


def _units(text: str) -> Iterator[Span]:
    """What a line break may end: paragraphs with their soft line breaks, and lines that stand alone."""
    block: list[tuple[int, str]] = []
    at = 0
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped:
            block.append((at + line.index(stripped[0]), stripped))
        else:
            yield from _join_lines(block)
            block = []
        at += len(line) + 1
    yield from _join_lines(block)


def _join_lines(block: list[tuple[int, str]]) -> Iterator[Span]:
    rows = [is_row(line) for _, line in block]
    width = max((len(line) for (_, line), row in zip(block, rows, strict=True) if not row), default=0)
    start = 0
    for i, (at, line) in enumerate(block):
        last = i + 1 == len(block)
        if last or rows[i] or rows[i + 1] or _breaks(line, block[i + 1][1], width):
            yield block[start][0], at + len(line)
            start = i + 1


def _breaks(line: str, following: str, width: int) -> bool:
    """Whether the break between two lines of prose is meant: the next is an item, or this one a heading."""
    if _ITEM.match(following):
        return True
    if following[0].islower():
        return False
    return len(line) < 0.6 * width or (line.isupper() and not following.isupper())


def _split(text: str, start: int, end: int) -> Iterator[Span]:
    at = start
    for match in _END.finditer(text, start, end):
        if _ends(text, at, match, end):
            yield at, match.start() if match[0].isspace() else match.end()
            at = match.end()
            while at < end and text[at].isspace():
                at += 1
    if at < end:
        yield at, end


def _ends(text: str, start: int, match: re.Match[str], limit: int) -> bool:
    mark = match[0]
    if mark.isspace():
        return match.start() - start >= _SPACED_PHRASE
    if mark[0] not in ".!?…":
        return True
    following = text[match.end() : min(match.end() + 48, limit)].lstrip().lstrip("\"'“‘«(")
    if following[:1].islower():
        return False
    return mark[0] != "." or mark[:2] == ".." or not _abbreviates(text, start, match.start(), following)


def _abbreviates(text: str, start: int, at: int, following: str) -> bool:
    """Whether the full stop at `at` belongs to the word before it and does not end the sentence."""
    found = _LAST_WORD.search(text, max(start, at - 24), at)
    if not found or not following:
        return False
    word = found[0].lower()
    after = following.split(None, 1)[0].rstrip(",;:.").lower()
    if word in _TITLES or word in _LATIN or (len(word) == 1 and word.isalpha()):
        return True
    if word.isdecimal():
        return found.start() == start or after in _AFTER_ORDINAL
    if word in _BEFORE_NUMBER:
        return following[0].isdecimal()
    if word in _BEFORE_NAME or ("." in word and word.replace(".", "").isalpha()):
        return after not in _STARTERS
    return False


_GLUED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_NUMBER_OR_ACRONYM = r"\d+(?:[.,]\d+)+|\b[a-z](?:\.[a-z])+\b"
_ASCII_WORD = re.compile(  # what most words are comes first: it is quicker
    rf"[a-z][a-z0-9]+(?:'[a-z]{{1,2}}\b)?|{_NUMBER_OR_ACRONYM}|[a-z0-9]+(?:'[a-z]{{1,2}}\b)?"
)
_WORD = re.compile(
    rf"[{_GLUED}]+|{_NUMBER_OR_ACRONYM}"
    rf"|(?:(?![{_GLUED}])[^\W_]|[\u0900-\u0963\u0966-\u0dff])+(?:['’][a-z]{{1,2}}\b)?"
)
_PLAIN_WORD = re.compile(r"[^\W_]+")
_IS_GLUED = re.compile(rf"[{_GLUED}]")
# Accents; vowel points of Hebrew and Arabic, with the hamza and the stroke that only lengthens a word.
_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655\u0670]")
_TONES = re.compile("[\u1ea0-\u1ef9]")  # only Vietnamese has these letters, and its accents tell words apart
_SAME = str.maketrans("\u0131\u0629\u0649\u06cc\u06a9", "i\u0647\u064a\u064a\u0643")
# What inflection adds in other scripts, as far as cutting words at six letters leaves it: Arabic, and the last vowels
# of Cyrillic, Greek and Devanagari.
_ARABIC_PREFIX = re.compile(
    r"^(?:[\u0648\u0641]?(?:\u0627\u0644|[\u0628\u0643]\u0627\u0644|\u0644\u0644)|\u0648)(?=\w{3})"
)
_ARABIC_SUFFIX = re.compile(
    r"(?<=\w{3})(?:\u0647\u0627|\u0647\u0645|\u0627\u062a|\u064a\u0647|\u0647|\u064a)$"
    r"|(?<=\w{4})(?:\u0627\u0646|\u0648\u0646|\u064a\u0646)$"
)
_LAST_VOWELS = re.compile(
    r"(?<=...)(?:[\u0430\u0435\u0438\u043e\u0443\u044b\u044d\u044e\u044f\u044c]{1,2}"
    r"|[\u03b1\u03b5\u03b7\u03b9\u03bf\u03c5\u03c9]{1,2}[\u03c3\u03bd]?|[\u0901\u0902\u093e-\u094c]{1,2})$"
)
_STOP_WORDS = _words(
    "a about after all also am an and any are as at be because been before being between both but by can could did do "
    "does doing done during each else for from further had has have having he her here hers him his how i if in into "
    "is it its itself just may me might more most much must my no nor not of off on once only or other our out over "
    "own per same shall she should so some such than that the their them then there these they this those through "
    "thus to too under until up upon very was we were what when where whether which while who whom whose why will "
    "with within without would you your"
)


def content_words(text: str) -> list[str]:
    """The words that carry meaning, in order: case and accents folded, English stop words dropped, endings cut, digit
    groups closed up. Scripts that write no spaces come as pairs of characters."""
    folded = _fold(text)
    if folded.isascii():
        return [stem for word in _ASCII_WORD.findall(folded) if word not in _STOP_WORDS and (stem := _stem(word))]
    words: list[str] = []
    for token in _WORD.findall(folded):
        if _IS_GLUED.match(token):
            words += [token[i : i + 2] for i in range(max(len(token) - 1, 1))]
        elif token not in _STOP_WORDS and (stem := _stem(token)):
            words.append(stem)
    return words


def plain_words(text: str) -> list[str]:
    """All words as they are written, but for their case; for texts that have no other words."""
    return _PLAIN_WORD.findall(text.casefold())


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    if _TONES.search(composed := unicodedata.normalize("NFKC", text.casefold())):
        return composed
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", composed))
    return unicodedata.normalize("NFC", bare).translate(_SAME)


@lru_cache(maxsize=32_768)
def _stem(word: str) -> str:
    """A light stemmer: what inflection adds goes, so that forms of one word meet; it need not be a real root."""
    if word[0].isdecimal():
        return re.sub(r",(?=\d{3})", "", word).rstrip("0").rstrip(".") if "." in word else word.replace(",", "")
    word = re.split("['’]", word)[0].replace(".", "")
    if not word.isascii():
        word = _ARABIC_SUFFIX.sub("", _ARABIC_PREFIX.sub("", word)) if "\u0621" <= word[0] <= "\u064a" else word
        return _LAST_VOWELS.sub("", word[:6])
    for suffix, replacement in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)] + replacement
            break
    else:
        word = re.sub("(?<=[^\\W\\d_]{4})(?:[ai]d)?[aoi]$", "", word)
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.rstrip("e") if len(word) > 3 else word


_SUFFIXES = (
    ("ations", "at"),
    ("ation", "at"),
    ("ments", ""),
    ("ment", ""),
    ("ings", ""),
    ("ing", ""),
    ("iest", "i"),
    ("ies", "i"),
    ("ied", "i"),
    ("ily", "i"),
    ("ed", ""),
    ("ly", ""),
    ("sses", "ss"),
    ("ss", "ss"),
    ("us", "us"),
    ("es", ""),
    ("s", ""),
    ("y", "i"),
)
