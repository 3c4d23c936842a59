"""British and American spellings of the words of a question. Pure."""

import re
from collections.abc import Iterator, Sequence

from orc.documents.questions.question_language import begins_in_english, has_english_words, question_languages
from orc.documents.text.everyday import Phrases, decisive_synonyms, other_words
from orc.documents.text.everyday_by_language import everyday_words
from orc.documents.text.tokens import content_words, plain_words
from orc.patterns import regex

_MOST = 100
_SUFFIX = r"(?=(?:s|ed|ing|able|ful|ite|ites)?\Z)"
_OF_VERB = r"(?=(?:e|ed|es|er|ers|ing|ation|ations)\Z)"
_OF_DOUBLED = r"(?=(?:ed|ing|er|ers|ery|ment|ments)\Z)"
# Both directions. A spelling that no text has does no harm.
_RULES = tuple(
    (regex(rf"(?<=[a-z]{{2}}){ending}"), other)
    for ending, other in (
        (rf"our{_SUFFIX}", "or"),
        (rf"or{_SUFFIX}", "our"),
        (r"(?<=[bt])re(?=s?\Z)", "er"),
        (r"(?<=[bt])er(?=s?\Z)", "re"),
        (rf"(?<=[a-z]{{3}})is{_OF_VERB}", "iz"),
        (rf"(?<=[a-z]{{3}})iz{_OF_VERB}", "is"),
        (rf"(?<=l)ys{_OF_VERB}", "yz"),
        (rf"(?<=l)yz{_OF_VERB}", "ys"),
        (rf"(?<=[a-z]{{4}})ll{_OF_DOUBLED}", "l"),
        (rf"(?<=[a-z]{{4}})(?<!l)l{_OF_DOUBLED}", "ll"),
        (r"(?<=[a-z][oi])ll\Z", "l"),
        (r"(?<=[a-z][oi])l\Z", "ll"),
        (r"(?<=en)c(?=e[ds]?\Z)", "s"),
        (r"(?<=en)s(?=e[ds]?\Z)", "c"),
        (r"(?<=[ao])logue(?=s?\Z)", "log"),
        (r"(?<=[ao])log(?=s?\Z)", "logue"),
        (r"amme(?=s?\Z)", "am"),
        (r"(?<=r)am(?=s?\Z)", "amme"),
    )
)


# The holder of one office is not that of another: director, gerente.
_WHO_IS = regex(
    r"\W*(?:qui (?:est|était)|qui[eé]n(?:es)? (?:es|son|era)|chi (?:è|sono|era)|quem (?:é|são|era))\b", re.IGNORECASE
)


def english_spellings(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pairs of a word, in lower case, and its spelling on the other side of the Atlantic: centres, centers."""
    for word in words:
        for ending, other in _RULES:
            spelled = ending.sub(other, word)
            if spelled != word:
                yield word, spelled


def other_words_in_english(text: str, words: Sequence[str], *, loose: bool) -> dict[str, Phrases]:
    """The phrases that can replace the words of a question that is not in German: its other words, of further languages
    too unless it is in English, and its words and theirs in the other spelling of English."""
    further = loose and not (begins_in_english(text) or has_english_words(text))
    found = other_words(words, text if loose else "", loose=loose, further=further)
    for word, phrases in everyday_words(question_languages(text), content_words(text)).items() if further else ():
        found[word] = (*found.get(word, ()), *phrases)
    for word in decisive_synonyms().keys() & {*words} if further and not _WHO_IS.match(text) else ():
        of_line = (frozenset((other,)) for other in sorted(decisive_synonyms()[word] - {word}))
        found[word] = tuple(dict.fromkeys((*found.get(word, ()), *of_line)))
    for word, spelled in english_spellings(plain_words(text)[:_MOST]):
        form = content_words(spelled)
        others = (frozenset(form), *(each for phrases in other_words(form, loose=loose).values() for each in phrases))
        for own in content_words(word):
            if form and form != [own]:
                found[own] = (*found.get(own, ()), *others)
    return found
