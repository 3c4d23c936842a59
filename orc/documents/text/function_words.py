"""Detects the language of a short text by its function words and its script."""

import json
import re
from pathlib import Path

from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_WORD = regex(r"[^\W\d_]+")
_LETTERS = {
    "Latin": regex(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]"),
    "Cyrillic": regex(r"[\u0400-\u052f]"),
    "Greek": regex(r"[\u0370-\u03ff\u1f00-\u1fff]"),
    "Hebrew": regex(r"[\u0590-\u05ff]"),
    "Arabic": regex(r"[\u0600-\u06ff\u0750-\u077f]"),
    "Indic": regex(r"[\u0900-\u0dff]"),
    "Thai": regex(r"[\u0e00-\u0eff]"),
    "Kana": regex(r"[\u3040-\u30ff]"),
    "Han": regex(r"[\u3400-\u4dbf\u4e00-\u9fff]"),
    "Hangul": regex(r"[\uac00-\ud7af]"),
}
_FUNCTION_WORDS: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_LANGUAGES: dict[str, set[str]] = {}
for _language, _list in _FUNCTION_WORDS.items():
    for _each in _list.split():
        _LANGUAGES.setdefault(_each, set()).add(_language)
_LONG = regex(rf"\b(?:{'|'.join(word for word in _LANGUAGES if len(word) > 2)})\b", re.IGNORECASE)
_CELL_OF_ONE_WORD = regex(r"\|[ \t]{0,20}[^\W\d_]{1,12}[ \t]{0,20}(?=[|\n]|\Z)")  # "ja" is yes there, not and
_LONGEST = 4_000


def function_words(text: str) -> dict[str, int]:
    """The number of function words in a text, by language. Words that are a cell of a table do not count."""
    count: dict[str, int] = {}
    for word in _WORD.findall(_CELL_OF_ONE_WORD.sub("|", text[:_LONGEST].casefold())):
        for language in _LANGUAGES.get(word, ()):
            count[language] = count.get(language, 0) + 1
    return count


def language_by_function_words(text: str) -> str | None:
    """The language with the most function words. None if there are none or two languages have equally many."""
    ranked = sorted(function_words(text).items(), key=lambda each: -each[1])
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def are_other_languages(one: str, other: str) -> bool:
    """Whether two texts are in different languages: in different scripts, or with function words of different
    languages. A text without function words is assumed to be in the other one's language if the script is the same."""
    first, second = _script(one), _script(other)
    if first != second:
        return bool(first and second)
    ours, theirs = function_words(one), function_words(other)
    if not ours or not theirs:
        return False
    most = max(ours.values())
    shared = max(theirs.get(language, 0) for language in ours if ours[language] == most)
    return max(theirs.values()) > shared and (max(theirs.values()) > 1 or _LONG.search(other) is not None)


def is_translation(text: str, statement: str) -> bool:
    """Whether a statement is in another language than the text, which has no sentence in the statement's language with
    half of its words either."""
    words = set(content_words(statement))
    return are_other_languages(text, statement) and not any(
        2 * len(words.intersection(content_words(text[start:end]))) >= len(words)
        and not are_other_languages(text[start:end], statement)
        for start, end in sentence_spans(text)
    )


def _script(text: str) -> str | None:
    count = {script: len(letters.findall(text[:_LONGEST])) for script, letters in _LETTERS.items()}
    count["Han"] += 3 * count.pop("Kana") if count["Kana"] else 0
    script = max(count, key=count.__getitem__)
    return script if count[script] else None
