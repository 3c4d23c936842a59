"""Builds requests to the Responses API, and reads parts of its responses."""

import base64
from typing import Any

from openai.types.responses import Response

from tests.app.samples import LEASE, TRIAL

STORY = "Once upon a time there was a crane."
QUESTION = "How often is the brake inspected?"
ANSWER = "The operator inspects the brake of the crane every two weeks [2]."


def lease_part(name: str = "lease.pdf") -> dict[str, str]:
    data = base64.b64encode(LEASE).decode()
    return {"type": "input_file", "filename": name, "file_data": f"data:application/pdf;base64,{data}"}


def trial_part() -> dict[str, str]:
    data = base64.b64encode(TRIAL.encode()).decode()
    return {"type": "input_file", "filename": "trial.md", "file_data": f"data:text/markdown;base64,{data}"}


def asking(text: str, *files: dict[str, str]) -> Any:
    return [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}, *files]}]


def annotations(response: Response) -> list[dict[str, Any]]:
    [message] = [item for item in response.output if item.type == "message"]
    [part] = message.content
    assert part.type == "output_text"
    return [annotation.to_dict() for annotation in part.annotations]


def conversation_of(response: Response) -> str:
    """Orc's own id of a response's conversation."""
    assert response.conversation is not None
    number = response.conversation.id.removeprefix("conv_")
    return "-".join((number[:8], number[8:12], number[12:16], number[16:20], number[20:]))
