"""Detects the language of a question by its question words, verbs of request and function words; that of a shorter one
by common nouns. Pure."""

import json
import re
from collections.abc import Collection
from itertools import islice
from pathlib import Path

from orc.documents.questions.german import asks_in_danish_or_norwegian, is_german
from orc.documents.text.function_words import function_words
from orc.patterns import regex
from orc.text import word_set

_WORDS: dict[str, dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_ASKS = _WORDS["asks"]
# Languages that are told only by a word of asking, most of which no other language has.
_FURTHER = _WORDS["further"]
# Danish and Norwegian share most words of asking.
_DANISH = regex(
    r"\b(?:hvad|hvornår|findes|af|meget|nogen|nogle|noget|uger?|dage|højt?|gælder|åb(?:en|ner|ent)|vej|ejer"
    r"|ops\w{2,20}"
    r"|\w{0,15}lej\w{0,15}|\w{2,20}hed(?:en|er)?)\b",
    re.IGNORECASE,
)
_NORWEGIAN = regex(
    r"\b(?:hva|finnes|av|mye|noen|noe|uker?|dager|høyt?|gjelder|åp(?:en|ner|ent)|vei|eier|opps\w{2,20}"
    r"|\w{0,15}leie\w{0,15}|\w{2,20}(?:het|sjon)(?:en|er)?)\b",
    re.IGNORECASE,
)
_LETTER = regex(r"[^\W\d_]")
_NOTHING = r"(?!)"
_KANA, _HAN, _CYRILLIC = r"\u3040-\u30ff", r"\u3400-\u9fff", r"\u0400-\u052f"
_HINDI = (
    r"(?<!\S)(?:है|हैं|हूँ|क्या|कितन[ाीे]|कौन|कब|कहाँ|कैसे|क्यों|किस\S{0,3}|इस|इसका|में|को|के|दो|दें|दीजिए|बताओ|बताइए|बताएं"
    r"|करो|करें|कीजिए)(?=[\s?।,]|\Z)"
)
# By language: the script of most letters, what the text must have, and what it must not.
_OF_SCRIPT = {
    language: (regex(f"[{script}]"), regex(needed, re.IGNORECASE), regex(excluded, re.IGNORECASE))
    for language, script, needed, excluded in (
        ("ja", f"{_KANA}{_HAN}", f"[{_KANA}]", _NOTHING),
        ("zh", _HAN, "", f"[{_KANA}\uac00-\ud7af]"),
        ("ko", r"\uac00-\ud7af", "", _NOTHING),
        ("th", r"\u0e00-\u0e7f", "", _NOTHING),
        ("he", r"\u0590-\u05ff", "", _NOTHING),
        ("el", r"\u0370-\u03ff\u1f00-\u1fff", "", _NOTHING),
        ("hi", r"\u0900-\u097f", _HINDI, _NOTHING),
        ("ar", r"\u0600-\u06ff", "", r"[\u0671-\u06d3\u06d5]"),  # letters of Persian, Urdu and others
        (
            "uk",
            _CYRILLIC,
            r"[їєґ]|\b(?:що|як|скільки|коли|хто|де|як(?:ий|а|е|і|ого|ому|ої|у)|чи|чому|переклад(?:и|іть))\b",
            rf"[ыэёъ]|(?![іїєґа-я])[{_CYRILLIC}]",
        ),
        (
            "ru",
            _CYRILLIC,
            r"[ыэё]|\b(?:что|как|когда|кто|где|сколько|как(?:ой|ая|ое|ие|ого|ую|ом|их)|почему|чей|кому|можно|переведи(?:те)?"
            r"|нужно|есть ли)\b",
            rf"\b(?:какво|кога|колко|къде|защо)\b|(?![а-яё])[{_CYRILLIC}]",
        ),
    )
}
_LATIN_WORD = regex(r"[A-Za-z\u00c0-\u024f][A-Za-z\u00c0-\u024f\d'’.&+-]{0,40}")
_LATIN_LETTER = regex(r"[A-Za-z\u00c0-\u024f]")
_MOST_NAMES, _FEWEST_LETTERS, _LEAST_SHARE = 6, 2, 5
_IN_ENGLISH = regex(r"\W*(?:translate|define|find|search|look|quote|read|meaning)\b", re.IGNORECASE)
# Words of Chinese, and characters that only Chinese is written with now.
_CHINESE = regex(
    r"[的了吗嗎呢么麼这這那哪谁們们什啥吧您你我几没很给让从个为对说讲谈话语问题关于图书总结总价钱费时间过还样东车长门见贝页马鸟鱼]"
)
_HAN_ALONE = regex(rf"[{_HAN}々〆ヶ\W\d]+")
_LATIN = regex(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff\W\d_]*")
_REQUESTS = {
    "en": r"summari[sz]e|compare|list|explain|describe|give|tell|show|name|translate",
    "de": r"fass(?:e|t|en)?|erkläre?n?|vergleichen?|beschreiben?|nennen?|zeigen?|gib|geben|liste|übersetzen?",
    "fr": r"résume[rz]?|explique[rz]?|compare[rz]?|décri(?:s|vez)|liste[rz]?|donne[rz]?|montre[rz]?|fai(?:s|tes)"
    r"|tradui(?:s|re|sez)",
    "es": r"resum[ae]|expli(?:ca|que)|compar[ae]|describ[ae]|enumer[ae]|muestr[ae]|dime|dame|haz|haga|traduc(?:e|ir)"
    r"|traduzca",
    "it": r"riassum[ai]|spieg(?:a|hi)|confront[ai]|descriv[ai]|elen(?:ca|chi)|dimmi|dammi|mostra(?:mi)?|fai|faccia"
    r"|traduci",
    "pt": r"resum[ae]|expli(?:ca|que)|compar[ae]|descrev[ae]|enumer[ae]|list[ae]|diga|faça|mostre|traduz(?:a|ir)?",
    "nl": r"vat .{1,80} samen|leg .{1,80} uit|vergelijk|beschrijf|noem|geef|toon|laat|maak|vertaal",
}
_PLEASE = r"(?:(?:please|bitte|veuillez|por favor|per favore)\W{1,3})?"
_PATTERNS = {
    language: regex(rf"\A\W{{0,9}}{_PLEASE}(?:{verbs})\b|\b(?:{_ASKS.get(language, r'(?!)')})\b", re.IGNORECASE)
    for language, verbs in _REQUESTS.items()
}
_ENGLISH_WORDS = regex(
    r"\b(?:the|what|who|which|when|where|how|why|does|did|are|my|your|any|there|of|with|and|(?-i:I))\b", re.IGNORECASE
)
_BEGINS_IN_ENGLISH = regex(
    r"\W*(?:(?:who|whose|what|which|when|where|why|how)\b"
    r"|(?:can|could|may|must|does|did|should) \w|(?:do|is|are|was|were|has|have|will|am) (?:we|you|they|it"
    r"|all)\b|do (?:[\w-]{1,20} ){1,3}(?:get|have|need|pay|receive|earn|work|run|go|use|take)\b"
    r"|(?:is|are|was|were) [\w -]{2,60} (?:\w{2,}(?:ed|ing|wn|able)\W*\Z|(?:an?|the|for) \w))",
    re.IGNORECASE,
)
_ALL_PATTERNS = _PATTERNS | {language: regex(rf"\b(?:{asks})\b") for language, asks in _FURTHER.items()}
# Words of questions in two or three words, without function words.
_SHORT = _WORDS["short"]
_SHORT_WORDS = {language: frozenset(words.split()) for language, words in _SHORT.items()}
_MOST_WORDS = 4
_QUOTATION = regex(r"(?<!\w)[\"“„«‘'][^\"“”„«»‘’'\n]{1,300}[\"“”»’'](?!\w)")
_SIGNS = {
    "es": regex(r"[¿¡ñ]|ión\b|\blos\b|[aeo]l(?= \w+ción)", re.IGNORECASE),
    "pt": regex(r"[ãõ]|\bé\b|ç[ãõ]|(?:\A|, )\w{1,20} os? ", re.IGNORECASE),
    "it": regex(r"\bè\b|\b(?:dell|nell|all|dall)['’]", re.IGNORECASE),
    "fr": regex(r"\b(?:qu|l|d|c|s|n|j)['’]\w|[êëœ]|tion\b|-t-(?:il|elle|on)\b|\w \?", re.IGNORECASE),
}
# Function words that other languages have as nouns, by what tells the language.
_LIGHT = (
    (
        regex(r"\b(?:måste|får|kan|ska|skal|må) (?:man|ja?e?g)\b", re.IGNORECASE),
        "man min mitt mina mit mig jeg ta tage med",
    ),
    (regex(r"\w-(?:je|ils?|elles?|on)\b"), "mon"),
    (regex(r"\b(?:is|mag|moet|kan|wordt|heeft|krijgt|betaalt) men\b", re.IGNORECASE), "men"),
    (regex(r"\bom (?:[^\W\d_]{1,20} ){0,2}te [^\W\d_]{2,20}en\b", re.IGNORECASE), "om te"),
)
_LIGHT_IN_DANISH = word_set("er der det den de har du vi et en ikke og på til af fra hos blev bliver var")
_LONGEST = 1_000
_QUESTION_WORD, _SIGN = 2, 2
_MOST_FOUND = 3


def question_languages(question: str) -> frozenset[str]:
    """The languages that a question is equally likely to be in, by ISO 639-1 code, without what it quotes. Empty if it
    has no word of asking of a known language, or more function words of another one."""
    text = question[:_LONGEST]
    text = _QUOTATION.sub(" ", text) if _QUOTATION.sub("", text).strip() else text
    if not _LATIN.fullmatch(text):
        text = _without_names(text)
        letters = len(_LETTER.findall(text))
        for language, (script, needed, excluded) in _OF_SCRIPT.items():
            if 2 * len(script.findall(text)) > letters and needed.search(text) and not excluded.search(text):
                return frozenset((language,))
    if is_german(text):
        return frozenset(("de",))
    if "¿" in text:
        return frozenset(("es",))
    text = text[:1].lower() + text[1:]  # a capitalised word within it is a name
    score_of: dict[str, int] = function_words(text)
    if asks_in_danish_or_norwegian(text):
        score_of.pop("de", None)
    asking = set[str]()  # the languages of which it has a word of asking, or a short question's words are scored
    for language, asks in _ALL_PATTERNS.items():
        found = len(list(islice(asks.finditer(text), _MOST_FOUND)))
        is_signed = language in _SIGNS and _SIGNS[language].search(text) is not None
        if found:
            score_of[language] = score_of.get(language, 0) + _QUESTION_WORD * found + _SIGN * is_signed
            asking.add(language)
        elif language in _PATTERNS:
            score_of[language] = 0
    if not any(score_of.values()) and len(words := text.casefold().split()) <= _MOST_WORDS:
        stripped = {word.strip("?!.,;:") for word in words}
        score_of = {language: len(stripped & known) for language, known in _SHORT_WORDS.items()}
        asking.update(score_of)
    if not asking.isdisjoint(("da", "no")):
        danish, norwegian = len(_DANISH.findall(text)), len(_NORWEGIAN.findall(text))
        asking -= {"da"} if danish <= norwegian else {"no"} if norwegian <= danish else set()
        score_of |= {"no" if norwegian > danish else "da": max(score_of.get("da", 0), score_of.get("no", 0)) + 1}
    most = max(score_of.values())
    best = frozenset(language for language, score in score_of.items() if score == most)
    best -= {"sk"} if "pl" in best else frozenset[str]()  # kto kieruje
    return best if most and best <= asking else frozenset()


def question_language(question: str) -> str | None:
    """The language of a question, by ISO 639-1 code. None if its words do not tell one."""
    languages = question_languages(question)
    return next(iter(languages)) if len(languages) == 1 else None


def language_of_answer(question: str, languages: Collection[str] = ()) -> str | None:
    """The language in which a question is answered: its own or, if its words do not tell one, the documents' only one,
    unless it has English words. A question of Chinese characters alone is in Japanese if the documents are."""
    language = question_language(question)
    if language == "zh" and "ja" in languages and "zh" not in languages and _may_be_japanese(question):
        return "ja"
    if language is None and len(languages) == 1 and not has_english_words(question):
        (language,) = languages
    return language


def _may_be_japanese(question: str) -> bool:
    return _HAN_ALONE.fullmatch(question) is not None and _CHINESE.search(question) is None


def _without_names(text: str) -> str:
    """A text in another script than Latin without a few Latin words, which are names in it, unless it may be an English
    question about words of that script."""
    if _ENGLISH_WORDS.search(text) or _IN_ENGLISH.match(text) or _PATTERNS["en"].search(text):
        return text
    letters = _LETTER.findall(text)
    others = len(letters) - len(_LATIN_LETTER.findall(text))
    if others < _FEWEST_LETTERS or _LEAST_SHARE * others < len(letters):
        return text
    names = list(islice(_LATIN_WORD.finditer(text), _MOST_NAMES + 1))
    are_few = len(names) <= _MOST_NAMES and not function_words(" ".join(name[0].casefold() for name in names))
    return _LATIN_WORD.sub(" ", text) if are_few else text


def light_words_in(question: str) -> frozenset[str]:
    """The function words of the question's language that other languages have as nouns."""
    found = _LIGHT_IN_DANISH if asks_in_danish_or_norwegian(question) else frozenset[str]()
    return found.union(*(words.split() for sign, words in _LIGHT if sign.search(question)))


def begins_in_english(question: str) -> bool:
    """Whether a question begins like an English one, even if it has no articles."""
    return _BEGINS_IN_ENGLISH.match(question) is not None


def has_english_words(question: str) -> bool:
    """Whether a question has function words that are English only."""
    return _ENGLISH_WORDS.search(question) is not None
