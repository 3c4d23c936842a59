"""Records what happens to turns, documents and models, as metrics and as hourly counts of the caller's organization."""

import logging
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from orc.conversations.records import Message, Run
from orc.documents.records import Document
from orc.domain import Caller, ConversationKey, TokenUsage
from orc.items import now
from orc.ports import metrics
from orc.ports.subject import Subject, subject, working_for
from orc.ports.tracing import Attribute, NoTracer, Tracer, trace_of
from orc.watch.counters import named, of_time
from orc.watch.hours import Hours
from orc.watch.usage import Usage

logger = logging.getLogger(__name__)

TOKEN_KINDS = ("input", "output")


class Watcher:
    """Records events; none of its methods raises. Without hours there are no hourly counts, without usage no usage of
    callers."""

    def __init__(self, tracer: Tracer | None = None, hours: Hours | None = None, usage: Usage | None = None) -> None:
        self._tracer = tracer or NoTracer()
        self._hours = hours
        self._usage = usage

    def queue_left(self, key: ConversationKey, run: Run) -> None:
        """A run that waited for others of its conversation begins."""
        waited = _milliseconds_since(run.created_at)
        self._tracer.record(metrics.QUEUE_TIME, waited / 1000, {})
        self._count(key.organization_id, {"queued": 1, of_time("queue_time", waited): 1})

    def recovered(self, key: ConversationKey) -> None:
        """A run whose owner was lost was taken over."""
        self._tracer.record(metrics.RECOVERIES, 1, {})
        self._count(key.organization_id, {"recoveries": 1})

    def turn_ended(self, key: ConversationKey, run: Run, message: Message | None) -> None:
        """A run has ended and is stored; message is its answer."""
        took = _milliseconds_since(run.created_at)
        counts = Counter({named("turns", run.status): 1, of_time("turn_time", took): 1})
        labels: dict[str, Attribute] = {"orc.status": run.status}
        told: dict[str, Attribute] = {
            "gen_ai.conversation.id": run.conversation_id,
            "orc.run.id": run.run_id,
            "orc.duration_ms": took,
        }
        self._tracer.record(metrics.TURN_TIME, took / 1000, labels)
        if run.run_meta and run.run_meta.first_token_ms is not None:
            first = run.run_meta.first_token_ms
            self._tracer.record(metrics.FIRST_TOKEN, first / 1000, {})
            counts[of_time("first_token", first)] += 1
            told["orc.first_token_ms"] = first
        if run.error is not None:
            labels["error.type"] = code = str(run.error["code"])
            counts[named("turn_errors", code)] += 1
        self._tracer.record(metrics.TURNS, 1, labels)
        if message is not None and run.status == "completed":
            verified = [each.verified for citation in message.citations for each in (citation.spans or (citation,))]
            for is_verified in verified:
                self._tracer.record(metrics.STATEMENTS, 1, {"orc.verified": is_verified})
            counts.update({"statements": len(verified), "verified_statements": sum(verified)})
        began = datetime.fromisoformat(run.created_at)
        span = self._tracer.start(
            metrics.TURN_SPAN, {**told, **labels}, kind="internal", parent=trace_of(run.run_id), began=began
        )
        if run.error is not None:
            span.fail(str(run.error["code"]))
        span.end()
        self._count(key.organization_id, counts)
        with working_for(Subject.of(key, run.run_id)):
            logger.info("Run %s is %s after %d ms", run.run_id, run.status, took)

    def document_ended(self, caller: Caller, document: Document) -> None:
        """A document became ready or failed, and is stored. The duration is recorded for the first processing only."""
        counts = Counter({named("documents", document.status): 1})
        labels: dict[str, Attribute] = {"orc.status": document.status}
        if document.generation == 1:
            took = _milliseconds_since(document.created_at)
            self._tracer.record(metrics.REGISTRATION_TIME, took / 1000, labels)
            counts[of_time("registration_time", took)] += 1
        if document.error is not None:
            labels["error.type"] = document.error.code
            counts[named("document_errors", document.error.code)] += 1
        self._tracer.record(metrics.REGISTRATIONS, 1, labels)
        self._count(caller.organization_id, counts)

    def rated(self, caller: Caller, rating: Literal["up", "down"]) -> None:
        """An answer was rated; a changed rating counts again."""
        self._tracer.record(metrics.RATINGS, 1, {"orc.rating": rating})
        self._count(caller.organization_id, {named("ratings", rating): 1})

    def model_called(self, model: str, usage: TokenUsage, cost: float | None) -> None:
        """A call of a chat model has ended. cost is in the currency of the deployment's prices; None without a
        price."""
        found = subject()
        self._model_called(model, usage, cost, counted_with_run=found is not None and bool(found.run_id))

    def embedded(self, model: str, tokens: int, cost: float | None, *, provider: str) -> None:
        """A call of the embedding model has ended. cost is as for model_called."""
        labels: dict[str, Attribute] = {"gen_ai.operation.name": "embeddings", "gen_ai.provider.name": provider}
        labels |= {"gen_ai.request.model": model, "gen_ai.token.type": "input"}
        self._tracer.record(metrics.TOKENS, tokens, labels)
        self._model_called(model, TokenUsage(tokens, None), cost, counted_with_run=False)

    def _model_called(self, model: str, usage: TokenUsage, cost: float | None, *, counted_with_run: bool) -> None:
        if cost is not None:
            self._tracer.record(metrics.COST, cost, {"gen_ai.request.model": model})
        counts = {named("calls", model): 1}
        for kind, tokens in zip(TOKEN_KINDS, (usage.prompt, usage.completion), strict=True):
            if tokens is not None:
                counts[named(f"{kind}_tokens", model)] = tokens
        found = subject()
        if found is None:
            return
        self._count(found.caller.organization_id, counts)
        if counted_with_run:
            found.calls.append(TokenUsage(usage.prompt or 0, usage.completion or 0))
        elif self._usage is not None:
            amounts = {"input_tokens": usage.prompt or 0, "output_tokens": usage.completion or 0}
            self._usage.count_soon(found.caller, amounts)

    async def counts(self, caller: Caller, since: datetime, until: datetime) -> Mapping[str, int]:
        """The counts of the caller's organization over all instances, between two full hours."""
        return {} if self._hours is None else await self._hours.total(caller.organization_id, since, until)

    async def count(self, caller: Caller, what: str, amounts: Mapping[str, int]) -> None:
        """Counts usage of a caller, once per id (Usage.count)."""
        if self._usage is not None:
            await self._usage.count(caller, what, amounts)

    async def aclose(self) -> None:
        """Stores the remaining counts."""
        if self._usage is not None:
            await self._usage.aclose()
        if self._hours is not None:
            await self._hours.aclose()

    async def flush(self) -> None:
        """Stores the counts of this hour."""
        if self._hours is not None:
            await self._hours.flush()

    def _count(self, organization_id: str, counts: Mapping[str, int]) -> None:
        if self._hours is not None:
            self._hours.add(organization_id, counts)


def _milliseconds_since(moment: str) -> int:
    return max(0, round((now() - datetime.fromisoformat(moment)).total_seconds() * 1000))
