"""Checks that the names of a claim are in its source."""

import re

from orc.documents.text.everyday import other_words, says
from orc.documents.text.figures import without_dates
from orc.documents.text.function_words import function_words, language_by_function_words
from orc.documents.text.tokens import content_words
from orc.documents.verification.clauses import names_of
from orc.patterns import regex

_EMPHASIS = regex(r"\*\*[^*\n]+\*\*|^#+ .*$|“[^“”]*”|\"[^\"]*\"", re.MULTILINE)
_NAMES = regex(r"(?<![\w.])(?<![\w'’-]['’-])[A-Z][\w'’-]+(?:\s(?:(?:of|de|van|von|du|di|da)\s)?[A-Z][\w'’-]+)+")
_NAME = regex(r"(?<=[\w,;'’)] )(?:[A-Z][^\W\d_]+[^\W\d_A-Z]|(?!EUR|USD|GBP|CHF)[A-Z]{3,})(?:['’]s)?(?![\w'’-]|\. ?\d)")
_WE = regex(r"\b(?:we|our|us)\b", re.IGNORECASE)
_NOT_OF_NAME = regex(r"-[a-z]\w*|\AThe\s.*\Z|\A(?:D(?:er|ie|as|en|et)|Eine?|Het|Een)\s")
_FIRST_NAME = regex(
    r"\A\W*(?P<name>[A-Z][^\W\d_]{2,}(?: [A-Z][^\W\d_]+)?)"
    r"(?= (?:is|was) (?:the|an?|our|your|his|her)\b| (?:owns|signed|rents|lets)\b"
    r"| ist (?:der|die|ein|eine)\b)"
)
_TITLED_NAME = regex(r"\b(?:Mrs?|Ms|Dr|Herrn?|Frau|Firma)\.? (?P<name>[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+)?)")
_GERMAN_NAME = regex(r"\b(?:ist|war|heißt|an|von|durch|bei)(?: [A-Z][^\W\d_]+)? (?P<name>[A-Z][^\W\d_]+)(?=\W*\Z)")
_FIRST_WORD = regex(
    r"\A\W*(?P<name>[A-Z][^\W\d_]{3,})(?:['’]s)? (?=[a-z])(?P<acts>(?:collect|sell|buy|own|operate|employ|delete"
    r"|retain|keep|manage)s\b)?"
)
_SAME_BEGINNING, _LEAST_STEM = 5, 4  # letters of a name
_NAME_ENDINGS = ("", "s", "es", "an", "ian", "ean", "ese", "er", "e", "a", "i", "y", "in", "ish", "ic", "um", "us")


def has_names(passage: str, claim: str, accepted: str, files: str) -> bool:
    """Whether each name of the claim is in the passage, in accepted or in the names of the files, perhaps with another
    ending: Berliner for Berlin. A name that only begins like one of the passage does not agree: Marlborough for
    Marlbury. In English, the capitalised word at the beginning of a claim counts as a name if it begins like one of the
    passage, or if it is said to sell, to employ or the like."""
    known_words = set(content_words(f"{passage}\n{accepted}"))
    text = without_dates(_EMPHASIS.sub(" ", claim))
    german = (language_by_function_words(claim) or language_by_function_words(passage)) == "de"
    names_there = names_of(passage, german=german)
    beginnings = {name[:_SAME_BEGINNING] for name in names_there}
    source_stems = {stem for word in (*names_there, *content_words(f"{passage}\n{files}")) for stem in _stems(word)}
    known_stems = source_stems | {stem for word in known_words for stem in _stems(word)}
    matches = [
        *_FIRST_NAME.finditer(text),
        *_TITLED_NAME.finditer(text),
        *(_GERMAN_NAME.finditer(text) if german else ()),
    ]
    names = [match["name"] for match in matches]
    if not german:
        if not all(known_words.issuperset(content_words(_NOT_OF_NAME.sub("", name))) for name in _NAMES.findall(text)):
            return False
        names += _NAME.findall(text)
        if (first := _FIRST_WORD.match(text)) and not function_words(first["name"]):
            acts = (
                beginnings and first["acts"] and not _WE.search(passage)
            )  # "we" has its name elsewhere in the document
            if acts or not beginnings.isdisjoint(word[:_SAME_BEGINNING] for word in content_words(first["name"])):
                names.append(first["name"])
    words = {word for name in names for word in content_words(name) if source_stems.isdisjoint(_stems(word))}
    words -= {word for word in words if says(frozenset(known_words), other_words((word,), loose=True).get(word, ()))}
    return all(word[:_SAME_BEGINNING] not in beginnings and not known_stems.isdisjoint(_stems(word)) for word in words)


def _stems(word: str) -> set[str]:
    """The word without each ending that a form of a name may have."""
    return {
        word.removesuffix(ending)
        for ending in _NAME_ENDINGS
        if word.endswith(ending) and (not ending or len(word) - len(ending) >= _LEAST_STEM)
    }
