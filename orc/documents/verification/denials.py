"""Compares denials in languages whose word order or endings the rule for English, German and Romance languages does not
cover (D-371)."""

import json
import re
from collections.abc import Callable, Iterator, Set
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path

from orc.documents.text.function_words import function_words, language_by_function_words
from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tokens import content_words
from orc.patterns import regex
from orc.text import normalized

_LETTER = r"[\w\u0900-\u0963]"
_MARKS = regex("[\u0591-\u05c7\u0640\u064b-\u0652\u0670]")  # the vowel points of Hebrew and Arabic
_KANA, _HIRAGANA = regex("[\u3041-\u30ff]"), regex("[\u3041-\u309f]+")
_HANGUL, _HAN = regex("[\uac00-\ud7af]+"), regex("[\u3400-\u4dbf\u4e00-\u9fff]")
_DENIED_COMPOUND = regex("[不無](?=[可要効許])")  # not possible, not needed, void, not permitted
_OTHER_COMPOUND = regex("[不没沒未無非勿]")  # 無料, free, denies nothing
_TURKISH_NAME = regex(r"\b[A-ZÇĞİÖŞÜ][a-zçğıöşü]{1,20}m[ae]z\b")
_ROMANIAN = regex(r"[ăşșţț]|\b(?:este|sunt|pentru)\b")
_NU = regex(r"\bnu\b")  # "not" in Romanian, "now" in Dutch, Swedish and Danish
_CLAIM_PART = regex(
    r"[;；]|,?\s(?:maar|men|ale|lecz|но|але|ama|fakat|mutta|hanem|dar|iar|αλλά|لكن|ولكن|אבל|लेकिन|परंतु|tetapi|nhưng)\s|，?但"
)
_PART = regex(
    r"[,;:，；：、،؛–—]|\s(?:maar|en|men|och|og|ale|lecz|oraz|но|и|але|та|ama|fakat|ve|mutta|ja|hanem|és|dar|iar|și|αλλά|και|لكن|אבל"
    r"|लेकिन|परंतु|और|tetapi|dan|nhưng|và)\s|\s(?=[וو]\w{3})|(?<=지만)\s|(?<=[고며])\s|(?<=[\u0e00-\u0eff])\s(?=[\u0e00-\u0eff])|但|而"
)
_SAYS_NOT = regex(
    r"\b(?:(?:does|do|did) not|(?:does|do|did)n['’]t) (?:\w+ )?(?:say|state|mention|specify|contain|tell|indicate"
    r"|describe)\b"
    r"|\b(?:is|are) not (?:\w+ )?(?:mentioned|stated|specified|given)\b|\bsays? nothing\b"
    r"|\bno (?:mention|information)\b"
    r"|\bnicht (?:erwähnt|genannt|angegeben|beschrieben)\b|\b(?:sagt|sagen|steht) (?:dazu |darüber )?nichts?\b"
    r"|\bkeine (?:angaben?|informationen?|hinweise?)\b|\bne (?:mentionne|précise|dit|indique)(?:nt)? (?:pas|rien)\b"
    r"|\bno (?:menciona|especifica|dice|indica)n?\b|\bnon (?:menziona|specifica|dice|indica)(?:no)?\b"
    r"|\bnão (?:menciona|especifica|diz|indica)m?\b|\b(?:vermeldt|noemt|zegt) (?:niet|niets|geen)\b",
    re.IGNORECASE,
)
_MOST_PARTS, _MOST_SENTENCES = 12, 20
_RESTATED = 0.5  # of a statement's words: a sentence with fewer does not restate it
_MOST_TRANSLATED = 12  # words; longer translations are too free
_BEGINNING, _BEGINNING_KOREAN = 4, 2  # letters that the forms of a word have in common
_DENIALS = ("not", "without", "forbidden")
_OTHER_RULE = frozenset(("en", "de", "fr", "es", "it", "pt"))


def denials_agree(passage: str, claim: str, count_others: Callable[[str], int], *, is_translated: bool) -> bool:
    """Whether the claim denies something if the clause of the passage with most of its words does, and only then. A
    prohibition and a word for "without" are denials too, and two denials cancel each other out. True if no sentence of
    the passage has half of the claim's words. For translations, count_others counts the denials of a text in a language
    that is not covered here.

    The passage says "Roken is niet toegestaan": "Roken is toegestaan" does not agree, and "Roken is verboden" does."""
    claim_sentences, passage_sentences = (
        [_plain(text[start:end]) for start, end in sentence_spans(text)] for text in (claim, passage)
    )
    if not is_translated and not any(
        _pattern(kind).search(text) for text in (*claim_sentences, *passage_sentences) for kind in _DENIALS
    ):
        return True
    bounds = _pattern("bound")

    def denies(text: str, other: str) -> bool:
        kept = {word for word in {found[found.lastindex or 0] for found in bounds.finditer(text)} if word in other}
        bounded = bounds.sub(lambda found: found[0] if found[found.lastindex or 0] in kept else " ", text)
        count = sum(_pattern(kind).search(bounded) is not None for kind in _DENIALS)
        if not count and is_translated and language_by_function_words(text) in _OTHER_RULE:
            count = count_others(text)
        return count % 2 == 1

    sentences = [(text, _topics(text)) for text in dict.fromkeys(passage_sentences)]
    everywhere = set[str]().union(*(topics for _, topics in sentences))
    verbatim = set(passage_sentences)
    strange = (text for text in claim_sentences if text not in verbatim)
    for part in islice((part for text in strange for part in _CLAIM_PART.split(text)), _MOST_PARTS):
        words = _topics(part)
        if is_translated:
            words = words & everywhere if len(words) <= _MOST_TRANSLATED else frozenset()
        most = max((len(words & topics) for _, topics in sentences), default=0)
        if most and most >= _RESTATED * len(words):
            best = (text for text, topics in sentences if len(words & topics) == most)
            clauses = (clause for text in islice(best, _MOST_SENTENCES) for clause in _shortest_clauses(text, words))
            if all(denies(part, clause) is not denies(clause, part) for clause in clauses):
                return False
    return True


def absence_agrees(passage: str, claim: str) -> bool:
    """Whether the passage says itself that it does not say something, if the claim says so. What a document lacks
    cannot be cited."""
    return _SAYS_NOT.search(claim) is None or _SAYS_NOT.search(passage) is not None


def has_denial(text: str) -> bool:
    """Whether a text has an odd number of kinds of denials in one of the languages covered here."""
    plain = _plain(text)
    return sum(_pattern(kind).search(plain) is not None for kind in _DENIALS) % 2 == 1


def _shortest_clauses(sentence: str, words: Set[str]) -> Iterator[str]:
    """The shortest runs of a sentence's clauses that have as many of the words as the sentence."""
    cuts = [cut.span() for cut in islice(_PART.finditer(sentence), _MOST_PARTS)]
    parts = list(zip([0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(sentence)], strict=True))
    topics = [_topics(sentence[start:end]) & words for start, end in parts]
    wanted = set[str]().union(*topics)
    for size in range(1, len(parts) + 1):
        found = [i for i in range(len(parts) - size + 1) if wanted <= set[str]().union(*topics[i : i + size])]
        yield from (sentence[parts[i][0] : parts[i + size - 1][1]] for i in found)
        if found:
            return


@lru_cache(maxsize=512)
def _topics(text: str) -> frozenset[str]:
    """The beginnings of a text's words, without its denials. Cached, as a passage is compared with many statements."""
    for kind in _DENIALS:
        text = _pattern(kind).sub("", text)
    beginnings = {word[:_BEGINNING_KOREAN] for word in _HANGUL.findall(text)}.union(_HAN.findall(text))
    text = _HAN.sub(" ", _HANGUL.sub(" ", text))
    words = content_words(_HIRAGANA.sub(" ", text) if beginnings else text)  # beside kanji, hiragana are mostly endings
    words = [word for word in words if not function_words(word)] or words
    return frozenset(beginnings.union(word[:_BEGINNING] for word in words))


def _plain(sentence: str) -> str:
    """A sentence in lower case, without its full stop and without words that look like denials and deny nothing."""
    text = _MARKS.sub("", normalized("NFC", _TURKISH_NAME.sub(" ", sentence))).lower().rstrip(".。 ")
    if _KANA.search(text):
        text = _OTHER_COMPOUND.sub("", _DENIED_COMPOUND.sub("ない", text))
    return _pattern("denies nothing").sub(" ", text if _ROMANIAN.search(text) else _NU.sub(" ", text))


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    """The words of a kind in all languages. Those of scripts without spaces, and endings, are parts of words."""
    words: dict[str, dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    whole = rf"(?<!{_LETTER})(?:{'|'.join(words[kind].values())})(?!{_LETTER})"
    return re.compile("|".join((whole, *words.get(f"glued {kind}", {}).values())))
