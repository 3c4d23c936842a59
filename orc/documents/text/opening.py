"""Reads from a document's first pages its names and the years that it covers. Pure, linear in the length of the
text."""

import re
from itertools import islice, pairwise

from orc.documents.text.abbreviations import stands_for
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_OPENING, _COVER = 5_000, 3_000
_MOST_NAMES, _LONGEST_NAME = 5, 80
_CASED = r"[A-Z0-9](?:[^\W_]|[.'’-]){0,29}"
_RUN = regex(rf"(?<![^\W_])(?<!&){_CASED}(?:,? (?:{_CASED}|&|and|of)){{0,7}}")
_LEGAL_FORM = regex(
    r",? (?:Inc|Incorporated|Corp|Corporation|Company|Co|Ltd|Limited|P\.?L\.?C|LLC|LLP|AG|GmbH|S\.?E|S\.?A|N\.?V|AB|ASA"
    r"|Oyj|KGaA|S\.p\.A)\.?(?= |$)(?! by reference)",
    re.IGNORECASE,
)
_ACRONYM = regex(r" \([A-Z&]{2,6}\)\Z")
_ROLES = frozenset(content_words("company registrant issuer parent documents smaller reporting emerging growth"))
_REGISTRANT = regex(r"\s*\(?exact name of (?:the )?(?:registrant|issuer|company)", re.IGNORECASE)
_DEFINED = regex(r"\((?:[^()\"“”\n]{0,40})[\"“]([A-Z0-9][^\"“”\n]{1,29})[\"”]")
_PERIOD = regex(
    r"\b(?:year|quarter|period|months)s? end(?:ed|ing)\b[^.;]{0,60}?\b((?:19|20)\d\d)\b"
    r"|\b(?:fiscal(?: year)?|annual report(?: for)?|FY) ?((?:19|20)\d\d)\b"
    r"|\b((?:19|20)\d\d) annual report\b",
    re.IGNORECASE,
)


def is_company(line: str) -> bool:
    """Whether a line is only the name of a company, with its legal form or its abbreviation: Foo Bar Corp. (FBC)."""
    name = _ACRONYM.sub("", line)
    is_marked = name != line or _LEGAL_FORM.search(line) is not None
    return len(line) <= _LONGEST_NAME and is_marked and _RUN.fullmatch(name.rstrip(".")) is not None


def names_in(text: str) -> tuple[str, ...]:
    """The names of the company or subject at the beginning of the text: names with a legal form, without that form; the
    name of a registrant; and names with a defined abbreviation: Foo Bar Corporation ("FBC")."""
    parts = re.split(r"[\n|]", text[:_OPENING].replace("_", " "))
    lines = [" ".join(part.split()) for part in parts]
    lines = [line for line in lines if line]
    found: list[str] = []
    for line, following in pairwise([*lines, ""]):
        if _REGISTRANT.match(following):
            found.append(_bare(line))
        found += (_bare(run[0]) for run in _RUN.finditer(line) if _LEGAL_FORM.search(run[0]))
        for defined in _DEFINED.finditer(line):
            runs = [run[0] for run in _RUN.finditer(line[max(0, defined.start() - _LONGEST_NAME) : defined.start()])]
            if runs and (stands_for(defined[1], runs[-1].split()) or defined[1].casefold() in runs[-1].casefold()):
                found += [_bare(runs[-1]), defined[1]]
    telling = [name for name in found if 1 < len(name) <= _LONGEST_NAME and not _ROLES.issuperset(content_words(name))]
    names = {name.casefold(): name for name in reversed(telling)}
    return tuple(islice(reversed(names.values()), _MOST_NAMES))


def years_in_opening(text: str) -> tuple[str, ...]:
    """The year of the first reporting period that the text states."""
    period = _PERIOD.search(text[:_COVER])
    return (next(year for year in period.groups() if year),) if period else ()


def _bare(name: str) -> str:
    return _LEGAL_FORM.split(name, maxsplit=1)[0].strip(" ,.").removeprefix("The ")
