"""Selects documents by properties that a question names: PDFs, German ones, the newest one. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from orc.documents.formats import extension_of
from orc.documents.records import Document

type Order = Literal["uploaded", "size", "length"]


def _by_word[T](names: dict[T, str]) -> dict[str, T]:
    return {word: value for value, words in names.items() for word in words.split()}


_TYPES: dict[str, str] = {
    "pdf": "pdf pdfs",
    "docx": "docx word worddokument worddokumente",
    "pptx": "pptx powerpoint powerpoints presentation presentations präsentation präsentationen",
    "xlsx": "xlsx excel spreadsheet spreadsheets exceltabelle exceltabellen",
    "md": "md markdown",
    "txt": "txt text texts textdatei textdateien",
    "csv": "csv csvs",
    "json": "json",
    "html": "html htm",
}
TYPE_NAMES = {
    "pdf": "PDF", "docx": "Word", "pptx": "PowerPoint", "xlsx": "Excel", "md": "Markdown", "txt": "text", "csv": "CSV",
    "json": "JSON", "html": "HTML", "log": "text",
}  # fmt: skip
LANGUAGE_NAMES = {
    "ar": "Arabic", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "en": "English", "es": "Spanish",
    "fa": "Persian", "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi", "hu": "Hungarian",
    "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean", "nl": "Dutch", "no": "Norwegian",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "th": "Thai",
    "tr": "Turkish", "uk": "Ukrainian", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip
_IN_GERMAN = {
    "de": "deutsch", "en": "englisch", "es": "spanisch", "fr": "französisch", "it": "italienisch",
    "nl": "niederländisch", "pl": "polnisch", "pt": "portugiesisch", "ru": "russisch", "tr": "türkisch",
    "zh": "chinesisch",
}  # fmt: skip
_ORDERS: dict[tuple[Order, bool], str] = {
    ("uploaded", True): "last latest newest recent recently zuletzt letzte letztes neueste neuestes neuesten",
    ("uploaded", False): "first oldest earliest zuerst erste erstes älteste ältestes ältesten",
    ("size", True): "largest biggest grösste grösstes grössten",
    ("size", False): "smallest kleinste kleinstes kleinsten",
    ("length", True): "longest längste längstes längsten",
    ("length", False): "shortest kürzeste kürzestes kürzesten",
}
_TYPE_OF, _ORDER_OF = _by_word(_TYPES), _by_word(_ORDERS)
_LANGUAGE_OF = {name.lower(): code for code, name in LANGUAGE_NAMES.items()} | {
    f"{name}{ending}": code for code, name in _IN_GERMAN.items() for ending in ("", "e", "er", "es", "en")
}
WORDS = frozenset((*_TYPE_OF, *_ORDER_OF, *_LANGUAGE_OF, "most", "type", "format"))
"""The words that select documents."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Documents of one of these types and languages; with an order, only the first or last in it."""

    types: frozenset[str] = frozenset()
    languages: frozenset[str] = frozenset()
    order: Order | None = None
    most: bool = True

    def __bool__(self) -> bool:
        return bool(self.types or self.languages or self.order)

    @property
    def kind(self) -> str:
        """The name for documents of this language and type: "German PDF "."""
        names = [LANGUAGE_NAMES[code] for code in sorted(self.languages)]
        return "".join(f"{name} " for name in (*names, *(TYPE_NAMES[name] for name in sorted(self.types))))

    def of(self, documents: Sequence[Document]) -> Sequence[Document]:
        """The selected ones of the documents."""
        found = [
            document
            for document in documents
            if (not self.types or type_of(document) in self.types)
            and (not self.languages or document.language in self.languages)
        ]
        if self.order is None or not found:
            return found
        best = max if self.most else min
        if self.order == "uploaded":
            return [best(found, key=lambda document: document.created_at)]
        is_size = self.order == "size"
        return [best(found, key=lambda document: document.size if is_size else document.characters or 0)]


def selected(words: Collection[str]) -> Selection:
    """The selection that the words of a question describe."""
    order = next((_ORDER_OF[word] for word in words if word in _ORDER_OF), None)
    return Selection(
        frozenset(_TYPE_OF[word] for word in words if word in _TYPE_OF),
        frozenset(_LANGUAGE_OF[word] for word in words if word in _LANGUAGE_OF),
        order[0] if order else None,
        order[1] if order else True,
    )


def type_of(document: Document) -> str:
    """The extension of a document's type."""
    extension = extension_of(document.blob_name)
    return {"htm": "html", "log": "txt"}.get(extension, extension)
