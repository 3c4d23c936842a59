"""The identity that deploys from CI keeps the rights that it needs: with command lines that record and answer."""

import json
import re
from typing import Any

import pytest

from tests.infra.bicep import INFRA
from tests.infra.test_hooks import Call, Hook, hook
from tests.infra.test_resources import _READERS, _ROLES

__all__ = ["hook"]  # the fixture

pytestmark = pytest.mark.req("AZ-05")

_GRAPH = "https://graph.microsoft.com/v1.0"
_SCOPE = "/subscriptions/sub-1"
_ASSIGNMENTS = f"{_SCOPE}/providers/Microsoft.Authorization/roleAssignments"
_MSI = f"{_SCOPE}/resourceGroups/rg/providers/Microsoft.ManagedIdentity/userAssignedIdentities/msi-orc"
_USER_ACCESS_ADMINISTRATOR = "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9"
_ARGUMENTS = ("narrow", "sub-1", "me/orc")


def _assignment(name: str, role: str) -> dict[str, Any]:
    definition = f"{_SCOPE}/providers/Microsoft.Authorization/roleDefinitions/{role}"
    return {"name": name, "properties": {"scope": _SCOPE, "roleDefinitionId": definition}}


def _answers(*, managed: bool = False, subjects: dict[str, str] | None = None) -> dict[str, list[str]]:
    found = subjects or {
        "me-orc-pull_request": "repo:me/orc:pull_request",
        "me-orc-main": "repo:me/orc:ref:refs/heads/main",
    }
    credentials = [
        {"name": name, "properties": {"subject": subject}} if managed else {"name": name, "subject": subject}
        for name, subject in found.items()
    ]
    principal = {"id": "principal-1", "servicePrincipalType": "ManagedIdentity" if managed else "Application"}
    owner = _MSI if managed else f"{_GRAPH}/applications(appId='client-1')"
    assigned = [_assignment("contributor", "b24988ac-6180-42a0-ab88-20f7382dd24c")]
    assigned.append(_assignment("administrator", _USER_ACCESS_ADMINISTRATOR))
    return {
        "gh variable get AZURE_CLIENT_ID --repo me/orc": ["client-1"],
        "gh variable list": [json.dumps([{"name": "AZURE_CLIENT_ID", "value": "client-1"}])],
        "gh api repos": [json.dumps({"branch_policies": []})],
        f"az rest --method GET --url {_GRAPH}/servicePrincipals": [
            json.dumps(principal | {"alternativeNames": ["isExplicit=True", _MSI]})
        ],
        f"az rest --method GET --url {owner}": [json.dumps({"value": credentials})],
        f"az rest --method GET --url {_ASSIGNMENTS}": [json.dumps({"value": assigned})],
    }


def _changes(calls: list[Call]) -> list[str]:
    """What was changed, in its order: method and the end of the address."""
    found = [re.search(r"--method (P\w+|DELETE) (?:--url )?(\S+)", call.command) for call in calls]
    return [f"{each[1]} {each[2].partition('?')[0]}" for each in found if each]


@pytest.mark.parametrize("managed", [False, True])
def test_only_the_environment_signs_in_and_only_the_templates_roles_are_assigned(hook: Hook, managed: bool) -> None:
    ran = hook(*_ARGUMENTS, answers=_answers(managed=managed))
    assert ran.code == 0, ran.output
    credentials = f"{_MSI if managed else f"{_GRAPH}/applications(appId='client-1')"}/federatedIdentityCredentials"
    environment, policy, added, *removed, narrow, wide = _changes(ran.calls)
    assert environment == "PUT repos/me/orc/environments/azure"
    assert policy == "POST repos/me/orc/environments/azure/deployment-branch-policies"
    assert added == (f"PUT {credentials}/github-azure" if managed else f"POST {credentials}")
    assert removed == [f"DELETE {credentials}/me-orc-{name}" for name in ("pull_request", "main")]
    assert narrow.startswith(f"PUT {_ASSIGNMENTS}/")
    assert wide == f"DELETE {_ASSIGNMENTS}/administrator"  # after the narrow one is there


def test_the_environment_takes_one_branch(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_answers())
    bodies = {call.command.split()[4]: call.body for call in ran.calls if call.command.startswith("gh api --method")}
    assert bodies == {
        "repos/me/orc/environments/azure": {
            "deployment_branch_policy": {"protected_branches": False, "custom_branch_policies": True}
        },
        "repos/me/orc/environments/azure/deployment-branch-policies": {"name": "main"},
    }


def test_the_condition_names_every_role_of_the_bicep_files_and_no_other(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_answers())
    [put] = [call for call in ran.calls if f"PUT --url {_ASSIGNMENTS}" in call.command]
    assert put.body is not None
    properties: Any = put.body["properties"]
    assert properties["roleDefinitionId"].endswith("/f58310d9-a9f6-439a-9e8d-f62e7b41a168")
    assert properties["conditionVersion"] == "2.0"
    condition = properties["condition"]
    assert condition.count("(") == condition.count(")")
    roles = {role for _, role in _ROLES | _READERS}
    for source, action in (("Request", "write"), ("Resource", "delete")):
        assert f"!(ActionMatches{{'Microsoft.Authorization/roleAssignments/{action}'}})" in condition
        [listed] = re.findall(
            rf"@{source}\[[\w./]+:RoleDefinitionId\] ForAnyOfAnyValues:GuidEquals {{([^}}]+)}}", condition
        )
        assert set(listed.split(", ")) == roles
    assert condition.count("StringEqualsIgnoreCase {'ServicePrincipal'}") == 2


def test_json_that_azd_escaped_is_plain_again(hook: Hook) -> None:
    origins = '["https://chat.example.net"]'
    variables = [
        {"name": "ORC_CORS_ORIGINS", "value": json.dumps(origins)[1:-1]},
        {"name": "ORC_TAGS", "value": '{"quoted": "\\"here\\""}'},  # as it should be
        {"name": "ORC_IDENTITY", "value": "jwt"},
    ]
    ran = hook(*_ARGUMENTS, answers=_answers() | {"gh variable list": [json.dumps(variables)]})
    assert ran.code == 0, ran.output
    changed = [call.command for call in ran.calls if call.command.startswith("gh variable set")]
    assert changed == [f"gh variable set ORC_CORS_ORIGINS --repo me/orc --body {origins}"]


def test_a_subject_of_the_repositorys_own_form_keeps_it(hook: Hook) -> None:
    subjects = {"me-orc-main": "repository_owner_id:1:repository_id:2:ref:refs/heads/main"}
    ran = hook(*_ARGUMENTS, answers=_answers(subjects=subjects))
    added = next(call.body for call in ran.calls if "--method POST --url https://graph" in call.command)
    assert added is not None
    assert added["subject"] == "repository_owner_id:1:repository_id:2:environment:azure"


def test_the_second_run_adds_no_second_credential(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_answers(subjects={"github-azure": "repo:me/orc:environment:azure"}))
    assert ran.code == 0, ran.output
    assert not [change for change in _changes(ran.calls) if "federatedIdentityCredentials" in change]


def test_before_azds_own_set_up_it_says_so(hook: Hook) -> None:
    ran = hook(*_ARGUMENTS, answers=_answers(subjects={"other": "system:serviceaccount:x"}))
    assert ran.code == 1
    assert "Run azd pipeline config first" in ran.output


def test_no_bicep_file_assigns_a_role_that_is_not_listed() -> None:
    listed = {role for _, role in _ROLES | _READERS}
    for path in INFRA.rglob("*.bicep"):
        assigned = re.findall(r"roleDefinitions', (\w+)\)", path.read_text(encoding="utf-8"))
        ids = {
            re.search(rf"^var {name} = '([0-9a-f-]+)'$", path.read_text(encoding="utf-8"), re.MULTILINE)
            for name in assigned
        }
        assert {each[1] for each in ids if each} <= listed
        assert None not in ids
