"""Rows and sentences about another thing than the question's, which share a word with its name: another term of
accounting, another person, a word of a company's name, or another extreme. Pure (D-423, D-424)."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from orc.documents.evidence.distinctions import ROLES
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.payers import payer_asked, pays_to
from orc.documents.evidence.persons import FULL_NAME
from orc.documents.evidence.superlatives import RAREST, WHICH, extreme_asked, extremes_in
from orc.documents.questions.question import FUNCTION_WORDS, LIGHT_WORDS, Question
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.domain import Passage
from orc.patterns import regex

PRICES = frozenset(content_words("cost price expense kosten preis coût prix costo prezzo coste precio custo preço"))
"""Words for a price, which do not say what it is the price of."""

_QUALIFIERS = (
    r"net(?:t[oaei]s?|tes|[oa]s?)?|líquid[oa]s?|after (?:income )?tax(?:es|ation)?|for the (?:financial )?year",
    r"gross|brut[oae]?s?|lord[oaie]",
    r"operating|operations?|operativ[oae]s?|operaciona(?:l|is)|exploitation",
    r"pre-?tax|before (?:income )?tax(?:es|ation)?",
    r"long-term|non-?current",
    r"short-term|current",
)
_NOUNS = (
    r"profits?|incomes?|earnings|loss(?:es)?|résultats?|bénéfices?|beneficios?|resultados?|util[ei]|risultat[oi]|lucros?",
    r"sales|revenues?|turnover|ventas|ingresos|ricavi|vendas|receitas?",
    r"margins?|marges?|margen|margin[ei]|margem",
    r"debts?|borrowings?|dettes?|endettement|deudas?|debit[oi]|indebitamento|dívidas?",
    r"assets?|actifs?|activos?|attiv[oi]|ativos?",
    r"liabilit(?:y|ies)|passifs?|pasivos?|passiv[oi]",
    r"cash|trésorerie|caja|cassa|caixa",
)
_TERM = regex(
    rf"\b(?:(?:{'|'.join(_QUALIFIERS)}) (?:{'|'.join(_NOUNS)})"
    rf"|(?:{'|'.join(_NOUNS)}) (?:de |di |d['’])?(?:{'|'.join(_QUALIFIERS)}))\b",
    re.IGNORECASE,
)
_PART = regex("|".join(rf"\b({forms})\b" for forms in (*_QUALIFIERS, *_NOUNS)), re.IGNORECASE)
_FULL = regex(r"(?<![^\W_])(?=([A-ZÀ-Þ][^\W\d_]{1,40}) ([A-ZÀ-Þ][^\W\d_]{1,40}?)(?:['’]?s)?(?![^\W_]))")
_NAME = regex(r"(?<![\w-])[A-ZÀ-Þ][\w&-]{1,30}(?: [A-ZÀ-Þ][\w&-]{1,30}){1,4}(?![\w-])")
_GIVEN = regex(
    r"\b(?:vornamen?|(?:first|given) ?names?|forenames?|prénoms?|voorna(?:am|men)|förnamn|fornavn|imię|jméno|nombre)\b",
    re.IGNORECASE,
)
_ADDRESSED = regex(
    r"mrs?|ms|miss|dr|prof(?:essor)?|sir|the|herrn?|frau|familie|family|monsieur|madame|señora?|signora?|senhora?|meneer"
    r"|mevrouw|famille|familia|famiglia|família|mitglied|kund(?:e|in)|member|customer|membre|client",
    re.IGNORECASE,
)
_WHOLE_YEAR = regex(r"\b(?:full|whole|entire)[ -]year\b|\bgesamt(?:e[ns]? )?jahr|\bganze[ns]? jahr", re.IGNORECASE)
_PART_OF_YEAR = regex(r"\b[qh][1-4]\b|\b[1-4][qh]\b|quarter|half|quartal|halbjahr|months|monate", re.IGNORECASE)
_WORD = regex(r"[^\W_]+")
_MOST, _FEW_WORDS, _OPENING = 8, 6, 120


def without_other_things(question: Question, sentences: Sequence[Sentence], phrases: Sequence[str]) -> list[Sentence]:
    """The sentences without those about another thing than the question's; phrases are its synonyms."""
    forms = tuple(frozenset(content_words(phrase)) for phrase in phrases)
    kept = without_other_persons(question.text, without_other_terms(question, sentences, forms))
    kept = without_other_rows(question, without_other_extremes(question, kept))
    payer = payer_asked(question.text)
    kept = [s for s in kept if s.row or not pays_to(payer, s.text)] if payer else kept
    if not (question.years and _WHOLE_YEAR.search(question.text)):
        return kept
    heads = {
        id(s): [h for h, _ in s.row.columns if question.years.intersection(content_words(h))] for s in kept if s.row
    }
    return [s for s in kept if not heads.get(id(s)) or not all(map(_PART_OF_YEAR.search, heads[id(s)]))]


def without_other_terms(question: Question, sentences: Sequence[Sentence], phrases: Phrases) -> list[Sentence]:
    """The sentences without the rows, and the statements of a figure, of another term of accounting than that of a
    short question: net debt and operating income for net income. Those with one of the phrases, from which a term may
    be computed, remain."""
    found = _TERM.search(question.text)
    if found is None or len(question.words) > _FEW_WORDS:
        return [*sentences]
    qualifiers, nouns = _parts(found[0])
    dropped, computing, is_part_other = set[int](), set[int](), False
    for s in sentences:
        text = s.row.label if s.row else s.text
        its_qualifiers, its_nouns = _parts(text)
        if s.row and not its_nouns:  # central costs, in a column of operating profit
            its_qualifiers, its_nouns = _parts(s.row.over)
        if s.is_title or not its_nouns or not (s.row or any(map(str.isdecimal, text))):
            continue
        if nouns.isdisjoint(its_nouns):
            (computing if says(frozenset(content_words(text)), phrases) else dropped).add(id(s))
        elif qualifiers.isdisjoint(its_qualifiers) and (its_qualifiers or not s.row):
            dropped.add(id(s))
            is_part_other = is_part_other or says(frozenset(content_words(text)), phrases)
    dropped |= computing if is_part_other else set[int]()
    return [s for s in sentences if id(s) not in dropped]


def without_other_persons(question: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences without the rows that have only one of two names of a person in the question, beside another name;
    nor, of a table with a column of first names, those with neither: Anna Schäfer for Peter Schäfer."""
    names = [
        (one.casefold(), two.casefold())
        for one, two in islice(_FULL.findall(question), _MOST)
        if not (_ADDRESSED.fullmatch(one) or _ADDRESSED.fullmatch(two) or ROLES.issuperset(content_words(one)))
    ]
    tables, asked = defaultdict[tuple[str, ...], list[Sentence]](list), {*_WORD.findall(question.casefold())}
    for s in sentences:
        if s.row and names:
            tables[s.row.above].append(s)
    others = set[int]()
    for above, rows in tables.items():
        heads = " ".join(above).casefold()
        cells = {id(s): s.row.cells for s in rows if s.row}
        words = {key: {*_WORD.findall(" ".join(each).casefold())} for key, each in cells.items()}
        parts = {
            key: [{*_WORD.findall(c.casefold())} for c in each if FULL_NAME.fullmatch(c)] for key, each in cells.items()
        }
        has_given = _GIVEN.search(heads) is not None
        for one, two in names:
            if one in heads or two in heads:
                continue
            having = {key for key, each in words.items() if one in each or two in each}
            whole = {key for key in having if {one, two} <= words[key]}
            if has_given and having:
                others |= words.keys() - whole
            others |= {key for key in having - whole if any(p & {one, two} and not p <= asked for p in parts[key])}
    return [s for s in sentences if id(s) not in others]


def without_other_extremes(question: Question, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences without those that state another extreme than the one asked for and, for a question which of
    several things is the extreme, those that state none: the most common species is not the rarest one. Rows remain,
    since their figures decide, but not those of other things than of a table over whose rows the thing is named."""
    asked, is_rarest = extremes_in(question.text), RAREST.search(question.text) is not None
    if not (extreme_asked(question.text)[0] or is_rarest):
        return [*sentences]
    found = WHICH.search(question.text)
    thing = {*content_words(found[1])} - FUNCTION_WORDS if found else set[str]()
    kinds = {s.row.kind for s in sentences if s.row and thing.intersection(content_words(s.row.kind))}

    def is_other(sentence: Sentence) -> bool:
        """Whether a row is of another thing, or prose states another extreme or none."""
        if sentence.row:
            return is_rarest or (bool(kinds) and bool(sentence.row.kind) and sentence.row.kind not in kinds)
        stated = extremes_in(" ".join((*sentence.titles[-1:], sentence.text)))
        return not sentence.is_title and stated.isdisjoint(asked) and (bool(stated or thing) or is_rarest)

    return [s for s in sentences if not is_other(s)]


def without_other_rows(question: Question, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences without the rows that have only a word for a price of the question, if another row has what it is
    the price of: no membership fees for heating costs."""
    prices = PRICES.intersection(question.words)
    others = frozenset(w for w in question.words if not w[0].isdecimal()) - PRICES - LIGHT_WORDS
    priced = tuple(phrase for word in prices for phrase in (frozenset((word,)), *question.loose_words.get(word, ())))
    named = {id(s): others - s.headings - s.scope for s in sentences if s.row and prices}
    if not any(words & s.words for s in sentences if (words := named.get(id(s)))):
        return [*sentences]
    return [s for s in sentences if id(s) not in named or named[id(s)] & s.words or not says(s.label, priced)]


def without_words_of_names(
    question: Question, sentences: Sequence[Sentence], passages: Sequence[Passage]
) -> list[Sentence]:
    """The sentences, the rows without the words, and their synonyms, of a name in the question that prose has in the
    same form, such as that of the company ("Calder Foods" in a table with pet food), unless they have it whole or begin
    it. The name at the beginning of the only document is that of all rows."""
    prose = [s for s in sentences if not s.row]
    names = [n for n in islice(_NAME.findall(question.text), _MOST) if any(n in s.text for s in prose)]
    rest = question.text
    for name in names:
        rest = rest.replace(name, " ", 1)
    own = frozenset(content_words(" ".join(names))).difference(content_words(rest))
    others = (word for each in own for phrase in question.loose_words.get(each, ()) for word in phrase)
    taken = own.union(others).difference(content_words(rest))
    is_one = len({passage.file_id for passage in passages}) == 1
    opening = next((s.text[:_OPENING] for s in prose if s.start == 0 and is_one), "")
    named = own.intersection(content_words(opening)) if any(name in opening for name in names) else frozenset[str]()

    def apart(sentence: Sentence) -> Sentence:
        label = sentence.row.label.casefold() if sentence.row else ""
        has_name = any(n.casefold() in sentence.text.casefold() or n.casefold().startswith(label) for n in names)
        words = sentence.words if has_name else sentence.words - taken
        return replace(sentence, words=words, scope=sentence.scope | named, context=sentence.context | named)

    return [apart(s) if s.row and own else s for s in sentences]


def is_priced(row: Row) -> bool:
    """Whether the cells of a row are prices, by a currency in them or their group's unit, or by a word over them."""
    said = "".join((*row.captions, *(value for _, value in row.columns)))
    has_sign = any(sign in said for sign in "€$£¥")
    return has_sign or not PRICES.isdisjoint(content_words(row.over))


def _parts(term: str) -> tuple[frozenset[int], frozenset[int]]:
    """The places of the qualifiers and of the nouns of accounting in a text."""
    found = frozenset(part.lastindex or 0 for part in _PART.finditer(term))
    qualifiers = frozenset(range(1, len(_QUALIFIERS) + 1))
    return found & qualifiers, found - qualifiers
