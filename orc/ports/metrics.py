"""All metrics of Orc; the workbook and the alerts of a deployment use them."""

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Metric:
    """A counter sums values, a histogram records their distribution. unit is a UCUM code; attributes are the names that
    a value may carry."""

    name: str
    unit: str
    kind: Literal["counter", "histogram"]
    attributes: tuple[str, ...] = ()


TURNS: Final = Metric("orc.turns", "{turn}", "counter", ("orc.status", "error.type"))
TURN_TIME: Final = Metric("orc.turn.duration", "s", "histogram", ("orc.status",))
FIRST_TOKEN: Final = Metric("orc.turn.first_token", "s", "histogram")
QUEUE_TIME: Final = Metric("orc.turn.queue_time", "s", "histogram")
RECOVERIES: Final = Metric("orc.recoveries", "{run}", "counter")
REGISTRATIONS: Final = Metric("orc.registrations", "{document}", "counter", ("orc.status", "error.type"))
REGISTRATION_TIME: Final = Metric("orc.registration.duration", "s", "histogram", ("orc.status",))
STATEMENTS: Final = Metric("orc.statements", "{statement}", "counter", ("orc.verified",))
RATINGS: Final = Metric("orc.ratings", "{rating}", "counter", ("orc.rating",))
COST: Final = Metric("orc.model.cost", "1", "counter", ("gen_ai.request.model",))

_CALL: Final = (
    "gen_ai.operation.name",
    "gen_ai.provider.name",
    "gen_ai.request.model",
    "gen_ai.response.model",
    "error.type",
)
TOKENS: Final = Metric("gen_ai.client.token.usage", "{token}", "histogram", (*_CALL, "gen_ai.token.type"))
CALL_TIME: Final = Metric("gen_ai.client.operation.duration", "s", "histogram", _CALL)
FIRST_CHUNK: Final = Metric("gen_ai.client.operation.time_to_first_chunk", "s", "histogram", _CALL)

METRICS: Final = (
    *(TURNS, TURN_TIME, FIRST_TOKEN, QUEUE_TIME, RECOVERIES, REGISTRATIONS, REGISTRATION_TIME, STATEMENTS, RATINGS),
    *(COST, TOKENS, CALL_TIME, FIRST_CHUNK),
)

TURN_SPAN: Final = "turn"
"""The span of a whole turn, from its question to its end, told once when it is over: in the trace of its run."""

TURN_SPAN_ATTRIBUTES: Final = (
    "gen_ai.conversation.id",
    "orc.run.id",
    "orc.status",
    "orc.first_token_ms",
    "orc.duration_ms",
    "error.type",
)
