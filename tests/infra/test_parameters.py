"""Every parameter can be set by a variable of the environment, and what is there already can be used."""

import json
import re
from typing import Any, Final

import pytest
import yaml

from tests.infra.bicep import INFRA, MAIN, Value, module_config, template

# Names that azd or Azure tools know; all others follow from the parameter's.
_OWN_NAMES: Final = {
    "environmentName": "AZURE_ENV_NAME",
    "location": "AZURE_LOCATION",
    "openAiLocation": "AZURE_OPENAI_LOCATION",
    "authClientId": "AUTH_CLIENT_ID",
    "chatModelName": "AZURE_CHAT_MODEL",
    "chatModelVersion": "AZURE_CHAT_MODEL_VERSION",
    "identityMode": "ORC_IDENTITY",
    "apiManagementPublisherEmail": "ORC_PUBLISHER_EMAIL",
    "deployerPrincipalId": "AZURE_PRINCIPAL_ID",
    "deployerPrincipalType": "AZURE_PRINCIPAL_TYPE",
}
_ACCOUNT = "/subscriptions/other/resourceGroups/shared/providers/Microsoft.X/accounts/there"


def _parameters() -> dict[str, Value]:
    return template(MAIN).section("parameters")


def _given() -> dict[str, str]:
    values = json.loads((INFRA / "main.parameters.json").read_text(encoding="utf-8"))["parameters"]
    return {name: each["value"] for name, each in values.items()}


def _variable(parameter: str) -> str:
    words = re.sub(r"^use(?=[A-Z])", "", parameter).replace("OpenAi", "Openai")
    return _OWN_NAMES.get(parameter) or "ORC_" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", words).upper()


def test_every_parameter_has_a_variable() -> None:
    assert set(_given()) == set(_parameters())
    assert {name: re.findall(r"\$\{(\w+)", value) for name, value in _given().items()} == {
        name: [_variable(name)] for name in _parameters()
    }


@pytest.mark.parametrize("name", list(_given()))
def test_a_variable_that_is_not_set_keeps_the_default_of_the_template(name: str) -> None:
    """azd reads an array or object as JSON, where null is no value; a text after `=` stands for unset and empty."""
    parameter = _parameters()[name]
    default = re.fullmatch(r"\$\{\w+(?:=(.*))?\}", _given()[name])
    assert default is not None
    if parameter["type"] in ("array", "object"):
        assert default[1] == "null"
    elif parameter["default"] in (None, ""):
        assert default[1] is None
    else:
        assert default[1] == _written(parameter["default"])


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _asked(environment: dict[str, str]) -> set[str]:
    """The parameters without a default in Bicep whose value comes out empty.

    azd puts in variables, `${NAME=default}` where the variable is empty, and asks for what is still empty then; a
    default in Bicep, an empty text too, keeps it from asking (`ensureParameters` in its Bicep provider).
    """

    def put_in(found: re.Match[str]) -> str:
        return environment.get(found[1]) or found[2] or ""

    values = {name: re.sub(r"\$\{(\w+)(?:=([^}]*))?\}", put_in, value) for name, value in _given().items()}
    return {name for name, each in _parameters().items() if each["default"] is None and not values.get(name)}


@pytest.mark.req("AZ-02")
def test_the_first_azd_up_asks_only_for_a_name_and_region() -> None:
    assert _asked({}) == {"environmentName", "location"}


@pytest.mark.req("AZ-02")
def test_with_a_name_and_a_region_nothing_is_asked() -> None:
    assert _asked({"AZURE_ENV_NAME": "dev", "AZURE_LOCATION": "eastus2"}) == set()


@pytest.mark.req("AZ-02")
def test_the_registration_reaches_the_deployment_by_the_variable_that_the_hook_sets() -> None:
    assert _given()["authClientId"] == "${AUTH_CLIENT_ID}"
    assert _parameters()["authClientId"]["default"] == ""


def test_azd_is_one_that_reads_arrays_and_objects_from_variables() -> None:
    azd = yaml.safe_load((INFRA.parent / "azure.yaml").read_text(encoding="utf-8"))["requiredVersions"]["azd"]
    assert tuple(int(part) for part in re.findall(r"\d+", azd)) >= (1, 23, 4)


@pytest.mark.parametrize("name", ["location", "openAiLocation"])
def test_a_region_is_offered_where_the_models_have_quota(name: str) -> None:
    main = template(MAIN)
    [metadata] = [it["argument"]["azd"] for it in _parameters()[name]["decorators"] if it["type"] == "metadata"]
    sku = main.resolve("modelDeploymentSku")
    models = [("chatModelName", "chatCapacity"), ("embeddingModelName", "embeddingCapacity")]
    assert metadata == {
        "type": "location",
        "usageName": [f"OpenAI.{sku}.{main.resolve(model)}, {main.resolve(capacity)}" for model, capacity in models],
    }


@pytest.mark.parametrize(
    ("parameter", "made", "used"),
    [
        ("existingStorageId", "newStorage", "blobs"),
        ("existingCosmosId", "newCosmos", "database"),
        ("existingOpenAiId", "newOpenAi", "models"),
    ],
)
def test_an_account_that_is_there_is_used_where_it_is(parameter: str, made: str, used: str) -> None:
    for value in ("", _ACCOUNT):
        main = template(MAIN, environmentName="dev", **{parameter: value})
        _, condition = module_config(main.section("modules")[made])
        assert main.resolve(condition) is (value == "")
        config, condition = module_config(main.section("modules")[used])
        assert condition is None
        assert config["dependsOn"] == [made]
        account = main.resolve(config["params"]["accountName"])
        place = list(config["scope"]["function"]["parameters"].values())
        where = [main.resolve(each) for each in place]
        if value:
            assert (account, where) == ("there", ["shared", "other"])
        else:
            new = module_config(main.section("modules")[made])[0]["params"]
            assert account == main.resolve(new["name"])
            assert where[0] == "rg-dev"


def test_a_workspace_that_is_there_gets_the_traces() -> None:
    for value in ("", _ACCOUNT):
        monitoring = template("monitoring", existingWorkspaceId=value)
        [workspace] = [each for each in monitoring.resources if each.symbol == "workspace"]
        assert monitoring.resolve(workspace.condition) is (value == "")
        wanted = value or "<workspace.id>"
        assert monitoring.resource("component")["properties"]["WorkspaceResourceId"] == wanted


def test_everything_of_its_own_goes_into_the_group_that_is_there() -> None:
    main = template(MAIN, existingResourceGroup="rg-shared", environmentName="dev")
    [group] = [each for each in main.resources if each.symbol == "group"]
    assert main.resolve(group.condition) is False
    assert main.variable("groupName") == "rg-shared"
    scopes = [module_config(each)[0]["scope"] for each in main.section("modules").values()]
    assert all(scope["function"]["type"] == "resource_group" for scope in scopes)


def test_always_ready_instances_and_concurrency_reach_the_app() -> None:
    instances = [{"name": "http", "instanceCount": 1}]
    main = template(MAIN, alwaysReady=instances, httpConcurrency=8)
    given = module_config(main.section("modules")["app"])[0]["params"]
    arguments = {name: main.resolve(given[name]) for name in ("alwaysReady", "httpConcurrency")}
    scale = template("app", **arguments).resource("app")["properties"]["functionAppConfig"]["scaleAndConcurrency"]
    assert scale["alwaysReady"] == instances
    assert scale["triggers"]["http"]["perInstanceConcurrency"] == 8
