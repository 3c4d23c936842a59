"""The settings that are deployed are those that the app reads, and with them it starts."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from shared.settings import Settings
from tests.infra.bicep import MAIN, template

_ROOT = Path(__file__).parents[2]
_ACCOUNT = "https://account.example.net/"

# Read by the platform or a library, not by this app.
_PLATFORM = {
    "AZURE_CLIENT_ID": "azure-identity: which identity",
    "AZURE_TOKEN_CREDENTIALS": "azure-identity: the managed identity and no other way",
    "AzureWebJobsStorage__blobServiceUri": "the host's storage",
    "AzureWebJobsStorage__clientId": "the host's storage: which identity",
    "AzureWebJobsStorage__credential": "the host's storage: by identity",
    "AzureWebJobsStorage__queueServiceUri": "the host's storage",
    "AzureWebJobsStorage__tableServiceUri": "the host's storage",
    "DURABLE_TASK_SCHEDULER_CONNECTION_STRING": "named by the packaged host.json; an address and an identity, no key",
    "PYTHON_ENABLE_INIT_INDEXING": "the Python worker: HTTP streams",
    "WEBSITE_AUTH_PRM_DEFAULT_WITH_SCOPES": "App Service Authentication: the scopes that MCP clients ask for",
}
_KNOWN = {
    "identityClientId": "00000000-0000-0000-0000-000000000001",
    "issuer": "https://login.example.net/tenant/v2.0",
    "audience": "api",
    "jwksUrl": "https://login.example.net/tenant/keys",
    "userClaim": "oid",
    "organizationClaim": "tid",
    "rolesClaim": "roles",
    "adminRole": "Orc.Admin",
    "assistantName": "",
    "assistantGreeting": "",
    "assistantStarters": '["When?"]',
    "assistantInstructions": "",
    "planningDeploymentName": "",
    "summaryDeploymentName": "",
    "modelPrices": '{"chat": {"input": 1, "output": 2}}',
    "publicOrigin": "",
    "blobEndpoint": _ACCOUNT,
    "openAiEndpoint": _ACCOUNT,
    "cosmosEndpoint": _ACCOUNT,
    "readingEndpoint": "",
    "cosmosDatabase": "orc",
    "chatDeployment": "chat",
    "chatModelName": "gpt-5.4-mini",
    "embeddingDeployment": "embedding",
    "embeddingDimensions": 1536,
    "corsOrigins": ["https://chat.example.net", "https://www.example.net"],
    "appSettings": {},
}


def _deployed(**arguments: Any) -> dict[str, str]:
    app = template("app", **({"identityMode": "jwt", "schedulerConnection": ""} | _KNOWN | arguments))
    return dict(app.resource("configuration")["properties"])


def _read_by_the_app() -> set[str]:
    """The fields of Settings, and every variable that shared/settings.py asks for by name."""
    names = {name.upper() for name in Settings.model_fields}
    tree = ast.parse((_ROOT / "shared/settings.py").read_text(encoding="utf-8"))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return names | {text for text in texts if re.fullmatch(r"[A-Z]+(_[A-Z]+)+", text)}


@pytest.mark.parametrize("connection", ["", "Endpoint=https://scheduler.example.net;TaskHub=orc"])
def test_every_setting_that_is_deployed_is_read(connection: str) -> None:
    assert set(_deployed(schedulerConnection=connection)) - _read_by_the_app() - set(_PLATFORM) == set()


@pytest.mark.parametrize("identity", ["jwt", "easyauth"])
def test_the_app_starts_with_what_is_deployed_and_uses_only_the_cloud(identity: str) -> None:
    environ = _deployed(identityMode=identity) | {"WEBSITE_SITE_NAME": "func-orc"}
    settings = Settings.from_environ(environ)
    assert settings.identity == identity
    assert settings.uses_cosmos
    assert settings.uses_azure_storage
    assert settings.uses_openai
    assert settings.cosmos_create is False
    assert settings.allowed_origins == ("https://chat.example.net", "https://www.example.net")
    assert settings.blob_trigger_source == "eventgrid"


def test_every_setting_that_the_app_reads_is_deployed_or_has_a_default() -> None:
    deployed = _deployed()
    missing = {
        name.upper()
        for name, field in Settings.model_fields.items()
        if field.is_required() and name.upper() not in deployed
    }
    assert missing == set()


def test_no_setting_that_holds_a_secret_is_deployed() -> None:
    names_only = {"APPLICATIONINSIGHTS_CONNECTION_STRING", "APPLICATIONINSIGHTS_AUTHENTICATION_STRING"}  # keys are off
    secret = {name.upper() for name, field in Settings.model_fields.items() if not field.repr} - names_only
    assert {"OPENAI_API_KEY", "COSMOS_CONNECTION_STRING", "AZURE_STORAGE_CONNECTION_STRING"} <= secret
    assert secret & set(_deployed(schedulerConnection="Endpoint=https://scheduler.example.net")) == set()


def test_further_settings_cannot_undo_what_the_deployment_decides() -> None:
    deployed = _deployed(appSettings={"IDENTITY": "local", "TOP_K": "5"})
    assert (deployed["IDENTITY"], deployed["TOP_K"]) == ("jwt", "5")


def test_no_setting_overrides_host_json() -> None:
    """The platform's scale controller reads host.json, and not such settings: turns would wait for an instance."""
    deployed = _deployed(schedulerConnection="Endpoint=https://scheduler.example.net")
    assert [name for name in deployed if name.startswith("AzureFunctionsJobHost")] == []


def test_the_scheduler_is_given_no_key() -> None:
    connection = template("scheduler").section("outputs")["connection"]["value"]
    assert re.fullmatch(r"Endpoint=\$\{[\w.]+\};TaskHub=\$\{[\w.]+\};Authentication=ManagedIdentity", connection)


def test_the_containers_that_the_app_writes_to_are_made() -> None:
    from shared.durable_payloads import _CONTAINER
    from shared.stores.cosmos.keys import folder

    blobs = template("blobs")
    large = folder("conversations", ["org"]).split("/")[0]
    assert blobs.variable("containers") == ["documents", large, _CONTAINER, "app-package"]


def test_large_values_of_orchestrations_are_deleted_some_days_after() -> None:
    storage = template("storage", payloadRetentionDays=14)
    rules = storage.resource("lifecycle")["properties"]["policy"]["rules"]
    assert [rule["definition"]["filters"]["prefixMatch"] for rule in rules] == [["orc-payloads/"]]
    assert rules[0]["definition"]["actions"]["baseBlob"]["delete"] == {"daysAfterModificationGreaterThan": 14}


def test_the_app_runs_the_python_that_it_is_tested_with() -> None:
    runtime = template("app").resource("app")["properties"]["functionAppConfig"]["runtime"]
    assert runtime == {"name": "python", "version": (_ROOT / ".python-version").read_text(encoding="utf-8").strip()}


def test_the_deployment_has_the_outputs_that_azd_reads() -> None:
    outputs = set(template(MAIN).section("outputs"))
    hooks = (_ROOT / "azure.yaml").read_text(encoding="utf-8")
    given_by_azd = {"AZURE_ENV_NAME", "AZURE_SUBSCRIPTION_ID"}
    kept_by_hooks = {"AUTH_CLIENT_ID", "AUTH_REGISTRATION_UNFINISHED"}
    assert set(re.findall(r"\$(?:\{|env:)?(A[A-Z_]+)", hooks)) - given_by_azd - kept_by_hooks <= outputs
    assert template("app").resource("app")["tags"] == {"azd-service-name": "orc"}
