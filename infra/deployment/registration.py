"""The app registration that callers request tokens for: created once per environment and removed with it.

A tag marks a registration as created by a hook for one environment. No other registration is changed or removed.
"""

import logging
import uuid
from typing import Any

from deployment.commands import JUST_MADE, CommandFailed, HookFailed, Patience, remember, required_subscription, rest

logger = logging.getLogger("hooks")

_GRAPH = "https://graph.microsoft.com/v1.0"
_AZURE_CLI = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"  # so that `az account get-access-token` can ask for tokens
_ID = "AUTH_CLIENT_ID"
_UNFINISHED = "AUTH_REGISTRATION_UNFINISHED"  # set while a registration is being made: a later run completes it
_LOOKUPS_AFTER_INTERRUPTION = 3


def register(environment: str, subscription: str, client_id: str, *, unfinished: bool, patience: Patience) -> None:
    """Creates the environment's app registration once and stores its id in azd as AUTH_CLIENT_ID.

    A configured id is kept without a lookup. The id of a new registration is stored as soon as it exists, so that the
    next run completes an interrupted one.
    """
    if client_id and not unfinished:
        logger.info("Callers request tokens for the app registration %s.", client_id)
        return
    tag = _tag(environment, subscription)
    try:
        if client_id:
            url = f"{_GRAPH}/applications(appId='{client_id}')"
            application = rest("GET", url, patience=patience, also_passing=JUST_MADE)
            if tag not in application.get("tags", []):
                logger.info("The app registration %s is your own and is not changed.", client_id)
                remember(_UNFINISHED, "")
                return
        else:
            found = _find(tag, patience, _LOOKUPS_AFTER_INTERRUPTION if unfinished else 1)
            if not unfinished:
                remember(_UNFINISHED, "true")
            application = found or _create(environment, tag, patience)
            remember(_ID, application["appId"])
        _complete(application, patience)
    except CommandFailed as failure:
        if not failure.forbidden:
            raise
        raise HookFailed(
            f"You may not create app registrations in this tenant. Have one created that issues version 2 tokens, and "
            f"set its id: azd env set {_ID} <client id>. ({failure.stderr})"
        ) from failure
    remember(_UNFINISHED, "")
    logger.info("Callers request tokens for the app registration %s (orc-%s).", application["appId"], environment)


def add_redirect_uri(
    environment: str, subscription: str, client_id: str, url: str, *, platform: bool, patience: Patience
) -> None:
    """Adds the chat page below url, or the platform's sign-in, to the redirect URIs of the app registration.

    Changes only a registration that a hook created; for any other, logs what to add.
    """
    if not client_id:
        return
    if platform:
        kind, address = "web", f"{url.removesuffix('/api')}/.auth/login/aad/callback"
    else:
        kind, address = "spa", f"{url}/"
    try:
        ours = [each for each in _all_with(_tag(environment, subscription), patience) if each["appId"] == client_id]
    except CommandFailed as failure:
        if not failure.forbidden:
            raise
        ours = []
    if not ours:
        logger.info(
            "So that users can sign in on the chat page, add the redirect URI %s (%s) to the app registration %s.",
            *(address, "Web, with ID tokens" if platform else "Single-page application", client_id),
        )
        return
    known_uris = ours[0].get(kind, {}).get("redirectUris", [])
    if address not in known_uris:
        change: dict[str, Any] = {"redirectUris": [*known_uris, address]}
        if platform:
            change["implicitGrantSettings"] = {"enableIdTokenIssuance": True}
        rest("PATCH", f"{_GRAPH}/applications/{ours[0]['id']}", {kind: change}, patience=patience)
        logger.info("Sign-ins return to %s.", address)


def unregister(environment: str, subscription: str, client_id: str, *, patience: Patience) -> None:
    """Removes the registration that `register` created and clears its id in azd. Any other registration stays."""
    ours = _all_with(_tag(environment, subscription), patience)
    for application in ours:
        if (
            application["appId"] == client_id
        ):  # cleared first: the registration can be found again by its tag, but not by its id
            remember(_ID, "")
        try:
            rest("DELETE", f"{_GRAPH}/applications/{application['id']}", patience=patience)
        except CommandFailed as failure:
            if not JUST_MADE.search(failure.stderr):  # otherwise an earlier run removed it, and the query lags behind
                raise
        logger.info("Removed the app registration %s.", application["appId"])
    remember(_UNFINISHED, "")
    if not ours:
        logger.info("No hook created an app registration for %s; none is removed.", environment)


def _tag(environment: str, subscription: str) -> str:
    """The tag of an environment. Environments with one name in one subscription are one deployment, with one resource
    group."""
    return f"orc-environment:{required_subscription(subscription)}/{environment}"


def _all_with(tag: str, patience: Patience) -> list[dict[str, Any]]:
    """Every registration with the tag, the oldest first."""
    found = rest(
        "GET", f"{_GRAPH}/applications", parameters={"$filter": f"tags/any(t:t eq '{tag}')"}, patience=patience
    )
    return sorted(found.get("value", []), key=lambda each: str(each.get("createdDateTime", "")))


def _find(tag: str, patience: Patience, looks: int) -> dict[str, Any] | None:
    """The registration with the tag. Queries of the directory may lag behind what was made a moment ago."""
    for look in range(looks):
        if look:
            patience.wait()
        found = _all_with(tag, patience)
        if found:
            return found[0]
    return None


def _create(environment: str, tag: str, patience: Patience) -> dict[str, Any]:
    """Creates a registration. After an error it may exist anyway, so each retry looks for it first."""
    scope = {
        "id": str(uuid.uuid4()),
        "value": "user_impersonation",
        "type": "User",
        "isEnabled": True,
        "adminConsentDisplayName": "Use Orc",
        "adminConsentDescription": "Ask Orc questions as the signed-in user.",
    }
    body = {
        "displayName": f"orc-{environment}",
        "signInAudience": "AzureADMyOrg",
        "tags": [tag],
        "api": {"requestedAccessTokenVersion": 2, "oauth2PermissionScopes": [scope]},
    }
    once = Patience(patience.seconds, tries=1)
    for _ in range(patience.tries):
        try:
            return rest("POST", f"{_GRAPH}/applications", body, patience=once)
        except CommandFailed:
            raise
        except HookFailed as failure:  # transient errors: see `patiently`
            last = failure
        found = _find(tag, patience, 1)
        if found:
            return found
    raise last


def _complete(application: dict[str, Any], patience: Patience) -> None:
    """Completes the registration with all that callers need. Idempotent."""
    client_id = application["appId"]
    scopes = application["api"]["oauth2PermissionScopes"]
    allowed = {"appId": _AZURE_CLI, "delegatedPermissionIds": [scope["id"] for scope in scopes]}
    api = {
        "requestedAccessTokenVersion": 2,
        "oauth2PermissionScopes": scopes,
        "preAuthorizedApplications": [allowed],
    }
    rest(
        "PATCH",
        f"{_GRAPH}/applications/{application['id']}",
        {"identifierUris": [f"api://{client_id}"], "api": api},
        patience=patience,
        also_passing=JUST_MADE,
    )
    try:
        rest(
            "POST",
            f"{_GRAPH}/servicePrincipals",
            {"appId": client_id},
            patience=patience,
            also_passing=JUST_MADE,
        )
    except CommandFailed as failure:
        if "MultipleObjectsWithSameKeyValue" not in failure.stderr and "already in use" not in failure.stderr:
            raise
