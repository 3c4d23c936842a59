"""The openai SDK as a client of the running app, one user each."""

import uuid
from collections.abc import Callable, Iterator, Mapping

import httpx2
import openai
import pytest

from tests.support.app import Api, StubProcess, principal
from tests.support.hosts import RunningHost
from tests.support.loopback import NO_AUTHORITIES

type Sdk = Callable[..., openai.OpenAI]


def sdk_of(url: str, headers: Mapping[str, str] | None = None, key: str = "any key") -> openai.OpenAI:
    """The SDK without retries: each call is one request."""
    http = httpx2.Client(trust_env=False, verify=NO_AUTHORITIES, timeout=30)
    return openai.OpenAI(
        base_url=f"{url}/api/v1", api_key=key, default_headers=headers, max_retries=0, http_client=http
    )


def async_sdk_of(url: str, headers: Mapping[str, str] | None = None) -> openai.AsyncOpenAI:
    http = httpx2.AsyncClient(trust_env=False, verify=NO_AUTHORITIES, timeout=30)
    return openai.AsyncOpenAI(
        base_url=f"{url}/api/v1", api_key="any key", default_headers=headers, max_retries=0, http_client=http
    )


@pytest.fixture
def user() -> dict[str, str]:
    """The headers of a new user."""
    return principal("organization", f"user-{uuid.uuid4().hex}")


@pytest.fixture
def sdk(host: RunningHost, stub: StubProcess, user: dict[str, str]) -> Iterator[openai.OpenAI]:
    """The app as a new user's client sees it."""
    with sdk_of(host.url, user) as client:
        yield client


@pytest.fixture
def other_sdk(host: RunningHost) -> Iterator[openai.OpenAI]:
    """The client of another user."""
    with sdk_of(host.url, principal("organization", f"user-{uuid.uuid4().hex}")) as client:
        yield client


@pytest.fixture
def own_api(host: RunningHost, user: dict[str, str]) -> Iterator[Api]:
    """Orc's own API, for the same user as the SDK's."""
    with httpx2.Client(base_url=host.url, headers=user, timeout=30, trust_env=False, verify=NO_AUTHORITIES) as http:
        yield Api(http)
