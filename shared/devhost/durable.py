"""Orchestrations: an in-memory Durable Task engine, and the loop that passes its work items to the worker.

The engine's state ends with the process; durable state belongs in the app's own store (D-180).
"""

import asyncio
import base64
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import durabletask.internal.orchestrator_service_pb2 as pb
import durabletask.internal.orchestrator_service_pb2_grpc as stubs
import grpc
from durabletask.testing.in_memory_backend import InMemoryOrchestrationBackend
from google.protobuf.wrappers_pb2 import StringValue

from shared.devhost.background import Background, Grace, cancel
from shared.devhost.private import leave, private_socket
from shared.devhost.worker import FunctionFailed, TypedData, Worker

logger = logging.getLogger(__name__)

# Each client that waits for an orchestration blocks one of the engine's threads.
_ENGINE_THREADS = 64
_RECONNECT_SECONDS = 0.5
_NO_SIZE_LIMIT = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]


class DurableEngine:
    """Runs the app's orchestrations while open, each work item in a separate task.

    Its clients connect to a socket in directory, which the host has made private to its user: a port would accept calls
    from every process of the machine.
    """

    def __init__(self, worker: Worker, grace: Grace, *, hub: str, directory: Path) -> None:
        self._worker, self._grace, self._hub, self._directory = worker, grace, hub, directory
        self._orchestrators = {
            f.trigger.get("orchestration") or f.name: f for f in worker.triggered_by("orchestrationtrigger")
        }
        self._activities = {f.trigger.get("activity") or f.name: f for f in worker.triggered_by("activitytrigger")}
        self._work = Background()

    async def __aenter__(self) -> None:
        self._threads = ThreadPoolExecutor(_ENGINE_THREADS, thread_name_prefix="durable-engine")
        self._backend = InMemoryOrchestrationBackend()
        self._server = grpc.server(self._threads, options=_NO_SIZE_LIMIT)
        stubs.add_TaskHubSidecarServiceServicer_to_server(self._backend, self._server)
        self._socket = private_socket(self._directory, "durable")
        address = f"unix:{self._socket}"
        self._server.add_insecure_port(address)
        self._server.start()
        self._worker.durable_client = json.dumps({"taskHubName": self._hub, "rpcBaseUrl": address})
        self._channel = grpc.aio.insecure_channel(address, options=_NO_SIZE_LIMIT)
        self._engine = stubs.TaskHubSidecarServiceStub(self._channel)
        self._receiving = asyncio.create_task(self._receive())

    async def _receive(self) -> None:
        while True:
            try:
                async for item in self._engine.GetWorkItems(pb.GetWorkItemsRequest()):
                    self._work.start(self._process(item))
            except grpc.aio.AioRpcError as error:
                logger.warning("Lost the connection to the orchestration engine (%s); reconnecting", error.details())
            await asyncio.sleep(_RECONNECT_SECONDS)

    async def __aexit__(self, *_: object) -> None:
        await cancel(self._receiving)
        await self._work.finish(self._grace.left())
        await self._channel.close()
        await asyncio.to_thread(self._stop_engine)

    def _stop_engine(self) -> None:
        self._backend.reset()  # releases clients that still wait for an orchestration
        self._server.stop(grace=1).wait()
        self._threads.shutdown(cancel_futures=True)
        leave(self._socket)

    async def _process(self, item: pb.WorkItem) -> None:
        match item.WhichOneof("request"):
            case "orchestratorRequest":
                await self._engine.CompleteOrchestratorTask(await self._run_orchestrator(item))
            case "activityRequest":
                await self._engine.CompleteActivityTask(await self._run_activity(item))
            case kind:
                logger.error("The local host has no support for durable entities (%s)", kind)

    async def _run_orchestrator(self, item: pb.WorkItem) -> pb.OrchestratorResponse:
        request = item.orchestratorRequest
        name = next(
            event.executionStarted.name
            for event in (*request.newEvents, *request.pastEvents)
            if event.HasField("executionStarted")
        )
        encoded = TypedData(string=base64.b64encode(request.SerializeToString()).decode())
        try:
            if (function := self._orchestrators.get(name)) is None:
                response = _failed_orchestration(_unknown("orchestration", name))
            else:
                answer = await self._worker.invoke(function, encoded)
                response = pb.OrchestratorResponse.FromString(base64.b64decode(answer))
        except FunctionFailed as failure:
            response = _failed_orchestration(_details(failure))
        for action in response.actions:
            ended = action.completeOrchestration
            if ended.orchestrationStatus == pb.ORCHESTRATION_STATUS_FAILED:
                reason, text = ended.failureDetails, "Orchestration %s (%s) failed: %s: %s"
                logger.error(text, name, request.instanceId, reason.errorType, reason.errorMessage)
        response.instanceId, response.completionToken = request.instanceId, item.completionToken
        return response

    async def _run_activity(self, item: pb.WorkItem) -> pb.ActivityResponse:
        request = item.activityRequest
        response = pb.ActivityResponse(
            instanceId=request.orchestrationInstance.instanceId,
            taskId=request.taskId,
            completionToken=item.completionToken,
        )
        value = TypedData(json=request.input.value if request.HasField("input") else "null")
        try:
            if (function := self._activities.get(request.name)) is None:
                response.failureDetails.CopyFrom(_unknown("activity", request.name))
            else:
                response.result.CopyFrom(StringValue(value=await self._worker.invoke(function, value)))
        except FunctionFailed as failure:
            failure.log()
            response.failureDetails.CopyFrom(_details(failure))
        return response


def _details(failure: FunctionFailed) -> pb.TaskFailureDetails:
    # The engine treats a failure without a message as a success.
    return pb.TaskFailureDetails(
        errorType=failure.error_type,
        errorMessage=failure.message or failure.error_type,
        stackTrace=StringValue(value=failure.stack),
    )


def _unknown(kind: str, name: str) -> pb.TaskFailureDetails:
    message = f"The app has no {kind} named {name!r}."
    return pb.TaskFailureDetails(errorType="FunctionNotFound", errorMessage=message, isNonRetriable=True)


def _failed_orchestration(details: pb.TaskFailureDetails) -> pb.OrchestratorResponse:
    ended = pb.CompleteOrchestrationAction(orchestrationStatus=pb.ORCHESTRATION_STATUS_FAILED, failureDetails=details)
    return pb.OrchestratorResponse(actions=[pb.OrchestratorAction(id=-1, completeOrchestration=ended)])
