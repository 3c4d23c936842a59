"""The qualifiers of a question (group, row, number, period, case), which a sentence that answers it must match. Pure
(D-335)."""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise

from orc.documents.evidence.distinctions import distinguished
from orc.documents.evidence.identifiers import TIMES, Identifiers
from orc.documents.evidence.other_things import PRICES, is_priced
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.answer_kind import Kind
from orc.documents.questions.question import FUNCTION_WORDS, Question, is_year
from orc.documents.text.everyday import Phrases, base_forms, says
from orc.documents.text.tables import Row, ends_section
from orc.documents.text.tokens import content_words
from orc.patterns import regex

# How long are [log files] kept, how much does [the Eco programme] take: this subject is a qualifier.
_SUBJECT = regex(
    r"\W*(?:where|when|how(?: (?:long|often|much|fast|late|early))?) "
    r"(?:is|are|was|were|(?P<do>does|do|did|will|has|have)) "
    r"(?!(?:it|i|we|you|they|he|she|there|one)\b)(?:(?:the|an?|my|our|your|their) )?(?P<of>(?:[\w-]+ ){0,3}?[\w-]+)"
    r"(?P<end>\W*\Z)?(?(end)| (?:in|of|for|at|on|from|by|to|and|when|if|out|back|per|with)\b)",
    re.IGNORECASE,
)
_VERB = regex(
    r"spend|pay|cost|earn|make|receive|leave|start|begin|run|go|take|last|buy|sell|use|need|get", re.IGNORECASE
)
_PARTICIPLE = regex(r"\w+(?:ed|en|wn|pt|ld|de|id|ne|ught)")
_PHRASE = regex(
    r"\b(?:in|of|for|at|on|from|during|under|within|without|per|by(?= (?-i:[A-Z]))) (?:(?:the|an?|my|our|your|their) )?"
    r"(?P<by>(?:[\w'’-]+ ){0,3}?[\w'’-]+)(?=\W*\Z| (?:in|of|for|at|on|from|by|to|and|or|when|if|is|are|was|were|did|do"
    r"|does|has|have|can|may|must)\b)",
    re.IGNORECASE,
)
_CONDITION = regex(
    r"\b(?:if|when|after|unless|before) (?:i|we|you|they|he|she|it|one) (?P<by>[\w '’-]{2,60})", re.IGNORECASE
)
# Can I wear [earrings], darf ich [einen Hund] halten: a rule for another thing does not answer.
_OBJECT = regex(
    r"\W*(?:(?:can|could|may|must|should|am|are|do) (?:i|we|you|one) (?:(?:allowed|permitted|have|need) to )?"
    r"(?:wear|keep|bring|have|use|take|get|carry|own|put) "
    r"(?:(?:an?|the|my|your|our|any|some) )?"
    r"(?!(?:in|on|at|to|for|from|with|by|into|out|off|up|back|over|there|here|inside|outside|before|after|when|if)\b)"
    r"(?P<of>(?:[\w-]+ ){0,2}?[\w-]+)(?=\W*\Z| (?:in|on|at|to|for|from|with|by|into|during|before|after|when|if|as)\b)"
    r"|(?:darf|dürfen|kann|können|muss|müssen) (?:ich|man|wir) (?:(?:m?eine?n?|unsere?n?|den|die|das) )?"
    r"(?P<german>(?-i:[A-ZÄÖÜ])[\w-]+)(?=.{0,60}\b(?:tragen|halten|mitbringen|mitnehmen|haben|benutzen|nutzen)\b))",
    re.IGNORECASE,
)
_ORDERED = regex(  # after probation is not during it
    r"\b(?:(after|nach)|(before|vor)|(during|während)|(without|ohne)) "
    r"(?:(?:the|my|our|an?|der|dem|einer?|meiner?) )?(?P<what>[\w'’-]+)",
    re.IGNORECASE,
)
_AFTER, _BEFORE = 0, 1  # the groups of _ORDERED
_LASTS = regex(
    r"\W*(?:how long (?:is|does|did|will) (?:the |my |our |an? )?|wie lange? (?:ist|dauerte?|geht|läuft) "
    r"(?:die|der|das|meine?|unsere?) )(?P<what>[\w'’-]+)",
    re.IGNORECASE,
)
_REFERRING = regex(r"it|this|that|which|ihr|dieser|diesem", re.IGNORECASE)
_IN_TIME = regex(r"\b(?:if|when|wenn|falls) .{1,60}\b(?P<how>late|early|zu spät|zu früh)\b", re.IGNORECASE)
_NUMBERED = regex(r"\b[^\W\d_]{3,} \d{1,4}\b(?=\W*\Z| (?:in|of|for|at|on|is|are|was|were|do|does|did|have|has)\b)")
_CAPITALS = regex(r"\b[A-Z]{2,4}\b")  # IT, which otherwise is a word that carries no meaning
_PART_OF_YEAR = regex(r"[qh]\d")
_PASSIVE = regex(  # is written, a written notice
    r"\b(?:is|are|was|were|be|been|being|gets?|got) (?:\w+ly )?(\w+)"
    r"|(?<!\bhas )(?<!\bhave )(?<!\bhad )\b(\w{2,}(?:tten|wn|osen|iven|aken|oken))\b",
    re.IGNORECASE,
)
_IN_GERMAN = regex(r"\b(?:wird|werden|wurden?)\b", re.IGNORECASE)
_AGENT = regex(r"\b(?:by|von|vom|durch)\b", re.IGNORECASE)
_GRADES = frozenset(("low", "high", "medium", "minor", "major"))
_SUPERLATIVE = regex(r"\w+est|\w+ste[nrsm]?|most|least|worst|what|which|how|many|much|new|same|other|each|any")
_TOTALS = frozenset(content_words("total sum overall gesamt summe"))
_WORD = regex(r"\w[\w'’&-]*")
_PERSON = regex(r"(?:[A-ZÀ-Þ][\w'’.-]+,? ){1,3}[A-ZÀ-Þ][\w'’-]+")
TAKES_PLACE = regex(r"\b(?:takes?|taking|took) place\b", re.IGNORECASE)
"""To take place, which asks for no place and no places."""
_ABBREVIATED = {"max": "maximum", "min": "minimum", "avg": "averag", "tot": "total"}
_BARE_FIGURE = regex(r"[-+–(]?[$€£¥]? ?\d[\d.,]*(?: ?[-–—] ?[$€£¥]? ?\d[\d.,]*)?[)%]?")


def graded(question: str, open_words: Collection[str]) -> frozenset[str]:
    """The grades in a question, such as "low" in "low severity", before nouns that are not among the open words."""
    pairs = pairwise(_WORD.findall(question))
    grades = (one for one, of in pairs if one.lower() in _GRADES and not set(content_words(of)) <= {*open_words})
    return frozenset(content_words(" ".join(grades)))


def punctuality(question: str) -> frozenset[str]:
    """The words for late or early in a condition of the question: if I pay late."""
    found = _IN_TIME.search(question)
    return frozenset(content_words(found["how"]) if found else ())


class Qualifiers:
    """The qualifiers of one question. needed are the words that a sentence should have, others their synonyms,
    deeds the verb after "who"."""

    def __init__(
        self, question: Question, needed: Collection[str], others: Mapping[str, Phrases], deeds: frozenset[str]
    ) -> None:
        text = question.text
        self._others = others
        self._words = frozenset(question.words)
        self._neighbours = list(pairwise(_WORD.findall(TAKES_PLACE.sub("", text))))
        self._parts = frozenset(word for word in question.words if _PART_OF_YEAR.fullmatch(word))
        self._years = question.years
        self._deeds = deeds
        capitals = _CAPITALS.findall(text) if text.upper() != text else ()
        self._capitals = frozenset(word for word in capitals if not content_words(word))
        thing = _OBJECT.match(text)
        self._thing = frozenset(content_words((thing["of"] or thing["german"]) if thing else "")).intersection(needed)
        found = [each["by"] for each in (*_PHRASE.finditer(text), *_CONDITION.finditer(text))]
        if subject := _SUBJECT.match(text):  # without the verb
            words = subject["of"].split()
            ends_in_verb = subject["do"] and (subject["end"] is not None or _VERB.fullmatch(words[-1]))
            has_verb = len(words) > 1 and (ends_in_verb or _PARTICIPLE.fullmatch(words[-1]))
            found.append(" ".join(words[:-1] if has_verb else words))
        phrases = (frozenset(content_words(phrase)).intersection(needed) - TIMES for phrase in found)
        self._phrases = [phrase for phrase in phrases if phrase]
        lasting = _LASTS.match(text)
        self._lasting = frozenset(content_words(lasting["what"]) if lasting else ()).intersection(needed)
        self._orders = [(order, word) for order, word in _orders(text) if word in needed]
        pairs = (tuple(content_words(each[0])) for each in _NUMBERED.finditer(text))
        self._distinguished = distinguished(content_words(text))
        self._identifiers = Identifiers(text)
        self._numbered = [p for p in pairs if len(p) == 2 and not is_year(p[1]) and p[0] not in TIMES]

    def match(self, sentence: Sentence, around: frozenset[str], said: Collection[str], *, ruled: bool) -> bool:
        """Whether the sentence matches the qualifiers: said, the needed words that it covers, has one word of each
        phrase, and its numbers, parts of a year and years are nearby. With ruled, the sentence is a rule, which need
        not name its case. A sentence that says who did something has the deed and, in the passive, an agent; a row has
        the deed or a person."""
        row = sentence.row
        people = (cell for cell in (row.cells if row else ()) if _PERSON.fullmatch(cell))
        if not (self._deeds.issubset(said) or any(not self._words.issuperset(content_words(each)) for each in people)):
            return False
        if self._deeds and _AGENT.search(sentence.text) is None:
            is_german = _IN_GERMAN.search(sentence.text) is not None
            done = base_forms(
                sentence.words if is_german else content_words(" ".join(map("".join, _PASSIVE.findall(sentence.text))))
            )
            if not {*base_forms(self._deeds)}.isdisjoint(done):
                return False
        if not self._capitals.issubset(_CAPITALS.findall(f"{sentence.text} {row.over if row else ''}")):
            return False
        if self._thing and self._thing.isdisjoint(said):
            return False
        if not (ruled or all(phrase.intersection(said) for phrase in self._phrases)):
            return False
        numbered = [pair[1:] if row and pair[0] == "number" else pair for pair in self._numbered]  # number 7: No | 7
        lacks = any(pair not in sentence.pairs and not around.issuperset(pair) for pair in numbered)
        if lacks and not self._identifiers.is_about(sentence.text):
            return False
        for one, group, of in self._distinguished:  # the red car is not the blue one
            of_group = {first for first, second in sentence.pairs if second == of and first in group}
            if of_group and one not in of_group:
                return False
        told = set(_orders(sentence.text)) if self._orders or self._lasting else set[tuple[int, str]]()
        if any(of in self._lasting for order, of in told if order in (_AFTER, _BEFORE)):
            return False  # how long something lasts is not said by what follows it
        for order, word in self._orders:
            if (near := {each for each, of in told if of in (word, "")}) and order not in near:
                return False
        years = sentence.years.union(word for word in (around - sentence.words) | sentence.context if is_year(word))
        return self._parts <= around and not (self._years and self._years.isdisjoint(years))

    def fits_row(self, sentence: Sentence, row: Row, kind: Kind | None) -> bool:
        """Whether a row can be the requested one: it has a figure if the question asks for one, and the modifier of a
        heading's word in the question ("low" of "low severity"), unless a heading has that too. A row about one person,
        such as an employee, is not about another one in it, such as their manager, unless the question names what the
        labels are: the branch that she manages."""
        if kind is not None and kind.is_figure:
            holds = kind.pattern.search(sentence.text) or kind.words & sentence.headings
            if not (holds or any(_BARE_FIGURE.fullmatch(value) for _, value in row.columns)):
                return False
        over = frozenset(content_words(row.over))
        filled = frozenset(content_words(" ".join(heading for heading, _ in row.columns)))
        lacking = frozenset(content_words(" ".join(row.lacking)))
        labels = over - filled - lacking
        if _PERSON.fullmatch(row.label) and self._words.isdisjoint(labels.union(content_words(row.label))):
            cells = [(self._words.intersection(content_words(of)), value) for of, value in row.columns]
            people = [cell for cell in cells if _PERSON.fullmatch(cell[1])]
            named = [asked for asked, person in people if self._words.issuperset(content_words(person))]
            if named and not any(named) and any(asked for asked, _ in cells):
                return False
        known = sentence.words | sentence.scope | over | (_TOTALS if ends_section(row.label) else frozenset[str]())
        known |= {whole for short, whole in _ABBREVIATED.items() if short in over}
        for one, heading in self._neighbours:
            if _SUPERLATIVE.fullmatch(one.lower()) or over.isdisjoint({*content_words(heading)} - FUNCTION_WORDS):
                continue
            for word in content_words(one):
                if not (
                    word in FUNCTION_WORDS
                    or word in known
                    or (kind is not None and word in kind.words)  # what it costs yearly
                    or (word in PRICES and is_priced(row))
                    or (word == "fiscal" and is_year(heading))
                    or word[0].isdecimal()
                    or says(known, self._others.get(word, ()))
                ):
                    return False
        return True


def _orders(text: str) -> Iterator[tuple[int, str]]:
    """For each "after", "before", "during" and "without" in a text, which one it is and the word behind it; "" for a
    pronoun."""
    for found in _ORDERED.finditer(text):
        order = next(i for i, said in enumerate(found.groups()) if said)
        words = ("",) if _REFERRING.fullmatch(found["what"]) else content_words(found["what"])
        yield from ((order, word) for word in words)
