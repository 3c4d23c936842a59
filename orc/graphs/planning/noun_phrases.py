"""Finds the noun phrases of a question that begin with an article, and puts others in their place. Pure."""

import re
from dataclasses import dataclass
from itertools import islice

from orc.documents.questions.question_language import question_language, question_languages
from orc.patterns import regex

_DEFINITE = {
    "en": r"the|my|our|your|his|her|its|their",
    "de": r"der|die|das|dem|den|des|(?:mein|dein|sein|ihr|unser|euer)e?[nmrs]?",
    "fr": r"les?|la|l['’]|mon|ma|mes|notre|votre|nos|vos",
    "es": r"el|las?|los|mis?|nuestr[oa]s?",
    "it": r"il|l[oae]|gli|i|l['’]",
    "pt": r"os?|as?|meus?|minhas?",
    "nl": r"de|het|mijn|onze?|uw",
}
_INDEFINITE = {
    "en": r"an?",
    "de": r"eine?[nmrs]?",
    "fr": r"une?",
    "es": r"un[ao]?s?",
    "it": r"un[ao]?|un['’]",
    "pt": r"uma?",
    "nl": r"een",
}
_ARTICLES = {
    language: regex(
        rf"(?:(?<![\w'’-])|(?<=\b[dD]['’]))(?:(?P<definite>{_DEFINITE[language]})|(?P<indefinite>{_INDEFINITE[language]}))(?:(?<=['’])|\s)",
        re.IGNORECASE,
    )
    for language in _DEFINITE
}
# Nouns that end in their article: budgeten, hyran, utfallet.
_SUFFIXED = regex(
    r"(?<!\w)(?!(?:h?vilke[nt]|ingen|inget|någo[nt]|mellan|mellem|sedan|siden|innan|inden|utan|uden|även|igen)(?!\w))"
    r"[^\W\d_]{3,30}(?:en|et|an|na|ne)(?!\w)",
    re.IGNORECASE,
)
_SCANDINAVIAN = frozenset(("sv", "da", "no"))
_WORD = regex(r"\s?([^\W_][\w'’&.-]*[^\W_]|[^\W_])")
_ENDS = regex(
    r"(?:in|on|at|for|of|with|without|from|to|by|under|over|after|before|during|since|until|per|than|and|or|that|which"
    r"|who|is|are|was|were|do|does|did|has|have|had|can|could|will|would|must|may|should|not"
    r"|de|du|des|d['’].*|del|al|au|aux|à|dans|pour|par|sur|avec|sans|chez|et|ou|est|sont|para|por|con|sin|en|y|es|son"
    r"|di|da|dei|della|delle|dello|nel|nella|per|e|o|ed|è|do|das|dos|no|na|com|sem|van|voor|met|zonder|op|bij|te|is)",
    re.IGNORECASE,
)
_PREDICATE = regex(
    r"\w{2,}(?:ed|able|ible)|due|open|closed|free|paid|held|kept|sold|built|made|given|taken|left|old|big|large|long"
    r"|high|tall|wide|deep|heavy|worth|available|included",
    re.IGNORECASE,
)
_BEFORE_SUBJECT = regex(
    r"\b(?:(?P<full>does|do|did|can|could|may|must|will|would|should)|is|are|was|were)"
    r"(?: (?:the|an?|my|our|your) (?:[\w-]+ ){1,2}of| \w{3,20}ing)? \Z",
    re.IGNORECASE,
)
_PLURAL = regex(r"[a-z]{3,30}s")
_OF_MANY = regex(r"\b(?:do|did|are|were|can|may|must|should|will) (?P<own>[a-z]{3,30}s)\b(?! of\b)")
_OF = regex(r"(?<!\w)(?:of|von|vom|de|di|van) \Z", re.IGNORECASE)
_GENITIVE = regex(r"(?:des|der|eine[rs]|(?:mein|unser|ihr|sein)e[rs])\s", re.IGNORECASE)
_OWNED = regex(
    r"\b(?!(?i:what|who|where|when|how|it|that|there)['’])\w+['’]s "
    r"(?P<owned>[a-z][\w-]*(?: (?!(?:in|on|at|for|of|per)\b)[\w-]+){0,2})"
)
_WHAT_IS = {
    "en": "What is {}?",
    "de": "Was ist {}?",
    "fr": "Qu'est-ce que {} ?",
    "es": "¿Qué es {}?",
    "it": "Che cos'è {}?",
    "pt": "O que é {}?",
    "nl": "Wat is {}?",
    "sv": "Vad är {}?",
    "da": "Hvad er {}?",
    "no": "Hva er {}?",
}
_MOST, _MOST_READINGS, _MOST_WORDS, _LONGEST = 8, 2, 5, 2_000


@dataclass(frozen=True, slots=True)
class _Phrase:
    start: int
    end: int
    kind: str


def replaced_phrases(question: str, other: str, period: str = "") -> tuple[str, ...]:
    """The question with the other noun phrase in place of one of its own, best guess first: of those with the same kind
    of article, the last. Then the question what the other one is, with the period, unless the first place is that of an
    owner of the attribute asked for, as in "the salary of a baker". A Scandinavian noun that ends in its article takes
    the place of the first one, and an English plural that of a plural subject. Empty if the other phrase has no article
    or no place."""
    question = question[:_LONGEST]
    language = question_language(question) or "en"
    nordic = sorted(_SCANDINAVIAN & question_languages(question)) if _SUFFIXED.fullmatch(other) else []
    many = _OF_MANY.search(question) if language == "en" and _PLURAL.fullmatch(other) else None
    if own := _SUFFIXED.search(question) if nordic else many:
        start, end = own.span(own.lastgroup or 0)
        alone = _WHAT_IS[nordic[0]] if nordic else "{}?"
        return (f"{question[:start]}{other}{question[end:]}", alone.format(f"{other} {period}".strip()))
    opened = _ARTICLES[language].match(other) if language in _ARTICLES else None
    if opened is None:
        return ()
    alone = _WHAT_IS[language].format(f"{other} {period}".strip())
    if owned := _OWNED.search(question):  # Ann's salary
        start, end = owned.span("owned")
        return (f"{question[:start]}{other[opened.end() :]}{question[end:]}", alone)
    phrases = list[_Phrase]()
    for article in islice(_ARTICLES[language].finditer(question), _MOST):
        at, words = article.end(), list[str]()
        while len(words) < _MOST_WORDS and (word := _WORD.match(question, at)):
            is_after_noun = language == "de" and words and words[-1][0].isupper() and not word[1][0].isupper()
            if is_after_noun or _ENDS.fullmatch(word[1]) or _ARTICLES[language].match(f"{word[1]} "):
                break
            words.append(word[1])
            at = word.end()
        subject = _BEFORE_SUBJECT.search(question, 0, article.start()) if language == "en" else None
        if subject and len(words) > 1 and (subject["full"] or _PREDICATE.fullmatch(words[-1])):
            at -= len(words.pop()) + 1
        if words and (language != "de" or any(word[0].isupper() for word in words)):
            phrases.append(_Phrase(article.start(), at, article.lastgroup or ""))
    alike = [phrase for phrase in phrases if phrase.kind == opened.lastgroup]
    chosen = alike[::-1][:_MOST_READINGS] or phrases[:1]
    if not chosen:
        return ()
    start = chosen[0].start
    is_genitive = _GENITIVE.match(question, start) and any(phrase.end + 1 == start for phrase in phrases)
    is_owner = is_genitive or _OF.search(question, 0, start)
    replaced = (f"{question[: each.start]}{other}{question[each.end :]}" for each in chosen)
    return (*replaced, *(() if is_owner else (alone,)))
