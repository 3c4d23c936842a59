"""How answers look: the sources of patterns for amounts, lengths, times, places and other kinds of answers. Pure."""

from orc.documents.questions.times import FOR_EVER, SPOKEN_HOUR

NUMBER = (
    r"(?:(?<!\d)(?<!\d[.,])\d[\d.,]{0,20}+"
    r"|(?<!\w)(?:(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[- ]\w+)?|\w{2,5}teen|one|two|three|four|five|six|seven"
    r"|eight|nine|ten|eleven|twelve|anderthalb|\w{3,12}einhalb|\w{0,20}(?:zehn|zig|zwölf\w*|hundert)"
    r"|dreißig|zwei|drei|vier|fünf|sechs|sieben|acht"
    r"|neun|elf))"
)
_GREAT = r"(?:thousand|tausend|[mb]illion(?:en)?|milliarden?|mio\.?|mrd\.?|tsd\.?|bn|m)"
_CURRENCY = r"(?:USD|EUR|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|CAD|AUD|NZD|BRL|ZAR|MXN|ILS|AED|SGD|HKD)"
CASH = (
    rf"(?:[$€£¥]|\b{_CURRENCY}\b) ?\d|(?:\d|\b(?:hundred|thousand|{_GREAT})|{NUMBER}) ?(?:(?:{_GREAT}) ?)?"
    rf"(?:[$€£¥]|(?:{_CURRENCY}|euros?|dollars?|pounds?|pence|cents?|francs?|franken|yen|yuan|rupees?|pesos?|rand"
    r"|kron(?:er|or|as?)|kroner|złoty\w*|zloty\w*|lira|rubles?|roubles?|shekels?|dirhams?|reais|crowns|shillings?|guineas?|florins?|guilders?|ducats?)\b)"
    rf"|(?:\b(?:is|are|was|were|costs?|ist|war|sind|beträgt|betrug|kostet)|\w:) {NUMBER}(?<!,)(?! ?%)"
    r"(?=\W*\Z|[.;] | (?:per|an?|each|pro|je)\b)"  # of an amount without its currency
    r"|\A[^\d:.]{3,60} \d[\d.,]{0,12}[.,]\d\d\W{0,3}\Z"  # Total 2,472.00
    r"|\b(?:free of charge|for free|is free|(?:pays?|costs?) nothing|kostet nichts|pays? half|half price"
    r"|waived|no charge|without charge|at no (?:extra |additional )?cost|kostenlos|kostenfrei|unentgeltlich|gratis"
    r"|gebührenfrei|(?:ist|sind|eintritt|zutritt|teilnahme|haben|bleibt) frei(?=\W*\Z|[.,;] )|freien eintritt"
    r"|(?:zahl\w+|kostet|kosten) (?:nur )?die hälfte)\b"
)
MONEY = rf"{CASH}|\b(?:per cent|percent)\b|\d ?%"


def _length_but(other: str) -> str:
    """The pattern of a length, such as 4 metres, that is not followed by one of these other dimensions, and is no
    span."""
    return (
        rf"(?<!span of )(?<!length of )(?<!distance of ){NUMBER} ?-?(?:[cmk]?m|\w{{0,5}}met(?:re|er)s?n?"
        rf"|feet|foot|ft|inch(?:es)?|yards?|storeys?|floors?|stockwerken?)\b(?! (?:{other})\b)|\d ?[x×] ?\d|\d['\"′″]"
    )


FRACTION = (
    r"\b(?:half|(?:a|one|two|three) (?:half|thirds?|quarters?|fifths?|tenths?)|die hälfte"
    r"|(?:ein|zwei|drei) (?:drittel|viertel|fünftel|zehntel)) (?:of|an|des|der|vom|von)\b"
)
_AWAY = "away|off|from|distant|apart|entfernt|weg|weit"
WIDTHS = _length_but(f"{_AWAY}|long|high|tall|deep|lang|hoch|tief")
DEPTHS = _length_but(f"{_AWAY}|long|high|tall|wide|lang|hoch|breit")
HEIGHTS = _length_but(f"{_AWAY}|long|wide|deep|thick|lang|breit|tief|dick")
HOW_HIGH = (
    rf"{MONEY}|{FRACTION}|{HEIGHTS}|\d ?(?:°|grad\b)"
    rf"|{NUMBER} ?(?-i:[kM]?(?:N|W|Wh|V|Pa|Hz)|[mh]?bar|k?A|dB(?:\(A\))?|U/min|km/h|m/s|l/min|m³/h)(?!\w)"
)
_NO_AMOUNT_AFTER = "".join(
    rf"(?<!\b{word} )"
    for word in (
        *(
            "section",
            "clause",
            "article",
            "room",
            "page",
            "phone",
            "number",
            "chapter",
            "annex",
            "berth",
            "step",
            "line",
        ),
        *("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november"),
        *("december", "abschnitt", "artikel", "zimmer", "seite", "telefon", "nummer", "kapitel", "anhang", "platz"),
    )
)
NAME_IN_DIGITS = (  # 37signals, which is no number of anything
    r"(?<![\w.,])\d{1,4}(?!(?:minute|hour|week|month|euro|pound|dollar|percent|people|person|stunde|woche|monat"
    r"|prozent|meter|metre|gram|litre|liter|night|pieces|pages|points|items|times)|(?:million|billion)s?\b)[a-z]{5,}+(?!\w)"
)
AMOUNT = (  # of anything, which no year, date or number of a thing is
    rf"{CASH}|(?<!\w)(?<!\d[.,]){_NO_AMOUNT_AFTER}(?!{NAME_IN_DIGITS})(?!(?:19|20)\d\d(?!\d|[.,]\d))(?!0\d)"
    r"(?!\d{1,2}(?:st|nd|rd|th|\.)? (?:jan|feb|mar|märz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez))"
    r"(?!\d{1,2}\.\d{1,2}\.\d)\d"
    rf"|\b(?!\d){NUMBER}\b"
    r"|\b(?:free|included|nothing|none|no more|half|double|zero|nil|all|most|enough|plenty|any|unlimited|gratis)\b"
)
WEIGHTS = (
    rf"{NUMBER} ?-?(?:k?g|mg|t|lbs?|kilos?|\w{{0,5}}gram(?:me?)?s?|ton(?:ne)?[ns]?|pfund|ounces?|oz|stones?)\b"
    rf"|\bweigh\w*\b.{{0,40}}{NUMBER} pounds?\b"  # pounds are money too
)
DOSE = (
    rf"{NUMBER} ?-?(?:[mµu]?g|mcg|ml|iu|grams?|mill?igrams?|microgram(?:me)?s?|millilitres?|drops?|puffs?|tablets?"
    r"|capsules?|pills?|units?|spoon\w*|teaspoon\w*|sachets?|ampoules?)\b"
)
FLOOR = (
    r"\b(?:ground|top|upper|lower|first|second|third|\w+th|\d+(?:st|nd|rd|th))[ -](?:floor|storey)"
    r"|\bfloor (?:\d|one|two|three|four|five)"
    r"|\b(?:basement|attic|upstairs|downstairs|keller|\w*geschoss)\b|(?:\d\.|\w{1,20}ten) (?:stock|etage)"
)
TEMPERATURE = rf"{NUMBER} ?(?:°|(?-i:[CF])\b|degrees?\b|grad\b)|\bgas mark \d"
REDUCTION = (
    r"\b(?:discount\w*|rebates?|reductions?|reduced|concessions?|half|cheaper|rabatt\w*|ermäßig\w*|nachl[aä]ss\w*"
    r"|skonto|hälfte|halbe[nr]?)\b|(?:\d ?%|\bper ?cent|[$€£]\d+) (?:off|less)\b"
    r"|(?:\d|\b(?:cents?|euros?|pounds?|pence|dollars?|francs?|franken|kronor|prozent|per ?cent|eur)) ?[$€£%]? ?"
    r"(?:less|cheaper|weniger|billiger|günstiger)\b"
)
SHARE = (
    r"\d ?(?:%|per ?cent\b|prozent\b)|\b(?:per ?cent|prozent|percent(?:age)?|half|halves|thirds?|quarters?|fifths?"
    r"|tenths?|majority|all|none|whole|entire|hälfte|halb\w{0,2}|drittel|viertel|fünftel|zehntel|mehrheit|alle|ganz\w{0,2})\b"
    r"|\d/\d|\b(?:\d+|one|two|three|four|five|nine) (?:in|out of|of|von) (?:\d+|every|four|five|six|ten|zehn)\b"
)
MAJORITY = (
    r"\d ?/ ?\d|\d ?(?:%|per ?cent\b|prozent\b)|[½⅓⅔¼¾]|\b(?:simple|absolute|qualified|relative|unanim\w{2,5}|half"
    r"|thirds?|quarters?|\w{0,4}einfache?[nrsm]?|absolute?[nrsm]?|qualifizierte?[nrsm]?|relative?[nrsm]?|einstimmig\w{0,4}"
    r"|einhellig\w{0,2}"
    r"|fifths?|hälfte|\w{0,5}(?:drittel|viertel|fünftel|sechstel|zehntel)\w{0,9})\b"
)
UNIT = (
    r"[$€£]|\b(?:in|into) (?:\w+ ){0,2}(?:thousands?|millions?|billions?|euros?|dollars?|pounds?|francs?|yen|kroner"
    r"|litres?|liters?|tonnes?|tons?|kilograms?|kg|hours?|(?:kilo)?met(?:re|er)s?|percent|per cent|kwh|mwh|tausend"
    r"|millionen|franken|prozent|stunden|litern?|kilogramm)\b|\btausend euro\b"
)
COLOURS = (
    r"\b(?:(?:dark|light|pale|hell|dunkel)?-?(?:red|blue|green|yellow|black|white|gr[ea]y|brown|golden|silver|pink"
    r"|purple|orange|violet|beige|crimson|rot|blau|grün|gelb|schwarz|weiß|grau|braun|rosa|lila|violett|türkis)(?:e[nmrs]?)?)\b"
)
AGE = (
    rf"\b(?:age[ds]?|years? (?:old|of age)|born|jahre? alt|geboren|(?:mindest)?alter|lebensjahr)\b.{{0,60}}{NUMBER}"
    rf"|{NUMBER}.{{0,60}}\b(?:age|years? (?:old|of age)|jahre? alt|lebensjahr)\b|\bvolljährig\b"
    rf"|\b(?:children|persons?|people|kinder|personen|jugendliche) (?:under|over|below|ab|unter|über) {NUMBER}"
    rf"|\b(?:must be|have to be|at least|under|over|mindestens|ab|unter) {NUMBER}"
    r"(?: (?:years?|jahren?|or (?:older|over|above)|oder älter)\b|[.,;]? ?\Z|[.,;] )"
    r"|\b(?:founded|established|built|dat(?:es?|ing) (?:back )?(?:from|to)|go(?:es|ing) back to|opened|inaugurated"
    r"|gegründet|erbaut|gebaut|eröffnet|stamm(?:t|en) aus)\b.{0,60}(?:\d{4}|century|jahrhundert)"
    r"|(?<!\d)\d{4} (?:gegründet|erbaut|gebaut|errichtet|eröffnet|fertiggestellt|eingeweiht)\b"
    rf"|\b(?:is|was|am|are|turn(?:s|ed)|ist|war|bin|wird|wurde) (?:about |nearly |etwa |fast )?{NUMBER}(?=\W*\Z|[.;] )"
)

# Geschäftsjahresende
_ENDS_OF_PERIODS = r"\w{0,12}(?:jahr|monat|quartal|woche)e?[ns]?(?:ende|anfang|beginn|mitte|schluss|wechsel)\w{0,2}"
_MONTHS = (
    r"january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai"
    r"|juni|juli|oktober|dezember"
)
WHEN = (
    r"(?<![\d.,$€£¥])\d[\d.,]{0,20}+(?!(?<=\(\d)\)|(?<=\(\d\d)\))"
    r"(?! ?(?:[$€£¥%]|(?:euros?|dollars?|pounds?|cents?|franken|francs?|prozent|per ?cent|eur|usd|gbp|chf)\b))"
    rf"|{SPOKEN_HOUR}|\b(?:(?:up)?on|at) (?:receipt|delivery|arrival|signature|signing|request|completion|checkout)\b"
    r"|\bbei (?:erhalt|lieferung|ankunft|abschluss|unterschrift|abholung)\b"
    rf"|\b(?:{_MONTHS}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|days?|mornings?|evenings?|nights?|noon"
    r"|midnight|sunset|sunrise|dawn|dusk|sonnen(?:auf|unter)gangs?|weeks?|weekends?"
    r"|months?|years?|spring|summer|autumn|winter|christmas|easter|if|unless|as soon as|after|before|until|during|soon"
    r"|immediately|once|later|centur(?:y|ies)|jahrhunderts?|\w*tage?[ns]?"
    r"|(?:mitter)?nachts?|\w*wochen?|monate?n?s?|jahre?n?s?|morgens?|abends?|mittags?|nach|vor|bis|während"
    r"|wenn|falls|sofern|sofort|unverzüglich|sobald|später|frühling|sommer|herbst|winter|zwischen"
    rf"|{_ENDS_OF_PERIODS}"
    r"|quartal\w?|quarter|halbjahr\w?|\w*jährlich|monatlich|wöchentlich|täglich|annually|yearly|monthly|weekly|daily)\b"
)
DEADLINE = (
    r"\b(?:by|before|until|till|within|no later|not later|latest|deadline|due|expires?|prior|bis"
    r"|spätestens|innerhalb|binnen|vor|frist\w*|fällig\w*|vorher)\b"
)
# A digit alone is no time in a table, unless a heading says so.
POINT_IN_TIME = (
    r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|\b\d\d?[/:]\d\d|\b\d\d?\.\d\d?\.|\d ?(?:[ap]\.?m\b|uhr\b|h\b)"
    rf"|\b(?:{_MONTHS}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|noon|midnight|daily"
    r"|weekly|monthly|spring|summer|autumn|winter)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|(?:tag|woche|abend)s\b"
)
CLOCK = (
    rf"{SPOKEN_HOUR}"
    r"|\b(?:[01]?\d|2[0-4])[.:h]\d\d\b|\d ?(?:[ap]\.?m\b|uhr\b|o['’]clock\b|h\b)"
    r"|\b(?:noon|midday|midnight|mitternacht)\b"
    r"|\b(?:from|at|by|until|till|um|ab|bis|von|gegen) (?:[01]?\d|2[0-4])\b(?! ?(?:%|per\b|days?|weeks?|months?|years?"
    r"|people|tagen?|wochen?|monaten?|jahren?|(?-i:[A-Z])))|\b(?:half past|quarter (?:to|past))\b"
)
AREA = (
    rf"{NUMBER} ?(?:(?:square|sq\.?) ?\w{{1,8}}|m²|m2|qm|sqm|sq\.? ?ft|ft²|quadratmeter[ns]?|hectares?|acres?|ha\b"
    r"|hektar)"
    rf"|{NUMBER} ?(?:m|metres?|meters?|ft|feet)? ?(?:x|×|by|mal) ?{NUMBER}"
)
MADE_OF = (
    r"\b(?:made|built|woven|carved|cast|cut|consists?) (?:up |entirely |mainly |partly )?(?:of|from|out of|with)\b"
    r"|\b(?:wooden|golden|leather|metal|steel|plastic|glass|stone|silver|brass|cotton|wool|silk|paper|oak|pine)\b"
)
CAUSE = (
    r"\b(?:because|since|owing|due|thanks|therefore|thus|hence|so|reasons?|cause[ds]?|causing|led to|left"
    r"|result(?:s|ed|ing)?|for (?:the|fear|lack|want|its|their|his|her)|in order|to avoid|to prevent|to save"
    r"|as (?:it|they|he|she|the|there|no)|means|to [a-z]{2,12} (?:its|his|her|their)"
    r"|in view of|given|after|no longer|otherwise|would|wegen|weil|denn|da|damit|daher|deshalb|deswegen|darum|durch"
    r"|aufgrund|aus|grund|gründen?|infolge|sonst|um|\w*ursachen?|bedeutet)\b|\baus\b.{0,30}gründen"
    r"|\A(?:this|that|it|these) (?:permits?|allows?|enables?|ensures?|prevents?|avoids?|helps?|lets"
    r"|keeps?|makes? sure)\b"
    r"|\A(?:when|if|whenever|wenn|falls|sobald)\b[^,]{3,60},"  # what has a cause at any time
    r"|\b(?:\w{2,30}ed|abgebrochen|abgelehnt|fehlgeschlagen|gesperrt|gestoppt|storniert|verschoben): \w"  # in a log
)
DURATION = (
    rf"{NUMBER}[ -](?:(?!(?:an?|per|each|every|pro|je)\b)\w+ )?"  # not: 900 euros a month
    r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|met(?:re|er)s?|kilomet\w+|miles?"
    r"|feet|minuten?|stunden?|tagen?|nächten?|wochen?|monaten?|jahren?|metern?|characters?|letters?|digits?|words?"
    r"|pages?|lines?|zeichen|wörtern?|seiten?|zeilen?)\b|\b(?:until|indefinite\w*"
    r"|unbefristet|bis)\b"
    r"|\b(?:takes?|took|lasts?|lasted|for|within|in|after|is|was|about|around|nearly|over|under|dauerte?|ist|etwa)"
    r" (?:an?|half an?|several|a few|some|eine?n?|mehrere|einige) (?:second|minute|hour|day|night|week|fortnight"
    r"|month|year|decade|sekunde|stunde|tag|nacht|nächte|woche|monat|jahr)e?[ns]?\b"
    r"|\d ?(?:h|hrs?|min|mins|sec|[cmk]?m|inch(?:es)?|ft)\b|\b(?:half|quarter of) an hour\b"
    rf"|\b(?:minuten?|stunden?|years?|(?<!opening )(?<!office )hours?)\b|{FOR_EVER}"
)
SPEED = (
    rf"{DURATION}|{NUMBER} ?(?:km/h|mph|knots?|k?m/s|mbit|gbit|knoten|stundenkilometern?)\b"
    r"|\b(?:immediate|prompt)\w*\b|\b(?:at once|straight away|right away|same day|as soon as|without delay|by return"
    r"|sofort|umgehend|unverzüglich|sobald|schnellstmöglich|noch am selben tag)\b"
)
_TIMES = (
    r"(?:second|minute|hour|day|night|morning|evening|week|fortnight|month|quarter|year|season|term|spring|summer"
    r"|autumn|winter|time|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b"
)
OFTEN = (
    rf"\b(?:after|before|with|at|on|in|during|for) (?:every|each)\b|\b(?:every|each|per) (?:\w+ ){{0,2}}?{_TIMES}"
    r"|\b(?:once|twice|times|hourly|daily|nightly|weekly|fortnightly|stündlich\w*|nächtlich\w*"
    r"|monthly|quarterly|yearly|annual\w*|an? (?:day|week|month|year|night)"
    rf"|\w*mal|\w*jährlich\w*|monatlich\w*|täglich\w*|wöchentlich\w*|jede[nrsm]?|alle|in (?:{_MONTHS})"
    rf"|im (?:{_MONTHS}))\b"
)
_NO_PLACE = (  # up to 2,500 euros, in 2019, on 14 June; but at 41 Mill Road
    rf"(?!(?:writing|advance|case|time|order|last|least|most|once|first|all|{_MONTHS})\b"
    rf"|\d[\d.,]{{0,20}}+(?:\W*\Z|[^\w\s]| (?:(?-i:[a-z])|(?:{_MONTHS}|euros?|prozent|tage\w?|uhr)\b)))"
)
_STATED_PLACE = (  # the meeting place is Room 4, place of work is Winterthur
    r"(?:place|venue|location|treffpunkt|(?:\b|[sn])ort)"
    r"(?: (?:of|for|der|des) (?:the )?[\w-]{1,30}(?: [\w-]{1,30})?)? (?:is|was|will be|ist|war)"
    r" (?:(?:the|der|die|das) )?(?-i:[A-ZÀ-Þ])"
)
WHERE = (
    rf"{_STATED_PLACE}|"
    r"\b(?:in|at|on|to|from|near|behind|under|inside|outside|opposite|through|beside|into|by|of|im|am|an|auf|bei"
    r"|beim|hinter|neben|unter|aus|nach|zu[mr]?|vor) "
    rf"{_NO_PLACE}\w|\b(?:lives?|lived|home|abroad|outdoors)\b|\b\d{{5}} (?-i:[A-ZÄÖÜ])"
)
ADDRESS = (
    r"\b(?-i:\d{4,5} [A-ZÄÖÜ][a-zäöüß]{2}|\d{4} [A-Z]{2}\b)"
    r"|\b\w{0,30}(?:straße|strasse|str\.|allee|weg|platz|gasse|damm|ufer|straat|gracht|laan|plein|kade) \d"
    r"|\b(?:rue|avenue|via|viale|piazza|calle|avenida|rua) (?:[\w'’]{1,20} ){0,4}?[\w'’]{1,20},? \d"
    r"|\b\d{1,4}\w?,? (?-i:[A-Z])[\w'’]{1,30}(?: (?-i:[A-Z])[\w'’]{1,30}){0,2}"
    r" (?:street|st|road|rd|lane|avenue|ave|drive|square|way|close|place|boulevard|court)\b"
    r"|\b(?-i:[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}|[A-Z]{2} \d{5})\b|\b(?:address|adresse|anschrift)\b.{0,40}\d"
)
NAMED = (
    r"(?-i:(?<!\w)[A-ZÄÖÜ][\w'&.-]{1,40}+ (?:& |and |und )?[A-ZÄÖÜ][\w'-]+)|(?-i:(?<=[a-z,] )[A-Z][a-z]+(?=[.,;]))"
    r"|\b(?:named?|called|heißt|genannt|namens|known as|mr|mrs|ms|frau|herr)\b"
)
REASON = (
    r"\b(?:because|since|as|due to|owing to|so that|in order to|as a result|caus\w+|reasons?|therefore|thanks to"
    r"|for fear|weil|wegen|damit|deshalb|aufgrund|infolge)\b"
)
MAIL = r"[\w.+-]{1,60}@[\w-]{1,60}\.\w"
CODE = r"\b\w*(?:code|pin|pass\w{4}|kennwort|combination)\b[^.]{0,40}(?:\bis\b|\bist\b|\blautet\b|:|=)\W{0,3}\w|\d{3,}"
