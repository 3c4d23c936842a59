"""In which character encoding a form may come."""

from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from orc.api.problems import Problem

_TAKEN = ("utf-8", "utf8", "us-ascii")


class FormCharsets:
    """Refuses forms that ask to be read in another encoding than UTF-8. Python would look the name up among all of its
    codecs: some give halves of surrogate pairs, some take the square of a text's length."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = _problem(Headers(scope=scope)) if scope["type"] == "http" else None
        await (problem or self._app)(scope, receive, send)


def _problem(headers: Headers) -> Problem | None:
    from python_multipart.multipart import parse_options_header  # by which the form is read

    if "charset" not in (given := headers.get("content-type", "")).lower():
        return None
    kind, options = parse_options_header(given)
    charset = options.get(b"charset", b"utf-8").decode("latin-1").lower()
    if not kind.startswith(b"multipart/") or charset in _TAKEN:
        return None
    detail = "content-type: forms must be UTF-8; other charsets are not supported"
    errors = [{"field": "content-type", "message": "forms must be UTF-8; other charsets are not supported"}]
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid_request", detail, errors=errors)
