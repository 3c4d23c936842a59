"""How questions in Romance and further languages ask: for the head of a noun phrase, for someone, for a number, with a
limit or an age. Pure (D-362, D-396, D-527)."""

import re

from orc.documents.text.tokens import content_words
from orc.patterns import regex

HEAD = regex(
    r"[\W_]{0,5}(?:quel(?:le)?s? (?:est|sont|était) |cu[aá]l(?:es)? (?:es|son|era) |qual[ei]? (?:è|é|sono|são|era) "
    r"|(?:chi|qui|qui[eé]n(?:es)?|quem) (?:è|est|es|é) )"
    r"(?:l[aeo]s? |l['’]|el |il |i |gli |os? |as? )?(?P<noun>[^\W\d_]{3,30})",
    re.IGNORECASE,
)
_NO_VERB = (  # hoeveel verdien je, ile zapłacę
    r"(?!(?<=hoeveel )\w{1,30} (?:ik|je|jij|u|we|wij|ze|hij|men|jullie)\b"
    r"|(?<=ile )\w{2,30}(?:ę|[eiy]sz|[eiy]my|uj[eą])\b)"
)
FURTHER_HEAD = regex(
    r"[\W_]{0,5}(?:(?:wat|wie|hoe \w{2,12}) (?:is|was|zijn) (?:de |het |een |mijn |onze )?"
    r"|(?:vad|vem|hur \w{2,12}) är |(?:hvad|hva|hvem|hvor \w{2,12}) er "
    r"|(?:jak[aie]{1,2}|ile|kto) (?:jest |są |wynosi |to )|(?:ja[kc]\w{1,2}|kdo|kolik) (?:je |jsou |činí )"
    r"|(?:hoeveel|hur många|hvor mange|il[eu]|kolik|сколько|скільки) "
    r"|(?:как(?:ой|ая|ое|ие|ов|ова|овы)|як(?:ий|а|е|і)) )(?!(?:var|är|er|blev|was|waren)\b)"
    rf"{_NO_VERB}(?P<noun>[^\W\d_]{{3,30}})",
    re.IGNORECASE,
)
# Of how much Brno earned, a row of figures need not say the verb: kolik vydělalo Brno.
DEED = regex(r"[\W_]{0,5}(?:il[eu]|kolik|сколько|скільки) \w{1,20}?(?:[aěi]l|[aiy]ł|[аи]л)[aoiyаои]?\b", re.IGNORECASE)
# Verbs that mean to lead in a question for the one who does it only.
_LEADS = (
    r"tient|lleva|gestiona|organiza|organise|organizza|tiene|gere|runt|regelt|organiseert|driver|sköter|zarządza"
    r"|organizuje"
)
LEADERS = content_words("dirige leidt leder kieruje")
# An office or what its holder does, whom the answer must name.
WHO_IS = regex(
    r"[\W_]*(?:chi è|qui est|qui[eé]n es|quem é) (?:l[ae] |l['’]|el |il |[ao] )(?-i:[a-zà-ÿ])"
    r"|[\W_]*(?:wie is (?:de|het|onze)|vem är|hvem er|kto (?:jest|to)|kdo je|кто|хто) "
    r"(?-i:[a-zа-яà-ÿščřžłś])"
    r"|[\W_]*(?:chi|qui|qui[eé]n(?:es)?|quem|wie|vem|hvem|kto|kdo|кто|хто) "
    r"(?:dirig\w{1,5}|gère|préside|preside|gestisce|coordin\w{1,3}|enseigne|enseña|insegna|ensina|leidt|leiden|led[es]r?"
    r"|undervisar|underviser|kieruje|prowadzi|uczy|vede|řídí|učí|руководит|возглавляет|керує|очолює"
    rf"|(?P<leads>{_LEADS}))\b",
    re.IGNORECASE,
)
WHO = regex(
    r"[\W_]*(?:chi|qui|qui[eé]n(?:es)?|quem|wie|vem|hvem|kto|kdo|кто|хто)\b(?! (?:\w+ )?"
    r"(?:paie|paye|paga|betaal|betala|płaci|zapłaci|platí|zaplatí|платит|платить|draagt|ponosi|assume|prend|responde)\w*)",
    re.IGNORECASE,
)
# The whole stock, of which a limit says nothing: se pueden tomar cinco libros.
HAS_MANY = regex(
    r"\b(?:tienen?|hay|ha|hanno|ci sono|tem|têm|há|a|ont|a-t-(?:il|elle|on)|compten?t?|possède|dispose|heeft|hebben"
    r"|zijn|telt|har|finns|er|ma|mają|jest|są|liczy|má|mají|je|jsou|есть|имеет|має|є)\b",
    re.IGNORECASE,
)
MAY = regex(
    r"\b(?:peu(?:t|vent|x)|pouve[zn]\w*|puis|(?:au|un) maximum|máximo|massimo|au plus|jusqu|pueden?|puedo|podemos"
    r"|si può"
    r"|può|possono|possiamo|posso|pode[m]?|podemos|até|hasta|fino a|mag|mogen|moet\w*|kan|kunnen|kunt|maximaal"
    r"|hoogstens"
    r"|ten hoogste|får|kan|högst|max|må|højst|høyst|można|może\w*|mogą|mogę|wolno|maksym\w*|najwyżej|může\w*"
    r"|smí\w*|mohou|mohu|lze|nejvýše|можно|может|могут|могу|не более|можна|може|можуть"
    r"|(?:cada|chaque|ogni|elke?|iedere?|varje|hver|każd\w{1,3}|každ\w{1,3}|кажд\w{1,3}|кожн\w{1,3})"
    r" (?!(?:jour|semaine|mois|an|année|d[ií]a|semana|m[eê]s|a[ñn]o|giorno|settimana|mese|anno|dag|week|maand|jaar"
    r"|vecka"
    r"|månad|år|dzień|tydzień|miesiąc|rok)\b)[^\W\d_]{3,20}"
    r"|per (?:bezoeker|klant|deelnemer|gast|huishouden|leerling|besökare|deltagare|gäst|hushåll|elev)"
    r"|(?:par|por|a|per|na|pro|на) (?:visiteur|client|visitante|huésped|visitatore|ospite|allievo|personne|famille"
    r"|enfant|membre|foyer|persona|familia|niño|socio|cliente|testa"
    r"|famiglia|pessoa|persoon|gezin|lid|kind|person|familj|barn|medlem|osobę|osobu|rodinu|человека|особу))\b",
    re.IGNORECASE,
)
# Of these one may have a number by contract: ogni dipendente può prendere 22 giorni.
OF_ONE = regex(
    r"\b(?:ai-je|avons-nous|tengo|tenemos|ho|abbiamo|tenho|temos|ik|wij|we|jag|jeg|vi|mam|mamy|mám|máme)\b",
    re.IGNORECASE,
)
# The noun that tells the number of what: numéro de compte.
NUMBER_OF = regex(
    r"\b(?:num[eé]ro (?:de |d['’]|di )|número de |numer |číslo |номер )(?P<noun>[^\W\d_]{3,30})",
    re.IGNORECASE,
)
# Combien de chambres, cuántos pisos, hoeveel kamers, hur många rum, ile pokoi: the thing counted.
COUNTED = regex(
    r"[\W_]{0,5}(?:(?:para|pour|por|per|con|com|avec|voor|met|för|med|for|dla|pro|для) )?"
    r"(?:combien d(?:e |['’])|cu[aá]nt[oa]s |quant[ie] |quant[oa]s |hoeveel |hur många |hvor mange |il[eu] "
    rf"|kolik |сколько |скільки ){_NO_VERB}(?P<noun>[^\W\d_]{{3,30}})",
    re.IGNORECASE,
)
# Cuántos huevos lleva el flan: of a thing that the document does not name it says nothing.
HAS_THING = regex(
    r"\b(?:tienen?|llevan?|contiene[ns]?|hanno|contengono|contien(?:t|nent)|comporten?t?|tem|têm|levam?|heeft|hebben"
    r"|bevat(?:ten)?) (?:l[aeo]s? |l['’]|el |il |i |gli |[oa]s? |de |het )(?P<noun>[^\W\d_]{3,30})\W{0,5}\Z",
    re.IGNORECASE,
)
# Cuánta mantequilla, quanto pane: the mass, which the answer must have.
MASS = regex(
    r"[\W_]{0,5}(?:(?:cu[aá]nta|quanta) (?P<one>[^\W\d_]{3,30})"
    r"|(?:cu[aá]nto|quanto) (?P<other>[^\W\d_]{3,30}) (?:lleva|tiene|hay|hace|necesita|se|ci|serv|leva|tem|é|há))",
    re.IGNORECASE,
)
WITHIN = regex(
    r"\b(?:i|in|en|dans|w|v|nel(?:la|l['’])?|n[ao]|em|в|у) ?(?:l[ae] |l['’]|el |il |de |het |o "
    r"|a )?(?P<noun>[^\W\d_]{3,30})"
    r"\W*\Z",
    re.IGNORECASE,
)
# My son of eight: a rule names other ages.
OF_AGE = regex(
    r"\b(?P<age>(?:\d{1,2}|[^\W\d_]{2,12}) (?:ans|años|anni|anos|jaar|år|lata?))\b"
    r"|\b(?:zoon|dochter|son|dotter|datter|sønn?) (?:van|på|af) (?P<bare>[^\W\d_]{2,10})\b",
    re.IGNORECASE,
)
UNTIL = regex(r"\W*(?:tot|jusqu['’]à|hasta|fino a|até|till|til|do|до)\b", re.IGNORECASE)
ASKS_NAME = regex(
    r"\b(?:s['’]appel(?:le(?:nt)?|ait)|se llama(?:n|ba)?|si chiama(?:no|va)?|se chama(?:m|va)?|heet|heten|heette|heter"
    r"|hedder)\b"
    r"|\b(?:quel (?:est|était) le nom|cuál (?:es|era) el nombre|qual è il nome|qual é o nome|wat is de naam)\b",
    re.IGNORECASE,
)
