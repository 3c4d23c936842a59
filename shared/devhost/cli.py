"""The commands: `serve` runs the app of a directory, `ask` puts a question to a running one (or starts one for it)."""

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.logging import RichHandler

from orc.errors import ConfigurationError
from shared.devhost.private import umask
from shared.devhost.worker import StartupFailed
from shared.settings import Settings, app_settings, load_local_settings

if TYPE_CHECKING:
    from orc.ports import BlobStore
    from shared.devhost.host import FunctionsHost

_OWN_LOGGERS = ("orc", "shared", "function_app")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    options = _parser().parse_args(arguments)
    told = Console(stderr=True, markup=False, highlight=False, soft_wrap=True)
    try:
        load_local_settings(options.app / "local.settings.json")
        settings = Settings.from_environ()
        if options.command == "ask":
            return _ask(options, settings)
        asyncio.run(_serve(options, settings, told))
    except (ConfigurationError, StartupFailed) as error:
        told.print(str(error), style="red")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m shared.devhost", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--app", type=Path, default=Path(), help="directory of function_app.py (default: this one)")

    serve = commands.add_parser("serve", parents=[common], help="run the app")
    serve.add_argument("--port", type=int, help="default: ORC_PORT, else 7071; 0 takes a free one")
    serve.add_argument("--grace", type=float, default=25, help="seconds for running work after SIGTERM (default: 25)")
    serve.add_argument(
        "--blob-retry-delay", type=float, default=1, help="seconds before a blob's second try (default: 1)"
    )
    serve.add_argument("--quiet", action="store_true", help="no banner, warnings only")

    ask = commands.add_parser("ask", parents=[common], help="ask a question about documents")
    ask.add_argument("question")
    ask.add_argument("files", nargs="*", type=Path, metavar="FILE", help="documents to upload first")
    ask.add_argument("--conversation", metavar="ID", help="go on with this conversation")
    ask.add_argument("--url", help="a running server (default: the local one, started if it does not run)")
    return parser


def _ask(options: argparse.Namespace, settings: Settings) -> int:
    from shared.devhost.ask import ask
    from shared.devhost.launch import server

    unreadable = [reason for file in options.files if (reason := _why_unreadable(file))]
    if unreadable:
        raise StartupFailed("\n".join(unreadable))
    with server(options.url, app=options.app, port=settings.orc_port) as url:
        return ask(url, options.question, options.files, conversation=options.conversation)


def _why_unreadable(file: Path) -> str | None:
    """Why a file cannot be uploaded, told before a server is started for it."""
    if not file.exists():
        return f"There is no file {file}."
    if not file.is_file():
        return f"{file} is not a file."
    return None if os.access(file, os.R_OK) else f"{file} cannot be read: permission denied."


async def _serve(options: argparse.Namespace, settings: Settings, told: Console) -> None:
    """Runs until SIGINT or SIGTERM, then stops in order; a second signal ends the process at once."""
    from shared.devhost.host import FunctionsHost

    umask()
    _log_to_stderr(quiet=options.quiet)
    await _check_database(settings)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, _on_signal, stop)
    async with (
        _cloud_blobs(settings) as blobs,
        FunctionsHost(
            options.app,
            data_dir=settings.orc_data_dir,
            app_settings=app_settings(),
            blobs=blobs,
            port=settings.orc_port if options.port is None else options.port,
            grace=options.grace,
            head_seconds=settings.head_seconds,
            blob_retry_delay=options.blob_retry_delay,
        ) as host,
    ):
        if not options.quiet:
            _announce(host, told)
        await stop.wait()
        if not options.quiet:
            told.print("Stopping. What runs may finish; stop again to end at once.")


async def _check_database(settings: Settings) -> None:
    """StartupFailed tells what is wrong with the file of a local database that is there, and what to do."""
    path = settings.orc_data_dir / "orc.db"
    if settings.uses_cosmos or not path.exists():
        return
    from shared.stores.sqlite import DatabaseFailure, SqliteDatabase

    async with aclosing(SqliteDatabase(path)) as database:
        try:
            await database.ping()
        except DatabaseFailure as failure:
            if failure.remedy:  # else it passes by itself
                raise StartupFailed(f"{failure.message} {failure.remedy}") from failure


@asynccontextmanager
async def _cloud_blobs(settings: Settings) -> AsyncIterator["BlobStore | None"]:
    """The product's blobs when they are in no local directory."""
    from shared.adapters import cloud_blobs

    blobs = cloud_blobs(settings)
    try:
        yield blobs
    finally:
        if blobs:
            await blobs.aclose()


def _on_signal(stop: asyncio.Event) -> None:
    stop.set()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().remove_signal_handler(number)
        signal.signal(number, signal.SIG_DFL)


def _log_to_stderr(*, quiet: bool) -> None:
    handler: logging.Handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    if sys.stderr.isatty():
        handler = RichHandler(console=Console(stderr=True), show_path=False)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for name in _OWN_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING if quiet else logging.INFO)


def _announce(host: "FunctionsHost", told: Console) -> None:
    told.print(f"Functions host on {host.url} (Ctrl+C stops it)", style="bold")
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
        told.print(f"  {name:<24} {what}")
