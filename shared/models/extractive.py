"""The chat model without a configured model: it answers with the documents' own sentences."""

import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from orc.documents.citations.markers import escaped
from orc.documents.notices import (
    DOCUMENT,
    DOCUMENTS,
    NO_PASSAGE,
    NO_QUESTION,
    NOT_IN_DOCUMENTS,
    NOTHING_IN_IT,
    PART_NOT_IN_DOCUMENTS,
)
from orc.documents.search.catalogue_questions import CatalogueQuestion, catalogue_question
from orc.documents.search.enumerations import asked_member
from orc.documents.search.judging import ANSWERED, are_small, confidence_of, judged_question
from orc.documents.search.romance_criteria import criteria_for
from orc.documents.search.sentence_ranking import Ranking, Sentence, central_sentences, read_sentences
from orc.documents.search.superlatives import extreme_rows, lacks_cell
from orc.documents.search.synonyms import Synonyms
from orc.documents.text.everyday import says
from orc.documents.text.instructions import several_questions
from orc.documents.text.questions import Question
from orc.documents.text.sentences import shortened
from orc.documents.text.tokens import content_words
from orc.graphs.planning.heuristics import asks_nothing, is_greeting, is_thanks
from orc.ports import ChatChunk, ChatRequest, Finished, Grounding, TextDelta

_LONGEST = 400
_ON_TOPIC = 0.45
_ON_SUBJECT = 0.6
_HEADINGS, _LONGEST_TITLE = 6, 120
_SELF_DESCRIPTION = """\
I am Orc, running without a language model, so I cannot chat freely. What I can do: answer questions about documents \
that you attach, with the sentences that say it and a citation for each, and summarise or compare documents.

To have answers written by a language model, set OPENAI_API_KEY and OPENAI_MODEL (and OPENAI_BASE_URL for any server \
that speaks the same protocol), or AZURE_OPENAI_ENDPOINT, and start Orc again."""
_BULLET = re.compile(r"\A(?:[-*+•‣▪◦·]|#{1,6}|\(?\d{1,3}[.)]|\(?[a-z]\))\s+")
_DEFINED = re.compile(r"\((?:(?:herein)?after |the )?[\"“„«'‘]([^()\"”“»'’]{2,40})[\"”“»'’]\)")
_HEADING = re.compile(r"#{1,6} ")
_REFERENCES = re.compile(r"(?:\s?\[\^?\d{1,3}(?:[\s,;–-]+\d{1,3})*\]|【[^【】]*】)+\Z")


class ExtractiveChatModel:
    """Answers only from a request's grounding, in the words of its passages; the number of its passage follows each
    sentence. Without documents it says what it is and how to configure a model."""

    name = "extractive"
    generative = False

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        for piece in re.findall(r"\S+\s*|\s+", _answer_all(request.grounding)):
            yield TextDelta(piece)
        yield Finished("stop", model=self.name)

    async def ping(self) -> None:
        return

    async def aclose(self) -> None:
        return


def _answer_all(grounding: Grounding | None) -> str:
    """The answer, or those to each question of a message with several, in their order; then the questions without."""
    grounding = _corrected(grounding) if grounding and grounding.passages else grounding
    parts = several_questions(grounding.question) if grounding and grounding.passages else ()
    if grounding is None or not parts:
        return _answer(grounding)
    passages = tuple(replace(passage, confidence=None) for passage in grounding.passages)  # each part has its own
    answers = {part: _answer(replace(grounding, question=part, passages=passages)) for part in parts}
    found = dict.fromkeys(answer for answer in answers.values() if not NOT_IN_DOCUMENTS.begins(answer))
    missing = [part for part, answer in answers.items() if answer not in found] if found else []
    notice = (PART_NOT_IN_DOCUMENTS if found else NOT_IN_DOCUMENTS).to(grounding.question)
    return "\n\n".join([*found, *(notice.format(escaped(part)) for part in missing)]) or notice


def _corrected(grounding: Grounding) -> Grounding:
    """The grounding with its question in the spelling that was searched for."""
    from orc.documents.search.corrections import Spelling  # not part of a cold start
    from orc.documents.text.metadata import language_of

    texts = [passage.chunk.headed_text for passage in grounding.passages]
    languages = {language for language in [language_of(texts[0])] if language}
    spelling = Spelling(grounding.question, languages, Synonyms.with_built_in())
    if not spelling.unknown:
        return grounding
    return replace(grounding, question=spelling.corrected([*grounding.documents, *texts]))


def _answer(grounding: Grounding | None) -> str:
    asked = grounding.question.strip() if grounding else ""
    if is_greeting(asked):
        return f"Hello! {_SELF_DESCRIPTION}"
    if is_thanks(asked):
        return "You are welcome."
    if asked and asks_nothing(asked):
        return NO_QUESTION.to(asked)
    if grounding is None or not (grounding.passages or grounding.documents):
        return _SELF_DESCRIPTION
    sentences = read_sentences(grounding.passages, asked)
    if not sentences:
        return NOT_IN_DOCUMENTS.to(asked)
    titles = (sentence.text for sentence in sentences if _opens(sentence))
    question = Question(asked, [*grounding.documents, *titles])
    about = catalogue_question(asked)
    if about is not None and about.wants == "mentions":
        return _list_mentions(grounding, question, sentences, about)
    if question.wants_overview or (question.compares and len(set(grounding.documents)) > 1):
        return _summarise(grounding, question, sentences)
    sought = [passage for passage in grounding.passages if passage.blob_name in question.sources]
    only_there = bool(sought) and confidence_of(asked, sought) >= ANSWERED
    if not only_there and confidence_of(asked, grounding.passages) < ANSWERED:
        return NOT_IN_DOCUMENTS.to(asked)
    sentences = [s for s in sentences if not only_there or grounding.passages[s.number - 1] in sought]
    is_small = are_small(passage.file_id for passage in grounding.passages)
    if (judged := judged_question(asked, grounding.passages)) != asked:
        asked, question = judged, Question(judged)
    synonyms = Synonyms.with_built_in()
    binding = criteria_for(question, synonyms.by_word(asked))
    share_of = binding.share if is_small and binding.is_applicable else None
    order = {id(s): i for i, s in enumerate(sentences)}
    phrases = synonyms.of(asked, (passage.chunk.headed_text for passage in grounding.passages))
    ranking = Ranking(sentences, question, phrases=phrases, share_of=share_of)
    best = ranking.answer()
    best = [] if best and lacks_cell(question, best[0], sentences) else best
    extreme = extreme_rows(question, best[0], sentences, grounding.passages) if best else None
    answer = [order[id(s)] for s in (best if extreme is None else extreme)]
    if question.wants_name:  # first the definitions of the answer's terms, as in contracts: Acme Ltd (the "Tenant")
        said = frozenset[str]().union(*(sentences[i].words for i in answer))
        defining = (
            i
            for i, s in enumerate(sentences)
            if len(s.text) <= _LONGEST and any(said.intersection(content_words(t)) for t in _DEFINED.findall(s.text))
        )
        answer = [*(i for i in islice(defining, 1) if i not in answer), *answer]
    # Each with the sentences that are needed to understand it.
    parts = [sentences[i] for i in dict.fromkeys(j for i in answer for j in _add_neighbours(sentences, i, question))]
    if len(parts) < 2:
        return _quote(parts[0], question) if parts else NOT_IN_DOCUMENTS.to(asked)
    text, listed = "", False
    for s in parts:
        text += "\n- " if _kind(s) else "\n\n" if listed else " "
        text += _quote(s, question, "  ")
        listed = bool(_kind(s))
    return text.strip()


def _add_neighbours(sentences: Sequence[Sentence], at: int, question: Question) -> Iterator[int]:
    """A sentence with the sentence to which it refers, and with the list or answer that it introduces."""
    sentence = sentences[at]
    asks = sentence.text.endswith(("?", "？")) or _HEADING.match(sentence.text) is not None
    begins = question.wants_steps and _kind(sentence) == "0. "
    following: list[int] = []
    if asks or begins or sentence.text.endswith((":", "：")):  # a list, or the next sentence, if it is not too long
        kind = _kind(sentences[at + 1]) if at + 1 < len(sentences) else ""
        length = 0
        for i in range(at + 1, len(sentences)):
            length += len(sentences[i].text)
            if length > _LONGEST or not sentences[i - 1].adjoins(sentences[i]) or _kind(sentences[i]) != kind:
                break
            following.append(i)
            if not kind:
                break
    if sentence.leans_back and at and not sentences[at - 1].is_title and sentences[at - 1].adjoins(sentence):
        yield at - 1
    if not (asks and following):
        yield at
    yield from following


def _kind(sentence: Sentence) -> str:
    """The form of a list item: `-`, `0.` or `a)`, `|` for a table row; empty for other sentences."""
    bullet = _BULLET.match(sentence.text)
    return "|" if sentence.row else re.sub(r"\d+", "0", bullet[0]) if bullet else ""


def _list_mentions(
    grounding: Grounding, question: Question, sentences: Sequence[Sentence], about: CatalogueQuestion
) -> str:
    """The documents that mention the subject, each with its best sentence, after their number if the question asks for
    it. Other words for the subject count only if no document has its own."""
    parts = []
    sentences = [s for s in sentences if not about.subject.isdisjoint(s.words)] or sentences
    for name, own in _group_by_document(grounding, sentences).items():
        said = Ranking(own, question, sorted(about.subject)).answer(1, needed=_ON_SUBJECT)
        parts += [f"**{_title(name)}**\n- {_quote(sentence, question, '  ')}" for sentence in said]
    if about.counts and parts:
        count = (DOCUMENTS if len(parts) > 1 else DOCUMENT).to(question.text).format(len(parts))
        parts.insert(0, f"{count}:")
    return "\n\n".join(parts) or NOT_IN_DOCUMENTS.to(question.text)


def _group_by_document(grounding: Grounding, sentences: Sequence[Sentence]) -> dict[str, list[Sentence]]:
    passages = grounding.passages
    names = dict.fromkeys([*grounding.documents, *(passage.blob_name for passage in passages)])
    return {name: [s for s in sentences if passages[s.number - 1].blob_name == name] for name in names}


def _summarise(grounding: Grounding, question: Question, sentences: Sequence[Sentence]) -> str:
    """Summarises the documents one after another by sentences that are central to each, or to the question's topic. If
    the question names some of them, only those."""
    own = _group_by_document(grounding, sentences)
    named = {name: said for name, said in own.items() if name in question.named}
    own = named or (own if not question.named else {name: said for name, said in own.items() if said})
    names = list(own)
    limit = max(2, 6 - len(names))
    chosen = {}
    titled = question.names & frozenset[str]().union(*(s.words for s in sentences if _opens(s)))
    topic = [word for word in question.topic if not (question.compares and word in titled)] or question.topic
    close = 0.85 if question.asks_each else 0.5
    for name in names:
        if own[name] and topic:
            most = Ranking(own[name], question, topic).answer(limit, close=close, needed=_ON_TOPIC)
        else:  # the document's title, and its central sentences under their headings
            headings = [s for s in own[name] if _opens(s) or _HEADING.match(s.text)]
            if len(headings) > _HEADINGS:  # spread over the whole length
                headings = [headings[number * len(headings) // _HEADINGS] for number in range(_HEADINGS)]
            most = list({id(s): s for s in [*headings, *central_sentences(own[name], limit)]}.values())
        chosen[name] = sorted(most, key=lambda s: s.start)
    if not any(chosen.values()):
        return NOT_IN_DOCUMENTS.to(question.text)
    parts = []
    for name in names:
        lines = [f"- {_quote(s, question, '  ')}" for s in chosen[name]]
        nothing = f"- {(NOTHING_IN_IT if own[name] else NO_PASSAGE).to(question.text)}"
        parts.append("\n".join([f"**{_title(name)}**", *(lines or [nothing])]))
    return "\n\n".join(parts)


def _opens(sentence: Sentence) -> bool:
    """Whether the sentence is the title at the beginning of a document."""
    return sentence.start == 0 and sentence.is_title and len(sentence.text) <= _LONGEST_TITLE


def _title(name: str) -> str:
    """The file's name, escaped so that no part looks like a citation."""
    return escaped(name.rsplit("/", 1)[-1])


def _quote(sentence: Sentence, question: Question, indent: str = "") -> str:
    """Quotes a sentence verbatim, without its bullet; of an enumeration, the member that is asked for. For a table row,
    quotes the cell that the question asks for, with a list of the row's label and the column's headings below it; or
    else the row with the headings over it."""
    row = sentence.row
    if row is None:
        text = _BULLET.sub("", sentence.text, count=1)
        statements = [text[slice(*asked_member(text, question))]]
    else:
        words = set(question.words)
        headings = [frozenset(content_words(heading)) for heading, _ in row.columns]
        identifying = [not words.isdisjoint(content_words(value)) for _, value in row.columns]
        named = [len(words & heading) for heading in headings]
        if all(is_key or not count for is_key, count in zip(identifying, named, strict=True)):
            in_other_words = [phrases for word, phrases in question.loose_words.items() if word in words]
            reworded = [sum(says(heading, phrases) for phrases in in_other_words) for heading in headings]
            named = reworded if any(reworded) else named
        most = max(named)
        # One of several columns, if the assignment of cells to headings is certain.
        if row.separated and most and len(named) + len(row.lacking) > 1 and named.count(most) == 1:
            column = named.index(most)
            cells = (row.columns[column][1], row.label, *row.headings[column], *row.captions)
            statements = [part for part in cells if part] or [sentence.text]
        else:
            statements = [" ".join(line.split()).strip("| ") for line in (sentence.text, *row.above)]

    def cite(text: str) -> str:
        # The ellipsis of a long sentence follows the number, because everything before it is the document's text.
        start, end = shortened(text, 0, len(text), set(question.words), _LONGEST)
        shown = _REFERENCES.sub("", text[start:end]).rstrip(",") or text[start:end]
        return f"{escaped(shown)} [{sentence.number}]{' …' if end - start < len(text) else ''}"

    first, *others = map(cite, statements)
    return "".join([first, *(f"\n{indent}- {other}" for other in dict.fromkeys(others) if other != first)])
