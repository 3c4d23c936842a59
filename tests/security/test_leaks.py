"""What those who run the app see of its users: its log with every logger at its most talkative, its traces, and what
its orchestrations are given. Marks in keys, tokens, headers, documents, questions and answers tell what gets there."""

import json
import re
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from tests.app.conftest import SETUPS, UNSET, client, model_settings
from tests.app.test_tokens import jwks_url
from tests.security.obedient_model import obedient_model, order
from tests.security.places import found
from tests.support.app import Api, StubProcess, Turn, checked, principal
from tests.support.files import make_pdf
from tests.support.forked import ROOT
from tests.support.hosts import running_host
from tests.support.mcp_servers import McpProcess, mcp_process
from tests.support.openai_stub import Reply
from tests.support.otlp import otlp_collector
from tests.unit.tokens import AUDIENCE, ISSUER, bearer, signed

__all__ = ["jwks_url"]

pytestmark = [pytest.mark.req("SE-08"), pytest.mark.cloud]

MODEL_KEY = "sk-marked-model-key"
SERVER_KEYS = ("marked-server-key", "marked-other-key-of-the-server", "marked-key-in-the-url")
BAD_TOKEN = "marked-token-of-nobody"
PRINCIPAL = principal("marked-organization", "marked-user")["x-ms-client-principal"]

DOCUMENT, DOCUMENT_TITLE, TAG = "saffron", "heliotrope", "mauveine"
QUESTION, ARGUMENT, RESULT, ANSWER = "marigold", "cerulean", "vermilion", "tourmaline"
CONVERSATION_TITLE, COMMENT, REFUSED, SEARCHED = "chartreuse", "amaranth", "gamboge", "celadon"
TEXTS = (
    *(DOCUMENT, DOCUMENT_TITLE, TAG),
    *(QUESTION, ARGUMENT, RESULT, ANSWER),
    *(CONVERSATION_TITLE, COMMENT, REFUSED, SEARCHED),
)


@dataclass(frozen=True)
class Seen:
    """After a host has ended: what it left with those who run it, and what its user was told."""

    secrets: tuple[str, ...]
    of_operators: Mapping[str, Any]
    of_the_user: Mapping[str, Any]
    problems: Mapping[str, str]


class Walk:
    """One user who does all there is to do, well and badly."""

    def __init__(self, api: Api, model: StubProcess, server: McpProcess) -> None:
        self._api, self._model, self._server = api, model, server
        self.turns: list[Turn] = []
        self.responses: list[str] = []
        self.problems: dict[str, str] = {}
        self.conversation = api.http.post("/api/conversations", json={"title": CONVERSATION_TITLE}).json()[
            "conversation_id"
        ]

    def _take(self, response: httpx2.Response) -> Any:
        self.responses.append(checked(response).text)
        return response.json() if response.content else None

    def _fails(self, what: str, response: httpx2.Response) -> None:
        assert response.headers["content-type"] == "application/problem+json", (what, response.text)
        self.problems[what] = response.text

    def everything(self) -> None:
        file_id = self.documents()
        self.turns_with_documents(file_id)
        self.turns_with_tools()
        self.failures(file_id)
        self.requests_that_are_refused(file_id)
        self._take(self._api.http.get(f"/api/conversations/{self.conversation}"))
        self._take(self._api.http.get("/api/ready"))
        checked(self._api.http.delete(f"/api/documents/{file_id}"))
        checked(self._api.http.delete(f"/api/conversations/{self.conversation}"))

    def documents(self) -> str:
        files = [
            ("files", ("report.pdf", make_pdf([f"The {DOCUMENT} harbour is open."], title=DOCUMENT_TITLE))),
            ("files", ("broken.docx", b"PK\x03\x04" + DOCUMENT.encode() * 20)),
        ]
        address = f"/api/conversations/{self.conversation}/documents"
        self._take(self._api.http.post(address, files=files, data={"tags": TAG}))
        documents = self._api.until_read(self.conversation)
        assert {d["status"] for d in documents.values()} == {"ready", "failed"}
        self._take(self._api.http.post("/api/search", json={"query": f"{SEARCHED} harbour"}))
        return str(documents["report.pdf"]["file_id"])

    def turns_with_documents(self, file_id: str) -> None:
        question = f"Is the {QUESTION} harbour open? {order(say=ANSWER)}"
        turn = self._api.ask(question, self.conversation, ["report.pdf"])
        assert ANSWER in turn.text
        self.turns.append(turn)
        body = {"question": question, "conversation_id": self.conversation, "blob_names": ["report.pdf"]}
        self.turns.append(self._in_background(body))
        assert ANSWER in self.turns[-1].text
        message_id = turn.one("message")["message_id"]
        feedback = f"/api/conversations/{self.conversation}/messages/{message_id}/feedback"
        self._take(self._api.http.put(feedback, json={"rating": "up", "comment": COMMENT}))
        self._take(self._api.http.post(f"/api/documents/{file_id}/question", json={"question": question}))

    def _in_background(self, body: Mapping[str, object]) -> Turn:
        begun = self._take(self._api.http.post("/api/orc/background", json=body))
        return self._api.follow(begun["conversation_id"], begun["event_offset"])

    def turns_with_tools(self) -> None:
        self._server.behave(
            tools={"echo": "echo", "oracle": "says", "mirror": "tells_headers", "leak": "leaking"}, says=RESULT
        )
        self._take(self._api.http.post("/api/tools/refresh"))
        wanted = [order(plan="echo", args={"text": ARGUMENT}), *(order(plan=p) for p in ("oracle", "mirror", "leak"))]
        question = f"What of {QUESTION}? {' '.join(wanted)} {order(say=ANSWER)}"
        self.turns.append(self._api.ask(question))
        assert len(self.turns[-1].of("step_complete")) == len(wanted)
        self.turns.append(self._in_background({"question": question}))
        assert self.turns[-1].status == "completed"

    def failures(self, file_id: str) -> None:
        told = f"Incorrect API key provided: {MODEL_KEY}. You asked: {QUESTION}"
        refuses = Reply(status=401, error_message=told, error_code="invalid_api_key")
        self._model.script(refuses, refuses, refuses, refuses)
        question = f"Is the {QUESTION} harbour open?"
        self.turns.append(self._api.ask(question, self.conversation, ["report.pdf"]))
        assert self.turns[-1].status == "failed"
        body = {"question": question, "conversation_id": self.conversation, "blob_names": ["report.pdf"]}
        self.turns.append(self._in_background(body))
        assert self.turns[-1].status == "failed"
        asked = self._api.http.post(f"/api/documents/{file_id}/question", json={"question": question})
        self._fails("the model's key is wrong", asked)
        self._model.reset()
        self._server.behave(fault="html", method="*")
        self._take(self._api.http.post("/api/tools/refresh"))
        self._server.reset()

    def requests_that_are_refused(self, file_id: str) -> None:
        http = self._api.http
        self._fails("an unknown field", http.post("/api/orc", json={"question": REFUSED, REFUSED: REFUSED}))
        self._fails("a field of another type", http.post("/api/orc", json={"question": [REFUSED]}))
        self._fails("no JSON", http.post("/api/orc", content=REFUSED, headers={"content-type": "application/json"}))
        self._fails(
            "a name with a folder", http.post("/api/orc", json={"question": "?", "blob_names": [f"{REFUSED}/.."]})
        )
        self._fails("a long question", http.post("/api/orc", json={"question": REFUSED * 2000}))
        self._fails("no such document", http.get(f"/api/documents/{REFUSED}"))
        self._fails("a token of nobody", http.get("/api/conversations", headers=bearer(BAD_TOKEN)))
        wrong = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": REFUSED, "arguments": {"q": REFUSED}},
        }
        http.post("/api/mcp", json=wrong, headers={"accept": "application/json, text/event-stream"})


@pytest.fixture(scope="module")
def seen(jwks_url: str, tmp_path_factory: pytest.TempPathFactory) -> Seen:
    token, directory = signed(), tmp_path_factory.mktemp("leaks")
    messages = directory / "durable-messages"
    with ExitStack() as stack:
        cloud = stack.enter_context(SETUPS["cloud"]())
        model, server = stack.enter_context(obedient_model()), stack.enter_context(mcp_process())
        collected = stack.enter_context(otlp_collector())
        settings = {
            **UNSET,
            **cloud,
            **model_settings(model),
            "IDENTITY": "jwt",
            "JWT_ISSUER": ISSUER,
            "JWT_AUDIENCE": AUDIENCE,
            "JWT_JWKS_URL": jwks_url,
            "OPENAI_API_KEY": MODEL_KEY,
            "MCP_SERVERS": json.dumps({"courier": _server(server.url)}),
            "OTEL_EXPORTER_OTLP_ENDPOINT": collected.endpoint,
            "DURABLE_MESSAGES": str(messages),
        }
        host = stack.enter_context(running_host(ROOT, directory, settings, module="tests.security.watched_host"))
        api = stack.enter_context(client(host, bearer(token) | {"x-ms-client-principal": PRINCIPAL}))
        walk = Walk(api, model, server)
        walk.everything()
        assert host.stop() == 0
    keys = tuple(match for each in cloud.values() for match in re.findall(r"AccountKey=([^;]+)", each))
    assert len(keys) == 2
    return Seen(
        secrets=(MODEL_KEY, *SERVER_KEYS, BAD_TOKEN, PRINCIPAL, token, token.rpartition(".")[2], *keys),
        of_operators={"log": host.log, "traces": collected.raw, "orchestrations": messages.read_text()},
        of_the_user={"events": [turn.events for turn in walk.turns], "responses": walk.responses},
        problems=walk.problems,
    )


def _server(url: str) -> dict[str, object]:
    authorization, other, in_url = SERVER_KEYS
    return {"url": f"{url}?key={in_url}", "headers": {"authorization": f"Bearer {authorization}", "x-token": other}}


def test_log_traces_and_orchestrations_have_something_to_tell(seen: Seen) -> None:
    assert "DEBUG" in seen.of_operators["log"]
    assert b"invoke_agent" in seen.of_operators["traces"]
    assert "turn_orchestrator" in seen.of_operators["orchestrations"]
    assert found(TEXTS[:7], seen.of_the_user)


def test_no_key_or_token_is_in_log_traces_or_orchestrations(seen: Seen) -> None:
    assert found(seen.secrets, seen.of_operators) == []


def test_no_text_of_a_user_is_in_log_traces_or_orchestrations(seen: Seen) -> None:
    assert found(TEXTS, seen.of_operators) == []


def test_no_key_or_token_appears_in_any_response(seen: Seen) -> None:
    assert found(seen.secrets, seen.of_the_user) == []


def test_no_problem_repeats_a_key_a_token_or_the_request(seen: Seen) -> None:
    assert found(seen.secrets, seen.problems) == []
    said = {what: text for what, text in seen.problems.items() if what != "an unknown field"}
    assert found(TEXTS, said) == []
