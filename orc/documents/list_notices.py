"""The fixed sentences of lists of documents, in the language of the question (D-405). The Slavic ones count in
brackets, because a number decides the form of its noun there."""

from collections.abc import Collection
from pathlib import Path

from orc.documents.notices import Notice
from orc.documents.questions.german import asks_in_danish_or_norwegian
from orc.documents.questions.question_language import question_language


class _ListNotice(Notice):
    """A sentence that is in Danish if the question may be Norwegian as well, as "Hvilke dokumenter har jeg?" may."""

    __slots__ = ()

    def to(self, question: str, languages: Collection[str] = ()) -> str:
        if question_language(question) is None and asks_in_danish_or_norwegian(question):
            return self.by_language["da"]
        return super().to(question, languages)


_NOTICES = _ListNotice.read(Path(__file__).with_name("list_notices.json"))
YOU_HAVE, CONVERSATION_HAS = _NOTICES["you_have"], _NOTICES["conversation_has"]
FILTERS_MATCH, QUESTION_NAMES = _NOTICES["filters_match"], _NOTICES["question_names"]
DOCUMENT, DOCUMENTS, NO_DOCUMENT = _NOTICES["document"], _NOTICES["documents"], _NOTICES["no_document"]
NOT_MENTIONED, PAGES, AND_MORE = _NOTICES["not_mentioned"], _NOTICES["pages"], _NOTICES["and_more"]
ROWS, OF_KIND = _NOTICES["rows"], _NOTICES["of_kind"]
NOT_READY = {status: _NOTICES[status] for status in ("queued", "processing", "failed")}
"""What is said of a document in a list, by its status."""
