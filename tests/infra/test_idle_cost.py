"""What a deployment that nobody uses costs: no timer and no poll keeps an instance awake."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from shared.devhost.timers import next_after
from shared.settings import Settings
from tests.infra.bicep import INFRA, MAIN, template
from tests.infra.test_settings import _deployed

_ROOT = Path(__file__).parents[2]
_FREE_GB_SECONDS, _FREE_EXECUTIONS = 100_000, 250_000
_SECONDS = 10
"""Of an execution, generously: a cold start, and four queries."""

# What has a price, by what the documentation calls it. Parts of another resource, and rights, have none of their own.
_PRICED = {
    "Microsoft.ApiManagement/service": "API Management",
    "Microsoft.CognitiveServices/accounts": "Azure OpenAI",
    "Microsoft.DocumentDB/databaseAccounts": "Cosmos DB",
    "Microsoft.DurableTask/schedulers": "Durable Task Scheduler",
    "Microsoft.EventGrid/systemTopics": "Event Grid",
    "Microsoft.Insights/components": "Application Insights",
    "Microsoft.Insights/actionGroups": "action group",
    "Microsoft.Insights/scheduledQueryRules": "Alert rules",
    "Microsoft.Insights/workbooks": "workbook",
    "Microsoft.ManagedIdentity/userAssignedIdentities": "managed identity",
    "Microsoft.Network/networkSecurityGroups": "virtual network",
    "Microsoft.Network/privateDnsZones": "DNS zones",
    "Microsoft.Network/privateEndpoints": "private endpoints",
    "Microsoft.Network/virtualNetworks": "virtual network",
    "Microsoft.OperationalInsights/workspaces": "Log Analytics",
    "Microsoft.Storage/storageAccounts": "storage account",
    "Microsoft.Web/serverfarms": "Flex Consumption",
    "Microsoft.Web/sites": "function app",
}
_FREE = {"Microsoft.Authorization/roleAssignments", "Microsoft.Resources/resourceGroups"}


def _executions(schedule: str, days: int = 31) -> int:
    at, count = datetime(2026, 1, 1, tzinfo=UTC) - timedelta(seconds=1), -1
    while at < datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days):
        at, count = next_after(schedule, at), count + 1
    return count


def _section() -> str:
    text = (_ROOT / "docs/azure.md").read_text(encoding="utf-8")
    return text[text.index("## An idle month") : text.index("## Limits")]


@pytest.mark.req("AZ-03")
def test_the_timer_of_an_idle_month_stays_within_the_free_grant() -> None:
    schedule = _deployed()["RECOVERY_SCHEDULE"]
    executions = _executions(schedule)
    gigabytes = template(MAIN).section("parameters")["instanceMemoryMB"]["default"] / 1024
    assert executions <= _FREE_EXECUTIONS
    assert executions * _SECONDS * gigabytes <= _FREE_GB_SECONDS
    assert f"{executions:,} executions of the timer" in _section()
    assert f"{executions * _SECONDS * gigabytes:,.0f} GB-s" in _section()


@pytest.mark.req("AZ-03")
def test_nothing_but_the_recovery_timer_runs_by_the_clock() -> None:
    app = (_ROOT / "function_app.py").read_text(encoding="utf-8")
    assert re.findall(r'timer_trigger\([^)]*schedule="([^"]*)"', app) == ["%RECOVERY_SCHEDULE%"]
    assert _deployed()["BLOB_TRIGGER_SOURCE"] == "eventgrid"
    assert template(MAIN).section("parameters")["alwaysReady"]["default"] == []


def test_a_deployment_can_choose_another_schedule() -> None:
    assert _deployed(appSettings={"RECOVERY_SCHEDULE": "0 0 * * * *"})["RECOVERY_SCHEDULE"] == "0 0 * * * *"
    assert _executions(Settings.from_environ({}).recovery_schedule, days=1) * 31 > _FREE_EXECUTIONS


@pytest.mark.req("AZ-03")
def test_the_idle_cost_of_every_deployed_resource_is_documented() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in INFRA.rglob("*.bicep"))
    made = set(re.findall(r"^resource \w+ '([\w./]+)@[\d-]+' = ", text, re.MULTILINE))
    whole = {kind for kind in made if kind.count("/") == 1} - _FREE
    assert whole == set(_PRICED)
    rows = [line for line in _section().splitlines() if line.startswith("|")]
    for name in {*_PRICED.values(), "Document Intelligence"}:
        assert any(name in row for row in rows), name
