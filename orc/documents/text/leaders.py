"""Lines in which a row of dots leads from a label to a value, such as those of a table of contents. Pure."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from orc.patterns import regex

_DOTS = ("....", "……", "····")
_APART = (". .", "· ·")
_PAGE = regex(r"(?<=[\s.…·])(?:[1-9]\d{0,3}|[ivxlc]{1,7})\Z")
_PAGE_OF_CHAPTER = regex(r"(?<![\d\s.,–-])\s?[\s.…·]*(?P<page>[1-9]\d?-[1-9]\d{0,2})\Z")
_PAGES = regex(r"[1-9]\d{0,3}|[ivxlc]{1,7}")
_LONGEST_PAGE = 8
_CHAPTER = 1_000
_MOST_BETWEEN = 2  # lines without a page
_LEADER = regex(r"(?:[.·] ?){4,}+|(?:…[.·…]|[.·]…)[.·… ]*+|(?<=\s)(?:\.{2,3}|…|[.·] [.·](?: [.·])?)(?=\s)")
_LEADER_MARKS = ".·…_ "
_FEWEST_MARKS = 4
_LONGEST_LABEL, _LONGEST_VALUE = 200, 60
_LONGEST_BOUND = 5
_SHORT_LEADER, _LONG_LEADER, _SHORT_LABEL = 3, 6, 60
_OPEN, _CLOSED = (",", ";", "(", "{", "[", "+", "=", "<", "'"), (",", ";", ":", ")", "}", "]", "=")
_AMOUNT = regex(r"[$€£¥]? ?\d[\d.,:/–-]{0,12}(?: ?[^\s.]{1,8})?")
_SENTENCE = regex(r"\S+ \S+ \S+ .*[.!?]\Z")
_NUMBERED = regex(r"[\s|#*]*(?P<mark>§ ?)?(?P<number>\d{1,3}(?:\.\d{1,3}){0,4})(?P<stop>[.)])?(?=[\s.)])")
_TITLE = regex(
    r"[#*\s]*(?:table of )?contents|(?:inhalts?(?:verzeichnis|übersicht)?|(?:table des )?matières|sommaire"
    r"|(?:tabla de )?contenidos?|índice|indice|sommario|inhoud(?:sopgave)?|innehåll(?:sförteckning)?"
    r"|indhold(?:sfortegnelse)?|innhold(?:sfortegnelse)?|sisällys(?:luettelo)?|spis treści|obsah|tartalom(?:jegyzék)?"
    r"|cuprins|içindekiler|содержание|оглавление|зміст|περιεχόμενα|目次|目录|目錄|차례|목차)[:*\s]*",
)
_LONGEST_TITLE = 40
_LAST_PAGE = regex(r"[^\W\d_].*[\t|]\s*(?:[1-9]\d{0,3}|[ivxlc]{1,7})\s*\Z")
_FEWEST = 10  # lines without a title; a list of prices may have fewer that rise
_FEWEST_SURE, _FEWEST_RECURRING = 3, 2
_MOST_FALLS = 0.1  # columns of contents that stand beside each other
_MOST_PAGES = 40  # of a section, on average


def may_lead(text: str) -> bool:
    """Whether the text has dots that may lead to a value."""
    return ".." in text or "…" in text or ". ." in text or "··" in text or "· ·" in text


def is_led(line: str) -> bool:
    """Whether a line is a label, dots that lead from it, and its value: `Tuesday ....... 9-18`. Two or three dots lead
    to a figure only."""
    line = line.strip("| \t")
    found = _LEADER.search(line, 0, _LONGEST_LABEL)
    if found is None or not any(map(str.isalnum, line[: found.start()])):
        return False
    label, value = line[: found.start()].rstrip("| \t"), line[found.end() :].strip("| \t")
    if label.endswith(_OPEN) or value.startswith(_CLOSED):  # d1, . . . , dn
        return False
    dots = found[0].count(".") + found[0].count("·") + 3 * found[0].count("…")
    if len(label) > _SHORT_LABEL and dots < _LONG_LEADER:  # an ellipsis in prose
        return False
    if not value or len(value) > _LONGEST_VALUE or _LEADER.search(value) is not None:
        return False
    if dots <= _SHORT_LEADER:
        is_range = any(map(str.isdecimal, label[-_LONGEST_BOUND:]))  # 200 k ... 900 k
        return _AMOUNT.fullmatch(value) is not None and not is_range
    return _SENTENCE.match(value) is None


def with_leader_tabs(text: str) -> str:
    """The text with a tab for the first of the dots that lead to a value, which is no page. It keeps its length."""
    return "\n".join(_with_tab(line) if may_lead(line) else line for line in text.split("\n"))


def _with_tab(line: str) -> str:
    found = _LEADER.search(line, 0, _LONGEST_LABEL) if is_led(line) and page_after_leader(line) is None else None
    if found is None or "|" in line or "\t" in line:
        return line
    at = found.start()
    return f"{line[:at]}\t{line[at + 1 :]}"


def without_leader(cell: str) -> str:
    """A cell without the dots that lead to it, or from it."""
    begun, ended = cell.lstrip(_LEADER_MARKS), cell.rstrip(_LEADER_MARKS)
    if len(cell) - len(ended) >= _FEWEST_MARKS:
        return ended
    is_value = begun != "" and (begun[0].isalnum() or begun[0] in "$€£¥(+-")
    return begun if len(cell) - len(begun) > 1 and is_value else cell


def led_cells(line: str) -> tuple[str, str] | None:
    """The label and the value between which dots lead; None for another line, or a value in several columns."""
    if not (may_lead(line) and is_led(line)):
        return None
    line = line.strip("| \t")
    found = _LEADER.search(line, 0, _LONGEST_LABEL)
    label, value = (line[: found.start()], line[found.end() :]) if found else ("", "")
    label, value = label.strip("| \t"), value.strip("| \t")
    return None if "|" in value or "\t" in value else (label, value)


def page_after_leader(line: str) -> int | None:
    """The page at the end of a line to which a row of dots leads, 0 for a Roman one; None for any other line."""
    words = line.rstrip("| \t")
    page = _PAGE.search(words, max(len(words) - _LONGEST_PAGE, 0))
    if page is None:
        return None
    before = words[: page.start()].rstrip("| \t")
    if not before.endswith((*_DOTS, *_APART)):
        return None
    return _number_of(page[0])


def _number_of(page: str) -> int:
    """The number of a page, which grows with chapters: 3-14 is after 3-2; 0 for a Roman one."""
    chapter, _, within = page.rpartition("-")
    return int(chapter or 0) * _CHAPTER + int(within) if within.isdecimal() else 0


def contents_lines(lines: Sequence[str]) -> frozenset[int]:
    """Which of the lines belong to a table of contents: those with a page to which dots lead, if these pages rise and
    the lines are below a title such as Contents, if they begin with numbers of sections, if their labels recur as
    headings or pages are Roman, or if they are ten. Ten pages with the numbers of their chapters (3-14) need no dots,
    and lines between them are entries of two lines or titles of chapters. A price list has none of this. Below a title,
    pages after tabs and bars count too, if there are such numbers or labels."""
    led = [i for i, line in enumerate(lines) if may_lead(line) and page_after_leader(line) is not None]
    titled = next((i for i, line in enumerate(lines) if is_contents_title(line)), None)
    below = list(_entries_below(lines, titled)) if titled is not None else []
    if _are_contents(lines, below, is_titled=True):
        return frozenset([*led, *below]) if _rise([_page_of(lines[i]) or 0 for i in led]) else frozenset(below)
    if _are_contents(lines, led, is_titled=False):
        return frozenset(led)
    paged = [(i, found) for i, line in enumerate(lines) if (found := _page_of_chapter(line))]
    if len(paged) < _FEWEST or not _rise([page for _, page in paged]):
        return frozenset()
    entries = [i for i, _ in paged]
    between = (range(one + 1, other) for one, other in pairwise(entries) if other - one <= _MOST_BETWEEN + 1)
    return frozenset(entries).union(*between)


def _page_of_chapter(line: str) -> int:
    """The page at the end of a short line, if it has the number of its chapter: Oath 3-10; or else 0."""
    found = (
        _PAGE_OF_CHAPTER.search(line, max(len(line) - 2 * _LONGEST_PAGE, 0)) if len(line) <= _LONGEST_LABEL else None
    )
    return _number_of(found["page"]) if found and line[:1].isalnum() else 0


def _are_contents(lines: Sequence[str], entries: Sequence[int], *, is_titled: bool) -> bool:
    """Whether the entries among the lines, which have pages, are those of a table of contents."""
    pages = [_page_of(lines[i]) or 0 for i in entries]
    if len(entries) < _FEWEST_RECURRING or not _rise(pages) or not (is_titled or _are_near(pages)):
        return False
    known = set(entries)
    others = {_label_of(line) for i, line in enumerate(lines) if i not in known and len(line) <= _LONGEST_LABEL}
    labels = [_label_of(lines[i]) for i in entries]
    if sum(label in others for label in labels if label) >= _FEWEST_RECURRING:
        return True
    sections = [lines[i] for i in entries]
    if len(entries) >= (_FEWEST_RECURRING if is_titled else _FEWEST_SURE) and _are_sections(sections):
        return True
    are_led = all(may_lead(line) for line in sections)
    is_sure = is_titled or 0 in pages or len(entries) >= _FEWEST
    return are_led and is_sure and len(entries) >= _FEWEST_SURE


def is_contents_title(line: str) -> bool:
    """Whether a line is the title of a table of contents."""
    return len(line) <= _LONGEST_TITLE and _TITLE.fullmatch(line.strip().casefold().lstrip("#* ")) is not None


def _entries_below(lines: Sequence[str], title: int) -> Iterable[int]:
    """The lines directly below a title that end in a page after dots, a tab or a bar."""
    for i in range(title + 1, len(lines)):
        if _page_of(lines[i]) is None:
            return
        yield i


def _page_of(line: str) -> int | None:
    """The page at the end of an entry after dots, a tab or a bar, 0 for a Roman one; None for another line."""
    cells = led_cells(line)
    is_entry = page_after_leader(line) is not None or (cells is not None and _PAGES.fullmatch(cells[1]) is not None)
    if not is_entry and not (len(line) <= _LONGEST_LABEL and _LAST_PAGE.search(line)):
        return None
    return _number_of(line.rstrip("| \t").replace(".", " ").split()[-1])


def _rise(pages: Sequence[int]) -> bool:
    """Whether pages rise, apart from Roman ones and the beginnings of columns."""
    arabic = [page for page in pages if page]
    return sum(after < page for page, after in pairwise(arabic)) <= _MOST_FALLS * len(pages)


def _are_near(pages: Sequence[int]) -> bool:
    """Whether pages are as near each other as those of the sections of one document."""
    arabic = [page for page in pages if page]
    return not arabic or max(arabic) - min(arabic) <= _MOST_PAGES * len(pages)


def _are_sections(lines: Sequence[str]) -> bool:
    """Whether at least half of the lines begin with numbers of sections, which rise from 1 or have marks."""
    found = [each for line in lines if (each := _NUMBERED.match(line))]
    numbers = [tuple(map(int, each["number"].split("."))) for each in found]
    are_marked = any(each["mark"] or each["stop"] or "." in each["number"] for each in found)
    return (
        2 * len(found) >= max(len(lines), 4)
        and (are_marked or numbers[0] == (1,))
        and all(one < other for one, other in pairwise(sorted(numbers)))
    )


def _label_of(line: str) -> str:
    """The words of a line before its leader, without a number of a section."""
    found = _LEADER.search(line, 0, _LONGEST_LABEL)
    words = line[: found.start()] if found else line
    number = _NUMBERED.match(words)
    return " ".join((words[number.end() :] if number else words).strip("#*|.) \t").casefold().split())
