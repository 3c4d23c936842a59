"""Tells apart numbered things of one name: a claim about train 2 is not compared with what the passage says about train
3 (D-417)."""

import re
from collections import defaultdict
from collections.abc import Mapping
from itertools import groupby

from orc.documents.questions.question import LIGHT_WORDS
from orc.documents.text.figures import is_currency, month_names, unit_names
from orc.documents.text.function_words import function_words
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.table_rows import DENIES_OR_COMPARES
from orc.patterns import regex

_NUMBERED = regex(
    r"\b(?P<name>[^\W\d_]{3,20})[ \u00a0](?P<number>\d{1,3})(?!\w|[.,:]\d)"
    r"(?=(?P<more>(?:[-–,/&]| (?:and|or|to|und|oder|bis|et|ou|y|o|e|en|of|och|i|a|[-–&]))\s?\d)?"
    r"[ \u00a0-]?(?P<unit>[%€$£¥°]|[^\W\d_]{1,20})?)"
)
_UNITS = frozenset(map(str.casefold, unit_names())) | set("%€$£¥°")
_NO_NAMES = LIGHT_WORDS | set(content_words(f"{' '.join(month_names())} uhr über unter bis pays costs kostet zahlt"))
_RUNES = {ord(f"{digit}"): chr(0x16C0 + digit) for digit in range(10)}  # words, but neither figures nor labels
_YEAR = regex(r"(?:19|20)\d\d")
_FEWEST = 3  # things of a name in prose


def without_other_numbers(passage: str, claim: str) -> tuple[str, str]:
    """The passage without the tables, columns and sentences about other things of a name that the claim gives one
    number, and the claim. Both have such numbers as words, so that they are no figures. The passage is empty if the
    claim has words that only the removed parts have.

    "Train 2 leaves at nine" keeps the sentences about train 2 and drops those about trains 1 and 3."""
    lines, removed, title = _of_one_sheet(passage.split("\n"), set(content_words(claim)))
    claim = _YEAR.sub(lambda year: "" if year[0] in title else year[0], claim)  # no date: January 2024
    known, headings = _numbers(passage), {name for line in lines for name in _kinds(line)}
    names = headings | {name for name, there in known.items() if len(there) >= _FEWEST and "" not in there}
    wanted = {name: n for name, n in _numbers(claim).items() if name in names and len(n) == 1 and "" not in n}
    kept, columns = list[str](), set[int]()
    for line in lines:
        parts, mark = line.split("|"), "|"
        if not is_row(line):
            several = any(len(there) > 1 for name, there in _numbers(line).items() if name in wanted)
            parts, mark = [line[a:b] for a, b in sentence_spans(line)] if several else [line], " "
            columns = set()
        out = {i for i, part in enumerate(parts) if _is_other(part, wanted)}
        if mark == "|":
            columns = out if wanted.keys() & _kinds(line) else columns
            out = set(range(len(parts))) if _is_other(next(filter(str.strip, parts), ""), wanted) else columns
        kept.append(mark.join(part for i, part in enumerate(parts) if i not in out))
        removed += [parts[i] for i in out]
    shared = set(content_words(claim)).intersection(content_words(" ".join(removed))) - LIGHT_WORDS
    if shared.difference(content_words("\n".join(kept))) and not DENIES_OR_COMPARES.search(claim):
        return "", claim

    def as_word(found: re.Match[str]) -> str:
        return found[0].translate(_RUNES) if names.intersection(content_words(found["name"])) else found[0]

    return _NUMBERED.sub(as_word, "\n".join(kept)), _NUMBERED.sub(as_word, claim)


def _numbers(text: str) -> dict[str, set[str]]:
    """The numbers after each name in the text; "" if one of them has a unit or another number with it."""
    numbers = defaultdict[str, set[str]](set)
    for found in _NUMBERED.finditer(text):
        name = next(iter(content_words(found["name"])), "")
        if name and name not in _NO_NAMES and not (function_words(found["name"]) or is_currency(found["name"])):
            is_figure = found["more"] or (found["unit"] or "").casefold() in _UNITS
            numbers[name].add("" if is_figure else found["number"])
    return numbers


def _kinds(line: str) -> set[str]:
    """The names that number several columns below this line."""
    if "|" not in line:
        return set()
    cells = [_numbers(cell) for cell in line.split("|") if _NUMBERED.fullmatch(cell.strip(" *"))]
    return {name for name in _numbers(line) if sum(name in cell for cell in cells) > 1}


def _is_other(text: str, wanted: Mapping[str, set[str]]) -> bool:
    """Whether the text gives one of the names other numbers than the wanted ones."""
    found = _numbers(text)
    return any(name in found and numbers.isdisjoint(found[name]) for name, numbers in wanted.items())


def _of_one_sheet(lines: list[str], words: set[str]) -> tuple[list[str], list[str], str]:
    """The lines without the sheets that the words do not name, the lines of these sheets, and the title of the sheet
    that the words name. Sheets are tables with the same heading row, each below a title of its own. If the words do not
    name exactly one sheet: all lines, no lines and no title."""
    sheets = defaultdict[str, dict[str, set[int]]](dict)  # for each heading row, its titles and their lines
    title, at = "", 0
    for in_table, group in groupby(enumerate(lines), lambda each: is_row(each[1]) if each[1].strip() else None):
        found = list(group)
        if in_table and title:
            sheets[found[0][1]].setdefault(title, set()).update(range(at, found[-1][0] + 1))
        if in_table is not None:
            at, title = found[-1][0], "" if in_table else found[-1][1]
    for titles in (each for each in sheets.values() if len(each) > 1):
        shared = set.intersection(*(set(content_words(each)) for each in titles))
        named = [each for each in titles if (own := set(content_words(each)) - shared) and own <= words]
        if len(named) == 1:
            out = set[int]().union(*(each for name, each in titles.items() if name != named[0]))
            return [line for i, line in enumerate(lines) if i not in out], [lines[i] for i in sorted(out)], named[0]
    return lines, [], ""
