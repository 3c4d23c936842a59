"""The host: loads an app, serves it and stops it in order."""

import errno
import json
import secrets
import socket
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

from orc.ports import BlobStore
from shared.devhost.background import Grace
from shared.devhost.blob_sources import BlobSource, ContainerScan, LocalDirectory
from shared.devhost.blobs import BlobEvents
from shared.devhost.durable import DurableEngine
from shared.devhost.http import Gateway, Route, serving
from shared.devhost.private import keep_private
from shared.devhost.timers import Timers
from shared.devhost.worker import Function, StartupFailed, Worker

_ADDRESS = "127.0.0.1"


class FunctionsHost:
    """Runs the app of a directory while open: `async with FunctionsHost(...) as host: host.url`.

    app_settings are the values of %NAME% in triggers. data_dir holds the receipts of blob events, the key of functions
    above the anonymous level and, unless a store has the blobs, blobs/. port 0 is any free one. Running work has grace
    seconds to finish after the close, a client has head_seconds to send the head of a request. A process can run one
    host. Entering raises StartupFailed.
    """

    def __init__(
        self,
        app_directory: Path,
        *,
        data_dir: Path,
        app_settings: Mapping[str, str],
        blobs: BlobStore | None = None,
        port: int = 0,
        grace: float = 25,
        head_seconds: float = 30,
        blob_retry_delay: float = 1,
        function_key: str | None = None,
    ) -> None:
        self._app_directory, self._data_dir = app_directory.resolve(), data_dir.resolve()
        self._blobs: BlobSource = ContainerScan(blobs) if blobs else LocalDirectory(self._data_dir / "blobs")
        self._port, self._grace, self._head_seconds = port, Grace(grace), head_seconds
        self._app_settings = app_settings
        self._blob_retry_delay, self._function_key = blob_retry_delay, function_key
        self._stack = AsyncExitStack()
        self.url = ""
        self.functions: tuple[Function, ...] = ()
        self.routes: list[Route] = []

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            # asyncio disables Nagle's algorithm only for sockets that name their protocol, unlike create_server's.
            listener = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            try:
                listener.bind((_ADDRESS, self._port))
                listener.listen(2048)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise StartupFailed(f"Port {self._port} cannot be opened: {error.strerror}.") from error
                message = (
                    f"Port {self._port} is in use. Set ORC_PORT to another port, or stop the program that uses it."
                )
                raise StartupFailed(message) from error
            path = self._app_directory / "host.json"
            try:
                extensions: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")).get("extensions", {})
            except FileNotFoundError:
                extensions = {}
            except (ValueError, AttributeError) as error:
                raise StartupFailed(f"{path} is not a host.json: {error}") from error
            prefix = extensions.get("http", {}).get("routePrefix", "api")
            hub = extensions.get("durableTask", {}).get("hubName", "local")
            key_file = self._data_dir / "function-key"
            try:
                keep_private(self._data_dir)
                if not self._function_key and not key_file.exists():
                    key_file.touch(mode=0o600)
                    key_file.write_text(secrets.token_urlsafe(32), encoding="ascii")
                key = self._function_key or key_file.read_text(encoding="ascii").strip()
            except OSError as error:
                message = f"The data directory {self._data_dir} cannot be used: {error.strerror}."
                raise StartupFailed(message) from error
            worker = await Worker.load(self._app_directory, self._app_settings)
            stack.callback(worker.close)
            stack.push_async_callback(_call_if_loaded, "shared.durable_payloads", "close_payload_store")
            stack.push_async_callback(_call_if_loaded, "shared.bootstrap", "close_services")
            await stack.enter_async_context(DurableEngine(worker, self._grace, hub=hub, directory=self._data_dir))
            blob_events = BlobEvents(
                worker,
                self._grace,
                self._blobs,
                data_dir=self._data_dir,
                retry_delay=self._blob_retry_delay,
                at_once=extensions.get("blobs", {}).get("maxDegreeOfParallelism", 8),
            )
            await stack.enter_async_context(blob_events)
            await stack.enter_async_context(Timers(worker, self._grace))
            gateway = Gateway(worker, prefix=prefix, key=key)
            server = serving(gateway, listener, grace=self._grace.seconds, head_seconds=self._head_seconds)
            await stack.enter_async_context(server)
            # Waits for running turns while their streams are still served.
            stack.push_async_callback(_call_if_loaded, "shared.bootstrap", "drain_services")
            stack.callback(self._grace.begin)
            self.url = f"http://{_ADDRESS}:{listener.getsockname()[1]}"
            self.functions, self.routes = worker.functions, gateway.routes
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()


async def _call_if_loaded(module: str, function: str) -> None:
    """Calls a function of a module that the app has imported; a start that fails may leave the module without it."""
    if called := getattr(sys.modules.get(module), function, None):
        await called()
