"""Keeps what a passage says about the claim's train 2 or sheet 2024, without what it says about the others of that name
(D-417)."""

import re
from collections import defaultdict
from collections.abc import Mapping
from itertools import groupby

from orc.documents.questions.question import LIGHT_WORDS
from orc.documents.text.figures import month_names, unit_names
from orc.documents.text.function_words import function_words
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.table_rows import NOT_SO
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


def about_the_same(passage: str, claim: str) -> tuple[str, str]:
    """The passage without tables, columns and sentences about other things of a name that the claim gives one number,
    and both with such numbers as words. The passage is empty if the claim has words that only the others have."""
    lines, others, title = _of_one_sheet(passage.split("\n"), set(content_words(claim)))
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
        others += [parts[i] for i in out]
    strange = set(content_words(claim)).intersection(content_words(" ".join(others))) - LIGHT_WORDS
    if strange.difference(content_words("\n".join(kept))) and not NOT_SO.search(claim):
        return "", claim

    def as_word(found: re.Match[str]) -> str:
        return found[0].translate(_RUNES) if names.intersection(content_words(found["name"])) else found[0]

    return _NUMBERED.sub(as_word, "\n".join(kept)), _NUMBERED.sub(as_word, claim)


def _numbers(text: str) -> dict[str, set[str]]:
    """The numbers after each name in the text; "" if one of them has a unit or another number with it."""
    numbers = defaultdict[str, set[str]](set)
    for found in _NUMBERED.finditer(text):
        name = next(iter(content_words(found["name"])), "")
        if name and name not in _NO_NAMES and not function_words(found["name"]):
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
    there = _numbers(text)
    return any(name in there and numbers.isdisjoint(there[name]) for name, numbers in wanted.items())


def _of_one_sheet(lines: list[str], words: set[str]) -> tuple[list[str], list[str], str]:
    """The lines without those of the sheets that the words do not name, these, and the title of the sheet that they do
    name. Sheets have the same heading row, each below a title of its own."""
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
