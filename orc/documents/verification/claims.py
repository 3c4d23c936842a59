"""Checks that a passage supports a statement: its figures, names, words and negations. True means that something stated
was found and that nothing checked was missing (D-118)."""

import json
import re
from collections.abc import Sequence, Set
from itertools import pairwise
from pathlib import Path

from orc.documents.questions.question import LIGHT_WORDS
from orc.documents.text.everyday import other_words, says
from orc.documents.text.figures import (
    CALENDAR,
    Figure,
    FigureSet,
    figure_words,
    figures,
    in_digits,
    unit_names,
    without_dates,
)
from orc.documents.text.function_words import function_words, is_translation, language_by_function_words
from orc.documents.text.initials import Initials
from orc.documents.text.labels import with_labels
from orc.documents.text.opposites import with_plain_bounds
from orc.documents.text.particulars import PLACE
from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.bounds import bounds_agree, ranges_agree
from orc.documents.verification.clause_matching import clauses_match
from orc.documents.verification.clauses import names_of
from orc.documents.verification.contrasts import contrasts_agree
from orc.documents.verification.denials import absence_agrees, denials_agree
from orc.documents.verification.designations import designations_agree
from orc.documents.verification.named_cells import named_cells_agree
from orc.documents.verification.noun_substitution import has_substituted_noun
from orc.documents.verification.numbered import about_the_same
from orc.documents.verification.pairings import pairings_agree
from orc.documents.verification.passage_blocks import blocks_of
from orc.documents.verification.passage_figures import has_decimal_comma, passage_figures
from orc.documents.verification.periods import periods_agree, readings_of_years
from orc.documents.verification.rates import rates_agree
from orc.documents.verification.roles import roles_agree
from orc.documents.verification.row_values import rows_agree
from orc.documents.verification.spellings import names_agree
from orc.documents.verification.subjects import subject_agrees
from orc.documents.verification.table_rows import matches_table_row
from orc.documents.verification.topics import topics_agree
from orc.documents.verification.translations import translation_agrees
from orc.documents.verification.yes_no_cells import cell_agrees, without_denying_cells
from orc.patterns import regex

_LIST_NUMBER = regex(r"\A\W*\d{1,3}[.)]\s")
_WORDS: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_AFFIRMS = regex(rf"\W*(?:{_WORDS['yes']})\W*", re.IGNORECASE)
_YES_OR_NO = regex(
    rf"\W*(?:{_WORDS['begins_question']})\b"
    r"|.{0,40}\b(?:true that|right that|stimmt es|vrai que|verdad que|vero che)\b",
    re.IGNORECASE,
)
_EMPHASIS = regex(r"\*\*[^*\n]+\*\*|^#+ .*$|“[^“”]*”|\"[^\"]*\"", re.MULTILINE)
_NAMES = regex(r"(?<![\w.])(?<![\w'’-]['’-])[A-Z][\w'’-]+(?:\s(?:(?:of|de|van|von|du|di|da)\s)?[A-Z][\w'’-]+)+")
_NAME = regex(r"(?<=[\w,;'’)] )(?:[A-Z][^\W\d_]+[^\W\d_A-Z]|(?!EUR|USD|GBP|CHF)[A-Z]{3,})(?:['’]s)?(?![\w'’-]|\. ?\d)")
_WE = regex(r"\b(?:we|our|us)\b", re.IGNORECASE)
_NOT_OF_NAME = regex(r"-[a-z]\w*|\AThe\s.*\Z|\A(?:D(?:er|ie|as|en|et)|Eine?|Het|Een)\s")
_FIRST_NAME = regex(
    r"\A\W*(?P<name>[A-Z][^\W\d_]{2,}(?: [A-Z][^\W\d_]+)?)"
    r"(?= (?:is|was) (?:the|an?|our|your|his|her)\b| (?:owns|signed|rents|lets)\b"
    r"| ist (?:der|die|ein|eine)\b)"
)
_TITLED_NAME = regex(r"\b(?:Mrs?|Ms|Dr|Herrn?|Frau|Firma)\.? (?P<name>[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+)?)")
_GERMAN_NAME = regex(r"\b(?:ist|war|heißt|an|von|durch|bei)(?: [A-Z][^\W\d_]+)? (?P<name>[A-Z][^\W\d_]+)(?=\W*\Z)")
_FIRST_WORD = regex(
    r"\A\W*(?P<name>[A-Z][^\W\d_]{3,})(?:['’]s)? (?=[a-z])(?P<acts>(?:collect|sell|buy|own|operate|employ|delete"
    r"|retain|keep|manage)s\b)?"
)
_UNIT_WORDS = frozenset(content_words(" ".join(unit_names())))
_SAME_BEGINNING, _LEAST_STEM = 5, 4  # letters of a name
_NAME_ENDINGS = ("", "s", "es", "an", "ian", "ean", "ese", "er", "e", "a", "i", "y", "in", "ish", "ic", "um", "us")

_PROHIBITED = regex(
    r"(?P<not>(?:\b(?:not|nicht|pas|no|non|não)|n['’]t)\s"  # two denials that cancel each other out
    r"(?:(?:be|been|\w{2,20}ly|ausdrücklich|grundsätzlich|está|están|es|son|è|sono|é|são)\s)?)?"
    rf"\b(?:{_WORDS['prohibited']})\b",
    re.IGNORECASE,
)
_PERMITTED = regex(rf"\b(?:{_WORDS['permitted']})\b", re.IGNORECASE)
_EXCLUDED = regex(r"\b(?:exclud\w+|ausgeschlossen)\b", re.IGNORECASE)
_TWICE = regex(rf"\b((?:no|non|não)\s[^.;,\n]{{1,40}}?)\s(?:{_WORDS['again']})\b", re.IGNORECASE)
_DENIAL = regex(
    rf"(?P<denial>\b(?:{_WORDS['denial']})\b|n['’]t\b)|(?P<end>[;:,.]\s|\n|\b(?:{_WORDS['clause_end']})\b)",
    re.IGNORECASE,
)
_CONDITION = regex(
    r"\b(?:with|only|if|when|after|unless|except|provided|requir\w*|need\w*|must|mit|nur|wenn|sofern)\b", re.IGNORECASE
)
_AIM = regex(
    r"\bhypothes[ei]s\b|\A(?:\W|[A-Z]{4,})*(?:the \w+ was )?to (?:assess|determine|evaluate|test)\b", re.IGNORECASE
)
_LEFT_OPEN = regex(r"\b(?:whether|ob)\b", re.IGNORECASE)
_MAY_OR_MAY_NOT = regex(r"\b(may|might|can) or \1 not\b", re.IGNORECASE)
_EXAMPLES = regex(r"\b(?:such as|including|wie) \w+(?:, \w+){0,4},? (?:and|or|und|oder) \w", re.IGNORECASE)
_TWO_SUBJECTS = regex(
    r"\A(\W*\w+) (?:and|or|und|oder)(?= \w+ (?:is|are|was|were|may|must|can|do|does|will|shall|sind|dürfen|können"
    r"|werden)\b)",
    re.IGNORECASE,
)
_JOIN = regex(r",|\b(?:and|or|und|oder)\b", re.IGNORECASE)
_LACK = regex(r"\b(?:without|unless|except|until|ohne|sans|sin|senza|sem)\b", re.IGNORECASE)
_WITHOUT = regex(r"\b(?:without|ohne|sans|sin|senza|sem)\b", re.IGNORECASE)
_POSSIBLE = regex(
    r"\b(?:can|may|able|allowed|permitted|possible|kann|können|darf|dürfen|möglich|erlaubt|gestattet|zulässig)\b",
    re.IGNORECASE,
)
_NEGATIVE_PREFIXES = tuple(  # a word may have two of them: onödig, ongeldig
    regex(rf"{prefix}(?=(?P<rest>\w+))", re.IGNORECASE)
    for prefix in (r"un(?!less)(?=\w{4})", r"(?:in|im|il|ir|on|nie|ne|не)(?=\w{5})", r"[ou](?=\w{5})")
)
_PREFIXED = regex(r"\b(?=[inouн])(?:un|in|im|il|ir|o|u|ne|nie|не)\w{4,}", re.IGNORECASE)
_ONLY = regex(r"\b(?:only|nur)\b", re.IGNORECASE)
_PLACE = r"\b(?:in|on|at|auf|im|am)\s(?:(?:the|our|its|an?|der|dem|den)\s)?[^\W\d][\w-]{2,30}"
_IN_A_PLACE = regex(_PLACE, re.IGNORECASE)
_TWO_PLACES = regex(rf"({_PLACE}) (?:and|und) ({_PLACE})", re.IGNORECASE)
_SCOPE = 3  # words that a negation applies to
_CLAUSE_END = regex(r"[,;:]\s|\b(?:and|but|while|whereas|und|aber|sowie|et|mais|y|pero|e|ma)\b", re.IGNORECASE)
_MOST_CLAUSES, _FEW_WORDS, _MANY_WORDS = 8, 1, 10
_REFERS_BACK = regex(r"\W*(?:because )?(?:he|she|they|his|her|their)\b", re.IGNORECASE)
_LIGHT_WORDS = LIGHT_WORDS | set(content_words("did didn't does doesn't felt gave got heard made said took went"))
# A negation of these verbs applies to the words before them.
_OF_SUBJECT = _LIGHT_WORDS | set(content_words("allowed permitted"))
_LEAST_SHARE, _LEAST_SHARE_OF_FEW = 0.2, 0.4  # of a claim's words; of fewer than _MANY_WORDS, more must be there
_RESTATED = 0.5  # of a claim's words: a sentence with fewer does not restate the claim, so no negations are compared
_REPEATED = 0.75  # of a claim's words: a sentence with as many repeats the claim, so it must negate the same words

_ALL_AGREE = (
    *(rates_agree, bounds_agree, ranges_agree, roles_agree, periods_agree, designations_agree, pairings_agree),
    *(rows_agree, absence_agrees, topics_agree, contrasts_agree),
)


def supports_claim(passage: str, claim: str, *, question: str = "", names: str = "") -> bool:
    """Whether the passage has the claim's figures and names and some of its words, and agrees with its negations. names
    are those of the files. Years of the question need no source, nor do its names unless it is a yes-or-no question."""
    passage, claim, question = with_labels(passage), with_labels(_LIST_NUMBER.sub("", claim)), with_labels(question)
    if _AFFIRMS.fullmatch(claim):
        claim, question = question, ""
    decided = cell_agrees(passage, claim) if named_cells_agree(passage, claim) else False
    passage, claim = about_the_same(without_denying_cells(passage), claim)
    *readings, (passage, claim) = readings_of_years(passage, claim)
    if decided is not None or any(supports_claim(*each, question=question, names=names) for each in readings):
        return decided is not False
    is_verbatim = " ".join(claim.split()).rstrip(".") in " ".join(passage.split())
    if not is_verbatim:
        passage = Initials(claim, few=True).in_question_form(passage)
    accepted = names if _YES_OR_NO.match(question) else f"{question}\n{names}"
    claim_comma = has_decimal_comma(claim)
    stated = list(figures(claim, decimal_comma=has_decimal_comma(passage) if claim_comma is None else claim_comma))
    numbers = [figure for figure in stated if figure.unit != CALENDAR]
    if not stated and _LIGHT_WORDS.issuperset(content_words(in_digits(claim))):  # "Here it is:", "No."
        return False
    is_mere_figure = len(numbers) == 1 and any(map(str.isdecimal, claim)) and not numbers[0].refers
    stated = [figure for figure in stated if figure.counts or (is_mere_figure and figure.unit != CALENDAR)]
    own = {word for word in _own_words(claim) if not word[0].isdecimal()} - _UNIT_WORDS
    is_translated = is_translation(passage, claim) or (  # a short one, in words that the passage lacks
        language_by_function_words(passage) not in {None, *(languages := function_words(claim))}
        and bool(languages)
        and own.isdisjoint(content_words(passage))
    )
    place = passage
    if not is_translated:
        claim_words = own or _own_words(question)
        # The sentences that have one of the words, each with the next sentence, and the tables that have one.
        places: list[str] = []
        for block in blocks_of(passage):
            text, follows = block.text, False
            for start, end in [(0, len(text))] if block.is_table else sentence_spans(text):
                has_word = not claim_words.isdisjoint(content_words(text[start:end]))
                if has_word or follows:
                    places.append(text[start:end])
                follows = has_word
        if places or len(claim_words) > _FEW_WORDS:
            place = "\n".join(places)
    if (stated and not _has_figures(passage, place, stated, accepted)) or not (
        matches_table_row(place, claim, stated) and all(agrees(passage, claim) for agrees in _ALL_AGREE)
    ):
        return False
    if is_translated:
        is_supported = translation_agrees(passage, claim, accepted, has_figures=bool(stated))
    else:
        is_supported = (
            _has_words(passage, claim, question, judged=bool(stated))
            and (is_verbatim or (_has_names(passage, claim, accepted, names) and names_agree(passage, claim, accepted)))
            and clauses_match(passage, claim, accepted)
            and (is_verbatim or not has_substituted_noun(passage, claim))
            and (is_verbatim or subject_agrees(passage, claim, accepted))
        )
    two = _TWO_PLACES.search(claim)  # what holds in two places holds in each
    parts = [f"{claim[: two.start()]}{place}{claim[two.end() :]}" for place in two.groups()] if two else [claim]
    return is_supported and all(_negations_agree(passage, part, is_translated=is_translated) for part in parts)


def clauses(claim: str) -> list[str]:
    """The clauses of a claim that are statements themselves. Empty if the claim is a single one."""
    parts = _CLAUSE_END.split(claim, _MOST_CLAUSES)
    return [part for part in parts if len(_own_words(part)) > 1] if len(parts) > 1 else []


def shares_words(passage: str, claim: str) -> bool:
    """Whether a sentence of the passage has two of the claim's words and figures."""
    claim_words = _own_words(claim) | figure_words(claim)
    sentences = (passage[start:end] for start, end in sentence_spans(passage))
    return any(len(claim_words.intersection((*content_words(each), *figure_words(each)))) > 1 for each in sentences)


def _has_figures(passage: str, place: str, stated: Sequence[Figure], accepted: str) -> bool:
    """Whether the passage has the claim's figures. Small numbers, and those without a unit next to one with a unit,
    must occur near the claim's words, others anywhere. A year of the question may be missing if a sentence with one of
    the other figures names no year."""
    in_passage, in_place, passage_words = passage_figures(passage), passage_figures(place), set(content_words(passage))
    missing: list[Figure] = []
    for figure in stated:
        is_strange = passage_words.isdisjoint(content_words(figure.noun))
        is_found = in_place.contains(figure, is_strange=is_strange)
        if not is_found and (figure.unit or not figure.is_small):
            is_found = in_passage.contains(figure, is_strange=is_strange, bare=False)
        if not is_found and not (figure.unit == PLACE and f"| {figure.readings[0][0][0]:g} |" in f"{place} |"):
            missing.append(figure)
    if not missing:
        return True
    accepted_figures = FigureSet(figures(accepted))
    if not all(figure.is_year and accepted_figures.contains(figure) for figure in missing):
        return False
    others = [figure for figure in stated if figure not in missing and not accepted_figures.contains(figure)]
    sentences = (list(figures(passage[start:end])) for start, end in sentence_spans(passage))
    undated = (found for found in sentences if not any(figure.is_year for figure in found))
    return any(any(map(FigureSet(found).contains, others)) for found in undated)


def _has_words(passage: str, claim: str, question: str, *, judged: bool) -> bool:
    """Whether the passage has enough of the claim's words, and most of them if they are few; applies to claims in the
    passage's language. A claim of one word is checked with the words of the question that it answers, and the passage
    must have the word or another one for it. judged means that its figures were found."""
    passage_words = {*content_words(passage), *content_words(in_digits(passage)), *figure_words(passage)}
    claim_words = _own_words(claim)
    if len(claim_words) <= 1 or _REFERS_BACK.match(claim):
        if not (judged or passage_words.issuperset(claim_words) or _REFERS_BACK.match(claim)):
            synonyms = other_words(content_words(claim), claim, loose=True).values()
            if not any(says(frozenset(passage_words), phrases) for phrases in synonyms):
                return False
        claim_words |= _own_words(question)
    elif not judged and len(claim_words) < _MANY_WORDS:
        return len(claim_words & passage_words) >= _LEAST_SHARE_OF_FEW * len(claim_words)
    return len(claim_words & passage_words) >= max(_LEAST_SHARE * len(claim_words), 1)


def _own_words(text: str) -> set[str]:
    words = {word for word in content_words(in_digits(text)) if len(word) > 1 or not word.isascii() or word.isdecimal()}
    return words - _LIGHT_WORDS or words


def _has_names(passage: str, claim: str, accepted: str, files: str) -> bool:
    """Whether the passage, the names of its files or accepted has each name of the claim, perhaps with another ending.
    A name that only begins like one of the passage is not accepted. In English a claim may not begin with such a name
    either, nor with an unknown one that acts."""
    allowed = set(content_words(f"{passage}\n{accepted}"))
    bare = without_dates(_EMPHASIS.sub(" ", claim))
    german = (language_by_function_words(claim) or language_by_function_words(passage)) == "de"
    names_there = names_of(passage, german=german)
    alike = {name[:_SAME_BEGINNING] for name in names_there}
    own = {stem for word in (*names_there, *content_words(f"{passage}\n{files}")) for stem in _stems(word)}
    stems = own | {stem for word in allowed for stem in _stems(word)}
    single = [
        *_FIRST_NAME.finditer(bare),
        *_TITLED_NAME.finditer(bare),
        *(_GERMAN_NAME.finditer(bare) if german else ()),
    ]
    names = [match["name"] for match in single]
    if not german:
        if not all(allowed.issuperset(content_words(_NOT_OF_NAME.sub("", name))) for name in _NAMES.findall(bare)):
            return False
        names += _NAME.findall(bare)
        if (first := _FIRST_WORD.match(bare)) and not function_words(first["name"]):
            acts = alike and first["acts"] and not _WE.search(passage)  # "we" has its name elsewhere in the document
            if acts or not alike.isdisjoint(word[:_SAME_BEGINNING] for word in content_words(first["name"])):
                names.append(first["name"])
    words = {word for name in names for word in content_words(name) if own.isdisjoint(_stems(word))}
    words -= {word for word in words if says(frozenset(allowed), other_words((word,), loose=True).get(word, ()))}
    return all(word[:_SAME_BEGINNING] not in alike and not stems.isdisjoint(_stems(word)) for word in words)


def _stems(word: str) -> set[str]:
    """The word without each ending that a form of a name may have."""
    return {
        word.removesuffix(ending)
        for ending in _NAME_ENDINGS
        if word.endswith(ending) and (not ending or len(word) - len(ending) >= _LEAST_STEM)
    }


def _negations_agree(passage: str, claim: str, *, is_translated: bool) -> bool:
    """Whether a sentence of the passage with most of the claim's words negates the same words as the claim, and no
    others. True if no sentence has half of the words, or if the claim has several sentences. For a translation only its
    figures and names are compared."""
    if not denials_agree(
        passage, claim, lambda text: len(_words_and_negated(text, frozenset())[1]), is_translated=is_translated
    ):
        return False
    if len(sentence_spans(claim)) > 1:
        return True
    claim_words = set(content_words(claim))
    words_of_claim, claim_denied = _words_and_negated(claim, set(content_words(passage)))
    if is_translated:
        words_of_claim &= _words_and_negated(passage, claim_words)[0]
    significant = {word for word in words_of_claim - _LIGHT_WORDS if not function_words(word)} or words_of_claim
    places = set(content_words(" ".join(_IN_A_PLACE.findall(claim)))) & significant
    best_share, best = (False, 1, 1), list[tuple[str, set[str], list[set[str]]]]()
    for start, end in sentence_spans(passage):
        sentence = passage[start:end]
        shared = significant.intersection(content_words(sentence))  # a semicolon may part them from a denial
        holding = (part for part in sentence.split("; ") if shared.issubset(content_words(part)))
        sentence = next(holding, sentence) if shared else sentence
        words, denied_there = _words_and_negated(sentence, claim_words)
        common = len(significant & words)
        is_there = places <= words and common >= _RESTATED * len(significant)
        share = is_there, common, len(words_of_claim & words)
        if share >= best_share:
            best = [*(best if share == best_share else ()), (sentence, words, denied_there)]
            best_share = share
    if not best or best_share[1] < _RESTATED * len(significant):
        return True
    alike = _negate_alike if best_share[1] >= _REPEATED * len(significant) else _both_negate
    return any(
        alike(
            [group & words for group in claim_denied if group & words],
            [group & words_of_claim for group in denied_there if group & words_of_claim],
        )
        or _AIM.search(sentence)
        or (alike is _both_negate and _LEFT_OPEN.search(sentence))
        or (len(claim_denied) > 1 and _ONLY.search(sentence))
        or (_CONDITION.search(claim) and not claim_denied and _may_require(sentence, denied_there, of=claim))
        or (_CONDITION.search(sentence) and not denied_there and _may_require(claim, claim_denied, of=sentence))
        for sentence, words, denied_there in best
    )


def _both_negate(one: Sequence[Set[str]], other: Sequence[Set[str]]) -> bool:
    return bool(one) is bool(other)


def _negate_alike(ours: Sequence[Set[str]], theirs: Sequence[Set[str]]) -> bool:
    return all(any(one & other for other in theirs) for one in ours) and all(
        any(one & other for other in ours) for one in theirs
    )


def _may_require(text: str, denied: Sequence[Set[str]], *, of: str) -> bool:
    """Whether "without" and the like in a text can state the condition of another text: "not ... without consent", or
    "void without consent", but not "allowed without consent" for "allowed only with consent", nor "possible without
    consent" for "requires consent"."""
    is_allowed = (
        len(denied) == 1
        and _WITHOUT.search(text)
        and (_POSSIBLE.search(text) or _own_words(_WITHOUT.sub(" ", text)) <= set(content_words(of)))
    )
    return bool(_LACK.search(text)) and not is_allowed


def _words_and_negated(text: str, others: Set[str]) -> tuple[set[str], list[set[str]]]:
    """The words and figures of a text, and for each negation the words after it in its clause, or else those before it.
    A word with a prefix such as un- is the negation of the word without it, if the others have only that."""

    def without_prefix(found: re.Match[str]) -> str:
        if others.isdisjoint(content_words(word := found[0])):
            for prefix in filter(None, (each.match(word) for each in _NEGATIVE_PREFIXES)):
                if (rest := set(content_words(prefix["rest"]))) and others >= rest:
                    return f"not {prefix['rest']}"
        return word

    text = _PREFIXED.sub(without_prefix, text)
    text = _TWO_SUBJECTS.sub(r"\1", _EXAMPLES.sub(lambda examples: _JOIN.sub(" ", examples[0]), text))
    text = with_plain_bounds(text)
    text = _EXCLUDED.sub("not included", _MAY_OR_MAY_NOT.sub(r"\1", text))
    text = _PERMITTED.sub("allowed", _PROHIBITED.sub(lambda found: "allowed" if found["not"] else "not allowed", text))
    text = re.sub(r"(?i)\b(?:non|nicht)-", "not ", _TWICE.sub(r"\1", in_digits(text)))
    words: set[str] = set()
    denied: list[set[str]] = []
    parts: list[list[str]] = []  # the parts of a clause between its negations
    at = 0
    for match in [*_DENIAL.finditer(text), None]:
        part = text[at : match.start() if match else len(text)]
        parts.append([*content_words(part), *figure_words(part)])
        at = match.end() if match else at
        if match is None or match["end"]:
            words.update(*parts)
            for before, after in pairwise(parts):
                scope = after[:_SCOPE]
                denied.append({*scope, *(before[-_SCOPE:] if _OF_SUBJECT.issuperset(scope) else ())})
            parts = []
    return words, denied
