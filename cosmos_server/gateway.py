"""The operations of one account: each turns a request into a response."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cosmos_server.batches import run_batch
from cosmos_server.charges import query_charge, read_charge, write_charge
from cosmos_server.containers import MAX_ITEM_BYTES, Body, Container, Database, Stored, rid_of
from cosmos_server.errors import (
    CONTAINER_RID_MISMATCH,
    CROSS_PARTITION_QUERY_NOT_SERVABLE,
    OWNER_NOT_FOUND,
    ServiceError,
    bad_request,
    conflict,
    not_found,
    too_large,
)
from cosmos_server.faults import Kind
from cosmos_server.partitions import RANGE_ID, Key
from cosmos_server.patches import patch
from cosmos_server.plans import plan_of
from cosmos_server.queries import check_indexes, run_query
from cosmos_server.routing import is_set
from cosmos_server.sql import Query, parse

_DEFAULT_PAGE = 100
_RANGE = {"id": RANGE_ID, "minInclusive": "", "maxExclusive": "FF", "ridPrefix": 0, "throughputFraction": 1,
          "status": "online", "parents": []}  # fmt: skip


@dataclass(frozen=True)
class Call:
    """A parsed request: the ids in its path, its headers by lower-case name, the bytes of its body."""

    ids: Sequence[str]
    headers: Mapping[str, str]
    content: bytes

    @property
    def body(self) -> Any:
        try:
            return json.loads(self.content)
        except ValueError as error:
            raise bad_request("The request's body is not JSON.") from error

    @property
    def if_match(self) -> str | None:
        return self.headers.get("if-match")


@dataclass
class Answer:
    status: int
    body: Any = None
    charge: float = 1
    headers: dict[str, str] = field(default_factory=dict)


class Gateway:
    """The databases by id. endpoint is the address of the account's only region."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.endpoint = ""
        self.databases: dict[str, Database] = {}
        self.max_page = 1000
        self._clock = clock
        self._made = 0

    def answer(self, kind: Kind, call: Call) -> Answer:
        operation: Callable[[Call], Answer] | None = getattr(self, f"_{kind}", None)
        if operation is None:
            raise ServiceError(405, "The requested verb is not supported on this resource.")
        answer = operation(call)
        if len(call.ids) > 1 and kind != "delete_container":
            container = self._container(call, owned=False)
            answer.headers |= {
                "x-ms-session-token": f"{RANGE_ID}:-1#{container.lsn}",
                "x-ms-alt-content-path": container.path,
                "x-ms-documentdb-partitionkeyrangeid": RANGE_ID,
                "lsn": str(container.lsn),
            }
        return answer

    def _account(self, call: Call) -> Answer:
        region = [{"name": "Local", "databaseAccountEndpoint": self.endpoint}]
        account = {
            "id": "local",
            "_rid": "local",
            "_self": "",
            "writableLocations": region,
            "readableLocations": region,
            "enableMultipleWriteLocations": False,
            "enablePerPartitionFailoverBehavior": False,
            "userConsistencyPolicy": {"defaultConsistencyLevel": "Session"},
        }
        return Answer(200, account)

    def _list_databases(self, call: Call) -> Answer:
        return _feed("Databases", [database.resource() for database in self.databases.values()])

    def _create_database(self, call: Call) -> Answer:
        name = call.body["id"]
        if name in self.databases:
            raise conflict()
        self._made += 1
        self.databases[name] = Database(name, rid_of(self._made, length=4))
        return Answer(201, self.databases[name].resource())

    def _read_database(self, call: Call) -> Answer:
        return Answer(200, self._database(call).resource())

    def _delete_database(self, call: Call) -> Answer:
        del self.databases[self._database(call).id]
        return Answer(204)

    def _list_containers(self, call: Call) -> Answer:
        containers = self._database(call).containers.values()
        return _feed("DocumentCollections", [container.resource() for container in containers])

    def _create_container(self, call: Call) -> Answer:
        database, definition = self._database(call), call.body
        if definition["id"] in database.containers:
            raise conflict()
        self._made += 1
        rid = rid_of(self._made, length=4, parent=database.rid)
        container = Container(database, rid, definition, self._clock)
        database.containers[definition["id"]] = container
        return Answer(201, container.resource())

    def _read_container(self, call: Call) -> Answer:
        return Answer(200, self._container(call, owned=False).resource())

    def _replace_container(self, call: Call) -> Answer:
        container = self._container(call, owned=False)
        container.define(call.body)
        return Answer(200, container.resource())

    def _delete_container(self, call: Call) -> Answer:
        self._container(call, owned=False)
        del self._database(call).containers[call.ids[1]]
        return Answer(204)

    def _pkranges(self, call: Call) -> Answer:
        """The only range. A client that has it gets a 304, which ends its reading of the change feed."""
        etag = f'"{self._container(call).rid}"'
        if call.headers.get("if-none-match") == etag:
            return Answer(304, headers={"etag": etag})
        answer = _feed("PartitionKeyRanges", [_RANGE])
        answer.headers["etag"] = etag
        return answer

    def _read(self, call: Call) -> Answer:
        item = self._container(call).read(self._key(call), call.ids[2])
        if call.headers.get("if-none-match") == item.etag:
            return Answer(304, headers={"etag": item.etag})
        return Answer(200, item.body, read_charge(item.body), {"etag": item.etag})

    def _create(self, call: Call) -> Answer:
        return _written(201, self._container(call).create(self._key(call), self._item(call)))

    def _upsert(self, call: Call) -> Answer:
        item, new = self._container(call).upsert(self._key(call), self._item(call), call.if_match)
        return _written(201 if new else 200, item)

    def _replace(self, call: Call) -> Answer:
        container = self._container(call)
        return _written(200, container.replace(self._key(call), call.ids[2], self._item(call), call.if_match))

    def _patch(self, call: Call) -> Answer:
        return _written(200, patch(self._container(call), self._key(call), call.ids[2], call.body, call.if_match))

    def _delete(self, call: Call) -> Answer:
        item = self._container(call).delete(self._key(call), call.ids[2], call.if_match)
        return Answer(204, charge=write_charge(item.body))

    def _batch(self, call: Call) -> Answer:
        if len(call.content) > MAX_ITEM_BYTES:
            raise too_large()
        status, answers = run_batch(self._container(call), self._key(call), call.body)
        return Answer(status, answers, sum(answer["requestCharge"] for answer in answers))

    def _read_feed(self, call: Call) -> Answer:
        if "a-im" in call.headers:
            raise bad_request("This server has no change feed.")
        return self._page(call, parse("SELECT * FROM c", {}))

    def _query(self, call: Call) -> Answer:
        query = _parsed(call)
        check_indexes(query, self._container(call).indexing_policy)
        whole = not {"x-ms-documentdb-partitionkey", "x-ms-documentdb-partitionkeyrangeid"} & call.headers.keys()
        if whole and not is_set(call.headers, "x-ms-documentdb-query-enablecrosspartition"):
            raise bad_request("Cross partition query is required but disabled.")
        if whole and not query.servable_by_gateway:
            raise bad_request(
                "The provided cross partition query can not be directly served by the gateway.",
                substatus=CROSS_PARTITION_QUERY_NOT_SERVABLE,
            )
        return self._page(call, query)

    def _query_plan(self, call: Call) -> Answer:
        query = _parsed(call)
        check_indexes(query, self._container(call).indexing_policy)
        return Answer(200, plan_of(query))

    def _page(self, call: Call, query: Query) -> Answer:
        """A page of the query's results in the partition, in the range of partitions, or in them all."""
        container = self._container(call)
        if "x-ms-documentdb-partitionkey" in call.headers:
            key_hash = container.scheme.hash_of(self._key(call))
            items = [item for item in container.live() if item.hash == key_hash]
        elif call.headers.get("x-ms-documentdb-partitionkeyrangeid", RANGE_ID) != RANGE_ID:
            raise ServiceError(410, "The requested partition key range is gone.", substatus=1002)
        else:
            first, end = call.headers.get("x-ms-start-epk", ""), call.headers.get("x-ms-end-epk", "FF")
            items = [item for item in container.live() if first <= item.hash < end]
        wanted = int(call.headers.get("x-ms-max-item-count", -1))
        page = run_query(
            query,
            items,
            page_size=min(self.max_page, wanted if wanted > 0 else _DEFAULT_PAGE),
            continuation=call.headers.get("x-ms-continuation"),
        )
        answer = _feed("Documents", page.results)
        answer.charge = query_charge(page.results)
        answer.body["_rid"] = container.rid
        if page.continuation:
            answer.headers["x-ms-continuation"] = page.continuation
        return answer

    def _database(self, call: Call) -> Database:
        if call.ids[0] not in self.databases:
            raise not_found(OWNER_NOT_FOUND if len(call.ids) > 1 else 0)
        return self.databases[call.ids[0]]

    def _container(self, call: Call, *, owned: bool = True) -> Container:
        """The call's container. The substatus of its 404 shows whether the container itself or something in it was
        requested."""
        container = self._database(call).containers.get(call.ids[1])
        if container is None:
            raise not_found(OWNER_NOT_FOUND if owned else 0)
        intended = call.headers.get("x-ms-cosmos-intended-collection-rid", container.rid)
        if owned and intended != container.rid:
            raise bad_request("The container is not the one that was meant.", substatus=CONTAINER_RID_MISMATCH)
        return container

    def _key(self, call: Call) -> Key:
        if "x-ms-documentdb-partitionkey" not in call.headers:
            raise bad_request("PartitionKey value must be supplied for this operation.")
        return self._container(call).scheme.named(call.headers["x-ms-documentdb-partitionkey"])

    def _item(self, call: Call) -> Body:
        if len(call.content) > MAX_ITEM_BYTES:
            raise too_large()
        if not isinstance(call.body, dict):
            raise bad_request("An item is a JSON object.")
        return call.body


def _parsed(call: Call) -> Query:
    parameters = {each["name"]: each["value"] for each in call.body.get("parameters") or ()}
    return parse(call.body["query"], parameters)


def _feed(name: str, resources: list[Any]) -> Answer:
    return Answer(
        200, {"_rid": "", name: resources, "_count": len(resources)}, headers={"x-ms-item-count": str(len(resources))}
    )


def _written(status: int, item: Stored) -> Answer:
    return Answer(status, item.body, write_charge(item.body), {"etag": item.etag})
