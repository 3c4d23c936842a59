"""The workflows test what is pushed, and deploy without a secret."""

import re
from typing import Any

import pytest
import yaml

from tests.infra.bicep import INFRA

_ROOT = INFRA.parent
_WORKFLOWS = sorted((_ROOT / ".github/workflows").glob("*.yml"))


def _read(name: str) -> dict[Any, Any]:
    return dict(yaml.safe_load((_ROOT / ".github/workflows" / name).read_text(encoding="utf-8")))


def _steps(name: str) -> list[dict[str, Any]]:
    return [step for job in _read(name)["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", _WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_uses_no_secret_and_actions_of_a_known_version(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    assert "secrets." not in text
    assert "pull_request_target" not in text
    for step in _steps(path.name):
        assert re.fullmatch(r"[\w./-]+@(v\d+|[0-9a-f]{40})", step.get("uses", "a@v1"))


def test_the_tests_are_those_of_the_project_and_may_only_read() -> None:
    assert ".ci/run" in [step.get("run") for step in _steps("test.yml")]
    assert _read("test.yml")["permissions"] == {"contents": "read"}
    assert set(_read("test.yml")[True]) == {"push", "pull_request"}  # YAML reads the key `on` as true


def test_a_deployment_signs_in_by_open_id_connect() -> None:
    assert _read("deploy.yml")["permissions"] == {"contents": "read", "id-token": "write"}
    login = next(step["with"] for step in _steps("deploy.yml") if step.get("uses", "").startswith("azure/login@"))
    assert set(login) == {"client-id", "tenant-id", "subscription-id"}
    commands = [step["run"] for step in _steps("deploy.yml") if "run" in step]
    assert "--federated-credential-provider github" in commands[0]
    assert commands[1:] == ["azd provision --no-prompt", "azd deploy --no-prompt"]


def test_only_what_passed_its_tests_on_main_is_deployed() -> None:
    on = _read("deploy.yml")[True]["workflow_run"]
    assert on == {"workflows": ["test"], "types": ["completed"], "branches": ["main"]}
    condition = _read("deploy.yml")["jobs"]["deploy"]["if"]
    assert "workflow_run.conclusion == 'success'" in condition
    assert "workflow_run.event == 'push'" in condition


def test_a_deployment_passes_on_every_variable_that_the_parameters_name() -> None:
    parameters = (INFRA / "main.parameters.json").read_text(encoding="utf-8")
    passed_on = _read("deploy.yml")["jobs"]["deploy"]["env"]
    for name in re.findall(r"\$\{(\w+)", parameters):
        assert passed_on[name] == f"${{{{ vars.{name} }}}}"


def test_azd_deploys_this_project_as_functions_with_its_hooks() -> None:
    azd = yaml.safe_load((_ROOT / "azure.yaml").read_text(encoding="utf-8"))
    assert azd["services"] == {"orc": {"project": ".", "language": "python", "host": "function"}}
    assert azd["infra"] == {"provider": "bicep", "path": "infra", "module": "main"}
    for name, command in (("preprovision", "register"), ("postdeploy", "subscribe")):
        for system in ("posix", "windows"):
            assert f"infra/hooks.py {command} " in azd["hooks"][name][system]["run"]
