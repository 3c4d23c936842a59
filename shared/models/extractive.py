"""The chat model for when none is configured: it answers with the documents' own sentences."""

import re
from collections.abc import AsyncGenerator, Iterator, Sequence

from orc.documents.citations.markers import escaped
from orc.documents.citations.snippets import NOT_IN_DOCUMENTS
from orc.documents.search.about import about_documents
from orc.documents.search.judging import ANSWERED, confidence_of
from orc.documents.search.sentence_ranking import Ranking, Sentence, central_sentences, read_sentences
from orc.documents.search.synonyms import Synonyms
from orc.documents.text.questions import Question
from orc.documents.text.sentences import shortened
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.graphs.planning.heuristics import is_greeting, is_thanks
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
    """Answers from a request's grounding alone, in the words of its passages; each sentence is followed by the number
    of its passage. Without documents it says what it is and how to configure a model."""

    name = "extractive"
    generative = False

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        for piece in re.findall(r"\S+\s*|\s+", _answer(request.grounding)):
            yield TextDelta(piece)
        yield Finished("stop", model=self.name)

    async def ping(self) -> None:
        return

    async def aclose(self) -> None:
        return


def _answer(grounding: Grounding | None) -> str:
    asked = grounding.question.strip() if grounding else ""
    if is_greeting(asked):
        return f"Hello! {_SELF_DESCRIPTION}"
    if is_thanks(asked):
        return "You are welcome."
    if grounding is None or not (grounding.passages or grounding.documents):
        return _SELF_DESCRIPTION
    sentences = read_sentences(grounding.passages, asked)
    if not sentences:
        return NOT_IN_DOCUMENTS
    titles = (sentence.text for sentence in sentences if _opens(sentence))
    question = Question(asked, [*grounding.documents, *titles])
    about = about_documents(asked)
    if about is not None and about.wants == "mentions":
        return _list_mentions(grounding, question, sentences, about.subject)
    if question.wants_overview or (question.compares and len(set(grounding.documents)) > 1):
        return _summarise(grounding, question, sentences)
    if confidence_of(asked, grounding.passages) < ANSWERED:
        return NOT_IN_DOCUMENTS
    return _compose(question, sentences, Synonyms.with_built_in().of(asked))


def _compose(question: Question, sentences: Sequence[Sentence], phrases: Sequence[str]) -> str:
    """The sentences that answer, with those that they cannot be understood without."""
    order = {id(s): i for i, s in enumerate(sentences)}
    answer = [order[id(s)] for s in Ranking(sentences, question, phrases=phrases).answer()]
    if question.wants_name:
        answer = [*_find_definition(sentences, answer), *answer]
    parts = [sentences[i] for i in dict.fromkeys(j for i in answer for j in _add_neighbours(sentences, i, question))]
    if len(parts) < 2:
        return _quote(parts[0], question) if parts else NOT_IN_DOCUMENTS
    text, listed = "", False
    for s in parts:
        text += "\n- " if _kind(s) else "\n\n" if listed else " "
        text += _quote(s, question, "  ")
        listed = bool(_kind(s))
    return text.strip()


def _find_definition(sentences: Sequence[Sentence], answer: Sequence[int]) -> list[int]:
    """The sentence that says who is meant by the terms of the answer, as contracts do: Acme Ltd (the "Tenant")."""
    said = frozenset[str]().union(*(sentences[i].words for i in answer))
    for i, sentence in enumerate(sentences):
        terms = {word for term in _DEFINED.findall(sentence.text) for word in content_words(term)}
        if terms & said and len(sentence.text) <= _LONGEST:
            return [] if i in answer else [i]
    return []


def _add_neighbours(sentences: Sequence[Sentence], at: int, question: Question) -> Iterator[int]:
    """A sentence, after the one that it leans on, and before what it announces, asks for or begins."""
    sentence = sentences[at]
    asks = sentence.text.endswith(("?", "？"))
    begins = question.wants_steps and _kind(sentence) == "0. "
    following = list(_find_announced(sentences, at)) if asks or begins or sentence.text.endswith((":", "：")) else []
    if sentence.leans_back and at and not sentences[at - 1].is_title and sentences[at - 1].adjoins(sentence):
        yield at - 1
    if not (asks and following):
        yield at
    yield from following


def _find_announced(sentences: Sequence[Sentence], at: int) -> Iterator[int]:
    """The list that a sentence announces, or the next sentence, as far as it is not too long."""
    length = 0
    kind = _kind(sentences[at + 1]) if at + 1 < len(sentences) else ""
    for i in range(at + 1, len(sentences)):
        length += len(sentences[i].text)
        if length > _LONGEST or not sentences[i - 1].adjoins(sentences[i]) or _kind(sentences[i]) != kind:
            return
        yield i
        if not kind:
            return


def _kind(sentence: Sentence) -> str:
    """The look of a list item: `-`, `0.` or `a)`, `|` for a table row; nothing for other sentences."""
    bullet = _BULLET.match(sentence.text)
    return "|" if sentence.row else re.sub(r"\d+", "0", bullet[0]) if bullet else ""


def _list_mentions(
    grounding: Grounding, question: Question, sentences: Sequence[Sentence], subject: frozenset[str]
) -> str:
    """The documents that say something on the subject, each with the sentence that says most of it."""
    parts = []
    for name, own in _group_by_document(grounding, sentences).items():
        said = Ranking(own, question, sorted(subject)).answer(1, needed=_ON_SUBJECT)
        parts += [f"**{_title(name)}**\n- {_quote(sentence, question, '  ')}" for sentence in said]
    return "\n\n".join(parts) or NOT_IN_DOCUMENTS


def _group_by_document(grounding: Grounding, sentences: Sequence[Sentence]) -> dict[str, list[Sentence]]:
    passages = grounding.passages
    names = dict.fromkeys([*grounding.documents, *(passage.blob_name for passage in passages)])
    return {name: [s for s in sentences if passages[s.number - 1].blob_name == name] for name in names}


def _summarise(grounding: Grounding, question: Question, sentences: Sequence[Sentence]) -> str:
    """The documents one after another, each with the sentences that are central to it or to the question's topic; of
    several those that the question names."""
    own = _group_by_document(grounding, sentences)
    named = {name: said for name, said in own.items() if name in question.named}
    own = named or (own if not question.named else {name: said for name, said in own.items() if said})
    names = list(own)
    limit = max(2, 6 - len(names))
    chosen = {name: _choose_sentences(own[name], question, limit) for name in names}
    if not any(chosen.values()):
        return NOT_IN_DOCUMENTS
    parts = []
    for name in names:
        lines = [f"- {_quote(s, question, '  ')}" for s in chosen[name]]
        nothing = "- Nothing about this was found in it." if own[name] else "- No passage of it was found."
        parts.append("\n".join([f"**{_title(name)}**", *(lines or [nothing])]))
    return "\n\n".join(parts)


def _choose_sentences(sentences: Sequence[Sentence], question: Question, limit: int) -> list[Sentence]:
    """In the order of the text, those on the question's topic; without one, what the document is called, and its
    central sentences under their marked headings."""
    if sentences and question.topic:
        chosen = Ranking(sentences, question, question.topic).answer(limit, close=0.5, needed=_ON_TOPIC)
    else:
        headings = [s for s in sentences if _opens(s) or _HEADING.match(s.text)][:_HEADINGS]
        chosen = list({id(s): s for s in [*headings, *central_sentences(sentences, limit)]}.values())
    return sorted(chosen, key=lambda s: s.start)


def _opens(sentence: Sentence) -> bool:
    """Whether it is the title that a document begins with."""
    return sentence.start == 0 and sentence.is_title and len(sentence.text) <= _LONGEST_TITLE


def _title(name: str) -> str:
    """The file's name, in which nothing looks like a citation."""
    return escaped(name.rsplit("/", 1)[-1])


def _quote(sentence: Sentence, question: Question, indent: str = "") -> str:
    """A sentence as it stands in its document; of a table, what stands over it as a list below."""
    statements = _split_statements(sentence, question) or [sentence.text]
    first, *others = (_cite(statement, sentence.number, question) for statement in statements)
    return "".join([first, *(f"\n{indent}- {other}" for other in dict.fromkeys(others) if other != first)])


def _split_statements(sentence: Sentence, question: Question) -> list[str]:
    """Parts of the document, word for word: a sentence without its bullet. Of a table row the cell that the question
    asks for, the row's label and the column's headings, or else the row and the lines of headings over it."""
    row = sentence.row
    if row is None:
        return [_BULLET.sub("", sentence.text, count=1)]
    column = _find_named_column(row, question)
    if column is None:
        return [" ".join(line.split()).strip("| ") for line in (sentence.text, *row.above)]
    return [part for part in (row.columns[column][1], row.label, *row.headings[column], *row.captions) if part]


def _find_named_column(row: Row, question: Question) -> int | None:
    """The one column of several that the question names, if it is certain which cells are under which heading."""
    words = set(question.words)
    named = [len(words.intersection(content_words(heading))) for heading, _ in row.columns]
    most = max(named)
    if not (row.separated and most and len(named) > 1 and named.count(most) == 1):
        return None
    return named.index(most)


def _cite(text: str, number: int, question: Question) -> str:
    """Part of a document with its number. What is left out of a long sentence is told behind the number, since in front
    of it everything is the document's."""
    start, end = shortened(text, 0, len(text), set(question.words), _LONGEST)
    shown = _REFERENCES.sub("", text[start:end]).rstrip(",") or text[start:end]
    return f"{escaped(shown)} [{number}]{' …' if end - start < len(text) else ''}"
