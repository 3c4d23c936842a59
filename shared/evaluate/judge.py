"""Answers judged by a model: whether they are correct, and whether their sources support them. One call a question, to
the configured model and not to the deployment."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from orc import prompts
from orc.errors import ModelError
from orc.ports import ChatMessage, ChatModel, ChatRequest, OutputSchema
from orc.ports.models import ask
from shared.evaluate.results import Results

PROMPT = prompts.JUDGE_ANSWER

_VALUES = {"yes": 1.0, "partly": 0.5, "no": 0.0}


class _Judged(BaseModel):
    model_config = ConfigDict(extra="forbid")
    reason: str
    declined: bool
    correct: Literal["yes", "partly", "no"]
    grounded: Literal["yes", "partly", "no"]


_SCHEMA = OutputSchema("judgement", _Judged.model_json_schema(), strict=True)


async def judge_all(
    model: ChatModel, results: Results, ids: Sequence[str], *, at_once: int, report: Callable[[str], None]
) -> None:
    """Judges the answers that have no judgement yet. A failed call is recorded with its reason, and repeated by the
    next judge_all."""
    answered = [each for each in ids if results.answers.get(each, {}).get("status") == "completed"]
    waiting = iter([each for each in answered if "correct" not in results.judgements.get(each, {})])

    async def work() -> None:
        for question_id in waiting:
            judgement = await _judgement(model, results.answers[question_id])
            results.add("judgement", id=question_id, model=model.name, **judgement)
            if "failed" in judgement:
                report(f"{question_id} was not judged: {judgement['failed']}")

    await asyncio.gather(*(work() for _ in range(at_once)))


async def _judgement(model: ChatModel, record: Mapping[str, Any]) -> dict[str, Any]:
    question = record["question"]
    sources = [{"number": each["number"], "text": each["snippet"]} for each in record["citations"]]
    material = {
        "question": question["question"],
        "earlier_questions": question["history"],
        "answerable": question["answerable"],
        "expected_answers": question["answers"],
        "evidence": question["quotes"],
        "answer": record["answer"],
        "sources": sources,
    }
    messages = (ChatMessage("system", PROMPT), ChatMessage("user", json.dumps(material, ensure_ascii=False, indent=1)))
    try:
        reply = await ask(model, ChatRequest(messages, output_schema=_SCHEMA, temperature=0))
        judged = _Judged.model_validate_json(reply.text)
    except ModelError as error:
        return {"failed": error.message}
    except ValidationError:
        return {"failed": "The model's reply is not what was asked for."}
    return {
        "correct": _VALUES[judged.correct],
        "grounded": _VALUES[judged.grounded],
        "declined": judged.declined,
        "reason": " ".join(judged.reason.split()),
    }
