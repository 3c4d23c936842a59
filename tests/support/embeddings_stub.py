"""A local server of the embeddings API. Its vectors depend on the words of a text; words of one meaning have the same
vector."""

import re
from asyncio import StreamWriter
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from tests.support.loopback import LoopbackServer, Received, send_json

MEANINGS = {"automobile": "car", "vehicle": "car", "physician": "doctor", "purchase": "buy"}


class EmbeddingsStub(LoopbackServer):
    """Answers with script's next (status, headers, body) while there is one, else with vectors."""

    def __init__(self, *, dimensions: int = 32) -> None:
        super().__init__()
        self.dimensions = dimensions
        self.script: list[tuple[int, dict[str, str], Any]] = []

    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    @property
    def batches(self) -> list[list[str]]:
        return [request.body["input"] for request in self.requests if request.path.endswith("/embeddings")]

    async def respond(self, received: Received, writer: StreamWriter) -> None:
        if not received.path.endswith("/embeddings"):
            await send_json(writer, {"error": {"message": "not here"}}, status=404)
        elif self.script:
            status, headers, body = self.script.pop(0)
            await send_json(writer, body, status=status, headers=headers)
        else:
            await send_json(writer, self._answer(received.body))

    def _answer(self, body: Mapping[str, Any]) -> dict[str, Any]:
        data = [
            {"object": "embedding", "index": i, "embedding": self.vector(text)} for i, text in enumerate(body["input"])
        ]
        tokens = sum(map(self.tokens, body["input"]))
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        # the order is that of the indexes
        return {"object": "list", "model": body["model"], "data": data[::-1], "usage": usage}

    @staticmethod
    def tokens(text: str) -> int:
        return len(text.split())

    def vector(self, text: str) -> list[float]:
        vector = [0.01] * self.dimensions
        for word in re.findall(r"\w+", text.lower()):
            vector[crc32(MEANINGS.get(word, word).encode()) % self.dimensions] += 1.0
        return vector
