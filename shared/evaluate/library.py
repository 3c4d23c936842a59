"""The documents of a run in the deployment: uploaded once, in one conversation, of which every worker has a copy."""

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from shared.evaluate.client import Deployment
from shared.evaluate.failures import EvaluationFailed, RequestFailed
from shared.evaluate.questions import Asked, Source
from shared.evaluate.results import Results


@dataclass(frozen=True, slots=True)
class Room:
    """A conversation with the documents, for one question at a time. Documents are told by their file names in it."""

    conversation_id: str
    documents: Mapping[str, Mapping[str, Any]]

    def file_ids(self, names: Sequence[str]) -> list[str]:
        return [self.documents[name]["file_id"] for name in names]

    def failure(self, names: Sequence[str]) -> str | None:
        """Why a question about these documents cannot be asked, if it cannot."""
        failed = [self.documents[name] for name in names if self.documents[name]["status"] != "ready"]
        told = [f"{each['blob_name']} could not be read: {(each['error'] or {}).get('message', '')}" for each in failed]
        return "; ".join(told) or None


class Library:
    """names and contents are by the keys of sources: the file name there, and the hash of the bytes."""

    def __init__(self, deployment: Deployment, results: Results, *, metadata: Mapping[str, str], at_once: int) -> None:
        self._deployment = deployment
        self._results = results
        self._metadata = metadata
        self._sending = asyncio.Semaphore(at_once)
        self._texts: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.contents: dict[str, str] = {}
        self._found: dict[str, str] = {}

    async def identify(self, asked: Sequence[Asked]) -> None:
        """Finds all documents, and names them, with a number where another folder has a file of that name.
        EvaluationFailed for one that is neither a file nor at the deployment."""
        taken: set[str] = set()
        for each in asked:
            for place, source in enumerate(each.sources):
                if source.key in self.names:
                    continue
                if source.path is None:
                    known = await self._deployment.document_named(source.key)
                    if known is None:
                        message = "is no file beside the questions, and no document of yours at the deployment"
                        raise EvaluationFailed(f"line {each.line}: documents.{place}: {source.key} {message}.")
                    self._found[source.key] = known["file_id"]
                    self.contents[source.key] = f"{known['characters']}/{known['size']}"
                else:
                    self.contents[source.key] = await asyncio.to_thread(_hash, source.path)
                path = PurePosixPath(source.key)
                numbers = (f"-{number}" if number > 1 else "" for number in range(1, len(taken) + 2))
                names = (f"{path.stem}{number}{path.suffix}" for number in numbers)
                self.names[source.key] = next(name for name in names if name not in taken)
                taken.add(self.names[source.key])

    async def open(self, sources: Sequence[Source]) -> Room:
        """The conversation with these documents: that of an earlier call where it still stands, else a new one."""
        wanted = {self.names[source.key]: self.contents[source.key] for source in sources}
        known = self._results.library
        if known and all(known["contents"].get(name) == content for name, content in wanted.items()):
            try:
                room = Room(known["conversation_id"], await self._deployment.until_read(known["conversation_id"]))
            except RequestFailed:  # it was deleted since
                room = Room("", {})
            if wanted.keys() <= room.documents.keys():
                return room
        conversation = await self._create()
        refused = dict(filter(None, await asyncio.gather(*(self._send(conversation, source) for source in sources))))
        read = await self._deployment.until_read(conversation)
        self._results.add("library", conversation_id=conversation, contents=wanted)
        return Room(conversation, {**refused, **read})

    async def copies(self, room: Room, count: int) -> list[Room]:
        """Further conversations with the same documents, made at the deployment: nothing is uploaded again."""
        ready = [name for name, each in room.documents.items() if each["status"] == "ready"]
        if not (ready and count):
            return [Room(await self._create(), room.documents) for _ in range(count)]
        taken_in = {"conversation_id": room.conversation_id, "blob_names": ready[:1], "parent_message_id": None}
        message = {"message_id": (await self._deployment.ask(taken_in)).message_id}
        made = []
        for _ in range(count):
            path = f"/api/conversations/{room.conversation_id}/fork"
            conversation = str((await self._deployment.json("POST", path, json=message))["conversation_id"])
            self._results.add("conversation", conversation_id=conversation)
            made.append(Room(conversation, {**room.documents, **await self._deployment.until_read(conversation)}))
        return made

    async def text(self, name: str, file_id: str) -> str:
        """A document as the deployment has read it."""
        if name not in self._texts:
            self._texts[name] = await self._deployment.text_of(file_id)
        return self._texts[name]

    async def clear(self) -> None:
        """Deletes the conversations of the run, with their documents."""
        for conversation in self._results.conversations:
            await self._deployment.json("DELETE", f"/api/conversations/{conversation}")
            self._results.add("deleted", conversation_id=conversation)

    async def _create(self) -> str:
        conversation = await self._deployment.create()
        self._results.add("conversation", conversation_id=conversation)
        return conversation

    async def _send(self, conversation: str, source: Source) -> tuple[str, dict[str, Any]] | None:
        """Uploads a document; one that is refused is returned, as one that could not be read."""
        name = self.names[source.key]
        async with self._sending:
            try:
                if source.path is None:
                    data = await self._deployment.bytes_of(self._found[source.key])
                else:
                    data = await asyncio.to_thread(source.path.read_bytes)
                await self._deployment.upload(conversation, name, data, self._metadata)
            except RequestFailed as error:
                return name, {"blob_name": name, "status": "failed", "error": {"message": str(error)}}
        return None


def _hash(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise EvaluationFailed(f"{path} cannot be read: {error.strerror}.") from error
