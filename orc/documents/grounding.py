"""Requests to a model for an answer: numbered sources, the rules for using them, and the conversation so far."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from orc import prompts
from orc.documents.material import Material
from orc.documents.rendering import one_line, render_documents, render_passages
from orc.documents.search.synonyms import Synonyms
from orc.domain import Passage
from orc.ports import ChatMessage, ChatRequest, Grounding


def grounded_request(
    question: str,
    passages: tuple[Passage, ...],
    documents: tuple[str, ...],
    *,
    context: Sequence[str] | None = None,
    history: Sequence[ChatMessage] = (),
    summary: str = "",
    standalone_question: str | None = None,
    queries: tuple[str, ...] = (),
) -> ChatRequest:
    """A request to answer from passages. context is their text when a tool has rendered it already."""
    sources = "\n\n".join(context) if context is not None else render_passages(passages)
    return _answering(
        (_documents(documents), f"{prompts.SOURCES}\n\n{sources}"),
        Grounding(standalone_question or question, passages, documents, queries, question, _answer_before(history)),
        question,
        history,
        summary,
    )


def material_request(
    question: str,
    material: Material,
    documents: tuple[str, ...],
    *,
    further: str,
    file_ids: Mapping[str, str] | None = None,
    failures: Sequence[str] = (),
    history: Sequence[ChatMessage] = (),
    summary: str = "",
    standalone_question: str | None = None,
) -> ChatRequest:
    """A request to answer from documents. further is the rule for the tools that the request offers for further
    searches in them, empty without any; they take documents by file_id if file_ids has the name of each. failures are
    sentences about documents that could not be used."""
    extent = prompts.PARTS_OF_DOCUMENTS if documents else ""
    if material.whole:
        extent = prompts.FOUND_AND_OTHERS if material.found_first else prompts.WHOLE_DOCUMENTS
    on_record = "\n".join((*filter(None, [material.on_record]), *(f"- {each}" for each in material.page_notices)))
    in_order = material.whole and not material.found_first
    sources = render_passages(material.passages, chunk_ids=bool(further), whole=in_order)
    parts = [
        render_documents(file_ids) if file_ids else _documents(documents),
        extent,
        further,
        *map(prompts.failed, failures),
        f"{prompts.ON_RECORD}\n{on_record}" if on_record else "",
        material.outline,
        f"{prompts.SOURCES}\n\n{sources or 'none'}",
    ]
    grounding = Grounding(standalone_question or question, material.passages, documents)
    return _answering(parts, grounding, question, history, summary)


def _documents(names: Sequence[str]) -> str:
    return f"{prompts.DOCUMENTS} {', '.join(map(one_line, names))}" if names else ""


def _answering(
    parts: Sequence[str], grounding: Grounding, question: str, history: Sequence[ChatMessage], summary: str
) -> ChatRequest:
    system = _system(prompts.ANSWER_FROM_SOURCES, *parts, _earlier(summary))
    messages = (system, *history, ChatMessage("user", question))
    return ChatRequest(messages=messages, grounding=grounding, temperature=0.1)


def workflow_request(
    question: str,
    context: Sequence[str],
    passages: tuple[Passage, ...],
    *,
    further: str,
    failures: Sequence[str],
    history: Sequence[ChatMessage] = (),
    summary: str = "",
    standalone_question: str | None = None,
    queries: tuple[str, ...] = (),
) -> ChatRequest:
    """A request to answer from tool results. context has each result under its heading; further is the rule
    for the tools for further searches that the request offers, empty without any; failures are sentences about failed
    steps."""
    several, names = len(context) + len(failures) > 1, tuple({p.blob_name: None for p in passages})
    parts = [prompts.ANSWER_FROM_RESULTS, prompts.SEVERAL_STEPS if several and context else ""]
    parts += [further] if context else []
    parts += [f"{prompts.RESULTS}\n\n" + "\n\n".join(context)] if context else [prompts.NO_RESULT]
    parts += map(prompts.failed, failures)
    return ChatRequest(
        messages=(_system(*parts, _earlier(summary)), *history, ChatMessage("user", question)),
        grounding=Grounding(
            standalone_question or question, passages, names, queries, question, _answer_before(history)
        ),
        temperature=0.1,
    )


def _answer_before(history: Sequence[ChatMessage]) -> str:
    """The last answer; empty if there is none."""
    return next((message.content for message in reversed(history) if message.role == "assistant"), "")


def conversation_request(
    question: str,
    history: Sequence[ChatMessage],
    *,
    summary: str = "",
    documents: Sequence[str] = (),
    lost_servers: Sequence[str] = (),
    failures: Sequence[str] = (),
    name: str = "",
) -> ChatRequest:
    """A request to talk, without sources, to an assistant of this name. documents are the conversation's, by name;
    failures are sentences about what did not work."""
    lost = prompts.unreachable(", ".join(lost_servers)) if lost_servers else ""
    unread = f"{prompts.UNREAD} {', '.join(map(one_line, documents))}" if documents else ""
    failed = map(prompts.failed, failures)
    system = _system(prompts.CONVERSE.format(name=name or "Orc"), unread, lost, *failed, _earlier(summary))
    return ChatRequest(messages=(system, *history, ChatMessage("user", question)), grounding=Grounding(question))


def with_instructions(request: ChatRequest, *, deployment: str, application: str) -> ChatRequest:
    """The request with instructions for the answer, before the rules and the sources: those of the deployment, and
    those of the application that asks."""
    system, *others = request.messages
    given = [prompts.deployed(deployment)] if deployment else []
    given += [prompts.instructed(application)] if application else []
    content = "\n\n".join((*given, system.content))
    return replace(request, messages=(replace(system, content=content), *others))


def _system(*parts: str) -> ChatMessage:
    return ChatMessage("system", "\n\n".join(part for part in parts if part))


def _earlier(summary: str) -> str:
    return prompts.earlier(summary) if summary else ""


def corrected(grounding: Grounding, synonyms: Synonyms) -> Grounding:
    """The grounding with its questions in the spelling that was searched for, and with the titles that the passages
    have for the people in them."""
    from orc.documents.evidence.titled_names import with_titles
    from orc.documents.search.corrections import Spelling  # not part of a cold start
    from orc.documents.text.metadata import language_of

    texts = [passage.chunk.headed_text for passage in grounding.passages]
    languages = {language for language in [language_of(texts[0])] if language}

    def spelt(question: str) -> str:
        spelling = Spelling(question, languages, synonyms)
        return with_titles(spelling.corrected([*grounding.documents, *texts]), texts)

    question, asked = spelt(grounding.question), spelt(grounding.asked)
    return replace(grounding, question=question, asked=asked, queries=tuple(map(spelt, grounding.queries)))
