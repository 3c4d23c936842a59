"""One container: the only module that calls azure.cosmos about items. It raises none of the SDK's errors."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from azure.core import MatchConditions
from azure.core.exceptions import AzureError, ClientAuthenticationError
from azure.cosmos.aio import ContainerProxy
from azure.cosmos.exceptions import CosmosBatchOperationError, CosmosHttpResponseError

from orc.errors import StoreError, StoreUnavailable
from shared.stores.cosmos.operations import Document, NotUnderstood, Operation, Rejected
from shared.stores.cosmos.transport import ServiceFailure

_REJECTIONS = frozenset({404, 409, 412})
_OWNER_IS_MISSING = 1003
_PAGE = 1000

type Key = list[str]


class Container:
    """Items by full partition key. A failed condition raises Rejected, every other failure a StoreError."""

    def __init__(self, proxy: ContainerProxy, name: str) -> None:
        self._proxy = proxy
        self._name = name

    async def read(self, key: Key, item_id: str) -> Document | None:
        try:
            with translated(self._name):
                return await self._proxy.read_item(item_id, key)
        except Rejected:
            return None

    async def write(self, key: Key, operation: Operation) -> str:
        """Executes one operation and returns the new ETag; "" for a delete."""
        with translated(self._name):
            match operation.kind:
                case "create":
                    answer = await self._proxy.create_item(dict(operation.body or {}), no_response=True)
                case "upsert":
                    answer = await self._proxy.upsert_item(dict(operation.body or {}), no_response=True)
                case "replace":
                    answer = await self._proxy.replace_item(
                        operation.item_id,
                        dict(operation.body or {}),
                        etag=operation.etag,
                        match_condition=MatchConditions.IfNotModified,
                        no_response=True,
                    )
                case "patch":
                    answer = await self._proxy.patch_item(operation.item_id, key, operation.changes, no_response=True)
                case "delete":
                    guard: dict[str, Any] = {"etag": operation.etag, "match_condition": MatchConditions.IfNotModified}
                    await self._proxy.delete_item(operation.item_id, key, **(guard if operation.etag else {}))
                    return ""
        return str(answer.get_response_headers()["etag"])

    async def write_all(self, key: Key, operations: Sequence[Operation]) -> list[str]:
        """Executes all of the operations or none, in one transactional batch, and returns their ETags as write does."""
        entries: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        for operation in operations:
            match operation.kind:
                case "delete":
                    guard = {"if_match_etag": operation.etag} if operation.etag else {}
                    entries.append(("delete", (operation.item_id,), guard))
                case "patch":
                    entries.append(("patch", (operation.item_id, operation.changes), {}))
                case "replace":
                    arguments = (operation.item_id, operation.body)
                    entries.append(("replace", arguments, {"if_match_etag": operation.etag}))
                case kind:
                    entries.append((kind, (operation.body,), {}))
        with translated(self._name):
            results = await self._proxy.execute_item_batch(entries, key)
        return [
            "" if operation.kind == "delete" else str(result["eTag"])
            for operation, result in zip(operations, results, strict=True)
        ]

    async def query(
        self, key: Key, sql: str, parameters: Mapping[str, Any], *, page: int = _PAGE
    ) -> AsyncIterator[Document]:
        """The results under a full key or a prefix of it; of several physical partitions, one after the other, each in
        the query's order."""
        scope: dict[str, Any] = {"partition_key": key} if key else {}
        if parameters:
            scope["parameters"] = [{"name": f"@{name}", "value": value} for name, value in parameters.items()]
        with found(self._name):
            async for document in self._proxy.query_items(sql, max_item_count=min(page, _PAGE), **scope):
                yield document


@contextmanager
def translated(name: str) -> Iterator[None]:
    """Raises the service's failures as the product's errors; name tells users the database and container."""
    try:
        yield
    except ServiceFailure as error:
        raise _failure(error.status, str(error), name) from error
    except ClientAuthenticationError as error:
        raise StoreUnavailable(f"No credentials for Cosmos DB could be obtained ({type(error).__name__}).") from error
    except (CosmosHttpResponseError, CosmosBatchOperationError) as error:
        if error.status_code in _REJECTIONS and error.sub_status != _OWNER_IS_MISSING:
            raise Rejected(error.status_code, getattr(error, "error_index", 0)) from error
        raise _failure(error.status_code, f"HTTP {error.status_code}", name) from error
    except AzureError as error:
        raise StoreUnavailable(f"Cosmos DB does not answer ({type(error).__name__}).") from error


@contextmanager
def found(name: str) -> Iterator[None]:
    """As translated, for requests that fail only when the database or container itself is missing."""
    try:
        with translated(name):
            yield
    except Rejected as rejected:
        raise missing(name) from rejected


def _failure(status: int | None, reason: str, name: str) -> StoreError:
    match status:
        case 401 | 403:
            return StoreUnavailable(f"Cosmos DB refused the credentials ({reason}).")
        case 404:
            return missing(name)
        case 400 | 413:
            return NotUnderstood(f"Cosmos DB refused a request to {name} ({reason}).")
        case 429:
            return StoreUnavailable("Cosmos DB is too busy: it has fewer request units than are needed.")
        case _:
            return StoreUnavailable(f"Cosmos DB does not answer ({reason}).")


def missing(name: str) -> StoreUnavailable:
    """The failure of a missing database or container."""
    return StoreUnavailable(
        f"Cosmos DB has no {name}: deploy the infrastructure, which creates it, or set COSMOS_CREATE=true."
    )
