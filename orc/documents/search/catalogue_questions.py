"""Questions about the documents themselves: which there are, how many, and which of them mention a subject or do not.
Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Literal

from orc.documents.list_notices import AND_MORE, DOCUMENT, DOCUMENTS, NO_DOCUMENT, NOT_READY, PAGES
from orc.documents.markdown.prose import plain
from orc.documents.notices import Notice
from orc.documents.questions.instructions import several_questions
from orc.documents.questions.question import FUNCTION_WORDS
from orc.documents.records import Document
from orc.documents.search.kind_questions import KindsAsked, kinds_asked
from orc.documents.search.record_questions import Fact, RecordQuestion, describe_records, names_of, record_question
from orc.documents.search.selection import TYPE_NAMES, WORDS, Selection, selected
from orc.documents.text.tokens import content_words, plain_words
from orc.patterns import regex
from orc.text import word_set

_MOST_WORDS = 60
_MOST_LISTED = 50
_OPENING = 5


_FILES = word_set(
    "document documents doc docs file files pdf pdfs upload uploads attachment attachments dokument dokumente dateien "
    "dokumenten datei unterlagen fichier fichiers documento documentos archivo archivos ficheiro ficheiros arquivo "
    "arquivos documenti documenten bestand bestanden dokumenty документ документы документов файл файлы файлов "
    "filer dokumenter filer pliki soubory документи файли"
)
# Documents by what they are, if the question has a word for mentioning.
_SORTS = word_set(
    "policy policies contract contracts lease leases report reports agreement agreements letter letters invoice "
    "invoices offer offers vertrag verträge verträgen bericht berichte rechnung rechnungen brief briefe contrat "
    "contrats rapport rapports contrato contratos contratto contratti"
)
_MENTION = word_set(
    "mention mentions mentioned contain contains refer refers discuss discusses erwähnt erwähnen enthält enthalten "
    "nennt nennen mentionne mentionnent menciona mencionan menziona menzionano"
)
_DO = word_set("do does did not don doesn didn t")
_ONES = word_set("one ones them these those davon entre ellos eux loro")
_ASKS = word_set(
    "what which whats list show name welche welches welcher welchem welchen zeig zeige liste quel quels quelle "
    "quelles qué que cuál cuáles lista muestra qual quais mostra quali welk welke какие какой каком "
    "vilka vilken hvilke hvilken jakie jaké které які"
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
_OF_ALL = regex(
    r"\b(?:how many|wie ?viele) (?:[^\W_]{1,20} ){0,2}?(?:documents|files|uploads|dokumente|dateien)\b"
    r"(?=.{0,40}\b(?:have|library|total|uploaded|habe|insgesamt|hochgeladen)\b)",
    re.IGNORECASE,
)
_FORM = word_set(
    "do did have has can could you i we me my our us all of the a are there here exist available uploaded attached "
    "loaded stored at hand already please now currently in this conversation chat s got see know how many wie viele "
    "viel wieviele habe ich haben wir gibt es sind da meine alle mir die der bitte hochgeladen vorhanden combien d de "
    "ai je j avons nous y t il ils sont là mes les tous moi disponibles cuántos cuantos cuántas tengo tenemos hay "
    "existen mis los las todos quantos quanti tenho temos há existem meus os tutti ho abbiamo ci sono miei hoeveel "
    "heb ik hebben zijn er mijn сколько у меня нас есть здесь "
    "any some was were been did is what's written by when auf ein eine einen keine wurde "
    "har jag vi mina finns det jeg mine mam mamy moje mám máme мене є в "
    "wurden ist geschrieben wann meinen meiner meinem unseren algún alguno alguna"
)
_WHEN = word_set("when wann")
_HAVE = word_set("have has there got exist habe haben hast gibt hay existe il")
_WHETHER = word_set("do did does have has is are any habe haben hast gibt hay existe y")
_ANY = word_set("any one some ein eine eines irgendein irgendeine un une algún alguno qualche algum een")
_ANYTHING = word_set("anything something etwas irgendetwas quelque algo qualcosa iets")
_ORDERED: dict[str, Fact] = {"uploaded": "uploaded", "size": "size", "length": "length"}
_MENTIONS = word_set(
    "mention mentions mentioned contain contains contained cover covers covered discuss discusses discussed say says "
    "about deal deals refer refers names named talk talks erwähnt enthält nennt handelt steht handeln behandeln "
    "behandelt erwähnen enthalten nennen mentionne mentionnent "
    "contient parle parlent menciona mencionan mencionado contiene contienen habla hablan contém fala menziona "
    "menzionano parla parlano noemt bevat vermeldt упоминает упоминается упоминают содержит"
)
# They ask for a mention only directly after the word for documents.
_HAS = word_set(
    "has have had lack lacks include includes included show shows list lists give gives provide provides describe "
    "describes hat haben zeigt zeigen beschreibt incluye incluyen tiene tienen muestra muestran mostra mostrano ha "
    "hanno tem têm heeft hebben"
)
_HAS_DONE = word_set("to been i we you")
_GRADES = word_set(
    "more most less least fewer higher highest lower lowest longer longest shorter shortest bigger biggest larger "
    "largest smaller smallest better best worse worst earlier earliest later latest cheaper cheapest newer newest "
    "older oldest mehr meisten höher höhere höchste niedriger niedrigste länger kürzer größer kleiner plus moins "
    "más menos più meno mais meer minder"
)
_IN = word_set("in im dans en nel nella em w в")
_IS_IN = word_set(
    "is are ist sind steht stehen geht est sont trouve trouvent está están trova trovano fica staat staan"
)
_NOT = word_set(
    "not never nothing without fail fails lack lacks lacking neither nor don doesn didn isn aren nicht nichts "
    "kein keine keinen keiner ohne weder ne pas aucun aucune rien sans ni ningún ninguna nada sin non nessun "
    "nessuna senza né não nenhum nenhuma sem niet geen zonder не нет без"
)
_EITHER = word_set("or nor neither oder weder noch ou ni né или ни")
_WORD = word_set("word words term phrase expression wort wörter begriff mot palabra término parola palavra woord слово")
_VAGUE = word_set(
    "figures figure data information info details detail numbers zahlen daten angaben informationen chiffres "
    "données informations datos cifras información dati informazioni dados informações cijfers gegevens"
)
_QUOTED = regex(r"(?<!\w)[\"“„«‘'](?P<words>[^\"“”„«»‘’'\n]{1,80})[\"“”»’'](?!\w)")
_ROOT = 5
_TOPIC = _MENTIONS | word_set("on regarding concerning über zu zum zur sur sobre su")
_THAT = word_set("that which der die das qui que che")
_WHERE = word_set("where wo où dónde dove onde waar где")
_MENTIONED = word_set(
    "mentioned discussed named erwähnt genannt mentionné mentionnée mencionado mencionada menzionato genoemd "
    "упоминается"
)
_BEFORE = word_set(
    "in of is are the my our do does das die von meiner meinen unserer unseren de mes nos en mis nuestros mos meus nel "
    "miei dei mijn w в"
)
_GLUED_FILES = ("文件", "文档", "文檔", "文書", "書類", "ファイル", "ドキュメント", "문서", "파일")
_GLUED_ASKS = ("哪些", "什么", "什麼", "どんな", "どの", "何が", "어떤", "무슨")
_GLUED_COUNTS = ("多少", "几个", "幾個", "いくつ", "몇")
_GLUED_LONGEST = 16
_WITHOUT_SPACES = regex(r"[\u3040-\u9fff]")  # Japanese and Chinese


@dataclass(frozen=True, slots=True)
class CatalogueQuestion:
    """What the question asks about the selected documents: their list, their number, those that mention the words of a
    subject or lack them, those of a kind, or a fact from their records. counts means that it asks for the number of
    documents on the subject, is_either that each word of it is a subject of its own."""

    wants: Literal["list", "count", "mentions", "lacks", "record", "kind"]
    subject: frozenset[str] = frozenset()
    is_either: bool = False
    record: RecordQuestion | None = None
    only: Selection = field(default_factory=Selection)
    counts: bool = False
    kinds: KindsAsked | None = None

    @property
    def needs_text(self) -> bool:
        """Whether the answer may be in the documents' text."""
        of_kind = self.kinds is not None and not self.kinds.is_of_files
        return of_kind or self.wants == "mentions" or (self.record is not None and self.record.fact == "author")


def asks_for_catalogue(question: str) -> bool:
    """Whether one of a message's questions is which documents there are, or how many."""
    about = map(catalogue_question, several_questions(question) or (question,))
    return _OF_ALL.search(question) is not None or any(each and each.wants in ("count", "list") for each in about)


def catalogue_question(question: str, names: Iterable[str] = ()) -> CatalogueQuestion | None:
    """What a question asks about the documents themselves. None if it asks about their content. names are the names
    that the question may use for documents."""
    words = list(islice(plain_words(question), _MOST_WORDS))
    if not words:
        return None
    glued = question.strip()  # in scripts without spaces
    if len(glued) <= _GLUED_LONGEST and any(each in glued for each in _GLUED_FILES):
        if any(each in glued for each in _GLUED_COUNTS):
            return CatalogueQuestion("count")
        if any(each in glued for each in _GLUED_ASKS) and any(each in glued for each in ("有", "あり", "ある", "있")):
            return CatalogueQuestion("list")
    if (record := record_question(question, names)) is not None:
        return CatalogueQuestion("record", record=record)
    only, spoken = selected(words), f" {' '.join(words)} "
    is_in = any(f" {each} in " in spoken for each in ("is", "ist", "what's")) and not only.languages
    ones = bool(only.types or only.languages) and not _ONES.isdisjoint(words)  # which ones are in German?
    known = (_FILES, _ASKS, _FORM, WORDS, _ONES if ones else ())
    counts = any(f" {each} " in spoken for each in _HOW_MANY)
    asks_whether = words[0] in _WHETHER and not _HAVE.isdisjoint(words)
    are_meant = ones or not _FILES.isdisjoint(words) or (only.types and (counts or asks_whether))
    if are_meant and not is_in and all(any(word in each for each in known) for word in words):
        if counts:
            return CatalogueQuestion("count", only=only)
        if only.order and not (_ASKS | _WHEN).isdisjoint(words):
            return CatalogueQuestion("record", record=RecordQuestion(_ORDERED[only.order]), only=only)
        if asks_whether or _ASKS.intersection(words):
            return CatalogueQuestion("list", only=only)
    form = frozenset().union(_ASKS, _FORM, *(each.split() for each in _HOW_MANY))
    if (kinds := kinds_asked(question, words, form, _FILES, counts=counts)) is not None:
        return CatalogueQuestion("kind", kinds=kinds)
    return _asks_for_mentions(question)


def describe_documents(
    about: CatalogueQuestion, whose: Notice, documents: Sequence[Document], question: str
) -> str | None:
    """The answer from the records of these documents, with its fixed words in the language of the question. None if
    only their text may contain it. whose introduces the owner: "You have"."""
    chosen = about.only.of(documents)
    if about.record is not None and chosen:
        answer = describe_records(about.record, chosen)
        if answer or about.needs_text:
            return answer
        return f"{whose} no document of this name." if whose.is_english(question) else NO_DOCUMENT.to(question)
    return describe_catalogue(whose, chosen, question, listed=about.wants != "count", only=about.only)


def describe_catalogue(
    whose: Notice, documents: Sequence[Document], question: str, *, listed: bool, only: Selection
) -> str:
    """The number of documents and, if asked for, their list. whose introduces the owner: "You have"; only selected
    them."""
    in_english = whose.is_english(question)
    if not documents and in_english:
        return f"{whose} no {only.kind}documents{'' if only.kind else ' yet'}."
    counted = DOCUMENT if len(documents) == 1 else DOCUMENTS
    if in_english:
        count = counted.format(f"{whose} {len(documents)} {only.kind}".rstrip())
    else:
        kinds = ", ".join((*(TYPE_NAMES[each] for each in sorted(only.types)), *sorted(only.languages)))
        owner = whose.to(question)
        gap = "" if _WITHOUT_SPACES.match(owner[-1]) else " "
        count = f"{owner}{gap}{counted.to(question).format(len(documents))}{f' ({kinds})' if kinds else ''}"
    if not listed or not documents:
        return f"{count}." if documents else NO_DOCUMENT.to(question)
    lines = []
    for document in documents[:_MOST_LISTED]:
        pages = PAGES.to(question).format(document.pages) if document.pages and document.pages > 1 else ""
        status = NOT_READY[document.status].to(question) if document.status in NOT_READY else ""
        known = ", ".join(each for each in (pages, status) if each)
        title = document.title if document.title and document.title != document.blob_name else ""
        named = f"**{plain(document.blob_name)}**{f': {plain(title)}' if title else ''}"
        lines.append(f"- {named}{f' ({known})' if known else ''}")
    left = len(documents) - len(lines)
    return "\n".join([f"{count}:", "", *lines, *([f"- {AND_MORE.to(question).format(left)}"] if left else [])])


def lacks_subject(about: CatalogueQuestion, document: Document, text: str) -> bool:
    """Whether neither the name nor the text of a document has the words of the subject, or words that begin alike."""
    words = frozenset(content_words(f"{' '.join(names_of(document))}\n{text}"))
    beginnings = {word[:_ROOT] for word in words if len(word) >= _ROOT}
    said = [word in words or word[:_ROOT] in beginnings for word in about.subject]
    return not (any(said) if about.is_either else all(said))


def describe_some(heading: Notice, found: Sequence[Document], total: int, question: str) -> str:
    """The list of these documents, of this number in all, under a heading with placeholders for both numbers."""
    lines = [f"- **{plain(document.blob_name)}**" for document in found[:_MOST_LISTED]]
    left = len(found) - len(lines)
    lines += [f"- {AND_MORE.to(question).format(left)}"] if left else []
    counted = heading.to(question).format(len(found), total)
    return "\n".join([counted, "", *lines]) if lines else f"{counted.rstrip(' :')}."


def _asks_for_mentions(question: str) -> CatalogueQuestion | None:
    """What a question asks about the documents that mention a subject or lack it: which reports mention pensions, is
    there anything on dogs. None for another question."""
    quoted = _QUOTED.search(question)
    words = list(islice(plain_words(_QUOTED.sub(" ", question)), _MOST_WORDS))
    counted = next((len(each.split()) for each in _HOW_MANY if f"{' '.join(words)} ".startswith(f"{each} ")), 0)
    words = ["which", *words[counted:]] if counted else words
    opening = words[:_OPENING]
    asked = next((i for i, word in enumerate(opening) if word in _ASKS), None)
    meant = next((i for i, word in enumerate(words) if word in _FILES), 0)
    says = not _MENTIONS.isdisjoint(words)
    if asked is not None and all(word in _BEFORE | _IN for word in opening[:asked]):
        meant = next((i for i, word in enumerate(opening[asked + 1 :], asked + 1) if word not in _BEFORE), 0)
        is_sort = bool(meant) and words[meant] in _SORTS and not _MENTION.isdisjoint(words)
        if not meant or not (is_sort or words[meant] in _FILES or words[meant] in _ONES):
            return None
        verb, then = [*(word for word in words[meant + 1 :] if word not in _THAT | _DO), "", ""][:2]
        is_in = not _IN.isdisjoint((*opening[:asked], words[-1])) and not _IS_IN.isdisjoint(words)
        says = says or ((is_in or (verb in _HAS and then not in _HAS_DONE)) and _GRADES.isdisjoint(words))
    elif words and words[0] in _WHETHER:  # do I have a document on insurance, does any mention it, is there anything
        about = [word for word in words[meant + 1 :] if word not in _THAT][:1]
        is_listed = not _HAVE.isdisjoint(words[:meant]) and _FORM.issuperset(words[:meant])
        says = bool(meant) and (
            (is_listed and _TOPIC.issuperset(about))
            or (not _ANY.isdisjoint(words[:meant]) and bool((_TOPIC | _HAS).intersection(about)))
            or not _ANYTHING.isdisjoint(opening)
        )
    elif words and words[0] in _MENTIONS:  # erwähnt ein Dokument Haustiere
        says = not _FILES.isdisjoint(opening)
    elif not words or words[0] not in _WHERE or _MENTIONED.isdisjoint(words):
        return None
    if not says:
        return None
    known = (
        _FILES,
        _SORTS if says else (),
        _ONES,
        _ASKS,
        _WHERE,
        _BEFORE,
        _TOPIC,
        _THAT,
        _FORM,
        _NOT,
        _ANYTHING,
        _HAS,
        _IS_IN,
        ("no", "l", "d"),  # l'eau
    )
    left = quoted["words"].split() if quoted else [w for w in words if not any(w in each for each in known)]
    telling = left if quoted else [word for word in left if word not in _WORD | _VAGUE] or left
    subject = frozenset(content_words(" ".join(telling))) - FUNCTION_WORDS
    verbs, beside = _MENTIONS | _HAS, pairwise(["", *words, ""])
    has_no = any("no" in pair and not verbs.isdisjoint(pair) for pair in beside)  # not: the no-smoking rule
    wants: Literal["mentions", "lacks"] = "lacks" if has_no or not _NOT.isdisjoint(words) else "mentions"
    found = CatalogueQuestion(wants, subject, not _EITHER.isdisjoint(words), counts=bool(counted))
    return found if subject else None
