"""When a request to a model's server is made again, and the tokens that it is made with."""

import math
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from orc.errors import ModelRejected
from shared.models.chat_completions import ModelBusy

if TYPE_CHECKING:
    from tenacity import AsyncRetrying

OPENAI = "https://api.openai.com/v1"


def retrying(*, budget_seconds: float, max_tries: int, sleep: Callable[[float], Awaitable[None]]) -> "AsyncRetrying":
    """Makes a busy server's request at most max_tries times in all, while the next try starts within budget_seconds of
    the first."""
    from tenacity import (
        AsyncRetrying,
        retry_if_exception_type,
        stop_after_attempt,
        stop_before_delay,
        wait_exception,
        wait_exponential_jitter,
    )

    return AsyncRetrying(
        retry=retry_if_exception_type(ModelBusy),
        wait=wait_exception(_asked_wait) + wait_exponential_jitter(multiplier=0.5, max=8, jitter=0.5),
        stop=stop_after_attempt(max_tries) | stop_before_delay(budget_seconds),
        sleep=sleep,
        reraise=True,
    )


def _asked_wait(error: BaseException) -> float:
    return error.retry_after if isinstance(error, ModelBusy) else 0


def token_of(token: Callable[[], Awaitable[str]]) -> Callable[[], Awaitable[str]]:
    """What gives a token for each request, with its failures as a ModelError."""

    async def translated() -> str:
        from azure.core.exceptions import AzureError, ClientAuthenticationError

        try:
            return await token()
        except ClientAuthenticationError:
            raise ModelRejected("There is no identity to ask the model with.", code="model_auth") from None
        except AzureError:
            raise ModelBusy("The identity service cannot be reached.") from None

    return translated


def retry_after(headers: Mapping[str, str]) -> float:
    """The longest wait in seconds that the server asks for, in milliseconds, seconds or as a date; 0 for none."""
    waits = [
        _seconds(headers.get("retry-after-ms")) / 1000,
        _seconds(headers.get("retry-after")),
        _seconds_until(headers.get("retry-after")),
    ]
    return max(0.0, *waits)


def _seconds(value: str | None) -> float:
    try:
        seconds = float(value or 0)
    except ValueError:
        return 0
    return 0 if math.isnan(seconds) else seconds


def _seconds_until(value: str | None) -> float:
    try:
        moment = parsedate_to_datetime(value or "")
    except ValueError:
        return 0
    return (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
