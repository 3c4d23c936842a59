"""What request bodies of the OpenAI API share: parameters that are accepted without effect, and metadata."""

from collections.abc import Callable
from operator import not_
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StrictBool, StrictFloat, StrictInt

from orc.api.models import RequestBody

DEFAULT_MODEL = "orc"

_MAX_METADATA, _MAX_KEY, _MAX_VALUE = 16, 64, 512


def _check_metadata(metadata: dict[str, str]) -> dict[str, str]:
    if len(metadata) > _MAX_METADATA:
        raise ValueError(f"{len(metadata)} keys; the limit is {_MAX_METADATA}")
    for key, value in metadata.items():
        if len(key) > _MAX_KEY:
            raise ValueError(f"a key has {len(key)} characters; the limit is {_MAX_KEY}")
        if len(value) > _MAX_VALUE:
            raise ValueError(f"the value of {key} has {len(value)} characters; the limit is {_MAX_VALUE}")
    return metadata


def refusing(refused: Callable[[Any], bool], why: str) -> AfterValidator:
    """Returns a validator that refuses a parameter's values for which `refused` is true, with `why` as the error."""

    def check(value: Any) -> Any:
        if refused(value):
            raise ValueError(why)
        return value

    return AfterValidator(check)


_STORED = refusing(not_, "false is not supported: answers are stored with their conversation")
_ABSENT = refusing(lambda value: value is not None, "is not supported; leave it out or send null")

type Unsupported = Annotated[Any, _ABSENT]
"""A parameter that would change the answer and is not supported; null means the same as leaving it out."""

type Metadata = Annotated[dict[str, str], AfterValidator(_check_metadata)]
"""The client's own data, with the limits of the OpenAI API: 16 keys of 64 characters, values of 512."""


class OpenAIBody(RequestBody):
    """Base of the requests for an answer. Its parameters are accepted and do not change the answer: the deployment
    chooses the model and its sampling. Unknown parameters are refused.

    user and safety_identifier do not identify the caller; the credentials do.
    """

    model: str | None = Field(
        None, max_length=200, description="Repeated in the answer; the deployment chooses the model."
    )
    temperature: StrictFloat | None = Field(None, ge=0, le=2)
    top_p: StrictFloat | None = Field(None, ge=0, le=1)
    top_logprobs: StrictInt | None = Field(None, ge=0, le=20)
    parallel_tool_calls: StrictBool | None = None
    service_tier: str | None = Field(None, max_length=64)
    user: str | None = Field(None, max_length=1000)
    safety_identifier: str | None = Field(None, max_length=1000)
    prompt_cache_key: str | None = Field(None, max_length=1000)
    prompt_cache_options: dict[str, Any] | None = None
    prompt_cache_retention: str | None = Field(None, max_length=64)
    stream: StrictBool | None = None
    stream_options: dict[str, Any] | None = None
    store: Annotated[StrictBool, _STORED] | None = Field(None, description="Always true: false is refused.")
    metadata: Metadata | None = None
