"""The fields that a form may have."""

from collections.abc import Awaitable, Callable, Collection, Mapping

from fastapi import Request

from orc.errors import InvalidRequest


def only_fields(
    *names: str, unsupported: Mapping[str, str] | None = None, once: Collection[str] = (), nested: str = ""
) -> Callable[[Request], Awaitable[None]]:
    """A dependency that refuses unknown fields of a form, which would otherwise be ignored, such as one that claims an
    uploader. unsupported maps prefixes of field names to messages. Repetitions of single fields are refused too,
    because all but the last would be ignored. nested is a field that may come as its members, `nested[key]`, each once.
    """

    async def check(request: Request) -> None:
        form = await request.form()
        members = [name for name in form if nested and name.startswith(f"{nested}[")]
        for name in (*once, *members):
            if (times := len(form.getlist(name))) > 1:
                raise InvalidRequest.of(name, f"is given {times} times; the limit is 1")
        for name in form:
            if name not in names and name not in members:
                known = f"unknown field; the fields are {', '.join(names[:-1])} and {names[-1]}"
                messages = (text for begin, text in (unsupported or {}).items() if name.startswith(begin))
                raise InvalidRequest.of(name, next(messages, known))

    return check
