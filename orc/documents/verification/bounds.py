"""Compares figures that are bounds, and the ends of ranges: "up to 2,000" differs from "above 2,000", and from May to
September from the months between September and May."""

import re
from collections.abc import Iterator

from orc.documents.text.figures import Figure, FigureSet, figures, in_digits
from orc.documents.text.opposites import with_plain_bounds
from orc.documents.text.sentences import is_row
from orc.documents.text.tables import read_table
from orc.documents.text.tokens import content_words
from orc.documents.verification.passage_figures import has_decimal_comma
from orc.patterns import regex

_NUMBER = r"(?:[$€£¥]\s?|(?:EUR|USD|GBP|CHF|age|the age of)\s)?\d"
_BOUND = regex(
    r"\b(?:(?P<most>at most|up to|within|under|below|(?:less|fewer) than|(?:a )?maximum of|not exceed(?:ing|s)?"
    r"|höchstens|bis zu|innerhalb von|innerhalb|binnen|unter|(?:weniger|kürzer) als|maximal)"
    r"|(?P<least>at least|over|above|exceed(?:ing|s)?|in excess of|(?:more|longer|greater|higher) than"
    rf"|(?:a )?minimum of|mindestens|wenigstens|über|(?:mehr|länger) als))\s(?={_NUMBER})",
    re.IGNORECASE,
)
_INCLUDING = regex(
    r"\b(?P<including>at (?:most|least)|(?:a )?(?:minimum|maximum) of|mindestens|wenigstens|höchstens|maximal)"
    rf"\s(?={_NUMBER})",
    re.IGNORECASE,
)
_EXCLUDING = regex(
    r"\b(?P<excluding>(?:more|less|fewer|longer|greater|higher) than|(?:mehr|weniger|länger|kürzer) als)"
    rf"\s(?={_NUMBER})",
    re.IGNORECASE,
)
_BOUNDED = regex(r"[^\d;]{0,12}\d[\d.,'’\u00a0]*\s?[^\W\d_]*")
_RANGE = regex(
    r"\b(?:from|von|vom|ab|du|del?|desde|dal?|od|ze?|с|со|van|från|fra)\s(?P<first>(?:[^.;:\n]|(?<=\d)[.:]){1,30}?)"
    r"\s(?:to|until|till|bis|zum|nach|au?|à|al|hasta|hacia|do|по|до|tot|naar|til)\s(?P<last>(?:[^.;,:\n]|(?<=\d)[.:]){1,25})"
    r"|(?<![\d.:])(?P<first2>\d[\d.:]*[时時]?)\s?(?:[-–—至〜~]|から)\s?(?P<last2>\d[\d.:]*)",
    re.IGNORECASE,
)
_START = regex(
    r"(?:from|von|ab|de|du|desde|d[ae]|van|från|fra|z|od|из|откуда|start|origin|origen|origine|d[ée]part\w*|salida|partenza"
    r"|abfahrt\w*|vertrek)\b",
    re.IGNORECASE,
)
_GOAL = regex(
    r"(?:to|nach|bis|à|al?|hasta|naar|till?|do|до|куда|destination|destino|destinazione|ziel|arriv\w*|llegada|ankunft\w*"
    r"|aankomst)\b",
    re.IGNORECASE,
)
_MOST_BOUNDS, _MOST_ROWS = 6, 400
_AGAINST = {"most": "least", "least": "most"}


def bounds_agree(passage: str, claim: str) -> bool:
    """Whether the passage bounds each figure from the same side as the claim. A figure that the passage states without
    a bound agrees.

    The passage says "up to 2,000 euros": "more than 2,000 euros" does not agree."""
    comma = has_decimal_comma(passage)
    claim_bounds = [(side, figure) for side, figure in _bounds(claim, comma) if side][:_MOST_BOUNDS]
    if not claim_bounds:
        return True
    if _is_stricter(passage, claim, comma):
        return False
    bounds = list(_bounds(passage, comma))
    by_side = {side: FigureSet(figure for of, figure in bounds if of == side) for side in ("", "most", "least")}
    return not any(
        by_side[_AGAINST[side]].contains(figure)
        and not by_side[side].contains(figure)
        and not by_side[""].contains(figure)
        for side, figure in claim_bounds
    )


def _is_stricter(passage: str, claim: str, comma: bool | None) -> bool:
    """Whether the claim leaves out a figure that the passage includes: more than ten, for at least ten."""

    def bounded(text: str, kind: re.Pattern[str]) -> list[Figure]:
        return [figure for side, figure in _bounds(text, comma, kind) if side]

    left_out = bounded(claim, _EXCLUDING)[:_MOST_BOUNDS]
    included, others = FigureSet(bounded(passage, _INCLUDING)), FigureSet(bounded(passage, _EXCLUDING))
    return any(included.contains(figure) and not others.contains(figure) for figure in left_out)


def ranges_agree(passage: str, claim: str) -> bool:
    """Whether no range of the claim has the ends of a range of the passage exchanged. A table that has a column for the
    start and one for the goal states ranges too.

    The passage says "open from May to September": "open from September to May" does not agree."""
    claim_ranges = list(_ranges(claim))[:_MOST_BOUNDS]
    if not claim_ranges:
        return True
    passage_ranges = list(_ranges(passage))
    rows = read_table([line for line in passage.split("\n") if is_row(line)][:_MOST_ROWS])
    for row in filter(None, rows):
        cells = ((row.kind, row.label), *row.columns)
        start, goal = (
            set(content_words(next((value for heading, value in cells if end.match(heading)), "")))
            for end in (_START, _GOAL)
        )
        passage_ranges.append(
            ({word for word in start if not word[0].isdecimal()}, {word for word in goal if not word[0].isdecimal()})
        )
    return all(
        not any(start & to and end & from_ and not (start & from_ or end & to) for from_, to in passage_ranges)
        or any(start & from_ and end & to for from_, to in passage_ranges)
        for start, end in claim_ranges
    )


def _ranges(text: str) -> Iterator[tuple[set[str], set[str]]]:
    """The start and the end of each range: their dates, or else their names and numbers."""
    for found in _RANGE.finditer(text):
        first, last = ((found[end] or found[f"{end}2"]).strip() for end in ("first", "last"))
        dates = [
            {f"{value:g}" for figure in figures(end) if figure.unit == "date" for value, _ in figure.readings[0]}
            for end in (first, last)
        ]
        names = [
            {word for written in end.split() if not written[0].islower() for word in content_words(written)[:1]}
            for end in (first, last)
        ]
        from_, to = dates if all(dates) else names
        yield from_, to


def _bounds(text: str, comma: bool | None, kind: re.Pattern[str] = _BOUND) -> Iterator[tuple[str, Figure]]:
    """The figures of a text, each with "most" or "least" if it is such a bound, or else with ""; for another kind of
    bound, with its name."""
    text = with_plain_bounds(" ".join(in_digits(text).split()))
    free, at = list[str](), 0
    for bound in kind.finditer(text):
        if (bounded := _BOUNDED.match(text, bound.end())) is None or bound.start() < at:
            continue
        free.append(text[at : bound.start()])
        at = bounded.end()
        yield from ((str(bound.lastgroup), figure) for figure in figures(bounded[0], decimal_comma=comma))
    free.append(text[at:])
    yield from (("", figure) for figure in figures("; ".join(free), decimal_comma=comma))
