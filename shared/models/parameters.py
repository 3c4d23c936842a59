"""The optional parameters of a chat request: those that each family of models accepts, less those that a server has
refused.

Sources: the types of the openai package, the reasoning guides of OpenAI and of Azure OpenAI; see D-128.
"""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from orc.ports import ChatRequest

logger = logging.getLogger(__name__)

type LimitField = Literal["max_completion_tokens", "max_tokens"]

_LIMIT_FIELDS: Final[tuple[LimitField, ...]] = ("max_completion_tokens", "max_tokens")
_STREAM_OPTIONS: Final = "stream_options"
_EFFORT: Final = "reasoning_effort"
_TEMPERATURE: Final = "temperature"
_NO_EFFORT: Final = "none"
TOOLS: Final = "tools"
RESPONSE_FORMAT: Final = "response_format"
OPTIONAL: Final = frozenset({*_LIMIT_FIELDS, _TEMPERATURE, _EFFORT, _STREAM_OPTIONS, TOOLS, RESPONSE_FORMAT})


@dataclass(frozen=True, slots=True)
class ModelFamily:
    """The parameters that the models of one family accept.

    limit_field is the name of the output limit. reasoning_effort is sent with every request: the least that the family
    accepts, for a short time to the first token; None omits it. reasoning_tokens are added to the output limit, which
    includes a model's reasoning: without them an answer could end before it begins.
    """

    limit_field: LimitField = "max_completion_tokens"
    temperature: bool = True
    reasoning_effort: str | None = None
    reasoning_tokens: int = 0


_REASONING_TOKENS: Final = 8_192

# The first pattern that matches the beginning of a name decides. Names are lower case, without "vendor/" or "ft:".
_FAMILIES: Final[tuple[tuple[str, ModelFamily], ...]] = (
    (r"o\d+(-|$)", ModelFamily(temperature=False, reasoning_effort="low", reasoning_tokens=_REASONING_TOKENS)),
    (r"gpt-(\d[\d.]*-)?chat", ModelFamily(temperature=False)),
    (r"gpt-5(-|$)", ModelFamily(temperature=False, reasoning_effort="minimal", reasoning_tokens=_REASONING_TOKENS)),
    (r"gpt-5\.[1-4](-|$)", ModelFamily(reasoning_effort=_NO_EFFORT)),
    (r"gpt-5\.\d", ModelFamily(temperature=False, reasoning_effort=_NO_EFFORT)),
    (r"gpt-[6-9][\d.]*-(sol|luna)", ModelFamily(temperature=False, reasoning_effort=_NO_EFFORT)),
    (r"gpt-[6-9]", ModelFamily(temperature=False, reasoning_effort="low", reasoning_tokens=_REASONING_TOKENS)),
    (r"(chat)?gpt-[34]", ModelFamily()),
)
_UNKNOWN_OF_OPENAI: Final = ModelFamily()
_OPENAI_SERVER: Final = re.compile(r"https://([\w-]+\.)*(openai\.com|azure\.com)[:/]|https?://[^/]+/openai/v1\b")
# vLLM, llama.cpp, Ollama, LM Studio: all accept max_tokens, several ignore max_completion_tokens.
_COMPATIBLE: Final = ModelFamily(limit_field="max_tokens")


def family_of(name: str, base_url: str | None) -> ModelFamily:
    """The family by the model's name; for an unknown name, by the server. base_url None: OpenAI."""
    plain = name.lower().rpartition("/")[2].removeprefix("ft:")
    for pattern, family in _FAMILIES:
        if re.match(pattern, plain):
            return family
    return _UNKNOWN_OF_OPENAI if base_url is None or _OPENAI_SERVER.match(base_url) else _COMPATIBLE


class ModelParameters:
    """The optional parameters of requests to one model: those of its family, less those that its server has refused.

    A deployment with an unknown name, or a model that is newer than the table, costs one refused request for each
    parameter, once per process.
    """

    def __init__(self, family: ModelFamily) -> None:
        self._family = family
        self._limit_fields = [family.limit_field, *(field for field in _LIMIT_FIELDS if field != family.limit_field)]
        self._effort = family.reasoning_effort
        self._refused: set[str] = set()

    def of(self, request: ChatRequest) -> dict[str, object]:
        """The fields of the request's body beside the model, its messages, tools and output schema."""
        fields: dict[str, object] = {}
        if request.max_output_tokens is not None and self._limit_fields:
            # A model that refuses temperature, or reasoning_effort "none", is a reasoning model, whatever its family.
            reasons = self._refused & {_TEMPERATURE, _EFFORT}
            reasoning_tokens = _REASONING_TOKENS if reasons else self._family.reasoning_tokens
            fields[self._limit_fields[0]] = request.max_output_tokens + reasoning_tokens
        if request.temperature is not None and self._family.temperature:
            fields[_TEMPERATURE] = request.temperature
        if self._effort is not None:
            fields[_EFFORT] = self._effort
        fields[_STREAM_OPTIONS] = {"include_usage": True}
        return {name: value for name, value in fields.items() if name not in self._refused}

    def allows(self, parameter: str) -> bool:
        """Whether the server has not refused TOOLS or RESPONSE_FORMAT."""
        return parameter not in self._refused

    def refuse(self, parameter: str, sent: Mapping[str, object]) -> None:
        """Records that the server refused one of OPTIONAL in a body that was sent.

        An output limit is then sent under its other name. A model that reasons by default refuses tools with an error
        about reasoning_effort although it was not sent: "none" is sent from then on.
        """
        if parameter == _EFFORT and _EFFORT not in sent:
            self._effort = _NO_EFFORT
        elif parameter in self._limit_fields:
            self._limit_fields.remove(parameter)
        else:
            self._refused.add(parameter)
        logger.warning("The model's server refuses %s: requests are sent without it or in another form", parameter)
