"""What azd runs around a deployment, with command lines that record instead of calling Azure.

The app registration has tests of its own, and a tenant.
"""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.infra.bicep import INFRA

_ROOT = INFRA.parent
_KEY = "the-hosts-key=="
_ARGUMENTS = ("subscribe", "sub-1", "rg-orc", "func-orc", "evgt-orc")

# Answers by what a call begins with, the next one each time and then the last again; keeps calls and bodies. An answer
# after a `!` is an error; `killed` ends the hook as if the person who deploys had broken it off.
_RECORDER = """
import json, os, pathlib, signal, sys
folder = pathlib.Path(__file__).parent
name = pathlib.Path(sys.argv[0]).name
call = [name, *sys.argv[1:]]
files = [each.removeprefix("@") for each in sys.argv if each.endswith("body.json")]
body = json.loads(pathlib.Path(files[0]).read_text()) if files else None
with open(folder / "calls.jsonl", "a") as calls:
    calls.write(json.dumps({"call": call, "body": body}) + "\\n")
answers = json.loads((folder / "answers.json").read_text())
for start, replies in answers.items():
    if " ".join(call).startswith(start):
        reply = replies.pop(0) if len(replies) > 1 else replies[0]
        (folder / "answers.json").write_text(json.dumps(answers))
        if reply == "killed":
            os.kill(os.getppid(), signal.SIGKILL)
        if reply.startswith("!"):
            sys.exit(reply[1:])
        print(reply)
"""


@dataclass(frozen=True)
class Call:
    command: str
    body: dict[str, object] | None


@dataclass(frozen=True)
class Ran:
    code: int
    output: str
    calls: list[Call]


type Hook = Callable[..., Ran]


@pytest.fixture
def hook(tmp_path: Path) -> Hook:
    def run(*arguments: str, answers: dict[str, list[str]]) -> Ran:
        for name in ("az", "azd", "gh"):
            command = tmp_path / name
            command.write_text(f"#!{sys.executable} -IS\n{_RECORDER}", encoding="utf-8")
            command.chmod(0o755)
        (tmp_path / "answers.json").write_text(json.dumps(answers), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-B", str(INFRA / "hooks.py"), *arguments, "--wait-seconds", "0"],
            env={"PATH": str(tmp_path), "HOME": str(tmp_path), "TMPDIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        recorded = tmp_path / "calls.jsonl"
        lines = recorded.read_text(encoding="utf-8").splitlines() if recorded.exists() else []
        calls = [Call(" ".join(each["call"]), each["body"]) for each in map(json.loads, lines)]
        return Ran(done.returncode, done.stdout + done.stderr, calls)

    return run


def _azure(*, keys: list[str] | None = None, states: list[str] | None = None) -> dict[str, list[str]]:
    replies = [json.dumps({"properties": {"provisioningState": state}}) for state in states or ["Succeeded"]]
    return {
        "az functionapp keys": keys or [_KEY],
        "az functionapp show": ["func-orc.azurewebsites.net"],
        "az rest --method PUT": replies,
        "az rest --method GET": replies[-1:],
    }


@pytest.mark.req("RE-05")
def test_uploads_are_reported_to_the_blob_trigger_and_again_for_a_day(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure())
    assert ran.code == 0, ran.output
    put = ran.calls[-1]
    assert "/systemTopics/evgt-orc/eventSubscriptions/orc-documents?" in put.command
    assert put.body == {
        "properties": {
            "destination": {
                "endpointType": "WebHook",
                "properties": {
                    "endpointUrl": "https://func-orc.azurewebsites.net/runtime/webhooks/blobs"
                    f"?functionName=Host.Functions.register_document&code={_KEY}"
                },
            },
            "filter": {
                "includedEventTypes": ["Microsoft.Storage.BlobCreated"],
                "subjectBeginsWith": "/blobServices/default/containers/documents/",
            },
            "eventDeliverySchema": "EventGridSchema",
            "retryPolicy": {"maxDeliveryAttempts": 30, "eventTimeToLiveInMinutes": 1440},
        }
    }


def test_the_function_and_the_container_are_those_of_the_app() -> None:
    app = (_ROOT / "function_app.py").read_text(encoding="utf-8")
    assert re.search(r'path="documents/.*EVENT_GRID.*async def register_document\(', app, re.DOTALL)


def test_the_hosts_key_is_neither_shown_nor_an_argument_of_a_command(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(states=["Failed"]))
    assert ran.code == 1
    assert _KEY not in ran.output
    assert [call.command for call in ran.calls if _KEY in call.command] == []


def test_the_body_that_held_the_key_does_not_stay_behind(hook: Hook, tmp_path: Path) -> None:
    hook(*_ARGUMENTS, answers=_azure())
    assert {each.name for each in tmp_path.iterdir()} == {"az", "azd", "gh", "answers.json", "calls.jsonl"}


def test_it_waits_until_the_host_has_made_its_key(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(keys=["", "", _KEY]))
    assert ran.code == 0, ran.output
    assert sum("functionapp keys" in call.command for call in ran.calls) == 3


def test_it_tries_again_while_the_app_does_not_confirm(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(states=["Failed", "Creating", "Succeeded"]))
    assert ran.code == 0, ran.output
    assert sum("--method PUT" in call.command for call in ran.calls) == 2


def test_a_subscription_that_stays_unfinished_ends_the_hook(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(states=["Creating"]))
    assert ran.code == 1
    assert "the subscription is Creating" in ran.output
    assert len(ran.calls) < 1000


def test_an_app_whose_functions_did_not_load_is_named(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(keys=[""]))
    assert ran.code == 1
    assert "func-orc has no blobs_extension key" in ran.output
    assert "Traceback" not in ran.output


def test_command_line_options_are_passed_on(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(keys=["!Please run az login."]))
    assert ran.code == 1
    assert "Please run az login." in ran.output
    assert "Traceback" not in ran.output


@pytest.mark.req("AZ-04")
@pytest.mark.parametrize(
    "error",
    [
        "Operation returned an invalid status 'Bad Request'",
        "(BadRequest) Encountered an error (ServiceUnavailable) from host runtime.",
        "(NotFound) Encountered an error (NotFound) from host runtime.",
        "(BadGateway) Encountered an error (Forbidden) from host runtime.",
        "Too Many Requests",
    ],
)
def test_it_waits_while_a_fresh_host_fails_to_list_its_keys(hook: Hook, error: str) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(keys=[f"!{error}", f"!{error}", _KEY]))
    assert ran.code == 0, ran.output


@pytest.mark.req("AZ-04")
@pytest.mark.parametrize(
    ("start", "error"),
    [
        ("az functionapp show", "Service Unavailable"),
        ("az rest --method PUT", "Bad Request(Webhook validation handshake failed for the endpoint.)"),
        ("az rest --method PUT", 'Conflict({"error":{"code":"AnotherOperationInProgress"}})'),
        ("az rest --method GET", "Internal Server Error"),
    ],
)
def test_an_error_of_a_moment_does_not_end_the_subscription(hook: Hook, start: str, error: str) -> None:
    answers = _azure(states=["Creating", "Succeeded"])
    answers[start] = [f"!{error}", *answers[start]]
    ran = hook(*_ARGUMENTS, answers=answers)
    assert ran.code == 0, ran.output


@pytest.mark.req("AZ-04")
@pytest.mark.parametrize("start", ["az functionapp keys", "az functionapp show", "az rest --method PUT"])
def test_a_subscription_that_broke_off_is_made_by_the_next_run(hook: Hook, start: str) -> None:
    answers = _azure()
    assert hook(*_ARGUMENTS, answers=answers | {start: ["killed"]}).code == -signal.SIGKILL
    ran = hook(*_ARGUMENTS, answers=answers)
    assert ran.code == 0, ran.output
    assert "/eventSubscriptions/orc-documents?" in ran.calls[-1].command


@pytest.mark.parametrize(
    ("error", "told"),
    [
        ("Please run 'az login' to setup account.", "az login"),
        ("(AuthorizationFailed) The client does not have authorization.", "AuthorizationFailed"),
        ("(ResourceNotFound) The Resource 'Microsoft.Web/sites/func-orc' was not found.", "ResourceNotFound"),
    ],
)
def test_permanent_failures_end_the_hook_at_once(hook: Hook, error: str, told: str) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(keys=[f"!{error}"]))
    assert (ran.code, len(ran.calls)) == (1, 1)
    assert told in ran.output


def test_exhausted_retries_raise_the_last_error(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(keys=["!Service Unavailable"]))
    assert (ran.code, len(ran.calls)) == (1, 20)
    assert "20 tries" in ran.output
    assert "Service Unavailable" in ran.output.splitlines()[-1]


def test_a_missing_command_is_named(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-B", str(INFRA / "hooks.py"), *_ARGUMENTS],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert "az is needed and is not on PATH." in done.stdout


def test_private_networking_registers_the_provider_that_it_needs(hook: Hook) -> None:
    states = ["NotRegistered", "Registering", "Registered"]
    arguments = ("network", "--subscription", "sub-1", "--private", "true")
    ran = hook(*arguments, answers={"az provider show": states, "az provider register": [""]})
    assert ran.code == 0, ran.output
    assert "az provider register --namespace Microsoft.App --subscription sub-1" in [each.command for each in ran.calls]


def test_a_provider_that_is_registered_is_left_as_it_is(hook: Hook) -> None:
    arguments = ("network", "--subscription", "sub-1", "--private", "true")
    ran = hook(*arguments, answers={"az provider show": ["Registered"]})
    assert (ran.code, len(ran.calls)) == (0, 1)


def test_a_missing_provider_registration_right_names_whom_to_ask(hook: Hook) -> None:
    answers = {"az provider show": ["NotRegistered"], "az provider register": ["!(AuthorizationFailed) No."]}
    ran = hook("network", "--subscription", "sub-1", "--private", "true", answers=answers)
    assert ran.code == 1
    assert "owner of the subscription" in ran.output
    assert "az provider register --namespace Microsoft.App --subscription sub-1" in ran.output


def test_without_private_networking_no_provider_is_looked_at(hook: Hook) -> None:
    ran = hook("network", "--private", "false", answers={})
    assert (ran.code, ran.calls) == (0, [])
