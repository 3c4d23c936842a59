"""One account of Azure Storage: bounded retries, and the product's own errors."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from typing import Any

from azure.core import MatchConditions
from azure.core.credentials_async import AsyncTokenCredential
from azure.core.exceptions import AzureError, ClientAuthenticationError, DeserializationError, HttpResponseError
from azure.storage.blob import BlobProperties as AzureProperties
from azure.storage.blob.aio import BlobClient, BlobServiceClient, ExponentialRetry

from orc.errors import ItemChanged, NotFound, StoreError, StoreUnavailable
from orc.ports import BlobProperties

MAX_TRIES = 5
BACKOFF_SECONDS = 0.4
_LONGEST_WAIT_SECONDS = 30.0
_CONNECT_SECONDS = 10
_READ_SECONDS = 60
_CHANGED = {"ConditionNotMet", "BlobOverwritten", "InvalidBlockList"}  # the last when another upload committed first


class _Retry(ExponentialRetry):
    """MAX_TRIES attempts, with the delay that the service asks for or else an exponential one."""

    def __init__(self) -> None:
        retries = MAX_TRIES - 1
        super().__init__(retry_total=retries, retry_connect=retries, retry_read=retries, retry_status=retries)

    def get_backoff_time(self, settings: dict[str, Any]) -> float:
        response = settings["history"][-1].http_response if settings["history"] else None
        delay = response.headers.get("Retry-After", "") if response is not None else ""
        if delay.isdigit():
            return min(float(delay), _LONGEST_WAIT_SECONDS)
        return float(BACKOFF_SECONDS * 2 ** (settings["count"] - 1) * random.uniform(0.8, 1.2))  # noqa: S311  # no secret


def connect(
    account_url: str | None, credential: AsyncTokenCredential | str | None, connection_string: str | None
) -> BlobServiceClient:
    """The client of one account, which connects on first use."""
    options: dict[str, Any] = {
        "retry_policy": _Retry(),
        "connection_timeout": _CONNECT_SECONDS,
        "read_timeout": _READ_SECONDS,
    }
    if connection_string is not None:
        return BlobServiceClient.from_connection_string(connection_string, **options)
    return BlobServiceClient(account_url or "", credential, **options)


def properties_of(blob: AzureProperties) -> BlobProperties:
    """The SDK's properties as the port's."""
    return BlobProperties(
        path=f"{blob.container}/{blob.name}",
        size=blob.size,
        etag=str(blob.etag).strip('"'),
        content_type=str(blob.content_settings.content_type),
        last_modified=blob.last_modified.astimezone(UTC),
        metadata=dict(blob.metadata or {}),
    )


def condition(etag: str | None) -> dict[str, Any]:
    """The options of a request that requires this ETag, if any."""
    return {"etag": f'"{etag}"', "match_condition": MatchConditions.IfNotModified} if etag is not None else {}


async def read_range(blob: BlobClient, start: int, length: int) -> bytes:
    """Up to length bytes from start on; none beyond the end."""
    try:
        return await (await blob.download_blob(offset=start, length=length)).readall()
    except HttpResponseError as error:
        if error.status_code == 416:  # the range begins beyond the end
            return b""
        raise


@contextmanager
def translated() -> Iterator[None]:
    """Raises the SDK's errors as the product's own, which contain no address, name or key."""
    try:
        yield
    except (AzureError, DeserializationError) as error:
        status, code = getattr(error, "status_code", None), code_of(error)
        if isinstance(error, ClientAuthenticationError) or status in (401, 403):
            raise StoreUnavailable(f"The blob store refused the credentials ({code}).") from error
        if code in _CHANGED:
            raise ItemChanged("The blob has changed in the meantime.") from error
        if status == 404:
            raise NotFound("There is no such blob.") from error
        if status is None or status in (408, 429) or status >= 500:
            raise StoreUnavailable(f"The blob store does not answer ({code}).") from error
        raise StoreError(f"The blob store refused the request ({code}).") from error


def code_of(error: Exception) -> str:
    """The service's code for the error, or the name of its class when no service answered."""
    code = getattr(error, "error_code", None)
    return str(getattr(code, "value", code) or type(error).__name__)
