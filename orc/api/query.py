"""Checks the query of a request: a route accepts only the parameters that it declares, each once (D-156)."""

from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, get_origin
from urllib.parse import unquote_to_bytes

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import get_flat_params
from fastapi.routing import APIRoute
from pydantic import AwareDatetime, BeforeValidator, Field

from orc.documents.labels import checked_time
from orc.errors import InvalidRequest
from orc.text import short

_LONGEST_NAME = 100
_IDENTITY = ("caller", "oid", "organization", "organization_id", "tid", "user", "user_id", "x-ms-client-principal")


# A time with a zone, far enough from both ends of the calendar to be converted to another zone.
type Moment = Annotated[
    AwareDatetime,
    Field(ge=datetime(1970, 1, 1, tzinfo=UTC), lt=datetime(9000, 1, 1, tzinfo=UTC)),
    BeforeValidator(checked_time),
]


class PublicRoute(APIRoute):
    """A route without authentication, for proxies and monitors."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()
        declared = declared_parameters(self.dependant)

        async def answered(request: Request) -> Response:
            check_query(request, declared)
            return await answer(request)

        return answered


def _is_utf_8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def declared_parameters(dependant: Dependant) -> dict[str, bool]:
    """The query parameters of a route and its dependencies, each with whether it may be repeated."""
    own = Dependant(query_params=[field for each in all_of(dependant) for field in each.query_params])
    return {field.alias: get_origin(field.field_info.annotation) is list for field in get_flat_params(own)}


def all_of(dependant: Dependant) -> Iterator[Dependant]:
    """The route's dependant and all its dependencies."""
    yield dependant
    for each in dependant.dependencies:
        yield from all_of(each)


def check_query(request: Request, declared: Mapping[str, bool]) -> None:
    """Raises InvalidRequest for a parameter that would be ignored, in whole or in part, or that is not UTF-8."""
    for pair in request.scope["query_string"].split(b"&"):
        sent, _, value = (unquote_to_bytes(part) for part in pair.partition(b"="))
        if not (_is_utf_8(sent) and _is_utf_8(value)):
            raise InvalidRequest.of(short(sent.decode("utf-8", "backslashreplace"), _LONGEST_NAME), "is not UTF-8")
    for name, times in Counter(name for name, _ in request.query_params.multi_items()).items():
        if name.lower() in _IDENTITY and name not in declared:
            raise InvalidRequest.of(name, "callers are identified by their credentials alone")
        if name not in declared:
            known = f"takes {', '.join(declared)}" if declared else "takes none"
            raise InvalidRequest.of(name, f"is not a query parameter of this route, which {known}")
        if times > 1 and not declared[name]:
            raise InvalidRequest.of(name, f"is given {times} times; the limit is 1")
