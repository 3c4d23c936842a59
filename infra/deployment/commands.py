"""Runs `az`, `azd` and `gh`, and retries transient errors."""

import json
import logging
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

logger = logging.getLogger("hooks")

# Output of `az` when a service is busy or temporarily unavailable: `az rest` prints the reason phrase of the status,
# other commands print the error code. All of these are transient.
_PASSING = re.compile(
    r"too ?many ?requests|throttl|service ?unavailable|bad ?gateway|gateway ?time-?out|internal ?server ?error"
    r"|\b(429|50[0234])\b|another ?operation|operation ?in ?progress|server ?timeout"
    r"|connection (aborted|reset|refused)|connectionerror|max retries exceeded|timed out",
    re.IGNORECASE,
)
# Retrying does not help: nobody is signed in, or the user lacks the permission.
_FINAL = re.compile(
    r"\baz login\b|\bazd auth login\b|\bgh auth login\b|AADSTS\d|interactive authentication|forbidden"
    r"|authorization_requestdenied|authorizationfailed|insufficient privileges|does not have authorization",
    re.IGNORECASE,
)
# The directory answers from replicas: a replica may not yet know an object that was just created.
JUST_MADE = re.compile(
    r"request_resourcenotfound|does not exist or one of its queried|valid application object|nobackingapplication",
    re.IGNORECASE,
)
# The Functions host behind the management API is still starting; the status varies.
HOST_STARTING = re.compile(
    r"from host runtime|invalid status '(bad request|not found|conflict|bad gateway)'", re.IGNORECASE
)
# Event Grid asked the webhook to confirm the subscription, and the app did not answer yet.
UNCONFIRMED = re.compile(r"validation (request|handshake)|url validation|webhook", re.IGNORECASE)
_FORBIDDEN = re.compile(r"forbidden|authorization|insufficient privileges", re.IGNORECASE)


class HookFailed(Exception):
    """An error for the person who deploys. The message never contains a key."""


class CommandFailed(HookFailed):
    """A command ended with an error; `stderr` is its error output."""

    def __init__(self, command: str, stderr: str) -> None:
        super().__init__(f"{command} failed: {stderr}")
        self.stderr = stderr

    @property
    def forbidden(self) -> bool:
        return _FORBIDDEN.search(self.stderr) is not None


@dataclass(frozen=True)
class Patience:
    """The number of attempts, and the seconds between two of them."""

    seconds: float = 10.0
    tries: int = 20

    def wait(self) -> None:
        time.sleep(self.seconds)

    @property
    def summary(self) -> str:
        return f"{self.tries} tries over {self.tries * self.seconds:.0f} seconds"


def run(command: str, *arguments: str) -> str:
    """Returns the command's output. Raises CommandFailed if it ends with an error."""
    found = shutil.which(command)
    if found is None:
        raise HookFailed(f"{command} is needed and is not on PATH.")
    done = subprocess.run([found, *arguments], capture_output=True, text=True, check=False)  # noqa: S603  # our own
    if done.returncode:
        raise CommandFailed(f"{command} {' '.join(arguments[:2])}", done.stderr.strip())
    return done.stdout.strip()


def patiently(attempt: Callable[[], str], patience: Patience, also_passing: re.Pattern[str] | None = None) -> str:
    """Returns the attempt's result. Transient errors are retried; any other is raised at once.

    `also_passing` matches further transient errors and takes precedence over errors that are otherwise final.
    """
    for _ in range(patience.tries):
        try:
            return attempt()
        except CommandFailed as failure:
            passes_here = also_passing is not None and also_passing.search(failure.stderr)
            if not passes_here and (_FINAL.search(failure.stderr) or not _PASSING.search(failure.stderr)):
                raise
            last = failure
            logger.info("Not yet (%s). Trying again.", failure.stderr.partition("\n")[0][:200])
            patience.wait()
    raise HookFailed(f"Azure still fails after {patience.summary}. Run the hook again later. The last error: {last}")


def rest(
    method: str,
    url: str,
    body: Mapping[str, Any] | None = None,
    *,
    parameters: Mapping[str, str] | None = None,
    patience: Patience,
    also_passing: re.Pattern[str] | None = None,
) -> dict[str, Any]:
    """Calls Azure. The body is passed in a file that only this user can read, because other processes can see
    arguments."""
    with tempfile.TemporaryDirectory() as directory:
        arguments = ["rest", "--method", method, "--url", url]
        for name, value in (parameters or {}).items():
            arguments += ["--url-parameters", f"{name}={value}"]
        if body is not None:
            file = Path(directory, "body.json")
            file.write_text(json.dumps(body), encoding="utf-8")
            arguments += ["--body", f"@{file}", "--headers", "Content-Type=application/json"]
        answer = json.loads(patiently(lambda: run("az", *arguments), patience, also_passing) or "{}")
    return dict(answer)


def remember(name: str, value: str) -> None:
    """Stores a value in azd's environment for later hooks and deployments."""
    run("azd", "env", "set", name, value)


def required_subscription(subscription: str) -> str:
    """The subscription, which azd asks for before any hook of `azd up`, but not before those of `azd provision`."""
    if not subscription:
        raise HookFailed(
            "azd does not know the subscription yet: run azd up, which asks for it, or azd env set "
            "AZURE_SUBSCRIPTION_ID <id>."
        )
    return subscription


def is_true(text: str) -> bool:
    """Reads a boolean parameter as azd does."""
    return text in {"1", "t", "T", "true", "TRUE", "True"}
