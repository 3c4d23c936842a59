"""Days, months and times of day in texts, times without an end, and when a place is open: how questions ask for it and
how texts say it. Pure (D-367)."""

import re

from orc.patterns import regex

ROMANCE_DAYS = (
    r"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì"
    r"|martedì|mercoledì|giovedì|venerdì|sabato|domenica|(?:segunda|terça|quarta|quinta|sexta)s?|domingos|sábados"
)
ROMANCE_MONTHS = (
    r"janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril"
    r"|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio"
    r"|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|dezembro"
)
_HOUR = r"(?:[01]?\d|2[0-4])(?: ?[.:h] ?[0-5]\d)?(?: ?(?:[ap]\.?m\b\.?|uhr\b|h\b|o['’]clock\b))?"
_RANGE = (
    rf"(?<![\w.,/$€£-]){_HOUR} ?(?:[-–—]|to|until|till|and|bis|und|al?|à|y|e|alle|às|as) ?(?:las? )?{_HOUR}"
    r"(?![\w/%]|[.,]\d| ?(?:[$€£%]|euros?|years?|days?|weeks?|months?|people|persons?|jahren?|tagen?|wochen?|personen"
    r"|años|ans|anni|anos|días|jours|giorni|dias)\b)"
)
_ROMANCE_HOURS = (
    r"(?:une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve"
    r"|diez|once|doce|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|uma|duas|três|quatro|sete|oito|dez"
    r"|doze)"
)
ROMANCE_CLOCK = (
    r"\b(?:[01]?\d|2[0-4])(?: ?[.:h] ?[0-5]\d| ?h| heures?| horas?| ore)\b"
    r"|\b(?:mediodía|medianoche|midi|minuit|mezzogiorno|mezzanotte|meio-dia|meia-noite)\b"
    r"|\b(?:a las?|hasta las?|desde las?|de las?|à|dès|dalle|alle|fino alle|às|das|até às) (?:[01]?\d|2[0-4])\b(?! \w)"
    rf"|\b(?:à|dès|de) {_ROMANCE_HOURS} heures?\b|\b(?:(?:a|hasta|desde|de) las?|alle|dalle|às|das) {_ROMANCE_HOURS}"
    r"(?=\W*\Z|[.,;:] | (?:y|e|a|hasta|de|da|in|en|em|media|mezza|meia|punto|todos|cada|ogni)\b)"
)
SPOKEN_HOUR = (
    r"\b(?:half|(?:a )?quarter|five|ten|twenty(?:-five)?) (?:past|to) "
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|"
    r"\b(?:at|from|until|till|by|um|ab|bis|von|gegen) (?:half past |halb |(?:a )?quarter (?:past|to) )?(?:one|two|three"
    r"|four|five|six|seven|eight|nine|ten|eleven|twelve|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)"
    r"\b(?=\W*\Z|[.,;:] | (?:in|on|at|and|or|to|until|till|every|each|sharp|o['’]clock|uhr|bis|und|am|jeden)\b)"
)
"""The pattern of an hour in words after a preposition: at nine, but not at nine per cent."""
_CLOCK = (
    rf"{_RANGE}|{ROMANCE_CLOCK}|{SPOKEN_HOUR}|\b\d\d?(?:[.:]\d\d)? ?(?:[ap]\.?m\b|uhr\b)"
    r"|\b(?:at|from|until|till|by|um|ab|bis|von) (?:[01]?\d|2[0-4])\b(?! ?[\w%])"
    r"|\b(?:noon|midnight|24 hours|round the clock|rund um die uhr)\b"
)
_DAY = (
    r"(?:\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\b(?:mon|dien|donners|frei|sams|sonn)tags?|\bmittwochs?"
    rf"|\b(?:daily|every day|weekdays?|weekends?|täglich|werktags|{ROMANCE_DAYS}|tous les jours|todos los días"
    r"|tutti i giorni|todos os dias))\b"
)
_MONTH = (
    r"\b(?:january|february|march|april|(?-i:May)|june|july|august|september|october|november|december|januar|februar"
    rf"|märz|juni|juli|oktober|dezember|spring|summer|autumn|winter|sommer|christmas"
    rf"|easter|new year|(?:public |bank )?holidays|weihnachten|ostern|neujahr|feiertagen?|{ROMANCE_MONTHS})\b"
)
_OPEN = (
    r"\b(?:open(?:s|ing)?|(?<!\d )hours|clos(?:es?|ed|ing)|geöffnet|öffne[nt]|öffnungszeit\w*|offen|schließ(?:t|en)"
    r"|geschlossen|besetzt|staffed|manned|sprechzeit\w*|abr(?:en?|em|irá)|abiert[oa]s?|abert[oa]s?|abertura|apertura|ouvr(?:e|ent|ira)"
    r"|ouvert(?:e|s|es|ure)?|apr(?:e|ono|irà)|apert[oaie]|horarios?|horaires?|orario?|horários?|cierran?|cerrad[oa]s?"
    r"|ferme(?:nt)?|fermé[es]*|fermeture|chiud(?:e|ono)|chius[oaie]|fecham?|fechad[oa]s?)\b"
)
_WILL_OPEN = (
    r"\b(?:opens|(?:will|to) open|öffnet|wird .{1,60} öffnen|abre|abrirá|ouvre|ouvrira|apre|aprirà)\b.{0,60}\b20\d\d"
)
_BEFORE = (
    r"\b(?:opens?|closes?|ends?|öffne[nt]|schließ(?:t|en)|endet|ouvre(?:nt)?|ferme(?:nt)?|abren?|cierran?|apr(?:e|ono)"
    r"|chiud(?:e|ono)|abrem?|fecham?)\b.{0,40}?\b(?:\d{1,3}|[^\W\d_]{1,12}) "
    r"(?:minute|minuto|hour|day|week|stunde|tag|woche|hora|d[ií]a|heure|jour|or[ae]|giorn)\w{0,2} "
    r"(?:before|after|prior|vor|nach|avant|après|antes|después|depois|prima|dopo)\b"
)
OPENING = (
    rf"{_OPEN}.{{0,80}}?(?:{_CLOCK}|{_DAY}|{_MONTH})|(?:{_CLOCK}|{_DAY}|{_MONTH}).{{0,60}}?{_OPEN}|{_WILL_OPEN}|{_BEFORE}"
    rf"|\A\W{{0,9}}(?:[\w' ]{{1,30}}: ?)?(?:(?:{_DAY}|\bmo|\bmon)[\w ,&–/-]{{0,40}}(?::|[.·… |]{{3,90}})? ?)?{_RANGE}"
    rf"|\|.{{0,60}}?(?:{_CLOCK})"
)
"""The pattern of what says when a place is open or closes, but not when it was once opened."""
ASKS_OPENING = (
    r"\b(?:opening|business|visiting|trading) (?:hours|times)\b|\bhours of (?:opening|business|operation)\b"
    r"|\bwhat hours\b|\bwhat are (?:your|the|its|their) (?:[\w'’]+ ){0,2}hours\W*\Z|['’]s hours\W*\Z"
    r"|\bwhen (?:is|are) .{1,60}\b(?:open|closed)\b|\bwhen do(?:es)? .{1,60}\b(?:open|close)\W*\Z"
    r"|\b(?:öffnungs|sprech|geschäfts)zeiten\b|\bwann (?:hat|haben|ist|sind) .{1,60}\b(?:geöffnet|offen|auf)\W*\Z"
    r"|\bwann öffne[nt]\b|\bwann mach(?:t|en) .{1,60} auf\W*\Z"
)
ASKS_OPENING_IN_ROMANCE = (
    r"\b(?:cu[aá]ndo|quand|quando)(?: est-ce qu[e'’])? ?(?:.{1,60} )?(?:abren?|abrem|ouvre(?:nt)?|aprono|apre|cierran?"
    r"|ferme(?:nt)?|chiud(?:e|ono)|fecham?|(?:est[áa]n?|est|sont|è|sono|está|estão) (?:.{1,60} )?(?:abiert|ouvert|apert"
    r"|abert)\w{1,3})\b"
    r"|\b(?:horarios?|horaires?|orario?|horários?) (?:de |d['’]|di |del? )?(?:apertura|ouverture|abertura"
    r"|funcionamento|atención|apertura)\b|\bheures d['’]ouverture\b|\bqué horario\b|\bquels? (?:sont les )?horaires\b"
)
OPENING_WORDS = (
    "hours times time business visiting trading öffnungszeiten öffnungszeit sprechzeiten "
    "geschäftszeiten geöffnet öffnet öffnen offen day days"
)
ROMANCE_OPENING_WORDS = (
    "cuándo quand quando abre abren abrem abierto abierta ouvre ouvrent ouvert ouverte ouverture apre aprono aperto "
    "aperta apertura aberto aberta abertura horario horarios horaires horaire orario orari horário horários heures "
    "funcionamento atención"
)
FOR_EVER = (  # how long something lasts, without a number
    r"\b(?:for life|life(?:time|long)|indefinitely|auf lebenszeit|lebenslang|unbefristet|à vie|viager|de por vida"
    r"|vitalici[oa]|a vita|para toda a vida|levenslang|voor het leven|voor onbepaalde tijd|på livstid|dożywotnio)\b"
)
"""The pattern of a time without an end."""
_ASKS_WHEN = regex(r"\W*(?:when|(?:on |at )?(?:what|which) (?:time|days?|date)|wann|um wie ?viel uhr)\b", re.IGNORECASE)
_CALLED_OFF = regex(
    r"\b(?:cancel(?:l?ed|lation)|called off|not (?:be )?(?:take place|held)|abgesagt|entfällt|entfallen|ausgefallen"
    r"|fällt\b.{1,60}\baus|fallen\b.{1,60}\baus)\b",
    re.IGNORECASE,
)


def is_called_off(text: str, question: str) -> bool:
    """Whether a text says when something does not take place, and the question asks when it does."""
    if _ASKS_WHEN.match(question) is None or _CALLED_OFF.search(question):
        return False
    return _CALLED_OFF.search(text) is not None
