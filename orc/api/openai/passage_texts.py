"""Adds the texts of passages to the results of searches, for clients that ask for them: events hold only positions."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any, cast

from orc.api.protocol_streams import Batches, run_events
from orc.api.services import Services
from orc.conversations.records import Run
from orc.domain import Caller, Json
from orc.errors import NotFound
from orc.events.types import LoggedEvent, StepComplete


async def events_with_texts(
    services: Services, caller: Caller, run: Run, *, wanted: bool, stored_only: bool = False
) -> Batches:
    """The events of a run; if wanted, the results of searches include the texts of their passages."""
    batches = await run_events(services, caller, run, stored_only=stored_only)
    return _add_to_events(services, caller, batches) if wanted else batches


async def _add_to_events(services: Services, caller: Caller, batches: Batches) -> Batches:
    async with aclosing(batches):
        async for events in batches:
            completed: Sequence[LoggedEvent] = [
                replace(logged, event=await add_texts(services, caller, logged.event))
                if isinstance(logged.event, StepComplete)
                else logged
                for logged in events
            ]
            yield completed


async def add_texts(services: Services, caller: Caller, ended: StepComplete) -> StepComplete:
    """Returns the event with the texts of its passages and the metadata of their documents, where these still exist."""
    found = cast("list[dict[str, Any]] | None", (ended.result or {}).get("passages"))
    if found is None:
        return ended
    texts, passages = dict[str, tuple[str, Json]](), list[Json]()
    for each in found:
        file_id = each["file_id"]
        if file_id not in texts:
            try:
                document = await services.registry.get(caller, file_id)
                texts[file_id] = await services.registry.text(caller, document), document.metadata
            except NotFound:
                texts[file_id] = "", {}
        whole, metadata = texts[file_id]
        passages.append({**each, "text": whole[each["start"] : each["end"]] or None, "metadata": metadata})
    return replace(ended, result={**(ended.result or {}), "passages": passages})
