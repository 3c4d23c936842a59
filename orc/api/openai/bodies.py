"""What bodies of the OpenAI API have in common: known parameters that mean nothing here, and metadata."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from orc.api.models import RequestBody

DEFAULT_MODEL = "orc"

_MAX_METADATA, _MAX_KEY, _MAX_VALUE = 16, 64, 512


def _checked(metadata: dict[str, str]) -> dict[str, str]:
    if len(metadata) > _MAX_METADATA:
        raise ValueError(f"{len(metadata)} keys; the limit is {_MAX_METADATA}")
    for key, value in metadata.items():
        if len(key) > _MAX_KEY:
            raise ValueError(f"a key has {len(key)} characters; the limit is {_MAX_KEY}")
        if len(value) > _MAX_VALUE:
            raise ValueError(f"the value of {key} has {len(value)} characters; the limit is {_MAX_VALUE}")
    return metadata


def _stored(store: bool) -> bool:
    if not store:
        raise ValueError("false is not supported: an answer is stored with its conversation, to be resumed and checked")
    return store


def _absent(value: Any) -> Any:
    if value is not None:
        raise ValueError("is not supported; leave it out, or send null")
    return value


type Unsupported = Annotated[Any, AfterValidator(_absent)]
"""A parameter of the API that would change an answer and cannot be met; null is as good as none."""

type Metadata = Annotated[dict[str, str], AfterValidator(_checked)]
"""The client's own notes, in the bounds of the OpenAI API: 16 keys of 64 characters, values of 512."""


class OpenAIBody(RequestBody):
    """A request for an answer. The parameters that this base names are taken and change no answer: the deployment sets
    the model and how it samples, and caches, tiers and end users of another service mean nothing here. Unknown
    parameters are refused.

    user and safety_identifier never say who calls: the credentials do.
    """

    model: str | None = Field(None, max_length=200, description="Told back; the deployment chooses the model.")
    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = Field(None, ge=0, le=1)
    top_logprobs: int | None = Field(None, ge=0, le=20)
    parallel_tool_calls: bool | None = None
    service_tier: str | None = Field(None, max_length=64)
    user: str | None = Field(None, max_length=1000)
    safety_identifier: str | None = Field(None, max_length=1000)
    prompt_cache_key: str | None = Field(None, max_length=1000)
    prompt_cache_options: dict[str, Any] | None = None
    prompt_cache_retention: str | None = Field(None, max_length=64)
    stream: bool | None = None
    stream_options: dict[str, Any] | None = None
    store: Annotated[bool, AfterValidator(_stored)] | None = Field(None, description="Always true: false is refused.")
    metadata: Metadata | None = None
