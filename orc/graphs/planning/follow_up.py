"""Rewrites a follow-up question so that it stands alone, with search queries: one small call to the model (D-102)."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from orc import prompts
from orc.documents.search.fusion import MOST_QUERIES
from orc.domain import TokenUsage
from orc.errors import ModelError
from orc.graphs.context.history import History
from orc.graphs.context.state import TurnContext
from orc.graphs.planning.planner import data_line
from orc.ports import ChatMessage, ChatRequest, OutputSchema
from orc.ports.models import ask
from orc.text import object_in, parse_object

logger = logging.getLogger(__name__)

_MESSAGES, _CHARACTERS = 6, 6_000
_QUERY_CHARACTERS = 300
_ADDED_CHARACTERS = 1000
_SECONDS = 10.0


_SCHEMA = OutputSchema(
    "follow_up",
    {
        "type": "object",
        "properties": {
            "question": {"type": "string"},
            "queries": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": MOST_QUERIES},
        },
        "required": ["question", "queries"],
    },
)


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question that stands alone. queries are searched for in addition to it."""

    question: str
    queries: tuple[str, ...] = ()
    usage: TokenUsage = field(default_factory=TokenUsage)


async def follow_up(
    question: str, blob_names: Sequence[str], by_rule: FollowUp, history: History, context: TurnContext
) -> FollowUp:
    """The question as the model rewrites it, or by_rule without such a model, a history or a usable answer in time. Its
    queries are used without a usable question, and its question without usable queries. If neither is usable, a
    question that the rule has not changed is searched for together with the one before it as well (D-546)."""
    if not (context.model.generative and history.messages and question.strip()):
        return by_rule
    found = [await context.registry.find(context.key, name) for name in blob_names]
    documents = "\n".join(
        data_line({"name": document.blob_name, "title": document.title, "language": document.language})
        for document in found
        if document is not None
    )
    system = f"{prompts.FOLLOW_UP}\n\n<documents>\n{documents}\n</documents>"
    recent = history.recent(context.limits, most=_MESSAGES, characters=_CHARACTERS)
    messages = (ChatMessage("system", system), *recent, ChatMessage("user", question))
    try:
        async with asyncio.timeout(_SECONDS):
            reply = await ask(context.model, ChatRequest(messages, output_schema=_SCHEMA, temperature=0, task="plan"))
    except (ModelError, TimeoutError) as error:
        reason = error.code if isinstance(error, ModelError) else f"no answer within {_SECONDS:.0f} s"
        logger.warning("A follow-up is made to stand alone by rule: %s", reason)
        return _with_earlier(by_rule, question, history)
    written = parse_object(object_in(reply.text)) or {}
    rewritten, searches = written.get("question"), written.get("queries")
    standalone = " ".join(rewritten.split()) if isinstance(rewritten, str) else ""
    is_unusable = not any(map(str.isalnum, standalone)) or len(standalone) > len(question) + _ADDED_CHARACTERS
    if is_unusable:
        standalone = by_rule.question
    listed = searches if isinstance(searches, list) else [searches]
    queries = dict.fromkeys(" ".join(each.split())[:_QUERY_CHARACTERS] for each in listed if isinstance(each, str))
    wanted = [query for query in queries if any(map(str.isalnum, query)) and query.casefold() != standalone.casefold()]
    if is_unusable and not wanted:
        return replace(_with_earlier(by_rule, question, history), usage=reply.usage)
    return FollowUp(standalone, tuple(wanted[:MOST_QUERIES]), reply.usage)


def _with_earlier(by_rule: FollowUp, question: str, history: History) -> FollowUp:
    """The question by rule. If it is the question as asked, a query for it together with the question before it."""
    earlier = next((m.text for m in reversed(history.messages) if m.role == "user" and m.text.strip()), "")
    if by_rule.question != question or not earlier:
        return by_rule
    return replace(by_rule, queries=(" ".join(f"{earlier} {question}".split())[-_QUERY_CHARACTERS:],))
