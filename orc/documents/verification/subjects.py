"""Checks that the source makes the statement about the same person and not about somebody else."""

import re

from orc.documents.questions.question import LIGHT_WORDS
from orc.documents.text.everyday import base_forms, other_words, says
from orc.documents.text.function_words import language_by_function_words
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.clauses import names_of
from orc.documents.verification.roles import has_role, roles_of
from orc.patterns import regex

_SUBJECT = regex(
    r"\W*(?:(?:Mrs?|Ms|Dr|Prof|Herrn?|Frau)\.? )?"
    r"(?P<name>[A-ZÄÖÜ][^\W\d_][\w'’-]*(?: (?:(?:of|de|van|von) )?[A-ZÄÖÜ][\w'’-]+)*)(?= [a-zäöü])"
)
_REFERS_BACK = regex(r"\W*(?:he|she|they|his|her|their|er|sie|sein|seine|ihr|ihre)\b", re.IGNORECASE)
_HEADING = regex(r"\s*#{1,6} ")
_FEW_SENTENCES = 4
_LEAST_SHARE, _LEAST_WORDS = 0.3, 2


def subject_agrees(passage: str, claim: str, accepted: str) -> bool:
    """Whether the sentences about the claim's subject share some of its other words. The subject is the name that the
    claim begins with. Sentences are about it if they have the name or its role, stand below a heading with the name, or
    go on with "he" or "she". True if the claim does not begin with a name, for passages of few sentences, and for names
    in the passage's first line."""
    found, spans = _SUBJECT.match(claim), sentence_spans(passage)
    if found is None or len(spans) < _FEW_SENTENCES or len(sentence_spans(claim)) > 1:
        return True
    passage_names = names_of(passage, german=language_by_function_words(passage) == "de")
    passage_names -= set(content_words(f"{accepted}\n{passage.lstrip().partition('\n')[0]}"))
    name = set(content_words(found["name"])) & passage_names
    if not name:
        return True
    roles = [role for role, whose in roles_of(passage) if whose & name]
    words_about, is_about, is_headed = frozenset[str](), False, False
    for start, end in spans:
        words = frozenset(base_forms(content_words(passage[start:end])))
        is_named = not words.isdisjoint(name) or any(has_role(words, role) for role in roles)
        if is_named and is_row(passage[start:end]):  # the words of its columns are elsewhere
            return True
        is_headed = is_named if _HEADING.match(passage, start) else is_headed
        is_about = is_named or is_headed or (is_about and _REFERS_BACK.match(passage, start) is not None)
        words_about |= words if is_about else set()
    claim_words = set(base_forms(content_words(claim))) - name - LIGHT_WORDS
    claim_words = {word for word in claim_words if not word[0].isdecimal()}
    synonyms = other_words(sorted(claim_words), claim, loose=True)
    shared = sum(word in words_about or says(words_about, synonyms.get(word, ())) for word in claim_words)
    return len(claim_words) < _LEAST_WORDS or shared >= _LEAST_SHARE * len(claim_words)
