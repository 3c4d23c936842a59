"""Azure Document Intelligence, through its REST API: reads scans, which are PDFs without text."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from orc.domain import ExtractedText
from orc.errors import DocumentFailure, ModelError, ModelRejected, ModelUnavailable
from orc.ports import PagesRead, TextExtractor
from shared.extraction.formats.content import Flow

if TYPE_CHECKING:
    import httpx2

_ANALYZE = "/documentintelligence/documentModels/prebuilt-read:analyze"
_QUERY = {"api-version": "2024-11-30", "stringIndexType": "unicodeCodePoint"}  # offsets as Python counts them
_BUSY = {408, 429, 500, 502, 503, 504}
_BAD_CREDENTIALS = {401, 403}
_MAX_TRIES = 5
_SECONDS = 1.0
"""Between two polls of an analysis, or two attempts, where the service names no delay."""


class DocumentIntelligenceExtractor:
    """Reads files with the local extractor, and sends a PDF without text to the service for at most timeout_seconds.

    api_key is a key, or returns a token for each request. A service that is down raises ModelUnavailable, which may be
    retried; one that refuses or misunderstands raises ModelRejected. A scan that the service cannot read keeps the
    local extractor's DocumentFailure.
    """

    def __init__(
        self,
        local: TextExtractor,
        *,
        endpoint: str,
        api_key: str | Callable[[], Awaitable[str]],
        timeout_seconds: float = 120,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._local = local
        self._endpoint = endpoint.rstrip("/")
        self._api_key = api_key
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep
        self._client: httpx2.AsyncClient | None = None

    async def extract(
        self,
        data: bytes,
        *,
        name: str,
        read: Callable[[], None] = lambda: None,
        pages_read: PagesRead = lambda _, __: None,
    ) -> ExtractedText:
        """The text of the file, by the local extractor or else by the service."""
        try:
            return await self._local.extract(data, name=name, read=read, pages_read=pages_read)
        except DocumentFailure as failure:
            if failure.code != "document_without_text" or b"%PDF-" not in data[:1024]:
                raise
            unread = failure
        try:
            async with asyncio.timeout(self._timeout_seconds):
                text = await self._analyze(data)
        except TimeoutError:
            raise _unavailable("did not answer in time") from None
        if text is None:
            raise unread
        return text

    async def aclose(self) -> None:
        """Closes the connections to the service."""
        if self._client is not None:
            await self._client.aclose()

    async def _analyze(self, data: bytes) -> ExtractedText | None:
        """The pages as the service read them; None when it cannot read the file, or all are blank."""
        accepted = await self._request("POST", self._endpoint + _ANALYZE, params=_QUERY, content=data)
        if accepted.is_error:
            return None
        operation = accepted.headers.get("operation-location", "")
        if urlsplit(operation)[:2] != urlsplit(self._endpoint)[:2]:  # the credentials are sent to no other server
            raise _protocol_error()
        answer, status = accepted, "running"
        flow = Flow()
        try:
            while status in ("notStarted", "running"):
                await self._sleep(_seconds_to_wait(answer))
                answer = await self._request("GET", operation)
                body = answer.json()
                status = body["status"]
            if status == "failed":
                return None
            if status != "succeeded":
                raise _protocol_error()
            content = body["analyzeResult"]["content"]
            for page in body["analyzeResult"]["pages"]:
                flow.page()
                flow.add("".join(content[span["offset"] : span["offset"] + span["length"]] for span in page["spans"]))
        except (ValueError, KeyError, TypeError) as error:
            raise _protocol_error() from error
        if not flow.has_text:
            return None
        read = flow.content()
        return ExtractedText(read.text, read.title, read.page_starts)

    async def _request(self, method: str, url: str, **options: Any) -> "httpx2.Response":
        """Retries while the service is busy, never sooner than it asks for."""
        import httpx2

        if self._client is None:
            self._client = httpx2.AsyncClient(timeout=60, trust_env=False)
        headers = {"content-type": "application/octet-stream"}
        if isinstance(self._api_key, str):
            headers["ocp-apim-subscription-key"] = self._api_key
        else:
            headers["authorization"] = f"Bearer {await self._api_key()}"
        reason = "cannot be reached"
        for attempt in range(1, _MAX_TRIES + 1):
            response = None
            with suppress(httpx2.TransportError):
                response = await self._client.request(method, url, headers=headers, **options)
            if response is not None:
                if response.status_code in _BAD_CREDENTIALS:
                    message = f"The text recognition service refused the credentials ({response.status_code})."
                    raise ModelRejected(message, code="text_recognition_auth")
                if response.status_code not in _BUSY:
                    return response
                reason = f"cannot answer now ({response.status_code})"
            if attempt < _MAX_TRIES:
                await self._sleep(_seconds_to_wait(response))
        raise _unavailable(reason)


def _seconds_to_wait(response: "httpx2.Response | None") -> float:
    delay = response.headers.get("retry-after", "") if response is not None else ""
    return float(delay) if delay.isdecimal() else _SECONDS


def _unavailable(reason: str) -> ModelError:
    return ModelUnavailable(f"The text recognition service {reason}.", code="text_recognition_unavailable")


def _protocol_error() -> ModelError:
    message = "The text recognition service sent a response that its API does not define."
    return ModelRejected(message, code="text_recognition_protocol")
