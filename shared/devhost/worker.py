"""Azure's Python worker, loaded into this process: it indexes function_app.py and invokes its functions.

On Azure the worker and its host exchange protobuf messages. The worker only reads their attributes and builds its own
with keywords, so plain namespaces replace them here.
"""

import importlib
import json
import logging
import re
import sys
import traceback
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

from starlette.types import ASGIApp

logger = logging.getLogger(__name__)


class StartupFailed(Exception):
    """The host cannot run this app; the message tells a developer why."""


class FunctionFailed(Exception):
    """A function raised: error_type and message are the exception's, stack is its traceback as text."""

    def __init__(self, function: str, error_type: str, message: str, stack: str) -> None:
        super().__init__(f"{function} failed: {error_type}: {message}".removesuffix(": "))
        self.error_type, self.message, self.stack = error_type, message, stack

    def log(self) -> None:
        """Logs the failure with its traceback."""
        logger.error("%s\n%s", self, self.stack)


class TypedData(SimpleNamespace):
    """One value, under the name of its kind: string, json, bytes, http or model_binding_data."""

    def WhichOneof(self, _group: str) -> str | None:  # noqa: N802 - the worker calls protobuf's name
        return next(iter(vars(self)), None)


class _ParameterBinding(SimpleNamespace):
    def WhichOneof(self, _group: str) -> str:  # noqa: N802 - the worker calls protobuf's name
        return "data"


class _StatusResult(SimpleNamespace):
    Failure, Success = 0, 1


class _BindingInfo(SimpleNamespace):
    undefined, out, inout = None, 1, 2


_MESSAGES = (
    "WorkerInitResponse WorkerMetadata FunctionMetadataResponse InvocationResponse RpcFunctionMetadata RpcException "
    "RpcRetryOptions RpcHttp"
)
_PROTOCOL = SimpleNamespace(
    TypedData=TypedData,
    ParameterBinding=_ParameterBinding,
    StatusResult=_StatusResult,
    BindingInfo=_BindingInfo,
    **dict.fromkeys(_MESSAGES.split(), SimpleNamespace),
)


@dataclass(frozen=True)
class Function:
    """trigger and bindings are as in function.json; kind is the trigger's type in lower case."""

    name: str
    id: str
    kind: str
    trigger: Mapping[str, Any]
    bindings: tuple[Mapping[str, Any], ...]

    @classmethod
    def of(cls, metadata: Any, app_settings: Mapping[str, str]) -> Self:
        """The function, with app settings in place of %NAME% in its trigger. Raises StartupFailed for one that is not
        set; Azure's host starts without such a function and only logs it."""

        def setting(found: re.Match[str]) -> str:
            if value := app_settings.get(found[1], "").strip():
                return value
            raise StartupFailed(f"{found[0]} of {metadata.name} does not resolve to a value: set {found[1]}.")

        bindings = tuple(json.loads(binding) for binding in metadata.raw_bindings)
        trigger = next(binding for binding in bindings if binding["type"].lower().endswith("trigger"))
        for name in {"schedule", "path"} & trigger.keys():
            trigger[name] = re.sub(r"%([^%]*)%", setting, trigger[name])
        return cls(metadata.name, metadata.function_id, trigger["type"].lower(), trigger, bindings)


class _NoServer:
    """Replaces the HTTP extension's server: holds its application, so that a request needs no second hop."""

    application: ASGIApp | None = None

    def __call__(self, _host: str, _port: int, web_app: Any) -> Self:
        self.application = web_app.get_app()
        return self

    async def serve(self) -> None:
        return


class Worker:
    """An app's functions. The runtime's state is in modules, so a process can load only one app.

    web_app answers HTTP triggers: a call of it and one of invoke() are connected by their invocation id.
    durable_client is the value of durable client bindings; the orchestration engine sets it.
    """

    def __init__(self, functions: tuple[Function, ...], web_app: ASGIApp | None, runtime: Any) -> None:
        self.functions = functions
        self.web_app = web_app
        self.durable_client = "{}"
        self._runtime = runtime

    @classmethod
    async def load(cls, app_directory: Path, app_settings: Mapping[str, str]) -> "Worker":
        """Imports and indexes the app. Raises StartupFailed when it has an error."""
        if not (app_directory / "function_app.py").is_file():
            raise StartupFailed(f"There is no function_app.py in {app_directory}.")
        import azure_functions_runtime.handle_event as runtime
        from azure_functions_runtime.utils.threadpool import start_threadpool_executor

        start_threadpool_executor()
        sys.path.insert(0, str(app_directory))
        try:  # before the worker does, as the worker's own error message hides the cause
            importlib.import_module("function_app")
        except Exception as error:
            own = [
                frame
                for frame in traceback.extract_tb(error.__traceback__)
                if Path(frame.filename).is_relative_to(app_directory) and "site-packages" not in frame.filename
            ]
            lines = [*traceback.format_list(own), *traceback.format_exception_only(error)]
            raise StartupFailed("function_app.py could not be imported.\n" + "".join(lines).rstrip()) from error
        server = _NoServer()
        if "azurefunctions.extensions.base" in sys.modules:
            from azurefunctions.extensions.base import ModuleTrackerMeta

            if extension := sys.modules.get(ModuleTrackerMeta.get_module() or ""):
                extension.WebServer = server  # type: ignore[attr-defined]  # the name that the worker looks up
        start = SimpleNamespace(capabilities={}, function_app_directory=str(app_directory))
        request = SimpleNamespace(worker_init_request=start)
        answer = await runtime.worker_init_request(
            SimpleNamespace(request=request, properties={"host": "127.0.0.1", "protos": _PROTOCOL})
        )
        if answer.result.status != _StatusResult.Success:
            raise StartupFailed(f"The functions could not be indexed.\n{answer.result.exception.message}")
        listing = await runtime.functions_metadata_request(SimpleNamespace())
        functions = tuple(Function.of(metadata, app_settings) for metadata in listing.function_metadata_results or ())
        if server.application is None and any(f.kind == "httptrigger" for f in functions):
            raise StartupFailed("HTTP functions run here with azurefunctions.extensions.http.fastapi only.")
        return cls(functions, server.application, runtime)

    def triggered_by(self, kind: str) -> list[Function]:
        """The functions with this kind of trigger."""
        return [function for function in self.functions if function.kind == kind]

    async def invoke(
        self,
        function: Function,
        value: TypedData,
        *,
        metadata: Mapping[str, TypedData] | None = None,
        invocation_id: str | None = None,
    ) -> Any:
        """Runs a function on its trigger's value and returns its encoded result. Raises FunctionFailed."""
        client = TypedData(string=self.durable_client)
        inputs = [_ParameterBinding(name=function.trigger["name"], data=value)]
        inputs += [
            _ParameterBinding(name=binding["name"], data=client)
            for binding in function.bindings
            if binding["type"].lower() == "durableclient"
        ]
        call = SimpleNamespace(
            invocation_id=invocation_id or str(uuid.uuid4()),
            function_id=function.id,
            input_data=inputs,
            trigger_metadata=metadata or {},
            trace_context=SimpleNamespace(trace_parent="", trace_state="", attributes={}),
            retry_context=SimpleNamespace(retry_count=0, max_retry_count=0, exception=None),
        )
        request = SimpleNamespace(invocation_request=call)
        answer = await self._runtime.invocation_request(SimpleNamespace(request=request))
        if answer.result.status != _StatusResult.Success:
            error_type, _, message = answer.result.exception.message.partition(": ")
            raise FunctionFailed(function.name, error_type, message, answer.result.exception.stack_trace)
        return next(iter(vars(answer.return_value).values()), None) if answer.return_value else None

    def close(self) -> None:
        """Ends the worker's threads after their current work."""
        from azure_functions_runtime.utils.threadpool import stop_threadpool_executor

        stop_threadpool_executor()
