"""Context that a tool returns for its next calls: the id of its thread, and an object of its own."""

import json
import logging
from collections.abc import Iterable, Mapping

from orc.domain import Json
from orc.patterns import regex
from orc.text import objects_in, parse_object
from orc.tools.offer import ToolResult

logger = logging.getLogger(__name__)

THREAD = "code_thread_id"
CONTEXT = "context"
MAX_THREAD = 200
MAX_CONTEXT = 4_000
MAX_TEXT = 100_000
_MAX_SERVERS = 10
_INTEGER_BITS = 64
_INTEGER = regex(r"-?[0-9]{1,20}")

type Carried = Mapping[str, Json]
"""A tool's thread and context, by these names."""


def carried_by(result: ToolResult) -> dict[str, Json]:
    """The `code_thread_id` of a result, a string of at most 200 characters or an integer, which is kept as a string,
    and its `context`, an object of at most 4,000 characters of JSON. Each may be at the top level or in `metadata`,
    also within a `result` that the server has wrapped around it. In a text, the last object that has either counts.
    Larger values and other types are ignored."""
    found: dict[str, Json] = {}
    structured = result.structured
    inner = structured["result"] if structured is not None and set(structured) == {"result"} else structured
    value: Json = result.text if inner is None else inner  # servers send it as a text for tools that return a text
    if isinstance(value, str):
        is_long = len(value) > MAX_TEXT
        if is_long and f'"{THREAD}"' in value:
            logger.warning("A tool's text is longer than %d characters: its thread and context are ignored", MAX_TEXT)
        is_read = not is_long and (THREAD in value or CONTEXT in value)
        objects = list(objects_in(value)) if is_read else []
        for text in (text for text in reversed(objects) if THREAD in text or CONTEXT in text):
            value = parse_object(text) or {}
            if set(value) == {"result"}:
                wrapped = value["result"]
                value = parse_object(wrapped) if isinstance(wrapped, str) else wrapped
            within = value.get("metadata") if isinstance(value, Mapping) else None
            if any({THREAD, CONTEXT} & set(part) for part in (value, within) if isinstance(part, Mapping)):
                break
    metadata = value.get("metadata") if isinstance(value, Mapping) else None
    for part in (part for part in (value, metadata) if isinstance(part, Mapping)):
        thread, context = part.get(THREAD), part.get(CONTEXT)
        if isinstance(thread, int) and not isinstance(thread, bool) and thread.bit_length() < _INTEGER_BITS:
            thread = str(thread)
        if isinstance(thread, str) and len(thread) > MAX_THREAD:
            logger.warning("The thread of a tool is longer than %d characters and is ignored", MAX_THREAD)
        elif isinstance(thread, str) and thread:
            found.setdefault(THREAD, thread)
        if isinstance(context, Mapping):
            if len(json.dumps(context, ensure_ascii=False)) <= MAX_CONTEXT:
                found.setdefault(CONTEXT, context)
            else:
                logger.warning("The context of a tool is longer than %d characters and is ignored", MAX_CONTEXT)
    return found


def with_carried(schema: Mapping[str, Json], arguments: Mapping[str, Json], carried: Carried) -> dict[str, Json]:
    """Adds the carried context to the arguments if the tool's schema names it. A thread id replaces one that the model
    made up; a context that the call already has is kept."""
    properties = schema.get("properties")
    names = properties if isinstance(properties, Mapping) else {}
    merged = dict(arguments)
    if THREAD in carried and THREAD in names:
        thread, parameter = carried[THREAD], names[THREAD]
        takes_integer = isinstance(parameter, Mapping) and parameter.get("type") == "integer"
        was_integer = isinstance(thread, str) and _INTEGER.fullmatch(thread) is not None
        merged[THREAD] = int(str(thread)) if takes_integer and was_integer else thread
    if CONTEXT in carried and CONTEXT in names:
        merged.setdefault(CONTEXT, carried[CONTEXT])
    return merged


def merge_carried(earlier: Mapping[str, Carried], returned: Iterable[tuple[str, Carried]]) -> dict[str, Carried]:
    """Merges earlier context with the context that tools have returned since, by server. Of many servers, the most
    recent ones are kept."""
    context = dict(earlier)
    for server, carried in returned:
        if carried:
            context[server] = {**context.pop(server, {}), **carried}
    return dict(list(context.items())[-_MAX_SERVERS:])
