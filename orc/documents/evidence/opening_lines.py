"""What documents state at their beginning without naming it: a paper's title and authors, a contract's parties. Pure
(D-426)."""

import re
from collections.abc import Sequence
from itertools import takewhile

from orc.documents.evidence.first_parts import asks_for_part, part_at_opening
from orc.documents.evidence.header_lines import asks_header, stated_in_header
from orc.documents.evidence.passage_sentences import Sentence
from orc.patterns import regex

_WORK = (
    r"(?:papers?|stud(?:y|ies)|articles?|theses|thesis|preprint|manuscript|dissertation|publication|essay|reports?|documents?"
    r"|texts?|book|arbeit|studie|artikels?|aufsatz(?:es)?|beitrags?|papers|berichts?|dokuments?|textes|buch(?:es)?)"
)
_OF_WORK = rf"(?: (?:of |des |der |vom |von der )?(?:the |this |that |dieses |dieser )?{_WORK})?\W*\Z"
_ASKS_TITLE = regex(
    rf"\W*(?:what(?: is|['’]s) the (?:full |exact )?title{_OF_WORK}"
    rf"|(?:what is the|how is the) {_WORK} (?:called|titled|entitled)\W*\Z"
    rf"|(?:wie lautet|was ist|wie ist) der (?:genaue |volle )?titel{_OF_WORK}"
    rf"|wie heißt (?:der|die|das|dieser|diese|dieses) {_WORK}\W*\Z)",
    re.IGNORECASE,
)
_ASKS_AUTHORS = regex(
    rf"\W*(?:who (?:wrote|authored) (?:the|this) {_WORK}\W*\Z|who(?: is| are|['’]s) the (?:co-?)?authors?{_OF_WORK}"
    rf"|(?:by whom is|who is) (?:the|this) {_WORK}(?: by)?\W*\Z"
    rf"|wer hat (?:den|die|das|diesen|diese|dieses) {_WORK} (?:geschrieben|verfasst)\W*\Z"
    rf"|wer (?:ist|sind) (?:der|die) (?:autor(?:in|innen|en)?|verfasser(?:in|innen)?){_OF_WORK}"
    rf"|von wem (?:ist|stammt) (?:der|die|das|diese[rs]?) {_WORK}\W*\Z)",
    re.IGNORECASE,
)
_ASKS_CORRESPONDING = regex(
    r"\W*(?:who|wer) (?:is|ist) (?:the|der|die) (?:corresponding|korrespond\w{2,8}) autho?r", re.IGNORECASE
)
_AGREEMENT = r"(?:agreements?|contracts?|leases?|deeds?|vertrag(?:e?s)?|vereinbarung|mietvertrag(?:e?s)?)"
_ASKS_PARTIES = regex(
    rf"\W*(?:(?:who are|list|name|which are) (?:all |both |all of )?(?:the )?(?:contracting )?parties"
    rf"(?: (?:to|of|in) (?:the|this) (?:[\w-]+ )?{_AGREEMENT})?"
    rf"|between whom (?:is|was) (?:the|this) {_AGREEMENT}(?: (?:made|concluded|signed))?"
    rf"|(?:wer sind|nenne) (?:die |alle |beide ){{0,2}}(?:vertrags)?(?:parteien|partner)"
    rf"(?: (?:des|der|dieses|dieser) {_AGREEMENT})?"
    rf"|zwischen wem (?:ist|wurde|besteht) (?:der|die|dieser|diese) {_AGREEMENT}(?: geschlossen| abgeschlossen)?)\W*\Z",
    re.IGNORECASE,
)
_ASKS_SIDE = regex(r"\W*(?:who is|wer ist) (?:the|der|die) (?P<side>\w{4,20})\W*\Z", re.IGNORECASE)
_OTHER_SIDES = (
    ("employer", "employee"),
    ("landlord", "tenant"),
    ("lessor", "lessee"),
    ("seller", "buyer"),
    ("lender", "borrower"),
    ("licensor", "licensee"),
    ("arbeitgeber", "arbeitnehmer"),
    ("vermieter", "mieter"),
    ("verkäufer", "käufer"),
    ("auftraggeber", "auftragnehmer"),
)
_SIDES = {one: other for pair in _OTHER_SIDES for one, other in (pair, pair[::-1])}
_FEMALE = regex(r"in\Z")
_BETWEEN = regex(
    r"\b(?:[Bb]etween (?:the )?[A-ZÀ-Þ\d].{2,300}?\band (?:the )?[A-ZÀ-Þ\d]"
    r"|[Zz]wischen (?:der |dem |den )?[A-ZÀ-Þ\d].{2,300}?\bund (?:der |dem |den )?[A-ZÀ-Þ\d])",
    re.DOTALL,
)
_CONTRACTS = regex(rf"\b(?:{_AGREEMENT}|made|concluded|entered into|geschlossen)\b", re.IGNORECASE)
_MARKS = r"(?:[\d*†‡](?:,(?=[\d*†‡]))?){0,6}+"  # of an affiliation
_NAME = (
    r"(?:[A-ZÀ-Þ][\w'’.-]{0,30}+ ){1,3}(?:(?:de|van|von|der|den|di|da|al) ){0,2}"
    rf"[A-ZÀ-Þ](?:[^\W\d_]|['’-]){{1,30}}+{_MARKS}"
)
_NAMES = regex(rf"(?:[Bb]y |[Vv]on )?{_NAME}(?:(?:, and |,? (?:and|und|&) |[,;] ?){_NAME}){{0,40}}\.?")
_NO_NAMES = regex(
    r"\b(?:article|paper|report|review|letter|research|journal|university|institute|department|school|version|draft"
    r"|preprint|universität|institut|bericht|zeitschrift)\b",
    re.IGNORECASE,
)
_ABSTRACT = regex(
    r"\W*(?:\d\.? )?(?:abstract|summary|introduction|keywords?|zusammenfassung|einleitung|kurzfassung)\b", re.IGNORECASE
)
_CORRESPONDING = regex(r"\W{0,5}(?:corresponding author|correspondence|korrespond\w{2,8})\b", re.IGNORECASE)
_SINCE = (
    r"(?:since when|from (?:when|what date|which date)|as of when|when|(?:ab|seit|von) wann|wann"
    r"|(?:depuis|à partir de) (?:quand|quelle date)|quand|(?:desde|a partir de) (?:cuándo|qué fecha)|cuándo"
    r"|(?:da|a partire da) (?:quando|che data)|quando|(?:desde|a partir de) (?:quando|que data)"
    r"|(?:sinds|vanaf) wanneer|wanneer|od kiedy|kiedy|od kdy|kdy|с как(?:ой даты|ого числа)|когда|відколи|коли)"
)
_IN_FORCE = (
    r"(?:effective|in(?:to)? force|effect|appl(?:y|ies)|valid|updated|revised|last (?:changed|modified)"
    r"|gilt|gelten|gültig|(?:in )?kraft|aktualisiert|stand|vigueur|applique\w{0,2}|mis\w? à jour|vigor"
    r"|vigentes?|aplican?|actualiza\w{1,3}|vigore|valid[aoei]|aggiornat[aoei]|válid[ao]s?|atualizad[ao]s?|geld(?:t|en)|geldig|kracht"
    r"|bijgewerkt|obowiązuj\w{1,2}|życie|aktualizac\w{1,3}|plat(?:í|nost\w?)|účinn\w{1,5}|действ\w{1,4}|сил[уе]|обновл\w{1,5}"
    r"|чинн\w{1,4}|діє|діють)"
)
_ASKS_DATE = regex(
    rf"\W*(?:{_SINCE}\b.{{1,80}}\b{_IN_FORCE}|what is the (?:effective date|date of (?:the|this) {_WORK}))\b"
    r".{0,40}\Z",
    re.IGNORECASE,
)
_STATES_FORCE = regex(rf"\b{_IN_FORCE}\b", re.IGNORECASE)
_DATED = regex(
    r"(?<![\d/.-])(?:\d{1,2}\W{1,2}(?:(?:de|of) )?[^\W\d_]{3,12}\W{1,2}(?:de |del )?(?:19|20)\d\d"
    r"|[^\W\d_]{3,12} \d{1,2}, (?:19|20)\d\d"
    r"|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d|(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2})(?!\d)"
)
_LONGEST_DATE, _FIRST_LINES = 100, 5
_OPENING, _MOST_LINES, _LONGEST_TITLE, _LONGEST = 3_000, 15, 300, 1_000


def asks_opening(question: str) -> bool:
    """Whether a question asks for what only the beginning of a document states."""
    asks = (_ASKS_TITLE, _ASKS_AUTHORS, _ASKS_CORRESPONDING, _ASKS_PARTIES, _ASKS_DATE)
    return any(each.match(question) for each in asks) or asks_for_part(question) or asks_header(question)


def stated_at_opening(question: str, sentences: Sequence[Sentence], documents: Sequence[str]) -> list[Sentence]:
    """The sentences at the beginning of the only document, with its sentences in their order, that state the title,
    the authors, the parties, the date or the first part that the question asks for, or the party whose other side they
    name. Empty if there are none, or for another question."""
    opening = sorted((s for s in sentences if s.start < _OPENING and not s.row), key=lambda s: s.start)
    if len(set(documents)) != 1 or not opening:
        return []
    if part := part_at_opening(question, opening) or stated_in_header(question, opening, sentences):
        return part
    before = [*takewhile(lambda s: not _ABSTRACT.match(s.text), opening)]
    has_abstract = 1 < len(before) <= min(_MOST_LINES, len(opening) - 1)
    if _ASKS_TITLE.match(question):
        first = opening[0]
        return [first] if first.start == 0 and first.is_title and len(first.text) <= _LONGEST_TITLE else []
    if _ASKS_CORRESPONDING.match(question):
        return [s for s in opening if _CORRESPONDING.match(s.text)][:1]
    if _ASKS_AUTHORS.match(question):
        lines = [s for s in before[1:] if has_abstract and not _NO_NAMES.search(s.text)]
        return [s for s in lines if _NAMES.fullmatch(s.text.strip("#*_ ")[:_LONGEST])]
    if _ASKS_DATE.match(question):
        return _date_over_text(sentences)
    side = _ASKS_SIDE.match(question)
    if not (side or _ASKS_PARTIES.match(question)):
        return []
    begun = ((s, s.text[:_LONGEST], " ".join((s.text[:_LONGEST], *s.titles))) for s in opening)
    parties = next((s for s, text, whole in begun if _BETWEEN.search(text) and _CONTRACTS.search(whole)), None)
    if parties is None or side is None:
        return [parties] if parties else []
    asked = _FEMALE.sub("", side["side"].casefold())
    sides = "|".join(filter(None, (asked, _SIDES.get(asked))))
    defined = re.compile(rf"\([^()]{{0,40}}\b(?:{sides})(?:in)?\W{{0,3}}\)", re.IGNORECASE)
    return [parties] if asked in _SIDES and defined.search(parties.text) else []


def _date_over_text(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The line below the title that has a date, unless a sentence states since when the document is in force."""
    first = sorted((s for s in sentences if s.start < _OPENING and s.text[0].isalnum()), key=lambda s: s.start)
    lines = [s for s in first[:_FIRST_LINES] if len(s.text) <= _LONGEST_DATE and _DATED.search(s.text)]
    stating = [s for s in lines if _STATES_FORCE.search(s.text)]
    if any(_STATES_FORCE.search(s.text) and _DATED.search(s.text) for s in sentences if s not in lines):
        return stating[:1]
    return (stating or lines)[:1]
