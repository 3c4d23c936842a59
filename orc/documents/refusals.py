"""The refusal of a question that documents do not answer, or seem not to because they are in another language. Pure."""

from collections.abc import Collection

from orc.documents.notices import NOT_FOUND_IN_LANGUAGE, NOT_IN_DOCUMENTS, TRANSLATION_NEEDS_MODEL
from orc.documents.questions.question_language import language_of_answer, question_language
from orc.documents.questions.translations import asks_for_translation
from orc.documents.records import Document
from orc.documents.text.function_words import function_words
from orc.documents.text.metadata import language_of
from orc.domain import Passage
from orc.patterns import regex
from orc.ports import Grounding

_NAMES = {
    "ar": "العربية", "cs": "čeština", "da": "dansk", "de": "Deutsch", "el": "ελληνικά", "en": "English",
    "es": "español", "fa": "فارسی", "fi": "suomi", "fr": "français", "he": "עברית", "hi": "हिन्दी", "hu": "magyar",
    "id": "bahasa Indonesia", "it": "italiano", "ja": "日本語", "ko": "한국어", "nl": "Nederlands", "no": "norsk",
    "pl": "polski", "pt": "português", "ro": "română", "ru": "русский", "sv": "svenska", "th": "ไทย", "tr": "Türkçe",
    "uk": "українська", "vi": "Tiếng Việt", "zh": "中文",
}  # fmt: skip
_ALIKE = frozenset(("da", "no", "sv"))
_SAMPLE, _LONG_ENOUGH = 4_000, 300
_TABLES = ("csv", "sheet", "json")
_TELLING, _SURE, _CLEAR = 3, 12, 1.5  # function words; of the language with most to that with second most
_LATIN = regex(r"[A-Za-z\u00c0-\u024f]")
_OTHER_LETTERS = regex(r"[^\W\d_A-Za-z\u00c0-\u024f]")


def refusal(question: str, languages: Collection[str] = (), *, sure: bool = True) -> str:
    """The refusal in the language of the question or, if that is not told, in the documents' only one. If the documents
    are surely in one other language, it says that nothing was found in that language instead of that they have no
    answer. A request for a translation needs a model."""
    if asks_for_translation(question):
        return TRANSLATION_NEEDS_MODEL.to(question, languages)
    asked = question_language(question)
    if sure and asked and asked in NOT_FOUND_IN_LANGUAGE.by_language and len(languages) == 1:
        (only,) = languages
        is_other = only in _NAMES and only not in (asked, language_of_answer(question, languages))
        if is_other and not {only, asked} <= _ALIKE:
            return NOT_FOUND_IN_LANGUAGE.by_language[asked].format(_NAMES[only])
    return NOT_IN_DOCUMENTS.to(question, languages)


def has_certain_language(document: Document) -> bool:
    """Whether a document is long enough prose for its language to be certain, which that of a table is not."""
    return (document.characters or 0) >= _LONG_ENOUGH and not any(kind in document.mime_type for kind in _TABLES)


def refusal_over(grounding: Grounding) -> str:
    """The refusal of a question for which passages were found. The language of the documents is told by the passages
    alone, and is sure only if each document has one and none is in another."""
    question, passages = grounding.question, grounding.passages
    text = "\n".join(passage.chunk.text for passage in passages)
    languages = {told for told in map(_language_told, passages) if told}
    if len(languages) == 1 and not {*grounding.documents} - {passage.blob_name for passage in passages}:
        if languages == {language_of(text[:_SAMPLE])}:  # the letters of a chart may be words of a language
            return refusal(question, languages)
        return refusal(question, sure=False)
    counts = function_words(text)
    most = [one for one, n in counts.items() if n == max(counts.values()) >= _TELLING]
    if most and not question_language(question):
        most = [one for one in most if one == language_of(text[:_SAMPLE])]
    return refusal(question, most, sure=False)


def _language_told(passage: Passage) -> str | None:
    """The language of which a passage has enough function words, or that of one in another script than Latin."""
    text = passage.chunk.text[:_SAMPLE]
    if len(_OTHER_LETTERS.findall(text)) > len(_LATIN.findall(text)):
        return language_of(text)
    counts = function_words(text)
    most, second, *_ = *sorted(counts.values(), reverse=True), 0, 0
    return max(counts, key=counts.__getitem__) if most >= _SURE and most >= _CLEAR * second else None
