"""The fixed sentences of answers, in the language of the question: English, German, French, Spanish, Italian,
Portuguese or Dutch, and some in further languages (D-363, D-379, D-405)."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Self

from orc.documents.text.question_language import has_english_words, question_language


class Notice(str):
    """A sentence in English, with its translations by language."""

    __slots__ = ("by_language",)

    by_language: Mapping[str, str]

    def __new__(cls, english: str, **translations: str) -> Self:
        notice = super().__new__(cls, english)
        notice.by_language = MappingProxyType({"en": english, **translations})
        return notice

    def to(self, question: str, languages: Collection[str] = ()) -> str:
        """The sentence in the language of the question. If that is not told, in the documents' only language, unless
        the question has English words; else in English."""
        language = question_language(question)
        if language is None and len(languages) == 1 and not has_english_words(question):
            (language,) = languages
        return self.by_language.get(language or "en", str(self))

    def is_english(self, question: str) -> bool:
        """Whether the sentence is in English for this question."""
        return self.to(question) == str(self)

    def begins(self, answer: str) -> bool:
        """Whether an answer begins with the sentence, in any language."""
        return answer.startswith(tuple(self.by_language.values()))


NOT_IN_DOCUMENTS = Notice(
    "The documents do not contain an answer to this.",
    de="Die Dokumente enthalten keine Antwort auf diese Frage.",
    fr="Les documents ne contiennent pas de réponse à cette question.",
    es="Los documentos no contienen ninguna respuesta a esta pregunta.",
    it="I documenti non contengono una risposta a questa domanda.",
    pt="Os documentos não contêm uma resposta a esta pergunta.",
    nl="De documenten bevatten geen antwoord op deze vraag.",
    sv="Dokumenten innehåller inget svar på frågan.",
    da="Dokumenterne indeholder ikke noget svar på spørgsmålet.",
    no="Dokumentene inneholder ikke noe svar på spørsmålet.",
    fi="Asiakirjoissa ei ole vastausta tähän kysymykseen.",
    pl="Dokumenty nie zawierają odpowiedzi na to pytanie.",
    cs="Dokumenty neobsahují odpověď na tuto otázku.",
    ro="Documentele nu conțin un răspuns la această întrebare.",
    hu="A dokumentumok nem tartalmaznak választ erre a kérdésre.",
    tr="Belgelerde bu sorunun yanıtı yok.",
    el="Τα έγγραφα δεν περιέχουν απάντηση σε αυτή την ερώτηση.",
    ru="В документах нет ответа на этот вопрос.",
    uk="У документах немає відповіді на це запитання.",
    ar="لا تحتوي المستندات على إجابة عن هذا السؤال.",
    he="אין במסמכים תשובה לשאלה זו.",
    hi="दस्तावेज़ों में इस प्रश्न का उत्तर नहीं है।",
    th="ไม่มีคำตอบของคำถามนี้ในเอกสาร",
    vi="Tài liệu không có câu trả lời cho câu hỏi này.",
    id="Dokumen tidak memuat jawaban atas pertanyaan ini.",
    zh="文档中没有这个问题的答案。",
    ja="文書の中にこの質問の答えはありません。",
    ko="문서에 이 질문에 대한 답이 없습니다.",
)
PART_NOT_IN_DOCUMENTS = Notice(
    "The documents do not answer “{}”",
    de="Die Dokumente beantworten nicht „{}“",
    fr="Les documents ne répondent pas à « {} »",
    es="Los documentos no responden a «{}»",
    it="I documenti non rispondono a «{}»",
    pt="Os documentos não respondem a «{}»",
    nl="De documenten beantwoorden “{}” niet.",
)
"""Has a placeholder for one question of several."""
NO_QUESTION = Notice(
    "Please ask a question in words: what would you like to know?",
    de="Bitte stellen Sie Ihre Frage in Worten: Was möchten Sie wissen?",
    fr="Veuillez formuler votre question : que souhaitez-vous savoir ?",
    es="Formule su pregunta con palabras: ¿qué desea saber?",
    it="Formuli la domanda a parole: che cosa desidera sapere?",
    pt="Formule a sua pergunta por palavras: o que gostaria de saber?",
    nl="Stel uw vraag in woorden: wat wilt u weten?",
)
LENGTH_REACHED = Notice(
    "(The answer was cut off here: it reached the maximum length.)",
    de="(Die Antwort wurde hier abgeschnitten: Sie hat die maximale Länge erreicht.)",
    fr="(La réponse a été coupée ici : elle a atteint la longueur maximale.)",
    es="(La respuesta se cortó aquí: alcanzó la longitud máxima.)",
    it="(La risposta è stata interrotta qui: ha raggiunto la lunghezza massima.)",
    pt="(A resposta foi cortada aqui: atingiu o comprimento máximo.)",
    nl="(Het antwoord is hier afgebroken: het bereikte de maximale lengte.)",
)
FILTERED = Notice(
    "(The answer was cut off here by the model's content filter.)",
    de="(Die Antwort wurde hier vom Inhaltsfilter des Modells abgeschnitten.)",
    fr="(La réponse a été coupée ici par le filtre de contenu du modèle.)",
    es="(El filtro de contenido del modelo cortó aquí la respuesta.)",
    it="(La risposta è stata interrotta qui dal filtro dei contenuti del modello.)",
    pt="(A resposta foi cortada aqui pelo filtro de conteúdo do modelo.)",
    nl="(Het antwoord is hier afgebroken door het inhoudsfilter van het model.)",
)
STOPPED_EARLY = Notice(
    "(The answer was cut off here: the model stopped early.)",
    de="(Die Antwort wurde hier abgeschnitten: Das Modell hat vorzeitig aufgehört.)",
    fr="(La réponse a été coupée ici : le modèle s'est arrêté trop tôt.)",
    es="(La respuesta se cortó aquí: el modelo se detuvo antes de tiempo.)",
    it="(La risposta è stata interrotta qui: il modello si è fermato in anticipo.)",
    pt="(A resposta foi cortada aqui: o modelo parou antes do tempo.)",
    nl="(Het antwoord is hier afgebroken: het model stopte voortijdig.)",
)
TOOL_LIMIT = Notice(
    "I stopped after {} further tool calls, the limit for one answer.",
    de="Ich habe nach {} weiteren Werkzeugaufrufen aufgehört, der Grenze für eine Antwort.",
    fr="Je me suis arrêté après {} autres appels d'outils, la limite pour une réponse.",
    es="Me detuve tras otras {} llamadas a herramientas, el límite para una respuesta.",
    it="Mi sono fermato dopo altre {} chiamate di strumenti, il limite per una risposta.",
    pt="Parei após outras {} chamadas de ferramentas, o limite para uma resposta.",
    nl="Ik ben gestopt na nog {} aanroepen van hulpmiddelen, de grens voor één antwoord.",
)
"""Has a placeholder for the number of calls."""
SERVER_LOST = Notice(
    "The tool server {} cannot be reached, so its tools were not used.",
    de="Der Werkzeugserver {} ist nicht erreichbar, daher wurden seine Werkzeuge nicht verwendet.",
    fr="Le serveur d'outils {} est injoignable, ses outils n'ont donc pas été utilisés.",
    es="No se puede acceder al servidor de herramientas {}, por lo que no se usaron sus herramientas.",
    it="Il server di strumenti {} non è raggiungibile, perciò i suoi strumenti non sono stati usati.",
    pt="O servidor de ferramentas {} não está acessível, por isso as suas ferramentas não foram usadas.",
    nl="De server met hulpmiddelen {} is niet bereikbaar, dus zijn hulpmiddelen zijn niet gebruikt.",
)
"""Has a placeholder for the server's name."""
UNFOUND_QUOTATION = Notice(
    "This quotation was not found in the documents: “{}”",
    de="Dieses Zitat wurde in den Dokumenten nicht gefunden: „{}“",
    fr="Cette citation n'a pas été trouvée dans les documents : « {} »",
    es="Esta cita no se encontró en los documentos: «{}»",
    it="Questa citazione non è stata trovata nei documenti: «{}»",
    pt="Esta citação não foi encontrada nos documentos: «{}»",
    nl="Dit citaat is niet in de documenten gevonden: “{}”",
)
"""Has a placeholder for the quotation."""
STEP_FAILED = Notice(
    "Step {} ({}) failed: {}",
    de="Schritt {} ({}) ist fehlgeschlagen: {}",
    fr="L'étape {} ({}) a échoué : {}",
    es="El paso {} ({}) falló: {}",
    it="Il passaggio {} ({}) non è riuscito: {}",
    pt="O passo {} ({}) falhou: {}",
    nl="Stap {} ({}) is mislukt: {}",
)
"""Has placeholders for the number, the tool and the reason, as STEP_SKIPPED has."""
STEP_SKIPPED = Notice(
    "Step {} ({}) was not carried out: {}",
    de="Schritt {} ({}) wurde nicht ausgeführt: {}",
    fr="L'étape {} ({}) n'a pas été exécutée : {}",
    es="El paso {} ({}) no se ejecutó: {}",
    it="Il passaggio {} ({}) non è stato eseguito: {}",
    pt="O passo {} ({}) não foi executado: {}",
    nl="Stap {} ({}) is niet uitgevoerd: {}",
)
TOOL_OF_SERVER = Notice(
    "{} of {}", de="{} von {}", fr="{} de {}", es="{} de {}", it="{} di {}", pt="{} de {}", nl="{} van {}"
)
TOOL_FAILED = Notice(
    "{} failed: {}",
    de="{} ist fehlgeschlagen: {}",
    fr="{} a échoué : {}",
    es="{} falló: {}",
    it="{} non è riuscito: {}",
    pt="{} falhou: {}",
    nl="{} is mislukt: {}",
)
"""Has placeholders for the tool and the reason."""
_NOT_USED = Notice(
    "{} could not be used: {}",
    de="{} konnte nicht verwendet werden: {}",
    fr="{} n'a pas pu être utilisé : {}",
    es="No se pudo usar {}: {}",
    it="Non è stato possibile usare {}: {}",
    pt="Não foi possível usar {}: {}",
    nl="{} kon niet worden gebruikt: {}",
)
_REASONS: Mapping[str, Mapping[str, str]] = {
    "document_empty": {
        "de": "Die Datei ist leer.",
        "fr": "Le fichier est vide.",
        "es": "El archivo está vacío.",
        "it": "Il file è vuoto.",
        "pt": "O ficheiro está vazio.",
        "nl": "Het bestand is leeg.",
    },
    "document_encrypted": {
        "de": "Die Datei ist mit einem Passwort geschützt.",
        "fr": "Le fichier est protégé par un mot de passe.",
        "es": "El archivo está protegido con una contraseña.",
        "it": "Il file è protetto da una password.",
        "pt": "O ficheiro está protegido por uma palavra-passe.",
        "nl": "Het bestand is met een wachtwoord beveiligd.",
    },
    "document_damaged": {
        "de": "Die Datei ist beschädigt oder unvollständig.",
        "fr": "Le fichier est endommagé ou incomplet.",
        "es": "El archivo está dañado o incompleto.",
        "it": "Il file è danneggiato o incompleto.",
        "pt": "O ficheiro está danificado ou incompleto.",
        "nl": "Het bestand is beschadigd of onvolledig.",
    },
    "document_without_text": {
        "de": "Die Datei enthält keinen Text. Ein Scan braucht zuerst eine Texterkennung.",
        "fr": "Le fichier ne contient pas de texte. Un scan nécessite d'abord une reconnaissance de texte.",
        "es": "El archivo no contiene texto. Un escaneo necesita antes un reconocimiento de texto.",
        "it": "Il file non contiene testo. Una scansione richiede prima un riconoscimento del testo.",
        "pt": "O ficheiro não contém texto. Uma digitalização precisa antes de um reconhecimento de texto.",
        "nl": "Het bestand bevat geen tekst. Een scan heeft eerst tekstherkenning nodig.",
    },
    "document_type_mismatch": {
        "de": "Der Inhalt der Datei passt nicht zum Typ in ihrem Namen.",
        "fr": "Le contenu du fichier ne correspond pas au type indiqué dans son nom.",
        "es": "El contenido del archivo no corresponde al tipo indicado en su nombre.",
        "it": "Il contenuto del file non corrisponde al tipo indicato nel nome.",
        "pt": "O conteúdo do ficheiro não corresponde ao tipo indicado no nome.",
        "nl": "De inhoud van het bestand komt niet overeen met het type in de naam.",
    },
    "document_too_large": {
        "de": "Die Datei enthält mehr Text, als die Grenze erlaubt.",
        "fr": "Le fichier contient plus de texte que la limite ne le permet.",
        "es": "El archivo contiene más texto del que permite el límite.",
        "it": "Il file contiene più testo di quanto il limite consenta.",
        "pt": "O ficheiro contém mais texto do que o limite permite.",
        "nl": "Het bestand bevat meer tekst dan de limiet toestaat.",
    },
    "document_too_complex": {
        "de": "Das Lesen der Datei braucht mehr Zeit oder Speicher, als die Grenze erlaubt.",
        "fr": "La lecture du fichier demande plus de temps ou de mémoire que la limite ne le permet.",
        "es": "Leer el archivo requiere más tiempo o memoria de lo que permite el límite.",
        "it": "La lettura del file richiede più tempo o memoria di quanto il limite consenta.",
        "pt": "A leitura do ficheiro exige mais tempo ou memória do que o limite permite.",
        "nl": "Het lezen van het bestand kost meer tijd of geheugen dan de limiet toestaat.",
    },
    "unsupported_document_type": {
        "de": "Dateien dieses Typs können nicht gelesen werden.",
        "fr": "Les fichiers de ce type ne peuvent pas être lus.",
        "es": "No se pueden leer archivos de este tipo.",
        "it": "I file di questo tipo non possono essere letti.",
        "pt": "Não é possível ler ficheiros deste tipo.",
        "nl": "Bestanden van dit type kunnen niet worden gelezen.",
    },
}  # the reasons of formats.REASONS in languages other than English


def not_used(blob_name: str, code: str, message: str, question: str) -> str:
    """The sentence that a file could not be used. The message, in English, is the reason in a language without a
    translation of the code."""
    reason = _REASONS.get(code, {}).get(question_language(question) or "en", message)
    return _NOT_USED.to(question).format(blob_name, reason)


NOTHING_IN_IT = Notice(
    "Nothing about this was found in it.",
    de="Darin wurde nichts dazu gefunden.",
    fr="Rien à ce sujet n'y a été trouvé.",
    es="No se encontró nada sobre esto en él.",
    it="Non vi è stato trovato nulla in merito.",
    pt="Não se encontrou nada sobre isto nele.",
    nl="Hierover is er niets in gevonden.",
)
NO_PASSAGE = Notice(
    "No passage of it was found.",
    de="Es wurde keine Stelle daraus gefunden.",
    fr="Aucun passage n'en a été trouvé.",
    es="No se encontró ningún pasaje de él.",
    it="Non ne è stato trovato alcun passo.",
    pt="Não se encontrou nenhuma passagem dele.",
    nl="Er is geen passage uit gevonden.",
)
