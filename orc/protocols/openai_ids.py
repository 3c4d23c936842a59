"""Ids of the OpenAI API for Orc's objects. Each contains its conversation's id, so that none has to be looked up.

They are no secrets and grant no access: objects are always read in the caller's own partition.
"""

from uuid import UUID

from orc.patterns import regex

_HEX = r"([0-9a-f]{32})"
_CONVERSATION = regex(f"conv_{_HEX}")
_RESPONSE = regex(f"resp_{_HEX}{_HEX}")


def conversation_id(orc_id: str) -> str:
    """`conv_` and the conversation's UUID."""
    return f"conv_{UUID(orc_id).hex}"


def response_id(orc_conversation_id: str, run_id: str) -> str:
    """`resp_`, the conversation's UUID and the run's number."""
    return f"resp_{UUID(orc_conversation_id).hex}{_number(run_id)}"


def message_id(orc_id: str) -> str:
    """`msg_` and the message's number."""
    return f"msg_{_number(orc_id)}"


def read_conversation_id(given: str) -> str | None:
    """The conversation's id in Orc, from `conv_...` or a plain UUID; None for any other text."""
    match = _CONVERSATION.fullmatch(given)
    try:
        return str(UUID(match[1] if match else given))
    except ValueError:
        return None


def read_response_id(given: str) -> tuple[str, str] | None:
    """The ids of the conversation and the run; None for any other text."""
    match = _RESPONSE.fullmatch(given)
    return (str(UUID(match[1])), f"run-{match[2]}") if match else None


def _number(orc_id: str) -> str:
    return orc_id.rpartition("-")[2]
