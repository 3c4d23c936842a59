"""The sentences that are about what a question in Romance or further languages does not ask for: another person than
the one it names, or another week than the fifteenth. Pure (D-461)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import islice

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import FUNCTION_WORDS
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_NAME = regex(r"(?<=[^\s.?!:] )[A-ZÀ-Þ][^\W\d_]{0,30}[a-zà-ÿ](?: [A-ZÀ-Þ][^\W\d_]{0,30}[a-zà-ÿ]){0,4}(?![\w-])")
_TITLES = frozenset(
    content_words(
        "monsieur madame mademoiselle docteur maître señor señora don doña doctor doctora signor signora signorina "
        "dottor dottoressa professor professoressa senhor senhora dona doutor doutora meneer mevrouw dokter"
    )
)
# Where a sentence has the name, its role is beside it: la locataria è Anna Rossi, Anna Rossi (locataria).
_BEFORE_NAME, _BEHIND_NAME = 30, regex(r"[,( ]{1,3}(?:l[ae]|el|il|de|het|[ao])? ?[^\W\d_]{1,30}")
_ROLE = regex(r"[^\W\d_]{5,30}")
_OPENING = 2
_MOST = 4
_ORDINALS = {
    2: "second[aoe]?|deuxi[eè]me|segund[ao]|tweede",
    3: "terz[ao]|troisi[eè]me|tercer[ao]?|terceir[ao]|derde",
    4: "quart[ao]|quatri[eè]me|cuart[ao]|vierde",
    5: "quint[ao]|cinqui[eè]me|vijfde",
    6: "sest[ao]|sixi[eè]me|sext[ao]|zesde",
    7: "settim[ao]|septi[eè]me|s[eé]ptim[ao]|s[eé]tim[ao]|zevende",
    8: "ottav[ao]|huiti[eè]me|octav[ao]|oitav[ao]|achtste",
    9: "non[ao]|neuvi[eè]me|noven[ao]|negende",
    10: "d[eé]cim[ao]|dixi[eè]me|tiende",
    11: "undicesim[ao]|onzi[eè]me|und[eé]cim[ao]|decimoprimer[ao]?|elfde",
    12: "dodicesim[ao]|douzi[eè]me|duod[eé]cim[ao]|decimosegund[ao]|twaalfde",
    13: "tredicesim[ao]|treizi[eè]me|decimotercer[ao]?|dertiende",
    14: "quattordicesim[ao]|quatorzi[eè]me|decimocuart[ao]|veertiende",
    15: "quindicesim[ao]|quinzi[eè]me|decimoquint[ao]|vijftiende",
    16: "sedicesim[ao]|seizi[eè]me|decimosext[ao]|zestiende",
    17: "diciassettesim[ao]|dix-septi[eè]me|zeventiende",
    18: "diciottesim[ao]|dix-huiti[eè]me|achttiende",
    19: "diciannovesim[ao]|dix-neuvi[eè]me|negentiende",
    20: "ventesim[ao]|vingti[eè]me|vig[eé]sim[ao]|twintigste",
}
_SUFFIX = r"(?:e|[eè]me|nde?|[ºª°]|\.?[oa]|ste|de)"
_COUNTED = (
    r"settimana|giorno|mese|lezione|capitolo|incontro|semaine|jour|mois|s[eé]ance|leçon|chapitre|[eé]tage|semana|d[ií]a"
    r"|mes|clase|lecci[oó]n|cap[ií]tulo|sesi[oó]n|planta|m[eê]s|liç[aã]o|sess[aã]o|andar|week|dag|maand|les|hoofdstuk"
    r"|verdieping"
)
_ORDINAL = regex(
    rf"\b(?:(?P<digits>\d{{1,2}}){_SUFFIX}|(?P<word>{'|'.join(_ORDINALS.values())})) (?P<noun>{_COUNTED})\b"
    rf"|\b(?P<numbered>settimana|lezione|capitolo|semaine|séance|leçon|chapitre|semana|clase|week|les|hoofdstuk)"
    r" (?P<number>\d{1,2})\b(?! \w)",
    re.IGNORECASE,
)
_CELL = regex(rf"(?P<first>\d{{1,2}}){_SUFFIX}?\.?(?:\s?(?:-|–|à|al?|tot|t/m)\s?(?P<last>\d{{1,2}}))?", re.IGNORECASE)


def without_others_asked(question: str, sentences: Sequence[Sentence], *, has_kind: bool) -> list[Sentence]:
    """The sentences, without those that lack the week, day, lesson or floor that the question tells by an ordinal and,
    if it asks for a kind of answer, those that lack a name of the question that others have: neither they, their
    heading, the sentence before nor the role of the one with this name says it."""
    kept = list(sentences)
    if found := _ORDINAL.search(question):
        number = _number(found)
        noun = found["noun"] or found["numbered"]
        said = frozenset(content_words(found["word"] or ""))  # a row has it as a figure
        kept = [replace(s, words=s.words | said) for s in kept if _has_number(s, number, noun)] if number > 1 else kept
    for name in islice(_NAME.findall(question), _MOST) if has_kind else ():
        words = frozenset(content_words(name)) - _TITLES - FUNCTION_WORDS
        having = [s for s in sentences if words & s.words]
        if not words or not having or any(s.start == 0 or s in sentences[:_OPENING] for s in having):
            continue
        roles = frozenset(content_words(" ".join(role for s in having for role in _roles(s.text, name))))
        kept = [
            s
            for s in kept
            if words & (s.words | s.headings | s.scope | s.context | s.titled | s.paragraph) or roles & s.words
        ]
    return kept


def _roles(text: str, name: str) -> list[str]:
    """The words beside the name in a text, which may be the role of its bearer."""
    found = list[str]()
    for part in name.split():
        at = text.find(part)
        if at < 0 or content_words(part) == []:
            continue
        before = re.split(r"[.;:!?]", text[max(at - _BEFORE_NAME, 0) : at])[-1]
        behind = _BEHIND_NAME.match(text, at + len(part))
        found += (*_ROLE.findall(before), *_ROLE.findall(behind[0] if behind else ""))
    return [word for word in found if word.islower() and not _TITLES.issuperset(content_words(word))]


def _number(found: re.Match[str]) -> int:
    if digits := found["digits"] or found["number"]:
        return int(digits)
    return next(n for n, forms in _ORDINALS.items() if re.fullmatch(forms, found["word"], re.IGNORECASE))


def _has_number(sentence: Sentence, number: int, noun: str) -> bool:
    """Whether a sentence, its title, or a cell of a row under a heading with the noun, has this number of the noun."""
    pattern = _numbered(number, noun.lower())
    if any(pattern.search(text) for text in (sentence.text, *sentence.titles)):
        return True
    row, stem = sentence.row, _stem(noun)
    for heading, cell in ((row.kind, row.label), *row.columns) if row else ():
        found = _CELL.fullmatch(cell.strip()) if stem in heading.lower() else None
        if found and int(found["first"]) <= number <= int(found["last"] or found["first"]):
            return True
    return False


@cache
def _numbered(number: int, noun: str) -> re.Pattern[str]:
    """The number beside the noun, as an ordinal or behind it."""
    one, ordinal = rf"(?<![\d.,]){number}", rf"\b(?:{_ORDINALS.get(number, '(?!)')})"
    thing, others = rf"{re.escape(_stem(noun))}\w{{0,5}}", r"(?:n[°ºo]\.? ?)?(?:\d{1,2}\s?\D{1,5}\s?)?"
    return re.compile(
        rf"(?:{ordinal}|{one}{_SUFFIX}?)\s{thing}|\b{thing} {others}{one}(?!\d|[.,]\d)|\b{thing} {ordinal}\b",
        re.IGNORECASE,
    )


def _stem(noun: str) -> str:
    """The noun, in lower case, without the ending of its singular."""
    return noun.lower()[: max(3, len(noun) - 1)]
