"""Marks of list items, and the lines that introduce the list in which a part of a text begins. Pure (D-496, D-512)."""

from orc.documents.text.line_ends import DAY
from orc.patterns import regex

_SIGNS = "-*+•‣▪◦·●■□○➢➤►"
BULLET = regex(rf"\A(?!{DAY})(?:[{_SIGNS}]|#{{1,6}}|\(?\d{{1,3}}[.)]|\(?[a-z]\)|[a-z]\.|\(?[ivx]{{2,5}}[.)])\s+")
"""The mark of a list item or a heading, at its beginning."""

ITEM = regex(rf"{BULLET.pattern}|\A(?:[–—☐☑☒✓✔✗✘]|\[[ xX]\]|\(?[A-Z][.)]|\d{{1,2}}(?:\.\d{{1,2}}){{1,3}}[.)]?)\s+")
"""The mark of an item of a list that has an introduction. Elsewhere speech begins with a dash, and a name with A."""

_TICKS = "☐☑☒✓✔✗✘"
TICK = regex(rf"[{_TICKS}]|\[[ xX]\]")
"""What says whether an item of a list is so."""

ITEM_NAME = (
    r"(?:[A-Z]{1,6}-?\d{1,6}[a-z]?|#\d{1,6}|(?!(?:Arti|Sect|Secc|Sez|Claus|Cláus|Part|Chap|Cap|Abschn|Kap|Teil|Anhang"
    r"|Annex|Appendix|Hoofdst|Rozdz|Para))[A-ZÀ-Þ][^\W\d_]{2,20} (?:no\.? ?|nr\.? ?|#)?\d{1,6}[a-z]?)"
)
"""The name of a thing with a number: US-304, #12, Order 5513; not that of a section."""

_NAMED_ITEM = regex(rf"(?:(?:[{_SIGNS}]|\(?\d{{1,3}}[.)])\s+)?(?P<name>{ITEM_NAME})(?::| [-–—])\s")
_NUMBER = regex(r"\d+")
_LETTERS = regex(r"[A-Za-z]+")
_INTRODUCES = regex(r"(?:[:：]|\s[-–—])[*_]{0,3}\Z")
_UNFINISHED = regex(r"\A(?![#|>])[^\s:]+\s.{0,200}[^\W_]\Z")
_ENDS_AS_PART = regex(r"(?:[,;]|[,\s](?:and|or|und|oder|et|ou|y|o|e|en|of))\Z")
_LONGEST_LINE, _LONGEST_END, _MOST_LINES, _MOST_WRAPPED = 400, 8, 200, 3

type Line = tuple[int, str]
"""A line's offset and its text without outer white space."""


def item_mark_of(text: str) -> str:
    """The mark of a list item, with 0 for numbers, a for letters and one for all ticks: `-`, `0.` or `a)`; "" for other
    texts."""
    found = ITEM.match(text)
    if found is None or found[0][0] == "#":
        return ""
    return "☐" if TICK.match(found[0]) else _LETTERS.sub("a", _NUMBER.sub("0", found[0])).strip()


def without_item_mark(text: str, *, is_listed: bool) -> str:
    """The text without the mark of a list item or a heading, but with a tick, which says whether it is so. is_listed
    is whether its list has an introduction."""
    found = (ITEM if is_listed else BULLET).match(text)
    return text[found.end() :] if found and not TICK.match(found[0]) else text


def is_bulleted(text: str) -> bool:
    """Whether a text begins with a sign for an item of a list or a tick, not with a number or a letter."""
    return (text[:1] in _SIGNS and text[1:2].isspace()) or TICK.match(text) is not None


def name_of_item(text: str) -> str:
    """The name by which a text identifies what it lists: US-304 of "4. US-304: Export as CSV.", Order 12 of "Order 12:
    a desk." Empty for other texts."""
    found = _NAMED_ITEM.match(text)
    return found["name"] if found else ""


def introduces(text: str) -> bool:
    """Whether a sentence can introduce a list: it ends in a colon or a dash."""
    return _INTRODUCES.search(text) is not None


def goes_on_in(line: str, item: str) -> bool:
    """Whether a sentence that has no end mark goes on in the items below it, of which this is the first: "We do not
    pay for", before "(a) war,". Such an item begins with a small letter, or ends in a comma."""
    mark = ITEM.match(item)
    if mark is None or _UNFINISHED.match(line) is None:
        return False
    return item[mark.end() :][:1].islower() or _ENDS_AS_PART.search(item[-_LONGEST_END:]) is not None


def introductions_above(text: str, start: int) -> list[Line]:
    """The lines above this place that introduce the lists in whose items it is, the outermost first; none if it is in
    none. A paragraph without an item's mark ends a list, but for the lines on which an item goes on."""
    at = text.rfind("\n", 0, start) + 1
    line = text[at : text.find("\n", at) if text.find("\n", at) >= 0 else len(text)]
    is_item, is_apart, wrapped = bool(item_mark_of(line.strip())), False, 0
    indent = len(line) - len(line.lstrip())
    found, below = list[Line](), line.strip()
    for _ in range(_MOST_LINES):
        if at == 0:
            break
        end, at = at - 1, text.rfind("\n", 0, at - 1) + 1
        stripped = text[at:end].strip()
        if not stripped:
            if not is_item:
                break
            is_apart = True
            continue
        its = len(text[at:end]) - len(text[at:end].lstrip())
        if item_mark_of(stripped):
            if is_item and its < indent and introduces(stripped):
                found.append((at + its, stripped))
            indent, wrapped = min(indent, its) if is_item else its, 0
            is_item, is_apart, below = True, False, stripped
        elif is_item and len(stripped) <= _LONGEST_LINE and (introduces(stripped) or goes_on_in(stripped, below)):
            return [(at + its, stripped), *reversed(found)]
        elif is_apart or (wrapped := wrapped + 1) > _MOST_WRAPPED:
            break
    return []
