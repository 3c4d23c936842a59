"""Decides whether a passage supports a claim: its figures, names, words and negations. True means that the claim states
something that can be checked, and that no check failed (D-118)."""

import json
import re
from collections.abc import Set
from pathlib import Path

from orc.documents.text.figures import CALENDAR, figures
from orc.documents.text.function_words import function_words, is_translation, language_by_function_words
from orc.documents.text.initials import Initials
from orc.documents.text.labels import with_labels
from orc.documents.text.life_dates import spelled_lives
from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.accompaniments import accompaniments_agree
from orc.documents.verification.agents import agents_agree
from orc.documents.verification.bounds import bounds_agree, ranges_agree
from orc.documents.verification.bracketed import bracketed_words_agree
from orc.documents.verification.clause_matching import clauses_match
from orc.documents.verification.comparisons import comparisons_agree, with_plain_comparisons
from orc.documents.verification.conditions import conditions_agree, without_condition
from orc.documents.verification.contrasts import contrasts_agree
from orc.documents.verification.converses import with_converses
from orc.documents.verification.coordinated import coordinated_agree
from orc.documents.verification.crossed_cells import crossed_cell_agrees
from orc.documents.verification.denials import absence_agrees
from orc.documents.verification.designations import designations_agree
from orc.documents.verification.exceptions import exceptions_agree, with_plain_exceptions
from orc.documents.verification.hedges import extras_agree, hedges_agree
from orc.documents.verification.known_names import has_names
from orc.documents.verification.named_cells import named_cells_agree
from orc.documents.verification.negations import in_each_place, negations_agree, of_each
from orc.documents.verification.noun_substitution import has_substituted_noun
from orc.documents.verification.numbered import without_other_numbers
from orc.documents.verification.own_sentences import own_sentences_agree
from orc.documents.verification.pairings import pairings_agree
from orc.documents.verification.passage_blocks import blocks_of
from orc.documents.verification.passage_figures import UNIT_WORDS, has_decimal_comma, has_figures
from orc.documents.verification.periods import asides_agree, periods_agree, readings_of_years
from orc.documents.verification.predicates import predicate_agrees
from orc.documents.verification.proposals import proposals_agree, with_plain_rejections
from orc.documents.verification.rates import rates_agree
from orc.documents.verification.restated import repeats
from orc.documents.verification.roles import only_gives_role, roles_agree
from orc.documents.verification.row_values import rows_agree
from orc.documents.verification.sections import sections_agree
from orc.documents.verification.spellings import names_agree
from orc.documents.verification.strength import strength_agrees
from orc.documents.verification.subjects import subject_agrees
from orc.documents.verification.table_rows import matches_table_row
from orc.documents.verification.time_limits import time_limits_agree
from orc.documents.verification.topics import topics_agree
from orc.documents.verification.translations import translation_agrees
from orc.documents.verification.word_overlap import LIGHT_WORDS, has_words, significant_words
from orc.documents.verification.yes_no_cells import cell_agrees, without_denying_cells
from orc.patterns import regex

_LIST_NUMBER = regex(r"\A\W*\d{1,3}[.)]\s")
_WORDS: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_OPENS = regex(
    rf"\W*(?:(?:{_WORDS['answers']})(?: ?[,:;.!–—-])+\s+(?!\d)|(?:{_WORDS['connects']})\b,?\s+"
    rf"|(?:{_WORDS['follows']})\s(?:(?:the|this|your|der|dem|diese[rm]|le|la|el|il|lo|de|het)\s|l['’])?[^\W\d_]+,\s+)",
    re.IGNORECASE,
)
_AFFIRMS = regex(rf"\W*(?:{_WORDS['yes']})\W*", re.IGNORECASE)
_YES_OR_NO = regex(
    rf"\W*(?:{_WORDS['begins_question']})\b"
    r"|.{0,40}\b(?:true that|right that|stimmt es|vrai que|verdad que|vero che)\b",
    re.IGNORECASE,
)
_CLAUSE_END = regex(r"[,;:]\s|\b(?:and|but|while|whereas|und|aber|sowie|et|mais|y|pero|e|ma)\b", re.IGNORECASE)
_FENCE = regex(r"^[ \t]*(?:```|~~~)\w*[ \t]*$", re.MULTILINE)
_SMALL_NUMBER = regex(r"\D*\d{1,2}\D*")
_MOST_CLAUSES, _FEW_WORDS = 8, 1

_CHECKS = (
    *(rates_agree, bounds_agree, ranges_agree, roles_agree, asides_agree, periods_agree, designations_agree),
    *(pairings_agree, rows_agree, absence_agrees, topics_agree, contrasts_agree, bracketed_words_agree),
    *(own_sentences_agree, sections_agree, hedges_agree, extras_agree),
    *(proposals_agree, strength_agrees, comparisons_agree, agents_agree, time_limits_agree),
    *(coordinated_agree, accompaniments_agree, crossed_cell_agrees),
)


def supports_claim(passage: str, claim: str, *, question: str = "", names: str = "") -> bool:
    """Whether the passage has the claim's figures, its names and some of its words, and agrees with its negations.

    question is what the claim answers: its years need no source, nor do its names unless it asks yes or no. names are
    the names of the passage's files, which need no source either.

    The passage says "Rent is 950 euros a month. Dogs are not allowed.": the claim "The rent is 950 euros per month" is
    supported; "The rent is 950 euros per week" and "Dogs are allowed" are not."""
    claim = claim if repeats(passage, claim) else _without_opening(claim)
    if each := of_each(claim):
        return all(supports_claim(passage, part, question=question, names=names) for part in each)
    passage = spelled_lives(with_labels(passage), language_by_function_words(passage))
    claim, question = with_labels(_LIST_NUMBER.sub("", claim)), with_labels(question)
    if _AFFIRMS.fullmatch(claim):
        claim, question = (question if _YES_OR_NO.match(question) else ""), ""
    by_cell = cell_agrees(passage, claim) if named_cells_agree(passage, claim) else False
    passage, claim = without_other_numbers(without_denying_cells(passage), claim)
    *readings, (passage, claim) = readings_of_years(passage, claim)
    if by_cell is not None or any(supports_claim(*each, question=question, names=names) for each in readings):
        return by_cell is not False
    in_case = conditions_agree(passage, claim, question)
    if in_case is False or not exceptions_agree(passage, claim, question):
        return False
    passage = _put_plainly(passage, claim)
    is_verbatim = repeats(passage, claim)
    passage = passage if is_verbatim else Initials(claim, few=True).in_question_form(passage)
    accepted = names if _YES_OR_NO.match(question) else f"{question}\n{names}"
    claim_comma = has_decimal_comma(claim)
    stated = list(figures(claim, decimal_comma=has_decimal_comma(passage) if claim_comma is None else claim_comma))
    if not (stated or significant_words(claim) - LIGHT_WORDS):  # nothing to check: "Here it is:"
        return False
    numbers = [figure for figure in stated if figure.unit != CALENDAR]
    is_mere_figure = len(numbers) == 1 and any(map(str.isdecimal, claim)) and not numbers[0].refers
    stated = [figure for figure in stated if figure.counts or (is_mere_figure and figure.unit != CALENDAR)]
    claim_words = {word for word in significant_words(claim) if not word[0].isdecimal()} - UNIT_WORDS
    is_small = _is_small_number(claim)
    is_translated = not is_small and (is_translation(passage, claim) or _is_foreign(passage, claim, claim_words))
    place = passage  # the part of the passage that is about the claim
    if not is_translated:
        sought_words = claim_words or significant_words(question)
        about = _about(passage, sought_words)
        place = about if about or is_small or len(sought_words) > _FEW_WORDS else passage
    if (stated and not has_figures(place if is_small else passage, place, stated, accepted)) or not (
        matches_table_row(place, claim, stated) and all(agrees(passage, claim) for agrees in _CHECKS)
    ):
        return False
    if is_translated:
        is_supported = translation_agrees(passage, claim, accepted, has_figures=bool(stated))
    else:
        is_supported = has_words(passage, claim, question, has_figures=bool(stated)) and (
            (only_gives_role(passage, claim) or clauses_match(passage, claim, accepted))
            and (
                is_verbatim
                or _is_of_same(passage, claim, accepted, names, has_figures=bool(stated), in_case=bool(in_case))
            )
        )
    return is_supported and (
        in_case or all(negations_agree(passage, part, is_translated=is_translated) for part in in_each_place(claim))
    )


def _without_opening(claim: str) -> str:
    """The claim without what only connects it with the question or with the text before: "No, ...", "In short, ..."."""
    opening = _OPENS.match(claim)
    rest = claim[opening.end() :] if opening else ""
    return rest[:1].upper() + rest[1:] if significant_words(rest) - LIGHT_WORDS else claim


def _is_of_same(passage: str, claim: str, accepted: str, names: str, *, has_figures: bool, in_case: bool) -> bool:
    """Whether a claim in other words is of the passage's names, predicate, nouns and subject. in_case: whether the
    claim holds in the passage's case."""
    if not (has_names(passage, claim, accepted, names) and names_agree(passage, claim, accepted)):
        return False
    parts = {without_condition(claim), *(() if in_case else (claim,))}
    if not (has_figures or all(predicate_agrees(passage, part) for part in parts)):
        return False
    return not has_substituted_noun(passage, claim) and subject_agrees(passage, claim, accepted)


def _put_plainly(passage: str, claim: str) -> str:
    """The passage with its exceptions, rejections, comparisons and deeds put as the claim puts them."""
    for with_plain in (with_plain_exceptions, with_plain_rejections, with_plain_comparisons, with_converses):
        passage = with_plain(passage, claim)
    return passage


def _is_foreign(passage: str, claim: str, claim_words: Set[str]) -> bool:
    """Whether a short claim is in another language than the passage, which lacks all of its words."""
    languages = function_words(claim)
    is_other = bool(languages) and language_by_function_words(passage) not in {None, *languages}
    return is_other and claim_words.isdisjoint(content_words(passage))


def _is_small_number(claim: str) -> bool:
    """Whether the claim is a number of one or two digits alone, perhaps in JSON. Many passages have such a number."""
    text = _FENCE.sub("", claim)
    return _SMALL_NUMBER.fullmatch(text) is not None and all(word[0].isdecimal() for word in significant_words(text))


def _about(passage: str, words: Set[str]) -> str:
    """The sentences of the passage that have one of the words, each with the next sentence, and the tables that have
    one."""
    found: list[str] = []
    for block in blocks_of(passage):
        text, follows = block.text, False
        for start, end in [(0, len(text))] if block.is_table else sentence_spans(text):
            has_word = not words.isdisjoint(content_words(text[start:end]))
            if has_word or follows:
                found.append(text[start:end])
            follows = has_word
    return "\n".join(found)


def clauses(claim: str) -> list[str]:
    """The clauses of a claim that are statements themselves. Empty if the claim is a single one."""
    parts = _CLAUSE_END.split(claim, _MOST_CLAUSES)
    return [part for part in parts if len(significant_words(part)) > 1] if len(parts) > 1 else []
