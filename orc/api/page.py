"""Routes for the chat page and its files. They need no sign-in, because the page gets all of its data from the API."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from orc.errors import NotFound
from orc.ports import PageFile, PageFiles

router = APIRouter(include_in_schema=False)

_UNBUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Orc</title></head>
<body><p>The chat page is not built. Run <code>make run</code> once with a network, or <code>npm ci</code> and
<code>npm run build</code> in <code>web/</code>, and reload. All else works: see the
<a href="docs">documentation of the API</a>.</p></body></html>
"""


@dataclass(frozen=True, slots=True)
class Page:
    """The page's files, the OpenID issuer of its users if any, other origins of that issuer's endpoints, and the
    origins that may show the page in a frame."""

    files: PageFiles
    issuer: str | None = None
    sign_in_origins: Sequence[str] = ()
    frame_ancestors: Sequence[str] = ()

    @property
    def headers(self) -> dict[str, str]:
        """The page's security headers. They limit scripts and styles to the page's own files, and connections to this
        app and the issuer."""
        issuer = urlsplit(self.issuer or "")
        own = [f"{issuer.scheme}://{issuer.netloc}", *self.sign_in_origins] if issuer.netloc else []
        policy = {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self' blob:",
            "connect-src": " ".join(dict.fromkeys(["'self'", *own])),
            "base-uri": "'self'",
            "form-action": "'none'",
            "frame-ancestors": " ".join(self.frame_ancestors) or "'none'",
            "require-trusted-types-for": "'script'",
        }
        return {
            "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-cache",
        }


@router.get("/")
async def page(request: Request) -> Response:
    """The page. Any query is accepted, because sites that redirect users to it add parameters of their own (D-238)."""
    page: Page = request.app.state.page
    file = await page.files.index()
    if file is None:
        return HTMLResponse(_UNBUILT, HTTPStatus.NOT_FOUND, page.headers)
    return _answer(request, file, page.headers)


@router.get("/app/{name}")
async def asset(request: Request, name: str) -> Response:
    """A file of the page. Its name contains a hash of its content, so browsers request it only once."""
    page: Page = request.app.state.page
    file = await page.files.asset(name)
    if file is None:
        raise NotFound("There is no such file.")
    lasting = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
    return _answer(request, file, lasting)


def _answer(request: Request, file: PageFile, headers: dict[str, str]) -> Response:
    headers = {**headers, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if file.etag in (tag.strip() for tag in request.headers.get("if-none-match", "").split(",")):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.gzipped, headers={**headers, "Content-Encoding": "gzip"}, media_type=file.media_type)
    return Response(file.content, headers=headers, media_type=file.media_type)
