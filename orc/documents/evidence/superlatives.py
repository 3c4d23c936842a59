"""Compares the rows of a table: finds those with the largest or smallest figure that a question asks for, such as the
highest sales or the cheapest item, and whether the cell of the named row is empty. Pure (D-361, D-366, D-412)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice

from orc.documents.evidence.focus import OPEN_WORDS
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.answer_kind import COLUMN_HEADS, is_headed
from orc.documents.questions.inflections import are_forms
from orc.documents.questions.question import Question
from orc.documents.questions.row_numbers import AskedNumbers
from orc.documents.text.everyday import says
from orc.documents.text.tables import Row, ends_section
from orc.documents.text.tokens import content_words, plain_words
from orc.domain import Passage
from orc.patterns import regex

_THE = r"(?:(?:l[aeo]s?|el|il|i|gli|[oa]s?) )?"  # the article of Romance languages
_DEAR = r"ch[eè]r|car[oaie]s?\b"
_HAVING = r"(?:(?<=tiene )|(?<=tem )|(?<=\bha )|(?<=ci sono ))"
# By kind: whole forms; stems in German; in Dutch and Scandinavian languages; after "more", and after "less", in Romance
# languages; and after the prefix of Slavic ones.
_FORMS = {
    "cheap": ("cheapest|least expensive", "günstig|billig", "goedkoop|billig", "barat|economic", _DEAR, "ta|lev|деш"),
    "dear": ("most expensive|dearest|priciest", "teuer", "duur|dyr", _DEAR, "barat", "dr[oaá]|доро"),
    "long": ("longest", "läng", "l[aäæe]ng", "long|larg|lung|comprid", "", "dłuż|d[eé]l|длин|долг|довш"),
    "short": ("shortest", "kürze", "kort", "court|cort|curt|brev", "", "kró|krat|корот"),
    "heavy": ("heaviest", "schwer", "zwaar|t[yu]ng", "lourd|pesa", "", "cięż|těž|тяж|важч"),
    "deep": ("deepest", "tief", "diep|djup|dyb", "profond|profund", "", "głęb|hlub|глуб|глиб"),
    "old": ("oldest", "älte", "oud|[äæe]ld", "âgé|vie|anci|anzian|vecch|velh|antig", "", "star|стар"),
    "young": ("youngest", "jüng", "jong|yng", "jeun|j[oó]ve|giovan", "", "młod|mlad|молод"),
    "new": ("newest", "neue?", "nieuw|recent|ny", "r[eé]ci?ent|nuev|nuov|nov", "", "now|nov|нов"),
    "least": (
        "(?<!at )least|lowest|smallest|fewest|minimum|worst|weakest|l[ae]s? moins|(?:el|l[ao]s?|[oa]s?) meno[rs]"
        rf"|(?:il|la|le|i) (?:meno|minor[ei]?)|m[ií]nim[oa]|меньше всего|м[иі]н[иі]мальн\w+|{_HAVING}menos?(?! d[ei] )",
        "niedrig|klein|wenig|gering|schlechte", "laag|klein|gering|mind?|läg|lav|fär|færr",
        "bas|faible|petit|baj|pequ|piccol|baix", "", "ni[żž]|níž|m[eé]?n|низ|мал|небол|мен",
    ),
    "most": (
        "(?<!at )most|highest|largest|biggest|greatest|maximum|best|strongest|l[ae]s? plus"
        "|(?:el|l[ao]s?) (?:más|mayor(?:es)?)|(?:il|la|le|i) più|[oa]s? mai(?:s|or(?:es)?)|maggior[ei]?|massim[oa]"
        r"|máxim[oa]|(?:mee?|fle|bä|bed)st[ae]?|größte[nrsm]?|больше всего|максимальн\w+"
        rf"|{_HAVING}(?:más|mais|più)(?! d[ei] )",
        "höch|mei|be|stärk", "hoog|groot|hög|st[öø]r|hø[gyj]", "haut|élev|grand|gros|alt|eleva", "",
        "wy|wię|lep|v[yý]|vět|víc|высо|бол|ви|біль|кращ",
    ),
}  # fmt: skip
_EXTREMES = regex(
    r"\b(?:"
    + "|".join(
        rf"(?P<{kind}>{_THE}(?:plus|m[aá]i?s|più) (?:{more})\w{{0,4}}|{_THE}(?:moins|menos?)"
        rf" (?:{less or '(?!)'})\w{{0,2}}|{whole}|(?:{german})ste[nrsm]?|(?:{further})[ae]?st[ae]?(?! \d)"
        rf"|(?:n[ae]j|на[йи]|сам\w+ )(?:{slavic})\w*)"
        for kind, (whole, german, further, more, less, slavic) in _FORMS.items()
    )
    + r")\b",
    re.IGNORECASE,
)
RAREST = regex(r"\b(?:rarest|scarcest|seltenste[nrsm]?|(?:plus|más|più|mais) rar[aeo]?s?|zeldzaamste)\b", re.IGNORECASE)
"""A superlative that figures in a table do not decide."""
_KINDS = {
    "cheap": "money", "dear": "money", "long": "duration", "short": "duration", "old": "age", "young": "age",
    "new": "start", "heavy": "weight", "deep": "depth",
}  # fmt: skip
_DATES = ("age", "start")
_SMALLEST = frozenset(("cheap", "short", "young", "new", "least"))
_ORDINAL = regex(
    r"\b(?:second|third|fourth|fifth|two|three|four|five|ten|\d+(?:nd|rd|th)|(?:zweit|dritt|viert)\w*|zwei|drei|deux"
    r"|deuxième|dos|segund[oa]|due|second[oa]|dois|duas|twee(?:de)?|derde|drie|två|näst|nest|næst|tredje|tre|dwa"
    r"|dwie|trzy|drug[aei]\w{0,2}|trzeci\w*|dv[aě]|tři|druh[áéý]\w*|třetí\w*|два|две|три|втор\w+|треть\w+|дві|друг\w+)\b",
    re.IGNORECASE,
)
_OF_ALL = regex(
    r"\W*(?:average|mean|median|durchschnitt|mittelwert|moyenne|promedio|média|overall|insgesamt|gemiddeld|genomsnitt"
    r"|medel(?:tal|värde)|gennemsnit|gjennomsnitt|średni|průměr|средн|в среднем|середн|totalt|razem|celkem|итого"
    r"|всего|разом|(?:all|alle|tous|toutes|todos|todas|tutti|tutte)(?: \w+)?\W*\Z)|.{0,60}\b(?:total|average)\W*\Z",
    re.IGNORECASE,
)
_WITHIN = regex(
    r"\b(?:in|of|for|from|at|among|during|im|für|von|bei|en|dans|pour|para|nel|nella|per|em|na?o?|voor|van|op|bij"
    r"|för|på|til|w|dla|v|pro|в|для|у) "
    r"(?:(?:the|der|den|dem|la|le|el|il|de|het) )?([\w'’-]+(?: \d{1,4}\b)?)",
    re.IGNORECASE,
)
WHICH = regex(
    r"\b(?:which|what|welche[nrsm]?|quel(?:le)?s?|cuál|qué|quale?|che|welke?|vil(?:ken|ket|ka)|hvil(?:ken|ket|ke)"
    r"|któr\w{1,3}|kter\w{1,3}|как\w{2,3}|котор\w{2,3}|як\w{1,3}) ([\w-]+)",
    re.IGNORECASE,
)
"""Which or what, and the word behind it."""
_PRICED = regex(  # of a column of prices per day, or in a currency
    r"(?:per|pro|par|por|pr\.?|al|na|za|в|за|на|/) [^\W\d_]|.*(?:[$€£¥]|\b(?:kr|zł|kč|руб|грн)\b)", re.IGNORECASE
)
_CELL = regex(
    r"(?P<sign>[-–−(]?) ?(?P<before>[^\W\d]{0,4}[$€£¥]?) ?(?P<minus>[-–−]?)(?P<digits>\d[\d.,'’ ]{0,24})"
    r"(?P<after>[^\d()]{0,16})\)?"
)
_DATE = regex(r"(?P<iso>\d{4}-\d\d-\d\d)|\d\d?\.\d\d?\.\d{4}")
_TIME_SPAN = regex(
    r"(?=\d)(?:(?P<hours>\d{1,3}) ?(?:h|hrs?|hours?|std\.?|stunden?))?"
    r"(?: ?(?P<minutes>\d{1,3}) ?(?:min\.?|minutes?|minuten))?",
    re.IGNORECASE,
)
_GROUPED = regex(r"[1-9]\d{0,2}(?:[.,]\d{3})+")
_YEARS = frozenset(content_words("year jahr année año anno ano"))
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
_MOST_ROWS, _MOST_COLUMNS, _MOST_GROUPS, _MOST_ALIKE = 10, 60, 8, 4
_LONGEST_GAP = 250
_FEW_PASSAGES = 4
_LEAST_ADDENDS = 2


def extreme_asked(question: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The words with which a question asks for an extreme, those of the thing compared (the highest sales), and the
    words of headings of which rows with the extreme need one; empty if it asks for none, or any heading will do."""
    asked = _EXTREMES.search(question)
    if asked is None:
        return frozenset(), frozenset(), frozenset()
    kind = _KINDS.get(asked.lastgroup or "")
    compared = question[asked.end() :].split(maxsplit=1)[:1] if kind is None else []
    heads = _heads(kind)
    return frozenset(content_words(asked[0])), frozenset(content_words(" ".join(compared))) - OPEN_WORDS, heads


def extremes_in(text: str) -> set[bool]:
    """For each superlative in a text, whether it names the smallest; a rare thing is one of few."""
    asked = {each.lastgroup in _SMALLEST for each in _EXTREMES.finditer(text)}
    return asked | {True} if RAREST.search(text) else asked


@cache
def _heads(kind: str) -> frozenset[str]:
    """The heads of columns whose figures such a superlative compares; the newest has the least age or last start."""
    return frozenset().union(*(COLUMN_HEADS[each] for each in (_DATES if kind == "start" else (kind,)) if each))


def extreme_rows(
    question: Question, best: Sentence, sentences: Iterable[Sentence], passages: Sequence[Passage]
) -> Sequence[Sentence] | None:
    """The rows with the extreme that the question asks for, in the table of its best sentence and in those next to it
    under the same column headings, of which the question may name one; totals are none of them. All rows of a short
    table, or none of a longer one, if its columns do not determine the extreme. None if the question asks for no
    extreme, or the best sentence is no row or states the extreme itself."""
    asked = _EXTREMES.search(question.text)
    if asked is None or best.row is None or not {*content_words(asked[0])}.isdisjoint(best.words | best.headings):
        return None
    table, is_whole = table_around(best, sentences, passages)
    numbers = AskedNumbers(question.text)
    rows = [s for s in table if s.row and not sums_up(s.row.label)]
    rows = [s for s in rows if s.row and numbers.agree_with(s.row) is not False]
    headings, kind = frozenset(content_words(best.row.over)), _KINDS.get(asked.lastgroup or "", "")
    phrases = (each[1] for each in islice(_WITHIN.finditer(question.text), _MOST_GROUPS))
    groups = {*islice(question.years, _MOST_GROUPS), *(word for each in phrases for word in content_words(each))}
    groups.update(content_words(" ".join(question.text[asked.end() :].split(maxsplit=1)[:1])))
    groups.update(content_words(found[1]) if (found := WHICH.search(question.text)) else ())
    groups.difference_update(
        best.titled, content_words(" ".join(best.titles))
    )  # all are products, not only milk products
    for word in groups - headings:  # in 2022, for lamps, the cheapest lamp, which lamp
        over = {id(s): s.titled.union(content_words(" ".join(s.row.captions))) for s in rows if s.row}
        rows = [s for s in rows if word in s.words | over[id(s)]] or rows
    named = {id(s): s.titled.intersection(question.words) for s in rows if s.titles}
    most = [*islice(dict.fromkeys(named.values()), _MOST_GROUPS)]
    rows = [s for s in rows if not any(named[id(s)] < words for words in (most if s.titles else ()))]
    cells = [dict(s.row.columns) for s in rows if s.row]
    columns = compared_columns(question, cells, kind, is_of_kind=is_headed(best.scope, _heads(kind)))
    if not is_whole or not columns or _ORDINAL.search(question.text):
        return rows if len(rows) <= _MOST_ROWS else []
    extreme = [_extreme_in([each.get(column, "") for each in cells], asked.lastgroup or "") for column in columns]
    if all(extreme):  # the largest loss of each year
        return [rows[i] for i in dict.fromkeys(i for each in extreme for i in each)]
    return rows if len(rows) <= _MOST_ROWS else []


def _extreme_in(cells: Sequence[str], asked: str) -> list[int]:
    """The cells of a column with its extreme, of the kind that is asked for; empty if the column does not determine
    it."""
    values = column_figures(cells)
    if not values:
        return []
    known = [value for value in values if value is not None]
    is_sum = any(one and abs(2 * one - sum(known)) <= 1e-9 * abs(one) for one in (known[0], known[-1]))
    if is_sum and len(known) > _LEAST_ADDENDS:  # a first or last row that adds up the others may be a total
        return []
    is_date = _KINDS.get(asked) in _DATES and all(_FIRST_YEAR <= value <= _LAST_YEAR for value in known)
    extreme = (min if (asked in _SMALLEST) != is_date else max)(known)
    return [i for i, value in enumerate(values) if value == extreme]


def sums_up(label: str) -> bool:
    """Whether a row of this name is no thing beside the others, but their total or average."""
    return ends_section(label) or _OF_ALL.match(label) is not None


def lacks_cell(question: Question, best: Sentence, sentences: Iterable[Sentence]) -> bool:
    """Whether the best sentence is a row, and the cell in the column that the question names best is empty in it, or in
    the row under the same headings that the question names instead."""
    asked = frozenset(question.words)
    if best.row is None:
        return False
    rows = [best.row]
    if asked.isdisjoint(best.words):
        same = (s.row for s in sentences if s.row and s.row.lacking and s.row.above == best.row.above)
        rows = [row for row in same if (label := frozenset(content_words(row.label))) and label <= asked]
    return any(_named_of(row.lacking, asked, row) > _named_of((h for h, _ in row.columns), asked, row) for row in rows)


def _named_of(headings: Iterable[str], asked: frozenset[str], row: Row) -> int:
    """The most words of a question that one of these headings has, without those of the row's name."""
    words = asked - frozenset(content_words(row.label))
    return max((len(words.intersection(content_words(heading))) for heading in headings), default=0)


def table_around(
    best: Sentence, sentences: Iterable[Sentence], passages: Sequence[Passage]
) -> tuple[list[Sentence], bool]:
    """The rows around the best one under the same headings, and whether no row of the table is known to be missing."""
    document = passages[best.number - 1].file_id
    own = [p.chunk for p in passages if p.file_id == document]
    above = best.row.above[:1] if best.row else ()
    rows = [s for s in sentences if s.row and passages[s.number - 1].file_id == document and s.row.above[:1] == above]
    rows.sort(key=lambda s: s.start)
    at = next(i for i, s in enumerate(rows) if s is best)
    first, last = at, at
    while first and rows[first].start - rows[first - 1].end <= _LONGEST_GAP:
        first -= 1
    while last + 1 < len(rows) and rows[last + 1].start - rows[last].end <= _LONGEST_GAP:
        last += 1
    begins, ends = rows[first], rows[last]
    has_start = not any(chunk.table_head and chunk.start == begins.start for chunk in own)
    has_end = len(own) <= _FEW_PASSAGES or any(chunk.start <= ends.end < chunk.end for chunk in own)
    return rows[first : last + 1], has_start and has_end


def compared_columns(
    question: Question, rows: Sequence[Mapping[str, str]], kind: str, *, is_of_kind: bool
) -> list[str]:
    """The headings of the columns whose figures are compared: of the kind, or named by the question, or the only one.
    Several only if the question names them alike, such as the sales of two years; empty if any could be meant. rows are
    cells by heading; is_of_kind means that the title gives the kind."""
    headings = [*islice(dict.fromkeys(heading for row in rows for heading in row if heading), _MOST_COLUMNS)]
    words = {heading: frozenset(content_words(heading)) for heading in headings}
    comparable = [h for h in headings if column_figures([row.get(h, "") for row in rows])]
    if kind not in _DATES:
        comparable = [h for h in comparable if not is_headed(words[h], _heads("start"))] or comparable
    if kind:
        fitting = [h for h in comparable if is_headed(words[h], _heads(kind)) or (kind == "money" and _PRICED.match(h))]
        comparable = fitting or (comparable if is_of_kind else [])
    found = WHICH.search(question.text)
    subject = {*content_words(found[1])} if found else set[str]()
    others = question.loose_words
    text = f" {' '.join(plain_words(question.text))} "
    named = {
        h: sum(w in words[h] or says(words[h], others.get(w, ())) for w in question.words)
        + (f" {' '.join(plain_words(h))} " in text)
        for h in headings
        if not words[h] <= subject
    }
    if not any(named.values()):
        said = [w for w in question.words if w not in subject]
        named = {h: sum(are_forms(w, other) for w in said for other in words[h]) for h in named}
    most = max((named.get(h, 0) for h in comparable), default=0)
    if kind and len(comparable) == 1 and not most:
        return comparable
    if not most and any(named.values()):
        return []
    if most or not kind:
        comparable = [h for h in comparable if (named.get(h, 0) == most if most else _YEARS.isdisjoint(words[h]))]
    told = [h for h in comparable if any(w in words[h] and not w[0].isdecimal() for w in question.words)]
    comparable = [h for h in comparable if not any(words[other] < words[h] for other in told)]
    return comparable if len(comparable) == 1 or (most and not kind and len(comparable) <= _MOST_ALIKE) else []


def column_figures(cells: Sequence[str]) -> list[float | None] | None:
    """The numbers in a column, None for an empty cell. None if a cell has something else or they have different
    units. Hours and minutes count as minutes."""
    dates = [_DATE.fullmatch(cell.strip()) for cell in cells]
    if any(dates) and all(date or not cell.strip() for date, cell in zip(dates, cells, strict=True)):
        parts = [re.split(r"[-.]", date[0])[:: 1 if date["iso"] else -1] if date else () for date in dates]
        return [float(each[0]) + int(each[1]) / 100 + int(each[2]) / 10_000 if each else None for each in parts]
    spans = [_TIME_SPAN.fullmatch(cell.strip()) for cell in cells]
    if all(span or not cell.strip() for span, cell in zip(spans, cells, strict=True)) and any(spans):
        return [60.0 * int(s["hours"] or 0) + int(s["minutes"] or 0) if s else None for s in spans]
    found = [_CELL.fullmatch(cell.strip()) for cell in cells]
    filled = [each for each in found if each]
    if not filled or any(each is None and any(map(str.isalnum, cell)) for each, cell in zip(found, cells, strict=True)):
        return None
    if len({f"{each['before']}{each['after'].strip()}".casefold() for each in filled}) > 1:
        return None
    digits = [re.sub(r"['’ ]", "", each["digits"]).rstrip(".,") for each in filled]
    both = next((each for each in digits if "." in each and "," in each), None)
    if both:
        mark = "." if both.rindex(".") > both.rindex(",") else ","
    else:  # three digits after each mark are thousands
        mark = next((m for m in ".," if any(m in each and not _GROUPED.fullmatch(each) for each in digits)), "")
    if mark and any(each.count(mark) > 1 for each in digits):
        return None
    numbers = iter(
        float(re.sub(r"[.,]", lambda m: "." if m[0] == mark else "", each))
        * (-1 if cell["sign"] or cell["minus"] else 1)
        for cell, each in zip(filled, digits, strict=True)
    )
    return [next(numbers) if each else None for each in found]
