"""The definition of the containers in the shape of Cosmos DB's REST API and of Bicep: plain dictionaries, so that tests
compare the infrastructure's definition with the adapter's."""

from typing import Any

from orc.ports import DOCUMENT_ITEMS, ItemContainer

# Every field by which a query filters or orders, except vector_model, which only filters chunks of contents that were
# found by id. Nothing else is indexed, which makes writes cheaper.
INDEXED_FIELDS = ("id", "type", "sort", "conversation_id", "run_id", "content_id", "position")
TEXT_FIELD = "text"
VECTOR_FIELD = "vector"
MODEL_FIELD = "vector_model"

type Definition = dict[str, Any]


def container_definition(
    container: ItemContainer, *, full_text: bool = False, vector_dimensions: int | None = None
) -> Definition:
    """The container with its partition key, lifetimes and indexes; search by text and by vector on request."""
    definition: Definition = {
        "id": container.name,
        "partitionKey": {
            "paths": [f"/{field}" for field in container.partition_fields],
            "kind": "MultiHash",
            "version": 2,
        },
        "defaultTtl": -1,  # items expire by their own ttl only
        "indexingPolicy": {
            "indexingMode": "consistent",
            "automatic": True,
            "includedPaths": [{"path": f"/{field}/?"} for field in INDEXED_FIELDS],
            "excludedPaths": [{"path": "/*"}, {"path": '/"_etag"/?'}],
            "compositeIndexes": [[{"path": f"/{field}", "order": "ascending"} for field in ("type", "sort", "id")]],
        },
    }
    if full_text:
        paths = [{"path": f"/{TEXT_FIELD}", "language": "en-US"}]
        definition["fullTextPolicy"] = {"defaultLanguage": "en-US", "fullTextPaths": paths}
        definition["indexingPolicy"]["fullTextIndexes"] = [{"path": f"/{TEXT_FIELD}"}]
    if vector_dimensions is not None:
        vectors = {"path": f"/{VECTOR_FIELD}", "dataType": "float32", "distanceFunction": "cosine"}
        definition["vectorEmbeddingPolicy"] = {"vectorEmbeddings": [{**vectors, "dimensions": vector_dimensions}]}
        definition["indexingPolicy"]["vectorIndexes"] = [{"path": f"/{VECTOR_FIELD}", "type": "quantizedFlat"}]
    return definition


def definitions(container: ItemContainer, *, vector_dimensions: int | None) -> list[Definition]:
    """The definitions to try, richest first: an account or emulator may not offer every kind of search."""
    plain = container_definition(container)
    if container != DOCUMENT_ITEMS:
        return [plain]
    wanted = [container_definition(container, full_text=True), plain]
    if vector_dimensions is None:
        return wanted
    return [container_definition(container, full_text=True, vector_dimensions=vector_dimensions), *wanted]
