"""The documents of a run in the deployment: uploaded once, to one conversation, of which each worker has a copy."""

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from shared.evaluate.client import Deployment
from shared.evaluate.failures import EvaluationFailed, RequestFailed, read_file
from shared.evaluate.questions import Question, Source
from shared.evaluate.results import Results


@dataclass(frozen=True, slots=True)
class Workspace:
    """A conversation with the documents, in which one question is asked at a time. Documents are identified by their
    file names."""

    conversation_id: str
    documents: Mapping[str, Mapping[str, Any]]

    def file_ids(self, names: Sequence[str]) -> list[str]:
        return [self.documents[name]["file_id"] for name in names]

    def failure(self, names: Sequence[str]) -> str | None:
        """Why a question about these documents cannot be asked; None if it can."""
        failed = [self.documents[name] for name in names if self.documents[name]["status"] != "ready"]
        reasons = [
            f"{each['blob_name']} could not be read: {(each['error'] or {}).get('message', '')}" for each in failed
        ]
        return "; ".join(reasons) or None


class Library:
    """Uploads and copies the documents of a run. names and contents map the keys of sources to file names in the
    conversation and to hashes of the bytes."""

    def __init__(self, deployment: Deployment, results: Results, *, metadata: Mapping[str, str], at_once: int) -> None:
        self._deployment = deployment
        self._results = results
        self._metadata = metadata
        self._sending = asyncio.Semaphore(at_once)
        self._texts: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.contents: dict[str, str] = {}
        self._found: dict[str, str] = {}

    async def identify(self, asked: Sequence[Question]) -> None:
        """Finds all documents and gives them names, with a number if another folder has a file of the same name. Raises
        EvaluationFailed for a document that is neither a file nor in the deployment."""
        taken: set[str] = set()
        for each in asked:
            for place, source in enumerate(each.sources):
                if source.key in self.names:
                    continue
                if source.path is None:
                    document = await self._deployment.document_named(source.key)
                    if document is None:
                        message = "is neither a file beside the questions nor one of your documents in the deployment"
                        raise EvaluationFailed(f"line {each.line}: documents.{place}: {source.key} {message}.")
                    self._found[source.key] = document["file_id"]
                    self.contents[source.key] = f"{document['characters']}/{document['size']}"
                else:
                    data = await asyncio.to_thread(read_file, source.path)
                    self.contents[source.key] = hashlib.sha256(data).hexdigest()
                path = PurePosixPath(source.key)
                numbers = (f"-{number}" if number > 1 else "" for number in range(1, len(taken) + 2))
                names = (f"{path.stem}{number}{path.suffix}" for number in numbers)
                self.names[source.key] = next(name for name in names if name not in taken)
                taken.add(self.names[source.key])

    async def open(self, sources: Sequence[Source]) -> Workspace:
        """Returns a conversation with these documents: one from an earlier call that still exists, else a new one."""
        wanted = {self.names[source.key]: self.contents[source.key] for source in sources}
        previous = self._results.library
        if previous and all(previous["contents"].get(name) == content for name, content in wanted.items()):
            try:
                workspace = Workspace(
                    previous["conversation_id"], await self._deployment.until_read(previous["conversation_id"])
                )
            except RequestFailed:  # it has been deleted
                workspace = Workspace("", {})
            if wanted.keys() <= workspace.documents.keys():
                return workspace
        conversation = await self._create()
        refused = dict(filter(None, await asyncio.gather(*(self._send(conversation, source) for source in sources))))
        read = await self._deployment.until_read(conversation)
        self._results.add("library", conversation_id=conversation, contents=wanted)
        return Workspace(conversation, {**refused, **read})

    async def copies(self, workspace: Workspace, count: int) -> list[Workspace]:
        """Forks the conversation `count` times in the deployment; nothing is uploaded again."""
        ready = [name for name, each in workspace.documents.items() if each["status"] == "ready"]
        if not (ready and count):
            return [Workspace(await self._create(), workspace.documents) for _ in range(count)]
        taken_in = {"conversation_id": workspace.conversation_id, "blob_names": ready[:1], "parent_message_id": None}
        message = {"message_id": (await self._deployment.ask(taken_in)).message_id}
        workspaces = []
        for _ in range(count):
            path = f"/api/conversations/{workspace.conversation_id}/fork"
            conversation = str((await self._deployment.json("POST", path, json=message))["conversation_id"])
            self._results.add("conversation", conversation_id=conversation)
            workspaces.append(
                Workspace(conversation, {**workspace.documents, **await self._deployment.until_read(conversation)})
            )
        return workspaces

    async def text(self, name: str, file_id: str) -> str:
        """The text that the deployment extracted from a document."""
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
        """Uploads a document. If it is refused, returns it as a failed document."""
        name = self.names[source.key]
        async with self._sending:
            try:
                if source.path is None:
                    data = await self._deployment.bytes_of(self._found[source.key])
                else:
                    data = await asyncio.to_thread(read_file, source.path)
                await self._deployment.upload(conversation, name, data, self._metadata)
            except RequestFailed as error:
                return name, {"blob_name": name, "status": "failed", "error": {"message": str(error)}}
        return None
