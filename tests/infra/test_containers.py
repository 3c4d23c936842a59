"""The containers that Bicep makes are those that the adapter would make itself, field by field."""

import pytest

from orc.ports import AUDIT_ITEMS, CONVERSATION_ITEMS, DOCUMENT_ITEMS
from shared.stores.cosmos.schema import Definition, container_definition
from tests.infra.bicep import MAIN, module_config, template


def _dimensions() -> int:
    return int(template(MAIN).section("parameters")["embeddingDimensions"]["default"])


def _deployed(symbol: str) -> Definition:
    definition = template("database", embeddingDimensions=_dimensions()).resource(symbol)["properties"]["resource"]
    return dict(definition)


def test_the_container_of_conversations_is_the_adapters() -> None:
    assert _deployed("conversations") == container_definition(CONVERSATION_ITEMS)


def test_the_container_of_documents_is_the_adapters_with_both_kinds_of_search() -> None:
    wanted = container_definition(DOCUMENT_ITEMS, full_text=True, vector_dimensions=_dimensions())
    assert _deployed("documents") == wanted


@pytest.mark.req("BX-18")
def test_the_container_of_the_audit_is_the_adapters() -> None:
    assert _deployed("audit") == container_definition(AUDIT_ITEMS)


def test_a_container_is_named_as_it_says() -> None:
    database = template("database")
    for item_container in (AUDIT_ITEMS, CONVERSATION_ITEMS, DOCUMENT_ITEMS):
        assert database.resource(item_container.name)["name"] == item_container.name
        assert database.resource(item_container.name)["parent"] == "database"


def test_the_database_is_the_one_that_the_app_opens() -> None:
    assert template("database").resource("database")["properties"]["resource"]["id"] == "orc"
    assert template("database").section("outputs")["database"]["value"]
    given = module_config(template(MAIN).section("modules")["app"])[0]["params"]
    assert "cosmosDatabase" in given


@pytest.mark.parametrize("capability", ["EnableServerless", "EnableNoSQLVectorSearch", "EnableNoSQLFullTextSearch"])
def test_the_account_can_do_what_the_containers_ask(capability: str) -> None:
    assert {"name": capability} in template("cosmos").resource("account")["properties"]["capabilities"]
