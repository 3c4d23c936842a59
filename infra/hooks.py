"""What azd does around a deployment and Bicep cannot: see azure.yaml. Needs Python and a signed-in Azure CLI."""

import argparse
import json
import logging
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

logger = logging.getLogger("hooks")

FUNCTION = "register_document"
CONTAINER = "documents"
SUBSCRIPTION = "orc-documents"
TRIES = 20
_GRAPH = "https://graph.microsoft.com/v1.0"
_AZURE_CLI = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"  # so that `az account get-access-token` can ask for tokens


class HookFailed(Exception):
    """What went wrong, for the person who deploys. Never holds a key."""


def register(environment: str, client_id: str) -> None:
    """Makes an app registration for the environment and has azd remember it as AUTH_CLIENT_ID, once."""
    if client_id:
        logger.info("Callers ask tokens for the app registration %s.", client_id)
        return
    scope = {
        "id": str(uuid.uuid4()),
        "value": "user_impersonation",
        "type": "User",
        "isEnabled": True,
        "adminConsentDisplayName": "Use Orc",
        "adminConsentDescription": "Ask Orc questions as the signed-in user.",
    }
    api = {"requestedAccessTokenVersion": 2, "oauth2PermissionScopes": [scope]}
    body = {"displayName": f"orc-{environment}", "signInAudience": "AzureADMyOrg", "api": api}
    made = _rest("POST", f"{_GRAPH}/applications", body)
    application, client_id = made["id"], made["appId"]
    api["preAuthorizedApplications"] = [{"appId": _AZURE_CLI, "delegatedPermissionIds": [scope["id"]]}]
    _rest("PATCH", f"{_GRAPH}/applications/{application}", {"identifierUris": [f"api://{client_id}"], "api": api})
    _rest("POST", f"{_GRAPH}/servicePrincipals", {"appId": client_id})
    _run("azd", "env", "set", "AUTH_CLIENT_ID", client_id)
    logger.info("Made the app registration %s (orc-%s) for callers to ask tokens for.", client_id, environment)


def subscribe(subscription: str, group: str, app: str, topic: str, wait_seconds: float) -> None:
    """Has every upload reported to the app's blob trigger. Doing it again changes nothing."""
    key = _key_of_blobs(subscription, group, app, wait_seconds)
    host = _run("az", "functionapp", "show", "--subscription", subscription, "-g", group, "-n", app,
                "--query", "defaultHostName", "-o", "tsv")  # fmt: skip
    url = (
        f"/subscriptions/{subscription}/resourceGroups/{group}/providers/Microsoft.EventGrid/systemTopics/{topic}"
        f"/eventSubscriptions/{SUBSCRIPTION}?api-version=2025-02-15"
    )
    webhook = f"https://{host}/runtime/webhooks/blobs?functionName=Host.Functions.{FUNCTION}&code={key}"
    for _ in range(TRIES):
        state = _rest("PUT", url, _event_subscription(webhook)).get("properties", {}).get("provisioningState")
        while state in {"Creating", "Updating"}:
            time.sleep(wait_seconds)
            state = _rest("GET", url).get("properties", {}).get("provisioningState")
        if state == "Succeeded":
            logger.info("Uploads are reported to %s by the event subscription %s.", app, SUBSCRIPTION)
            return
        time.sleep(wait_seconds)  # the app may still be starting, and then does not confirm that it wants events
    raise HookFailed(f"Event Grid could not subscribe {app} to uploads: the subscription is {state}.")


def _event_subscription(webhook: str) -> dict[str, Any]:
    return {
        "properties": {
            "destination": {"endpointType": "WebHook", "properties": {"endpointUrl": webhook}},
            "filter": {
                "includedEventTypes": ["Microsoft.Storage.BlobCreated"],
                "subjectBeginsWith": f"/blobServices/default/containers/{CONTAINER}/",
            },
            "eventDeliverySchema": "EventGridSchema",
            "retryPolicy": {"maxDeliveryAttempts": 30, "eventTimeToLiveInMinutes": 1440},
        }
    }


def _key_of_blobs(subscription: str, group: str, app: str, wait_seconds: float) -> str:
    """The host makes this key when it first starts with a blob trigger."""
    for _ in range(TRIES):
        key = _run("az", "functionapp", "keys", "list", "--subscription", subscription, "-g", group, "-n", app,
                   "--query", "systemKeys.blobs_extension", "-o", "tsv")  # fmt: skip
        if key:
            return key
        time.sleep(wait_seconds)
    raise HookFailed(f"{app} has no blobs_extension key: its functions did not load. See its log stream.")


def _rest(method: str, url: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Calls Azure. The body goes by a file that only this user can read: arguments are seen by other processes."""
    with tempfile.TemporaryDirectory() as directory:
        arguments = ["rest", "--method", method, "--url", url]
        if body is not None:
            file = Path(directory, "body.json")
            file.write_text(json.dumps(body), encoding="utf-8")
            arguments += ["--body", f"@{file}", "--headers", "Content-Type=application/json"]
        answer = json.loads(_run("az", *arguments) or "{}")
    return dict(answer)


def _run(command: str, *arguments: str) -> str:
    found = shutil.which(command)
    if found is None:
        raise HookFailed(f"{command} is needed and is not on PATH.")
    done = subprocess.run([found, *arguments], capture_output=True, text=True, check=False)  # noqa: S603  # our own
    if done.returncode:
        raise HookFailed(f"{command} {' '.join(arguments[:2])} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    registering = commands.add_parser("register", help="the app registration")
    registering.add_argument("environment")
    registering.add_argument("--client-id", default="")
    subscribing = commands.add_parser("subscribe", help="the event subscription")
    for name in ("subscription", "group", "app", "topic"):
        subscribing.add_argument(name)
    subscribing.add_argument("--wait-seconds", type=float, default=10.0)
    return parser.parse_args()


def main() -> int:
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
    given = _arguments()
    try:
        if given.command == "register":
            register(given.environment, given.client_id)
        else:
            subscribe(given.subscription, given.group, given.app, given.topic, given.wait_seconds)
    except HookFailed as failure:
        logger.error("%s", failure)  # noqa: TRY400  # for the person who deploys: no trace
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
