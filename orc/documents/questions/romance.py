"""Questions in French, Spanish, Italian and Portuguese: the kinds of answers that they ask for, and synonyms of the
words that decide. Pure (D-362)."""

from orc.documents.questions.answer_kind import Kind, answer_kind
from orc.documents.questions.expected_answers import ROMANCE_NUMBERS
from orc.documents.questions.shared_kinds import ADDRESS, ASKS_REASON, SHARED_KINDS
from orc.documents.questions.times import (
    ASKS_OPENING_IN_ROMANCE,
    FOR_EVER,
    OPENING,
    ROMANCE_CLOCK,
    ROMANCE_DAYS,
    ROMANCE_MONTHS,
    ROMANCE_OPENING_WORDS,
)

_N = (
    rf"(?:\d[\d.,]{{0,20}}|un[eao]?|um|due|tr[eê]s|six|seis|sei|treize|quatorze|seize|trece|catorce|tredici|quattordici"
    r"|treze|catorze|quarante|cinquante|cuarenta|cincuenta|quaranta|cinquanta|sessanta|quarenta|cinquenta|sessenta"
    r"|ochenta|noventa|ottanta|novanta|oitenta|cent[os]?|cien|cento|cem|mille|mil"
    rf"|{ROMANCE_NUMBERS})"
)
_UNITS = (
    r"ann?[eé]es?|ans?|mois|semaines?|jours?|heures?|minutes?|años?|mes(?:es)?|semanas?|días?|horas?|minutos?|ann[io]"
    r"|mes[ei]|settiman[ae]|giorn(?:[io]|at[ae])|journées?|nuits?|noches?|nott[ei]|noites?|or[ae]|minut[io]|anos?|mês|dias?"
)
_HAS = r"(?:ai|as|a|ont|avait|tengo|tiene|tienen|tenía|ho|ha|hanno|aveva|tem|têm|tinha|con|à|a los|com)"


_NO_AMOUNT = (
    r"(?<![\d.,$€£¥])(?<!\d[ \u00a0])\d[\d.,]{0,20}+(?:[ \u00a0]\d{3}(?!\d)){0,3}+"
    r"(?! ?(?:[$€£¥%]|(?:euros?|dollars?|dólares|dollari|francs?|franchi|francos|pesos|reais|eur|usd|chf|pour cent"
    r"|por ciento|per cento|por cento)\b))"
)
_NOT_OTHERWISE = (  # how many e-mails one may send is no address
    r"\A(?!\W*(?:où|d[oó]nde|dove|onde|quand|cu[aá]ndo|quando|combien|cu[aá]nt[oa]s?|quant[oaie]s?|qui|qui[eé]n(?:es)?"
    r"|chi|quem|puedo|podemos|se puede|puis-je|peut-on|posso|possiamo|si può|pode-se|est[áa]|est-il|è|é|hay que"
    r"|pourquoi|por qu[eéê]|perché)\b)(?s:.{0,300}?)"
)
_IS_THE = r"(?:est|sont|es|son|è|sono|é|são) (?:l[aeo]s?|el|il|i|gli|os?|as?|l['’])"
# Cuánto pan lleva, quanto pane serve: how much of it.
_OF_MASS = r"\b(?:cu[aá]nto|quanto) \w{3,20} (?:lleva[ns]?|tienen?|hay|hace|necesita\w?|se|ci|servono?|leva|tem|é|há)\b"
_COLOURS = (
    r"\b(?:rouges?|bleue?s?|vert(?:es?|s)?|jaunes?|noire?s?|blanc(?:hes?|s)?|grise?s?|brune?s?|marrones|marrons?|roses?"
    r"|violet(?:tes?|s)?|oranges?|roj[oa]s?|azul(?:es)?|verde?s?|amarill[oa]s?|negr[oa]s?|blanc[oa]s?|marr[oó]n|rosas?"
    r"|morad[oa]s?|naranjas?|ross[oaie]|blu|verdi|giall[oaie]|ner[oaie]|bianc(?:hi|he|[oa])|grigi?[oae]?|viola|arancion[ei]"
    r"|vermelh[oa]s?|amarel[oa]s?|pret[oa]s?|branc[oa]s?|cinzent[oa]s?|cinza|castanh[oa]s?|rox[oa]s?|laranja|azuis"
    r"|marron[ei]|marrom|azzurr[oaie]|celestes?|brun[oa]s?|bei?ge|turquoises?|turquesas?|turchese|violetas?|lilas?|lilla"
    r"|mauves?|pourpres?|p[uú]rpura|porpora|écarlates?|scarlatt[oa]|ocre|bordeaux|granate|cr[eè]mes?|ivoire|marfil|kaki"
    r"|dorée?s?|dorad[oa]s?|dorat[oaie]|dourad[oa]s?|argentée?s?|argentat[oaie]|platead[oa]s?|pratead[oa]s?"
    r"|blonde?s?|biond[oaie]|rubi[oa]s?|loir[oa]s?|rou(?:x|sses?)|châtains?|castañ[oa]s?|castan[oaie]|pard[oa]s?)\b"
)
_KINDS = (
    answer_kind(
        r"\b(?:quelles?|qu[eé]|che|qual[ei]?) (?:è la |es la |est la |é a )?temp[eé]ratur[ae]\b",
        r"\d ?(?:[°º]|grad[io]s?\b|degr[eé]s?\b|graus\b|(?-i:[CF])\b)",
        "température temperatura quelle qué che quale qual que",
        heads="temperature",
        is_figure=True,
    ),
    answer_kind(
        r"\b(?:jusqu['’]à|à partir de|au-delà de|hasta|a partir de|desde|fino a|oltre|da|até|acima de)"
        r" (?:quel(?:le)?|qu[eé]|quale|che) (?:montant|somme|prix|importe|monto|cantidad|suma|importo|somma|cifra|valor"
        r"|valore|montante|quantia)\b",
        r"[$€£¥] ?\d|\d ?[$€£¥%]|\d (?:euros?|dollars?|dólares|dollari|francs?|franchi|francos|pesos|reais)\b",
        "montant somme prix importe monto cantidad suma importo somma cifra valor valore montante quantia partir jusqu "
        "hasta desde fino oltre até acima",
        heads="money",
        is_figure=True,
    ),
    answer_kind(
        r"\b(?:quelles?|qu[eé]|che|qual[ei]?) (?:as? |è il )?(?:couleurs?|color(?:es|[ei])?|cor(?:es)?)\b"
        rf"|{_IS_THE} ?(?:couleurs?|color(?:es|[ei])?|cor(?:es)?)\b",
        _COLOURS,
        "couleur couleurs color colores colore colori cor cores",
    ),
    answer_kind(
        r"\bquel âge\b|\bâge d[eu']|\bcu[aá]ntos años tien|\bqu[eé] edad\b|\bedad de|\bquanti anni ha|\bche età\b"
        r"|\betà d[ie]|\bquantos anos t[eê]m|\bque idade\b|\bidade d[aeo]",
        rf"\bâgée?s?\b|\b(?:moins|plus|menores|mayores|minori|maggiori|maiores|partir) d[ei] (?:los )?{_N} (?:ans"
        r"|años|anni|anos)\b"
        rf"|(?:\b{_HAS}|,(?: de| di)?) {_N} (?:ans|años|anni|anos)\b|\b(?:âge|edad|età|idade)\b.{{0,30}}\d"
        r"|\b(?:née?|nació|nacid[oa]|nat[oa]|nasceu|nascid[oa])\b.{0,40}\d{4}",
        "âge anos años anni edad età idade tiene tem ans partir",
        heads="age",
        cell=rf"{_N} (?:ans|años|anni|anos)\b",
    ),
    answer_kind(
        r"\bcombien d['’]argent\b|\bcu[aá]nto dinero\b|\bquanti soldi\b|\bquanto (?:denaro|dinheiro)\b"
        r"|\ba quanto ammonta\b|\bcombien (?:ça |cela )?(?:co[uû]te|vaut|paie|gagne)"
        r"|\bcu[aá]nto (?:cuesta|vale|gana|cobra|se paga)"
        r"|\bquanto (?:costa|guadagna|vale|custa|ganha|si paga|se paga)"
        rf"|{_IS_THE} ?(?:\w+ )?(?:prix|coût|tarifs?|salaires?|loyer|montant|rémunération|precio|coste|costo|importe"
        r"|salario|sueldo|alquiler|prezzo|stipendio|affitto|canone|preço|custo|salário|ordenado|renda|aluguel)\b",
        r"[$€£¥] ?\d|\d ?[$€£¥%]|(?:\w |\bd['’])(?:euros?|dollars?|dólares|dollari|francs?|franchi|francos|pesos|reais"
        r"|centimes|c[eéê]ntimos?|centavos?|centesim[oi]|cents?)\b"
        r"|\b(?:EUR|USD|CHF|BRL) ?\d|\d ?(?:EUR|USD|CHF|BRL)\b|\bgratuite?s?\b|\bgratis\b|\bgratuit[oaie]s?\b",
        "combien coûte coûtent vaut prix coût tarif tarifs montant cuánto cuesta cuestan vale precio coste costo "
        "importe quanto costa costano prezzo custa custam preço custo "
        "ammonta argent dinero soldi denaro dinheiro",
        heads="money",
        is_figure=True,
    ),
    answer_kind(
        rf"{_NOT_OTHERWISE}(?:\bt[eé]l[eé]phone\b|\btel[eé]fono\b|\btelefone\b|\bm[oó]vil\b|\bcellulare\b"
        r"|\btelem[oó]vel\b)",
        r"(?:\d{2}[ .]){3}\d|\d{2,5}[ /-]\d{3,}|\+\d{2}|\b\d{7,}",
        "numéro téléphone número teléfono numero telefono telefone móvil cellulare telemóvel",
        heads="phone",
    ),
    answer_kind(
        rf"{_NOT_OTHERWISE}(?:\be-?mail\b|\bcourriel\b|\bcorreo\b|\bposta elettronica\b)",
        r"[\w.+-]{1,60}@[\w-]{1,60}\.\w",
        "adresse mail email courriel dirección correo electrónico indirizzo posta elettronica endereço e",
        heads="mail",
    ),
    answer_kind(
        r"\bcombien de temps\b|\bdurée\b|\bcu[aá]nto (?:tiempo|dura|tarda|demora)\b|\bduraci[oó]n\b"
        r"|\bquanto (?:tempo|dura|demora|ci (?:vuole|mette|mettono))\b|\bdurata\b|\bduração\b"
        r"|\b(?:con quanto anticipo|con cu[aá]nta antelaci[oó]n|com quanta anteced[eê]ncia)\b",
        rf"{_N} (?:\w+ )?(?:{_UNITS})\b|{FOR_EVER}",
        "combien temps durée cuánto tiempo dura duración quanto tempo durata duração depuis dure tarda demora vuole "
        "mette anticipo antelación antecedência",
        heads="duration",
        is_figure=True,
    ),
    answer_kind(r"\bqu[eé] horas?\b|\bquelle heure\b|\bche ora\b", ROMANCE_CLOCK, "hora heure ora horas", heads="time"),
    answer_kind(ASKS_OPENING_IN_ROMANCE, OPENING, ROMANCE_OPENING_WORDS, heads="time"),
    answer_kind(
        r"\bquand\b|\bcu[aá]ndo\b|\bquando\b|\bquelle (?:date|heure|année)\b|\bqu[eé] (?:fecha|día|año|hora)\b"
        r"|\bche (?:data|ora|giorno|anno)\b|\bque (?:data|dia|horas?|ano)\b",
        rf"{_NO_AMOUNT}|\b(?:en|dans|sous|dentro de|entro|tra|fra|em|após|al cabo de|au bout de) {_N} (?:{_UNITS})\b"
        rf"|\b(?:{ROMANCE_DAYS}|{ROMANCE_MONTHS}|matin|soir|midi|mañana|tarde"
        r"|noche|mattina|sera|manhã|noite"
        r"|printemps|(?:en |cet |[ld]['’])été|automne|hiver|primavera|verano|otoño|invierno|estate|autunno|inverno"
        r"|verão|outono|après|avant|dès|lorsqu\w*|jusqu\w*|pendant|tras|después|antes|cuando|quando|quand|chaque|cada|ogni|hasta|mientras|dopo|prima"
        r"|entro|appena|finché|durante|após|depois|até|logo|(?:fin|début|final|finales|inicio|principios?|fine"
        r"|inizio) (?:de |d['’])?(?:du |del(?:la |l['’])?|d[oa] )?(?:[^\W\d_])"
        r"|(?:premier|dernier|primer|últim[oa]|primo|ultim[oa]|primeir[oa]) (?:d[ií]a|jour|giorno|semana|semaine"
        r"|settimana)"
        r"|siècle|siglo|secolo|século|noël|navidad|natale|natal"
        r"|pâques|pascua|pasqua|páscoa)\b",
        "quand date heure année cuándo fecha día año hora quando data ora giorno anno dia horas ano",
        heads="time",
        cell=rf"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|\b\d\d?[/:h]\d\d|\b\d\d?\.\d\d?\.|\b(?:{ROMANCE_DAYS}|{ROMANCE_MONTHS})\b",
    ),
    answer_kind(
        r"\boù (?:se trouve|est|sont)\b|\bd[oó]nde (?:est[aá]n?|queda|se encuentra)\b|\bdov['’]è"
        r"|\bdove (?:si trova|sono)\b|\bonde (?:fica|é|são|está)\b",
        r"\b(?:à|aux?|en|dans|chez|sur|sous|près|rue|avenue|place|calle|plaza|junto|cerca|in|nel\w*|all[aeo]|al|via"
        r"|piazza|presso|vicino|em|n[ao]s?|rua|avenida|praça|perto|siège|sede|atrás|detrás|derrière|dietro|devant|frente|davanti)"
        r" (?!\d|(?:horas?|week-?end|cas|avance|fin|début|caso|efectivo|contanti|(?:primeir[oa]|primer|primo"
        r"|premier|últim[oa]|ultimo"
        rf"|dernier) (?:d[ií]a|giorno|jour|{ROMANCE_DAYS})|precio|prezzo|preço|total\w*|{ROMANCE_DAYS}"
        rf"|{ROMANCE_MONTHS})\b)\w"
        rf"|\b(?-i:a [A-Z])|{ADDRESS}",
        "où trouve está queda encuentra dove dov trova onde fica",
        heads="place",
    ),
    answer_kind(
        r"\bcombien d['’e]|\bcu[aá]nt[oa]s \w|\bquant[ie] \w|\bquant[oa]s \w|\b(?:cu[aá]nta|quanta) \w"
        rf"|{_OF_MASS}",
        rf"\b{_N}\b|\b(?:aucune?|ning[uú]n\w*|nessun\w*|nenhum\w*|plusieurs|vari[oae]s?)\b",
        "combien",
    ),
)


def romance_kind(question: str) -> Kind | None:
    """The kind of answer that a question in one of these languages asks for. None if its form does not say."""
    return next((kind for kind in (ASKS_REASON, *_KINDS, *SHARED_KINDS) if kind.asks.search(question)), None)
