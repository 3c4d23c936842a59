"""Questions about a document's record: its pages, title, name, type, language, size, author and upload time."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from orc.documents.formats import SUPPORTED_TYPES, extension_of
from orc.documents.markdown.prose import plain
from orc.documents.records import Document
from orc.documents.search.selection import LANGUAGE_NAMES, TYPE_NAMES, WORDS, selected, type_of
from orc.documents.text.tokens import content_words, plain_words
from orc.patterns import regex
from orc.text import word_set

type Fact = Literal["pages", "title", "name", "type", "language", "uploaded", "size", "length", "author"]

_LONGEST_QUESTION = 300
_MOST_LISTED = 50


_FACTS: dict[Fact, frozenset[str]] = {
    "pages": word_set("pages page seiten seite páginas página pagine pagina paginas pagina's страниц страницы"),
    "title": word_set("title titled called titel heisst titre título titolo intitulé заголовок название"),
    "name": word_set("name filename filenames dateiname dateinamen"),
    "type": word_set("type format filetype extension dateityp dateiformat dateiendung"),
    "author": word_set("author authors wrote autor autorin verfasser verfasserin verfasst"),
    "language": word_set("language sprache langue idioma lengua língua lingua taal язык языке"),
    "uploaded": word_set(
        "upload uploaded add added attach attached import imported hochgeladen hinzugefügt téléchargé importé ajouté "
        "subido subió cargado caricato carregado enviado geüpload toegevoegd загружен загрузили"
    ),
    "size": word_set(
        "large big size bytes kilobytes megabytes kb mb gross grösse taille grand grande tamaño dimensione dimensioni "
        "tamanho groot grootte размер большой"
    ),
    "length": word_set("long lang lange longue longueur largo larga lungo longo lengte"),
}
_OF_ANY_NAME: frozenset[Fact] = frozenset({"pages", "title", "language", "uploaded", "author"})
_OF_PART_OF_NAME: frozenset[Fact] = frozenset({"pages", "uploaded"})
_OF_IT: frozenset[Fact] = frozenset({"pages", "language", "uploaded", "author"})
_WHETHER = word_set("is are ist sind")
_WHO = word_set("who wer")
_WRITTEN = word_set("written geschrieben")
_OF_NOTHING_ELSE: frozenset[Fact] = frozenset({"pages", "author"})
_AUTHORS = frozenset({"author", "autor", "creator"})
_WHEN = word_set("when date time wann quand cuándo cuando quando wanneer когда")
_MANY = word_set(
    "many number count viele wieviele anzahl combien nombre cuántas cuantas número quantas quante "
    "hoeveel aantal сколько"
)
_ASKS = (
    _WHEN
    | _MANY
    | word_set(
        "what which how give tell show number many welche welches welcher welchen wie viel was nenne "
        "quel quelle quels quelles quant qué que cuál cuántas cuantas cuántos quantas quante quanto qual quale che hoe "
        "hoeveel welk welke wat сколько какой каком какая как"
    )
)
_FILES = word_set(
    "document documents doc docs file files filename filetype dateiname dateityp dateiformat dateiendung "
    "pdf pdfs upload uploads attachment attachments dokument dokuments "
    "dokumente datei dateien fichier fichiers documento documentos documenti archivo archivos ficheiro arquivo bestand "
    "bestanden document's file's документ документа документе документы файл файла файле файлы"
)
_IT = word_set("it its this these they them es er sie das dieses il elle ça lo esto ello esso isso het dit он она оно")
_FORM = word_set(
    "a and are at been did do does for has have i in is me my of on our s the there to us was we were whole written "
    "you your all please and each den dem der des die ein eine haben hat hast in ist sind von wurde wurden geschrieben "
    "bitte mein meine t y au aux de des du d en est et l la le les mes mon a été ont avez rédigé écrit ai cette ce son "
    "sa el los las del fue está están escrito tiene tienen mi mis su por al hay è e stato i gli il lo ha hanno sono "
    "scritto scritta nel o os as foi tem têm do da no na está meu minha seu um uma een de zijn is heeft hebben van "
    "werd geschreven mijn um handelt sich auf an в на у был была мой этого этот этом написан "
    "ich wir je nous ik wij io noi yo nosotros eu nós"
)
_FORM_WORDS = _ASKS | _FILES | _IT | _FORM
_EVERY_WORD = _FORM_WORDS.union(*_FACTS.values())
_LEAST_NAME = 4
_SEPARATORS = regex(r"[\W_]+")
_PAGES_OF = {"pptx": "slides", "xlsx": "sheets"}


@dataclass(frozen=True, slots=True)
class RecordQuestion:
    """The facts that are asked for, and the documents that the question names, by lower-case file name."""

    fact: Fact
    named: frozenset[str] = frozenset()


def record_question(question: str, names: Iterable[str] = ()) -> RecordQuestion | None:
    """What a question asks about the records of documents. None if it asks for anything else. It refers to a document
    by a word for documents, a file name, one of the names or, if no text can be meant, a pronoun."""
    if len(question) > _LONGEST_QUESTION:
        return None
    rest, named = question.casefold(), set[str]()
    known = {name.casefold() for name in names if not _EVERY_WORD.issuperset(plain_words(name))}
    for name in sorted(known, key=len, reverse=True):
        rest, found = re.subn(rf"(?<!\w){re.escape(name)}(?!\w)", " ", rest)
        named |= {name} if found else set()
    said = list[str]()
    for word in rest.split():
        name = word.strip("\"'“”‘’«»„`*()[]?!,;:").removesuffix("'s").removesuffix("’s").rstrip(".")
        if extension_of(name) in SUPPORTED_TYPES:
            named.add(name)
        else:
            said.append(word)
    files = any(extension_of(name) in SUPPORTED_TYPES for name in named)
    words = list(plain_words(" ".join(said)))
    fact, others = _fact_asked(words), [word for word in words if word not in _EVERY_WORD]
    if fact is None and others:  # when did I upload the lease, of lease_mill_lane.pdf
        fact = _fact_asked([word for word in words if word in _EVERY_WORD])
        if all(map(content_words, others)):
            named |= {name for name in known if set(others) <= {*plain_words(_SEPARATORS.sub(" ", name))}}
        fact = fact if fact in _OF_PART_OF_NAME and named else None
    if fact is None:
        return None
    is_named = bool(files or _FILES.intersection(words) or (named and fact in _OF_ANY_NAME))
    is_meant = is_named or (fact in _OF_IT and not _IT.isdisjoint(words)) or fact in _OF_NOTHING_ELSE
    return RecordQuestion(fact, frozenset(named)) if is_meant else None


def _fact_asked(spoken: Sequence[str]) -> Fact | None:
    """The fact that these words ask for, if they all belong to such a question."""
    words = frozenset(spoken)
    if spoken and spoken[0] in _WHETHER and "there" not in words and words <= _FORM_WORDS | WORDS:
        which = selected(words)
        return "language" if which.languages else "type" if which.types and words & (_IT | _FILES - WORDS) else None
    if words & _WHO:
        is_author = words <= _FACTS["author"] | _WRITTEN | _FORM_WORDS | _WHO and words & (_FACTS["author"] | _WRITTEN)
        return "author" if is_author else None
    telling = words if words & _WHEN else words - {"upload"}  # how large is the upload?
    facts: list[Fact] = [fact for fact, its_words in _FACTS.items() if its_words & telling]
    if len(facts) != 1 or not words <= _FACTS[facts[0]] | _FORM_WORDS:
        return None
    return facts[0] if words & {"pages": _MANY, "uploaded": _WHEN}.get(facts[0], _ASKS) else None


def names_of(document: Document) -> tuple[str, ...]:
    """What a question may call a document: its path, its file name with and without extension, as it is written and as
    it is spoken, and its title."""
    file_name = document.blob_name.rpartition("/")[2]
    stem = file_name.rpartition(".")[0]
    spoken = _SEPARATORS.sub(" ", stem).strip()
    unnumbered = " ".join(word for word in spoken.split() if not any(map(str.isdecimal, word)))
    return document.blob_name, file_name, stem, document.title or "", spoken, unnumbered


def is_named(document: Document, question: str) -> bool:
    """Whether the question contains one of the document's names, of at least four characters."""
    asked = f" {' '.join(plain_words(question))} "
    names = (" ".join(plain_words(name)) for name in names_of(document))
    return any(len(name) >= _LEAST_NAME and f" {name} " in asked for name in names)


def describe_records(asked: RecordQuestion, documents: Sequence[Document]) -> str | None:
    """The answer for the documents that the question names, or else for all. None if it names none of these."""
    if asked.named:
        documents = [d for d in documents if asked.named.intersection(name.casefold() for name in names_of(d))]
    if asked.fact == "author":
        documents = [document for document in documents if _author(document)]
    if not documents:
        return None
    sentences = [f"**{plain(document.blob_name)}** {_sentence(asked.fact, document)}" for document in documents]
    if len(sentences) == 1:
        return sentences[0]
    lines = [f"- {line}" for line in sentences[:_MOST_LISTED]]
    return "\n".join([*lines, *([f"- and {len(sentences) - _MOST_LISTED} more"] if sentences[_MOST_LISTED:] else [])])


def _sentence(fact: Fact, document: Document) -> str:
    """The rest of a sentence that begins with the document's name."""
    if fact == "uploaded":
        at = datetime.fromisoformat(document.created_at)
        return f"was uploaded on {at.day} {at:%B %Y} at {at:%H:%M} UTC."
    if fact == "size":
        for unit, factor in (("MB", 1_000_000), ("kB", 1_000)):
            if document.size >= factor:
                return f"has {document.size / factor:.1f} {unit} ({document.size:,} bytes)."
        return f"has {document.size:,} bytes."
    if fact == "name":
        return "is its file name."
    if fact == "type":
        return f"is a {TYPE_NAMES.get(type_of(document), document.mime_type)} document ({document.mime_type})."
    if fact == "author":
        return f"is by {plain(_author(document))}, according to its metadata."
    if document.status != "ready":
        return "could not be read." if document.status == "failed" else "has not been read yet."
    if fact == "title":
        return f"has the title “{plain(document.title or document.blob_name)}”."
    if fact == "language":
        code = document.language
        return (
            f"is in {LANGUAGE_NAMES.get(code, code)} ({code})."
            if code
            else "is in a language that could not be detected."
        )
    characters = f" and {document.characters or 0:,} characters" if fact == "length" else ""
    if document.pages is None:
        return f"is not divided into pages{characters.replace(' and ', ' and has ')}."
    kind = _PAGES_OF.get(extension_of(document.read_as), "pages")
    return f"has {document.pages:,} {kind if document.pages > 1 else kind[:-1]}{characters}."


def _author(document: Document) -> str:
    return next((value for key, value in document.metadata.items() if key.casefold() in _AUTHORS), "")


def record_of(document: Document) -> str:
    """The complete record of a document, for a model."""
    facts = [_sentence(fact, document).rstrip(".") for fact in ("pages", "language", "size", "uploaded", "type")]
    return "; ".join(dict.fromkeys([*facts, f"title: {document.title or 'none'}"]))


def mentions_record(question: str) -> bool:
    """Whether a question has a word for a field of the record, whatever else it asks."""
    words = frozenset(plain_words(question[:_LONGEST_QUESTION]))
    return any(words & its_words for fact, its_words in _FACTS.items() if fact not in ("length", "name"))
