"""Whether a sentence has the name that a question asks for, rather than that of something else. Pure (D-465)."""

import re
from collections.abc import Collection, Iterator, Mapping

from orc.documents.evidence.persons import names_someone
from orc.documents.questions.question import FUNCTION_WORDS
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.tokens import content_words
from orc.patterns import regex

# Bodies, places and makers, which texts name in capitals.
_WHICH_BODY = regex(
    r"\W*(?:\w{2,5} )?(?:which|what) (?:compan(?:y|ies)|firms?|banks?|suppliers?|manufacturers?|contractors?"
    r"|universit(?:y|ies)|hospitals?|newspapers?|magazines?|orchestras?|cit(?:y|ies)|towns?|villages?|rivers?|islands?"
    r"|composers?|writers?|painters?|architects?|professors?)\b",
    re.IGNORECASE,
)
_ASKS_NAME = regex(r"\bnames? of\b|['’]s names?\b", re.IGNORECASE)
# A tailor by the name of Osgar Pinwhistle; his goose, whose name was Mother Bettany.
_NAMED = regex(
    r"(?P<thing>(?:[\w'’-]{1,30} ){0,3}[\w'’-]{1,30}),? "
    r"(?:by the name of|called|named|known as|whose names? (?:is|are|was|were)) [\"“„'‘]?(?-i:[A-ZÀ-Þ])",
    re.IGNORECASE,
)
_WHICH_OF_KIND = regex(
    r"\W*(?:in(?:to)? |for |with )?(?:which|what) "
    r"(?P<number>(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) )?"
    r"(?P<kind>[a-z][\w-]{2,30})\b",
    re.IGNORECASE,
)
_HAS_NAME = regex(  # people, bodies and places, of which an adjective tells nothing
    r"child|m[ae]n|wom[ae]n|boy|girl|person|people|lady|guest|pupil|\w{2,20}(?:er|or|ist|ant|ent|ee)s?|firm|company|laborator(?:y|ies)"
    r"|institut\w*|bank|school|college|universit(?:y|ies)|hospital|clinic|agency|authority|organi[sz]ation|association|club"
    r"|court|city|town|village|country|county|state|region|street|road|river|island|hotel|shop|museum|ship|church|team",
    re.IGNORECASE,
)
_ARE_THE = regex(r", .{1,200}\b(?:are|were) (?:the |all |our )?\Z")  # Greek, Danish and Thai are the three
_WORD = regex(r"[^\W\d_][\w'’-]*")
_SAY_NAME = frozenset(content_words("name names named call called"))
_REACH = 6
_FIRST = regex(r"\W*([^\W\d_][\w'’&.-]*)")


def asks_body(question: str) -> bool:
    """Whether an English question asks which company, town, university or other body it was."""
    return _WHICH_BODY.match(question) is not None


def asks_name(question: str) -> bool:
    """Whether a question asks for the name of something."""
    return _ASKS_NAME.search(question) is not None


def names_a_body(text: str, question: str, asked: Collection[str]) -> bool:
    """Whether a sentence has a name that is new to a question for a company, a town or another body; true of every
    sentence if it asks for none. asked are the question's words."""
    if not asks_body(question) or names_someone(text, asked):
        return True
    first = _FIRST.match(text)
    words = content_words(first[1]) if first and first[1][0].isupper() else ()
    return bool(words) and FUNCTION_WORDS.isdisjoint(words) and not {*words} <= {*asked}


def names_other(text: str, question: str, head: str | None, synonyms: Mapping[str, Phrases]) -> bool:
    """Whether a question asks for the name of a thing, given as its head in compared form, and the names of the
    sentence are those of others: in "there lived a tailor by the name of Osgar in the valley", that of the valley."""
    if head is None or not asks_name(question):
        return False
    named = [frozenset(content_words(found["thing"])) for found in _NAMED.finditer(text)]
    things = named or list(_beside_names(text, frozenset(content_words(question))))
    return not any(head in thing or says(thing, synonyms.get(head, ())) for thing in things)


def _beside_names(text: str, asked: Collection[str]) -> Iterator[frozenset[str]]:
    """For each word in capitals that is not asked, the nearest word before it and after it that is none and has a
    meaning: the ship Merganser, Merganser, a ship."""
    words = [found[0] for found in _WORD.finditer(text)]
    for at, word in enumerate(words):
        if word[0].isupper() and not {*content_words(word)} <= {*asked}:
            before = [w for w in content_words(" ".join(words[max(at - _REACH, 0) : at])) if w not in _SAY_NAME]
            after = (w for w in words[at + 1 : at + 1 + _REACH] if not w[0].isupper())
            yield frozenset((*before[-1:], *content_words(" ".join(after))[:1]))


def names_only_kind(text: str, question: str, asked: Collection[str]) -> bool:
    """Whether a question asks which one or which several of a kind and the sentence says no more than that there are
    such: "a child was hit", for which child; "translated into six languages", for which six. asked are the question's
    words."""
    found = _WHICH_OF_KIND.match(question)
    if found is None:
        return False
    kind = re.escape(found["kind"])
    if found["number"]:
        said = re.search(rf"\b{found['number']}(?:[\w-]+ ){{0,2}}{kind}\b", text, re.IGNORECASE)
        is_list = said is not None and (
            text[said.end() :][:1] in tuple(":(,–—") or _ARE_THE.search(text[: said.start()]) is not None
        )
        return said is not None and not is_list
    described = r"(?:[\w-]+ )?" if _HAS_NAME.fullmatch(found["kind"]) else ""  # a linear model tells which model
    only = rf"\b(?:an?|another) {described}{kind}(?=[.,;]| (?:was|is|were|has|had|made|found)\b)"
    return re.search(only, text, re.IGNORECASE) is not None and not names_someone(text, asked)
