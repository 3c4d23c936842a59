"""Questions about the documents themselves: which there are, how many, which of them mentions something. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from orc.documents.markdown.prose import plain
from orc.documents.records import Document
from orc.documents.search.on_record import OnRecord, asked_on_record
from orc.documents.text.questions import FUNCTION_WORDS
from orc.documents.text.tokens import content_words, plain_words

_MOST_WORDS = 60
_MOST_LISTED = 50
_OPENING = 5


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FILES = _words(
    "document documents doc docs file files pdf pdfs upload uploads attachment attachments dokument dokumente dateien "
    "datei unterlagen fichier fichiers documento documentos archivo archivos ficheiro ficheiros arquivo arquivos "
    "documenti documenten bestand bestanden dokumenty документ документы документов файл файлы файлов"
)
_ONES = _words("one ones them these those davon entre ellos eux loro")
_ASKS = _words(
    "what which whats list show name welche welches welcher welchem welchen zeig zeige liste quel quels quelle "
    "quelles qué que cuál cuáles lista muestra qual quais mostra quali welk welke какие какой каком"
)
_HOW_MANY = (
    "how many",
    "wie viele",
    "wieviele",
    "combien",
    "cuántos",
    "cuantos",
    "quantos",
    "quanti",
    "hoeveel",
    "сколько",
)
_FORM = _words(
    "do did have has can could you i we me my our us all of the a are there here exist available uploaded attached "
    "loaded stored at hand already please now currently in this conversation chat s got see know how many wie viele "
    "viel wieviele habe ich haben wir gibt es sind da meine alle mir die der bitte hochgeladen vorhanden combien d de "
    "ai je j avons nous y t il ils sont là mes les tous moi disponibles cuántos cuantos cuántas tengo tenemos hay "
    "existen mis los las todos quantos quanti tenho temos há existem meus os tutti ho abbiamo ci sono miei hoeveel "
    "heb ik hebben zijn er mijn сколько у меня нас есть здесь"
)
_MENTIONS = _words(
    "mention mentions mentioned contain contains contained cover covers covered discuss discusses discussed say says "
    "about deal deals refer refers names named talk talks erwähnt enthält nennt handelt steht mentionne mentionnent "
    "contient parle parlent menciona mencionan mencionado contiene contienen habla hablan contém fala menziona "
    "menzionano parla parlano noemt bevat vermeldt упоминает упоминается упоминают содержит"
)
_WHERE = _words("where wo où dónde dove onde waar где")
_MENTIONED = _words(
    "mentioned discussed named erwähnt genannt mentionné mentionnée mencionado mencionada menzionato genoemd "
    "упоминается"
)
_BEFORE = _words("in of is are the my do does das die von de en nel w в")
_GLUED_FILES = ("文件", "文档", "文檔", "文書", "書類", "ファイル", "ドキュメント", "문서", "파일")
_GLUED_ASKS = ("哪些", "什么", "什麼", "どんな", "どの", "何が", "어떤", "무슨")
_GLUED_COUNTS = ("多少", "几个", "幾個", "いくつ", "몇")
_GLUED_LONGEST = 16


_STATUS = {"queued": "not read yet", "processing": "being read", "failed": "could not be read"}


@dataclass(frozen=True, slots=True)
class AboutDocuments:
    """wants is which documents there are, how many, which of them say something on a subject, by its words, or what is
    on record of some."""

    wants: Literal["list", "count", "mentions", "record"]
    subject: frozenset[str] = frozenset()
    record: OnRecord | None = None


def about_documents(question: str, names: Iterable[str] = ()) -> AboutDocuments | None:
    """What a question wants to know about the documents as such; None where it asks for what they say. names are what
    it may call documents."""
    words = list(islice(plain_words(question), _MOST_WORDS))
    if not words:
        return None
    if (glued := _glued(question.strip())) is not None:
        return glued
    if _FILES.intersection(words) and all(word in _FILES or word in _ASKS or word in _FORM for word in words):
        if any(f" {each} " in f" {' '.join(words)} " for each in _HOW_MANY):
            return AboutDocuments("count")
        return AboutDocuments("list") if _ASKS.intersection(words) else None
    if (record := asked_on_record(question, names)) is not None:
        return AboutDocuments("record", record=record)
    return _mentions(words)


def catalogue_told(whose: str, documents: Sequence[Document], *, listed: bool) -> str:
    """How many documents there are and, if they are to be listed, which. whose is what has them: "You have"."""
    if not documents:
        return f"{whose} no documents yet."
    count = f"{whose} {len(documents)} document{'' if len(documents) == 1 else 's'}"
    if not listed:
        return f"{count}."
    lines = []
    for document in documents[:_MOST_LISTED]:
        pages = f"{document.pages} pages" if document.pages and document.pages > 1 else ""
        known = ", ".join(each for each in (pages, _STATUS.get(document.status, "")) if each)
        title = document.title if document.title and document.title != document.blob_name else ""
        named = f"**{plain(document.blob_name)}**{f': {plain(title)}' if title else ''}"
        lines.append(f"- {named}{f' ({known})' if known else ''}")
    left = len(documents) - len(lines)
    return "\n".join([f"{count}:", "", *lines, *([f"- and {left} more"] if left else [])])


def _mentions(words: list[str]) -> AboutDocuments | None:
    opening = words[:_OPENING]
    asked = next((i for i, word in enumerate(opening) if word in _ASKS), None)
    if asked is not None and all(word in _BEFORE for word in opening[:asked]):
        meant = next((i for i, word in enumerate(opening[asked + 1 :], asked + 1) if word not in _BEFORE), None)
        if meant is None or not (words[meant] in _FILES or words[meant] in _ONES):
            return None
    elif words[0] not in _WHERE or not _MENTIONED.intersection(words):
        return None
    if not _MENTIONS.intersection(words):
        return None
    known = (_FILES, _ONES, _ASKS, _WHERE, _BEFORE, _MENTIONS, _FORM)
    left = " ".join(word for word in words if not any(word in each for each in known))
    subject = frozenset(content_words(left)) - FUNCTION_WORDS
    return AboutDocuments("mentions", subject) if subject else None


def _glued(question: str) -> AboutDocuments | None:
    """Of scripts that write no spaces."""
    if len(question) > _GLUED_LONGEST or not any(each in question for each in _GLUED_FILES):
        return None
    if any(each in question for each in _GLUED_COUNTS):
        return AboutDocuments("count")
    if any(each in question for each in _GLUED_ASKS) and any(each in question for each in ("有", "あり", "ある", "있")):
        return AboutDocuments("list")
    return None
