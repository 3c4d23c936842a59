"""The fixed sentences of lists of documents, in the language of the question (D-405). The Slavic ones count in
brackets, because a number decides the form of its noun there."""

from collections.abc import Collection

from orc.documents.notices import Notice
from orc.documents.text.german import asks_in_danish_or_norwegian
from orc.documents.text.question_language import question_language


class _ListNotice(Notice):
    """A sentence that is in Danish if the question may be Norwegian as well, as "Hvilke dokumenter har jeg?" may."""

    __slots__ = ()

    def to(self, question: str, languages: Collection[str] = ()) -> str:
        if question_language(question) is None and asks_in_danish_or_norwegian(question):
            return self.by_language["da"]
        return super().to(question, languages)


YOU_HAVE = _ListNotice(
    "You have",
    de="Sie haben",
    fr="Vous avez",
    es="Tiene",
    it="Ha",
    pt="Tem",
    nl="U hebt",
    sv="Du har",
    da="Du har",
    no="Du har",
    pl="Masz",
    cs="Máte",
    ru="У вас есть",
    uk="У вас є",
)
CONVERSATION_HAS = _ListNotice(
    "This conversation has",
    de="Diese Unterhaltung hat",
    fr="Cette conversation a",
    es="Esta conversación tiene",
    it="Questa conversazione ha",
    pt="Esta conversa tem",
    nl="Dit gesprek heeft",
    sv="Den här konversationen har",
    da="Denne samtale har",
    no="Denne samtalen har",
    pl="W tej rozmowie są",
    cs="V této konverzaci jsou",
    ru="В этой беседе есть",
    uk="У цій розмові є",
)
FILTERS_MATCH = _ListNotice(
    "The filters match",
    de="Zu den Filtern passen",
    fr="Les filtres donnent",
    es="Los filtros dan",
    it="I filtri danno",
    pt="Os filtros dão",
    nl="De filters geven",
    sv="Filtren ger",
    da="Filtrene giver",
    no="Filtrene gir",
    pl="Filtrom odpowiadają",
    cs="Filtrům odpovídají",
    ru="Фильтрам соответствуют",
    uk="Фільтрам відповідають",
)
QUESTION_NAMES = _ListNotice(
    "This question names",
    de="Diese Frage nennt",
    fr="Cette question nomme",
    es="Esta pregunta nombra",
    it="Questa domanda nomina",
    pt="Esta pergunta nomeia",
    nl="Deze vraag noemt",
    sv="Frågan nämner",
    da="Spørgsmålet nævner",
    no="Spørsmålet nevner",
    pl="To pytanie wymienia",
    cs="Tato otázka jmenuje",
    ru="В этом вопросе названы",
    uk="У цьому питанні названо",
)
DOCUMENT = _ListNotice(
    "{} document",
    de="{} Dokument",
    fr="{} document",
    es="{} documento",
    it="{} documento",
    pt="{} documento",
    nl="{} document",
    sv="{} dokument",
    da="{} dokument",
    no="{} dokument",
    pl="dokumenty ({})",
    cs="dokumenty ({})",
    ru="документы ({})",
    uk="документи ({})",
)
DOCUMENTS = _ListNotice(
    "{} documents",
    de="{} Dokumente",
    fr="{} documents",
    es="{} documentos",
    it="{} documenti",
    pt="{} documentos",
    nl="{} documenten",
    sv="{} dokument",
    da="{} dokumenter",
    no="{} dokumenter",
    pl="dokumenty ({})",
    cs="dokumenty ({})",
    ru="документы ({})",
    uk="документи ({})",
)
NO_DOCUMENT = _ListNotice(
    "No document was found.",
    de="Es wurde kein Dokument gefunden.",
    fr="Aucun document n'a été trouvé.",
    es="No se encontró ningún documento.",
    it="Non è stato trovato alcun documento.",
    pt="Não foi encontrado nenhum documento.",
    nl="Er is geen document gevonden.",
    sv="Inget dokument hittades.",
    da="Der blev ikke fundet noget dokument.",
    no="Ingen dokumenter ble funnet.",
    pl="Nie znaleziono żadnego dokumentu.",
    cs="Nebyl nalezen žádný dokument.",
    ru="Документов не найдено.",
    uk="Документів не знайдено.",
)
NOT_MENTIONED = _ListNotice(
    "Documents that do not mention this ({} of {}):",
    de="Dokumente, die dies nicht erwähnen ({} von {}):",
    fr="Documents qui n'en parlent pas ({} sur {}) :",
    es="Documentos que no lo mencionan ({} de {}):",
    it="Documenti che non ne parlano ({} su {}):",
    pt="Documentos que não o mencionam ({} de {}):",
    nl="Documenten die dit niet vermelden ({} van {}):",
    sv="Dokument som inte nämner detta ({} av {}):",
    da="Dokumenter, der ikke nævner dette ({} af {}):",
    no="Dokumenter som ikke nevner dette ({} av {}):",
    pl="Dokumenty, które o tym nie wspominają ({} z {}):",
    cs="Dokumenty, které to nezmiňují ({} z {}):",
    ru="Документы, в которых этого нет ({} из {}):",
    uk="Документи, у яких цього немає ({} з {}):",
)
"""Has placeholders for their number and for the number of all documents."""
PAGES = _ListNotice(
    "{} pages",
    de="{} Seiten",
    fr="{} pages",
    es="{} páginas",
    it="{} pagine",
    pt="{} páginas",
    nl="{} pagina's",
    sv="{} sidor",
    da="{} sider",
    no="{} sider",
    pl="stron: {}",
    cs="stran: {}",
    ru="страниц: {}",
    uk="сторінок: {}",
)
AND_MORE = _ListNotice(
    "and {} more",
    de="und {} weitere",
    fr="et {} autres",
    es="y {} más",
    it="e altri {}",
    pt="e mais {}",
    nl="en nog {}",
    sv="och {} till",
    da="og {} til",
    no="og {} til",
    pl="i jeszcze {}",
    cs="a další: {}",
    ru="и ещё {}",
    uk="і ще {}",
)
NOT_READY = {
    "queued": _ListNotice(
        "not read yet",
        de="noch nicht gelesen",
        fr="pas encore lu",
        es="aún no leído",
        it="non ancora letto",
        pt="ainda não lido",
        nl="nog niet gelezen",
        sv="inte läst än",
        da="endnu ikke læst",
        no="ikke lest ennå",
        pl="jeszcze nieprzeczytany",
        cs="zatím nepřečteno",
        ru="ещё не прочитан",
        uk="ще не прочитано",
    ),
    "processing": _ListNotice(
        "being read",
        de="wird gelesen",
        fr="en cours de lecture",
        es="en lectura",
        it="in lettura",
        pt="em leitura",
        nl="wordt gelezen",
        sv="läses",
        da="læses",
        no="leses",
        pl="w trakcie czytania",
        cs="právě se čte",
        ru="читается",
        uk="читається",
    ),
    "failed": _ListNotice(
        "could not be read",
        de="konnte nicht gelesen werden",
        fr="n'a pas pu être lu",
        es="no se pudo leer",
        it="non è stato possibile leggerlo",
        pt="não pôde ser lido",
        nl="kon niet worden gelezen",
        sv="kunde inte läsas",
        da="kunne ikke læses",
        no="kunne ikke leses",
        pl="nie udało się przeczytać",
        cs="nepodařilo se přečíst",
        ru="не удалось прочитать",
        uk="не вдалося прочитати",
    ),
}
"""What is said of a document in a list, by its status."""
