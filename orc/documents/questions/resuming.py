"""Tells the English verb "resume", to go on with, from the words for summaries that other languages have. Pure."""

import re

from orc.patterns import regex

_FORM = regex(r"\bresum(?=(?:e[ds]?|ing|ptions?)\b)", re.IGNORECASE)
_NO_DOCUMENT = (
    r"(?! (?:(?:the|this|that|these|those|my|our|your|all|both|an?|whole|entire|attached|uploaded|of|main|key) ){0,4}"
    r"(?:[\w-]{1,20} )?(?:documents?|files?|texts?|pdfs?|contracts?|agreements?|leases?|reports?|papers?|articles?"
    r"|books?|chapters?|sections?|pages?|paragraphs?|polic(?:y|ies)|letters?|e-?mails?|minutes|points?|contents?)\b"
    r"(?! (?:downloads?|uploads?|transfers?)\b))"
)
_IN_ENGLISH = regex(
    r"\bresum(?:ed|ing|ptions?)\b"
    r"|\b(?:(?:how|when|where|can|could|do|does|did|will|may|must|should) (?:i|we|they|it|he|she|one)|how to"
    r"|(?:want|need|able|possible|allowed|ready|order|try|have|has) to"
    r"|(?:can|do|does|did|will|must|should) (?!you\b)(?:[\w-]{1,20} ){1,5}?)"
    rf" ?(?:(?:not|then|again|later) )?\bresume\b{_NO_DOCUMENT}"
    rf"|\bresume\b(?= (?:the|an|my|our|your|its|these|those|from|where|after) \w){_NO_DOCUMENT}",
    re.IGNORECASE,
)


def without_resuming(question: str) -> str:
    """The question with the English verb "resume" spelled so that it is no word for a summary: after "how do I" or
    "to", or before a thing that is no document."""
    is_verb = "resum" in question.lower() and _IN_ENGLISH.search(question) is not None
    return _FORM.sub("re-sum", question) if is_verb else question
