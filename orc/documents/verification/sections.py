"""Compares a claim with the section whose heading it names (D-483)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from orc.documents.evidence.distinctions import capital_names
from orc.documents.text.figures import figures
from orc.documents.text.tokens import content_words
from orc.documents.verification.passage_figures import passage_figures
from orc.patterns import regex

_HEADING = regex(r"^(#{1,6}) +(\S.*)$", re.MULTILINE)


_MOST_SECTIONS = 100


@dataclass(frozen=True, slots=True)
class _Section:
    """A heading with the text below it, up to the next heading of its level, as offsets."""

    start: int
    end: int
    words: frozenset[str]


def sections_agree(passage: str, claim: str) -> bool:
    """Whether the figures of a claim with names that only headings have are below these headings, and its other words
    are not only elsewhere.

    The passage says "## Spain\\n5 weeks\\n## Greece\\n9 weeks": "In Greece it is 5 weeks" does not agree."""
    sections = list(_sections(passage))
    names = set(capital_names(f"x {claim}")) if sections else set()
    named = [section for section in sections if names & section.words]
    if not named:
        return True
    body = frozenset(content_words(_HEADING.sub("", passage)))
    about = [section for section in named if names & section.words - body]
    narrow = [s for s in about if not any(o is not s and s.start <= o.start and o.end <= s.end for o in about)]
    if not narrow:
        return True
    text = "\n".join(passage[section.start : section.end] for section in narrow)
    known, everywhere = passage_figures(text, passage), passage_figures(passage, passage)
    stated = [figure for figure in figures(claim) if figure.counts]
    if any(everywhere.contains(figure) and not known.contains(figure) for figure in stated):
        return False
    return not frozenset(content_words(claim)) & frozenset(content_words(passage)) - frozenset(content_words(text))


def _sections(passage: str) -> Iterator[_Section]:
    found = list(islice(_HEADING.finditer(passage), _MOST_SECTIONS))
    for place, heading in enumerate(found):
        ends = (later.start() for later in found[place + 1 :] if len(later[1]) <= len(heading[1]))
        words = frozenset(content_words(heading[2]))
        yield _Section(heading.start(), next(ends, len(passage)), words)
