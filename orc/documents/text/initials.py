"""Terms and their initials: CEO and chief executive officer match each other, in questions and texts. Pure."""

import re

from orc.documents.text.tokens import content_words
from orc.patterns import regex

_SHORT = regex(r"[A-Z](?<!\w[A-Z])(?:&?[A-Z]){1,4}(?=s?\b)")  # a pattern that begins with \b takes three times as long
_WORD = regex(r"[^\W\d_]+")
_TWO_PARTS = regex(r"(?<![\w-])(?=(?P<name>([A-Z][A-Za-z]{1,20}?)[ -]?([A-Z][a-z]{2,20})(?![\w-])))")
_NUMBERED = regex(r"(?<![\w-])(?P<letters>[A-Z]{2,6})[ -]?(?P<digits>\d{1,5})(?![\w-]|[.,]\d)")
_HYPHENED = regex(r"(?<![\w-])[^\W\d_]{2,20}-[^\W\d_]{2,20}(?![\w-])")
_JOINING = frozenset({"and", "of", "the", "for"})
_PARTICLES = frozenset({"off", "out", "up"})
_LEAST, _MOST = 3, 5
_MOST_WORDS, _MOST_NAMES, _LEAST_CLOSED = 60, 8, 6


class Initials:
    """The terms of one question that texts may write in another form: its abbreviations of two to five capitals, and
    the initials of three to five consecutive words. Two initials are used with few texts only, as they match many other
    terms."""

    def __init__(self, question: str, *, few: bool = False) -> None:
        has_case = any(letter.islower() for letter in question) or len(question.split()) == 1
        shorts = [short for short in _SHORT.findall(question) if has_case and (few or len(short) >= _LEAST)]
        between = rf"(?:[\s-]|\s&\s|\s(?:{'|'.join(_JOINING)})\s)"
        self._terms = dict[str, re.Pattern[str]]()  # patterns of consecutive words with the letters of an abbreviation
        for short in shorts:
            words = (rf"{letter}[^\W\d_]{{1,24}}" for letter in short.replace("&", ""))
            self._terms[short] = re.compile(rf"\b{between.join(words)}\b", re.IGNORECASE)
        self._spelled: dict[str, tuple[str, ...]] = {}  # consecutive content words, by their initials
        names = [(f["name"], f"{f[2]}[ -]?{f[3].removesuffix('s')}['’]?s?") for f in _TWO_PARTS.finditer(question)]
        names += [(short, "&?".join(short.replace("&", ""))) for short in shorts]
        names += [(f[0], f"{f['letters']}[ -]?{f['digits']}(?![.,]\\d)") for f in _NUMBERED.finditer(question)]
        self._names = [  # patterns of other spellings of names: Walmart for Wal-Mart, AT&T for ATT, IFRS 9 for IFRS9
            (name, re.compile(rf"\b(?!{name}\b){other}\b", re.IGNORECASE)) for name, other in names[:_MOST_NAMES]
        ]
        joined = _HYPHENED.findall(question)[:_MOST_NAMES]
        self._closed = {word.casefold() for word in _WORD.findall(question)[:_MOST_WORDS] if len(word) >= _LEAST_CLOSED}
        self._names += [  # copilot for co-pilot
            (word, re.compile(rf"\b{word.replace('-', '')}\b", re.IGNORECASE)) for word in joined
        ]
        named = [word for word in _WORD.findall(question)[:_MOST_WORDS] if word.casefold() not in _JOINING]
        for count in range(_LEAST, _MOST + 1):
            for run in zip(*(named[i:] for i in range(count)), strict=False):
                if all(map(content_words, run)):
                    self._spelled["".join(word[0] for word in run).upper()] = run

    def spelled(self, text: str) -> str:
        """The text with each abbreviation of the question added after its term, and each term after its
        abbreviation, and each name after another spelling of it."""
        for name, others in self._names:
            text = others.sub(rf"\g<0> {name}", text)
        if self._closed and "-" in text and self._has_closed(text.casefold()):
            text = _HYPHENED.sub(lambda found: self._with_closed(found[0]), text)
        for short, runs in self._terms.items():

            def with_short(run: re.Match[str], short: str = short) -> str:
                return f"{run[0]} {short}" if _is_term(run[0]) else run[0]

            text = runs.sub(with_short, text)
        if self._spelled:
            text = _SHORT.sub(lambda found: " ".join((found[0], *self._spelled.get(found[0], ()))), text)
        return text

    def _has_closed(self, text: str) -> bool:
        """Whether a text may have a word of the question with a hyphen in it. To look at every hyphen takes longer."""
        joined = text.replace("-", "")
        return any(word in joined and joined.count(word) > text.count(word) for word in self._closed)

    def _with_closed(self, word: str) -> str:
        closed = word.replace("-", "")
        is_asked = {closed.casefold(), closed.casefold().removesuffix("s")} & self._closed
        return f"{word} {closed}" if is_asked else word

    def in_question_form(self, text: str) -> str:
        """The text with each of these terms in the question's form, unless it has that form somewhere. Two initials
        match capitalised words."""
        known = set(_SHORT.findall(text))
        for short, runs in self._terms.items():
            if short in known:
                continue

            def shortened(run: re.Match[str], short: str = short) -> str:
                is_name = len(short) >= _LEAST or all(word[0].isupper() for word in _WORD.findall(run[0]))
                return short if is_name and _is_term(run[0]) else run[0]

            text = runs.sub(shortened, text)
        if self._spelled:
            said = {short: " ".join(run) for short, run in self._spelled.items() if short in known}
            missing = {short: run for short, run in said.items() if run.casefold() not in text.casefold()}
            text = _SHORT.sub(lambda found: missing.get(found[0], found[0]), text)
        return text

    def terms_in(self, text: str) -> set[str]:
        """The forms in which the text has the question's abbreviations and terms."""
        runs = (match[0] for runs in self._terms.values() for match in runs.finditer(text))
        short = (match[0] for match in _SHORT.finditer(text)) if self._spelled else ()
        return {run.casefold() for run in runs if _is_term(run)} | {each for each in short if each in self._spelled}

    def says_short(self, text: str) -> bool:
        """Whether the text has all of the question's abbreviations."""
        said = set(_SHORT.findall(text))
        return bool(self._terms) and self._terms.keys() <= said

    def __bool__(self) -> bool:
        return bool(self._terms or self._spelled)


def _is_term(run: str) -> bool:
    """Whether it has several words and all carry meaning, except for a particle at the end: paid time off."""
    words = [word for word in _WORD.findall(run) if word.casefold() not in _JOINING]
    return len(words) > 1 and len(content_words(" ".join(words))) == len(words) - (
        words[-1].casefold() in _PARTICLES and len(words) > 2
    )
