"""Compares a claim with the section whose heading it names (D-483)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from orc.documents.text.figures import figures
from orc.documents.text.function_words import language_by_function_words
from orc.documents.text.tokens import content_words
from orc.documents.verification.passage_figures import passage_figures
from orc.patterns import regex

_HEADING = regex(r"^(#{1,6}) +(\S.*)$", re.MULTILINE)
_CAPITAL = regex(r"(?<![^\W_])[A-ZÀ-Þ][^\W\d_]+")
_CAPITAL_NOUNS = "de"  # nouns look like names there
_MOST_SECTIONS = 100


@dataclass(frozen=True, slots=True)
class _Section:
    """A heading with the text below it, as offsets: up to the next heading, and up to the next one of its level."""

    start: int
    introduced: int
    end: int
    words: frozenset[str]

    def contains(self, other: "_Section") -> bool:
        return self is not other and self.start <= other.start and other.end <= self.end


def sections_agree(passage: str, claim: str) -> bool:
    """Whether the figures and other names of a claim are below the headings that alone have one of its names, or
    between a heading above them and its first section, and not only elsewhere. True in German.

    The passage says "## Spain\\n5 weeks\\n## Greece\\n9 weeks": "In Greece it is 5 weeks" does not agree."""
    sections = list(_sections(passage))
    names = frozenset(content_words(" ".join(_CAPITAL.findall(claim)))) if sections else frozenset[str]()
    if not any(names & section.words for section in sections):
        return True
    if language_by_function_words(passage) == _CAPITAL_NOUNS:
        return True
    body = _HEADING.sub("", passage)
    words = frozenset(content_words(body))
    named = [section for section in sections if names & section.words - words]
    about = [section for section in named if not any(map(section.contains, named))]
    if not about:
        return True
    text = "\n".join(_texts(passage, about, sections))
    known, everywhere = passage_figures(text, passage), passage_figures(passage, passage)
    stated = (figure for figure in figures(claim) if figure.counts)
    if any(everywhere.contains(figure) and not known.contains(figure) for figure in stated):
        return False
    return not names & words - frozenset(content_words(text))


def _texts(passage: str, about: Sequence[_Section], sections: Sequence[_Section]) -> Iterator[str]:
    """The texts of sections, and what stands before the first section below a heading above them."""
    for section in about:
        yield passage[section.start : section.end]
        yield from (passage[above.start : above.introduced] for above in sections if above.contains(section))


def _sections(passage: str) -> Iterator[_Section]:
    found = list(islice(_HEADING.finditer(passage), _MOST_SECTIONS))
    for place, heading in enumerate(found):
        later = found[place + 1 :]
        end = next((each.start() for each in later if len(each[1]) <= len(heading[1])), len(passage))
        introduced = later[0].start() if later else len(passage)
        yield _Section(heading.start(), introduced, end, frozenset(content_words(heading[2])))
