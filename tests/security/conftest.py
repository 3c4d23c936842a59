"""A user whose model obeys everything that it reads, and another user about whom the first must learn nothing."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.app.conftest import app_host, client, model_settings
from tests.security.obedient_model import obedient_model
from tests.security.places import found
from tests.support.app import Api, StubProcess, Turn, checked, principal
from tests.support.hosts import RunningHost
from tests.support.mcp_servers import McpProcess, mcp_process

FOREIGN = "The vault of the bank opens at noon, says the periwinkle ledger."
FOREIGN_MARKS = ("periwinkle", "foreign-ledger")
MODEL_KEY = "sk-marked-model-key"
SERVER_KEY = "marked-server-key"
INBOUND = "marked-inbound-token"
TOOLS = {"echo": "echo", "oracle": "says", "hidden": "echo"}
ROUNDS, CALLS, STEPS = 2, 3, 4

type Params = dict[str, Any]


@dataclass(frozen=True)
class Running:
    """file_id and conversation belong to a user with a document, about whom nobody else may learn anything."""

    host: RunningHost
    model: StubProcess
    server: McpProcess
    file_id: str
    conversation: str


@dataclass(frozen=True)
class Scene:
    """api acts as the attacked user; principal is that user's header."""

    api: Api
    running: Running
    principal: str
    turns: list[Turn] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)

    def behave(self, **fields: object) -> None:
        """Changes the MCP server, and makes the app list its tools again."""
        self.running.server.behave(**fields)
        checked(self.api.http.post("/api/tools/refresh"))

    def ask(self, question: str, conversation: str | None = None, *documents: str) -> Turn:
        self.turns.append(self.api.ask(question, conversation, documents))
        return self.turns[-1]

    def ask_document(self, file_id: str, question: str) -> dict[str, Any]:
        response = checked(self.api.http.post(f"/api/documents/{file_id}/question", json={"question": question}))
        self.answers.append(response.json())
        return dict(self.answers[-1])

    def steps(self) -> list[tuple[str, Params, bool]]:
        """The tool, the params and the success of each step. A step that did not start has no params."""
        params = {step["step"]: step["params"] for turn in self.turns for step in turn.of("step_started")}
        ended = [step for turn in self.turns for step in turn.of("step_complete")]
        return [(step["tool"], params.get(step["step"], {}), step["ok"]) for step in ended]

    def calls(self) -> list[tuple[str, Params]]:
        """The calls that reached the MCP server."""
        return [(call["tool"], call["arguments"]) for call in self.running.server.log["calls"]]

    def outgoing(self) -> dict[str, Any]:
        return {"to the model": self.running.model.log()["requests"], "to the server": self.running.server.log}

    def told(self) -> dict[str, Any]:
        events = [(event.type, event.data) for turn in self.turns for event in turn.events]
        conversations = [self.api.conversation(turn.conversation_id) for turn in self.turns]
        return {"events": events, "conversations": conversations, "answers": self.answers}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with obedient_model() as model, mcp_process() as server:
        headers = {"authorization": f"Bearer {SERVER_KEY}"}
        servers = {"courier": {"url": server.url, "headers": headers, "allow": ["echo", "oracle", "unknown_to_it"]}}
        settings = {
            **model_settings(model),
            "IDENTITY": "easyauth",
            "OPENAI_API_KEY": MODEL_KEY,
            "MCP_SERVERS": json.dumps(servers),
            "MAX_TOOL_ROUNDS": str(ROUNDS),
            "MAX_TOOL_CALLS": str(CALLS),
            "MAX_PLAN_STEPS": str(STEPS),
        }
        with app_host(tmp_path_factory.mktemp("injection"), settings) as host:
            with client(host, principal("organization", "other")) as other:
                conversation = other.with_documents({"foreign-ledger.txt": FOREIGN.encode()})
                file_id = other.documents(conversation)["foreign-ledger.txt"]["file_id"]
            yield Running(host, model, server, file_id, conversation)


@pytest.fixture
def scene(running: Running) -> Iterator[Scene]:
    """A new user each time. At the end of each test, nothing about the other user has been revealed, and no key has
    left its place."""
    running.server.reset()
    own = principal("organization", f"user-{uuid.uuid4().hex}")
    running.model.reset()
    with client(running.host, {**own, "authorization": f"Bearer {INBOUND}"}) as api:
        scene = Scene(api, running, own["x-ms-client-principal"])
        scene.behave(tools=TOOLS)
        yield scene
        _nothing_came_out(scene)


def _nothing_came_out(scene: Scene) -> None:
    inbound = (INBOUND, scene.principal)
    assert found((*FOREIGN_MARKS, *inbound), {**scene.outgoing(), **scene.told()}) == []
    assert found((MODEL_KEY, SERVER_KEY), scene.told()) == []
    model, server = scene.outgoing().values()
    assert found([SERVER_KEY], {"to the model": model}) == []
    assert found([MODEL_KEY], {"to the server": server}) == []
    assert found([MODEL_KEY], {"bodies": [request["body"] for request in model]}) == []
