"""The workflows test what is pushed, and deploy without a secret."""

import re
from typing import Any

import pytest
import yaml

from tests.infra.bicep import INFRA

_ROOT = INFRA.parent
# What azd knows of the identity that runs it, and what `azd pipeline config` sets by itself.
_OF_WHO_DEPLOYS = {"AZURE_PRINCIPAL_ID", "AZURE_PRINCIPAL_TYPE"}
_SET_BY_AZD = {"AZURE_CLIENT_ID", "AZURE_TENANT_ID", "AZURE_SUBSCRIPTION_ID", "AZURE_ENV_NAME", "AZURE_LOCATION"}
_WORKFLOWS = sorted((_ROOT / ".github/workflows").glob("*.yml"))


def _read(name: str) -> dict[Any, Any]:
    return dict(yaml.safe_load((_ROOT / ".github/workflows" / name).read_text(encoding="utf-8")))


def _steps(name: str) -> list[dict[str, Any]]:
    return [step for job in _read(name)["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", _WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_uses_no_secret_and_actions_of_one_commit(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    assert "secrets." not in text
    assert "pull_request_target" not in text
    used = re.findall(r"uses: (.+)", text)
    assert len(used) == sum("uses" in step for step in _steps(path.name))
    for action in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+(;.*)?", action)


@pytest.mark.parametrize("path", _WORKFLOWS, ids=lambda path: path.stem)
def test_a_token_is_asked_for_only_by_the_job_that_signs_in(path: Any) -> None:
    workflow = _read(path.name)
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        signs_in = any("azure/login@" in step.get("uses", "") for step in job["steps"])
        assert job.get("permissions", {}).get("id-token") == ("write" if signs_in else None)


def test_the_tests_are_those_of_the_project_and_may_only_read() -> None:
    assert ".ci/run" in [step.get("run") for step in _steps("test.yml")]
    assert _read("test.yml")["permissions"] == {"contents": "read"}
    assert set(_read("test.yml")[True]) == {"push", "pull_request"}  # YAML reads the key `on` as true


def test_a_deployment_signs_in_by_open_id_connect() -> None:
    login = next(step["with"] for step in _steps("azure-dev.yml") if step.get("uses", "").startswith("azure/login@"))
    assert set(login) == {"client-id", "tenant-id", "subscription-id"}
    commands = [step["run"] for step in _steps("azure-dev.yml") if "run" in step]
    assert "--federated-credential-provider github" in commands[1]
    assert commands[2:] == ["azd provision --no-prompt", "azd deploy --no-prompt"]


def test_only_what_passed_its_tests_on_main_is_deployed() -> None:
    on = _read("azure-dev.yml")[True]["workflow_run"]
    assert on == {"workflows": ["test"], "types": ["completed"], "branches": ["main"]}
    condition = _read("azure-dev.yml")["jobs"]["deploy"]["if"]
    assert "workflow_run.conclusion == 'success'" in condition
    assert "workflow_run.event == 'push'" in condition


def _named_by_parameters() -> set[str]:
    return set(re.findall(r"\$\{(\w+)", (INFRA / "main.parameters.json").read_text(encoding="utf-8")))


@pytest.mark.req("AZ-05")
def test_a_deployment_passes_on_every_variable_that_the_parameters_name() -> None:
    passed_on = _read("azure-dev.yml")["jobs"]["deploy"]["env"]
    assert _named_by_parameters() - _OF_WHO_DEPLOYS <= set(passed_on)
    assert {name: value for name, value in passed_on.items() if value != f"${{{{ vars.{name} }}}}"} == {}


@pytest.mark.req("AZ-05")
def test_azd_sets_up_the_workflow_that_there_is_with_all_its_variables() -> None:
    assert [path.name for path in _WORKFLOWS] == ["advisories.yml", "azure-dev.yml", "evaluate.yml", "test.yml"]
    pipeline = yaml.safe_load((_ROOT / "azure.yaml").read_text(encoding="utf-8"))["pipeline"]
    assert pipeline["provider"] == "github"
    passed_on = set(_read("azure-dev.yml")["jobs"]["deploy"]["env"])
    assert set(pipeline["variables"]) == passed_on - _SET_BY_AZD
    assert {"AZURE_CHAT_MODEL", "AZURE_CHAT_MODEL_VERSION"} <= passed_on


@pytest.mark.req("AZ-05")
def test_only_main_deploys_and_from_the_environment_that_is_restricted() -> None:
    job = _read("azure-dev.yml")["jobs"]["deploy"]
    assert "github.ref == 'refs/heads/main'" in job["if"]
    assert job["environment"] == "azure"


def test_azd_deploys_this_project_as_functions_with_its_hooks() -> None:
    azd = yaml.safe_load((_ROOT / "azure.yaml").read_text(encoding="utf-8"))
    service = {key: value for key, value in azd["services"]["orc"].items() if key not in {"dist", "hooks"}}
    assert service == {"project": ".", "language": "python", "host": "function"}
    assert azd["infra"] == {"provider": "bicep", "path": "infra", "module": "main"}
    commands = {
        "preprovision": "register",
        "postprovision": "lead-back",
        "postdeploy": "subscribe",
        "postdown": "unregister",
    }
    assert set(azd["hooks"]) == set(commands)
    for name, command in commands.items():
        for system in ("posix", "windows"):
            assert f"infra/hooks.py {command} " in azd["hooks"][name][system]["run"]
