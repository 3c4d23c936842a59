"""What a question wants to have read, by its words: documents in full length, or some of their pages. Pure."""

import re
from collections.abc import Sequence

from orc.documents import east_asian_pages
from orc.documents.page_requests import names_other_pages, names_pages, replace_pages
from orc.documents.questions.overviews import SUMMARY
from orc.documents.questions.question import Question
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_JUDGES = regex(
    r"\b(?:stands? out|unusual|remarkable|noteworthy|notable|surpris\w+|striking|strange|suspicious|red flags?"
    r"|pitfalls?|should i (?:know|worry|sign)|watch out|good deal|auffällig\w*|ungewöhnlich\w*|bemerkenswert\w*"
    r"|(?<!\bthe )(?<!\btrade )fair(?= (?:deal|offer|price|rent|to|for)\b|\W*\Z)"
    r"|fällt .{0,80}auf"
    r"|inhabituel\w*|remarquable\w*|frappant\w*|inusual\w*|llamativ\w+|insolit\w+|incomum|opvallend\w*)\b"
    r"|異例|目立|不寻常|异常|值得注意",
    re.IGNORECASE,
)


_DECIDE = (
    r"(?:sign|accept|agree|take|buy|rent|negotiate|reject|refuse|decline|trust|invest|proceed|choose|prefer|worry|care"
    r"|bother|go (?:ahead|for)|be (?:afraid|concerned|happy|worried))"
)
_DECIDE_IN_GERMAN = r"(?:unterschreiben|annehmen|akzeptieren|ablehnen|verhandeln|kaufen|mieten|vertrauen|zustimmen)"
_ADVISES = regex(
    rf"\b(?:should|would|shall) (?:i|we|you) (?:\w+ )?{_DECIDE}\b"
    r"|\b(?:do|would) you (?:think|recommend|advise|suggest)\b"
    r"|\b(?:good|bad|great|best|fair) (?:deal|idea|offer|bargain|choice|investment|value for money)\b"
    r"|\bworth (?:it|signing|buying|taking|my|our|the (?:money|price|risk))\b|\b(?:is|are) (?:[\w'’-]+ ){1,6}?"
    r"(?:reasonable|sensible|wise|advisable|risky|overpriced|too (?:high|low|expensive|strict|risky))\W*\Z"
    rf"|\bsoll(?:te|ten|en)? (?:ich|wir|man) (?:[\w-]+ ){{0,6}}?{_DECIDE_IN_GERMAN}\b|\b(?:gutes|schlechtes|faires) "
    r"(?:geschäft|angebot)\b|\blohnt (?:es )?sich\b"
    r"|\bist (?:[\w-]+ ){1,6}?(?:fair|angemessen|ratsam|sinnvoll|überteuert)\W*\Z"
    r"|\bbonne affaire\b|\bvaut(?:-il)? la peine\b|\b(?:devrais|dois)-je (?:signer|accepter|négocier|refuser)\b"
    r"|\bvale la pena\b|\b(?:debería|debo) (?:firmar|aceptar|negociar|rechazar)\b|\bbuen (?:trato|negocio)\b"
    r"|\b(?:dovrei|devo) (?:firmare|accettare|negoziare|rifiutare)\b|\bbuon affare\b"
    r"|\bbom negócio\b|\bvale a pena\b"
    r"|\bmoet ik (?:[\w-]+ ){0,4}?(?:tekenen|ondertekenen|accepteren|onderhandelen|weigeren)\b|\bde moeite waard\b",
    re.IGNORECASE,
)

_WHOLE = (  # a document as a whole, in seven languages
    r"(?:(?:(?:the|this|that|my|our|whole|entire|full|das|dieses|den|diesen|die|diese|de[mr]|ganzen?|gesamten?|ce|cet|cette"
    r"|le|la|el|este|esta|il|lo|questo|questa|o|a|het|dit|deze|tout|toda?|tutt[oa]) ?|l['’]){1,3}"
    r"(?:documents?|files?|pdfs?|texts?|reports?|contracts?|agreements?|papers?|articles?|letters?|leases?|manuals?"
    r"|handbooks?|books?|dokuments?|datei|text(?:es)?|berichts?|vertrags?|artikels?|briefs?|handbuchs?|buchs?|fichier"
    r"|texte|rapport|contrat|lettre|livre|documento|archivo|texto|informe|contrato|carta|libro|testo|relazione|contratto"
    r"|lettera|arquivo|relatório|livro|bestand|tekst|verslag|brief|boek)\b"
    r"|(?:it|this|everything|all of it|es|alles|tout|todo|tutto|tudo)\b"
    r"(?= ?(?:$|[.?!,;]|(?:in|into|to|for|as|with|auf|ins?|en|au|al|para|em|naar|please|bitte)\b)))"
)
_TREATS = (
    r"(?:translat(?:e|ing|ion of)|proofread|rewrite|reword|rephrase|paraphrase|simplify|reformat|transcribe|review"
    r"|analy[sz]e|critique|explain|outline|walk me through|go through|take me through"
    r"|(?:spell[- ]?)?check(?=[^.?!]{0,60} for (?:errors|mistakes|typos))"
    r"|übersetzt?e?n?|überarbeite\w*|korrigiere?n?|lektoriere?n?|vereinfache?n?|analysiere?n?|erkläre?n?"
    r"|tradui\w+|corrige\w*|réécri\w+|reformule\w*|simplifie\w*|analyse\w*|explique\w*|traduc\w+|reescrib\w+"
    r"|analiza\w*|explica\w*|tradu[rcz]\w*|correggi\w*|riscriv\w+|analizza\w*|spiega\w*|revis\w+|reescrev\w+"
    r"|vertaal|vertalen|herschrijf|corrigeer|vereenvoudig|analyseer)"
)
_MAKES = (
    r"(?:make|create|write|generate|prepare|build|give me|draft|come up with|devise|erstell\w*|mach\w*|schreib\w*"
    r"|génér\w+|crée\w*|fai[st]\w*|prépar\w+|crea\w*|haz\w*|genera\w*|prepara\w*|cria\w*|faz\w*|gera\w*|maak"
    r"|schrijf|stel)"
)
_OF_ALL = (
    r"(?:quiz[- ]?(?:questions?|fragen|vragen)|quiz(?:zes)?|flash ?cards?|(?:exam|test|review|comprehension|study)[- ]"
    r"(?:questions?|guide|notes)|multiple[- ]choice\b|lernkarten|karteikarten|(?:prüfungs|test|verständnis)fragen|qcm"
    r"|questionnaire|tarjetas|preguntas de (?:examen|test)|domande (?:d['’]esame|di verifica)"
    r"|perguntas de (?:exame|teste)|toetsvragen|tables? of contents|toc|inhaltsverzeichnis|gliederung"
    r"|table des matières|sommaire|índice|indice|sumário|inhoudsopgave"
    r"|mind ?map|time ?line|chronology|zeitleiste|chronologie)\b"
)
_LANGUAGE = r"(?: (?:in|into|to|ins?|en|au|al|para|em|naar(?: het)?) (?:[\w-]+ ){0,2}?[\w-]{3,20}(?=\W*\Z))?"
_TASK = regex(
    rf"\b{_TREATS}\b(?: (?:me|us|for me|please|bitte|mir|uns)\b)* ?{_WHOLE}{_LANGUAGE}"
    rf"|\b(?:quiz|test) me\b|\b{_MAKES}\b[^.?!\n]{{0,40}}?\b{_OF_ALL}",
    re.IGNORECASE,
)
_THESE_PAGES = "this document"
_SHOWS = regex(
    r"\b(?:read|print|quote|cite|recite|show|copy|zeige?|zitiere?|lies|dit|affiche|lis|citez|montrez?|dice"
    r"|muestra(?:me)?|muéstrame|cita|lee|léeme|mostra(?:mi)?|leggi(?:mi)?|diz|leia|staat|toon|citeer|lees)(?:-moi)?\b"
    rf"(?: [\w'’]{{1,4}}){{0,3}} {_THESE_PAGES}(?: (?:verbatim|aloud|out|vor|voor|wörtlich)\b)?",
    re.IGNORECASE,
)
# What a question for pages says beside them; l, c, qu and t are parts of French and Italian forms.
_READING = frozenset(
    content_words(
        "say says stand stands written appear contain contains content contents text steht stehen sagt sagen inhalt "
        "wording cover covers regulate regulates require requires stipulate stipulates govern governs wortlaut lautet "
        "regelt contient prévoit stipule contiene establece dispone prevede prevê bepaalt luidt texte texto "
        "testo besagt enthält dice dicono dicen pone pon contenido contenuto contenu conteúdo diz dit disent staat "
        "staan inhoud der die das den auf il написано говорится сказано содержится содержание "
        + east_asian_pages.READING
    )
) | {"l", "c", "qu", "t"}
_DOCUMENTS = frozenset(
    content_words(
        "contract agreement lease policy handbook manual guide terms rules letter offer vertrag mietvertrag "
        "arbeitsvertrag satzung hausordnung handbuch richtlinie contrat bail règlement contrato reglamento póliza "
        "estatutos contratto regolamento contrato regulamento huurcontract reglement polis"
    )
)
_ASKED_FOR = regex(  # what the fee on page 2 is, of a document that is called Fees
    r"\b(?:wh(?:at|ich)|how much|was|welche\w?|wie \w+|quel\w*|combien|qué|cuál\w*|quale?|quali|qual|wat|welke?)"
    r"(?: (?:is|are|was|were|ist|sind|war|waren|est|sont|es|son|è|sono|é|são|zijn))?"
    r"(?: (?:the|der|die|das|les?|la|el|los|las|il|i|gli|o|a|os|as|de|het))? (?P<asked>\w+)"
    r"(?= (?:is|are|on|at|in|auf|sur|à|en|sulla|alla|a|na|op)\b)",
    re.IGNORECASE,
)
_ASKS_OTHER = regex(  # when section 3 applies, who wrote it
    r"\W{0,5}(?:when|who|whom|whose|why|where|how|since|wann|wer|wem|warum|wo|wieso|wie(?! lautet)|seit|quand|qui"
    r"|pourquoi|où|combien|cuándo|quién|dónde|cuánt\w+|quando|chi|dove|quem|onde|wanneer|waar|waarom|hoe)\b",
    re.IGNORECASE,
)
_LISTS_ALL = regex(
    r"\b(?:list|extract|collect|enumerate|gather|compile|liste|nenne?|zähle?|sammle|extrahiere?|énumère|recense"
    r"|extrai[st]|lista|enumera|extrae|recopila|elenca|estrai|enumere|extraia|noem|verzamel|haal)\b"
    r"[^.?!\n]{0,30}?\b(?:all|every|each|alle[rsn]?|jede[nsr]?|sämtliche\w?|tous|toutes|chaque|tod[oa]s|cada|tutt[ie]"
    r"|ogni|elke?)\b",
    re.IGNORECASE,
)


def is_about_all(question: str, names: Sequence[str]) -> bool:
    """Whether the question is about documents with these names in full length, as one for a summary, a comparison, a
    translation, a list of all that they name or one for all but some pages is."""
    parsed = Question(question)
    is_whole = parsed.wants_overview or parsed.compares or not parsed.topic or Question(question, names).says_overview
    return (
        is_whole or names_other_pages(question) or any(kind.search(question) for kind in (_TASK, _LISTS_ALL, _JUDGES))
    )


def wants_judgement(question: str) -> bool:
    """Whether the question asks for a judgement ("a good deal"), for which its words are no evidence."""
    return _JUDGES.search(question) is not None or _ADVISES.search(question) is not None


def subject_of(question: str) -> str:
    """The question without a task that is not a subject of documents, such as a translation, and without its pages."""
    of_pages = replace_pages(_TASK.sub(" ", question), _THESE_PAGES)
    return _SHOWS.sub(" ", _TASK.sub(" ", of_pages)).replace(_THESE_PAGES, " ")


def asks_only_for_pages(question: str, names: Sequence[str]) -> bool:
    """Whether the question names pages and no subject beside them and documents with these names. The name of a
    document is a subject too if it is a word that the question asks for."""
    asked = _ASKED_FOR.search(question)
    return (
        names_pages(question)
        and (asked is None or _READING.issuperset(Question(asked["asked"]).topic))
        and _READING.issuperset(Question(subject_of(question), names).topic)
    )


def asks_only_to_read(question: str, names: Sequence[str]) -> bool:
    """Whether a question in which "this document" stands for what is to be read, in documents with these names, asks
    for nothing else."""
    asks_other = _ASKS_OTHER.match(question) or SUMMARY.search(question) or asks_for_task(question)
    return not asks_other and _READING.union(_DOCUMENTS).issuperset(Question(subject_of(question), names).topic)


def asks_for_task(question: str) -> bool:
    """Whether the question only sets a task for a document or its pages as a whole, such as their translation."""
    of_pages = replace_pages(question, _THESE_PAGES)
    return _TASK.search(of_pages) is not None and not Question(subject_of(question)).topic
