"""Narrows what `azd pipeline config` grants to the identity that deploys from CI.

azd lets pull requests and branches sign in, and grants the right to assign any role. Here only the restricted
environment signs in, and only the roles that the Bicep files assign can be assigned.
"""

import json
import logging
import re
import tempfile
import uuid
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deployment.commands import JUST_MADE, HookFailed, Patience, rest, run

logger = logging.getLogger("hooks")

ENVIRONMENT = "azure"  # as the workflow names it
_GRAPH = "https://graph.microsoft.com/v1.0"
_ISSUER = "https://token.actions.githubusercontent.com"
_AUDIENCE = "api://AzureADTokenExchange"
_USER_ACCESS_ADMINISTRATOR = "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9"
_RBAC_ADMINISTRATOR = "f58310d9-a9f6-439a-9e8d-f62e7b41a168"
_JSON_VARIABLE = re.compile(r"\$\{(\w+)=null\}")  # arrays and objects: see infra/main.parameters.json
_ROLE = re.compile(r"^var \w+ = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})'$", re.MULTILINE)


@dataclass(frozen=True)
class _Identity:
    """The deploying identity: its id in the directory, and the location of its federated credentials."""

    principal: str
    credentials: str
    managed: bool  # a managed identity of Azure, whose credentials have another form than an app registration's

    def url(self, name: str = "") -> str:
        version = "?api-version=2023-01-31" if self.managed else ""
        return f"{self.credentials}{'/' if name else ''}{name}{version}"


def narrow(subscription: str, repository: str, branch: str, infra: Path, *, patience: Patience) -> None:
    """Idempotent. Each right is granted in its narrow form before the wide one is withdrawn."""
    client_id = run("gh", "variable", "get", "AZURE_CLIENT_ID", "--repo", repository)
    principal = rest(
        "GET", f"{_GRAPH}/servicePrincipals(appId='{client_id}')", patience=patience, also_passing=JUST_MADE
    )
    managed = principal.get("servicePrincipalType") == "ManagedIdentity"
    owner = f"{_GRAPH}/applications(appId='{client_id}')"
    if managed:
        owner = next(name for name in principal["alternativeNames"] if name.startswith("/subscriptions/"))
    identity = _Identity(principal["id"], f"{owner}/federatedIdentityCredentials", managed)
    _unescape_json(repository, infra)
    _restrict_branches(repository, branch)
    _sign_in_from_the_environment_only(identity, patience)
    _assign_only(template_roles(infra), subscription, identity, patience)


def template_roles(infra: Path) -> list[str]:
    """The ids of every role that a Bicep file may assign."""
    return sorted({role for path in infra.rglob("*.bicep") for role in _ROLE.findall(path.read_text(encoding="utf-8"))})


def condition(roles: list[str]) -> str:
    """Lets role assignments be written and deleted for these roles and for service principals only."""
    listed = ", ".join(roles)

    def clause(action: str, source: str) -> str:
        attribute = f"@{source}[Microsoft.Authorization/roleAssignments"
        return (
            f"((!(ActionMatches{{'Microsoft.Authorization/roleAssignments/{action}'}})) OR "
            f"({attribute}:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {{{listed}}} AND "
            f"{attribute}:PrincipalType] ForAnyOfAnyValues:StringEqualsIgnoreCase {{'ServicePrincipal'}}))"
        )

    return f"{clause('write', 'Request')} AND {clause('delete', 'Resource')}"


def _restrict_branches(repository: str, branch: str) -> None:
    environment = f"repos/{repository}/environments/{ENVIRONMENT}"
    policies = f"{environment}/deployment-branch-policies"
    only_named = {"deployment_branch_policy": {"protected_branches": False, "custom_branch_policies": True}}
    _github("PUT", environment, only_named)
    there = [each["name"] for each in json.loads(run("gh", "api", policies))["branch_policies"]]
    if branch not in there:
        _github("POST", policies, {"name": branch})
    others = [name for name in there if name != branch]
    if others:
        logger.warning("The environment %s also deploys from: %s.", ENVIRONMENT, ", ".join(others))
    logger.info("The environment %s deploys from %s.", ENVIRONMENT, branch)


def _unescape_json(repository: str, infra: Path) -> None:
    """azd escapes the quotes of what it sets as variables, and takes arrays and objects as plain JSON from them."""
    names = set(_JSON_VARIABLE.findall((infra / "main.parameters.json").read_text(encoding="utf-8")))
    for each in json.loads(run("gh", "variable", "list", "--repo", repository, "--json", "name,value")):
        if each["name"] not in names or '\\"' not in each["value"]:
            continue
        with suppress(ValueError):  # with its quotes escaped it is not JSON
            json.loads(each["value"])
            continue
        plain = json.loads(f'"{each["value"]}"')
        run("gh", "variable", "set", each["name"], "--repo", repository, "--body", plain)
        logger.info("Removed the escapes from the variable %s.", each["name"])


def _github(method: str, path: str, body: Mapping[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory, "body.json")
        file.write_text(json.dumps(body), encoding="utf-8")
        run("gh", "api", "--method", method, path, "--input", str(file))


def _sign_in_from_the_environment_only(identity: _Identity, patience: Patience) -> None:
    """The subject is azd's for a branch, which knows how the repository forms it, with the environment in its place."""
    found = rest("GET", identity.url(), patience=patience).get("value", [])
    subjects = {each["name"]: (each.get("properties") or each)["subject"] for each in found}
    ours = f"environment:{ENVIRONMENT}"
    if not any(ours in subject for subject in subjects.values()):
        branches = [subject for subject in subjects.values() if ":ref:refs/heads/" in subject]
        if not branches:
            raise HookFailed(
                "The deploying identity has no federated credential for a branch. Run azd pipeline config "
                f"first, or add a credential whose subject ends in {ours} by hand."
            )
        name, subject = f"github-{ENVIRONMENT}", re.sub(r"ref:refs/heads/[^:]+", ours, branches[0])
        credential = {"issuer": _ISSUER, "subject": subject, "audiences": [_AUDIENCE]}
        if identity.managed:
            rest("PUT", identity.url(name), {"properties": credential}, patience=patience)
        else:
            rest("POST", identity.url(), {"name": name, **credential}, patience=patience)
        logger.info("Added the federated credential %s for %s.", name, subject)
    for name, subject in subjects.items():
        if ":ref:" in subject or subject.endswith(":pull_request"):
            rest("DELETE", identity.url(name), patience=patience)
            logger.info("Removed the federated credential %s.", name)


def _assign_only(roles: list[str], subscription: str, identity: _Identity, patience: Patience) -> None:
    scope = f"/subscriptions/{subscription}"
    assignments = f"{scope}/providers/Microsoft.Authorization/roleAssignments"
    version = "api-version=2022-04-01"
    of_the_identity = {"$filter": f"principalId eq '{identity.principal}'"}
    found = rest("GET", f"{assignments}?{version}", parameters=of_the_identity, patience=patience).get("value", [])
    here = [each for each in found if each["properties"]["scope"] == scope]
    administrator = [each for each in here if each["properties"]["roleDefinitionId"].endswith(_RBAC_ADMINISTRATOR)]
    fresh = uuid.uuid5(uuid.NAMESPACE_URL, f"{scope}/{identity.principal}/{_RBAC_ADMINISTRATOR}")
    name = administrator[0]["name"] if administrator else str(fresh)
    properties = {
        "roleDefinitionId": f"{scope}/providers/Microsoft.Authorization/roleDefinitions/{_RBAC_ADMINISTRATOR}",
        "principalId": identity.principal,
        "principalType": "ServicePrincipal",
        "condition": condition(roles),
        "conditionVersion": "2.0",
    }
    rest("PUT", f"{assignments}/{name}?{version}", {"properties": properties}, patience=patience)
    logger.info("The deploying identity may assign the %d roles of the Bicep files, and no others.", len(roles))
    for each in here:
        if each["properties"]["roleDefinitionId"].endswith(_USER_ACCESS_ADMINISTRATOR):
            rest("DELETE", f"{assignments}/{each['name']}?{version}", patience=patience)
            logger.info("Withdrew User Access Administrator from the deploying identity.")
