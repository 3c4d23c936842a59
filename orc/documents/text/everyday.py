"""Synonyms of everyday words in questions: units for sizes, amounts for costs, forms of irregular words. Pure. The
synonyms in the other files are looser and apply to small documents only (D-229, D-245), as do the kinds of things in
`everyday_kinds.json` (D-475)."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path

from orc.documents.text.tokens import content_words
from orc.patterns import regex

type Phrases = tuple[frozenset[str], ...]

_FIELDS = "everyday_fields.json"
_KINDS = "everyday_kinds.json"
_REGISTERS = "everyday_registers.json"
_FURTHER = ("everyday_languages.json", "further_languages.json")
_ASKS_KIND = regex(
    r"\W*(?:\w{2,6} )?(?:which|what|welche[nrsm]?|was (?:für|ist|war))"
    r"(?P<kind>(?: (?!(?:do|does|did|can|could|will|would|has|have|had|should|must|kostet|kosten|hat|haben)\b)"
    r"[\w'’-]{1,30}){1,6})",
    re.IGNORECASE,
)
_LONGEST = 3
_GAP = "0"
_WORD = regex(r"\w+")
_PLAIN_TERM = regex(r"[a-z]{2,}(?:[ -][a-z]{2,})*")
_MONTHS = (
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
)
_WITHOUT_UMLAUTS = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "Ä": "A", "Ö": "O", "Ü": "U", "ß": "ss"})


def other_words(
    words: Sequence[str], text: str = "", *, loose: bool = False, further: bool = False
) -> dict[str, Phrases]:
    """For each word of the question in its compared form, the phrases that can replace it. Synonyms of a term of
    several words apply to each of its words. With loose, terms that contain common words, such as "go up", are looked
    up in the text, and a kind that it asks for is replaced by its members; with further, the lexicons of further
    languages count too."""
    found: dict[str, Phrases] = {}
    for term in terms_in(text, further=further) if loose else ():
        found |= dict.fromkeys(content_words(term), _forms(tuple(_loose_synonyms(further)[term])))
    for at in range(len(words)):
        spans = (tuple(words[at : at + length]) for length in range(_LONGEST, 0, -1))
        synonyms = ((span, _synonyms_of(span, loose, further)) for span in spans)
        span, phrases = next(((span, phrases) for span, phrases in synonyms if phrases is not None), ((), ()))
        for each in span:
            own = _synonyms_of((each,), loose, further) if loose and len(span) > 1 else None
            forms = _forms((*phrases, *(own or ())))
            found.setdefault(each, forms if len(span) > 1 else tuple(f for f in forms if f != {each}))
    for word, things in _things_of_asked_kind(text) if loose else ():
        found[word] = (*found.get(word, ()), *things)
    for word in found.keys() & _irregular_forms().keys():  # what "paid for" means does not replace "pay"
        forms = _irregular_forms()[word]
        is_derived = re.search(rf"\b{word}(?:ed|ers?|ing)\b", text, re.IGNORECASE) is not None  # founded, of found
        found[word] = tuple(p for p in dict.fromkeys((*found[word], *forms)) if not (is_derived and p in forms))
    return found


def terms_in(text: str, *, further: bool = False) -> list[str]:
    """The loose terms with common words that occur in the text, longest first. Other words may stand in between."""
    words = frozenset(_WORD.findall(text.lower()))
    terms = sorted(chain.from_iterable(filter(None, map(_terms_by_first_word(further).get, words))))
    found = (term for *_, term in terms if words.issuperset(_WORD.findall(term.lower())))
    return [term for term in found if (pattern := _pattern_of(term)) and pattern.search(text)]


def says(words: frozenset[str], phrases: Phrases) -> bool:
    """Whether the words include all words of one of the phrases."""
    return any(map(words.issuperset, phrases))


@cache
def decisive_synonyms() -> Mapping[str, frozenset[str]]:
    """The words of Romance and further languages without which a sentence says something else, each with its synonyms
    and itself."""
    lexicons = map(_read, ("romance.json", *_FURTHER))
    lines = [frozenset(content_words(line)) for lexicon in lexicons for each in lexicon.values() for line in each]
    return {word: frozenset().union(*(line for line in lines if word in line)) for line in lines for word in line}


def _read(name: str) -> Mapping[str, Sequence[str]]:
    terms: dict[str, list[str]] = json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return terms


@cache
def _forms(phrases: Sequence[str]) -> Phrases:
    """The words of each phrase. Of "get out of" only a verb would be left that has many meanings."""
    forms = ((frozenset(content_words(phrase)), phrase) for phrase in phrases)
    return tuple(form for form, phrase in forms if form and not (" " in phrase and form <= _vague_verbs()))


@cache
def _vague_verbs() -> frozenset[str]:
    return frozenset(content_words("get got go went let do"))


def base_forms(words: Iterable[str]) -> Iterator[str]:
    """The words in compared form, with the forms of an irregular word reduced to one."""
    base = _base_by_form()
    return (base.get(word, word) for word in words)


@cache
def _irregular_words() -> Sequence[Sequence[str]]:
    """The forms of each irregular word, as they are written."""
    groups: list[list[str]] = json.loads(Path(__file__).with_name("irregular.json").read_text(encoding="utf-8"))
    return groups


@cache
def _base_by_form() -> Mapping[str, str]:
    forms = [content_words(" ".join(group)) for group in _irregular_words()]
    return {word: group[0] for group in forms for word in group}


@cache
def _irregular_forms() -> Mapping[str, Phrases]:
    """The other forms of each irregular word, in compared form."""
    forms = [content_words(" ".join(group)) for group in _irregular_words()]
    return {word: tuple(frozenset((o,)) for o in group if o != word) for group in forms for word in group}


@cache
def _loose_synonyms(further: bool) -> Mapping[str, Sequence[str]]:
    """The loose synonyms of each term: those of small documents and of German, periods for the months in them, and the
    other words of its line in the lexicons by field."""
    loose: dict[str, list[str]] = defaultdict(list)
    for term, phrases in (*_read("everyday_small.json").items(), *_read("everyday_german.json").items()):
        loose[term] += phrases
    for months in map(str.split, _MONTHS):  # those of up to eight months that include it: January, November to March
        for i, month in enumerate(months):
            periods = ((i - before, i + after) for before in range(7) for after in range(7) if 0 < before + after < 8)
            loose[month] += (f"{months[first % 12]} {months[last % 12]}" for first, last in periods)
    names = (_FIELDS, _REGISTERS, *_FURTHER) if further else (_FIELDS, _REGISTERS)
    for line in chain.from_iterable(chain.from_iterable(_read(name).values() for name in names)):
        terms = line.split(", ")
        for term in terms:
            loose[term] += (other for other in terms if other != term)
    return loose


@cache
def _members_by_kind() -> Mapping[str, str]:
    """The words for things of a kind, by each word for the kind in compared form."""
    kinds: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name(_KINDS).read_text(encoding="utf-8"))
    members = defaultdict[str, list[str]](list)
    for words, things in chain.from_iterable(each.items() for each in kinds.values()):
        for word in words.split(", "):
            members[" ".join(content_words(word))].append(things)
    return {word: ", ".join(things) for word, things in members.items()}


def _things_of_asked_kind(text: str) -> Iterator[tuple[str, Phrases]]:
    """The words of a question that ask for a thing of a kind, each with the things: which animal, what was her job."""
    if (asked := _ASKS_KIND.match(text)) is None:
        return
    words = content_words(asked["kind"])
    for at, length in ((at, length) for at in range(len(words)) for length in (1, 2, 3)):
        if things := _members_by_kind().get(" ".join(words[at : at + length])):
            yield from ((word, _forms(tuple(things.split(", ")))) for word in words[at : at + length])


@cache
def _terms_by_first_word(further: bool) -> Mapping[str, Sequence[tuple[int, int, str]]]:
    """The loose terms of several words by the first of them, each with its negative length and its place."""
    found: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for at, term in enumerate(_loose_synonyms(further)):
        if " " in term and (first := _WORD.search(term.lower())):
            found[first[0]].append((-len(term), at, term))
    return found


@cache
def _pattern_of(term: str) -> re.Pattern[str] | None:
    """The pattern of a term that contains common words, such as a verb and its particle, with up to four words in
    between: get my deposit back. None for another term."""
    if len(content_words(term.translate(_WITHOUT_UMLAUTS))) >= len(term.split()):
        return None
    return re.compile(rf"\b{r' (?:[\w-]+ ){0,4}?'.join(map(re.escape, term.split()))}\b", re.IGNORECASE)


def _synonyms_of(words: tuple[str, ...], loose: bool, further: bool) -> tuple[str, ...] | None:
    """The synonyms of words in compared form, None if they are no term."""
    lexicons = [_synonyms_by_words()]
    if loose:
        beginnings = {beginning(words[0]), ""} & _terms_by_beginning(further).keys()
        lexicons += (_loose_by_words(further, each) for each in sorted(beginnings))
    found = [lexicon[words] for lexicon in lexicons if words in lexicon]
    return tuple(chain.from_iterable(found)) if found else None


def beginning(word: str) -> str:
    """What a plain word and its compared form have in common: that of "dying" is "die"."""
    return word[:2].replace("y", "i")


@cache
def _terms_by_beginning(further: bool) -> Mapping[str, Sequence[str]]:
    """The loose terms by the beginnings of their words; the few that are not of plain words by an empty one."""
    terms = _loose_synonyms(further)
    found: dict[str, list[str]] = defaultdict(list)
    for term, plain in zip(terms, "\n".join(terms).translate(_WITHOUT_UMLAUTS).lower().split("\n"), strict=True):
        words = plain.replace("-", " ").split() if _PLAIN_TERM.fullmatch(plain) else ("",)
        for each in dict.fromkeys(map(beginning, words)):
            found[each].append(term)
    return found


@cache
def _loose_by_words(further: bool, first: str) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The synonyms of the loose terms without common words, by their words in compared form. A question needs those
    that begin as its words do: to compare all takes as long as an answer. They are read at once and without umlauts,
    which takes a tenth of the time."""
    terms = _terms_by_beginning(further).get(first, ())
    words = iter(content_words(f" {_GAP} ".join((*terms, "")).translate(_WITHOUT_UMLAUTS)))
    lexicon: dict[tuple[str, ...], tuple[str, ...]] = {}
    for term in terms:
        span = tuple(iter(partial(next, words), _GAP))
        if span and len(span) >= len(term.split()):
            lexicon[span] = (*lexicon.get(span, ()), *_loose_synonyms(further)[term])
    return lexicon


@cache
def _synonyms_by_words() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The synonyms of everyday and irregular words by their words in compared form."""
    lexicon = {tuple(content_words(term)): tuple(phrases) for term, phrases in _read("everyday.json").items()}
    for group in _irregular_words():
        forms = content_words(" ".join(group))
        for word in forms:
            lexicon[word,] = (*lexicon.get((word,), ()), *(other for other in group if content_words(other) != [word]))
    return lexicon
