"""Compares how names are spelled, and which of them belong together: Marlowe is not Marlow, and Martin Shore is neither
Martin Shaw nor Paul Shore (D-402)."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from orc.documents.text.function_words import function_words, language_by_function_words
from orc.documents.text.tokens import shared_beginning
from orc.patterns import regex
from orc.text import normalized, word_set

_TOKEN = regex(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|[^\w\s]|\n|\d+")
_POSSESSIVE = regex(r"['’]s?\Z")
_TITLES = word_set("mr mrs ms miss dr prof herr herrn frau sr sra don doña señor señora mme m mlle pan pani")
_AND = word_set("and und et y e en og och i a и & ja ve")
_ENDINGS = {  # of a name; the names of other languages change more
    "en": ("", "s", "es", "n", "an", "er", "y", "ic"),
    "de": ("", "s", "es", "e", "en", "n", "er", "em", "in"),
    "fr": ("", "s"),
    "es": ("", "s", "es"),
    "it": ("",),
    "pt": ("", "s", "es"),
    "nl": ("", "s", "se"),
    "sv": ("", "s"),
    "da": ("", "s"),
}
_NATION = regex(r"(?:\w+stan|iraq|israel|kuwait|yemen|bahrain|nepal|punjab|bengal|azerbaijan)i?")
_SPELLINGS = ({"s", "z"}, {"re", "er"}, {"u", ""})  # British and American
_SENTENCE_ENDS = frozenset('.!?:;\n•-–|"“„»«(')
_LEAST, _LONG, _LONGEST_ENDING = 5, 8, 3  # letters of names of which one letter, or two, may be mistaken
_MOST_NAMES, _LONGEST_RUN = 20, 6
_MARKS = regex("[\u0300-\u036f]")
_TRANSCRIBED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "ß": "ss", "æ": "ae"})


def names_agree(passage: str, claim: str, accepted: str) -> bool:
    """Whether no name of the claim is a name of the passage misspelled by a letter or two, and none is made of parts of
    two names of the passage. Other forms of a name agree, as do the names in accepted.

    The passage names Martin Shaw and Paul Shore: "Martin Shore" does not agree, and "Shaw's" does."""
    language = language_by_function_words(claim) or language_by_function_words(passage) or ""
    known = f"{passage}\n{accepted}"
    words = _TOKEN.findall(known)
    written = {part for word in words for part in (word, _POSSESSIVE.sub("", word), *word.split("-"))}
    written = {word.casefold() for word in written}
    common = {word for word in words if word.islower()}
    names, partners = set[str](), defaultdict[str, set[str]](set)
    for run, is_first, also in _runs(known):
        if len(run) > 1:
            for word in (*run, *also):
                partners[word] |= {*run, *also}
        if len(run) > 1 or not (is_first or language == "de"):
            names.update(run)
    names -= common
    for run, is_first, _ in islice(_runs(claim), _MOST_NAMES):
        one, other = run if len(run) == 2 else ("", "")
        if one in partners and other in partners and other not in partners[one] and common.isdisjoint(run):
            return False
        strange = (word for word in run if word not in written and not (is_first and len(run) == 1))
        if any(_is_mistaken(word, name, language) for word in strange for name in names):
            return False
    return True


def _is_mistaken(word: str, name: str, language: str) -> bool:
    """Whether a word differs from a name in a letter, or two if both are long, and is no form of it."""
    least = min(len(word), len(name))
    begin, end = shared_beginning(word, name), shared_beginning(word[::-1], name[::-1])
    if least < _LEAST or not begin or abs(len(word) - len(name)) > 2:
        return False
    rests = word[begin:], name[begin:]
    one, other = (rest[: max(len(rest) - min(end, least - begin), 0)] for rest in rests)
    if max(len(one), len(other)) > (2 if least >= _LONG else 1) or {one, other} in _SPELLINGS:
        return False
    endings = _ENDINGS.get(language)
    if all(rest in endings if endings else len(rest) <= _LONGEST_ENDING for rest in rests):
        return False
    if _NATION.fullmatch(word) and _NATION.fullmatch(name):
        return False
    plain = ({each.translate(_TRANSCRIBED), _MARKS.sub("", normalized("NFKD", each))} for each in (word, name))
    return next(plain).isdisjoint(next(plain))


def _runs(text: str) -> Iterator[tuple[list[str], bool, list[str]]]:
    """The names of a text in lower case: words with capitals in a row, without titles; whether a name begins its
    sentence; and the first names before it, as in "Eva and Jan Wolf"."""
    run, also, is_first, begins = list[str](), list[str](), True, True
    for each in [*_TOKEN.findall(text), "\n"]:
        word = _POSSESSIVE.sub("", each) or each
        if word[0].isupper() and not word.isupper() and not function_words(word) and len(run) < _LONGEST_RUN:
            if word.casefold() not in _TITLES:
                is_first = is_first if run else begins
                run.append(word.casefold())
            begins = False
            continue
        if run:
            yield run, is_first, also
        also = [*also, *run][-_LONGEST_RUN:] if len(run) == 1 and each in _AND else []
        run, begins = [], each in _SENTENCE_ENDS
