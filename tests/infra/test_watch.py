"""The workbook and the alerts ask for the measurements that the app takes, by the names that it gives them."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from orc.ports.metrics import METRICS, TURN_SPAN, TURN_SPAN_ATTRIBUTES
from tests.infra.bicep import INFRA, template

pytestmark = pytest.mark.req("BX-19")

_ALERTS: Final = {path.stem: path.read_text(encoding="utf-8") for path in (INFRA / "watch/alerts").glob("*.kql")}
_WATCH: Final = {"alerts": True, "alertEmail": ""}


def _workbook() -> dict[str, Any]:
    return dict(json.loads((INFRA / "watch/workbook.json").read_text(encoding="utf-8")))


def _workbook_queries() -> Iterator[str]:
    for item in _workbook()["items"]:
        if "query" in item["content"]:
            yield item["content"]["query"]


def _asked(queries: Iterator[str]) -> dict[tuple[str, str], set[str]]:
    """By table and name, the attributes that queries ask for."""
    asked: dict[tuple[str, str], set[str]] = {}
    for query in queries:
        table = query.split("\n", 1)[0]
        [name] = re.findall(r'\bname == "([^"]+)"', query)
        asked.setdefault((table, name), set()).update(re.findall(r'customDimensions\["([^"]+)"\]', query))
    return asked


_TOLD: Final = {("customMetrics", each.name): set(each.attributes) for each in METRICS} | {
    ("dependencies", TURN_SPAN): set(TURN_SPAN_ATTRIBUTES)
}


def test_the_workbook_shows_every_measurement_with_every_attribute() -> None:
    assert _asked(_workbook_queries()) == _TOLD


@pytest.mark.parametrize("name", sorted(_ALERTS))
def test_an_alert_asks_for_what_is_measured(name: str) -> None:
    [(measured, attributes)] = _asked(iter([_ALERTS[name]])).items()
    assert attributes <= _TOLD[measured]
    assert re.search(r"(?m)\bvalue = ", _ALERTS[name]), "the column that the rule compares"


def test_every_alert_that_is_written_is_deployed_with_a_threshold() -> None:
    rules = template("watch", **_WATCH).variable("rules")
    assert {rule["name"] for rule in rules} == set(_ALERTS)
    text = (INFRA / "modules/watch.bicep").read_text(encoding="utf-8")
    for rule in rules:
        assert f"loadTextContent('../watch/alerts/{rule['name']}.kql')" in text
        assert rule["threshold"].strip("<>") in template("watch").section("parameters")


def test_mail_is_sent_only_to_somebody() -> None:
    for email, receivers in (("", []), ("team@example.com", ["<actionGroup.id>"])):
        watch = template("watch", alerts=True, alertEmail=email)
        assert watch.variable("receivers") == receivers
        assert watch.resource("alert")["properties"]["actions"] == {"actionGroups": receivers}
    [group] = [each for each in template("watch").resources if each.symbol == "actionGroup"]
    assert "alertEmail" in str(group.condition)


def test_the_workbook_is_of_the_component_that_has_the_measurements() -> None:
    assert _workbook()["fallbackResourceIds"] == ["{componentId}"]
    text = (INFRA / "modules/watch.bicep").read_text(encoding="utf-8")
    assert "replace(loadTextContent('../watch/workbook.json'), '{componentId}', componentId)" in text
    assert template("watch").resource("workbook")["properties"]["sourceId"] == "<componentId>"


def test_queries_have_no_text_that_a_workbook_would_replace() -> None:
    """A workbook puts its parameters in wherever a name stands in braces."""
    found = {name for query in _workbook_queries() for name in re.findall(r"\{([^}]*)\}", query)}
    assert found == {"TimeRange:grain"}
