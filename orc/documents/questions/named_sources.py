"""The documents by which a question wants to be answered: "according to the lease", "what does the story say about the
rent", "the total on invoice 2207". Pure (D-550)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from orc.documents.questions.document_kinds import DocumentHead, kind_of
from orc.documents.questions.instructions import several_questions
from orc.documents.text.tokens import content_words, plain_words
from orc.patterns import regex

_ARTICLE = (
    r"(?P<article>(?:(?:the|my|our|your|this|that|de[rmns]|die|das|diese[mnrs]?|meine[mnrs]?|unsere[mnrs]?|le|la|les|mon|ma|mes"
    r"|notre|ce|cette|el|los|las|mi|mis|nuestr[oa]|este|esta|il|lo|gli|mio|mia|o|a|os|as|meu|minha|het|de|mijn|onze"
    r"|attached|uploaded) |l['’]){0,2})"
)
_ACCORDING = regex(
    r"\b(?:according to|as per|laut|gemäß|selon|d['’]après|según|secondo|segundo|de acordo com|volgens|enligt|ifølge"
    r"|według|podle) "
    rf"{_ARTICLE}",
    re.IGNORECASE,
)
_AT_BEGINNING = regex(rf"\A\W{{0,3}}(?:in|im|dans|en|nell[ao]?|nel|n[ao]|i|w|v) {_ARTICLE}", re.IGNORECASE)
_SAYS = regex(
    r"\b(?:(?P<the>do|does|did)|(?:be)?sagt|sagen|steht(?: etwas)?(?: in| im)?|regelt|schreibt|erwähnt"
    r"|(?P<le>que (?:dit|disent|prévoit|indique|précise|raconte))|(?P<el>qué (?:dicen?|indican?|establece|cuenta))"
    r"|(?P<il>cosa (?:dice|dicono|prevede|racconta))|(?P<o>que (?:diz|dizem|conta))"
    rf"|(?P<het>wat (?:zegt|zeggen|staat er in))) {_ARTICLE}",
    re.IGNORECASE,
)
_SAYING = regex(
    r" (?:say|state|mention|tell|specify|note|report|describe|define|claim|explain|recommend|suggest|stipulate)\b",
    re.IGNORECASE,
)
_SAYS_ALONE = regex(r"(?: \w{1,12})?\W*\Z")
_SUMMED_UP = regex(
    r"\A\W{0,3}(?:(?:please )?(?:summari[sz]e|sum up)|what(?: is|['’]s)|what happens in|worum geht es in) "
    rf"{_ARTICLE}",
    re.IGNORECASE,
)
_WITHIN = regex(
    r"(?<=\w )(?:in|on|from|under|of|within|im|aus|auf|vom|dans|sur|de|du|en|del|nel|nella|sulla|della|na|da"
    rf"|van|uit) {_ARTICLE}",
    re.IGNORECASE,
)
_MEANT = regex(
    r"(?<=\w )(?P<article>(?:the|this|that|my|our|de[rmn]|die|das|diese[mnrs]?|la|le|cette|ce|el|este|esta|il) )",
    re.IGNORECASE,
)
_AT_END = regex(r"(?: about)?\W*\Z", re.IGNORECASE)
_JOINS = regex(r",? (?:and|or|und|oder|sowie|et|ou|y) ", re.IGNORECASE)
_BESIDE = regex(
    r"\b(?:compar\w+|differences?|differs?|contrast\w*|unterschied\w*|vergleich\w*|versus|vs|both|beide[nrs]?)\b",
    re.IGNORECASE,
)
_EXTENSION = regex(r"\w\.\w{1,5}\Z")
_WORD = regex(r"[^\s,;:?!]*[^\s,;:?!.]")
_GAP = regex(r"[\W_]+|(?<=[a-z])(?=[A-Z])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_ARTICLES = frozenset(("the", "der", "die", "das", "le", "la", "el", "il", "o", "a", "de", "het"))
_NAME_THEMSELVES_SELDOM = frozenset(("story", "letter", "email", "speech", "essay", "recipe"))
_DOCUMENT = {"the": "it", "le": "le document", "el": "el documento", "il": "il documento"}
_DOCUMENT |= {"o": "o documento", "het": "het document"}
_MOST_WORDS, _MOST_DOCUMENTS, _MOST_PLACES = 6, 200, 8
_EDGES = " ,;:-–"


@dataclass(frozen=True, slots=True)
class NamedSource:
    """The documents, by key, that a question names as its source, and the question without it, empty if nothing is
    left. is_sole means that it wants no other; else another that answers will do."""

    keys: frozenset[str]
    question: str
    is_sole: bool


@dataclass(frozen=True, slots=True)
class _Named:
    """Documents that words after a place name, and where these end. is_document means that the words say so, by a kind
    or an extension; else they are a title, which something else may have as well. is_unnamed means that the documents
    have no kind in their names."""

    keys: frozenset[str]
    found: re.Match[str]
    ends: int
    is_document: bool
    is_unnamed: bool


def named_source(question: str, heads: Mapping[str, DocumentHead]) -> NamedSource | None:
    """The source that a question names among these documents, by kind, title or file name. None if it names none of
    them, several, or one beside others where these are not excluded; or if the message asks several questions."""
    if not heads or len(heads) > _MOST_DOCUMENTS or _BESIDE.search(question) or several_questions(question):
        return None
    sole = [
        (named, rest)
        for place in (_ACCORDING, _AT_BEGINNING, _SAYS, _SUMMED_UP)
        for named in _named_at(place, question, heads)
        if (rest := _rest_beside(place, named, question)) is not None
    ]
    within = [
        (named, _without(question, named.found.start(), named.ends))
        for place in ((_AT_BEGINNING, _WITHIN) if not sole else ())
        for named in _named_at(place, question, heads)
        if len(named.keys) < len(heads)
        and (named.found["article"] or kind_of(question[named.found.end() : named.ends]) is None)
    ]
    found = sole or within
    if len({named.keys for named, _ in found}) != 1 or any(_JOINS.match(question, named.ends) for named, _ in found):
        return None
    named, rest = found[0]
    return NamedSource(named.keys, rest if content_words(rest) else "", is_sole=bool(sole))


def document_meant(question: str, heads: Mapping[str, DocumentHead]) -> str | None:
    """The one of these documents that a question is about, as "who wrote the letter" is; None if it is about none of
    them alone."""
    meant = {named.keys for named in _named_at(_MEANT, question, heads) if named.is_document}
    keys = next(iter(meant), frozenset[str]())
    return next(iter(keys)) if len(meant) == len(keys) == 1 else None


def _rest_beside(place: re.Pattern[str], named: _Named, question: str) -> str | None:
    """The question without a source that excludes others; None if what is named at this place is no such source."""
    found, ends = named.found, named.ends
    if place is _SAYS:
        if (found["the"] and not _SAYING.match(question, ends)) or (
            _SAYS_ALONE.match(question, ends) and not named.is_unnamed  # what it says is an overview of it
        ):
            return None
        document = next((each for group, each in _DOCUMENT.items() if found[group]), "")
        before = question[: found.end() - len(found["article"]) if document else found.start()]
        return f"{before}{document or 'ist'}{question[ends:]}"  # Was ist zur Kaution?
    if place is _SUMMED_UP:
        is_overview = named.is_unnamed and _AT_END.match(question, ends)
        return f"{question[: found.end()]}document{question[ends:]}" if is_overview else None
    is_source = place is _ACCORDING or named.is_document
    return _without(question, found.start(), ends) if is_source else None


def _named_at(place: re.Pattern[str], question: str, heads: Mapping[str, DocumentHead]) -> Iterator[_Named]:
    """The documents that the words after each of these places name, in as many words as do."""
    for found in islice(place.finditer(question), _MOST_PLACES):
        words, at = list[re.Match[str]](), found.end()
        while len(words) < _MOST_WORDS and (word := _WORD.match(question, at)):
            words.append(word)
            at = word.end() + 1
            if question[word.end() : at] != " ":
                break
        for count in range(len(words), 0, -1):
            spoken = [word[0] for word in words[:count]]
            if keys := _documents_named(spoken, heads):
                is_document = _EXTENSION.search(spoken[-1]) is not None or any(map(kind_of, spoken))
                is_unnamed = not any(heads[key].kinds for key in keys)
                yield _Named(keys, found, words[count - 1].end(), is_document, is_unnamed)
                break


def _documents_named(words: Sequence[str], heads: Mapping[str, DocumentHead]) -> frozenset[str]:
    """The documents that these words name: by the whole file name or title, or by a kind and what tells it apart."""
    if words[-1].casefold() in _ARTICLES:
        return frozenset()
    whole = " ".join(words).casefold()
    spoken = [word for word in plain_words(_GAP.sub(" ", whole)) if word not in _ARTICLES]
    called = {key for key, head in heads.items() if whole == head.file_name.rsplit("/", 1)[-1].casefold()}
    called |= {key for key, head in heads.items() if any(spoken == _spoken(name) for name in head.names)}
    if called:
        return frozenset(called)
    kinds = {word: kind for word in words if (kind := kind_of(word))}
    if not kinds or not content_words(words[-1]):
        return frozenset()
    names = {kind.name for kind in kinds.values()}
    telling = [*content_words(" ".join(w for w in words if w not in kinds)), *(k.of for k in kinds.values() if k.of)]
    of_kind = {key: head for key, head in heads.items() if names <= head.kinds}
    if not of_kind and not telling and names <= _NAME_THEMSELVES_SELDOM:
        return frozenset(key for key, head in heads.items() if not head.kinds)
    if not telling:
        return frozenset(of_kind)
    said = frozenset(key for key, head in of_kind.items() if head.says(telling))
    if said or not _ARTICLES.isdisjoint(words):
        return said
    return frozenset(key for key, head in of_kind.items() if head.begins_with(telling))


def _spoken(name: str) -> list[str]:
    return [word for word in plain_words(name) if word not in _ARTICLES]


def _without(question: str, begins: int, ends: int) -> str:
    rest = " ".join(f"{question[:begins]} {question[ends:]}".split()).strip(_EDGES).replace(" ?", "?")
    return f"{rest[:1].upper()}{rest[1:]}"
