"""Finds what a question asks for: the noun phrase after an English question word or, in Romance languages, the noun
whose number, price or existence is asked for, or the person's role. Pure."""

import re
from collections.abc import Sequence
from itertools import takewhile

from orc.documents.questions.question import FUNCTION_WORDS, LIGHT_WORDS
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_DETERMINER = r"(?:the|an?|any|my|our|your|its|their|his|her|this|that)"
_ASKED = regex(
    rf"\W{{0,5}}(?:(?:what|who|which|where|when)(?:'s| (?:is|are|was|were)) "
    rf"(?:{_DETERMINER} |(?-i:(?=[A-Z][\w&.-]{{1,40}}['’]s? )))"
    rf"|(?:is|are|was|were) there (?:{_DETERMINER} )?|(?P<counted>how many) "
    r"|(?:what|which) (?=\w+ (?:\w+ )?(?:does|do|did|is|are|was|were|has|have|had|can|will|should|must|may|shall|would"
    r"|goes"
    r"|fits|suits|belongs|counts|applies)\b)"
    rf"|(?:does|do|did) (?:\w+ ){{1,3}}(?:have|offer|provide|include|contain) (?:{_DETERMINER} )?)",
    re.IGNORECASE,
)
# Combien de chambres, y a-t-il une piscine, ¿cuánto cuesta la habitación?, quanti posti, chi è il direttore.
_ASKED_ROMANCE = regex(
    r"[\W_]{0,5}(?:combien d(?:e |['’])|y a-t-il |combien co[uû]te(?:nt)? |cu[aá]nt[oa]s |hay |cu[aá]nto cuestan? "
    r"|quant[ei] |c['’]è |ci sono |quanto costano? |quant[oa]s |há |quanto custam? "
    r"|qui (?:est|était|sont) |qui[eé]n(?:es)? (?:es|era|son) |chi (?:è|era|sono) |quem (?:é|era|são) )"
    r"(?:(?:de l[ae] |des |une? |l[ae]s? |du |el |los |un[oa]?s? |il |gli |i |uma? |[oa]s? )|(?:de )?l['’]|d['’]"
    r"|un['’]|(?:l[ao] )?(?:notre|votre|nuestr[oa]|vuestr[oa]|[nv]ostr[oa]|[nv]oss[oa]|mon|ma|mi|mio|mia|meu|minha) )?"
    r"(?!(?:temps|fois|argent|gens|personnes?|tiempo|veces|dinero|personas?|volte|soldi|persone|vezes|pessoas|por|par|al|à)\b)"
    r"(?P<noun>[^\W\d_]{3,30})",
    re.IGNORECASE,
)
# Vad kostar en cykel, ile kosztuje rower, hoeveel kost een fiets: what is asked for follows.
_PRICED = regex(
    r"\W{0,5}(?:va[dr]? kostar|hvad? koster|(?:hoeveel|wat) kost(?:en)?|ile kosztuj[eą]|kolik stojí|koliko stoji"
    r"|cât costă|сколько сто[ия]т|скільки кошту[єю]ть?|paljonko maksaa|πόσο κοστίζ(?:ει|ουν)) ",
    re.IGNORECASE,
)
_WORD = regex(r"[^\W_][\w&.-]*(?:['’]s)?|[^\w\s]")
_ENDS = regex(
    r"(?:of|in|for|at|on|to|by|with|from|that|which|who|whose|about|under|over|per|between|during|within|into|as|after"
    r"|before|and|or|than|is|are|was|were|be|been|do|does|did|has|have|had|can|could|will|would|shall|should|may|might"
    r"|must|goes|fits?|suits|gets?|got|belongs|counts|applies|lives?|lived|there|an?|the|i|we|you|he|she|it|they|this|these|those|last|first|called|named|used|made|\W+)",
    re.IGNORECASE,
)
_PARTICIPLE = regex(
    r"\w+ed|kept|held|sold|found|built|made|taught|bought|sent|paid|grown|shown|born|hidden|left|spent", re.IGNORECASE
)
_DEED_OF_COUNTED = regex(
    r"c[ao]me|we?nt|go|took|take|joined|join|attended|attend|visited|visit|voted|vote|live|work|applied|apply|started"
    r"|start|died|die|stayed|stay|bred|breed|completed|complete|finished|finish|wore|wear|registered|register|enrolled"
    r"|passed|pass|failed|fail|won|win",
    re.IGNORECASE,
)
_TOOK_PART = regex(r"(?:took|take) (?:part|place)", re.IGNORECASE)
_MOST_WORDS, _MOST_CHARACTERS = 6, 200
_BEGINNING = 4
# A question asks for the noun after or before one of these.
_OPEN = LIGHT_WORDS | frozenset(
    content_words(
        "worth got handle deal sort title date language currency color colour duty right one thing anything something "
        "everything anyone someone everyone anybody somebody stuff person didn doesn don isn wasn weren aren hasn "
        "haven hadn couldn wouldn shouldn mr mrs ms"
    )
)
# These select one of several; a text with only one need not contain them.
_SELECTIVE = frozenset(
    content_words(
        "total overall exact full current actual main official average usual normal standard new own right whole "
        "entire correct present basic general original final maximum minimum approximate typical different various "
        "most primary opening closing audited unaudited adjusted unadjusted revised unrevised restated one two "
        "three four five six seven eight nine ten single favorable important big large long short high low good best "
        "many much early late next last"
    )
)

_UNITS = frozenset(content_words("day week month year hour minute euro dollar pound"))

OPEN_WORDS = _OPEN | _SELECTIVE
"""Words of a question that a text need not contain to answer it."""


class Focus:
    """words are those of the noun phrase in compared form, without names, head last; empty if the question's form does
    not determine it. counted is true if an English question asks for a number of them."""

    def __init__(self, question: str) -> None:
        asked = _ASKED.match(question)
        self.words: tuple[str, ...] = ()
        phrases = list[Sequence[str]]()  # the noun phrase that follows, and the one of which it is a part
        is_measured = False
        if asked:
            words = [match[0] for match in _WORD.finditer(question[asked.end() :][:_MOST_CHARACTERS])]
            first = _phrase(words)
            if asked["counted"] and len(first) > 1 and re.fullmatch(_DETERMINER, " ".join(words[len(first) :][:1])):
                first = first[:-1]  # how many people visit the tower: the verb before its object
            elif asked["counted"] and len(first) > 1 and _DEED_OF_COUNTED.fullmatch(first[-1]):
                first = first[:-1]  # how many guests came from Spain
            elif asked["counted"] and _TOOK_PART.fullmatch(" ".join(first[-2:])):
                first = first[:-2]
            if asked["counted"] and first and first[0].lower() == "people":
                first = first[:1]  # how many people fit in the hall
            is_measured = asked["counted"] is not None and len(first) > 1 and first[0].rstrip("s").lower() in _UNITS
            phrases.append(_without_owner(first[is_measured:]))  # how many weeks parental leave, like weeks of it
            if words[len(first) : len(first) + 1] == ["of"]:
                others = words[len(first) + 1 :]
                others = others[bool(re.match(_DETERMINER, " ".join(others[:1]))) :]
                phrases.append(_without_owner(_phrase(others)))
                is_measured = asked["counted"] is not None and {*content_words(" ".join(first))} <= _UNITS
                phrases = phrases[is_measured:]  # how many days of sick leave
        for phrase in phrases:
            words = [word for word in phrase if not word[0].isupper()]
            has_participle = len(phrase) > 1 and _PARTICIPLE.fullmatch("".join(words[-1:]))  # where is it located
            said = " ".join(words[: -1 if has_participle else None])
            form = (word for word in content_words(said) if word not in OPEN_WORDS and not word[0].isdecimal())
            self.words = self.words or tuple(form)
        if asked and asked["counted"] and not (self.words or is_measured) and phrases and phrases[0]:
            self.words = tuple(w for w in content_words(phrases[0][-1]) if w not in _UNITS and not w[0].isdecimal())
        if not asked and (romance := _ASKED_ROMANCE.match(question)):
            self.words = tuple(content_words(romance["noun"]))[:1]
        priced = _PRICED.match(question)
        rest = content_words(question[priced.end() :][:_MOST_CHARACTERS]) if priced else ()
        self._priced = tuple(word for word in rest if word not in FUNCTION_WORDS)
        self.counted = bool(asked and asked["counted"] and self.words and not is_measured)

    def lacks_priced(self, words: frozenset[str]) -> bool:
        """Whether these words have nothing whose price a question in another language asks for: no word with the same
        beginning, and none that is part of it."""
        return bool(self._priced) and not any(
            asked[:_BEGINNING] in word or (len(word) >= _BEGINNING and word in asked)
            for asked in self._priced
            for word in words
        )


def _phrase(words: Sequence[str]) -> Sequence[str]:
    return list(takewhile(lambda word: not _ENDS.fullmatch(word), words[:_MOST_WORDS]))


def _without_owner(words: Sequence[str]) -> Sequence[str]:
    """The part of a noun phrase after a genitive: "wife" of "the sailor's wife"."""
    owners = [i for i, word in enumerate(words) if word.endswith(("'s", "’s"))]
    return words[owners[-1] + 1 :] if owners else words
