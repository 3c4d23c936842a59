"""What limits, refutes or decides a sentence without standing in it: the sentence after it ("This does not apply to
subtenants."), the one that announces it, and the heading over it ("Rejected motions"). Pure (D-524)."""

import json
import re
from pathlib import Path

from orc.documents.text.tokens import content_words
from orc.patterns import regex

_WORDS: dict[str, list[str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_LONGEST, _LONGEST_HEADING, _LONGEST_REPLY = 300, 120, 12
_SO_FAR = ("in so far", "insofar", "soweit", "dans la mesure")


def _any(*kinds: str) -> str:
    return "|".join(form for kind in kinds for form in _WORDS[kind])


# A number, a bracket, a speaker or the name of a note: (2), [10:05] Tom:, Note:
_LEAD = regex(r"(?:[>\s]|\(?\d{1,2}(?:\.\d{1,2}){0,3}[.)]? |\[[^\]]{1,20}\] )*(?:[^\W\d_][\w .-]{0,24}: )?[(\[*_]{0,3}")
_BEGINS = regex(
    rf"\W*(?!(?:not|only|nur|nicht) [\w-]+:)(?:(?:{_any('begins')})(?!\w)|ただし|但し|但|除|다만)", re.IGNORECASE
)
_TAKES_BACK = regex(rf"(?:{_any('takes_back')})(?!\w)|然而|不过|但是|しかし", re.IGNORECASE)
_TURNS = regex(rf"(?:{_any('turns')})(?!\w)", re.IGNORECASE)
_ENDS_WITH_THING = regex(
    rf"\b(?:{_any('things')})\W*\Z|\b(?:only|not|never) [^.,;]{{0,40}}\b(?:it|them|this)\b", re.IGNORECASE
)
_RULE = regex(
    rf"(?:\b(?:the|th(?:is|at|ese|ose)|such|de[rsmn]|die|das|dies\w{{0,2}}|l[aeo]|cett?e?|est[ae]|quest[ao]|het|de|deze|dit)\s"
    rf"|\A|\A\W*)(?:{_any('rules')})(?!\w)",
    re.IGNORECASE,
)
_OPENS = regex(rf"(?:{_any('opens')})(?!\w)", re.IGNORECASE)
_THING = regex(r"\b(?:it|they|them|this|ihn|es|dies|elle|ello|ciò|ze)\b", re.IGNORECASE)
_DUTY = regex(rf"\b(?:{_any('duties')})(?!\w)", re.IGNORECASE)
_LIMITS = regex(rf"\b(?:{_any('limits')})(?!\w)", re.IGNORECASE)
_EXCLUDES = regex(rf"\b(?:{_any('excludes')})(?!\w)", re.IGNORECASE)
_EXCEPTION = regex(r"excep|excepc|ausnahme|eccezion|uitzonder|exceç|wyjąt", re.IGNORECASE)
_CONDITION = regex(rf"(?:{_any('conditions')})(?!\w)", re.IGNORECASE)
_ANNOUNCES = regex(rf"\b(?:{_any('announces')})(?!\w)", re.IGNORECASE)
_CLAIMS = regex(rf"\b(?:{_any('claims')})(?!\w)", re.IGNORECASE)
_STATUS = regex(rf"(?:\b|\A)(?:{_any('status')})(?!\w)", re.IGNORECASE)
_REPLY = regex(
    r"\W*(?:yes|no|ja|nein|oui|non|sí|si|sì|sim|não|nee|nej|tak|nie|ano|да|нет|はい|いいえ|是|否|不)[.!。]\W*\Z",
    re.IGNORECASE,
)


def is_reply(text: str) -> bool:
    """Whether a text is no more than a yes or a no with its full stop."""
    said = _said(text)
    return len(said) <= _LONGEST_REPLY and _REPLY.match(said) is not None


def qualifies(text: str, before: str) -> bool:
    """Whether a sentence limits, refutes or decides what the one before it says, so that this can mislead alone."""
    if len(text) > _LONGEST:
        return False
    if is_limit(text) or _EXCLUDES.search(text):
        return True
    said = _said(text)
    if _TAKES_BACK.match(said):
        return True
    opens = _OPENS.match(said) is not None
    if _CONDITION.match(said) and (_THING.search(said) or len({*content_words(said)} & {*content_words(before)}) > 1):
        return True
    if not _LIMITS.search(said):
        return opens and _DUTY.search(said) is not None
    is_alone = text[0] in "(（" or " " not in said
    return (
        opens
        or is_alone
        or bool(_LIMITS.match(said))
        or any(form.search(said) for form in (_RULE, _ENDS_WITH_THING))
        or bool(_TURNS.match(said))
    )


def is_limit(text: str) -> bool:
    """Whether a sentence is an exception from what the one before says, or a limit of it: "Only for members."."""
    if len(text) > _LONGEST:
        return False
    excludes = _EXCLUDES.search(text)
    is_exception = excludes is not None and _EXCEPTION.search(excludes[0]) is not None
    return is_exception or any(map(_BEGINS.match, (text, _said(text))))


def goes_on_from_list(text: str) -> bool:
    """Whether the line after a list limits all of its items."""
    return any(form.match(text) for form in (_BEGINS, _CONDITION, _TURNS, _TAKES_BACK)) or text.startswith(_SO_FAR)


def announces(text: str) -> bool:
    """Whether a sentence says of what follows it how it is meant: "Only members have the following rights"."""
    return len(text) <= _LONGEST and _ANNOUNCES.search(text) is not None


def is_claim(text: str) -> bool:
    """Whether a sentence says what somebody claims, proposes or once believed, and the next one may say whether it is
    so."""
    return len(text) <= _LONGEST and _CLAIMS.search(text) is not None


def tells_status(heading: str) -> bool:
    """Whether what stands below a heading is not in force, or not so: Rejected motions, Former terms."""
    return 0 < len(heading) <= _LONGEST_HEADING and _STATUS.search(heading) is not None


def _said(text: str) -> str:
    lead = _LEAD.match(text)
    return text[lead.end() :] if lead else text
