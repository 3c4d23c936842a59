"""The fixed sentences of answers, in German for a German question and otherwise in English."""

from orc.documents.text.german import is_german


class Notice(str):
    """A sentence in English, with its German translation."""

    __slots__ = ("german",)

    german: str

    def __new__(cls, english: str, german: str) -> "Notice":
        notice = super().__new__(cls, english)
        notice.german = german
        return notice

    def to(self, question: str) -> str:
        """The sentence in the language of the question."""
        return self.german if is_german(question) else str(self)

    def begins(self, answer: str) -> bool:
        """Whether an answer begins with the sentence, in either language."""
        return answer.startswith((str(self), self.german))


NOT_IN_DOCUMENTS = Notice(
    "The documents do not contain an answer to this.", "Die Dokumente enthalten keine Antwort auf diese Frage."
)
NO_QUESTION = Notice(
    "Please ask a question in words: what would you like to know?",
    "Bitte stellen Sie Ihre Frage in Worten: Was möchten Sie wissen?",
)
LENGTH_REACHED = Notice(
    "(The answer was cut off here: it reached the maximum length.)",
    "(Die Antwort wurde hier abgeschnitten: Sie hat die maximale Länge erreicht.)",
)
FILTERED = Notice(
    "(The answer was cut off here by the model's content filter.)",
    "(Die Antwort wurde hier vom Inhaltsfilter des Modells abgeschnitten.)",
)
STOPPED_EARLY = Notice(
    "(The answer was cut off here: the model stopped early.)",
    "(Die Antwort wurde hier abgeschnitten: Das Modell hat vorzeitig aufgehört.)",
)
TOOL_LIMIT = Notice(
    "I stopped after {} further tool calls, the limit for one answer.",
    "Ich habe nach {} weiteren Werkzeugaufrufen aufgehört, der Grenze für eine Antwort.",
)
"""Has a placeholder for the number of calls."""
SERVER_LOST = Notice(
    "The tool server {} cannot be reached, so its tools were not used.",
    "Der Werkzeugserver {} ist nicht erreichbar, daher wurden seine Werkzeuge nicht verwendet.",
)
"""Has a placeholder for the server's name."""
UNFOUND_QUOTATION = Notice(
    "This quotation was not found in the documents: “{}”", "Dieses Zitat wurde in den Dokumenten nicht gefunden: „{}“"
)
"""Has a placeholder for the quotation."""
