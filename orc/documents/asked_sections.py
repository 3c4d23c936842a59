"""Requests for the text of a section alone, and where that stands in a document: "What does section 2 say?", "Quote the
liability clause". Pure, linear in the length of the text (D-547)."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from orc.documents.questions.inflections import are_forms
from orc.documents.questions.question import Question
from orc.documents.reading_requests import asks_only_to_read
from orc.documents.section_requests import EACH_NUMBER, NUMBER, NUMBERED, SECTION, Span, number_of, title_of
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.list_marks import is_bulleted
from orc.documents.text.sentences import is_row
from orc.documents.text.tokens import content_words
from orc.domain import Heading
from orc.patterns import regex

_THE = (
    r"(?:(?:the|this|that|its|my|our|der|die|das|den|dem|des|im|in der|in den|unter|la|le|les|el|los|las|il|lo|o|os"
    r"|de|het|da|do|à la|au|nel|nella|na|no) |[ld]['’]|dell['’]|nell['’]|all['’]){0,2}"
)
_ON = (
    r"(?: (?:on|about|for|regarding|concerning|covering|dealing with|that deals with|titled|called|headed|named"
    r"|entitled|with the (?:title|heading)|über|zu[mr]?|mit dem titel|namens|sur|concernant|relati(?:f|ve) (?:à|aux?)"
    r"|intitulée?|de|du|des|sobre|titulad[oa]|relativ[oa] a|sul(?:la|le)?|sui|di|del(?:la)?|over|met de titel|getiteld)"
    r"|: ?|(?= [\"“„«'‘])| d(?=['’]))"
)
_SAYS = r"(?:says?|states?|reads?|contains?|covers?|requires?|verbatim|aloud|out|please|vor|bitte|dice|dit|zegt)"
_SAYING = regex(rf"(?<!\w){_SAYS}(?!\w)", re.IGNORECASE)
_OF = r"(?:of|in|from|im|in der|des|du|de la|del|della|do|da|van)"
_ITS = r"(?:(?:the|my|our|d(?:ie|as|er|en|em)|l[aeo]s?|el|i|gli|il|os?|as?|het|de) |l['’])?"
_WORDS = r"(?:[\w'’&/-]{1,40} ){0,6}?[\w'’&/-]{1,40}"
_TITLED = regex(
    rf"(?<!\w){_THE}(?:{SECTION}|bit|passage|apartado|stelle){_ON}['’]? ?{_ITS}"
    rf"[\"“„«'‘]?(?P<title>{_WORDS})[\"”“»'’]?(?=\W*\Z| {_SAYS}\W*\Z| {_OF} (?:the|this|my|our|diese\w|meine\w)\b)",
    re.IGNORECASE,
)
_BEFORE = regex(
    rf"(?<!\w)(?:the|this|its|my|our) ['\"“]?(?P<title>{_WORDS})['\"”]? (?:section|chapter|clause"
    r"|article|paragraph|provision)(?!\w)",
    re.IGNORECASE,
)
_COMPOUND = regex(
    rf"(?<!\w){_THE}(?P<title>[^\W\d_]{{4,30}}?)s?(?:klausel|abschnitt|kapitel|paragraph|paragraf|regelung)(?!\w)",
    re.IGNORECASE,
)
_ABOUT = regex(  # what the lease says about pets
    r"(?<=\w) (?:about|on|regarding|zu[mr]?|über|sur|à propos d(?:e |['’])|sobre|acerca de|sul?(?:la|le|i)?|over)"
    rf" ?{_ITS}(?P<title>{_WORDS})(?=\W*\Z)",
    re.IGNORECASE,
)
_BY_TITLE = (_TITLED, _BEFORE, _COMPOUND, _ABOUT)
_POINT = r"(?:points?|punkt|rules?|regel|nummer|no\.|items?|règle|numéro|regla|punto|número|regola|ponto|punt)"
_BY_NUMBER = regex(
    rf"(?<!\w){_THE}(?:{NUMBERED}|(?:{_POINT} (?P<point>\d{{1,2}}(?:\.\d{{1,2}}){{0,3}})"
    r"|(?P<alone>\d{1,2}(?:\.\d{1,2}){1,3}))(?![\w%€$]|[.,]\d))",
    re.IGNORECASE,
)
_MENTIONED = regex(rf"(?<!\w){SECTION}[ \xa0]?{NUMBER}(?!\w)", re.IGNORECASE)
_THIS = " this document "
_LINE = regex(
    rf"[ \t]{{0,8}}(?:[#>*_]{{1,6}}[ \t]?)?(?:(?P<word>{SECTION}) ?)?(?P<number>{NUMBER})(?P<mark>[.):]|(?=\s[-–—]))?"
    r"(?=[ \t*_]|\Z)",
    re.IGNORECASE,
)
_RUN_IN = regex(r"[A-ZÀ-Þ][\w'’&-]*(?: [\w'’&-]+){0,4}[.:](?:\*\*|__)?(?=\s|\Z)")  # Fees. The fee is due in May.
_ENDS_SENTENCE = tuple(".!?;:,…")
_LONGEST_QUESTION, _LONGEST_TITLE, _SHORT_TITLE, _SHORTEST_TITLE = 200, 100, 60, 40
_MOST_WORDS, _FEW_WORDS = 8, 3
_LINES, _UNMARKED, _LAST = 10, 9, 99
_OTHER, _FORMS, _MORE, _SAME_WORDS, _SAME = 1, 2, 3, 4, 5


@dataclass(frozen=True, slots=True)
class AskedSection:
    """The numbers of the sections whose text a question asks for, or else the title of one. is_surely_section means
    that the numbers can be those of nothing else, is_topic that the title may be none: what a document says about
    something."""

    numbers: tuple[str, ...] = ()
    title: str = ""
    is_topic: bool = False
    is_surely_section: bool = False


def may_ask_for_section(question: str) -> bool:
    """Whether a question names a section by a number or a title."""
    return len(question) <= _LONGEST_QUESTION and any(each.search(question) for each in (_BY_NUMBER, *_BY_TITLE))


def section_asked(question: str, names: Sequence[str]) -> AskedSection | None:
    """The sections of documents with these names whose text is all that the question asks for; None for any other
    question."""
    question = " ".join(question.split())
    if len(question) > _LONGEST_QUESTION:
        return None
    if found := _BY_NUMBER.search(question):
        numbers = tuple(EACH_NUMBER.findall(found["numbers"] or "")) or (found["point"] or found["alone"],)
        return (
            AskedSection(numbers, is_surely_section=found["numbers"] is not None)
            if _is_all(question, found, names)
            else None
        )
    for titled in _BY_TITLE:
        found = titled.search(question)
        if found and not _SAYING.search(found["title"]) and _is_all(question, found, names):
            return AskedSection(title=found["title"], is_topic=titled is _ABOUT)
    return None


def _is_all(question: str, found: re.Match[str], names: Sequence[str]) -> bool:
    rest = " ".join(f"{question[: found.start()]}{_THIS}{question[found.end() :]}".split())
    return asks_only_to_read(rest, names)


def sections_in(text: str, headings: Sequence[Heading], asked: AskedSection, *, are_marked: bool) -> list[Span]:
    """Where the sections that a request names stand in a document's text, without those inside another one. headings
    are the known ones, are_marked means that its format marks them; others begin with a number."""
    lines = _lines(text, headings, are_marked=are_marked)
    chosen = (
        _with_numbers(lines, asked.numbers)
        if asked.numbers
        else _with_title(lines, asked.title, _SAME_WORDS if asked.is_topic else _OTHER)
    )
    spans, reached = list[Span](), 0
    for at in chosen:
        start, level = lines[at].start, lines[at].level
        following = (lines[n].start for n in range(at + 1, len(lines)) if lines[n].level <= level)
        end = next(following, len(text)) if start >= reached else start
        if start < end and _has_text(text[start:end]):
            spans.append((start, end))
            reached = end
    return spans


def has_numbers(text: str, headings: Sequence[Heading]) -> bool:
    """Whether a document has sections with numbers, so that it lacks those with others."""
    lines = _lines(text, headings, are_marked=False)
    return sum(number_of(line) is not None for line in lines if line.level < _LAST) > 1


def _has_text(section: str) -> bool:
    """Whether a section is more than its heading, as a line of contents is not."""
    return section.strip("# \t\n") != heading_line(section.strip("# \t\n"))


def heading_line(text: str) -> str:
    """The first line of a section, if that is only a heading."""
    line, _, rest = text.partition("\n")
    words = line.rstrip(" *_")
    is_run_in = bool(rest.strip()) and _RUN_IN.fullmatch(title_of(words)) is not None
    words = words.removesuffix(":") if words.count(" ") < _FEW_WORDS else words
    return line if len(line) <= _LONGEST_TITLE and (is_run_in or not words.endswith(_ENDS_SENTENCE)) else ""


def mentions(text: str, asked: AskedSection) -> bool:
    """Whether a text names a section with a number that a request names, of itself or of another document."""
    return any(
        number in asked.numbers for found in _MENTIONED.finditer(text) for number in EACH_NUMBER.findall(found[0])
    )


def _with_numbers(lines: Sequence[Heading], numbers: Sequence[str]) -> list[int]:
    """The places of the lines with these numbers; those of items of lists only for a number that no other line has."""
    found = [(at, line) for at, line in enumerate(lines) if number_of(line) in numbers]
    known = {number_of(line) for _, line in found if line.level < _LAST}
    items = Counter(number_of(line) for _, line in found if line.level == _LAST)
    alone = {number for number, count in items.items() if number not in known and count == 1}
    return [at for at, line in found if line.level < _LAST or number_of(line) in alone]


def _with_title(lines: Sequence[Heading], wanted: str, least: int) -> list[int]:
    """The places of the headings that say the title best, of one that says it in other words if there is only one."""
    asked = content_words(wanted)
    loose = Question(wanted).loose_words if asked else {}
    fits = dict[int, int]()
    for at, line in enumerate(lines):
        title = title_of(line.text)
        title = run_in[0] if (run_in := _RUN_IN.match(title)) else title
        said = frozenset(content_words(title)) if line.start and line.level < _LAST else frozenset[str]()
        if said and len(said) <= _MOST_WORDS:
            fits[at] = _fit(asked, said, loose)
    most = max(fits.values(), default=0)
    best = [at for at, fit in fits.items() if fit == most] if asked and most >= least else []
    return best if len(best) == 1 or most >= _SAME_WORDS else []


def _fit(asked: Sequence[str], said: frozenset[str], loose: Mapping[str, Phrases]) -> int:
    """How well a heading with these words says a title: in the same words or forms of them, in more, or in others."""
    if said.issuperset(asked):
        return _SAME if len(said) <= len({*asked}) else _MORE
    own = [any(are_forms(word, other) for other in said) for word in asked]
    if all(own):
        return _SAME_WORDS if len(said) <= len({*asked}) else _FORMS
    return _OTHER if all(is_own or says(said, loose.get(w, ())) for w, is_own in zip(asked, own, strict=True)) else 0


def _lines(text: str, headings: Sequence[Heading], *, are_marked: bool) -> list[Heading]:
    """The headings with the lines that begin with the number of a section and, in a text without marked headings, with
    short lines that no sentence goes on in, in order. Items of lists have the last level."""
    known, found, offset, start = {heading.start for heading in headings}, [*headings], _LINES if are_marked else 0, 0
    lines = text.split("\n")
    numbered = [_LINE.match(line) for line in lines]
    for n, line in enumerate(lines):
        words = line.strip(" \t#>*_")
        at = start + len(line) - len(line.lstrip(" \t#>"))
        if words and not (at in known or start in known or is_row(line)):
            has_next = any(0 <= other < len(lines) and _is_bare(numbered[other]) for other in (n - 1, n + 1))
            level = _level_of(numbered[n], words, has_next=has_next)
            if level is None and not are_marked and _is_short_title(lines, n):
                level = _UNMARKED
            if level is not None:
                found.append(Heading(at, level if level == _LAST else level + offset, words))
        start += len(line) + 1
    return sorted(found, key=lambda heading: heading.start)


def _is_bare(found: re.Match[str] | None) -> bool:
    """Whether a line begins with a number without a word for a section."""
    return found is not None and not found["word"]


def _level_of(found: re.Match[str] | None, words: str, *, has_next: bool) -> int | None:
    """The level of a line that begins with a number, that of an item if one is on the line before or after it; None if
    it is none of a section."""
    if found is None or not (found["word"] or found["number"][0].isdecimal()):
        return None
    dots = found["number"].count(".")
    if found["word"] or dots:
        return 1 + dots
    if not found["mark"]:
        return None
    is_title = len(words) <= _LONGEST_TITLE and not words.endswith(_ENDS_SENTENCE)
    return 1 if (is_title or _RUN_IN.match(title_of(words))) and not has_next else _LAST


def _is_short_title(lines: Sequence[str], at: int) -> bool:
    """Whether a line is a short one, after a blank line or the end of a sentence, that does not go on in the next."""
    words = lines[at].strip(" \t*_").removesuffix(":")
    before, after = lines[at - 1].strip() if at else "", lines[at + 1].strip() if at + 1 < len(lines) else ""
    longest = _SHORT_TITLE if not before else _SHORTEST_TITLE if before.endswith(tuple(".!?")) else 0
    is_short = 0 < len(words) <= longest and words[0].isupper() and not words.endswith(_ENDS_SENTENCE)
    return is_short and not is_bulleted(words) and not after[:1].islower()
