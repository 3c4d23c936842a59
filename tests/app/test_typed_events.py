"""The events of real turns, against the OpenAPI document and in a client that is generated from it."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.app.samples import LEASE
from tests.support.app import Api, StubProcess, checked
from tests.support.emulators import npm_packages
from tests.support.event_schema import event_problems
from tests.support.forked import ROOT
from tests.support.openai_stub import Reply

QUESTION = "How often is the brake inspected?"
_OPTIONS = {
    "strict": True,
    "target": "es2023",
    "lib": ["es2023", "dom", "dom.iterable"],
    "module": "commonjs",
    "moduleResolution": "bundler",
    "outDir": "made",
    "rootDir": ".",
    "types": [],
}
_PROGRAM = """
import { streamApiConversationsConversationIdStreamGet as follow, type TurnEvent } from './client';
import { client } from './client/client.gen';

declare const process: { argv: string[] };

function told(event: TurnEvent): string {
  switch (event.type) {
    case 'token':
      return event.text;
    case 'citation':
      return `${event.blob_name}, ${event.page ?? 'no page'}, ${event.spans.length}`;
    case 'message':
      return event.citations.map((citation) => citation.snippet).join();
    case 'done':
      return event.status;
    default:
      return '';
  }
}

async function main(baseUrl: string, question: string, conversation_id: string): Promise<void> {
  client.setConfig({ baseUrl });
  const headers = { 'content-type': 'application/json', 'x-ms-client-principal': process.argv[5] };
  const failing = { sseMaxRetryAttempts: 1, onSseError: (error: unknown) => console.error(error) };
  const body = { question, conversation_id, blob_names: ['lease.pdf'] };
  const asked = await client.sse.post<{ 200: TurnEvent }>({ url: '/api/orc', headers, body, ...failing });
  for await (const event of asked.stream) console.log(JSON.stringify([event.type, told(event)]));
  const again = await follow({ headers, path: { conversation_id }, query: { since: 0 }, ...failing });
  for await (const event of again.stream) console.log(JSON.stringify([event.type, told(event)]));
}

void main(process.argv[2] ?? '', process.argv[3] ?? '', process.argv[4] ?? '');
"""
_WRONG = """
import type { TurnEvent } from './client';

export const text = (event: TurnEvent): string => event.text;
"""


def _schemas(api: Api) -> dict[str, Any]:
    return dict(checked(api.http.get("/api/openapi.json")).json()["components"]["schemas"])


@pytest.mark.req("BX-16")
def test_the_events_of_turns_are_those_of_the_document(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="Every two weeks [1]."), Reply(text="A mood.", finish_reason="length"), Reply(status=400))
    turns = [
        api.ask(QUESTION, conversation, ["lease.pdf"]),
        api.ask("Tell me more.", conversation, ["lease.pdf"]),
        api.ask("And then?", conversation, ["lease.pdf"]),
    ]
    schemas = _schemas(api)
    seen = set()
    for event in (event for turn in turns for event in turn.events):
        assert event_problems(schemas, {"type": event.type, **event.data}) == []
        seen.add(event.type)
    wanted = {"user_message", "run_start", "step_thinking", "step_started", "step_complete", "token", "citation"}
    assert seen >= {*wanted, "message", "run_complete", "error", "done"}


def _node(folder: Path, *command: object) -> subprocess.CompletedProcess[str]:
    found = [str(each) for each in (ROOT / ".venv/bin/node", *command)]
    return subprocess.run(found, cwd=folder, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.req("BX-16")
def test_a_generated_client_compiles_and_reads_typed_events(api: Api, stub: StubProcess, tmp_path: Path) -> None:
    packages = npm_packages()
    (tmp_path / "openapi.json").write_bytes(checked(api.http.get("/api/openapi.json")).content)
    made = _node(tmp_path, packages / "@hey-api/openapi-ts/bin/run.js", "-i", "openapi.json", "-o", "client")
    assert made.returncode == 0, made.stdout + made.stderr
    (tmp_path / "package.json").write_text("{}")
    (tmp_path / "program.ts").write_text(_PROGRAM)
    (tmp_path / "wrong.ts").write_text(_WRONG)
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": _OPTIONS, "include": ["*.ts", "client"]}))
    compiled = _node(tmp_path, packages / "typescript/bin/tsc", "-p", ".")
    [complaint] = compiled.stdout.strip().splitlines()[:1]
    assert complaint.startswith("wrong.ts(4,57): error TS2339: Property 'text' does not exist on type"), compiled.stdout
    assert "program.ts" not in compiled.stdout
    assert "client/" not in compiled.stdout

    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="Every two weeks [1]."))
    principal = api.http.headers["x-ms-client-principal"]
    ran = _node(tmp_path, "made/program.js", str(api.http.base_url).rstrip("/"), QUESTION, conversation, principal)
    assert (ran.returncode, ran.stderr) == (0, "")
    told = [json.loads(line) for line in ran.stdout.splitlines()]
    live, replayed = told[: len(told) // 2], told[len(told) // 2 :]
    assert live == replayed
    assert "".join(text for kind, text in live if kind == "token") == "Every two weeks [1]."
    assert [text for kind, text in live if kind == "citation"][-1].startswith("lease.pdf, ")
    assert live[-1] == ["done", "completed"]
