"""Routes a turn that names no documents: to tools or directly to its answer, by the model or by rules."""

from dataclasses import replace

from orc.documents.notices import PLAN_REFUSED, SERVER_LOST, not_used
from orc.documents.questions.question import Question
from orc.domain import TokenUsage
from orc.errors import ModelError
from orc.events.types import StepThinking
from orc.graphs.context.document_step import is_document_chat
from orc.graphs.context.history import History
from orc.graphs.context.state import StateUpdate, TurnContext
from orc.graphs.planning.follow_up import FollowUp
from orc.graphs.planning.heuristics import plan_by_rules
from orc.graphs.planning.planner import MAX_DOCUMENT_CHARACTERS, Planned, PlanningInput, data_line, plan_by_model
from orc.tools.offer import Offer, Tool

_MESSAGES, _CHARACTERS = 5, 6_000
_NAMED = 20
_BY_RULES = "The question is routed by rules."


def offered(offer: Offer) -> dict[str, Tool]:
    """The tools that the model may choose from, by name. document_chat is left out: it is for turns that name their
    documents."""
    return {tool.name: tool for tool in offer.tools if not is_document_chat(tool)}


async def route_turn(question: str, standalone: FollowUp, history: History, context: TurnContext) -> StateUpdate:
    """The intent, the plan and the standalone question; standalone is the one made by rule."""
    offer = await context.tools.offer()
    servers_down = [server for server in offer.servers if server.status == "down"]
    for server in servers_down:
        message = f"The tools of {server.name} are not available: {server.error}"
        await context.events.append(StepThinking("planning", message))
    tools = offered(offer)
    planned, documents = Planned(None, TokenUsage(), ""), await context.registry.of_conversation(context.key)
    if context.model.generative:
        lines, length = list[str](), 0
        for document in documents:
            entry = {"name": document.blob_name, "status": document.status, "title": document.title}
            line = data_line({**entry, "summary": document.summary} if document.summary else entry)
            length += len(line) + 1
            if length > MAX_DOCUMENT_CHARACTERS:
                break
            lines.append(line)
        newest = next((m for m in reversed(history.messages) if m.uploaded_file_refs), None)
        if newest and (names := ", ".join(ref.blob_name for ref in newest.uploaded_file_refs)):
            lines.append(f"Asked about before: {names}".replace("<", "‹"))
        recent = history.recent(context.limits, most=_MESSAGES, characters=_CHARACTERS)
        limit = context.limits.plan_steps
        planning_input = PlanningInput(question, recent, "\n".join(lines), tools, limit, offer.lost)

        async def on_repair(message: str) -> None:
            await context.events.append(StepThinking("planning", message))

        try:
            planned = await plan_by_model(planning_input, context.model, on_repair)
        except ModelError as error:
            planned = Planned(None, TokenUsage(), error.message)
        if planned.plan is None:
            message = f"No plan could be used: {planned.why} {_BY_RULES}"
            await context.events.append(StepThinking("planning", message))
    # Without a model, a few words may ask about any of the caller's documents, but "How are you?" has none of its own.
    asks_words = bool(Question(standalone.question).words)
    of_others = asks_words and not (context.model.generative or documents)
    known = await context.registry.of_caller(context.key.caller) if of_others else documents
    can_ask_briefly = bool(known) and (context.model.generative or asks_words)
    plan = planned.plan or plan_by_rules(standalone.question, tools, standalone.queries, has_documents=can_ask_briefly)
    notices = [PLAN_REFUSED.to(question)] if planned.has_dropped else []
    if planned.lacks_tool:  # a server that is down may have it
        notices += [SERVER_LOST.to(question).format(server.name) for server in servers_down]
    if plan.intent != "conversation" and all(document.error for document in documents):  # others are searched instead
        notices += [
            not_used(d.blob_name, d.error.code, d.error.message, question) for d in documents[:_NAMED] if d.error
        ]
    servers = {**offer.lost, **{name: tool.server for name, tool in tools.items()}}
    return {
        "standalone_question": plan.question or standalone.question,
        "intent_type": plan.intent,
        "workflow_plan": tuple(replace(step, server=servers.get(step.tool, "")) for step in plan.steps),
        "lost_servers": tuple(server.name for server in servers_down),
        "unread_documents": tuple(d.blob_name for d in documents[:_NAMED]) if plan.intent == "conversation" else (),
        "notices": tuple(notices),
        "usage": planned.usage,
    }
