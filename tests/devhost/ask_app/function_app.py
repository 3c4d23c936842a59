# mypy: disallow-untyped-decorators=False
# (the Functions SDK's decorators have no types)
"""As much of the HTTP contract as `ask` talks to; the question and the names of files decide what happens."""

import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import azure.durable_functions as df
import azure.functions as func
from azurefunctions.extensions.http.fastapi import Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

NOTES = Path(os.environ["ORC_DATA_DIR"])

app = df.DFApp(http_auth_level=func.AuthLevel.ANONYMOUS)
documents: dict[str, str] = {}

CITED = {"blob_name": "report.pdf", "snippet": "Net  sales\nrose\x1b[31m " + "much " * 60}


@app.route(route="health", methods=["GET"])
async def health(req: Request) -> Response:
    return JSONResponse({"status": "ok"})


@app.route(route="conversations", methods=["POST"])
async def create(req: Request) -> Response:
    return JSONResponse({"conversation_id": "c-1"}, 201)


@app.route(route="conversations/{id}/documents", methods=["POST"])
async def upload(req: Request) -> Response:
    form = await req.form()
    stored = []
    for file in form.getlist("files"):
        assert not isinstance(file, str)
        documents[file.filename or ""] = "queued"
        stored.append({"blob_name": file.filename, "size": len(await file.read()), "status": "queued"})
    return JSONResponse(stored, 201)


@app.route(route="conversations/{id}/documents", methods=["GET"])
async def statuses(req: Request) -> Response:
    """Each look finds the documents one step further."""
    for name, status in documents.items():
        end = "failed" if name.startswith("bad") else "ready"
        documents[name] = {"queued": "processing"}.get(status, end)
    error = "it is password-protected"
    listed: list[dict[str, Any]] = [{"blob_name": name, "status": status} for name, status in documents.items()]
    return JSONResponse([d | {"error": error} if d["status"] == "failed" else d for d in listed])


@app.route(route="orc", methods=["POST"])
async def orc(req: Request) -> Response:
    turn = await req.json()
    (NOTES / "turn.json").write_text(json.dumps(turn))
    if not turn["question"]:
        problem = {"detail": "The turn is not valid.", "errors": [{"field": "question", "message": "is empty"}]}
        return JSONResponse(problem, 422, media_type="application/problem+json")
    return StreamingResponse(events(turn["question"]), media_type="text/event-stream")


async def events(question: str) -> AsyncIterator[str]:
    def event(name: str, **data: object) -> str:
        return f"event: {name}\ndata: {json.dumps(data)}\n\n"

    yield event("run_start", run_id="r", conversation_id="c-1")
    yield ": heartbeat\n\n"
    yield event("step_thinking", stage="planning", text="Looking")
    yield event("step_started", step=1, tool="document_chat", params={})
    yield event("status_change", status="recovered", message="from a restart")
    yield event("token", text="Sales ")
    if question == "cut":
        return
    if question == "fail":
        yield event("error", code="model_unavailable", message="The model is away.", retryable=True)
        yield event("done", run_id="r", status="failed")
        return
    yield event("token", text="rose [1].\n\x1b]0;owned\x07")
    yield event("citation", id=1, page=3, **CITED)
    yield event("citation", id=2, **(CITED | {"blob_name": "notes.txt", "snippet": "short"}))
    yield event("done", run_id="r", status="completed")
