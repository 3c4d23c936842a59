"""Builds or checks the chat page in web/: once, and again when its sources or its lock change.

    python .ci/web.py build | check

Node.js comes with .venv; without that, PATH needs Node.js 22.12 or later. A failure is reported in one line.
"""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
_WEB = _ROOT / "web"
_MODULES = _WEB / "node_modules"
_GENERATED = {".npm", "dist", "node_modules"}
_OLDEST = (22, 12)
_IN_CI = os.environ.get("CI") == "true"
# without a network npm would wait for minutes, and again with each retry
_TIMEOUTS = ("--fetch-timeout=60000",) if _IN_CI else ("--fetch-timeout=15000", "--fetch-retries=0")
_MAX_SECONDS = 900 if _IN_CI else 300
_PROGRESS_SECONDS = 10
_SCRIPTS = {"build": ("build",), "check": ("check", "test")}


class _Failed(Exception):
    pass


class _NotInstalled(_Failed):
    pass


def _node() -> Path:
    """The folder of Node.js and npm."""
    for folder in (_ROOT / ".venv/bin", _ROOT / ".venv/Scripts"):
        if shutil.which("npm", path=folder):
            return folder
    if found := shutil.which("node"):
        output = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
        version = tuple(int(part) for part in output.strip().removeprefix("v").split(".")[:2] if part.isdigit())
        if version >= _OLDEST and shutil.which("npm"):
            return Path(found).parent
    raise _NotInstalled("Node.js 22.12 or later is needed (`make setup` installs it)")


def _npm(node: Path, *arguments: str) -> None:
    """Runs npm; prints its output only if it fails, and progress while it runs. It is killed after _MAX_SECONDS. Its
    cache is in web/.npm if the home directory cannot be written to."""
    environment = {**os.environ, "PATH": os.pathsep.join((str(node), os.environ.get("PATH", os.defpath)))}
    home = environment.get("HOME", "")
    if not (os.name == "nt" or (home and os.access(home, os.W_OK))):
        environment |= {"HOME": str(_WEB / ".npm"), "npm_config_cache": str(_WEB / ".npm")}
    npm = shutil.which("npm", path=environment["PATH"]) or "npm"
    run = subprocess.Popen(
        [npm, *arguments],
        cwd=_WEB,
        env=environment,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        process_group=None if os.name == "nt" else 0,
    )
    try:
        output = _followed(run, f"`npm {arguments[-1] if arguments[0] == 'run' else arguments[0]}`")
    except BaseException:
        if os.name == "nt":
            run.kill()
        else:
            os.killpg(run.pid, signal.SIGKILL)  # and what it has started
        run.communicate()
        raise
    if run.returncode:
        if found := re.search(r"npm error code (E\w+)", output) if arguments[0] == "ci" else None:
            raise _NotInstalled(f"npm could not install its dependencies ({found[1]})")
        sys.stderr.write(output)
        raise _Failed(f"`npm {' '.join(arguments)}` failed")


def _followed(run: subprocess.Popen[str], name: str) -> str:
    """Waits for a process and returns its output; prints a line of progress every _PROGRESS_SECONDS."""
    started_at = time.monotonic()
    while True:
        try:
            return run.communicate(timeout=_PROGRESS_SECONDS)[0]
        except subprocess.TimeoutExpired:
            seconds = round(time.monotonic() - started_at)
            if seconds >= _MAX_SECONDS:
                raise _NotInstalled(f"{name} did not end within {_MAX_SECONDS} seconds") from None
            print(f"... {name} has been running for {seconds} of at most {_MAX_SECONDS} seconds", flush=True)


def _digest(paths: Iterator[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(f"{path}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\0".encode())
    return digest.hexdigest()


def _is_done(task: str, digest: str) -> bool:
    marker = _MODULES / f".{task}"
    return marker.is_file() and marker.read_text(encoding="utf-8") == digest


def main(task: str) -> int:
    sources = (each for each in _WEB.iterdir() if each.name not in _GENERATED)
    digest_of_sources = _digest(path for each in sources for path in (each, *each.rglob("*")) if path.is_file())
    if _is_done(task, digest_of_sources) and (task != "build" or (_WEB / "dist/index.html").is_file()):
        return 0
    try:
        node = _node()
        packages = _digest(iter([_WEB / "package.json", _WEB / "package-lock.json"]))
        if not _is_done("installed", packages):
            print("Installing the chat page's dependencies from the npm registry ...", flush=True)
            _MODULES.mkdir(exist_ok=True)
            _npm(node, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *_TIMEOUTS)
            (_MODULES / ".installed").write_text(packages, encoding="utf-8")
        print({"build": "Building the chat page ...", "check": "Checking the chat page ..."}[task], flush=True)
        for script in _SCRIPTS[task]:
            _npm(node, "run", script)
    except _Failed as failure:
        print(f"The chat page was not {'built' if task == 'build' else 'checked'}: {failure}.", file=sys.stderr)
        may_lack = task == "check" and isinstance(failure, _NotInstalled) and not _IN_CI
        return 0 if may_lack else 1
    (_MODULES / f".{task}").write_text(digest_of_sources, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
