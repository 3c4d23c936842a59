"""A small app with every kind of trigger that the local host drives. What happens it notes in ORC_DATA_DIR."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import azure.durable_functions as df
import azure.functions as func
import durabletask.internal.orchestrator_service_pb2 as pb
import durabletask.internal.orchestrator_service_pb2_grpc as stubs
import grpc
from azurefunctions.extensions.http.fastapi import Request, Response
from durabletask import task
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse

from shared.blob_reference import BlobReference
from shared.durable_payloads import payload_store

NOTES = Path(os.environ["ORC_DATA_DIR"])
RETRIES = task.RetryPolicy(first_retry_interval=timedelta(milliseconds=50), max_number_of_attempts=3)

app = df.DFApp(http_auth_level=func.AuthLevel.ANONYMOUS)
app.configure_large_payloads(payload_store=payload_store())


def note(name: str, **fields: object) -> int:
    """Adds a line to a file of notes and returns how many it has."""
    path = NOTES / f"{name}.jsonl"
    with path.open("a") as file:
        file.write(json.dumps(fields) + "\n")
    return len(path.read_text().splitlines())


async def file_comes(name: str) -> None:
    while not (NOTES / name).exists():  # noqa: ASYNC110 - another process makes the file
        await asyncio.sleep(0.01)


async def close_services() -> None:
    note("closed", services=True)


bootstrap = sys.modules["shared.bootstrap"] = ModuleType("shared.bootstrap")
vars(bootstrap)["close_services"] = close_services


@app.route(route="health", methods=["GET"])
async def health(req: Request) -> Response:
    return JSONResponse({"status": "ok"})


@app.route(route="{*path}", methods=["GET", "POST"])
async def whatever(req: Request) -> Response:
    return JSONResponse({"path": req.path_params["path"], "url": str(req.url), "headers": req.headers.items()})


@app.route(route="items/{name}", methods=["GET"])
async def item(req: Request) -> Response:
    response = PlainTextResponse(req.path_params["name"])
    response.headers.append("set-cookie", "a=1")
    response.headers.append("set-cookie", "b=2")
    response.headers.append("keep-alive", "timeout=1")
    return response


@app.route(route="order/first", methods=["GET"])
async def order_literal(req: Request) -> Response:
    return PlainTextResponse("order_literal")


@app.route(route="order/{any}", methods=["GET"])
async def orders(req: Request) -> Response:
    """Before order_literal: an underscore comes behind the capitals."""
    return PlainTextResponse("orders")


@app.route(route="upload", methods=["PUT"])
async def upload(req: Request) -> Response:
    first = await anext(req.stream())
    note("upload", first=len(first))
    size = len(first)
    async for piece in req.stream():
        size += len(piece)
    return JSONResponse({"size": size})


@app.route(route="stream", methods=["GET"])
async def stream(req: Request) -> Response:
    """Sends a number each time the file `go` comes, and takes it away."""

    async def numbers() -> AsyncIterator[str]:
        try:
            for number in range(100):
                yield f"{number}\n"
                await file_comes("go")
                (NOTES / "go").unlink()
        finally:
            note("stream", closed=True)

    return StreamingResponse(numbers(), media_type="text/plain")


@app.route(route="slow", methods=["GET"])
async def slow(req: Request) -> Response:
    note("slow", begun=True)
    await file_comes("finish")
    return PlainTextResponse("done")


@app.route(route="broken", methods=["GET"])
async def broken(req: Request) -> Response:
    raise RuntimeError("the secret reason")


@app.route(route="keyed", methods=["GET"], auth_level=func.AuthLevel.FUNCTION)
async def keyed(req: Request) -> Response:
    return PlainTextResponse("welcome")


@app.route(route="orchestrations/{name}", methods=["POST"])
@app.durable_client_input(client_name="client")
async def orchestrate(req: Request, client: df.DurableFunctionsClient) -> Response:
    instance = await client.schedule_new_orchestration(
        req.path_params["name"], input=await req.json(), instance_id=req.query_params.get("instance")
    )
    state = await client.wait_for_orchestration_completion(instance, timeout=30)
    assert state is not None
    failure = state.failure_details and state.failure_details.message
    return JSONResponse(
        {"status": state.runtime_status.name, "output": state.serialized_output, "failure": failure},
    )


@app.route(route="histories/{instance}", methods=["GET"])
@app.durable_client_input(client_name="client")
async def history(req: Request, client: df.DurableFunctionsClient) -> Response:
    """An orchestration's events as the engine has them, without what is kept apart."""
    request = pb.StreamInstanceHistoryRequest(instanceId=req.path_params["instance"])
    async with grpc.aio.insecure_channel(client.rpcBaseUrl) as channel:
        chunks = stubs.TaskHubSidecarServiceStub(channel).StreamInstanceHistory(request)
        return PlainTextResponse("".join([str(chunk) async for chunk in chunks]))


@app.orchestration_trigger(context_name="context")
def shaky(ctx: task.OrchestrationContext, failures: int) -> Any:
    return (yield ctx.call_activity("fails_at_first", input=failures, retry_policy=RETRIES))


@app.orchestration_trigger(context_name="context")
def side_by_side(ctx: task.OrchestrationContext, _input: Any) -> Any:
    """Ends only if both activities run at once: each waits for the other."""
    return (yield task.when_all([ctx.call_activity("meet", input="a"), ctx.call_activity("meet", input="b")]))


@app.orchestration_trigger(context_name="context")
def lost(ctx: task.OrchestrationContext, _input: Any) -> Any:
    return (yield ctx.call_activity("nowhere"))


@app.orchestration_trigger(context_name="context")
def large(ctx: task.OrchestrationContext, text: str) -> Any:
    """Swaps the case of the text, then turns it round."""
    swapped_text = yield ctx.call_activity("swapped", input=text)
    return (yield ctx.call_activity("turned", input=swapped_text))


@app.activity_trigger(input_name="failures")
async def fails_at_first(failures: int) -> str:
    tries = note(f"tries-{failures}")
    if tries <= failures:
        raise ValueError  # without a message, on purpose
    return f"worked at try {tries}"


@app.activity_trigger(input_name="text")
async def swapped(text: str) -> str:
    return text.swapcase()


@app.activity_trigger(input_name="text")
def turned(text: str) -> str:
    """Not async, so that it runs in a thread."""
    return text[::-1]


_arrived: dict[str, asyncio.Event] = {}


@app.activity_trigger(input_name="name")
async def meet(name: str) -> str:
    _arrived.setdefault(name, asyncio.Event()).set()
    other = {"a": "b", "b": "a"}[name]
    await asyncio.wait_for(_arrived.setdefault(other, asyncio.Event()).wait(), 30)
    return name


@app.blob_trigger(arg_name="blob", path="documents/{org}/{name}", connection="AzureWebJobsStorage")
def take(blob: func.InputStream) -> None:
    """Fails as often as the blob's text says."""
    content = blob.read()
    tries = note(
        f"blob-{(blob.name or '').replace('/', '~')}", content=content.decode(), length=blob.length, uri=blob.uri
    )
    if tries <= int(content):
        raise ValueError("not yet")


@app.blob_trigger(arg_name="blob", path="large/{name}", connection="AzureWebJobsStorage")
async def take_name(blob: BlobReference) -> None:
    note("named", path=blob.path)


@app.timer_trigger(arg_name="timer", schedule="%RECOVERY_SCHEDULE%")
async def by_setting(timer: func.TimerRequest) -> None:
    note("by-setting", past_due=timer.past_due)


@app.timer_trigger(arg_name="timer", schedule="* * * * * *", use_monitor=True)
async def tick(timer: func.TimerRequest) -> None:
    note("tick", past_due=timer.past_due)


@app.timer_trigger(arg_name="timer", schedule="0 0 0 1 1 *", run_on_startup=True)
async def at_start(timer: func.TimerRequest) -> None:
    note("at-start", past_due=timer.past_due)
