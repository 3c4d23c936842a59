"""The rules of SE-10, resource by resource."""

import json
import re
from collections.abc import Mapping
from typing import Final

import pytest

from tests.infra.bicep import (
    INFRA,
    MAIN,
    Resource,
    Value,
    declared,
    module_config,
    path_of,
    strings,
    template,
    templates,
)

pytestmark = pytest.mark.req("SE-10")

# What must be so of each resource of a type, by the path of the property.
_RULES: Final[Mapping[str, Mapping[str, Value]]] = {
    "Microsoft.Storage/storageAccounts": {
        "properties.allowSharedKeyAccess": False,
        "properties.allowBlobPublicAccess": False,
        "properties.defaultToOAuthAuthentication": True,
        "properties.minimumTlsVersion": "TLS1_2",
        "properties.supportsHttpsTrafficOnly": True,
    },
    "Microsoft.Storage/storageAccounts/blobServices/containers": {"properties.publicAccess": "None"},
    "Microsoft.DocumentDB/databaseAccounts": {
        "properties.disableLocalAuth": True,
        "properties.disableKeyBasedMetadataWriteAccess": True,
        "properties.minimalTlsVersion": "Tls12",
    },
    "Microsoft.CognitiveServices/accounts": {"properties.disableLocalAuth": True},
    "Microsoft.Insights/components": {"properties.DisableLocalAuth": True, "properties.DisableIpMasking": False},
    "Microsoft.OperationalInsights/workspaces": {"properties.features.disableLocalAuth": True},
    "Microsoft.Web/sites": {
        "properties.httpsOnly": True,
        "properties.siteConfig.minTlsVersion": "1.2",
        "properties.siteConfig.scmMinTlsVersion": "1.2",
        "properties.siteConfig.cors.supportCredentials": False,
        "properties.functionAppConfig.deployment.storage.authentication.type": "UserAssignedIdentity",
        "identity.type": "UserAssigned",
    },
    "Microsoft.Web/sites/basicPublishingCredentialsPolicies": {"properties.allow": False},
    "Microsoft.ApiManagement/service/apis": {"properties.protocols": ["https"]},
    "Microsoft.ApiManagement/service/namedValues": {"properties.secret": False},
    "Microsoft.Authorization/roleAssignments": {
        "properties.principalId": "<principalId>",
        "properties.principalType": "ServicePrincipal",
    },
}
# Whoever deploys may be let read the data; such a role is there only when somebody is named.
_RULES_OF_A_READER: Final = {"properties.principalId": "<readerId>", "properties.principalType": "<readerType>"}
# Types that have no credentials, ports or public data of their own.
_WITHOUT_RULES: Final = {
    "Microsoft.ApiManagement/service",
    "Microsoft.ApiManagement/service/apis/operations",
    "Microsoft.ApiManagement/service/apis/operations/policies",
    "Microsoft.ApiManagement/service/apis/policies",
    "Microsoft.CognitiveServices/accounts/deployments",
    "Microsoft.DocumentDB/databaseAccounts/sqlDatabases",
    "Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers",
    "Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments",
    "Microsoft.DocumentDB/databaseAccounts/sqlRoleDefinitions",
    "Microsoft.DurableTask/schedulers",
    "Microsoft.DurableTask/schedulers/retentionPolicies",
    "Microsoft.DurableTask/schedulers/taskHubs",
    "Microsoft.EventGrid/systemTopics",
    "Microsoft.Insights/actionGroups",
    "Microsoft.Insights/scheduledQueryRules",
    "Microsoft.Insights/workbooks",
    "Microsoft.ManagedIdentity/userAssignedIdentities",
    "Microsoft.Network/networkSecurityGroups",
    "Microsoft.Network/privateDnsZones",
    "Microsoft.Network/privateDnsZones/virtualNetworkLinks",
    "Microsoft.Network/privateEndpoints",
    "Microsoft.Network/privateEndpoints/privateDnsZoneGroups",
    "Microsoft.Network/virtualNetworks",
    "Microsoft.Resources/resourceGroups",
    "Microsoft.Storage/storageAccounts/blobServices",
    "Microsoft.Storage/storageAccounts/managementPolicies",
    "Microsoft.Web/serverfarms",
    "Microsoft.Web/sites/config",
}
# Every role and the one resource that it holds for; docs/azure.md says why nothing less would do.
_ROLES: Final = {
    ("blobs", "b7e6dc6d-f1e8-4753-8033-0f276bb0955b"): ("account", "Storage Blob Data Owner"),
    ("blobs", "974c5e8b-45b9-4653-ba55-5f855dd0fb88"): ("account", "Storage Queue Data Contributor"),
    ("blobs", "0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3"): ("account", "Storage Table Data Contributor"),
    ("models", "5e0bd9bd-7b93-4f28-af87-19fc36ad61bd"): ("account", "Cognitive Services OpenAI User"),
    ("reading", "a97b65f3-24c7-4388-baec-2e87135dc908"): ("account", "Cognitive Services User"),
    ("monitoring", "3913510d-42f4-4e42-8a64-420c390055eb"): ("component", "Monitoring Metrics Publisher"),
    ("scheduler", "0ad04412-c4d5-4796-b79c-f76d14c8d402"): ("hub", "Durable Task Data Contributor"),
}
_READERS: Final = {
    ("blobs", "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1"): ("account", "Storage Blob Data Reader"),
    ("blobs", "19e7f393-937e-4f77-808e-94535e297925"): ("account", "Storage Queue Data Reader"),
    ("scheduler", "d6a5505f-6ebb-45a4-896e-ac8274cfc0ac"): ("hub", "Durable Task Data Reader"),
}


def _resources() -> list[Resource]:
    return [resource for each in templates() for resource in each.resources]


def _role(resource: Resource) -> tuple[str, str]:
    return resource.template.name, resource.values["properties"]["roleDefinitionId"]


def _reads(resource: Resource) -> bool:
    return resource.type == "Microsoft.Authorization/roleAssignments" and _role(resource) in _READERS


def _at(values: Mapping[str, Value], path: str) -> Value:
    for part in path.split("."):
        values = values[part]
    return values


@pytest.mark.parametrize(("file", "symbol"), declared("resource"))
def test_a_resource_keeps_the_rules_of_its_type(file: str, symbol: str) -> None:
    [resource] = [each for each in template(file).resources if each.symbol == symbol]
    rules = _RULES_OF_A_READER if _reads(resource) else _RULES.get(resource.type, {})
    assert bool(rules) != (resource.type in _WITHOUT_RULES), f"{resource.type} is new here: what must be so of it?"
    assert {path: _at(resource.values, path) for path in rules} == dict(rules)


def test_every_rule_is_about_a_resource_that_is_deployed() -> None:
    assert set(_RULES) | _WITHOUT_RULES == {resource.type for resource in _resources()}
    assert {(each.template.name, each.symbol) for each in _resources()} == set(declared("resource"))


def test_the_identity_has_these_roles_and_no_others() -> None:
    given = {
        _role(each): each.values["scope"]
        for each in _resources()
        if each.type == "Microsoft.Authorization/roleAssignments"
    }
    assert given == {role: scope for role, (scope, _) in (_ROLES | _READERS).items()}


def test_nobody_but_the_app_reads_the_data_unless_it_is_chosen() -> None:
    for each in _resources():
        if _reads(each):
            assert "readerId" in set(strings(each.condition))
    assert template(MAIN).variable("readerId") == ""
    chosen = template(MAIN, deployerDataRoles=True, deployerPrincipalId="me")
    assert chosen.variable("readerId") == "me"
    for name, module in chosen.section("modules").items():
        parameters = module_config(module)[0]["params"]
        assert parameters.get("readerId", "readerId") == "readerId", name


def test_every_role_is_justified_where_the_deployment_is_described() -> None:
    rows = (INFRA.parent / "docs/azure.md").read_text(encoding="utf-8").splitlines()
    for _, name in (_ROLES | _READERS).values():
        assert [row for row in rows if row.startswith(f"| {name} |") and len(row) > 60], name


def test_the_role_for_tables_is_given_only_when_orchestrations_are_kept_there() -> None:
    conditions = {each.symbol: each.condition for each in template("blobs").resources}
    assert conditions["tableContributor"] == "durableInStorage"


def test_the_identity_reads_and_writes_items_of_its_one_database() -> None:
    database = template("database")
    role, given = database.resource("itemsRole")["properties"], database.resource("itemsOfTheApp")["properties"]
    assert role["assignableScopes"] == [given["scope"]] == ["${account.id}/dbs/orc"]
    assert given["roleDefinitionId"] == "<itemsRole.id>"
    assert role["permissions"] == [
        {
            "dataActions": [
                "Microsoft.DocumentDB/databaseAccounts/readMetadata",
                "Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/executeQuery",
                "Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/items/*",
            ]
        }
    ]


def test_every_role_goes_to_the_apps_identity() -> None:
    for name, module in template(MAIN).section("modules").items():
        parameters = module_config(module)[0]["params"]
        if "principalId" in parameters:
            assert path_of(parameters["principalId"]) == "identity.outputs.principalId", name


def test_nothing_asks_for_a_key() -> None:
    for each in templates():
        assert re.findall(r"\blist[A-Z]\w*\(|\bgetSecret\(|AccountKey|SharedAccess|primaryKey", each.text) == []


def test_no_parameter_and_no_output_is_a_secret() -> None:
    for each in templates():
        for name, parameter in each.section("parameters").items():
            assert not re.search(r"(?i)secret|password|key$", name)
            assert "secure" not in [it["type"] for it in parameter["decorators"]]
        for name, output in each.section("outputs").items():
            assert not re.search(r"(?i)secret|password|key$|sas$", name)
            assert "listKeys" not in json.dumps(output)


def test_no_origin_is_a_wildcard() -> None:
    assert template(MAIN).section("parameters")["corsOrigins"]["default"] == []
    origins = "filter(corsOrigins, origin => !contains(origin, '*'))"
    assert f"var origins = {origins}" in template("app").text
    assert "allowedOrigins: origins" in template("app").text
    assert f"join({origins}," in template("gateway").text


@pytest.mark.parametrize(
    ("file", "module"),
    [("storage", "newStorage"), ("cosmos", "newCosmos"), ("openai", "newOpenAi"), ("reading", "reading")],
)
def test_with_private_networking_a_store_has_no_public_address(file: str, module: str) -> None:
    assert template(file, publicAccess=False).resource("account")["properties"]["publicNetworkAccess"] == "Disabled"
    assert template(file, publicAccess=True).resource("account")["properties"]["publicNetworkAccess"] == "Enabled"
    main = template(MAIN, privateNetworking=True)
    given = module_config(main.section("modules")[module])[0]["params"]
    assert main.resolve(given["publicAccess"]) is False


def test_only_health_the_page_sign_in_and_the_webhook_skip_authentication() -> None:
    excluded = template("app").resource("authentication")["properties"]["globalValidation"]
    assert excluded["requireAuthentication"] is True
    assert excluded["unauthenticatedClientAction"] == "Return401"
    page = ["/api/", "/api/app/*", "/api/session"]  # the app asks for credentials at every other path all the same
    metadata = ["/api/.well-known/*", "/api/mcp/.well-known/*"]
    assert set(excluded["excludedPaths"]) == {*page, *metadata, "/api/health", "/runtime/webhooks/blobs"}


@pytest.mark.req("SE-11")
def test_local_identity_cannot_be_chosen() -> None:
    decorators = template(MAIN).section("parameters")["identityMode"]["decorators"]
    assert [it["argument"] for it in decorators if it["type"] == "allowed"] == [["jwt", "easyauth"]]
