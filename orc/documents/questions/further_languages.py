"""Questions in Dutch, Swedish, Danish, Norwegian, Polish, Czech, Russian and Ukrainian: the kinds of answers that they
ask for. Pure (D-396)."""

from orc.documents.questions.answer_kind import Kind, answer_kind
from orc.documents.questions.shared_kinds import ASKS_REASON, SHARED_KINDS
from orc.documents.questions.times import FOR_EVER

_N = (
    r"(?:\d[\d.,]{0,20}|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|twintig|dertig|veertig"
    r"|vijftig|zestig|honderd|half|halve|e[nt]t?|två|to|tre|fyra|fire|fem|sex|seks|sju|syv|åtta|åtte|otte|nio|ni|tio"
    r"|ti|elva|elleve|tolv|tjugo|tyve|tjue|trettio|hundra|hundrede|halva?|jed[ne]\w{0,3}|dwa|dwie|dwóch|trzy|trzech"
    r"|cztery|czterech|pięć|pięciu|sześć|sześciu|siedem|osiem|dziewięć|dziesięć|dwanaście|sto|pół|dva|dvě|tři|čtyři"
    r"|pět|šest|sedm|osm|devět|deset|dvanáct|один|одн[ауоі]\w{0,2}|дв[аеі]|двух|двох|три|трёх|трех|трьох|четыре"
    r"|чотири|пять|п['’]ять|пяти|шесть|шість|семь|сім|восемь|вісім|девять|дев['’]ять|десять|двенадцать|дванадцять"
    r"|двадцать|двадцять|сто|полтора|пол)"
)
_YEARS = r"(?:jaar|jaren|år|lat|lata|let|rok[yů]?|roku|лет|год[ау]?|років|рок[иу])"
_UNITS = (
    rf"{_YEARS}|maand(?:en)?|weken|week|dag(?:en)?|uur|uren|minuten|minuut|månad(?:er)?|måned(?:er)?|veck(?:a|or)"
    r"|uger?|uker?|dag(?:ar|e|er)?|dygn|timm(?:e|ar)|timer?|minut(?:er)?|minutter?|miesi\w{2,6}|tygod\w{2,4}|dni"
    r"|dzień|godzin\w?|minut\w?|měsíc\w{0,2}|týd\w{2,3}|dn[íůy]|den|hodin\w?|месяц\w{0,2}|недел\w{1,2}|дн(?:я|ей|і"
    r"|ів)|день|час(?:а|ов)?|минут\w?|місяц\w{1,3}|тиж\w{2,4}|годин\w?|хвилин\w?"
)
_DAYS = (
    r"(?:maan|dins|woens|donder|vrij|zater|zon|mån|man|tis|tirs|ons|tors|fre|lör|lør|søn|sön)dag(?:en|ar|e|er|s)?"
    r"|poniedział\w{1,4}|wtor\w{2,3}|śr[oó]d\w{0,2}|czwart\w{2,3}|piąt\w{2,3}|sobot\w"
    r"|niedziel\w|pondělí|úterý|středa|středu|čtvrtek|pátek|neděl\w|понедельник\w{0,3}|вторник\w{0,3}|сред(?:[ауы]|ам)|четверг\w{0,3}"
    r"|пятниц\w{1,3}|суббот\w{1,3}|воскресень\w{1,3}|понеділ\w{2,3}|вівтор\w{2,3}|серед[ауи]|четвер\w?|п['’]ятниц\w|субот\w|неділ\w"
)
_MONTHS = (
    r"januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|januar|februar|mars"
    r"|marts|maj|mai|augusti|august|desember|styczni\w|lut\w{2,3}|marc\w|kwietni\w|maja|czerwc\w|lipc\w|sierpni\w"
    r"|wrześni\w|październik\w?|listopad\w?|grudni\w|ledn\w|únor\w?|březn\w|dubn\w|květn\w|červ\w{2,4}|srpn\w|září"
    r"|říjn\w|prosin\w{1,2}|январ\w|феврал\w|март\w?|апрел\w|ма[яй]|июн\w|июл\w|август\w?|сентябр\w|октябр\w|ноябр\w"
    r"|декабр\w|січн\w|лют\w{2,3}|берез\w{2}|квіт\w{2}|трав\w{2}|черв\w{2}|лип\w{2}|серп\w{2}|верес\w{2}|жовт\w{2}"
    r"|листопад\w?|груд\w{2}"
)
_PART_OF_DAY = (
    r"ochtend|middag|avond|nacht|middernacht|lente|zomer|herfst|winter|morgon(?:en)?|kväll(?:en)?|natt(?:en)?|morgen"
    r"|aften|kveld|vår(?:en)?|sommar(?:en)?|sommer(?:en)?|höst(?:en)?|høst(?:en)?|efterår(?:et)?|vinter(?:n|en)?|rano"
    r"|wieczor\w{2}|południ\w{1,2}|północ\w?|wiosn\w|lat[eo]m?|jesieni\w?|zim[aąęy]|ráno|večer|poledne|půlnoc|jaro"
    r"|léto|podzim|утром|вечер\w{1,3}|днём|днем|полдень|полночь|весн\w{1,2}|лет[оа]м?|осень\w?|зим\w{1,2}|ранку"
    r"|опівдні|восени"
)
_ORDER = (
    r"nadat|voordat|zodra|tijdens|efter|innan|så snart|under|før|inden|zanim|przed|po|gdy|kiedy|podczas|před|než"
    r"|einde|eind|begin|(?:laatste|eerste|sista|första|siste|sidste|første) \w{0,12}dag\w{0,2}|slutet|början|als"
    r"|wanneer"
    r"|varje|elke|iedere|när|ostatni\w{0,3}|pierwsz\w{1,3}|ko(?:niec|ńca|ńcu)|początk\w{1,2}|codziennie|co miesiąc"
    r"|poslední\w?|první\w?|každ\w{1,3}|последн\w{2,3}|перв\w{2,3}|кажд\w{2,3}|остан\w{2,4}"
    r"|jakmile|během|после|перед|когда|пока|після|перед|коли|під час|во время"
)
_NO_AMOUNT = (
    r"(?<![\d.,$€£])(?<!\d )\d[\d.,]{0,20}+(?: \d{3}(?!\d)){0,3}+(?! ?(?:[€$£%°²]|(?:euro|eur|sek|dkk|nok|pln|czk"
    r"|k[rč]|kronor"
    r"|kroner|złot\w{1,3}|zł|procent\w?|prosent|m[²2]?|[ckm]m|k?g|kilo\w{0,5}|met(?:er|rów|ry|rar)|vierkante|kvadrat\w{0,7}"
    r"|kvm|liter|gram|grad(?:en|er)?|stopni|stuks|personen|personer|os[oó]b|miejsc|руб\w{0,3}|грн|км|кг|м)\b))"
)
_WHEN = rf"{_NO_AMOUNT}|\b{_N} (?:{_UNITS})\b|\b(?:{_DAYS}|{_MONTHS}|{_PART_OF_DAY}|{_ORDER})\b"
_CLOCK = (
    r"\b(?:[01]?\d|2[0-4])(?: ?[.:][0-5]\d| ?(?:uur|h|hod\w*|godz\w*|час\w{0,2}|годин\w?)\b)|\b(?:kl\.?|klockan"
    r"|klokken|om|godz\.?|o|do|od|в|до|с|со|о|об|з|tot|vanaf) (?:[01]?\d|2[0-4])\b(?! \w*(?:euro|k[rč]|zł|руб|грн))"
)
_CASH = (
    r"[$€£₽₴] ?\d|\d ?(?:[$€£₽₴]|k[rč]\b|zł)|\d ?(?:EUR|USD|SEK|DKK|NOK|PLN|CZK|RUB|UAH)\b|\b(?:EUR|USD|SEK|DKK|NOK"
    r"|PLN|CZK) ?\d|\w (?:euro?|eur|dollar\w?|kron(?:or|er|en|a)|korun\w?|złot\w{1,3}|groszy|руб\w{0,4}|гривень"
    r"|гривн\w|доллар\w{0,2}|евро|євро)\b|\b(?:gratis|kosteloos|kostnadsfri\w?|avgiftsfri\w?|bezpłatn\w{1,3}|za darmo"
    r"|zdarma|бесплатн\w{1,3}|безкоштовн\w{1,3}|безплатн\w{1,3})\b"
)
_COLOURS = (
    r"\b(?:(?:licht|donker|hemels|gras|fel|rood|rode|blauw|groen|geel|grijs|bruin|wit|zwart)[ -]?)?"
    r"(?:rood|rode|blauwe?|groene?|gele?|geel|zwarte?|witte?|wit|grijze?|grijs|bruine?|roze|paarse?|oranje|beige"
    r"|turkoois|turkooize|turquoise|violette?|violet|crème|bordeaux|blonde?"
    r"|gouden|goudkleurige?|zilveren|zilverkleurige?|röda?"
    r"|røde?|rødt|blåa?|gröna?|grønn?e?|gula?|svarta?|sorte?|vita?|hvite?|hvide?|grå|bruna?|brune?|rosa|lila"
    r"|czerwon\w{1,2}|niebiesk\w{1,2}|zielon\w{1,2}|żółt\w{1,2}|czarn\w{1,2}|biał\w{1,2}|szar\w{1,2}|brązow\w{1,2}"
    r"|červen\w|modr\w|zelen\w|žlut\w|čern\w|bíl\w|šed\w|hněd\w|красн\w{2,3}|син\w{2,3}|голуб\w{2,3}|зел[её]н\w{2,3}"
    r"|ж[её]лт\w{2,3}|ч[её]рн\w{2,3}|бел\w{2,3}|сер\w{2,3}|коричнев\w{2,3}|червон\w{1,2}|зелен\w{1,2}|жовт\w{1,2}"
    r"|чорн\w{1,2}|біл\w{1,2}|сір\w{1,2})\b"
)


_KINDS = (
    answer_kind(
        r"\b(?:hoe (?:warm|heet)|hur varmt?|hvor varmt?|jak (?:gorąc|ciepł)\w{1,2}|welke temperatuur"
        r"|vilken temperatur|hvilken temperatur|jak(?:a|iej) (?:jest )?temperatur\w{1,3}"
        r"|jak[áéou]{1,2} teplot\w|как(?:ая|ой) температур\w|як(?:а|ій) температур\w)",
        r"\d ?(?:[°º]|grad(?:en|er)?\b|stopni\w{0,3}|stupň\w{1,2}|градус\w{0,3}|(?-i:[CF])\b)",
        "hoe warm heet hur varm varmt hvor jak gorący ciepły welke temperatuur vilken temperatur hvilken jaka "
        "jakiej temperatura temperaturze teplotě teplota температура "
        "температуре температурі",
        heads="temperature",
        is_figure=True,
    ),
    answer_kind(
        r"\b(?:(?:tot|vanaf|boven|onder) welk bedrag|(?:upp till|över|från) vilket belopp|(?:op til|opp til|over|fra) "
        r"hvilket beløb|(?:do|od|powyżej) jakiej kwoty|(?:do|od) jaké částky"
        r"|(?:до|от|від) (?:какой|якої) сум\w{1,2})\b",
        rf"{_CASH}|\d ?%",
        "tot vanaf boven onder welk bedrag upp till över från vilket belopp hvilket beløb jakiej kwoty částky",
        heads="money",
        is_figure=True,
    ),
    answer_kind(
        r"\bwelke kleur(?:en)?\b|\b(?:is|zijn) de kleur(?:en)?\b"
        r"|\bvilken färg\b|\bhvilken far(?:ve|ge)\b|\bjaki(?:ego)? (?:jest )?kolor\w{0,2}\b"
        r"|\bja(?:kou?|ké) barv\w\b|\bкакого цвета\b|\bкакой цвет\b|\bякого кольору\b",
        _COLOURS,
        "welke kleur kleuren färg farve farge kolor koloru barvu barva barvy цвета цвет кольору "
        "vilken hvilken heeft har ma",
    ),
    answer_kind(
        r"\bhoe oud\b|\bwelke leeftijd\b|\bhur gam(?:mal|la)\b|\bvilken ålder\b|\bhvor gam(?:mel|le)\b"
        r"|\bhvilken alder\b|\bile (?:ma )?lat\b|\bw jakim wieku\b|\bkolik (?:je )?let\b|\bjak star\w\b"
        r"|\bсколько (?:\w+ )?лет\b|\bкакого возраста\b|\bскільки (?:\w+ )?років\b|\bякого віку\b",
        r"(?<!\bna )(?<!\bin )(?<!efter )(?<!etter )(?<!\bi )(?<!przez )(?<!через )(?<!\bза )(?<!\bна )"
        rf"\b{_N}[ -]?(?:{_YEARS}\b|jarige?\b|årig|åring|letni|letý|летн|річн)"
        r"|\b\w{0,20}(?:leeftijd|ålder\w{0,2}|alder\w{0,2}|wiek\w?|věk\w?|возраст\w?|вік\w?)\b.{0,60}\d|\b(?:geboren"
        r"|född|föddes|født|urodz\w{2,4}|naro[zd]\w{2,4}|родил\w{1,3}|народи\w{2,4}|gebouwd|dateert|byggdes|bygget"
        r"|zbudowan\w|postaven\w?|построен\w?|збудован\w{1,2})\b.{0,60}\d{4}",
        "hoe oud leeftijd gammal gamla ålder gammel gamle alder lat lata wieku let starý stará возраста лет років "
        "віку ile",
        heads="age",
        cell=rf"{_N} {_YEARS}\b",
    ),
    answer_kind(
        r"\bkost(?:en)?\b|\bhoe duur\b|\bprijs\b|\bvad kosta\w?\b|\bkosta[rt]\b|\bhur dyr\w?\b|\bpriset\b"
        r"|\bhvad koster\b|\bhva koster\b|\bkoster\b|\bprisen\b|\bkosztuj[eą]\b|\b(?:jaka|jaki) (?:jest )?(?:cen"
        r"|koszt)\w?\b|\bkolik stojí\b|\bcena\b|\bсколько сто[ия]\w{1,2}\b|\bстоимость\b|\bцена\b"
        r"|\bскільки кошту[єю]\w{0,2}\b|\bціна\b|\bвартість\b|\b(?:hoeveel|wat) verdient?\b|\bhur mycket tjänar\b"
        r"|\bhoeveel geld\b|\bhur mycket pengar\b|\bhvor mange penge\b|\bhvor mye penger\b|\bile pieniędzy\b"
        r"|\bkolik peněz\b|\bсколько денег\b|\bскільки грошей\b"
        r"|\bile (?:za)?płac\w{1,5}\b|\bkolik (?:za)?plat\w{1,5}\b|\bhoeveel betaal\w{0,2}\b|\bhur mycket betalar\b"
        r"|\bсколько (?:за)?плат\w{1,5}\b|\bскільки (?:за)?плат\w{1,5}\b"
        r"|\bile zarabia\b|\bсколько зарабатывает\b|\b(?:wat|hoe hoog|hoeveel) (?:is|bedraagt|zijn) (?:de|het"
        r"|mijn) (?:\w+ )?(?:salaris|loon|huur|borg\w*|boete|tarief)\b|\b(?:vad|hur (?:hög"
        r"|stor)) är (?:\w+ )?(?:lönen|hyran|depositionen|avgiften)\b|\bhva?d? er (?:\w+ )?(?:lejen|lønnen"
        r"|depositummet|leien|gebyret)\b|\bile wynosi (?:\w+ )?(?:pensja|kaucja|czynsz|opłata|kara)\b"
        r"|\bjak[ai]e? (?:jest )?(?:pensja|kaucja|czynsz|opłata|kara)\b|\bкак(?:ая|ой|ов|ова) (?:\w+ )?(?:зарплата"
        r"|залог|штраф|плата|аренда)\b",
        _CASH,
        "geld pengar penge penger pieniędzy peněz денег грошей kost kosten duur prijs kostar kosta dyr priset pris "
        "koster prisen kosztuje kosztują cena koszt stojí стоит "
        "стоят стоимость цена коштує коштують ціна вартість hoeveel "
        "płacę płacić zapłacę zapłacić zaplatím zaplatit betaal betaalt betalar плачу платить платити",
        heads="money",
        is_figure=True,
    ),
    answer_kind(
        r"\btelefoonnummer\b|\btelefonnumret?\b|\btelefonnummer\w{0,2}\b|\bnumer telefonu\b|\btelefonní číslo\b"
        r"|\bномер\w? телефон\w\b|\bкакой телефон\b|\bтелефонний номер\b",
        r"(?:\d{2}[ .-]){3}\d|\d{2,5}[ /-]\d{3,}|\+\d{2}|\b\d{7,}",
        "telefoonnummer telefonnummer telefonnumret numer telefonu telefonní číslo номер телефона телефон телефонний",
        heads="phone",
    ),
    answer_kind(
        r"\bhoe ?lang\b|\bhur länge\b|\bhur lång tid\b|\bhvor læ?e?nge\b|\bhvor lang tid\b|\bjak długo\b"
        r"|\bile (?:czasu|trwa)\b|\bjak dlouho\b|\bkolik času\b|\bкак долго\b|\bсколько (?:длится|времени)\b"
        r"|\bяк довго\b|\bскільки (?:часу|триває)\b",
        rf"(?!\d\d?[.:]\d\d )\b{_N} (?:\w+ )?(?:{_UNITS}"
        r"|km|kilomet\w{1,4}|met(?:er|r[auyů]?|rów)|км|километр\w{0,2}|метр\w{0,2})\b"
        rf"|{FOR_EVER}",
        "hoe lang länge lång tid længe lenge długo czasu trwa dlouho času долго длится времени довго часу триває "
        "duurt "
        "varar varer",
        heads="duration",
        is_figure=True,
    ),
    answer_kind(
        r"\bhoe laat\b|\bvilken tid\b|\bhur dags\b|\bhvad tid\b|\b(?:o|do|od) której\b|\bv kolik\b|\bво сколько\b"
        r"|\bв котором часу\b|\bо котрій\b",
        _CLOCK,
        "laat tid dags której godzini godziny kolik сколько котором часу котрій",
        heads="time",
    ),
    answer_kind(
        r"\bwanneer\b|\bwelke (?:dag|datum)\b|\bwelk jaar\b|\bnär\b|\bvilke[nt] (?:dag|datum|år)\b|\bhvornår\b"
        r"|\A\W*når\b|\bhvilke[nt] (?:dag|dato|år)\b|\bkiedy\b|\bktór(?:ego|ym) (?:dnia|roku)\b|\bkdy\b"
        r"|\bkter[ýé]\w{0,2} (?:den|dn[eu]|ro[kc]\w)\b|\bкогда\b|\bкакого числа\b|\bв каком году\b|\bкакой день\b"
        r"|\bколи\b|\bякого числа\b|\bв якому році\b",
        _WHEN,
        "wanneer dag datum jaar när år hvornår når dato kiedy dnia roku kdy den dne rok когда числа году день коли "
        "році",
        heads="time",
        cell=rf"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|\b\d\d?[/:]\d\d|\b\d\d?\.\d\d?\.|\b(?:{_DAYS}|{_MONTHS})\b",
    ),
    answer_kind(
        r"\A\W*(?:wie (?:is|zijn|was)|vem är|hvem er|kto (?:jest|to)|kdo je|кто|хто)\b",
        r"(?-i:(?<=[^.!?\s] )[A-ZÀ-ÞĀŁŚŻŠČŘŽА-ЯЁЇІЄҐ][^\W\d_])|:\s",
        "",
    ),
    answer_kind(
        r"\bhoeveel \w|\bhur (?:många|mycket)\b|\bhvor (?:mange|meget|mye)\b|\bil[eu] \w|\bkolik \w|\bсколько \w"
        r"|\bскільки \w",
        rf"\b(?!(?:19|20)\d\d\b){_N}\b(?!\.? (?:{_MONTHS})\b)"
        r"|\b(?:geen|ing[ae]n?|inget|ingen|żad\w{1,4}|žádn\w|нет|немає)\b",
        "hoeveel många mycket mange meget mye ile ilu kolik сколько скільки",
    ),
)


def further_kind(question: str) -> Kind | None:
    """The kind of answer that a question in one of these languages asks for. None if its form does not say."""
    return next((kind for kind in (ASKS_REASON, *_KINDS, *SHARED_KINDS) if kind.asks.search(question)), None)
