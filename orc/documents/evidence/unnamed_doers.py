"""Sentences that say what is done and not by whom, which answer no question with "who". Pure (D-529)."""

import re
from collections.abc import Collection

from orc.documents.evidence.persons import names_someone
from orc.documents.questions.question import FUNCTION_WORDS
from orc.documents.text.tokens import content_words
from orc.patterns import regex
from orc.text import word_set

# Of who may, must or gets something, a text may give the thing itself a subject: the sauna is free for members.
_ASKS_DOER = regex(
    r"\W*(?:(?P<german>wer)|who) (?!(?:is|are|was|were|can|could|may|might|must|should|would|shall|needs?|gets?"
    r"|receives?|uses?|pays?|ha(?:s|ve) to|ist|sind|war|waren|kann|können|darf|dürfen|muss|müssen|soll|bekommt"
    r"|erhält|braucht|nutzt|(?:be)?zahlt)\b)",
    re.IGNORECASE,
)
_SAYS_WHO = regex(
    r":\s|\(|\b(?:by|under|with|from) (?!\d)|\b(?:responsib\w{2,6}|duty|task|job|belongs?|zuständig|verantwortlich"
    r"|aufgabe|sache)\b|\b(?:von|vom|durch|bei|beim|mit|unter) (?!\d)",
    re.IGNORECASE,
)
_SUBJECT = regex(
    r"\W{0,5}(?:(?:the|all|an?|our|your|any|each|every|this|that|these|those|its|their) )?(?P<thing>[\w'’-]{2,30})"
    r" (?P<next>[\w'’-]{2,30})",
    re.IGNORECASE,
)
# Lift engineers, the library team: not the thing alone.
_OF_THING = regex(
    r"(?!(?:after|under|over|never|ever|whether|either)\Z)\w*(?:er|or|ist|ant|[mw]an|[mw]en|company|firm|team|staff|crew|service|department"
    r"|office|committee|group|board|people)s?",
    re.IGNORECASE,
)
_IN_PLACE = regex(r"\b(?:in|at|near) [A-Z][\w'’-]+")
_EXISTS = regex(r"\b(?:there (?:is|are|was|were)|gibt es|es gibt|gab es)\b", re.IGNORECASE)
_TOKEN = regex(r"[^\W\d_][\w-]{0,40}|\d{1,8}|[.,;:!?()]")
_BEFORE_OBJECT = word_set(
    "in im ins an am ans auf aus zu zum zur nach seit vor vorm hinter über für gegen ohne um bis ab während wegen des "
    "den dem innerhalb außerhalb neben zwischen je pro"
)
_NO_DOERS = word_set(
    "januar februar märz april mai juni juli august september oktober november dezember montag dienstag mittwoch "
    "donnerstag freitag samstag sonntag uhr euro jahr jahre tag tage"
)
_PERSONS = word_set("wir ich man jeder er sie jemand niemand")


def leaves_doer_open(question: str, text: str, asked: Collection[str]) -> bool:
    """Whether a question asks who does something and a sentence has the thing as its subject and nobody who does it.
    asked are the question's words."""
    found = _ASKS_DOER.match(question)
    if found is None or _SAYS_WHO.search(text):
        return False
    if found["german"]:
        return _EXISTS.search(text) is not None or not _has_german_doer(text, asked)
    if names_someone(text, asked):
        return False
    subject = _SUBJECT.match(text)
    if subject is None or not {*content_words(subject["thing"])} & {*asked}:
        return False
    return _OF_THING.fullmatch(subject["next"]) is None


def names_beyond_places(text: str, asked: Collection[str]) -> bool:
    """Whether a sentence names someone, which no name after "in" or "at" is."""
    return names_someone(_IN_PLACE.sub("", text), asked)


def _has_german_doer(text: str, asked: Collection[str]) -> bool:
    """Whether a German sentence has a pronoun for a person, or a noun that is none of the question's words and depends
    on no preposition."""
    is_governed, is_first = False, True
    for token in _TOKEN.findall(text):
        if token.lower() in _PERSONS:
            return True
        if token.lower() in _BEFORE_OBJECT:
            is_governed = True
        elif token[0].isupper():
            words = {*content_words(token)} - FUNCTION_WORDS
            is_new = bool(words) and not words & {*asked} and token.lower() not in _NO_DOERS
            if is_new and not is_governed:
                return True
            is_governed = False
        elif is_first or not token[0].isalpha():
            is_governed = False
        is_first = False
    return False
