"""Reads passages as sentences and table rows, with the headings and sentences that belong to them. Pure."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, takewhile
from operator import attrgetter, itemgetter

from orc.documents.evidence.list_items import ABOVE_PASSAGE, Introduction, Introductions, is_negating_heading
from orc.documents.evidence.passage_rows import lines_and_rows, words_over
from orc.documents.evidence.qualifications import is_reply
from orc.documents.evidence.table_terms import states_terms
from orc.documents.questions.question import is_year, years_in
from orc.documents.text.comparisons import only_compared
from orc.documents.text.field_lines import fields_below_each_other, is_member, names_object
from orc.documents.text.fiscal_years import Spelling
from orc.documents.text.front_matter import front_matter_end, is_about
from orc.documents.text.identifier_heads import compared_forms
from orc.documents.text.initials import Initials
from orc.documents.text.leaders import contents_lines
from orc.documents.text.life_dates import spelled_lives
from orc.documents.text.list_marks import goes_on_in, introduces, is_bulleted, item_mark_of, name_of_item
from orc.documents.text.opening import is_company
from orc.documents.text.sentences import is_row, passage_sentences
from orc.documents.text.struck import is_struck, without_struck
from orc.documents.text.tables import Row, led_row
from orc.documents.text.titles import Titles
from orc.documents.text.tokens import content_words, without_note_marks
from orc.domain import Chunk, Passage
from orc.patterns import regex

_FILE_NAME_GAP = regex(r"[\W_]+|(?<=[a-z])(?=[A-Z])|(?<=[^\W\d_])(?=\d)")
_RUN_IN_HEADING = regex(
    r"(?:(?:article|section|clause|§) ?)?\d{1,3}(?:\.\d{1,3}){0,3}[.)]? (?:[-–—:] )?"
    r"(?!(?-i:[a-zà-ÿ]))(?:[^\W\d_][\w'’&-]* ){0,3}[^\W\d_][\w'’-]*[.:]\Z",
    re.IGNORECASE,
)
_LABEL = regex(  # Conclusion. Materials and methods. Place of work.
    r"[^\W\d_]{5,}(?: (?:and|und|et|y|e) [^\W\d_]{4,})?\.\Z|[A-Z][a-z]{3,15} of (?:the )?[a-z]{3,15}\.\Z"
)
_NEGATION = regex(r"\b(?:not|no|never|without|nicht|kein\w*|nie|ne|pas|sans|non|nunca|sin|senza)\b", re.IGNORECASE)
# Revenue by region (in thousands), sales (thous. kr.), sales by quarter for 2023:
_CAPTION = regex(r"(?:[^.!?;:…]|\b\w{1,4}\.)\)\Z|:\Z")
_PRONOUN = regex(
    r"(?:it|its|he|she|they|his|her|their|this|that|these|those|such|both|the (?:latter|former)"
    r"|darin|dabei|davon|hierin|hiervon)\b",
    re.IGNORECASE,
)
_SALUTATION = regex(
    r"(?:Dear|Hello|Hi|Hallo|Liebe[rs]?|Guten Tag|Sehr geehrte[rs]?|Ch(?:er|ère)s?|Estimad[oa]s?|Gentil[ei]|Beste"
    r"|Geachte|Hej|Kära?)\s[^.:;|]{2,60},\Z"
)
_STATES = regex(r"(?:The|Our|D(?:er|ie|as)) [^\W\d_].{1,60} (?:is|are|was|were|ist|sind|war|waren) (?-i:[A-ZÀ-Þ\d])")
_ENDS_PARAGRAPH = regex(r"[^\W\d_]{2,}[.!]\Z")
_IS_ABOUT_TABLE = regex(
    r"\b(?:follow\w*|below|tables?|these|tabelle|folgend\w*|suivant\w*|siguiente\w*|seguente\w*)\b", re.IGNORECASE
)
_FEW = 20
_ALIKE = 0.7
_LABELLED = regex(r"\W*([^\W\d_][^:\d\n]{1,60}?)(?: ?:)?\s+(?=\S*\d)")  # Total 2,472.00
_LONGEST_TITLE, _LONGEST_DOCUMENT_TITLE = 200, 120
_BLANK_LINE = regex(r"\n\s*\n")
_NO_TEXT = regex(  # tags alone, and a link to a section of the same document, as tables of contents have
    r"\A(?:</?[a-z][^<>\n]{0,300}>\s{0,9})+\Z"
    r"|\A(?:[-*+•]|\d{1,3}[.)])?\s{0,3}\[[^\]\n]{1,200}\]\(#[^)\s]{0,300}\)\Z",
    re.IGNORECASE,
)
_SHORT_PARAGRAPH = 4
_FIRST, _MOST_REMEMBERED, _LINES_REMEMBERED = 1, 64, 4096
_NUMBERS = frozenset(
    content_words(
        "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty sixty ninety zwei drei vier "
        "fünf sechs sieben acht neun zehn elf zwölf"
    )
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or table row, of the passage with this number, at these offsets of its document.

    words are its own, headings those over its filled columns, scope those of its section's heading and of its
    document's name, named the latter alone, context those, the sentence before and, around a fact, the names of others,
    paragraph those of the sentences before it in a short paragraph. titles are the headings over it, the nearest one
    last, and titled the words of those that are certain to be over it. introduced_at is where the sentence begins that
    introduces the list of which it is an item, ABOVE_PASSAGE if that is in the table head, -1 for other sentences;
    introduction is the text of that and of those around it, whose words are in scope and context. terms are the lines
    above a row's table that are about all its figures. item is the first sentence of the line that it goes on, if that
    names what it is about: "Order 12: a desk.", for "Delivery on Monday."; its words are in scope and context. text is
    without what is struck out and without superscripts that refer to notes; shown is all of it. table_title is the
    heading over a row's table if no other text is between. is_field: it is one of several lines with labels.
    """

    number: int
    start: int
    end: int
    text: str
    words: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    headings: frozenset[str] = frozenset()
    scope: frozenset[str] = frozenset()
    context: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    paragraph: frozenset[str] = frozenset()
    years: frozenset[str] = frozenset()
    row: Row | None = None
    whole: bool = True
    titles: tuple[str, ...] = ()
    titled: frozenset[str] = frozenset()
    introduced_at: int = -1
    introduction: str = ""
    terms: tuple[str, ...] = ()
    shown: str = ""
    item: str = ""
    table_title: str = ""
    is_field: bool = False

    @property
    def fullness(self) -> tuple[int, int]:
        return (len(self.headings), self.end - self.start)

    @property
    def leans_back(self) -> bool:
        """Whether it begins with a pronoun for what the sentence before is about."""
        return self.row is None and _PRONOUN.match(self.text) is not None

    @property
    def is_salutation(self) -> bool:
        return _SALUTATION.match(self.text) is not None

    @property
    def is_title(self) -> bool:
        """Whether it is a heading: a line without an end mark, the beginning of a numbered clause, one word, a line
        marked as one that ends in a bracket, or a company's name at the beginning of a document."""
        is_listed = self.is_field or bool(self.introduction)
        return self.row is None and _is_title(self.text, is_first=self.start == 0, is_listed=is_listed)

    @property
    def is_document_title(self) -> bool:
        """Whether it is the title at the beginning of a document."""
        return self.start == 0 and self.is_title and len(self.text) <= _LONGEST_DOCUMENT_TITLE

    @property
    def label(self) -> frozenset[str]:
        """The words of a row's label, or of those before the figure of another line without an end mark."""
        found = None if self.row or not self.is_title else _LABELLED.match(self.text)
        return frozenset(content_words(self.row.label if self.row else found[1] if found else ""))

    def is_introduced_by(self, other: "Sentence") -> bool:
        """Whether it is an item of the list that the other sentence introduces directly."""
        return self.number == other.number and other.start == self.introduced_at

    def adjoins(self, following: "Sentence") -> bool:
        """Whether the other sentence follows it directly in the same passage."""
        return self.number == following.number and 0 <= following.start - self.end <= 8

    def repeats(self, other: "Sentence") -> bool:
        """Whether both say nearly the same, such as boilerplate in several documents."""
        if self.row != other.row or self.item != other.item or (self.row and self.titles != other.titles):
            return False
        is_alike = len(self.words & other.words) > _ALIKE * len(self.words | other.words)
        return is_alike and not self.contradicts(other)

    def contradicts(self, other: "Sentence") -> bool:
        """Whether two sentences differ in figures alone, or only one of two with the same words has a negation."""
        own, others = self.words - other.words, other.words - self.words
        if own and others:
            return all(word[0].isdecimal() or word in _NUMBERS for word in own | others)
        are_opposite = (_NEGATION.search(self.text) is None) != (_NEGATION.search(other.text) is None)
        return are_opposite and not own and not others


@lru_cache(_LINES_REMEMBERED)
def _is_title(text: str, *, is_first: bool, is_listed: bool) -> bool:
    """Whether a line of prose is a heading. Cached, as each rule asks this of each sentence."""
    if len(text) > _LONGEST_TITLE or is_listed or is_bulleted(text) or _SALUTATION.match(text) or _STATES.match(text):
        return False
    is_run_in = _RUN_IN_HEADING.match(text) is not None or _LABEL.match(text) is not None
    is_run_in = is_run_in or (is_first and is_company(text)) or (text[0] == "#" and text.endswith((")", "）")))
    return text[-1] not in ".!?;:…。！？।'\"”’）)»」" or is_run_in


def read_sentences(passages: Sequence[Passage], asked: str = "") -> list[Sentence]:
    """The sentences of all passages, best passage first; of copies in overlapping chunks, only the fullest. Their words
    include the question's forms of the same terms, and fiscal years for the dates at which they end."""
    initials = Initials(asked, few=len(passages) <= _FEW)
    ends = compared_forms(asked, ((passage.file_id, passage.chunk.headed_text) for passage in passages))
    read = [
        _without_matter(_in_terms_of_question(each, number, initials, ends.get(each.file_id, str)), each, asked)
        for number, each in enumerate(passages, 1)
    ]
    found = [s for of_passage in read for s in of_passage]
    for edge in (attrgetter("start"), attrgetter("end")):
        fullest: dict[tuple[str, int], Sentence] = {}
        for s in found:
            place = (passages[s.number - 1].file_id, edge(s))
            if place not in fullest or s.fullness > fullest[place].fullness:
                fullest[place] = s
        kept = set(map(id, fullest.values()))
        found = [s for s in found if id(s) in kept]
    return found


def _without_matter(sentences: Iterable[Sentence], passage: Passage, asked: str) -> Iterable[Sentence]:
    """The sentences without the lines of front matter that only say what the document is."""
    end = 0 if passage.chunk.start else front_matter_end(passage.chunk.text)
    return [s for s in sentences if s.start >= end or not is_about(s.text, asked)] if end and asked else sentences


def sentences_of_text(text: str, name: str = "", asked: str = "", *, start: int = 0) -> list[Sentence]:
    """The sentences of a text that is a passage of a document with this name and begins there at start. asked is the
    question, as in read_sentences."""
    return read_sentences([Passage("", name, Chunk("", start, start + len(text), text), 0.0, ())], asked)


def read_lines(text: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The words and years of each sentence and table row of a text, except titles. A row includes those over it;
    one that names a year also includes those of its section's heading and of the previous sentence."""
    for sentence in _remembered(text, 0, "", "", ()):
        if not sentence.is_title:
            around = sentence.scope if sentence.row else sentence.context
            years = sentence.years | frozenset(filter(is_year, around)) if sentence.years else sentence.years
            yield sentence.words | sentence.headings | (sentence.titled if sentence.row else frozenset()), years


def _in_terms_of_question(passage: Passage, number: int, initials: Initials, year_ends: Spelling) -> Iterable[Sentence]:
    """The sentences of a passage. A text is read anew only if it has terms of the question in another form."""
    chunk = passage.chunk
    if year_ends is not str or initials.spelled(chunk.text) != chunk.text:
        return _Reader(passage, number, initials, year_ends).sentences()
    pages = passage.page_starts
    within = pages[bisect_right(pages, chunk.start) : bisect_left(pages, chunk.end)]
    found = _remembered(chunk.text, chunk.start, chunk.table_head, passage.blob_name, within)
    return found if number == _FIRST else [replace(s, number=number) for s in found]


@lru_cache(maxsize=_MOST_REMEMBERED)
def _remembered(text: str, start: int, head: str, name: str, pages: tuple[int, ...]) -> tuple[Sentence, ...]:
    """The sentences of a first passage. Judging and answering one question read a text several times."""
    chunk = Chunk("", start, start + len(text), text, table_head=head)
    return tuple(_Reader(Passage("", name, chunk, 0.0, (), pages), _FIRST, None, str).sentences())


class _Reader:
    """Reads the sentences of one passage in order, and what each has around it."""

    def __init__(self, passage: Passage, number: int, initials: Initials | None, year_ends: Spelling) -> None:
        chunk = self._chunk = passage.chunk
        self._number, self._initials, self._year_ends = number, initials, year_ends
        self._spans = [span for _, span in passage_sentences(passage)]
        self._lines = [chunk.text[a:b] for a, b in self._spans]
        head = chunk.table_head.split("\n") if chunk.table_head else []
        self._above = [line for line in head if is_row(line)]
        self._named = frozenset(content_words(_FILE_NAME_GAP.sub(" ", passage.blob_name)))
        self._section = frozenset(word for line in head if not is_row(line) for word in content_words(line))
        self._before, self._paragraph = frozenset[str](), list[frozenset[str]]()
        self._outer: frozenset[str] | None = None
        in_list = bool(self._lines) and bool(item_mark_of(self._lines[0]))
        lists = [line for line in head if introduces(line) or (line is head[-1] and goes_on_in(line, self._lines[0]))]
        lists = lists if in_list else []
        words = frozenset(content_words(" ".join(lists)))
        above = Introduction(ABOVE_PASSAGE, "\n".join(lists), words) if lists else None
        self._introductions, self._was_item = Introductions(chunk.text, chunk.start, above), False
        self._titles = Titles(takewhile(lambda line: not is_row(line), head))
        self._is_headed = True
        self._item, self._item_words = "", frozenset[str]()  # the first sentence of a line that names what it is about
        self._terms = dict[str, tuple[str, ...]]()  # lines about the figures below them, with the headings over them

    def sentences(self) -> Iterator[Sentence]:
        spans, lines = self._spans, self._lines
        gaps = [self._chunk.text[before[1] : after[0]] for before, after in pairwise(spans)]
        apart = {i for i, gap in enumerate(gaps, 1) if _BLANK_LINE.search(gap)}
        goes_on = {i for i, gap in enumerate(gaps, 1) if "\n" not in gap}
        contents, fields = contents_lines(lines), fields_below_each_other(lines, apart | goes_on)
        read = self._read_rows(apart)
        rows = [*((i, row if row or i in contents else led_row(lines[i])) for i, row in read), (0, None)]
        labels = [row.label for _, row in rows if row and row.is_fact]
        facts = frozenset(content_words(" ".join(labels))) if len(labels) <= _FEW else frozenset[str]()
        for (i, row), (_, following) in pairwise(rows):
            line = self._year_ends(spelled_lives(lines[i]))
            words = content_words(self._initials.spelled(line) if self._initials is not None else line)
            self._item = "" if lines[i][0] == "}" else self._item
            if not (words or _says_without_words(lines[i])) or i in contents or is_struck(line):
                continue
            if lines[i][-1] in ">)" and _NO_TEXT.match(lines[i]):
                continue
            by = self._introductions.read(*spans[i], frozenset(words), is_apart=i in apart)
            if i in apart or by:
                self._paragraph = []
            if by or (self._was_item and i in apart):  # an item does not go on from another, nor does what follows them
                self._before = frozenset()
            if row and self._is_apart_from_text(i, apart):
                self._before = frozenset()
            self._was_item = by is not None
            is_of_object = self._item[:1] == '"' and is_member(lines[i])
            if i not in goes_on and not (i and is_of_object):
                self._item, self._item_words = "", frozenset()
            sentence = replace(self._sentence(i, row, line, words, by, facts), is_field=i in fields)
            yield sentence
            is_caption = following is not None and _CAPTION.search(sentence.text) is not None
            self._note(sentence, is_caption=is_caption)

    def _is_apart_from_text(self, i: int, apart: Collection[int]) -> bool:
        """Whether a blank line is between the table of this row and a paragraph that is not about it."""
        lines = self._lines
        while i and is_row(lines[i - 1]):
            i -= 1
        above = lines[i - 1] if i in apart else ""
        return _ENDS_PARAGRAPH.search(above) is not None and _IS_ABOUT_TABLE.search(above) is None

    def _read_rows(self, apart: Collection[int]) -> Iterable[tuple[int, Row | None]]:
        """Each line of prose and each table row, in their order. The sentences that go on in the last cell of a row
        divide no table."""
        cut, end = set[int](), -1  # end is that of a row, or of a sentence in its cell
        for i, (start, its_end) in enumerate(self._spans):
            is_of_row = is_row(self._lines[i])
            if end >= 0 and not is_of_row and "\n" not in self._chunk.text[end:start]:
                cut.add(i)
            end = its_end if is_of_row or i in cut else -1
        if not cut:
            return lines_and_rows(self._lines, self._above, apart, self._year_ends)
        kept = [i for i in range(len(self._lines)) if i not in cut]
        among = {i: place for place, i in enumerate(kept)}
        lines, apart = [self._lines[i] for i in kept], {among[i] for i in apart if i in among}
        rows = ((kept[place], row) for place, row in lines_and_rows(lines, self._above, apart, self._year_ends))
        return sorted([*rows, *((i, None) for i in cut)], key=itemgetter(0))

    def _sentence(
        self,
        i: int,
        row: Row | None,
        line: str,
        words: Sequence[str],
        by: Introduction | None,
        facts: frozenset[str],
    ) -> Sentence:
        over = self._year_ends(row.over) if row else ""
        scope = self._section | self._named | self._titles.within | (by.words if by else frozenset()) | self._item_words
        few = self._paragraph if len(self._paragraph) < _SHORT_PARAGRAPH else ()
        text = " ".join(self._lines[i].split())
        shown = text if row else text.strip("| ")
        said = " ".join(without_note_marks(without_struck(shown)).split())
        return Sentence(
            self._number,
            self._chunk.start + self._spans[i][0],
            self._chunk.start + self._spans[i][1],
            said,
            frozenset(words),
            frozenset(pairwise(words)),
            headings=words_over(row, over) if row else frozenset(),
            scope=scope,
            context=scope | self._before | (facts if row and row.is_fact else frozenset()),
            named=self._named - self._section,
            paragraph=frozenset[str]().union(*few),
            years=years_in(f"{line} {over}"),
            row=row,
            whole=i > 0 or self._chunk.start == 0 or not text[0].islower(),
            titles=self._titles.above,
            titled=self._titles.words,
            introduced_at=by.start if by else -1,
            introduction=by.text if by else "",
            terms=tuple(self._terms) if row else (),
            shown=shown,
            item=self._item,
            table_title=self._titles.above[-1] if row and self._titles.above and self._is_headed else "",
        )

    def _note(self, sentence: Sentence, *, is_caption: bool) -> None:
        """Notes what a sentence is for the next ones: a heading, or what they may refer to. is_caption means that it
        ends in the unit of the table below it."""
        self._named |= sentence.words if sentence.start == 0 and sentence.is_title else frozenset()
        self._paragraph.append(sentence.words)
        if sentence.row:
            self._titles.read(sentence.text, is_heading=False)
            return
        self._before = sentence.words - only_compared(sentence.text)
        if (not self._item and name_of_item(sentence.text)) or names_object(sentence.text):
            self._item, self._item_words = sentence.text, sentence.words
        if _LABEL.match(sentence.text) is not None:  # it heads the next sentence
            self._outer = self._section if self._outer is None else self._outer
            self._section = sentence.words
            return
        self._section, self._outer = self._section if self._outer is None else self._outer, None
        is_heading = (sentence.is_title or is_caption) and len(sentence.text) < 100 and not self._introductions.goes_on
        self._section = sentence.words if is_heading else self._section
        self._titles.read(sentence.text, is_heading=is_heading)
        above = self._titles.above
        self._is_headed = (
            is_heading or (self._is_headed and states_terms(sentence.text)) or "".join(above[-1:])[:1] == "#"
        )
        self._terms = {line: over for line, over in self._terms.items() if above[: len(over)] == over}
        if not is_heading and states_terms(sentence.text):
            self._terms[sentence.text] = above


def _says_without_words(line: str) -> bool:
    """Whether a line without content words changes what is beside it: "They may not:", "No."."""
    return introduces(line) or is_negating_heading(line) or is_reply(line)
