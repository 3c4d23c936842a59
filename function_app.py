"""The triggers of the Functions app. Each only calls the product.

Routes that start or purge orchestrations are functions of their own, because only a binding provides the Durable
client. Functions import what they call, because imports at the top would lengthen every cold start.
"""

from collections.abc import Generator
from typing import Any

import azure.durable_functions as df
import azure.functions as func
from azurefunctions.extensions.http.fastapi import Request, Response
from durabletask import task

from shared.asgi import StreamedResponse, started_response, whole_response
from shared.blob_reference import BlobReference
from shared.durable_payloads import payload_store
from shared.importing_app import ImportingApp
from shared.settings import uses_event_grid

app = ImportingApp(http_auth_level=func.AuthLevel.ANONYMOUS)
app.configure_large_payloads(payload_store=payload_store())


@app.route(route="{*path}", methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
async def web(req: Request) -> Response:
    """Every route of the HTTP contract, streamed, except those of the functions below. The host tries routes in the
    order of the functions' names, so this name must be the last."""
    from shared.bootstrap import web_app

    return StreamedResponse(web_app())


@app.route(route="orc/background", methods=["POST"])
@app.durable_client_input(client_name="client")
async def start_turn(req: Request, client: df.DurableFunctionsClient) -> Response:
    return await _with_scheduler(req, client)


@app.route(route="conversations/{conversation_id}/messages", methods=["POST"])
@app.durable_client_input(client_name="client")
async def start_message(req: Request, client: df.DurableFunctionsClient) -> Response:
    return await _with_scheduler(req, client)


@app.route(route="v1/responses", methods=["POST"])
@app.durable_client_input(client_name="client")
async def start_response(req: Request, client: df.DurableFunctionsClient) -> Response:
    """Creates a response. The function returns when the response starts, and the rest is streamed. A background turn is
    scheduled before that."""
    from orc.api.dependencies import SCHEDULER
    from shared.bootstrap import web_app
    from shared.durable import DurableScheduler

    return await started_response(web_app(), req, {SCHEDULER: DurableScheduler(client)})


@app.route(route="me", methods=["DELETE"])
@app.durable_client_input(client_name="client")
async def erase_me(req: Request, client: df.DurableFunctionsClient) -> Response:
    return await _with_scheduler(req, client)


@app.route(route="admin/users/{organization}/{user}", methods=["DELETE"])
@app.durable_client_input(client_name="client")
async def erase_user(req: Request, client: df.DurableFunctionsClient) -> Response:
    return await _with_scheduler(req, client)


async def _with_scheduler(req: Request, client: df.DurableFunctionsClient) -> Response:
    """Runs the app with a client that can start orchestrations. The client is only valid during this call."""
    from orc.api.dependencies import HISTORIES, SCHEDULER
    from shared.bootstrap import web_app
    from shared.durable import DurableHistories, DurableScheduler

    with_client = {SCHEDULER: DurableScheduler(client), HISTORIES: lambda: DurableHistories(client)}
    return await whole_response(web_app(), req, with_client)


@app.orchestration_trigger(context_name="context")
def turn_orchestrator(context: task.OrchestrationContext, turn: dict) -> Generator[Any, Any, str]:
    from shared.durable import turn_steps

    return (yield from turn_steps(context, turn))


@app.activity_trigger(input_name="turn")
async def query_planner(turn: dict) -> dict | None:
    from shared.triggers import plan_turn

    return await plan_turn(turn)


@app.activity_trigger(input_name="turn")
async def run_step(turn: dict) -> bool:
    from shared.triggers import activities, ref_of

    return await (await activities()).run_step(ref_of(turn), turn["step"])


async def _run_node(turn: dict, node: str) -> bool:
    from shared.triggers import activities, ref_of

    return await (await activities()).run_node(ref_of(turn), node)


@app.activity_trigger(input_name="turn")
async def mcp_executor(turn: dict) -> bool:
    return await _run_node(turn, "mcp_executor")


@app.activity_trigger(input_name="turn")
async def context_builder(turn: dict) -> bool:
    return await _run_node(turn, "context_builder")


@app.activity_trigger(input_name="turn")
async def answer(turn: dict) -> bool:
    return await _run_node(turn, "answer")


@app.activity_trigger(input_name="turn")
async def commit(turn: dict) -> bool:
    return await _run_node(turn, "commit")


@app.activity_trigger(input_name="turn")
async def abandon_turn(turn: dict) -> bool:
    from shared.triggers import abandon

    return await abandon(turn)


@app.activity_trigger(input_name="turn")
async def next_turn(turn: dict) -> dict | None:
    from shared.triggers import next_turn

    return await next_turn(turn)


@app.timer_trigger(arg_name="timer", schedule="%RECOVERY_SCHEDULE%")
@app.durable_client_input(client_name="client")
async def sweep(timer: func.TimerRequest, client: df.DurableFunctionsClient) -> None:
    """Recovers runs and documents whose owner is gone, finishes interrupted deletions and erasures, and deletes data
    that is past its retention."""
    from shared.triggers import sweep

    await sweep(client)


@app.blob_trigger(
    arg_name="blob",
    path="documents/{org}/{user}/{conversation}/{name}",
    connection="AzureWebJobsStorage",
    source=func.BlobSource.EVENT_GRID if uses_event_grid() else func.BlobSource.LOGS_AND_CONTAINER_SCAN,
)
async def register_document(blob: BlobReference) -> None:
    """Registers an upload, so that the first question about it need not wait."""
    from shared.triggers import register

    await register(blob.path)
