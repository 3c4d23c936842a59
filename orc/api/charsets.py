"""The character encodings of forms."""

from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from orc.api.problems import Problem

_TAKEN = ("utf-8", "utf8", "us-ascii")


class FormCharsets:
    """Refuses forms in encodings other than UTF-8. Python would accept any of its codecs: some produce halves of
    surrogate pairs, and some take quadratic time.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from python_multipart.multipart import parse_options_header  # the encoding used to read the form

        answer = self._app
        given = Headers(scope=scope).get("content-type", "") if scope["type"] == "http" else ""
        if "charset" in given.lower():
            kind, options = parse_options_header(given)
            charset = options.get(b"charset", b"utf-8").decode("latin-1").lower()
            if kind.startswith(b"multipart/") and charset not in _TAKEN:
                message = "forms must be UTF-8; other charsets are not supported"
                errors = [{"field": "content-type", "message": message}]
                status = HTTPStatus.UNPROCESSABLE_ENTITY
                answer = Problem(status, "invalid_request", f"content-type: {message}", errors=errors)
        await answer(scope, receive, send)
