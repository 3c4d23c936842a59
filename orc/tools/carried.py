"""What a tool hands out to be given again in the next turn: the thread that it works in, and a context of its own."""

import json
import logging
from collections.abc import Iterable, Iterator, Mapping

from orc.domain import Json
from orc.tools.offer import ToolResult

logger = logging.getLogger(__name__)

THREAD = "code_thread_id"
CONTEXT = "context"
MAX_THREAD = 200
MAX_CONTEXT = 4_000
_MAX_SERVERS = 10

type Carried = Mapping[str, Json]
"""A tool's thread and context, by these names."""


def carried_by(result: ToolResult) -> dict[str, Json]:
    """The `code_thread_id` of a result, a text of at most 200 characters, and its `context`, an object of at most 4,000
    characters of JSON. Each may stand at the top level or in `metadata`. What is larger or of another type is left."""
    found: dict[str, Json] = {}
    for part in _parts(result.structured or {}):
        thread, context = part.get(THREAD), part.get(CONTEXT)
        if isinstance(thread, str) and 0 < len(thread) <= MAX_THREAD:
            found.setdefault(THREAD, thread)
        if isinstance(context, Mapping):
            if len(json.dumps(context, ensure_ascii=False)) <= MAX_CONTEXT:
                found.setdefault(CONTEXT, context)
            else:
                logger.warning("The context of a tool is longer than %d characters and not carried on", MAX_CONTEXT)
    return found


def _parts(structured: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
    """The result and its metadata, also where a server has wrapped the whole as `result`."""
    inner = structured.get("result")
    whole = inner if len(structured) == 1 and isinstance(inner, Mapping) else structured
    metadata = whole.get("metadata")
    yield whole
    if isinstance(metadata, Mapping):
        yield metadata


def given_again(schema: Mapping[str, Json], arguments: Mapping[str, Json], carried: Carried) -> dict[str, Json]:
    """The arguments with what is carried, where the tool's schema names it. A thread takes the place of what a model
    made up for it; a context that the call has of its own stays."""
    properties = schema.get("properties")
    names = properties if isinstance(properties, Mapping) else {}
    given = dict(arguments)
    if THREAD in carried and THREAD in names:
        given[THREAD] = carried[THREAD]
    if CONTEXT in carried and CONTEXT in names:
        given.setdefault(CONTEXT, carried[CONTEXT])
    return given


def carried_on(known: Mapping[str, Carried], returned: Iterable[tuple[str, Carried]]) -> dict[str, Carried]:
    """By server, what its tools have returned last; of many servers those that returned something last."""
    context = dict(known)
    for server, carried in returned:
        if carried:
            context[server] = {**context.pop(server, {}), **carried}
    return dict(list(context.items())[-_MAX_SERVERS:])
