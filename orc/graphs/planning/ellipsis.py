"""Completes an elliptical follow-up from the previous question: "And in 2024?", "What about East?". Pure."""

import re
from collections.abc import Sequence

from orc.documents.questions.question import Question
from orc.graphs.planning.noun_phrases import replaced_phrases
from orc.patterns import regex

_MOST_CHARACTERS = 200
_MOST_WORDS = 7
_ACRONYM = 4

_CONJUNCTION = regex(r"(?:and|but|or|also|then|so|und|aber|oder|et|mais|ou|y|e|ma|en|maar|och|og|и|а)\b", re.IGNORECASE)
_OPENS = regex(
    rf"\W*(?:{_CONJUNCTION.pattern}[\s,]*)?"
    r"(?:(?:(?:no|sorry|nein|non|nee)[\s,.]*)?(?:i (?:actually )?mean(?:t)?|ich mein(?:t)?e"
    r"|je (?:voulais dire|parle de)|me refiero a|quise decir|intendevo|ik bedoel(?:de)?)\b[\s,:]*)?"
    r"(?P<about>(?:(?:what|how) about|was ist mit|wie ist es mit|qué hay de|qu'en est-il d[eu])\b\s*)?",
    re.IGNORECASE,
)
_ASKS = regex(
    r"(?:what|who|whom|whose|which|where|when|why|how|is|are|am|was|were|do|does|did|can|could|must|may|might|will"
    r"|would|should|has|have|had|if|because|wer|wie|wann|wo|warum|welche\w?|ist|sind|darf|kann|muss|gibt|qui|quand"
    r"|combien|comment|où|pourquoi|quel\w*|est|sont|qué|quién|cuándo|cuánt\w+|cómo|dónde|es|son|chi|quando|quant\w|come"
    r"|dove|wie|wanneer|hoeveel|кто|когда|сколько|где|как|почему|не)\b(?! about\b)",
    re.IGNORECASE,
)
_ARTICLE = regex(
    r"(?:the|an?|my|our|its|der|die|das|den|dem|eine?n?|les?|la|l'|un[ea]?|el|los|las|il|lo|gli|het|een)\s",
    re.IGNORECASE,
)
_PREPOSITION = regex(
    r"\b(?:in|on|at|for|of|with|without|from|to|by|under|over|after|before|during|since|until|im|am|für|von|mit|en|pour"
    r"|para|per|nel|del|från|fra|till|för|nach|bei|chez|dans|desde|dalla?|nella|voor|van|naar|bij|в)\s+",
    re.IGNORECASE,
)
_INDEFINITE = regex(r"\b(?:an?|eine?[nmrs]?|une?|un[ao]|uma?|een)\s", re.IGNORECASE)
_FOR = regex(r"for|für|pour|para|per|voor|för", re.IGNORECASE)
_OWNED = regex(r"\b(?:its|their|his|her) (?P<owned>[\w-]+(?: [\w-]+)?)\W*\Z", re.IGNORECASE)
_MONTH = (
    r"(?:january|february|march|april|(?-i:May)|june|july|august|september|october|november|december"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
)
_YEAR = r"(?:1[5-9]|20)\d\d"
_PERIOD = regex(
    rf"(?:\b|(?<=\b[qh][1-4]))(?:(?P<date>{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? {_YEAR})?"
    rf"|\d{{1,2}}(?:\.|st|nd|rd|th)? {_MONTH}(?: {_YEAR})?"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4})"
    r"|(?P<part>[qh][1-4]|(?:first|second|third|fourth|1st|2nd|3rd|4th)[ -](?:quarter|half))"
    rf"|(?P<year>(?:fye? ?['’]?)?{_YEAR}|fye? ?['’]?\d\d)"
    rf"|(?P<month>{_MONTH})"
    r"|(?P<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)days?))(?!(?!(?<=\b[qh][1-4])fy)\w)",
    re.IGNORECASE,
)
_OTHER_YEAR = regex(
    r"(?:(?:in|for|im|en|nel|no) )?(?:the |an? |das |dem |ein |el |un[ao]? |o |het |een |l['’])?"
    r"(?:(?P<before>year before(?: that)?|(?:previous|prior|preceding) (?:fiscal )?year|year (?:earlier|prior)"
    r"|vorjahr|jahr (?:davor|zuvor)|(?:vorherigen?|vorigen?) jahr|année (?:précédente|d['’]avant)|año anterior"
    r"|anno (?:precedente|prima)|ano anterior|vorige jaar|jaar (?:ervoor|daarvoor))"
    r"|year after(?: that)?|(?:next|following|subsequent) (?:fiscal )?year|year later|folgejahr|jahr danach"
    r"|(?:nächsten?|folgenden?) jahr|année (?:suivante|d['’]après)|año siguiente|anno (?:successivo|seguente|dopo)"
    r"|ano seguinte|volgende jaar|jaar (?:erna|daarna))",
    re.IGNORECASE,
)
_SHORT_YEAR = regex(r"(?:(?:in|for|im|für|en|pour|nel|para|per|no) )?['’]?(?P<year>\d\d)", re.IGNORECASE)
_SCENARIO = regex(  # a table may have columns for both
    r"(?:the |das |der |die |den |le |la |el |il |het |de )?(?:plan(?:ned)?|budget(?:ed)?|forecast|target|estimate"
    r"|actuals?|prognose|ist|soll|ziel|prévision|presupuesto|previsión|preventivo|begroting)"
    r"(?: (?:figure|value|amount|number|wert|zahl))?",
    re.IGNORECASE,
)
_YEAR_AT_END = regex(r"\d+\Z")
_QUALIFIER = regex(
    r"\b(?:highest|lowest|largest|smallest|biggest|longest|shortest|oldest|newest|latest|earliest|cheapest|best|worst"
    r"|maximum|minimum|most|least|first|second|third|fourth|fifth|last|next|previous|average|total|hourly|daily|weekly"
    r"|monthly|quarterly|yearly|annual)\b",
    re.IGNORECASE,
)
_POINTS = regex(
    r"(?:the )?(?:others?|those|these|them|they|it|that|this|more|else|rest|both|all|andere\w*|die anderen|autres?"
    r"|otros?|otras?|altri|altre)\b",
    re.IGNORECASE,
)
_TELLS = regex(
    r"(?:and|the|an?|list|show|tell|give|name|find|summari[sz]e|explain|describe|compare|please)\b", re.IGNORECASE
)


_NUMBER = regex(r"(?<![\w.,-])-?\d{1,4}[a-z]?(?![\w%]|[.,]\d)")
_NUMBER_OF = regex(
    rf"(?:(?:the|die|der|das|l[aeo]|el|il) )?(?P<of>(?:[\w-]{{2,20}} )?)(?P<number>{_NUMBER.pattern})", re.IGNORECASE
)

_PLURAL = regex(r"[a-zà-ÿ]{2,20}s")
_OF_OTHERS = regex(rf"{_PREPOSITION.pattern}(?P<of>(?-i:{_PLURAL.pattern}))(?=\W*\Z)", re.IGNORECASE)


def filled_in(question: str, before: str) -> tuple[str, ...]:
    """The previous question with the follow-up's parts in place of its own: a period for its period, a name for its
    name, a phrase for one with the same article or preposition. Other readings follow the likeliest one. A new subject
    without an article stands alone, in the same period. Empty if the follow-up is complete or needs the whole previous
    question."""
    if len(question) > _MOST_CHARACTERS or len(before) > 10 * _MOST_CHARACTERS:
        return ()
    opened = _OPENS.match(question)
    rest = question[opened.end() :].strip(" \t\n\r?.!？") if opened and opened.end() else ""
    if not rest or len(rest.split()) > _MOST_WORDS or _ASKS.match(rest) or _POINTS.match(rest):
        return ()
    if (of_other_year := _in_other_year(before, rest)) is not None:
        return (of_other_year,)
    periods = list(_PERIOD.finditer(rest))
    left = _PERIOD.sub(" ", rest)
    prepared = _PREPOSITION.match(left)
    subject = _bare(left)
    if not subject:
        moved_to = _at_other_time(before, periods)
        return (moved_to,) if moved_to else ()
    if periods and not subject[0].isupper():
        moved_to = _at_other_time(before, periods) if _SCENARIO.fullmatch(subject) else None
        return (*((f"{moved_to.rstrip('?.! ')} ({subject})?",) if moved_to else ()), f"{rest}?")
    before = _at_other_time(before, periods) or before
    if (of_same_kind := _with_other_of_kind(before, subject)) is not None:
        return of_same_kind
    if prepared:  # in the phrase of the same preposition, unless the end of that is unclear
        wanted = prepared[0].strip().casefold()
        prepositions = list(_PREPOSITION.finditer(before))
        ends = [*(each.start() for each in prepositions[1:]), len(before.rstrip("?.! "))]
        for found, end in reversed([*zip(prepositions, ends, strict=False)]):
            phrase = before[found.end() : end].rstrip()
            if found[0].strip().casefold() != wanted or _PERIOD.match(phrase):
                continue
            words = _without_article(phrase).split()
            if end == ends[-1] and len(words) == len(subject.split()) + 1 and words[0].islower():
                subject = f"{subject} {words[-1]}"  # "for critical" after "for high severity"
            if len(words) == len(_without_article(subject).split()) or all(word[0].isupper() for word in words):
                return (f"{before[: found.end()]}{subject}{before[found.end() + len(phrase) :]}",)
        owned = _OWNED.search(before) if wanted == "of" else None  # of the AGM, after "What is its quorum?"
        is_alike = _FOR.fullmatch(wanted) and _INDEFINITE.match(subject) and _INDEFINITE.search(before)
        of_other = replaced_phrases(before, subject)[:1] if is_alike else ()  # for a dog, after the fee of a cat
        return (f"{before[: owned.start()]}the {owned['owned']} of {subject}?",) if owned else of_other
    is_name = not _ARTICLE.match(subject) and all(word[0].isupper() for word in subject.split())
    if is_name and (name := _name(before)):
        return (f"{before[: name[0]]}{subject}{before[name[1] :]}",)
    period = "" if periods else _period_of(before)
    alone = f"{f'{rest} {period}'.strip()}?"
    of_others = _of_others(before, rest) or replaced_phrases(before, rest, period)
    return of_others or ((alone,) if Question(alone).words else ())


def _of_others(before: str, others: str) -> tuple[str, ...]:
    """The previous question about others: the fee for cats, after that for dogs. Empty if neither is a bare plural."""
    found = _OF_OTHERS.search(before) if _PLURAL.fullmatch(others) else None
    return (f"{before[: found.start('of')]}{others}{before[found.end('of') :]}", f"{others}?") if found else ()


def _in_other_year(before: str, year: str) -> str | None:
    """The previous question in the year that the follow-up names by two digits, after four, or as the one before or
    after. None if it names none."""
    years = [period for period in _PERIOD.finditer(before) if period["year"]]
    if (short := _SHORT_YEAR.fullmatch(year)) and years and not _NUMBER.search(_PERIOD.sub(" ", before)):
        return _replaced(before, years, f"{years[-1][0][:-2]}{short['year']}")
    if not (moved := _OTHER_YEAR.fullmatch(year)):
        return None
    if not years:
        return f"{before.rstrip('?.! ')} {year}?"
    step = -1 if moved["before"] else 1
    other = _YEAR_AT_END.sub(lambda digits: f"{int(digits[0]) + step:0{len(digits[0])}}", years[-1][0])
    return _replaced(before, years, other)


def _with_other_of_kind(before: str, subject: str) -> tuple[str, ...] | None:
    """The previous question with another qualifier or number in place of its own: the cheapest one, 8, the
    value 8. Empty if it has none; None if the follow-up's subject is neither."""
    if qualifier := _QUALIFIER.fullmatch(_without_article(subject).removesuffix(" one")):
        known = list(_QUALIFIER.finditer(before))
        return (_replaced(before, known, qualifier[0]),) if known else ()
    if number := _NUMBER_OF.fullmatch(subject):
        kind = number["of"].casefold()
        timeless = _PERIOD.sub(lambda period: " " * len(period[0]), before)
        places = [n.span() for n in _NUMBER.finditer(timeless) if before[: n.start()].casefold().endswith(kind)]
        return tuple(f"{before[:start]}{number['number']}{before[end:]}" for start, end in places[-1:])
    return None


def name_in(question: str) -> str:
    """The question's last capitalised name; empty if it has none."""
    name = _name(question)
    return question[name[0] : name[1]] if name else ""


def _bare(text: str) -> str:
    """The phrase without a preposition at either end."""
    words = text.strip(" ,").split()
    while words and _PREPOSITION.fullmatch(f"{words[-1]} "):
        words.pop()
    while words and _PREPOSITION.fullmatch(f"{words[0]} "):
        words.pop(0)
    return "" if len(words) == 1 and _ARTICLE.fullmatch(f"{words[0]} ") else " ".join(words)


def _without_article(text: str) -> str:
    return _ARTICLE.sub("", text, count=1)


def _at_other_time(before: str, periods: Sequence[re.Match[str]]) -> str | None:
    """The question with each of these periods in place of one of its kind. A quarter and a year belong together."""
    for period in periods:
        known = list(_PERIOD.finditer(before))
        if not known:
            return None
        kind, new = period.lastgroup, period[0]
        if same := [each for each in known if each.lastgroup == kind]:
            before = _replaced(before, same, new)
            continue
        together = {"part": f"{new} {known[-1][0]}", "year": f"{known[-1][0]} {new}"}
        beside = {"part": "year", "year": "part"}.get(kind or "")
        before = _replaced(before, known, together[kind or ""] if beside == known[-1].lastgroup else new)
    return before if periods else None


def _replaced(text: str, places: Sequence[re.Match[str]], new: str) -> str:
    """The text with the last of the places replaced."""
    return f"{text[: places[-1].start()]}{new}{text[places[-1].end() :]}"


def _name(before: str) -> tuple[int, int] | None:
    """The position of the question's last capitalised name; of an acronym only if there is no other name."""
    periods = {place for each in _PERIOD.finditer(before) for place in range(*each.span())}
    runs: list[tuple[int, int]] = []
    for word in re.finditer(r"\w[\w&'’-]*", before):
        if not word[0][0].isupper() or word[0] == "I" or word.start() in periods:
            continue
        begins = before[: word.start()].endswith(("? ", ". ", "! "))
        if begins and (_CONJUNCTION.match(word[0]) or _ASKS.match(word[0])):
            continue  # it begins a further question
        if runs and runs[-1][0] and before[runs[-1][1] : word.start()] == " ":
            runs[-1] = (runs[-1][0], word.end())
        else:
            runs.append(word.span())
    names = [run for run in runs if run[0]]
    if not names:
        return runs[0] if runs and not _ASKS.match(before) and not _TELLS.match(before) else None
    in_full = [run for run in names if not (before[run[0] : run[1]].isupper() and run[1] - run[0] <= _ACRONYM)]
    return (in_full or names)[-1]


def _period_of(before: str) -> str:
    """The period at the end of the question, with its preposition."""
    periods = list(_PERIOD.finditer(before))
    if not periods or before[periods[-1].end() :].strip("?.! "):
        return ""
    phrase = [each for each in _PREPOSITION.finditer(before) if not _bare(before[each.start() : periods[-1].start()])]
    if not phrase:
        return ""
    between = _PERIOD.sub(" ", before[phrase[0].end() : periods[-1].end()])
    return before[phrase[0].start() : periods[-1].end()] if not _bare(between) else ""
