"""The subscription that reports uploads to the app: its webhook and key exist only once the app has started."""

import logging
from typing import Any

from deployment.commands import HOST_STARTING, UNCONFIRMED, HookFailed, Patience, patiently, rest, run

logger = logging.getLogger("hooks")

FUNCTION = "register_document"
CONTAINER = "documents"
SUBSCRIPTION = "orc-documents"


def subscribe(subscription: str, group: str, app: str, topic: str, *, patience: Patience) -> None:
    """Subscribes the app's blob trigger to every upload. Idempotent."""
    key = _key_of_blobs(subscription, group, app, patience)
    host = patiently(
        lambda: run("az", "functionapp", "show", "--subscription", subscription, "-g", group, "-n", app,
                    "--query", "defaultHostName", "-o", "tsv"),
        patience,
    )  # fmt: skip
    url = (
        f"/subscriptions/{subscription}/resourceGroups/{group}/providers/Microsoft.EventGrid/systemTopics/{topic}"
        f"/eventSubscriptions/{SUBSCRIPTION}?api-version=2025-02-15"
    )
    webhook = f"https://{host}/runtime/webhooks/blobs?functionName=Host.Functions.{FUNCTION}&code={key}"
    properties = {
        "destination": {"endpointType": "WebHook", "properties": {"endpointUrl": webhook}},
        "filter": {
            "includedEventTypes": ["Microsoft.Storage.BlobCreated"],
            "subjectBeginsWith": f"/blobServices/default/containers/{CONTAINER}/",
        },
        "eventDeliverySchema": "EventGridSchema",
        "retryPolicy": {"maxDeliveryAttempts": 30, "eventTimeToLiveInMinutes": 1440},
    }
    for _ in range(patience.tries):
        state = _state(rest("PUT", url, {"properties": properties}, patience=patience, also_passing=UNCONFIRMED))
        for _ in range(patience.tries):
            if state not in {"Creating", "Updating"}:
                break
            patience.wait()
            state = _state(rest("GET", url, patience=patience))
        if state in {"Creating", "Updating"}:
            break
        if state == "Succeeded":
            logger.info("Uploads are reported to %s by the event subscription %s.", app, SUBSCRIPTION)
            return
        patience.wait()  # the app may still be starting, and then does not confirm that it wants events
    raise HookFailed(
        f"Event Grid could not subscribe {app} to uploads in {patience.summary}: the subscription is {state}. "
        "See the app's log stream, then run azd hooks run postdeploy."
    )


def _state(answer: dict[str, Any]) -> str:
    return str(answer.get("properties", {}).get("provisioningState"))


def _key_of_blobs(subscription: str, group: str, app: str, patience: Patience) -> str:
    """Returns the key that the host creates when it first starts with a blob trigger."""
    for _ in range(patience.tries):
        key = patiently(
            lambda: run("az", "functionapp", "keys", "list", "--subscription", subscription, "-g", group, "-n", app,
                        "--query", "systemKeys.blobs_extension", "-o", "tsv"),
            patience,
            HOST_STARTING,
        )  # fmt: skip
        if key:
            return key
        patience.wait()
    raise HookFailed(
        f"{app} has no blobs_extension key after {patience.summary}: its functions did not load. See its log stream."
    )
