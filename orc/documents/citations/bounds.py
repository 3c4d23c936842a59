"""Compares figures that are bounds: "up to 2,000" and "above 2,000" differ."""

import re
from collections.abc import Iterator

from orc.documents.citations.passage_figures import has_decimal_comma
from orc.documents.text.figures import Figure, FigureSet, figures, in_digits
from orc.documents.text.opposites import with_plain_bounds

_NUMBER = r"(?:[$€£¥]\s?|(?:EUR|USD|GBP|CHF|age|the age of)\s)?\d"
_BOUND = re.compile(
    r"\b(?:(?P<most>at most|up to|under|below|(?:less|fewer) than|(?:a )?maximum of|not exceed(?:ing|s)?|höchstens"
    r"|bis zu|unter|(?:weniger|kürzer) als|maximal)"
    r"|(?P<least>at least|over|above|exceed(?:ing|s)?|in excess of|(?:more|longer|greater|higher) than"
    rf"|(?:a )?minimum of|mindestens|wenigstens|über|(?:mehr|länger) als))\s(?={_NUMBER})",
    re.IGNORECASE,
)
_BOUNDED = re.compile(r"[^\d;]{0,12}\d[\d.,'’\u00a0]*\s?[^\W\d_]*")
_MOST_BOUNDS = 6
_AGAINST = {"most": "least", "least": "most"}


def bounds_agree(passage: str, claim: str) -> bool:
    """Whether the passage bounds each figure from the same side as the claim. A figure that the passage states without
    a bound agrees."""
    comma = has_decimal_comma(passage)
    claim_bounds = [(side, figure) for side, figure in _sides(claim, comma) if side][:_MOST_BOUNDS]
    if not claim_bounds:
        return True
    found = list(_sides(passage, comma))
    by_side = {side: FigureSet(figure for other, figure in found if other == side) for side in ("", "most", "least")}
    return not any(
        by_side[_AGAINST[side]].contains(figure)
        and not by_side[side].contains(figure)
        and not by_side[""].contains(figure)
        for side, figure in claim_bounds
    )


def _sides(text: str, comma: bool | None) -> Iterator[tuple[str, Figure]]:
    """The figures, each with the side from which it is a bound, if it is one."""
    text = with_plain_bounds(" ".join(in_digits(text).split()))
    free, at = list[str](), 0
    for bound in _BOUND.finditer(text):
        if (bounded := _BOUNDED.match(text, bound.end())) is None or bound.start() < at:
            continue
        free.append(text[at : bound.start()])
        at = bounded.end()
        yield from ((str(bound.lastgroup), figure) for figure in figures(bounded[0], decimal_comma=comma))
    free.append(text[at:])
    yield from (("", figure) for figure in figures("; ".join(free), decimal_comma=comma))
