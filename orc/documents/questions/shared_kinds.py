"""The kinds of answers that questions in Romance and further languages ask for alike: a reason, a place, a measure.
Pure (D-527)."""

from orc.documents.questions.answer_kind import Kind, answer_kind
from orc.documents.questions.expected_answers import FURTHER_NUMBERS, ROMANCE_NUMBERS
from orc.documents.questions.times import ROMANCE_DAYS, ROMANCE_MONTHS

_NO_RECURRENCE = (  # 24 euros por noche
    r"(?!(?:favor|noche|persona|pessoa|d[ií]as?|mes|mês|meses|a[ñn]o|hora|semana|familia|família|noite|unidad|ejemplo"
    r"|exemplo|esempio|la mañana|la tarde|la noche|persona|giorno|mese|anno|settimana|notte|ora|volta|vez|tel\w*"
    r"|email|correo|escrito|iscritto|legge|ley|lei)\b|\d)"
)
_REASON = (
    r"\b(?:parce qu(?:e|['’]\w+)|car|puisqu(?:e|['’]\w+)|comme|en raison|à cause|grâce|faute|dues?|dû|suite à"
    r"|raisons?|causes?|sinon|donc"
    r"|(?<=\w )pour (?:cause|des? |(?:[^\W\d_]{1,3} )?[^\W\d_]{2,20}(?:er|ir|re)\b)|afin|évite\w*|permet\w*|empêche\w*"
    r"|porque|porqu[eê]|debid[oa]s?|devid[oa]s?|pues|pois|ya que|já que|dado que|puesto que|uma vez que|graças"
    r"|gracias a"
    rf"|(?<=\w )(?:por|per) {_NO_RECURRENCE}[^\W\d_]|(?<=\w )para (?:que|(?:n[oã]o? )?[^\W\d_]{{2,20}}r)\b|a fin de"
    r"|causa\w*|motivos?"
    r"|raz[oó]n|razões|razão|evita\w*|perch[eé]|poich[eé]|siccome|dato che|visto che|grazie|dovut\w|ragion[ei]"
    r"|motiv[oi]"
    r"|così|affinché|altrimenti|si no|senão|decía|disait|diceva|dizia"
    r"|omdat|want|doordat|wegens|vanwege|door|dankzij|zodat|(?<=\w )om .{1,60}? te|daarom|dus|anders|reden\w*"
    r"|oorzaak|zorgt"
    r"|eftersom|därför|på grund av|till följd|(?<=\w )för att|så att|tack vare|orsak\w*|anledning\w*|beror|annars"
    r"|därmed|genom"
    r"|fordi|på grun[dn] af?v?|for at|skyldes|årsag\w*|grunnen?|derfor|ellers|takket være|siden"
    r"|ponieważ|bo|gdyż|bowiem|z powodu|ze względu|z uwagi|aby|żeby|by|dlatego|przyczyn\w*|pow[oó]d\w*|dzięki|wskutek"
    r"|w związku|inaczej|protože|neboť|kvůli|z důvodu|důvod\w*|proto|díky|jinak|aby"
    r"|потому|так как|поскольку|из-за|чтобы|поэтому|причин\w*|благодаря|в связи|иначе|ввиду|тому|бо|оскільки|через|щоб"
    r"|завдяки|інакше)\b"
    r"|\A\W*(?:si|s['’]ils?|se|quand|lorsque|cuando|quando|als|wanneer|om|när|når|hvis|jeśli|jeżeli|gdy|když|pokud|если"
    r"|когда|якщо|коли)\b[^,]{3,60},"  # what has a cause at any time
)
ASKS_REASON = answer_kind(
    r"\A\W*(?:(?:et|y|e|en|och|og|a|i|и|і|maar|mais|pero|ma|mas) )?(?:pourquoi|por qu[eéê]|porqu[eéê]|perch[eé]|waarom"
    r"|varför|hvorfor|dlaczego|czemu|proč|почему|зачем|чому|навіщо)\b",
    _REASON,
    "pourquoi qué porqué porque porquê por que perché waarom varför hvorfor dlaczego czemu proč почему зачем чому",
    in_tables=False,
)
"""The kind of answer to a question why, whatever else it names."""

ADDRESS = (
    r"(?:\b(?:adres\w*|address?\w*|indirizzo|direcci[oó]n|ubicaci[oó]n|endereço|morada|local|localização|sede|siège|lieu"
    r"|luogo|lugar|locatie|plaats|plats|sted|miejsce|místo|место|місце|адрес\w?) ?: ?\S"
    r"|\b(?:adres\w*|ul\.|ulic\w|al\.|plac\w?|nám\.|náměstí|ул\.|улиц\w|вул\.|вулиц\w|адрес\w?)(?= )"
    r"|\b(?:rue|avenue|boulevard|calle|avenida|plaza|via|viale|piazza|rua|praça) (?-i:[A-Z])"
    r"|\b\w{2,30}(?:straat|laan|weg|plein|kade|gracht|dijk|gatan|vägen|torget|gränd|allén|gade|vej|gata|veien) \d)"
)
"""The pattern of an address."""
_DAY_OR_MONTH = (
    rf"(?:{ROMANCE_DAYS}|{ROMANCE_MONTHS})\b|(?:maan|dins|woens|donder|vrij|zater|zon|mån|man|tis|tirs|ons|tors|fre|lör"
    r"|lør|søn|sön)dag|weekend|week\b|januari|februari|maart|april|mei\b|jun[iy]|jul[iy]|augusti?|augustus|septemb"
    r"|okto|nov|dec|des|mars|maj|ponied|wtor|śro|czwart|piąt|sobot|niedz|pond|úter|střed|čtvrt|pátek|pát|neděl|godz"
    r"|hodin|месяц|понедел|вторник|сред[уы]|четверг|пятниц|суббот|воскрес|понеділ|вівтор|серед|четвер|субот|неділ"
)
_PLACE = (
    r"\b(?:in|op|aan|naast|bij|achter|tegenover|tussen|onder|boven|onderaan|langs|i|på|vid|bredvid|bakom|intill"
    r"|mittemot|nära|ovanför|mellan|hos|ved|bag|bak|mellem|mellom|overfor|w|we|na|przy|obok|koło|za|pod|nad"
    r"|naprzeciw\w?|między|v|ve|u|vedle|naproti|mezi|в|во|на|у|возле|рядом|около|за|под|над|напротив|біля|поруч|під"
    rf"|навпроти) (?:(?:de|het|een|den|det|en|et|ett|onze) )?(?!{_DAY_OR_MONTH})"
    r"(?!(?:månad\w*|måned\w*|veck\w*|uke\w*|uge\w*|år\w*|dag\w*|förväg|förskott|tid|geval|overleg|totaal|prijs|czasie"
    r"|ciągu|przypadk\w+|razie|termin\w+|cen\w+|osob\w+|případě|ceně|случа\w+|случае|течение|день|год\w*|tre|met en)\b)"
    r"[^\W\d_]"
    rf"|{ADDRESS}"
)
_NUMBER = (
    rf"(?:\d|\b(?:{ROMANCE_NUMBERS}|{FURTHER_NUMBERS}|six|seis|sei|un[ae]?|uma?|e[nt]t?|een|één|två|tre|fyra|fem"
    r"|sex|tio|to|fire|seks|ti|jed\w{1,3}|dva|tři|pět))"
)
_WEIGHT = (
    rf"{_NUMBER} ?(?:k?g|mg|t|ton\w{{0,6}}|kil[oó]\w{{0,7}}|gram\w{{0,5}}"
    r"|кг|г|т|тонн\w?|кило\w*|грамм\w*|кіло\w*)(?!\w)"
)
_LENGTH = (
    rf"{_NUMBER} ?(?:[ckm]?m|km/h|m[eèé]t(?:re|ro|er)\w{{0,2}}|metr\w{{0,3}}|kilom\w{{0,8}}|centim\w{{0,8}}"
    rf"|mill?im\w{{0,8}}"
    r"|м|см|км|метр\w{0,3}|сантим\w*|кілометр\w*|километр\w*|ann?[eé]?e?s?|años?|ann[io]|anos?|mois|m[eê]s(?:es|i|e)?|jours?|d[ií]as?"
    r"|giorn[io]|semaines?|semanas?|settiman[ae]|jaar|jaren|maand(?:en)?|dag(?:en|ar|er|e)?|we?eke?n?|år|månad(?:er)?"
    r"|måned(?:er)?|veck(?:a|or)|uker?|uger?|rok\w?|lat|miesi\w+|tyg?od\w+|tydzień|dzień|dni|pages?|páginas?"
    r"|pagin[ea]|sidor|sider|stron\w?)(?!\w|[²2])|\d ?[x×] ?\d"
)
_AREA = (
    r"\d ?(?:[ck]?m ?[²³23]|кв|ha\b|kvm\b)"
    rf"|{_NUMBER} (?:hect[aá]r\w{{1,3}}|ettar[oi]|hektar\w{{0,3}}|vierkante|kvadrat\w*|квадрат\w*|l|lit(?:re|ro|er"
    rf"|r)\w{{0,3}}"
    r"|(?:m[eèé]tr\w{1,2}|kilom\w+) (?:carrés?|cuadrad\w+|quadr\w+|kwadrat\w+|čtvereč\w+)|литр\w*|places?|plazas?|posti"
    r"|lugares|plaatsen|platser|miejsc\w?|person\w{1,4}|os[oó]b\w?|pessoas|habitant\w*|pi[eè]ces?|habitaciones|stanze"
    rf"|quartos|kamers|rum|pok[oó]\w+)(?!\w)|{_LENGTH}"
)
_MONEY = (  # how high is the fee
    r"[$€£] ?\d|\d ?[%€$£]|\d (?:mil\w{2,8} (?:d[ei] )?)?(?:euros?|zł\w*|kr\w*|k[čc]|руб\w*|грн|pour cent|por ciento"
    r"|per cento|por cento|procent\w?"
    r"|prosent)(?!\w)"
)
_LENGTH_NAMES = (
    r"(?:longueur|largeur|hauteur|profondeur|épaisseur|distance|longitud|altura|profundidad|anchura|distancia|lunghezza"
    r"|altezza|profondità|larghezza|distanza|comprimento|profundidade|largura|distância)"
)
_AREA_NAMES = r"(?:taille|superficie|surface|tamaño|dimension[ei]|área|area|tamanho)"
_WHICH_IS = r"(?:quelle?|cu[aá]l|qual) ?(?:est|es|è|é) (?:l[ae] |l['’]|el |il |[oa] )"


def _size(asks: str, pattern: str, words: str) -> Kind:
    """The kind of a measure."""
    return answer_kind(asks, pattern, words, is_figure=True)


SHARED_KINDS = (
    answer_kind(
        r"\A\W*(?:(?:en|och|og|a|i|и|і) )?(?:waar (?:is|zijn|ligt|liggen|bevind\w*|staa[nt]|staan|vind)"
        r"|var (?:ligger|finns|är|hittar|står)|hvor (?:ligger|er|fin(?:n|d)es|finner|finder|står)"
        r"|gdzie (?:jest|są|znajduj\w+|leży|leżą|mieści|znajdę)|kde (?:je|jsou|leží|se nach\w+|najdu)"
        r"|где (?:находи\w+|расположен\w*|есть|лежит|стоит|найти)|де (?:знаход\w+|розташован\w*|є|лежить))\b",
        _PLACE,
        "waar ligt bevindt staat vind var ligger finns hittar står hvor finnes findes gdzie znajduje leży mieści kde "
        "leží где находится расположен де знаходиться",
        heads="place",
    ),
    _size(
        r"\bcombien pèse(?:nt)?\b|\bcu[aá]nto pesan?\b|\bquanto pesa(?:no|m)?\b|\bhoeveel weegt\b|\bhoe zwaar\b"
        rf"|\b{_WHICH_IS}(?:poids|peso)\b|\bhur (?:mycket väger|tunga?t?)\b|\bhvor (?:meget vejer|mye veier|tungt?)\b"
        r"|\bile waż[yą]\w?\b|\bjak ciężk\w{1,2}\b|\bkolik váží\b|\bсколько вес[ия]т\b|\bскільки важ[иа]ть\b",
        _WEIGHT,
        "combien pèse pèsent cuánto pesa pesan quanto pesano pesam hoeveel hoe zwaar weegt weegen poids peso quel cuál "
        "qual hur mycket väger tung tungt hvor meget mye vejer veier ile waży ważą jak ciężki kolik váží сколько весит "
        "скільки",
    ),
    _size(
        r"\bcombien mesure(?:nt)?\b|\bcu[aá]nto miden?\b|\bquanto (?:misura(?:no)?|medem?)\b"
        r"|\bquanto (?:è|sono|era) (?:lung|alt|larg|profond|spess)\w{1,2}\b"
        rf"|\b{_WHICH_IS}{_LENGTH_NAMES}\b|\b(?:quelle?|che|qu[eé]) {_LENGTH_NAMES}\b"
        r"|\bhoe (?:breed|diep|dik|ver) (?:is|zijn|mag|mogen|wordt)\b"
        r"|\bhur (?:djupt?|djupa|bre[dt]t?|breda|långt?|långa|tjockt?) (?:är|får|kan)\b"
        r"|\bhvor (?:dy[bp]t?|bredt?|langt) (?:er|må|kan)\b|\bkolik měří\b"
        r"|\bjak (?:głębok|szerok|dług)\w{1,2} (?:jest|są|może|mogą)\b|\bile mierzy\b"
        r"|\bjaka jest (?:długość|głębokość|szerokość)\b|\bjak (?:hlubok|dlouh|širok)\w{1,2} (?:je|jsou|smí)\b"
        r"|\bкакая (?:длина|высота|глубина|ширина)\b"
        r"|\bяка (?:довжина|висота|глибина)\b",
        _LENGTH,
        "combien mesure mesurent cuánto mide miden quanto misura mede medem quelle cuál qual que hoe breed diep dik "
        "ver hur djup djupt bred brett lång långt hvor jak głęboki szeroki długi mierzy jaka měří",
    ),
    _size(  # how high is the wall, how high is the fee
        r"\bhoe hoog (?:is|zijn|mag|mogen|wordt)\b|\bhur hög[ta]? (?:är|får|kan)\b|\bhvor h[øö][jy][et]? (?:er|må"
        r"|kan)\b"
        r"|\bjak wysok\w{1,2} (?:jest|są|może|mogą)\b|\bjaka jest wysokość\b|\bjak vysok\w{1,2} (?:je|jsou|smí)\b",
        rf"{_LENGTH}|{_MONEY}",
        "hoe hoog hur hög högt höga hvor høj høy højt høyt jak wysoki wysoka wysokie jaka wysokość vysoký vysoká",
    ),
    _size(
        rf"\b{_WHICH_IS}{_AREA_NAMES}\b|\b(?:quelle?|che|qu[eé]) {_AREA_NAMES}\b|\bjaka jest powierzchnia\b"
        r"|\bкакая площадь\b|\bяка площа\b",
        _AREA,
        "quelle cuál qual que jaka какая яка",
    ),
    _size(
        r"\bquanto (?:è|sono|era) grand\w\b|\bhoe groot\b|\bhur stor[at]?\b|\bhvor stor[et]?\b|\bjak duż\w{1,2}\b"
        r"|\bjak velk\w{1,2}\b",
        rf"{_AREA}|{_MONEY}",  # how large is the loan
        "quelle cuál qual que quanto grande hoe groot hur stor stort stora hvor jak duży duża duże velký",
    ),
)
"""The other kinds, for questions whose form asks for no more special one."""
