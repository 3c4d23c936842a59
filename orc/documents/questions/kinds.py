"""Kinds of answers: how questions ask for an age, a colour or a time, and how answers look. Pure."""

from orc.documents.questions.answer_forms import (
    ADDRESS,
    AGE,
    AMOUNT,
    AREA,
    CASH,
    CAUSE,
    CLOCK,
    CODE,
    COLOURS,
    DEADLINE,
    DEPTHS,
    DOSE,
    DURATION,
    FLOOR,
    FRACTION,
    HEIGHTS,
    HOW_HIGH,
    MADE_OF,
    MAIL,
    MAJORITY,
    MONEY,
    NAMED,
    NUMBER,
    OFTEN,
    POINT_IN_TIME,
    REASON,
    REDUCTION,
    SHARE,
    SPEED,
    TEMPERATURE,
    UNIT,
    WEIGHTS,
    WHEN,
    WHERE,
    WIDTHS,
)
from orc.documents.questions.answer_kind import Kind, answer_kind
from orc.documents.questions.asked_forms import ASKS_NUMBER, ASKS_QUOTE, SAID, TELEPHONE
from orc.documents.questions.countries import ASKS_COUNTRY, COUNTRY
from orc.documents.questions.times import ASKS_OPENING, OPENING, OPENING_WORDS

_FIGURES = (CASH, MONEY, AMOUNT, AREA, WIDTHS, DEPTHS, HEIGHTS, HOW_HIGH, WEIGHTS, DURATION, NUMBER, OPENING)


def _kind(
    asks: str,
    pattern: str,
    words: str,
    *,
    cell: str = "",
    heads: str = "",
    in_tables: bool = False,
    is_figure: bool = False,
) -> Kind:
    is_figure = is_figure or pattern in _FIGURES
    return answer_kind(asks, pattern, words, heads=heads, cell=cell, in_tables=in_tables, is_figure=is_figure)


_KINDS = (
    _kind(r"\?\W{0,5}(?:and |but |und |aber )?(?:why|warum|wieso|weshalb)\W{0,5}\Z", REASON, "warum wieso weshalb"),
    _kind(
        r"\bhow old\b|\b(?:what|which) age\b|\bwie alt\b|\bwelche[sm]? alter\b", AGE, "old age alt alter", heads="age"
    ),
    _kind(ASKS_QUOTE, SAID, "say write answer reply shout remark ask note add explain declare schreibt schrieb"),
    _kind(
        r"\bhow (?:hot|cold|warm)\b|\b(?:what|which) temperature\b|\bwie (?:heiß|warm|kalt)\b|\bwelche temperatur\b",
        TEMPERATURE,
        "hot cold warm temperature heiß kalt temperatur",
        heads="temperature",
        in_tables=True,
    ),
    _kind(
        r"\bmoney off\b|\b(?:get|is there|are there|have|offer) .{0,30}\b(?:discounts?|rebates?|reductions?)\b"
        r"|\b(?:gibt es|bekomm\w+|krieg\w+) .{0,30}\b(?:rabatt|ermäßigung|nachlass)\b"
        r"|\b(?:what|which) (?:discounts?|rebates?|reductions?)\b"
        r"|\b(?:what|which|how (?:much|big|large|high)) (?:is|are|was) (?:the |my |our )?(?:[\w'’-]{1,20} ){0,2}"
        r"(?:discounts?|rebates?|reductions?) for\b",
        REDUCTION,
        "money off discount rebate reduction rabatt ermäßigung nachlass",
        in_tables=True,
    ),
    _kind(
        r"\b(?:what|which) (?:units?|currency)\b|\b(?:welche|in welcher) (?:einheit|währung)\b",
        UNIT,
        "unit currency einheit währung",
        in_tables=True,
    ),
    _kind(
        r"\b(?:what|which) colou?rs?\b|\bcolou?r of\b|\bwelche farben?\b|\bfarbe de[rs]\b",
        COLOURS,
        "colour color farbe",
        in_tables=True,
    ),
    _kind(
        ASKS_NUMBER,
        TELEPHONE,
        "phone telephone number telefonnummer call ring dial contact kontakt",
        heads="phone",
        in_tables=True,
    ),
    _kind(
        r"\be-?mail[ -]add?ress?e?\b|\b(?:what|which|wie) (?:is|ist|lautet) .{0,60}\be-?mail\W*\Z",
        MAIL,
        "email mail address adresse e contact kontakt",
        heads="mail",
        in_tables=True,
    ),
    _kind(
        r"\b(?:what|which|whats) (?:is|are|was|['’]s) .{0,60}\baddress(?:es)?\b"
        r"|\bwie (?:ist|lautet) .{0,60}\b\w{0,20}(?:adresse|anschrift)\b|\bwelche (?:adresse|anschrift)\b",
        ADDRESS,
        "address adresse anschrift postal postadresse",
        heads="address",
    ),
    _kind(
        r"\b(?:what|which) (?:is|was|are) (?:the|my|our) (?:(?!of\b)[\w-]+ ){0,3}"
        r"(?:code|pin|passcode|password|combination)\b"
        r"|\bwie lautet (?:der|das|die) \w*(?:code|passwort|kennwort|pin)\b",
        CODE,
        "",
    ),
    _kind(
        r"\b(?:which|what) (?:floor|storey)\b(?! area| space| plan)"
        r"|\bwelche[mnrs]? (?:stock|stockwerk|etage|geschoss)\b",
        FLOOR,
        "floor",
    ),
    _kind(r"\bhow much (?:money|cash)\b|\bwie viel geld\b", CASH, "money geld", heads="money"),
    _kind(
        r"\b(?:how much|what) (?:does|do|did|will|would) .{1,60}\b(?:earns?|get paid|makes? (?:an?|per|each|in an?)\b)"
        r"|\bverdien(?:t|en)\b",
        CASH,
        "",
        heads="money",
    ),
    _kind(
        r"\bhow (?:far|long|early|many \w+) (?:in advance|beforehand)\b"
        r"|\bwie (?:lange|früh|viele \w+) (?:vorher|im voraus)\b",
        DURATION,
        "far long early advance beforehand früh voraus vorher",
        heads="duration",
    ),
    _kind(r"\bhow (?:far|much) (?:behind|ahead|late)\b", rf"{DURATION}|\d ?%", "far"),
    _kind(
        r"\bhow far\b|\bwie weit\b",
        rf"{NUMBER}.{{0,60}}\b(?:k?m|kilomet\w+|miles?|met(?:re|er)s?|minut\w+|yards?)\b",
        "far weit",
    ),
    _kind(
        r"\b(?:what|how (?:much|high)) (?:is|was) (?:the|my|our|your|his|her|its|their) (?:\w+ ){0,2}"
        r"(?:price|cost|salary|wage|rent)\b",
        CASH,
        "price",
        heads="money",
    ),
    _kind(
        r"\bhow much (?:does|do|did|will|would|can) .{1,60}\b(?:costs?\b|sell for\W*\Z)"
        r"|\bwhat (?:does|do|did|will) .{1,60}\bcosts?\b"
        r"|\bwhat (?:is|was) the (?:\w+ ){0,2}(?:fee|fine|penalty)\b|['’]s (?:salary|wage)\b"
        r"|\b(?:was|wie ?viel) (?:kostet|kosten|verdient)\b|\bwie teuer\b"
        r"|\b(?:was|wie ?viel) (?:(?:be)?zahl(?:t|en)\b|m[uü]ss\w* (?!.{0,60}\bnoch\b).{1,60}\b(?:be)?zahlen\W*\Z)"
        r"|\bwhat (?:do|does|must) .{1,60}\bpay\W*\Z"
        r"|\A\W*(?:and |but )?how much (?:did|does|do|will|would) (?:[\w&'’.-]{1,20} ){1,5}?(?:pay|owe|spend|charge)\b"
        r"|\bhow much (?:do|does|must|should|will) (?:i|we|they|the \w+) (?:still |have to |need to )?(?:pay|owe)\W*\Z",
        rf"{CASH}|\bper ?cent\b|\d ?%(?![;)])",  # not the share of something else, in brackets
        "cost price pay owe kostet kosten teuer zahlt zahlen bezahlt bezahlen",
        cell=CASH,
        heads="money",
        is_figure=True,
    ),
    _kind(
        r"\b(?:what|how (?:big|great|high)) (?:is|are|was|were) (?:the )?(?:\w+ ){0,2}(?:chances?|risks?|odds"
        r"|probability|likelihood) (?:of|that)\b"
        r"|\bwie (?:groß|hoch) ist (?:das|die) (?:risiko|wahrscheinlichkeit|chance)\b",
        rf"{NUMBER} (?:in|out of|of|von) (?:\d|an?\b|one\b|ten\b|every\b|each\b)|\d ?%|\bper ?cent\b|\bprozent\b"
        r"|\b(?:rare|rarely|seldom|common|unlikely|likely|never|risk|chance|selten|häufig|risiko)\b",
        "chance risk odds probability likelihood risiko wahrscheinlichkeit",
    ),
    _kind(
        r"\A\W*(?:and )?how much (?:is|are|was|were)\b",
        AMOUNT,
        "",
        heads="money",
    ),
    _kind(
        r"\b(?:up to|above|over|from|below|under|exceeding) (?:what|which) (?:amount|sum|value|price)\b"
        r"|\b(?:ab|bis(?: zu)?|über|unter|von) welche[rmns]? (?:\w{0,20}höhe|\w{0,20}betrag|\w{0,20}summe|\w{0,20}preis"
        r"|\w{0,20}wert)\b",
        MONEY,
        "amount sum value price betrag summe preis wert höhe",
        heads="money",
    ),
    _kind(r"\bwie hoch (?:ist|sind)\b", HOW_HIGH, "", heads="money"),
    _kind(
        r"\b(?:what|which|what kind of|what size of) majority\b|\bwelche[rn]? \w{0,20}mehrheit\b",
        MAJORITY,
        "majority mehrheit need needs required braucht gilt",
    ),
    _kind(
        r"\b(?:what|which) (?:share|proportion|percentage|fraction|percent|per cent) of (?!.*\bchange)"
        r"|\bwelche[rn]? (?:anteil|prozentsatz) |\bwie ?viel prozent\b",
        SHARE,
        "share proportion percentage fraction percent anteil prozentsatz prozent",
    ),
    _kind(
        ASKS_COUNTRY,
        COUNTRY,
        "country countries land länder ländern took take taken part participated participate involved",
        heads="place",
    ),
    _kind(
        r"\b(?:what|which) (?:\w+ ){0,2}(?:dose|dosage)\b",
        DOSE,
        "dose dosage used given recommended",
        in_tables=True,
    ),
    _kind(r"\bnames? of\b|['’]s names?\b", NAMED, "name"),
    _kind(r"\bhow wide\b|\bwie breit\b", WIDTHS, "wide breit", heads="width", in_tables=True),
    _kind(r"\bhow deep\b|\bwie tief\b", DEPTHS, "deep tief depth", heads="depth", in_tables=True),
    _kind(r"\bhow tall\b", HEIGHTS, "tall", heads="height", in_tables=True),
    _kind(r"\bhow heavy\b|\bwie schwer\b", WEIGHTS, "heavy schwer", heads="weight", in_tables=True),
    _kind(
        r"\bhow (?:quickly|soon|fast)\b|\bwie (?:schnell|bald)\b",
        SPEED,
        "quickly soon fast schnell bald",
        heads="duration",
        in_tables=True,
    ),
    _kind(
        r"\b(?:how (?:big|large)|wie groß) (?:is|are|was|ist|sind|war) "
        r"(?:the |my |our |die |das |der |meine? |unsere? )?"
        r"(?:flat|apartment|house|room|office|studio|garden|kitchen|shop|hall|plot|site|property|premises|wohnung|haus"
        r"|zimmer|büro|garten|grundstück|halle|laden|küche)\b",
        AREA,
        "big large groß flat apartment house office studio premises property wohnung haus büro",  # the floor area
        heads="size",
        in_tables=True,
    ),
    _kind(r"\bwhat (?:is|are|was|were) .{1,80} made (?:up )?(?:of|from)\b", MADE_OF, "made"),
    _kind(r"\bhow (?:high|big|large)\b|\bwie groß\b", f"{NUMBER}|{FRACTION}", "", is_figure=True),
    _kind(
        r"\bhow long\b.{1,60}\bin (?:k?m|kilomet\w+|met\w+|miles|feet|cm)\b",
        rf"{NUMBER} ?(?:k?m|cm|kilomet\w+|met\w+|miles?|feet)\b",
        "long k m kilometres kilometers km metres meters miles feet cm",
        in_tables=True,
    ),
    _kind(
        r"\bhow long\b|\bwie lange?\b|\bwelche (?:\w{0,20}frist|\w{0,20}dauer|laufzeit)\b",
        DURATION,
        "long frist dauer laufzeit gilt",
        heads="duration",
    ),
    _kind(r"\bhow often\b|\bwie oft\b", OFTEN, "often oft"),
    _kind(
        r"\A\W*(?:and |but )?how much (?:do|does|did|will|would|can|could|has|have|had|should|must|may)\b"
        r"|\A\W*(?:and |but )?how much (?!more\b|less\b|(?:bett|long|fast|larg|high|low)er\b)[a-z][\w-]{2,}\b"
        r"|\A\W*(?:und |aber )?wie ?viel (?!uhr\b|mehr\b)[a-zäöü][\w-]{2,}\b",
        AMOUNT,
        "",
    ),
    _kind(r"\A\W*(?:and |und )?(?:why|warum|wieso|weshalb)\b", CAUSE, "reason grund"),
    _kind(ASKS_OPENING, OPENING, OPENING_WORDS, heads="time", in_tables=True),
    _kind(
        r"\b(?:what|which) time\b(?! of)|\bwhat(?:['’]s| is| was) the time\b|\bum wie ?viel uhr\b",
        CLOCK,
        "time uhr",
        cell=CLOCK,
        heads="time",
    ),
    _kind(
        r"\A\W*(?:when (?:can|may|must|will)|wann (?:kann|darf|muss|wird))\b",
        rf"{WHEN}|\b(?:if|when|wenn|falls|sofern)\b",
        "year date month time",
        cell=POINT_IN_TIME,
        heads="time",
    ),
    _kind(
        r"\A\W*(?:by when\b|bis wann (?:muss|müssen|sollen?|haben?|ist|sind)\b)",
        DEADLINE,
        "",
        cell=POINT_IN_TIME,
        heads="time",
    ),
    _kind(
        r"\A(?:(?!\b(?:what|who|how|where|why|which|do|does|did|is|are|was|can|may|must|should)\b).){0,40}\bwhen\b"
        r"|\b(?:what|which) (?:year|date|day|month|time)s?\b|\bwhat (?:is|was) the (?:\w+ )?deadline\b|\bwann\b",
        WHEN,
        "year date month time",
        cell=POINT_IN_TIME,
        heads="time",
    ),
    _kind(
        r"\A\W*(?:und )?wohin (?!mit\b)",
        r"\b(?:nach|ins|(?:in|an|auf) d(?:ie|en|as)(?: [a-zäöüß]{1,20})?) (?-i:[A-ZÄÖÜ])|\bziel",
        "",
        heads="place",
    ),
    _kind(r"\A\W*(?:and |und )?(?:where|wo|wohin)\b", WHERE, "", heads="place"),
    _kind(
        r"\bwie (?:heißt|heißen|hieß)\b",
        r"(?-i:[A-ZÄÖÜ][a-zäöüß-]+ [A-ZÄÖÜ][a-zäöüß-]+)|\b(?:heißt|genannt|namens|name|Frau|Herr)\b",
        "heißt",
    ),
)


def asked_kind(question: str) -> Kind | None:
    """The kind of answer that an English or German question asks for. None if its form does not say."""
    return next((kind for kind in _KINDS if kind.asks.search(question)), None)
