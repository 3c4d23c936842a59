"""The app registration that a hook of azd makes, with a tenant in a file in place of Microsoft Entra."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.infra import tenant as program
from tests.infra.bicep import INFRA

_ROOT = INFRA.parent
_TAG = "orc-environment:sub-1/dev"
_GIVEN = {"id": "object-0", "appId": "client-0", "tags": [], "api": {"oauth2PermissionScopes": []}}


class Tenant:
    """What is registered, and azd's environment; runs hooks as azure.yaml has azd run them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "tenant.json"
        source = Path(program.__file__).read_text(encoding="utf-8")
        for name in ("az", "azd"):
            _executable(folder / name, f"#!{sys.executable} -IS\n{source}")
        _executable(folder / "bicep", "#!/bin/sh\n")
        (folder / "python3").symlink_to(sys.executable)
        (folder / "sh").symlink_to(shutil.which("sh") or "/bin/sh")
        self._write(
            {
                "applications": [],
                "principals": [],
                "environment": {"AZURE_ENV_NAME": "dev", "AZURE_SUBSCRIPTION_ID": "sub-1"},
                "lag": 0,
                "faults": [],
                "killed": 0,
                "calls": 0,
            }
        )

    @property
    def state(self) -> dict[str, Any]:
        return dict(json.loads(self._file.read_text(encoding="utf-8")))

    @property
    def client_id(self) -> str:
        return str(self.state["environment"].get("AUTH_CLIENT_ID", ""))

    def change(self, **values: Any) -> None:
        self._write(self.state | values)

    def set(self, **values: str) -> None:
        self.change(environment=self.state["environment"] | values)

    def run(self, hook: str, *, whole: bool = False) -> subprocess.CompletedProcess[str]:
        """The hook of azure.yaml, in a shell, with azd's environment; it does not wait between two tries.

        Only its command about the registration, unless it is to run whole.
        """
        command = yaml.safe_load((_ROOT / "azure.yaml").read_text(encoding="utf-8"))["hooks"][hook]["posix"]["run"]
        command = command if whole else command.split("&&")[-1]
        for name in ("register", "lead-back", "unregister"):
            command = command.replace(f"hooks.py {name} ", f"hooks.py {name} --wait-seconds 0 ")
        environ = {"PATH": str(self._folder), "HOME": str(self._folder), "TMPDIR": str(self._folder)}
        return subprocess.run(
            [str(self._folder / "sh"), "-e", "-c", command],
            cwd=_ROOT,
            env=environ | {"PYTHONDONTWRITEBYTECODE": "1"} | self.state["environment"],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def _write(self, state: dict[str, Any]) -> None:
        self._file.write_text(json.dumps(state), encoding="utf-8")


def _executable(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def tenant(tmp_path: Path) -> Tenant:
    return Tenant(tmp_path)


def _assert_one_whole_registration(tenant: Tenant) -> None:
    [application] = tenant.state["applications"]
    [scope] = application["api"]["oauth2PermissionScopes"]
    assert application["displayName"] == "orc-dev"
    assert application["signInAudience"] == "AzureADMyOrg"
    assert application["tags"] == [_TAG]
    assert application["identifierUris"] == [f"api://{application['appId']}"]
    assert application["api"]["requestedAccessTokenVersion"] == 2
    assert application["api"]["preAuthorizedApplications"][0]["delegatedPermissionIds"] == [scope["id"]]
    assert "passwordCredentials" not in application
    assert tenant.state["principals"] == [application["appId"]]
    assert tenant.client_id == application["appId"]


def _calls_of_a_whole_run(folder: Path) -> int:
    folder.mkdir()
    tenant = Tenant(folder)
    assert tenant.run("preprovision").returncode == 0
    return int(tenant.state["calls"])


@pytest.mark.req("AZ-02")
def test_a_registration_is_made_for_callers_and_remembered(tenant: Tenant) -> None:
    ran = tenant.run("preprovision", whole=True)
    assert ran.returncode == 0, ran.stdout
    _assert_one_whole_registration(tenant)


@pytest.mark.req("AZ-02")
def test_a_given_registration_stays_and_is_not_even_looked_up(tenant: Tenant) -> None:
    tenant.set(AUTH_CLIENT_ID="client-0")
    assert tenant.run("preprovision").returncode == 0
    assert (tenant.client_id, tenant.state["calls"]) == ("client-0", 0)


def test_the_second_run_makes_and_changes_nothing(tenant: Tenant) -> None:
    tenant.run("preprovision")
    before = tenant.state["applications"]
    assert tenant.run("preprovision").returncode == 0
    assert tenant.state["applications"] == before


def test_a_registration_that_another_machine_made_is_taken(tenant: Tenant) -> None:
    tenant.run("preprovision")
    made = tenant.client_id
    tenant.set(AUTH_CLIENT_ID="")
    assert tenant.run("preprovision").returncode == 0
    assert tenant.client_id == made
    _assert_one_whole_registration(tenant)


def test_another_subscriptions_environment_of_the_same_name_has_its_own(tenant: Tenant) -> None:
    tenant.run("preprovision")
    first = tenant.client_id
    tenant.set(AUTH_CLIENT_ID="", AZURE_SUBSCRIPTION_ID="sub-2")
    tenant.run("preprovision")
    assert tenant.client_id != first
    assert len(tenant.state["applications"]) == 2


@pytest.mark.req("AZ-04")
def test_broken_off_anywhere_the_next_run_completes_the_registration(tmp_path: Path) -> None:
    count = _calls_of_a_whole_run(tmp_path / "whole")
    assert count >= 6
    for call in range(1, count + 1):
        folder = tmp_path / str(call)
        folder.mkdir()
        tenant = Tenant(folder)
        tenant.change(killed=call)  # as soon as that call was made, and before its answer is known
        assert tenant.run("preprovision").returncode != 0
        ran = tenant.run("preprovision")
        assert ran.returncode == 0, f"call {call}: {ran.stdout}"
        _assert_one_whole_registration(tenant)


def test_the_id_is_kept_before_anything_else_is_done_to_the_registration(tenant: Tenant) -> None:
    refused = {"start": "az rest --method PATCH", "moment": "before", "times": 1, "said": "Bad Request({})"}
    tenant.change(faults=[refused])
    assert tenant.run("preprovision").returncode == 1
    assert tenant.client_id == tenant.state["applications"][0]["appId"]


def test_an_id_that_is_given_after_breaking_off_stays_as_it_is(tenant: Tenant) -> None:
    tenant.change(applications=[_GIVEN])
    tenant.set(AUTH_CLIENT_ID="client-0", AUTH_REGISTRATION_UNFINISHED="true")
    assert tenant.run("preprovision").returncode == 0
    assert tenant.client_id == "client-0"
    assert tenant.state["applications"] == [_GIVEN]


def test_a_query_that_lags_after_breaking_off_makes_no_second_registration(tenant: Tenant) -> None:
    tenant.change(killed=3)  # the registration is made, its id not yet kept
    tenant.run("preprovision")
    assert (len(tenant.state["applications"]), tenant.client_id) == (1, "")
    tenant.change(lag=2)
    assert tenant.run("preprovision").returncode == 0
    _assert_one_whole_registration(tenant)


@pytest.mark.req("AZ-04")
@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("az rest --method GET", 'Too Many Requests({"error":{"code":"TooManyRequests"}})'),
        ("az rest --method POST", 'Service Unavailable({"error":{"code":"ServiceUnavailable"}})'),
        ("az rest --method PATCH", 'Not Found({"error":{"code":"Request_ResourceNotFound"}})'),
        ("az rest --method POST --url https://graph.microsoft.com/v1.0/servicePrincipals", "Bad Gateway"),
        (
            "az rest --method POST --url https://graph.microsoft.com/v1.0/servicePrincipals",
            "Bad Request(The appId of the service principal does not reference a valid application object.)",
        ),
    ],
)
def test_transient_failures_are_retried(tenant: Tenant, start: str, said: str) -> None:
    tenant.change(faults=[{"start": start, "moment": "before", "times": 2, "said": said}])
    ran = tenant.run("preprovision")
    assert ran.returncode == 0, ran.stdout
    _assert_one_whole_registration(tenant)


def test_an_answer_that_was_lost_makes_no_second_registration(tenant: Tenant) -> None:
    lost = {"start": "az rest --method POST", "moment": "after", "times": 1, "said": "Gateway Timeout"}
    tenant.change(faults=[lost])
    assert tenant.run("preprovision").returncode == 0
    _assert_one_whole_registration(tenant)


@pytest.mark.req("AZ-04")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Please run 'az login' to setup account.", "az login"),
        ('Forbidden({"error":{"code":"Authorization_RequestDenied"}})', "azd env set AUTH_CLIENT_ID"),
    ],
)
def test_permanent_failures_are_reported_at_once(tenant: Tenant, said: str, told: str) -> None:
    tenant.change(faults=[{"start": "az rest", "moment": "before", "times": 99, "said": said}])
    ran = tenant.run("preprovision")
    assert ran.returncode == 1
    assert told in ran.stdout
    assert "Traceback" not in ran.stdout + ran.stderr
    assert tenant.state["calls"] == 1


def test_trying_again_has_a_limit(tenant: Tenant) -> None:
    tenant.change(faults=[{"start": "az rest", "moment": "before", "times": 99, "said": "Too Many Requests({})"}])
    ran = tenant.run("preprovision")
    assert ran.returncode == 1
    assert "20 tries" in ran.stdout
    assert tenant.state["calls"] == 20


def test_without_a_subscription_it_says_what_to_do(tenant: Tenant) -> None:
    tenant.set(AZURE_SUBSCRIPTION_ID="")
    ran = tenant.run("preprovision")
    assert ran.returncode == 1
    assert "azd env set AZURE_SUBSCRIPTION_ID" in ran.stdout


@pytest.mark.req("AZ-02")
@pytest.mark.parametrize(
    ("identity", "kind", "address"),
    [
        ("", "spa", "https://func-orc.example/api/"),
        ("easyauth", "web", "https://func-orc.example/.auth/login/aad/callback"),
    ],
)
def test_sign_in_redirects_back_to_the_page(tenant: Tenant, identity: str, kind: str, address: str) -> None:
    tenant.run("preprovision")
    tenant.set(ORC_URL="https://func-orc.example/api", ORC_IDENTITY=identity)
    for _ in range(2):
        ran = tenant.run("postprovision")
        assert ran.returncode == 0, ran.stdout
    _assert_one_whole_registration(tenant)
    registered = tenant.state["applications"][0][kind]
    assert registered["redirectUris"] == [address]
    assert ("implicitGrantSettings" in registered) == (kind == "web")


def test_the_redirect_uri_to_add_to_a_given_registration_is_logged(tenant: Tenant) -> None:
    tenant.change(applications=[_GIVEN])
    tenant.set(AUTH_CLIENT_ID="client-0", ORC_URL="https://func-orc.example/api")
    forbidden = 'Forbidden({"error":{"code":"Authorization_RequestDenied"}})'
    for faults in ([], [{"start": "az rest", "moment": "before", "times": 1, "said": forbidden}]):
        tenant.change(faults=faults)
        ran = tenant.run("postprovision")
        assert ran.returncode == 0
        assert "add the redirect URI https://func-orc.example/api/ (Single-page application)" in ran.stdout
    assert tenant.state["applications"] == [_GIVEN]


def test_down_removes_what_a_hook_made_and_forgets_its_id(tenant: Tenant) -> None:
    tenant.run("preprovision")
    assert tenant.run("postdown").returncode == 0
    assert (tenant.state["applications"], tenant.client_id) == ([], "")


@pytest.mark.req("AZ-02")
def test_down_leaves_a_registration_that_was_given(tenant: Tenant) -> None:
    tenant.change(applications=[_GIVEN])
    tenant.set(AUTH_CLIENT_ID="client-0")
    ran = tenant.run("postdown")
    assert ran.returncode == 0, ran.stdout
    assert (tenant.state["applications"], tenant.client_id) == ([_GIVEN], "client-0")


def test_down_leaves_the_registration_of_another_environment(tenant: Tenant) -> None:
    tenant.run("preprovision")
    before = tenant.state["applications"]
    tenant.set(AZURE_ENV_NAME="other")
    tenant.run("postdown")
    assert tenant.state["applications"] == before


@pytest.mark.req("AZ-04")
def test_down_broken_off_anywhere_is_completed_by_the_next_run(tmp_path: Path) -> None:
    for call in range(1, 5):
        folder = tmp_path / str(call)
        folder.mkdir()
        tenant = Tenant(folder)
        tenant.run("preprovision")
        tenant.change(killed=tenant.state["calls"] + call)
        assert tenant.run("postdown").returncode != 0
        assert tenant.run("postdown").returncode == 0
        assert (tenant.state["applications"], tenant.client_id) == ([], "")


def test_nothing_is_left_in_the_folder_for_temporary_files(tenant: Tenant, tmp_path: Path) -> None:
    before = set(tmp_path.iterdir())
    tenant.run("preprovision")
    tenant.run("postdown")
    assert set(tmp_path.iterdir()) == before
