"""Lines that end within a sentence: after a word that another one follows, or before the day of a date. Pure."""

from orc.patterns import regex
from orc.text import word_set

_LEADING = word_set(  # articles, prepositions and conjunctions, of which none ends many sentences or labels
    "the an of to from with by at for and or nor than into onto between during per via unless until because whether "
    "der die das den dem des ein eine einen einem einer eines und oder sowie im zum zur vom beim ins ans bis von "
    "bei für durch gegen ohne um seit zwischen dass wenn weil ob auf zu "
    "le la les une du de au aux et ou par pour avec sans sous sur dans chez entre vers dès que "
    "el los las una unos unas del al con por para sin sobre desde hasta en y "
    "il lo gli uno di dello della dei degli delle allo alla ai agli alle da dal dalla nel nella sul sulla per tra fra "
    "che het een van met voor door bij op aan naar tot uit om "
    "det ett et og och eller av af från fra till til för på vid ved mellan mellem mellom att "
    "os um uma dos das em nos nas pelo pela sem até "
    "na od dla przy oraz lub albo ze pro při nebo za w z v s k "
    "в на с по к от до из за для о об и или при через между "
    "about"
)
_AFTER_LONG = word_set(
    "a in on i e o as an auf aus ab mit nach vor über unter under över is are was were has have shall must will should "
    "can may been its their his her our your this these ist sind wird werden hat est sont será è sono is zijn"
)
"""Words that also end sentences or labels ("Sign in"), but seldom a long line."""

_BEFORE_ORDINAL = word_set("am zum vom dem den der des im beim zur das die ab seit ins det")
"""Words before the ordinal numbers of languages that write them with a full stop: zum 15. des Monats."""

_BEFORE_AGE = word_set("ab seit das die")  # ab 18. Danach
_YEAR = 4  # digits
_DOTTED_DATE = regex(r"(?<!\d)(?:19|20)\d\d\. ?(?:1[0-2]|0?[1-9])\. ?(?:3[01]|[12]\d|0?[1-9])\.(?!\d)")
_LONGEST_DATE = 14
_LONG = 50  # characters
_LONGEST_WORD, _LONGEST_DENIAL, _SHORTEST = 12, 16, 8
_NOT = regex(r"\b(?:shall|must|may|will|should|would|could|do|does|did|is|are|was|were|has|have) not\Z")
_HOUR = regex(r"\d ?am\Z")
_DATE = (  # after the number of a day: 31. Dezember, 1. ledna, 31. Dez. English writes no full stop there
    r"(?:januar|jänner|februar|feber|märz|april|mai|juni|juli|august|september|oktober|november|dezember"
    r"|marts|mars|maj|december|desember|jaanuar|veebruar|märts|aprill|juuni|juuli|oktoober|detsember"
    r"|ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince"
    r"|januára|februára|marca|apríla|mája|júna|júla|augusta|septembra|októbra|novembra|decembra"
    r"|siječnja|veljače|ožujka|travnja|svibnja|lipnja|srpnja|kolovoza|rujna|listopada|studenoga?|prosinca"
    r"|januarja|februarja|aprila|maja|junija|julija|avgusta|oktobra|\w{4,8}kuuta"
    r"|(?:jan|feb|mär|apr|jun|jul|aug|sept?|okt|nov|dez|dec|des)\.)"
)
DAY = rf"(?i:\d{{1,2}}\.(?=\s+{_DATE}(?!\w)))"
"""A day of the month at the beginning of a line or a sentence, which is no number of a list."""

_DAY = regex(DAY)
_NUMBER = regex(r"\d{1,3}\.\s")
_FIRST = "1. "  # of a list
_FACT = regex(r"(?=[^\Wa-zà-ÿ\d_])[^:.!?;|\n]{1,80}: (?=\S)")
_END = regex(r"[.!?:;…。！？][\"'”’»)\]]{0,3}\Z")


def leads_on(line: str) -> bool:
    """Whether a line ends in an article, a preposition or a conjunction, so that its sentence goes on."""
    word = _last_word(line)
    if word in _LEADING:
        return " " in line
    if word == "am":  # 9 am
        return " " in line and _HOUR.search(line, max(len(line) - _SHORTEST, 0)) is None
    if word == "not":
        return _NOT.search(line, max(len(line) - _LONGEST_DENIAL, 0)) is not None
    return len(line) >= _LONG and word in _AFTER_LONG


def begins_with_day(line: str) -> bool:
    """Whether a line begins with a day and its month, as in "31. Dezember"."""
    return _DAY.match(line) is not None


def goes_on_with_number(this: str, following: str) -> bool:
    """Whether the number with a full stop with which the next line begins is a day or an ordinal in the sentence of
    this line: after an article or a preposition of a language with such ordinals, or the day of a date after a comma or
    a long line without an end mark that is no date of a list itself."""
    if not following[:1].isdecimal() or _NUMBER.match(following) is None or _END.search(this) is not None:
        return False
    if _last_word(this).lower() in _BEFORE_ORDINAL:
        return not following.startswith(_FIRST) or begins_with_day(following)
    is_open = this.endswith(",") or (len(this) >= _LONG and not begins_with_day(this))
    return is_open and begins_with_day(following)


def are_facts(this: str, following: str) -> bool:
    """Whether two lines are both a label and its value: `Deposit to be paid before the keys are given: 1800 euros`."""
    if ": " not in this or ": " not in following:
        return False
    return _FACT.match(following) is not None and _FACT.match(this) is not None and _END.search(this) is None


def names_ordinal(before: str, number: str) -> bool:
    """Whether a number with a full stop is an ordinal one, as the article before it shows: immer am 2. Sonntag."""
    return len(number) < _YEAR and _last_word(before.rstrip()).lower() in _BEFORE_ORDINAL - _BEFORE_AGE


def is_in_dotted_date(text: str, at: int) -> bool:
    """Whether the full stop at this place is one of a date such as 2020. 3. 11."""
    if not text[at - 1 : at].isdecimal():
        return False
    near = _DOTTED_DATE.finditer(text, max(at - _LONGEST_DATE, 0), at + _LONGEST_DATE)
    return any(date.start() < at < date.end() for date in near)


def _last_word(line: str) -> str:
    return line[-_LONGEST_WORD:].rpartition(" ")[2].lstrip("(\"“„«'‘")
