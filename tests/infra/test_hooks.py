"""What azd runs around a deployment, with command lines that record instead of calling Azure."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.infra.bicep import INFRA

_ROOT = INFRA.parent
_KEY = "the-hosts-key=="
_ARGUMENTS = ("subscribe", "sub-1", "rg-orc", "func-orc", "evgt-orc", "--wait-seconds", "0")

# Answers by what a call begins with, the next one each time and then the last again; keeps calls and bodies.
_RECORDER = """
import json, pathlib, sys
folder = pathlib.Path(__file__).parent
name = pathlib.Path(sys.argv[0]).name
call = [name, *sys.argv[1:]]
body = next((json.loads(pathlib.Path(each[1:]).read_text()) for each in sys.argv if each.startswith("@")), None)
with open(folder / "calls.jsonl", "a") as calls:
    calls.write(json.dumps({"call": call, "body": body}) + "\\n")
answers = json.loads((folder / "answers.json").read_text())
for start, replies in answers.items():
    if " ".join(call).startswith(start):
        reply = replies.pop(0) if len(replies) > 1 else replies[0]
        (folder / "answers.json").write_text(json.dumps(answers))
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
        for name in ("az", "azd"):
            command = tmp_path / name
            command.write_text(f"#!{sys.executable}\n{_RECORDER}", encoding="utf-8")
            command.chmod(0o755)
        (tmp_path / "answers.json").write_text(json.dumps(answers), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, str(INFRA / "hooks.py"), *arguments],
            env={"PATH": str(tmp_path), "TMPDIR": str(tmp_path)},
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
    assert {each.name for each in tmp_path.iterdir()} == {"az", "azd", "answers.json", "calls.jsonl"}


def test_it_waits_until_the_host_has_made_its_key(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(keys=["", "", _KEY]))
    assert ran.code == 0, ran.output
    assert sum("functionapp keys" in call.command for call in ran.calls) == 3


def test_it_tries_again_while_the_app_does_not_confirm(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(states=["Failed", "Creating", "Succeeded"]))
    assert ran.code == 0, ran.output
    assert sum("--method PUT" in call.command for call in ran.calls) == 2


def test_an_app_whose_functions_did_not_load_is_named(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(keys=[""]))
    assert ran.code == 1
    assert "func-orc has no blobs_extension key" in ran.output
    assert "Traceback" not in ran.output


def test_what_the_command_line_says_is_passed_on(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_azure(keys=["!Please run az login."]))
    assert ran.code == 1
    assert "Please run az login." in ran.output
    assert "Traceback" not in ran.output


def test_the_app_registration_is_made_once_and_remembered(hook: Hook) -> None:
    graph = {"az rest --method POST": [json.dumps({"id": "object-1", "appId": "client-1"}), "{}"]}
    ran = hook("register", "dev", "--client-id", "", answers=graph)
    assert ran.code == 0, ran.output
    made, named, principal, remembered = ran.calls
    assert made.command.split("--url ")[1].startswith("https://graph.microsoft.com/v1.0/applications ")
    assert made.body is not None
    assert made.body["displayName"] == "orc-dev"
    assert made.body["signInAudience"] == "AzureADMyOrg"
    assert "passwordCredentials" not in made.body
    assert named.body is not None
    assert named.body["identifierUris"] == ["api://client-1"]
    assert principal.body == {"appId": "client-1"}
    assert remembered.command == "azd env set AUTH_CLIENT_ID client-1"


def test_an_app_registration_that_is_named_is_left_as_it_is(hook: Hook) -> None:
    ran = hook("register", "dev", "--client-id", "client-1", answers={})
    assert (ran.code, ran.calls) == (0, [])
