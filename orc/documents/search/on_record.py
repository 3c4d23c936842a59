"""Questions about what is on record of a document: its pages, title, language, size, and when it was uploaded."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from orc.documents.formats import SUPPORTED_TYPES
from orc.documents.markdown.prose import plain
from orc.documents.records import Document
from orc.documents.text.tokens import plain_words

type Fact = Literal["pages", "title", "language", "uploaded", "size", "length"]

_LONGEST_QUESTION = 300
_MOST_LISTED = 50


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FACTS: dict[Fact, frozenset[str]] = {
    "pages": _words("pages page seiten seite páginas página pagine pagina paginas pagina's страниц страницы"),
    "title": _words("title titled called titel heisst titre título titolo intitulé заголовок название"),
    "language": _words("language sprache langue idioma lengua língua lingua taal язык языке"),
    "uploaded": _words(
        "uploaded added hochgeladen hinzugefügt téléchargé importé ajouté subido subió cargado caricato carregado "
        "enviado geüpload toegevoegd загружен загрузили"
    ),
    "size": _words(
        "large big size bytes kilobytes megabytes kb mb gross grösse taille grand grande tamaño dimensione dimensioni "
        "tamanho groot grootte размер большой"
    ),
    "length": _words("long lang lange longue longueur largo larga lungo longo lengte"),
}
_OF_ANY_NAME: frozenset[Fact] = frozenset({"pages", "title", "language", "uploaded"})
_OF_IT: frozenset[Fact] = frozenset({"pages", "language", "uploaded"})
_WHEN = _words("when date time wann quand cuándo cuando quando wanneer когда")
_MANY = _words(
    "many number count viele wieviele anzahl combien nombre cuántas cuantas número quantas quante "
    "hoeveel aantal сколько"
)
_ASKS = (
    _WHEN
    | _MANY
    | _words(
        "what which how give tell show number many welche welches welcher welchen wie viel was nenne "
        "quel quelle quels quelles quant qué que cuál cuántas cuantas cuántos quantas quante quanto qual quale che hoe "
        "hoeveel welk welke wat сколько какой каком какая как"
    )
)
_FILES = _words(
    "document documents doc docs file files pdf pdfs upload uploads attachment attachments dokument dokuments "
    "dokumente datei dateien fichier fichiers documento documentos documenti archivo archivos ficheiro arquivo bestand "
    "bestanden document's file's документ документа документе документы файл файла файле файлы"
)
_IT = _words("it its this these they them es er sie das dieses il elle ça lo esto ello esso isso het dit он она оно")
_FORM = _words(
    "a and are at been did do does for has have i in is me my of on our s the there to us was we were whole written "
    "you your all please and each den dem der des die ein eine haben hat hast in ist sind von wurde wurden geschrieben "
    "bitte mein meine t y au aux de des du d en est et l la le les mes mon a été ont avez rédigé écrit ai cette ce son "
    "sa el los las del fue está están escrito tiene tienen mi mis su por al hay è e stato i gli il lo ha hanno sono "
    "scritto scritta nel o os as foi tem têm do da no na está meu minha seu um uma een de zijn is heeft hebben van "
    "werd geschreven mijn в на у был была мой этого этот этом написан"
)
_FORM_WORDS = _ASKS | _FILES | _IT | _FORM
_EVERY_WORD = _FORM_WORDS.union(*_FACTS.values())
_LANGUAGES = {
    "ar": "Arabic", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "en": "English", "es": "Spanish",
    "fa": "Persian", "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi", "hu": "Hungarian",
    "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean", "nl": "Dutch", "no": "Norwegian",
    "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "th": "Thai",
    "tr": "Turkish", "uk": "Ukrainian", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip
_PAGES_OF = {"pptx": "slides", "xlsx": "sheets"}


@dataclass(frozen=True, slots=True)
class OnRecord:
    """What is asked about documents; those that the question names by these names, file names in small letters."""

    fact: Fact
    named: frozenset[str] = frozenset()


def asked_on_record(question: str, names: Iterable[str] = ()) -> OnRecord | None:
    """What a question wants to know of the record of documents; None where it asks for anything else. A document is
    meant by a word for documents, a file name, by one of the names, or, where no text can be meant, by a pronoun."""
    if len(question) > _LONGEST_QUESTION:
        return None
    rest, named = question.casefold(), set[str]()
    known = {name.casefold() for name in names if not _EVERY_WORD.issuperset(plain_words(name))}
    for name in sorted(known, key=len, reverse=True):
        rest, found = re.subn(rf"(?<!\w){re.escape(name)}(?!\w)", " ", rest)
        named |= {name} if found else set()
    rest, files = _without_file_names(rest)
    files |= {name for name in named if name.rpartition(".")[2] in SUPPORTED_TYPES}
    named |= files
    words = frozenset(plain_words(rest))
    facts: list[Fact] = [fact for fact, its_words in _FACTS.items() if its_words & words]
    if len(facts) != 1 or not words <= _FACTS[facts[0]] | _FORM_WORDS:
        return None
    [fact] = facts
    if not words & {"pages": _MANY, "uploaded": _WHEN}.get(fact, _ASKS):
        return None
    is_meant = bool(files or words & _FILES or (named and fact in _OF_ANY_NAME) or (words & _IT and fact in _OF_IT))
    return OnRecord(fact, frozenset(named)) if is_meant or fact == "pages" else None


def _without_file_names(question: str) -> tuple[str, frozenset[str]]:
    """The words that are no names of files, and those that are."""
    words, names = list[str](), set[str]()
    for word in question.split():
        name = word.strip("\"'“”‘’«»„`*()[]?!,;:").removesuffix("'s").removesuffix("’s").rstrip(".")
        if name.rpartition(".")[2] in SUPPORTED_TYPES and len(name.rpartition(".")[0]) > 0:
            names.add(name)
        else:
            words.append(word)
    return " ".join(words), frozenset(names)


def names_of(document: Document) -> tuple[str, ...]:
    """What a question may call a document: its path, its file name, that without its extension, and its title."""
    file_name = document.blob_name.rpartition("/")[2]
    return document.blob_name, file_name, file_name.rpartition(".")[0], document.title or ""


def told_from_record(asked: OnRecord, documents: Sequence[Document]) -> str | None:
    """The answer, of the documents that the question names, or else of all; None when it names none of these."""
    if asked.named:
        documents = [d for d in documents if asked.named.intersection(name.casefold() for name in names_of(d))]
    if not documents:
        return None
    told = [f"**{plain(document.blob_name)}** {_sentence(asked.fact, document)}" for document in documents]
    if len(told) == 1:
        return told[0]
    lines = [f"- {line}" for line in told[:_MOST_LISTED]]
    return "\n".join([*lines, *([f"- and {len(told) - _MOST_LISTED} more"] if told[_MOST_LISTED:] else [])])


def _sentence(fact: Fact, document: Document) -> str:
    """What the record says of it, as the rest of a sentence that begins with its name."""
    if fact == "uploaded":
        at = datetime.fromisoformat(document.created_at)
        return f"was uploaded on {at.day} {at:%B %Y} at {at:%H:%M} UTC."
    if fact == "size":
        return f"has {_bytes(document.size)}."
    if document.status != "ready":
        return "could not be read." if document.status == "failed" else "has not been read yet."
    if fact == "title":
        return f"has the title “{plain(document.title or document.blob_name)}”."
    if fact == "language":
        code = document.language
        return f"is in {_LANGUAGES.get(code, code)} ({code})." if code else "is in a language that could not be told."
    characters = f" and has {document.characters or 0:,} characters" if fact == "length" else ""
    return f"{_extent(document)}{characters}."


def _extent(document: Document) -> str:
    kind = _PAGES_OF.get(document.read_as.rpartition(".")[2].lower(), "pages")
    if document.pages is None:
        return "is not divided into pages"
    return f"has {document.pages:,} {kind if document.pages > 1 else kind[:-1]}"


def _bytes(size: int) -> str:
    for unit, factor in (("MB", 1_000_000), ("kB", 1_000)):
        if size >= factor:
            return f"{size / factor:.1f} {unit} ({size:,} bytes)"
    return f"{size:,} bytes"


def record_of(document: Document) -> str:
    """Everything on record of a document, for a model."""
    facts = [_sentence(fact, document).rstrip(".") for fact in ("pages", "language", "size", "uploaded")]
    return "; ".join(dict.fromkeys([*facts, f"title: {document.title or 'none'}"]))


def touches_record(question: str) -> bool:
    """Whether a question has a word for what is on record, whatever else it asks."""
    words = frozenset(plain_words(question[:_LONGEST_QUESTION]))
    return any(words & its_words for fact, its_words in _FACTS.items() if fact != "length")
