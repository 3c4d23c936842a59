"""Quotes sentences and rows verbatim, with the number of their passage, and lists them."""

import re
from collections.abc import Sequence

from orc.documents.citations.markers import escaped
from orc.documents.evidence.counted_rows import counts_things
from orc.documents.evidence.enumerations import asked_member
from orc.documents.evidence.listed_kinds import MOST_LISTED
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.list_notices import AND_MORE
from orc.documents.questions.question import Question
from orc.documents.text.list_marks import without_item_mark
from orc.documents.text.sentences import shortened
from orc.ports import Grounding
from shared.models.by_document import group_by_document
from shared.models.edges import without_edges
from shared.models.quoted_rows import quoted_row

_LONGEST = 400
_REFERENCES = re.compile(r"(?:\s?\[\^?\d{1,3}(?:[\s,;–-]+\d{1,3})*\]|【[^【】]*】)+\Z")


def heading_of(name: str) -> str:
    """The heading of a document in a list, its name."""
    return f"**{escaped(name.rsplit('/', 1)[-1])}**"


def list_by_document(grounding: Grounding, question: Question, sentences: Sequence[Sentence]) -> str:
    """The sentences in a list for each document that has any."""
    by_document = group_by_document(grounding, sentences).items()
    quoted = {name: [f"- {quote(s, question, '  ')}" for s in its] for name, its in by_document if its}
    return "\n\n".join("\n".join([heading_of(name), *lines]) for name, lines in quoted.items())


def list_sentences(listed: Sequence[Sentence], question: Question) -> str:
    """These sentences in a list, after their number if the question counts them; of many, the first."""
    shown, more = listed[:MOST_LISTED], len(listed[MOST_LISTED:])
    head = f"{len(listed)}:\n" if counts_things(question) else ""
    lines = [f"- {quote(s, question, '  ')}" for s in shown]
    lines += [AND_MORE.to(question.text).format(more)] if more else []
    return head + "\n".join(lines)


def quote(
    sentence: Sentence,
    question: Question,
    indent: str = "",
    title: str = "",
    written: Question | None = None,
    *,
    is_named: bool = False,
) -> str:
    """Quotes a sentence verbatim, without its bullet and edges; of an enumeration, the member that is asked for. For a
    table row, quotes what quoted_row reads of it for the question, or for what the user wrote of it, the first part
    before a list of the others. is_named: whether the row's name tells it from the others in a list."""
    row = sentence.row
    if row is None:
        shown = sentence.shown or sentence.text
        text = without_edges(without_item_mark(shown, is_listed=bool(sentence.introduction)))
        parts = [(0, text[slice(*asked_member(text, question))])]
    else:
        asking = written if written and sentence.words.isdisjoint(written.words) else question
        parts = quoted_row(sentence, row, question, asking, title, alone=not indent, is_named=is_named)

    def cite(text: str) -> str:
        # The ellipsis of a long sentence follows the number, because everything before it is the document's text.
        start, end = shortened(text, 0, len(text), set(question.words), _LONGEST)
        shown = _REFERENCES.sub("", text[start:end]).rstrip(",") or text[start:end]
        return f"{escaped(shown)} [{sentence.number}]{' …' if end - start < len(text) else ''}"

    lines = [f"{indent}{'  ' * level}- {cite(part)}" for level, part in parts[1:]]
    return "\n".join([cite(parts[0][1]), *lines])
