"""Names in the titles of documents, which a question repeats and their sentences need not: the revenue of Acme Ltd in
the annual report of Acme Ltd. Pure."""

from collections.abc import Sequence
from itertools import islice

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.german import is_german
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.domain import Passage
from orc.patterns import regex

_NAME = regex(
    r"(?:(?P<of>\b(?:of|at|by|for|in|from|with|von|der|bei|de|du|di|da|van|av) (?:the |d[aei][rse] )?)?"
    r"(?P<name>(?<![\w-])(?<!\d )(?<!\d\. )[A-ZÀ-Þ][\w&'-]{1,30}"
    r"(?: (?:(?:&|i|and|und|et|y|e|og) )?[A-ZÀ-Þ][\w&-]{0,30}(?!\w)){0,5})(?P<whose>['’]s)?)(?! ?\d)"
)
_LEGAL = regex(r" (?:Ltd|plc|Inc|AG|GmbH|SA|ASA|AB|A/S|BV|NV|SpA|Group)\Z")
_MOST = 8


def without_title_names(
    question: str, sentences: Sequence[Sentence], passages: Sequence[Passage]
) -> tuple[str, list[Sentence]]:
    """The question without a name that the titles of documents have, and the sentences of these documents and those
    that have the name. Both as they are if no title has it, or if nothing else is asked."""
    kept, rest, german = list(sentences), question, is_german(question)
    file_of = {id(s): passages[s.number - 1].file_id for s in kept}
    text = "\n".join(passage.chunk.text for passage in passages)
    for found in islice(_NAME.finditer(question), _MOST):
        name = _LEGAL.sub("", found["name"])
        begins = found.start("name") == 0
        if " " not in name and (begins or (german or f" {name.lower()}" in text)):
            continue
        titled = {file_of[id(s)] for s in kept if s.start == 0 and s.is_title and f" {name} " in f" {s.text} "}
        if titled:
            rest = rest.replace(found[0], " " if found["of"] or begins else "its" if found["whose"] else "it", 1)
            kept = [s for s in kept if file_of[id(s)] in titled or name in s.text]
    rest = " ".join(rest.split()).replace(" ?", "?")
    if rest == question or not any(w not in LIGHT_WORDS and not w[0].isdecimal() for w in Question(rest).words):
        return question, list(sentences)
    return rest, kept
