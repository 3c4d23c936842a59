"""Exports a conversation's active branch as Markdown, each answer with the passages that it cites. Questions and
answers are inert Markdown; titles, file names and snippets are escaped plain text."""

from collections.abc import Iterable, Sequence

from orc.conversations.records import Conversation, Message
from orc.documents.markdown.prose import plain
from orc.documents.markdown.sanitizer import InertText
from orc.domain import Citation, CitationSpan

_SPEAKERS = {"user": "Question", "assistant": "Answer"}


def active_branch(conversation: Conversation, messages: Iterable[Message]) -> set[str]:
    """The ids of the messages from the active one back to the first."""
    parents = {message.message_id: message.parent_message_id for message in messages}
    branch: set[str] = set()
    at = conversation.active_message_id
    while at is not None and at not in branch:
        branch.add(at)
        at = parents.get(at)
    return branch


def to_markdown(conversation: Conversation, messages: Sequence[Message]) -> str:
    """The active branch as inert Markdown. Ends with a newline."""
    active = active_branch(conversation, messages)
    title = plain(conversation.shown_title or "Conversation")
    parts = [f"# {title}", f"Exported conversation of {conversation.created_at[:10]}."]
    for message in messages:
        if message.message_id not in active:
            continue
        parts.append(f"## {_SPEAKERS[message.role]}")
        if message.text:
            parts.append(message.text)
        if message.blob_names:
            parts.append(f"Documents: {', '.join(map(plain, message.blob_names))}")
        cited = []
        for each in message.citations:
            distinct_spans: dict[tuple[int, int, bool], CitationSpan | Citation] = {}
            for span in each.spans or (each,):
                distinct_spans.setdefault((span.start, span.end, span.verified), span)
            for span in distinct_spans.values():
                place = each.place if span.page == each.page else f"page {span.page}"
                where = f"- [{each.id}] {plain(each.blob_name)}{f', {plain(place)}' if place else ''}"
                cited.append(f"{where}: “{plain(span.snippet)}”{'' if span.verified else ' (not verified)'}")
        if cited:
            parts.append("\n".join(cited))
    text = InertText()
    return "".join(text.feed(part) + text.end_block() for part in parts).rstrip("\n") + "\n"
