"""Sentences: the units in which answers quote documents. Pure, linear in the length of the text."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from orc.documents.text.front_matter import is_member
from orc.documents.text.leaders import is_led, may_lead, page_after_leader, with_leader_tabs
from orc.documents.text.line_ends import are_facts, goes_on_with_number, is_in_dotted_date, leads_on, names_ordinal
from orc.documents.text.prose_lines import without_prose_tabs
from orc.documents.text.struck import is_within, struck_spans
from orc.documents.text.tokens import content_words
from orc.domain import Passage
from orc.patterns import regex
from orc.text import word_set

type Span = tuple[int, int]

BARS = "|¦｜│┃┆┇┊┋╎╏║╵╷╹╻╽╿"
"""The characters between the columns of tables."""

_DRAWN = regex("[\u00a6\u2500-\u2570\u2574-\u257f\uff5c]")  # without diagonals
_TYPED = {
    **dict.fromkeys(range(0x2500, 0x2580), "+"),
    **dict.fromkeys(map(ord, "─━┄┅┈┉╌╍═╴╶╸╺╼╾"), "-"),
    **dict.fromkeys(map(ord, BARS), "|"),
}
_SPACED = regex(  # a line of three cells or more that spaces divide, but none of a log, nor justified prose
    r"^ *(?!\[?\d{4}-\d\d-\d\d[T ]\d\d:)\S+(?: \S+){0,5}"
    r"(?:(?: {3,}|(?<=\d) {2}| {2}(?=[\d(–-]))\S+(?: \S+){0,5}){2,} *$",
    re.MULTILINE,
)
_YEAR = regex(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SPACES = regex(r"(?<=\S) +(?= \S)")
_RULE = regex(r"(?=[^-=]*(?:--|==))(?=[^+|]*[+|])[\s|:+=-]+")
_BRANCH = regex(r"[+|`]--+ ?[\w./]")  # of a tree of folders
_BULLET = r"(?:[-*+•‣▪◦·●■□○➢➤►–—☐☑☒✓✔✗✘]|\[[ xX]\])"
_NUMBERED = r"\(?\d{1,3}[.)]|\d{1,2}(?:\.\d{1,2})+\.?|\(?[a-z]\)|[a-z]\.|\(?[ivx]{2,5}[.)]"
_LISTED = regex(rf"(?:(?P<bullet>{_BULLET})|{_NUMBERED})\s")
_ITEM = regex(
    r"(?!\(\d{3}\) \d{3}\b)"  # an area code
    rf"(?:{_BULLET}|#{{1,6}}|{_NUMBERED})\s"
    r"|\|"
    r"|[A-Z][\w/&() -]{0,40}:\s"  # a label and its text
    r"|\"[^\"\n]{1,40}\"\s*:"  # a JSON member
    r"|\[?\d{4}-\d\d-\d\d[T \]]"  # a log line
)
_PARTY = regex(  # the label of an address, whose first line is a name
    r"(?:(?:bill(?:ed)?|sold|ship(?:ped)?|deliver(?:ed)?|invoiced?) to|(?:invoice|delivery|shipping|billing) address"
    r"|customer|client|supplier|vendor|buyer|seller|purchaser|tenant|landlord|lessor|lessee|employer|employee|contractor"
    r"|borrower|lender|insured|policyholder|applicant|patient|sender|recipient|from|to"
    r"|rechnung an|rechnungs(?:adresse|anschrift|empfänger)|liefer(?:adresse|anschrift)|kunde|kundin|lieferant(?:in)?"
    r"|käufer(?:in)?|verkäufer(?:in)?|(?:ver)?mieter(?:in)?|arbeit(?:geber|nehmer)(?:in)?|auftrag(?:geber|nehmer)(?:in)?"
    r"|absender|empfänger|versicherungsnehmer(?:in)?|patient(?:in)?|antragsteller(?:in)?"
    r"|facturé à|fournisseur|acheteur|vendeur|locataire|bailleur|employeur|salarié"
    r"|facturar a|cliente|proveedor|comprador|vendedor|inquilino|arrendador|arrendatario"
    r"|fatturare a|fornitore|acquirente|venditore|locatore|conduttore|klant|leverancier|huurder|verhuurder"
    r")(?: \([^()\n]{1,30}\))?:",
    re.IGNORECASE,
)
_COLUMNS = regex(r"\t|\s\|(?:\s|$)|^\|")
_BARS = regex(r"\s\|\s")
_FIGURE = regex(r"[-–$€£¥(]*\d[\d.,]*[)%]*|[-–]")
_TELEPHONE = regex(r"(?<![\w.,])(?=[+/-]?(?:\d[ /-]?){7,20}\Z)(?:\+\d{1,3}|0\d{2,5})(?:[ /-]\d{2,8}){1,5}\Z")
_LONGEST_HEADING_OF_DATES = 9  # words
_MEMBER = regex(r'"\s{0,9}:\s{0,9}["{\[\d\-tfn]')
_BETWEEN_MEMBERS = regex(r'[{}\[\]]|,(?=\s{0,9}(?:"[^"\\\n]{1,60}"\s{0,9}:|[{\[]))')
_OBJECT = regex(r"\s{0,9}\{")  # of a list
_LONGEST_MEMBER = 160  # including its members; a longer one is split
_DEEPEST = 8
_FENCE = "---"  # of front matter
_END = regex(
    r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?:~~)?+(?:\[\d+\])*+(?=\s|$)"
    r"|[。！？｡؟۔।॥።။]++[」』”’）】\"']*+"
    r"|(?<=[\u0e00-\u0eff])\s++(?=[\u0e00-\u0eff])"  # Thai and Lao end sentences, and phrases, with a space
)
_END_IN_LINES = regex(_END.pattern.replace(r"(?:\[\d+\])", r"(?:\n?\[\d{1,3}\])"))  # .[1], as lines may divide it
_SPACED_WITHIN = regex(r"\b(?:z\. B|u\. a|d\. h|o\. ä|i\. e|e\. g)\.\Z")
_OF_COUNTRY = regex(r"\b(?:the|of|under|by|with|for|and|or|any|other) (?:[A-Z]\.){2,}\Z")
_LAST_WORD = regex(r"[^\s(\[\"'“‘«]+$")
_HEADING = regex(r"#{1,6}\s")
_ENDS_IN_FIGURE = regex(r"\d ?(?:[$€£¥%]|[^\W\d_]{1,8})?\Z")
_SHORT, _LEAST_WIDTH = 0.6, 50  # of the width of a block; of lines that were wrapped
_SPACED_PHRASE, _FEWEST_ITEMS = 80, 3
_FEWEST_CAPITALS = 8  # lines of prose do not all begin with one
_LONGEST_ROW, _LONGEST_ASIDE = 400, 80  # a longer row is split at its sentences

# Abbreviations of many languages that do not end a sentence.
_TITLES = word_set(
    "mr mrs ms dr prof st rev hon gen col capt lt sgt gov sen rep messrs mme mlle sra srta hr fr fa dhr mevr sig dott "
    "avv mgr ing dipl inż"
)
_AT_LINE_ENDS = word_set("st fr fa ing rep sen")  # of an address, or of a day
_WITHIN = word_set(
    "vs cf viz e.g i.e approx ca cca esp z.b d.h u.a o.ä i.h.v i.d.r bzw bzgl vgl ggf evtl sog insb insbes zzgl abzgl "
    "einschl ausschl höchst ungef vorauss resp bijv o.a d.w.z m.b.t evt p.ex p.ej p.es env aprox t.ex f.eks bl.a np "
    "tj tzn m.in ul např tzv ún yakl bkz напр прибл см ул вул див т.е т.к περ συμπ δηλ π.χ"
)
_BEFORE_NUMBER = word_set(
    "no nos nr núm num fig figs eq sec sect art arts vol pp p pg para ch chap tab abs ziff lit pos est mind ok jan "
    "feb mar apr jun jul aug sep sept oct nov dec ref app"
)
# They end a sentence before a word that begins many sentences.
_PERHAPS_WITHIN = word_set(
    "inc ltd co corp llc plc bros jr sr etc al dept div ave blvd rd mio mrd tsd incl excl inkl exkl ekskl max min "
    "maks máx mín avg acc ext tel tél apt mtl jährl monatl wöchentl tägl allg geb gem gest kb str ex ej pag pág blz "
    "kl godz тыс млн млрд вкл макс стр рис табл σελ τηλ"
)
_UNITS = word_set("min hrs sec m h g l")
_FLAT = regex(r"\d{1,4}\w?,")  # ul. Polna 8 m. 12,
_SHORTENED = regex(r"(?![^\W\d_]*[^\W\d_aeiouyäöü][lr][^\W\d_aeiouyäöüln])[B-DF-HJ-NP-TV-XZ]?[b-df-hj-np-tv-xz]{2,4}")
_NUMBER = regex(
    r"[$€£¥§№]|(?:EUR|USD|GBP|CHF|SEK|DKK|NOK|PLN|CZK|HUF|RON|TRY|Kč)\b|\d"
    r"|(?:[B-HJ-Z]|A(?= (?:and|or|und|oder)\b)|[IVX]{2,5})\b(?!['’])"
)
_CLOSES = regex(r"[^()\n]{1,80}\)")
_REST_OF_BRACKET = regex(r"[^().!?\n]{1,60}\)")
_AFTER_ORDINAL = word_set(
    "januar februar märz april mai juni juli august september oktober november dezember "
    "quartal halbjahr jahrhundert kapitel stock stockwerk etage obergeschoss untergeschoss og ug werktag tag woche "
    "monat jahr lebensjahr absatz abschnitt satz auflage klasse semester mahnung rate person versuch "
    "vorsitzende vorsitzender vorsitzenden vorstand bürgermeister bürgermeisterin kassier kassierer beisitzer"
)
_AFTER_ORDINAL_HEADS = ("woche", "monat", "jahr", "werktag", "abschnitt")  # Kalenderwoche; no tag, for Montag
_BEFORE_LETTER = word_set(  # sections A and B. An appeal
    "and or und oder section part annex appendix schedule class type group option plan article exhibit table figure "
    "category level grade unit building block teil anhang anlage klasse gruppe vitamin hepatitis"
)
_ROMAN = regex(r"[ivx]{2,5}")
_CLOSING = frozenset("?!,;:)")
_LIST_MARK = regex(r"[#>*+•‣▪◦·–—(\s-]*")
_STARTERS = word_set(
    "a after all also although an and as at because before both but by during each for from he her his how however "
    "i if in it its many most no on our see she since some such that the their then there these they this those to "
    "under we what when where while who why with you der die das ein eine el los las un una le la les il"
)


def sentence_spans(text: str) -> list[Span]:
    """The sentences, headings, list items and table rows of a text, in order, as (start, end) without outer
    whitespace. They do not overlap, and only whitespace lies between them. None ends within what is struck out."""
    spans: list[Span] = []
    struck = struck_spans(text)
    text = with_typed_bars(text)
    leads = may_lead(text)
    for unit in _lines_and_paragraphs(text, leads=leads):
        is_whole = unit[1] - unit[0] <= _LONGEST_ROW and (
            (leads and _leads(text[slice(*unit)])) or _BARS.search(text, *unit) is not None
        )
        for at, end in _json_members(text, *unit):
            start = at
            for match in () if is_whole else (_END if text[at] == "[" else _END_IN_LINES).finditer(text, at, end):
                if _ends_sentence(text, start, match, end) and not is_within(struck, *match.span()):
                    spans.append((start, match.start() if match[0].isspace() else match.end()))
                    start = match.end()
                    while start < end and text[start].isspace():
                        start += 1
            if start < end:
                spans.append((start, end))
    return spans


def passage_sentences(passage: Passage) -> Iterator[tuple[int, Span]]:
    """The sentences of a passage, split at page breaks, each with its page, as offsets in the passage."""
    chunk, pages = passage.chunk, passage.page_starts
    for a, b in sentence_spans(chunk.text):
        first, last = bisect_right(pages, chunk.start + a), bisect_left(pages, chunk.start + b)
        cuts = [a, *(page - chunk.start for page in pages[first:last]), b]
        for page, (start, end) in enumerate(pairwise(cuts), first):
            text = chunk.text[start:end]
            if text.strip():
                yield page, (start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


def shortened(text: str, start: int, end: int, wanted: frozenset[str] | set[str], longest: int) -> Span:
    """At most this many characters of a span, starting shortly before the first wanted word."""
    if end - start <= longest:
        return start, end
    tokens = list(re.finditer(r"\S+", text[start:end]))
    hit = next((m.start() for m in tokens if wanted.intersection(content_words(m[0]))), 0)
    begin = next((start + m.start() for m in tokens if m.start() >= hit - longest // 5), start)
    within = [m.end() for m in tokens if start + m.end() <= begin + longest and start + m.start() >= begin]
    return begin, start + within[-1] if within else min(begin + longest, end)


def with_typed_bars(text: str) -> str:
    """The text with bars, dashes and plus signs for the characters of which tables are drawn, with tabs between columns
    that spaces or leading dots divide, and without tabs within prose and the escaped bars of cells. It keeps its
    length."""
    text = without_prose_tabs(text.replace("\\|", "\\¡") if "\\" in text else text)
    text = with_leader_tabs(text) if may_lead(text) else text
    text = _SPACED.sub(_with_tabs, text) if "  " in text else text
    return text if text.isascii() or _DRAWN.search(text) is None else text.translate(_TYPED)


def _with_tabs(row: re.Match[str]) -> str:
    """The row with tabs between its columns, unless it ends in figures and may be a heading of years."""
    first, is_of_figures = row[0].lstrip().partition("  ")[0], all(map(_FIGURE.fullmatch, row[0].rsplit(None, 2)[1:]))
    is_unnamed = is_of_figures and (_YEAR.search(first) is not None or not any(map(str.isalpha, first)))
    return row[0] if is_unnamed else _SPACES.sub(lambda gap: gap[0][:-1] + "\t", row[0])


@lru_cache(maxsize=256)
def is_row(line: str) -> bool:
    """Whether a line is a table row: columns separated by bars, tabs or commas, or a label and its figures, or a rule
    between rows. A sentence with a full stop and a telephone number have no such figures; one over several lines, which
    may be indented by tabs, is no row."""
    if "\n" in line.strip():
        return False
    line = with_typed_bars(line)
    if ("|" in line or "\t" in line) and _COLUMNS.search(line.strip()):
        return _BRANCH.search(line) is None and page_after_leader(line) is None
    if "+" in line and _RULE.fullmatch(line.strip()):
        return True
    last_two = line.rsplit(None, 2)[1:]
    is_prose = line.endswith(".") or _TELEPHONE.search(line, max(len(line) - 40, 0)) is not None
    if len(last_two) == 2 and all(map(_FIGURE.fullmatch, last_two)) and not is_prose:
        return not last_two[0].endswith(",") or len(line.split()) <= _LONGEST_HEADING_OF_DATES
    commas = line.count(",")
    is_prose = "。" in line or _MEMBER.search(line) is not None
    return commas >= 2 and ", " not in line and line.count(" ") <= commas and not is_prose


def has_rows(text: str) -> bool:
    """Whether a line of the text is a table row."""
    return any(map(is_row, text.split("\n")))


def _lines_and_paragraphs(text: str, *, leads: bool) -> Iterator[Span]:
    """The units between line breaks: paragraphs with their soft line breaks, and single lines. leads: whether dots may
    lead to values in this text."""
    block: list[tuple[int, str, int]] = []
    at = 0
    for line in [*text.split("\n"), ""]:
        if stripped := line.strip():
            indent = line.index(stripped[0])
            block.append((at + indent, stripped, indent))
        elif block:
            rows = [is_row(each) or (leads and _leads(each)) for _, each, _ in block]
            prose = [each for (_, each, _), row in zip(block, rows, strict=True) if not row]
            width = max(map(len, prose), default=0)
            is_list = _are_list_items(prose, width)
            start, first, left = block[0]
            members_end = _end_of_members(block) if first == _FENCE or ":" in first else 0
            item = _LISTED.match(first)
            for ((here, this, _), row), ((next_start, following, indent), next_row) in pairwise(
                zip(block, rows, strict=True)
            ):
                is_item = _ITEM.match(following) is not None and not goes_on_with_number(this, following)
                is_item = is_item or are_facts(this, following)
                if row or next_row or is_item or (here < members_end and indent <= left):
                    meant = True
                else:
                    is_broken = text.startswith("  \n", here + len(this)) or this.endswith("\\")  # in Markdown
                    goes_on = item is not None and _continues_item(item, this, following, width, is_under=indent > left)
                    meant = not (goes_on and not is_broken) and _begins_paragraph(
                        this, following, width, is_list=is_list
                    )
                if meant:
                    yield start, here + len(this)
                    start, left, item = next_start, indent, _LISTED.match(following)
            yield start, block[-1][0] + len(block[-1][1])
            block = []
        at += len(line) + 1


def _leads(line: str) -> bool:
    """Whether dots in a line lead from a label to its value, or to a page."""
    return may_lead(line) and (is_led(line) or page_after_leader(line) is not None)


def _end_of_members(block: Sequence[tuple[int, str, int]]) -> int:
    """Where the names with their values end that a block is or, between lines of dashes, begins with, as in front
    matter; 0 if it has none. What is indented belongs to the line above it."""
    is_fenced = block[0][1] == _FENCE
    fence = next((i for i, (_, line, _) in enumerate(block[1:], 1) if line == _FENCE), 0) if is_fenced else 0
    members = block[1:fence] if fence else block[is_fenced:]
    outermost = [line for _, line, indent in members if indent <= block[0][2]]
    are_members = len(outermost) > 1 - is_fenced and all(is_member(line) or line.startswith("- ") for line in outermost)
    return block[fence or -1][0] + 1 if are_members else 0


def _continues_item(item: re.Match[str], this: str, following: str, width: int, *, is_under: bool) -> bool:
    """Whether the line goes on with an item of a list: indented under a bullet, or under a number after a line that is
    not short and could be a heading, or after a line that the next word would not have fitted into."""
    if is_under:
        return item["bullet"] is not None or len(this) >= _SHORT * width
    return width >= _LEAST_WIDTH and len(this) + 1 + len(following.split(None, 1)[0]) > width


def _begins_paragraph(this: str, following: str, width: int, *, is_list: bool) -> bool:
    """Whether a line begins anew rather than going on with the line before it."""
    near = max(len(this) - _LONGEST_ASIDE, 0)
    is_open = this.rfind("(", near) > this.rfind(")", near) and _CLOSES.match(following) is not None
    is_part = is_open or following[0].islower() or leads_on(this) or goes_on_with_number(this, following)
    is_part = is_part or (this.endswith(".") and _ends_in_abbreviation(this, following))
    is_mark = following[0] == "[" != this[0] and following[1:2].isdecimal() and "]" in following[:5]  # of a reference
    if is_part or (is_mark and this[-1] in ".!?") or _PARTY.fullmatch(this) is not None:
        return False
    # a capital after a short line or a heading
    is_heading = _HEADING.match(this) is not None or (this.isupper() and not following.isupper())
    return is_list or is_heading or len(this) < _SHORT * width


def _ends_in_abbreviation(this: str, following: str) -> bool:
    """Whether a line ends in the stop of an abbreviation that the next line goes on after: of words that more words
    follow, or of a country before no word that begins many sentences."""
    found = _LAST_WORD.search(this, max(len(this) - 24, 0), len(this) - 1)
    word = found[0] if found is not None else ""
    if word.lower() in _TITLES - _AT_LINE_ENDS or word in _WITHIN or _SPACED_WITHIN.search(this) is not None:
        return True
    return _OF_COUNTRY.search(this) is not None and following.split(None, 1)[0].lower() not in _STARTERS


def _are_list_items(lines: Sequence[str], width: int) -> bool:
    """Whether each line of a block is an item of a list without bullets: none goes on in lower case, and at least half
    of the lines end although the next word would have fitted, many begin with a capital or a number, or all end in a
    figure and its unit."""
    if len(lines) > 1 and all(_ENDS_IN_FIGURE.search(line) and not line[0].islower() for line in lines):
        return True
    if len(lines) < _FEWEST_ITEMS or any(line[0].islower() for line in lines):
        return False
    if any(leads_on(this) or goes_on_with_number(this, following) for this, following in pairwise(lines)):
        return False
    if len(lines) >= _FEWEST_CAPITALS and all(
        (line[0].isupper() and not line.isupper()) or line[0].isdecimal() for line in lines
    ):
        return True
    unforced = sum(len(this) + 1 + len(following.split(None, 1)[0]) <= width for this, following in pairwise(lines))
    return 2 * unforced >= len(lines) - 1


def _json_members(text: str, start: int, end: int) -> Iterator[Span]:
    """The members of JSON on one line; any other unit unchanged."""
    if len(list(islice(_MEMBER.finditer(text, start, end), 2))) < 2:
        yield start, end
        return
    cuts: dict[int, list[int]] = {}
    depth = 0
    for mark in _BETWEEN_MEMBERS.finditer(text, start, end):
        if mark[0] == ",":
            cuts.setdefault(depth, []).append(mark.end())
        else:
            depth += 1 if mark[0] in "{[" else -1
    members = [(start, end)]
    for level, at_depth in enumerate(sorted(cuts)[:_DEEPEST]):
        parts: list[Span] = []
        for a, b in members:
            is_long = b - a > (_LONGEST_MEMBER if level else 0)
            within = cuts[at_depth][bisect_right(cuts[at_depth], a) : bisect_left(cuts[at_depth], b)]
            parts += pairwise([a, *(at for at in within if is_long or _OBJECT.match(text, at)), b])
        members = parts
    for a, b in members:
        piece = text[a:b]
        yield a + len(piece) - len(piece.lstrip()), a + len(piece.rstrip())


def _ends_sentence(text: str, start: int, match: re.Match[str], limit: int) -> bool:
    """Whether the mark ends the sentence; a full stop may belong to the word before it."""
    mark = match[0]
    if mark.isspace():
        return match.start() - start >= _SPACED_PHRASE
    if mark[0] not in ".!?…":
        return True
    following = text[match.end() : min(match.end() + 48, limit)].lstrip().lstrip("\"'“‘«(")
    if following[:1].islower() or following[:1] in _CLOSING:  # "Do you agree ... ?"
        return False
    found = _LAST_WORD.search(text, max(start, match.start() - 24), match.start())
    if mark[0] != "." or mark[:2] == ".." or not found or not following:
        return True
    if is_in_dotted_date(text, match.start()):
        return False
    word = found[0].lower()
    tail = word.rpartition("-")[2]  # Dipl.-Ing.
    is_first = _LIST_MARK.fullmatch(text, start, found.start()) is not None
    after = following.split(None, 1)[0].rstrip(",;:.").lower()
    if tail in _TITLES or (word in _WITHIN and not found[0].isupper()) or (is_first and _ROMAN.fullmatch(word)):
        return False
    is_shortened = _SHORTENED.fullmatch(found[0]) is not None
    is_counted = text[max(start, found.start() - 2) : found.start()].strip()[-1:].isdecimal()
    is_unit = found[0] in _UNITS and not _FLAT.match(following)
    if is_counted and (is_unit or (is_shortened and word not in _PERHAPS_WITHIN)):
        return True
    near = max(start, match.start() - 80)
    opened, closed = (text.rfind(bracket, near, match.start()) for bracket in "()")
    if opened > closed and _REST_OF_BRACKET.match(text, match.end()):
        return False
    if len(word) == 1 and word.isalpha():
        before = _LAST_WORD.search(text, max(start, found.start() - 24), found.start() - 1)
        return after in _STARTERS and before is not None and before[0].lower() in _BEFORE_LETTER
    if word.isdecimal():
        is_ordinal = after not in _STARTERS and names_ordinal(text[start : found.start()], found[0])
        is_ordinal = is_ordinal or after in _AFTER_ORDINAL or after.endswith(_AFTER_ORDINAL_HEADS)
        return not (is_first or is_ordinal)
    if word in _BEFORE_NUMBER:
        return _NUMBER.match(following) is None
    is_shortened = is_shortened or word.endswith("str") or ("." in tail and tail.replace(".", "").isalpha())
    return after in _STARTERS or not (is_shortened or word in _PERHAPS_WITHIN)
