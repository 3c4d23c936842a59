"""What the first turns of a process build and later turns reuse: patterns, dictionaries, lexicons. Building it takes a
host longer than most tests."""

import asyncio
import gc

from orc.documents.text import metadata
from orc.domain import Chunk, Passage
from orc.patterns import regex
from orc.ports import ChatRequest, Grounding
from shared.models.extractive import ExtractiveChatModel

_TEXT = "The rent is 5 euros. The landlord is Ann Lee.\n\nDie Miete beträgt 5 Euro. Le loyer est de 5 euros.\n"
_QUESTIONS = (
    "Who is the landlord?",
    "Wer ist der Vermieter?",
    "Quel est le loyer ?",
    "Wat is de huur?",
    "Qual é o valor do aluguel?",
    "Summarise it.",
)


def build_what_is_built_on_first_use() -> None:
    """For processes that are forked from this one."""
    metadata.prepare()
    for each in gc.get_objects():
        if type(each) is type(regex("")):
            each.search  # noqa: B018  # compiles the pattern
    asyncio.run(_answer())


async def _answer() -> None:
    passage = Passage("file", "lease.txt", Chunk("chunk", 0, len(_TEXT), _TEXT, 1), 1.0, ("bm25",), (0,))
    for question in _QUESTIONS:
        async for _ in ExtractiveChatModel().stream(ChatRequest((), grounding=Grounding(question, (passage,), ()))):
            pass
