"""What a tool hands out to be given again in the next turn: the thread that it works in, and a context of its own."""

import json
import logging
import re
from collections.abc import Iterable, Iterator, Mapping

from orc.domain import Json
from orc.text import parse_object
from orc.tools.offer import ToolResult

logger = logging.getLogger(__name__)

THREAD = "code_thread_id"
CONTEXT = "context"
MAX_THREAD = 200
MAX_CONTEXT = 4_000
MAX_TEXT = 100_000
_MAX_SERVERS = 10
_INTEGER_BITS = 64
_INTEGER = re.compile(r"-?[0-9]{1,20}")

type Carried = Mapping[str, Json]
"""A tool's thread and context, by these names."""


def carried_by(result: ToolResult) -> dict[str, Json]:
    """The `code_thread_id` of a result, a text of at most 200 characters or an integer, which is kept as text, and its
    `context`, an object of at most 4,000 characters of JSON. Each may stand at the top level or in `metadata`. What is
    larger or of another type is left."""
    found: dict[str, Json] = {}
    for part in _parts(result):
        thread, context = _thread(part.get(THREAD)), part.get(CONTEXT)
        if thread:
            found.setdefault(THREAD, thread)
        if isinstance(context, Mapping):
            if len(json.dumps(context, ensure_ascii=False)) <= MAX_CONTEXT:
                found.setdefault(CONTEXT, context)
            else:
                logger.warning("The context of a tool is longer than %d characters and not carried on", MAX_CONTEXT)
    return found


def _thread(value: Json) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if value.bit_length() < _INTEGER_BITS else ""
    if isinstance(value, str) and len(value) > MAX_THREAD:
        logger.warning("The thread of a tool is longer than %d characters and not carried on", MAX_THREAD)
        return ""
    return value if isinstance(value, str) else ""


def _parts(result: ToolResult) -> Iterator[Mapping[str, Json]]:
    """The result and its metadata, also where a server has wrapped the whole as `result`, or tells it as JSON in a
    text, as servers do of tools that return a text."""
    structured = result.structured
    inner = structured["result"] if structured is not None and set(structured) == {"result"} else structured
    told = result.text if inner is None else inner
    whole = _object_in(told) if isinstance(told, str) else told
    if isinstance(whole, Mapping):
        yield whole
        metadata = whole.get("metadata")
        if isinstance(metadata, Mapping):
            yield metadata


def _object_in(text: str) -> Mapping[str, Json] | None:
    if not text.lstrip().startswith("{"):
        return None
    if len(text) <= MAX_TEXT:
        return parse_object(text)
    if f'"{THREAD}"' in text:
        logger.warning("A tool's text is longer than %d characters: its thread is not carried on", MAX_TEXT)
    return None


def given_again(schema: Mapping[str, Json], arguments: Mapping[str, Json], carried: Carried) -> dict[str, Json]:
    """The arguments with what is carried, where the tool's schema names it. A thread takes the place of what a model
    made up for it; a context that the call has of its own stays."""
    properties = schema.get("properties")
    names = properties if isinstance(properties, Mapping) else {}
    given = dict(arguments)
    if THREAD in carried and THREAD in names:
        thread, taken = carried[THREAD], names[THREAD]
        takes_integer = isinstance(taken, Mapping) and taken.get("type") == "integer"
        was_integer = isinstance(thread, str) and _INTEGER.fullmatch(thread) is not None
        given[THREAD] = int(str(thread)) if takes_integer and was_integer else thread
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
