"""Lists of items, paged as in the OpenAI API."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, cast

from fastapi import Depends, Query

from orc.api.openai.files import ids_in
from orc.api.openai.lookup import copies_of
from orc.api.openai.passage_texts import add_texts, events_with_texts
from orc.api.openai.response_bodies import includes_results
from orc.api.protocol_streams import fold_run
from orc.api.services import Services
from orc.conversations.export import active_branch
from orc.conversations.records import Run
from orc.domain import Caller, ConversationKey
from orc.errors import InvalidRequest
from orc.events.types import StepComplete
from orc.protocols.openai_ids import message_id
from orc.protocols.openai_items import (
    Item,
    Link,
    answer_item,
    ended_step,
    input_item,
    message_item,
    output_text,
    step_id,
    step_item,
)
from orc.protocols.responses import ResponseFold, ResponseHead


class Paging:
    """The requested page of a list: the items after one, in either order."""

    def __init__(
        self,
        after: Annotated[str | None, Query(max_length=200)] = None,
        limit: Annotated[int, Query(ge=1, le=100)] = 20,
        order: Literal["asc", "desc"] = "desc",
    ) -> None:
        self._after, self._limit, self._order = after, limit, order

    def of(self, items: Sequence[Item]) -> dict[str, Any]:
        """Returns the page of items that are given oldest first. Raises InvalidRequest if `after` is not among them."""
        ordered = list(items) if self._order == "asc" else list(reversed(items))
        if self._after is not None:
            found = next((n for n, item in enumerate(ordered) if item["id"] == self._after), None)
            if found is None:
                raise InvalidRequest.of("after", "is not an item of this list")
            ordered = ordered[found + 1 :]
        page = ordered[: self._limit]
        ends = {"first_id": page[0]["id"], "last_id": page[-1]["id"]} if page else {"first_id": "", "last_id": ""}
        return {"object": "list", "data": page, "has_more": len(ordered) > len(page), **ends}


class Including:
    """The query parameter `include`, which SDKs send as `include[]`. results: the results of searches are included."""

    def __init__(
        self,
        include: Annotated[list[str] | None, Query(max_length=20)] = None,
        bracketed: Annotated[list[str] | None, Query(alias="include[]", max_length=20)] = None,
    ) -> None:
        self.results = includes_results([*(include or ()), *(bracketed or ())])


PagingDep = Annotated[Paging, Depends(Paging)]
IncludingDep = Annotated[Including, Depends(Including)]


async def input_items(services: Services, caller: Caller, run: Run) -> list[Item]:
    """The messages of a response's request. A run that was started through another API has its question alone."""
    key = caller.conversation(run.conversation_id)
    stored_input = cast("list[dict[str, Any]] | None", run.client_data.get("input"))
    if stored_input is None:
        ids = ids_in(await services.registry.of_conversation(key))
        stored_input = [{"role": "user", "files": {name: ids.get(name) for name in run.blob_names}, "message_id": None}]
    items: list[Item] = []
    question_at = max((n for n, each in enumerate(stored_input) if each["role"] == "user"), default=0)
    for position, each in enumerate(stored_input):
        item_id, text = f"{message_id(run.run_id)}_{position}", each.get("text")
        if position == question_at:
            item_id = message_id(run.user_message_id)
        if text is None and each["message_id"] is None:
            text = run.question
        elif text is None:
            stored = await services.conversations.find_message(key.partition, each["message_id"])
            item_id, text = message_id(each["message_id"]), stored.text if stored else ""
        if each["role"] == "assistant":
            items.append(answer_item(item_id, "completed", [output_text(text, [])]))
        else:
            items.append(input_item(item_id, each["role"], text, each["files"].items()))
    return items


async def conversation_items(
    services: Services, key: ConversationKey, link: Link, *, with_results: bool = False
) -> list[Item]:
    """The messages of the active branch, oldest first, each answer preceded by its steps."""
    conversation = (await services.conversations.get(key)).record
    messages = await services.conversations.messages(key)
    branch = active_branch(conversation, messages)
    shown = [message for message in messages if message.message_id in branch]
    runs = {run.run_id: run for run in await services.conversations.runs_of(key, shown)}
    ids = ids_in(await services.registry.of_conversation(key))
    items: list[Item] = []
    for message in shown:
        run = runs.get(message.run_id)
        if message.role == "user" or run is None:
            items.append(message_item(message, link, ids))
            continue
        found = list[Item]()
        if run.epoch or run.mode == "background":  # the ids of its items depend on its recoveries
            head = ResponseHead({"created_at": 0}, run.run_id, run.message_id, link, files=copies_of(run))
            fold = ResponseFold(replace(head, with_results=with_results))
            await fold_run(await events_with_texts(services, key.caller, run, wanted=with_results), fold)
            found = fold.response["output"]
        if not any(item["type"] == "message" for item in found):
            found = []
            for step in run.steps:
                fields = {name: step[name] for name in ("step", "tool", "ok", "duration_ms", "result", "error")}
                ended = StepComplete(**fields)
                if with_results:
                    ended = await add_texts(services, key.caller, ended)
                started = step_item(step_id(run.run_id, step["step"]), step["tool"], step["params"], step.get("server"))
                found.append(ended_step(started, ended, with_results=with_results, files=copies_of(run)))
            found.append(message_item(message, link, copies_of(run)))
        items += found
    return items
