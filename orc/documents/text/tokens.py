"""Splits texts into words in a form for comparison, without case, accents and inflection. Pure."""

import re
from functools import lru_cache

import Stemmer

from orc.documents.text.periods import may_contain_period, spell_periods
from orc.documents.text.struck import STRUCK, without_struck
from orc.patterns import regex
from orc.text import normalized, word_set

GLUED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
)
"""The letters of scripts without spaces between words, and of Korean, as the inside of a character class."""

_NUMBER_OR_ACRONYM = r"\d+(?:[.,]\d+)+|\b[a-z](?:\.[a-z])+\b"
_ASCII_WORD = regex(  # the most frequent alternative comes first, which is faster
    rf"[a-z][a-z0-9]+(?:'[a-z]{{1,2}}\b)?|{_NUMBER_OR_ACRONYM}|[a-z0-9]+(?:'[a-z]{{1,2}}\b)?"
)
_WORD = regex(
    rf"[{GLUED}]+|{_NUMBER_OR_ACRONYM}"
    rf"|(?:(?![{GLUED}])[^\W_]|[\u0900-\u0963\u0966-\u0dff])+(?:['’][a-z]{{1,2}}\b)?"
)
# Articles and pronouns that lose their vowel before another one: l'appartement, qu'elle, dell'anno.
_ELIDED = regex(r"\b(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|un|gl|[dn]ell|quell|[ds]?all|sull|coll)['’](?=[^\W\d_]{2})")
_PLAIN_WORD = regex(r"[^\W_]+")
_IS_GLUED = regex(rf"[{GLUED}]")
_LAST_ALPHABET = "\u17ff"  # of Thai, Lao, Burmese and Khmer
PIECE = 3
"""The length of the words that a text in an alphabet without spaces becomes; most pairs of its letters occur in any
text."""
# Accents; vowel points of Hebrew and Arabic, with the hamza and the stroke that only lengthens a word; the dot under
# Devanagari letters; invisible hyphens and joiners.
_MARKS = regex(
    "[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655\u0670\u093c\u00ad\u200b\u200d]|(?<=[\u0900-\u0dff])\u200c"
)
# Letters that only Vietnamese has, whose accents distinguish words (Yoruba too has e and o with a dot).
_VIETNAMESE = regex("[\u01a1\u01b0\u1ea0-\u1eb7\u1eba-\u1ecb\u1ece-\u1ef9]")
# Each other character is folded on its own, regardless of its neighbours.
_BEYOND_LATIN = regex("[^\x00-\u019f\u01a2-\u01ae\u01b1-\u024f\u2010-\u2027\u2030-\u203a\u20ac]")
_NOTE_MARK = regex("[¹²³⁴-⁹](?<=[^\\W\\d_]{3}.)")  # behind a word, but for m² and km²
_NOT_ASCII = regex("[^\x00-\x7f]")
_FIRST_DIGITS = "\u0660\u06f0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u1040\u17e0"
_SAME: dict[int, int | str] = {
    **str.maketrans("\u0131\u0142\u00f8\u0111\u00e6\u0153", "ilodao"),
    **str.maketrans("\u0629\u0649\u06cc\u06a9\u06c1\u06d5", "\u0647\u064a\u064a\u0643\u0647\u0647"),
    **str.maketrans("\u05da\u05dd\u05df\u05e3\u05e5", "\u05db\u05de\u05e0\u05e4\u05e6"),  # final letters of Hebrew
    **{ord(first) + value: str(value) for first in _FIRST_DIGITS for value in range(10)},
}
_ENGLISH = Stemmer.Stemmer("english", 0)
_LAST_VOWEL = regex("(?<=[^\\W\\d_]{4})(?:[ai]d)?[aoi]$")  # of Romance words
# Inflectional endings in other scripts that remain after truncating words at six letters: Arabic and Hebrew, and the
# final vowels of Cyrillic, Greek and Devanagari.
_ARABIC_PREFIX = regex(r"^(?:[\u0648\u0641]?(?:\u0627\u0644|[\u0628\u0643]\u0627\u0644|\u0644\u0644)|\u0648)(?=\w{3})")
_ARABIC_SUFFIX = regex(
    r"(?<=\w{3})(?:\u0647\u0627|\u0647\u0645|\u0627\u062a|\u064a\u0647|\u0647|\u064a)$"
    r"|(?<=\w{4})(?:\u0627\u0646|\u0648\u0646|\u064a\u0646)$"
)
_HEBREW_PREFIX = regex(r"^[\u05d5\u05d4\u05d1\u05dc\u05de\u05e9\u05db]+(?=\w{3})")
_HEBREW_SUFFIX = regex(r"(?<=\w{3})(?:\u05d9\u05de|\u05d9\u05d4|\u05d5\u05ea|\u05d4|\u05ea|\u05d9)$")
_LAST_VOWELS = regex(
    r"(?<=...)(?:[\u0430\u0435\u0438\u043e\u0443\u044b\u044d\u044e\u044f\u044c]{1,2}"
    r"|[\u03b1\u03b5\u03b7\u03b9\u03bf\u03c5\u03c9]{1,2}[\u03c3\u03bd]?|[\u0901\u0902\u093e-\u094c]{1,2})$"
)
# DVDs: the stemmer needs a vowel. Mrs is not Mr, nor are hours HR.
_PLURAL_OF_LETTERS = regex(r"(?!(?:mr|hr)s)[b-df-hj-np-tv-xz]+[b-df-hj-np-rtv-xz]s")
_LONGEST = 6
_LONGEST_KNOWN = 40
_MOST_PIECES = 32_768
_STOP_WORDS = word_set(
    "a about after all also am an and any are as at be because been before being between both but by can could did do "
    "does doing done during each else for from further had has have having he her here hers him his how i if in into "
    "is it its itself just may me might more most much must my no nor not of off on once only or other our out over "
    "own per same shall she should so some such than that the their them then there these they this those through "
    "thus to too under until up upon very was we were what when where whether which while who whom whose why will "
    "with within without would you your"
)
# The month, not the verb, nor the word for "never" or "more": by its capital, its place or the year behind it.
_MAY = regex(
    r"[Mm][Aa][IiYy]\b(?:(?<=[\w,] May)|(?<=[-–/]May)|(?<=\bMay)(?= \d|\s{0,9}(?:\||$))"
    r"|(?<=\bMai)|(?<=mois de mai)|(?i:(?<=\bma[iy])(?=,? (?:19|20)\d\d\b| june?\b)|(?<=\b(?:in|im|en) ma[iy])))",
    re.MULTILINE,
)
MAY = "mai"
"""The compared form of the month's names in English, German and French."""


def content_words(text: str) -> list[str]:
    """The words that carry meaning, in order, of what is not struck out. Case and accents are folded, English stop
    words dropped, endings removed and digit groups joined. Text in scripts without spaces becomes pairs of characters,
    in alphabets triples."""
    text = without_struck(text) if STRUCK in text else text
    folded = _fold(_MAY.sub(MAY, text))
    known = list(map(_words_of_piece, folded.split()))
    if None not in known:
        return [word for words in known for word in words or ()]
    spelled = spell_periods(folded)
    plain = spelled.isascii()
    pieces = ((piece, _words_of_piece(piece)) for piece in spelled.split())
    return [word for piece, words in pieces for word in (_words_in(piece, plain) if words is None else words)]


def _words_in(piece: str, plain: bool) -> tuple[str, ...]:
    """The words of a piece of text without white space. plain means that it is ASCII."""
    if "'" in piece or "’" in piece:
        piece = _ELIDED.sub("", piece)
    if plain:
        return tuple(stem for word in _ASCII_WORD.findall(piece) if word not in _STOP_WORDS and (stem := _stem(word)))
    words: list[str] = []
    for token in _WORD.findall(piece):
        if _IS_GLUED.match(token):
            size = 2 if token[0] > _LAST_ALPHABET else PIECE
            words += [token[i : i + size] for i in range(max(len(token) - size + 1, 1))]
        elif token not in _STOP_WORDS and (stem := _stem(token)):
            words.append(stem)
    return tuple(words)


class _Pieces(dict[str, tuple[str, ...] | None]):
    """The words of pieces of text without white space, read at once and kept if they may recur. None for a piece whose
    words its neighbours may change, and for one that is too long to recur. A passage has hundreds of them: a lookup
    that finds one calls nothing in Python."""

    def __missing__(self, piece: str) -> tuple[str, ...] | None:
        if len(piece) > _LONGEST_KNOWN:
            return None
        is_alone = piece == piece.lower() and not may_contain_period(piece)  # compatibility characters fold to capitals
        words = _words_in(piece, piece.isascii()) if is_alone else None
        if len(self) >= _MOST_PIECES:
            self.clear()
        self[piece] = words
        return words


_words_of_piece = _Pieces().__getitem__


def index_words(text: str) -> list[str]:
    """The words of a text that an index finds it by. Not the month of May: most dates of reports have it as theirs."""
    return [word for word in content_words(text) if word != MAY]


def names_may(text: str) -> bool:
    """Whether the text names the month of May, in English, German or French."""
    return _MAY.search(text) is not None


def spelled_out(word: str) -> str:
    """A spelling with this compared form. Stemming the form again could shorten it: "nois", of "noise", would become
    "noi"."""
    return word if content_words(word) == [word] else f"{word}e"


@lru_cache(maxsize=512)
def words_of(passage: str) -> tuple[str, ...]:
    """The content words of a passage, cached, as a turn needs them many times."""
    return tuple(content_words(passage))


def without_note_marks(text: str) -> str:
    """The text without the superscript figures behind words that refer to notes."""
    return text if text.isascii() else _NOTE_MARK.sub("", text)


def is_short_piece(word: str) -> bool:
    """Whether a word of an alphabet without spaces is shorter than the pieces that its texts become."""
    return len(word) < PIECE and word[:1] <= _LAST_ALPHABET and _IS_GLUED.match(word) is not None


def plain_words(text: str) -> list[str]:
    """All words in lower case, for texts without content words."""
    return _PLAIN_WORD.findall(text.casefold())


def shared_beginning(one: str, other: str) -> int:
    """How many letters two words have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def spelled_words(text: str) -> list[str]:
    """All words with their endings, without case and accents."""
    return _PLAIN_WORD.findall(_fold(text))


def _fold(text: str) -> str:
    """The text without case and accents."""
    if text.isascii():
        return text.lower()
    text = _NOTE_MARK.sub("", text)
    if _BEYOND_LATIN.search(text) is None:
        return _NOT_ASCII.sub(lambda letter: _fold_letter(letter[0]), text).lower()
    return _fold_any(text)


def _fold_any(text: str) -> str:
    if _VIETNAMESE.search(composed := normalized("NFKC", text.casefold())):
        return composed
    bare = _MARKS.sub("", normalized("NFKD", composed))
    return normalized("NFC", bare).translate(_SAME)


_fold_letter = lru_cache(maxsize=1_024)(_fold_any)


@lru_cache(maxsize=32_768)
def _stem(word: str) -> str:
    """Removes inflection so that the forms of a word compare equal. The result need not be a real root."""
    if word[0].isdecimal():
        return re.sub(r",(?=\d{3})", "", word).rstrip("0").rstrip(".") if "." in word else word.replace(",", "")
    word = re.split("['’]", word)[0].replace(".", "")
    if word.isascii():
        if _PLURAL_OF_LETTERS.fullmatch(word):
            return word[:-1]
        stem = str(_ENGLISH.stemWord(word))
        return _LAST_VOWEL.sub("", stem) if stem in (word, word.removesuffix("s")) else stem
    if "\u0621" <= word[0] <= "\u064a":
        word = _ARABIC_SUFFIX.sub("", _ARABIC_PREFIX.sub("", word))
    elif "\u05d0" <= word[0] <= "\u05ea":
        word = _HEBREW_PREFIX.sub("", _HEBREW_SUFFIX.sub("", word))
    return _LAST_VOWELS.sub("", word[:_LONGEST])
