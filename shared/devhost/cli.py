"""The commands: `serve` runs the app of a directory, `ask` sends a question to a running app or to one started for
it."""

import argparse
import asyncio
import logging
import os
import shutil
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, aclosing, suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from rich.console import Console
from rich.logging import RichHandler

from orc.errors import ConfigurationError, StoreUnavailable
from shared.devhost.private import umask
from shared.devhost.worker import StartupFailed
from shared.logs import log_as_json
from shared.settings import Settings, app_settings, load_local_settings

if TYPE_CHECKING:
    from shared.devhost.host import FunctionsHost

logger = logging.getLogger(__name__)

_OWN_LOGGERS = ("orc", "shared", "function_app")
_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m shared.devhost", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--app", type=Path, default=Path(), help="directory of function_app.py (default: this one)")

    serve = commands.add_parser("serve", parents=[common], help="run the app")
    serve.add_argument("--port", type=int, help="default: ORC_PORT, else 7071; 0 chooses a free port")
    serve.add_argument("--grace", type=float, default=25, help="seconds for running work after SIGTERM (default: 25)")
    serve.add_argument(
        "--blob-retry-delay", type=float, default=1, help="seconds before a blob's second try (default: 1)"
    )
    serve.add_argument("--quiet", action="store_true", help="no banner, warnings only")
    # For a parent process (launch.py): also stop when stdin ends; delete the data directory at the end.
    serve.add_argument("--until-stdin-ends", action="store_true", help=argparse.SUPPRESS)
    serve.add_argument("--temporary", action="store_true", help=argparse.SUPPRESS)

    ask = commands.add_parser("ask", parents=[common], help="ask a question about documents")
    ask.add_argument("question", type=_text)
    ask.add_argument("files", nargs="*", type=Path, metavar="FILE", help="documents to upload first")
    ask.add_argument("--conversation", metavar="ID", help="continue this conversation")
    ask.add_argument("--url", help="a running server (default: the local one, started if it does not run)")

    options = parser.parse_args(arguments)
    console = Console(stderr=True, markup=False, highlight=False, soft_wrap=True)
    try:
        load_local_settings(options.app / "local.settings.json")
        settings = Settings.from_environ()
        if options.command == "ask":
            return _ask(options, settings)
        try:
            asyncio.run(_serve(options, settings, console))
        finally:
            if options.temporary:
                shutil.rmtree(settings.orc_data_dir, ignore_errors=True)
    except (ConfigurationError, StartupFailed) as error:
        console.print(str(error), style="red")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _log_to_stderr(*, quiet: bool) -> None:
    handler: logging.Handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    if sys.stderr.isatty():
        handler = RichHandler(console=Console(stderr=True), show_path=False)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for name in _OWN_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING if quiet else logging.INFO)


def _text(argument: str) -> str:
    """An argument that can be sent. Bytes that are not in the terminal's encoding are an error."""
    if any("\ud800" <= letter <= "\udfff" for letter in argument):
        raise argparse.ArgumentTypeError("it contains bytes that are no text in this terminal's encoding")
    return argument


def _ask(options: argparse.Namespace, settings: Settings) -> int:
    from shared.devhost.ask import ask
    from shared.devhost.launch import server

    problems = []
    for file in options.files:
        if not file.exists():
            problems.append(f"There is no file {file}.")
        elif not file.is_file():
            problems.append(f"{file} is not a file.")
        elif not os.access(file, os.R_OK):
            problems.append(f"{file} cannot be read: permission denied.")
    if problems:
        raise StartupFailed("\n".join(problems))
    with server(options.url, app=options.app, port=settings.orc_port) as url:
        return ask(url, options.question, options.files, conversation=options.conversation)


async def _serve(options: argparse.Namespace, settings: Settings, console: Console) -> None:
    """Runs until SIGINT or SIGTERM, or the end of stdin if options say so, then shuts down; a second signal ends the
    process at once. Raises StartupFailed, with the remedy, if an existing local database cannot be used.
    """
    from shared.adapters import cloud_blobs
    from shared.devhost.host import FunctionsHost

    umask()
    _log_to_stderr(quiet=options.quiet)
    as_json = settings.log_format == "json"
    if as_json:
        log_as_json()
    path = settings.orc_data_dir / "orc.db"
    if not settings.uses_cosmos and path.exists():
        from shared.stores.sqlite import SqliteDatabase

        async with aclosing(SqliteDatabase(path)) as database:
            try:
                await database.ping()
            except StoreUnavailable as failure:
                if failure.remedy:  # otherwise the failure is transient
                    raise StartupFailed(f"{failure.message} {failure.remedy}") from failure
    stop = asyncio.Event()

    def on_signal() -> None:
        stop.set()
        for number in _STOP_SIGNALS:
            asyncio.get_running_loop().remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)

    for number in _STOP_SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, on_signal)
    if options.until_stdin_ends:
        _at_end_of_stdin(stop.set)
    async with AsyncExitStack() as stack:
        if blobs := cloud_blobs(settings):
            stack.push_async_callback(blobs.aclose)
        host = FunctionsHost(
            options.app,
            data_dir=settings.orc_data_dir,
            app_settings=app_settings(),
            blobs=blobs,
            port=settings.orc_port if options.port is None else options.port,
            grace=options.grace,
            head_seconds=settings.head_seconds,
            blob_retry_delay=options.blob_retry_delay,
        )
        await stack.enter_async_context(host)
        if as_json:  # the output has nothing but lines of the log
            logger.info("Functions host on %s", host.url)
        elif not options.quiet:
            _announce(host, console)
        await stop.wait()
        if not (options.quiet or as_json):
            console.print("Stopping. Running work may finish; stop again to end at once.")


def _at_end_of_stdin(call: Callable[[], None]) -> None:
    """Has the event loop call this when standard input ends."""
    loop = asyncio.get_running_loop()

    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 4096):  # sys.stdin would hold a lock that the interpreter waits for at its end
                pass
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(call)

    Thread(target=wait, daemon=True).start()


def _announce(host: "FunctionsHost", console: Console) -> None:
    console.print(f"Functions host on {host.url} (Ctrl+C stops it)", style="bold")
    if any(route.function.name == "web" for route in host.routes):
        console.print(f"  {'chat page':<24} {host.url}/api/")
    lines = [(r.function.name, f"{','.join(sorted(r.methods)) or 'any method'} {r.template}") for r in host.routes]
    for function in host.functions:
        match function.kind:
            case "blobtrigger":
                lines.append((function.name, f"blob {function.trigger['path']}"))
            case "timertrigger":
                lines.append((function.name, f"timer {function.trigger['schedule']}"))
            case "orchestrationtrigger" if not function.name.startswith("BuiltIn__"):
                lines.append((function.name, "orchestration"))
            case "httptrigger" | "orchestrationtrigger" | "activitytrigger":
                pass
            case kind:
                lines.append((function.name, f"{kind}: does not run here"))
    for name, what in lines:
        console.print(f"  {name:<24} {what}")
