"""Describes a text from the text alone: its language, its keywords and its first sentences."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import islice
from math import log1p
from operator import itemgetter
from threading import Lock
from typing import TYPE_CHECKING

from orc.documents.text.front_matter import front_matter_end
from orc.documents.text.languages import iso_639_1, likely
from orc.documents.text.leaders import contents_lines
from orc.documents.text.opening import names_in, years_in_opening
from orc.documents.text.sentences import sentence_spans
from orc.domain import ExtractedText
from orc.patterns import regex

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

MAX_KEYWORDS = 8
MAX_SUMMARY = 400

_LANGUAGE_SAMPLE = 4_000
_LEAST_CONFIDENCE = 0.3
_WORDS_THAT_TELL, _CERTAIN = 20, 0.9
_NO_LANGUAGE = "zxx"
_COMMON = "ar cs da de el es fa fi fr he hi id it ja ko nl no pl pt ru sv tr uk vi zh"
_LIKELIHOODS = {**dict.fromkeys(_COMMON.split(), 5), "en": 10}
_KEYWORD_SAMPLE = 60_000
_TITLE_WEIGHT = 3
_LEAD = 4_000
_SENTENCES = 3
_WORDS_OF_A_SENTENCE = 4
_LONGEST_PHRASE = 3
_GLUED = regex(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_PIECE = regex(r"[^\n.,;:!?()\[\]\"“”„«»|/。、，；：！？（）「」]+")
_EMPHASIS = regex(r"`+|(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)")  # as Markdown writes it
_WORD = regex(r"[^\W\d_][\w'’-]+")
_CODE = regex(r"(?=.*[\d_])[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Description:
    """language is an ISO 639-1 code if there is one, None if the text is too short. names and years are the subjects
    that the text states at its beginning."""

    language: str | None
    keywords: tuple[str, ...]
    summary: str
    names: tuple[str, ...] = ()
    years: tuple[str, ...] = ()


def describe(document: ExtractedText) -> Description:
    """Describes a text by a bounded part of it, so that a long document takes no longer than a short one."""
    sample = document.text[:_KEYWORD_SAMPLE]
    language = language_of(sample)
    found = keywords(sample, language, title=document.title)
    summary = lead(document.text, document.title)
    return Description(language, found, summary, names_in(document.text), years_in_opening(document.text))


_loading = Lock()


@cache
def _identifier() -> "LanguageIdentifier":
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def prepare() -> None:
    """Loads the language detector, which takes half a second and 91 MB, once. Others that call it meanwhile wait."""
    with _loading:  # a cached function runs again for each thread that calls it before it has returned
        _identifier()
        _stop_words("en")


def language_of(text: str) -> str | None:
    """The text's language, as ISO 639-1 if it has such a code. None if the evidence is too weak, or if it has no words
    but names with digits, such as c12. For a short text, languages that many documents are in are considered more
    likely."""
    found = (match[0] for match in _WORD.finditer(text) if match[0].isalpha() or not _CODE.fullmatch(match[0]))
    words = list(islice(found, _LANGUAGE_SAMPLE // 4))
    if not words:
        return None
    prepare()
    ranked = _identifier().rank(" ".join(words)[:_LANGUAGE_SAMPLE])
    first, confidence = str(ranked[0][0]), float(ranked[0][1])
    if len(words) >= _WORDS_THAT_TELL and confidence >= _CERTAIN and first != _NO_LANGUAGE:
        return iso_639_1(first) or first
    shares: defaultdict[str, float] = defaultdict(float)
    for label, share in ranked:
        if (code := likely(str(label))) is not None:
            shares[code] += float(share) * _LIKELIHOODS.get(code, 1)
    language, share = max(shares.items(), key=itemgetter(1))
    return language if share >= _LEAST_CONFIDENCE * sum(shares.values()) else None


@cache
def _stop_words(language: str) -> frozenset[str]:
    import stopwordsiso

    return frozenset(stopwordsiso.stopwords([language, "en"]))


def keywords(text: str, language: str | None, *, title: str) -> tuple[str, ...]:
    """The most frequent phrases between stop words: those of the title first, longer ones before their parts. Empty for
    scripts without spaces, where the text between two spaces is not a word."""
    ignored = _stop_words(language or "en")
    count: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for phrase, times in Counter(_all_phrases(f"{title}\n" * _TITLE_WEIGHT + text, ignored)).items():
        count[folded := phrase.casefold()] += times
        shown.setdefault(folded, phrase)
    named = {phrase.casefold() for phrase in _all_phrases(title, ignored)}

    def weight(phrase: str) -> float:
        return count[phrase] * log1p(phrase.count(" ") + 1) * (_TITLE_WEIGHT if phrase in named else 1)

    ranked = sorted(count, key=weight, reverse=True)
    chosen: list[str] = []
    for phrase in ranked:
        if not any(phrase in known or known in phrase for known in chosen):
            chosen.append(phrase)
        if len(chosen) == MAX_KEYWORDS:
            break
    return tuple(shown[phrase] for phrase in chosen)


def _all_phrases(text: str, ignored: frozenset[str]) -> list[str]:
    phrases: list[str] = []
    may_glue = _GLUED.search(text) is not None
    for piece in _PIECE.findall(text):
        run: list[str] = []
        for word in [*_WORD.findall(piece), ""]:
            if len(word) > 2 and word.casefold() not in ignored and not (may_glue and _GLUED.search(word)):
                run.append(word)
                continue
            phrases += [" ".join(run[:_LONGEST_PHRASE])] if len(run) > 1 else []
            phrases += run
            run = []
    return phrases


def lead(text: str, title: str) -> str:
    """The first prose sentences, without the title and front matter. The first line if the text has no prose."""
    after = front_matter_end(text)
    start = text[after : after + _LEAD].strip() or text[:_LEAD]
    pieces = [start[a:b] for a, b in sentence_spans(start)]
    contents = contents_lines(pieces)
    read = [_EMPHASIS.sub("", piece).lstrip("#*->| \t") for i, piece in enumerate(pieces) if i not in contents]
    sentences = [" ".join(piece.split()) for piece in read]
    candidates = [sentence for sentence in sentences if sentence and sentence != title]
    prose = [
        s for s in candidates if len(s.split()) >= _WORDS_OF_A_SENTENCE or (_GLUED.search(s) and len(s) > _SENTENCES)
    ]
    summary = " ".join((prose or candidates or [title])[:_SENTENCES])
    return summary if len(summary) <= MAX_SUMMARY else summary[:MAX_SUMMARY].rsplit(" ", 1)[0] + "…"
