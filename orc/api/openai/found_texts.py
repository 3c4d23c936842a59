"""The texts of passages that searches have found, which events only name: added where a client asks for them."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any, cast

from orc.api.protocol_streams import Batches, run_events
from orc.conversations.records import Run
from orc.domain import Caller, Json
from orc.errors import NotFound
from orc.events.types import LoggedEvent, StepComplete
from orc.services import Services


async def with_texts(
    services: Services, caller: Caller, run: Run, *, wanted: bool, stored_only: bool = False
) -> Batches:
    """The events of a run, those of searches with the texts of their passages if that is wanted."""
    batches = await run_events(services, caller, run, stored_only=stored_only)
    return _with_texts(services, caller, batches) if wanted else batches


async def _with_texts(services: Services, caller: Caller, batches: Batches) -> Batches:
    async with aclosing(batches):
        async for events in batches:
            told: Sequence[LoggedEvent] = [
                replace(logged, event=await with_text(services, caller, logged.event))
                if isinstance(logged.event, StepComplete)
                else logged
                for logged in events
            ]
            yield told


async def with_text(services: Services, caller: Caller, ended: StepComplete) -> StepComplete:
    """The event with the texts of its passages and the metadata of their documents, as far as these are still there."""
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
