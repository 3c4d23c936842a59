"""Transactional batches: one result for each operation, and all of them take effect or none does."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from cosmos_server.charges import read_charge, write_charge
from cosmos_server.containers import Container, Stored
from cosmos_server.errors import ServiceError, bad_request
from cosmos_server.partitions import Key
from cosmos_server.patches import patch

MAX_OPERATIONS = 100


def run_batch(
    container: Container, key: Key, operations: Sequence[Mapping[str, Any]]
) -> tuple[HTTPStatus, list[dict[str, Any]]]:
    if not operations:
        raise bad_request("Batch request has no operations.")
    if len(operations) > MAX_OPERATIONS:
        raise bad_request("Batch request has more operations than what is supported.")
    answers: dict[int, dict[str, Any]] = {}
    try:
        with container.atomically():
            for place, operation in enumerate(operations):
                answers[place] = _answer(container, key, operation)
    except ServiceError as error:
        dependent = {"statusCode": 424, "requestCharge": 0}
        failed = {"statusCode": error.status, "subStatusCode": error.substatus, "requestCharge": write_charge(0)}
        return HTTPStatus.MULTI_STATUS, [failed if n == len(answers) else dependent for n in range(len(operations))]
    return HTTPStatus.OK, list(answers.values())


def _answer(container: Container, key: Key, operation: Mapping[str, Any]) -> dict[str, Any]:
    item_id, body, if_match = operation.get("id", ""), operation.get("resourceBody", {}), operation.get("ifMatch")
    match operation.get("operationType"):
        case "Create":
            return _written(201, container.create(key, body))
        case "Upsert":
            item, new = container.upsert(key, body, if_match)
            return _written(201 if new else 200, item)
        case "Replace":
            return _written(200, container.replace(key, item_id, body, if_match))
        case "Patch":
            return _written(200, patch(container, key, item_id, body, if_match))
        case "Delete":
            return {"statusCode": 204, "requestCharge": write_charge(container.delete(key, item_id, if_match).body)}
        case "Read":
            item = container.read(key, item_id)
            if item.etag == operation.get("ifNoneMatch"):
                return {"statusCode": 304, "requestCharge": 1, "eTag": item.etag}
            return _written(200, item) | {"requestCharge": read_charge(item.body)}
        case other:
            raise bad_request(f"'{other}' is not an operation of a batch.")


def _written(status: int, item: Stored) -> dict[str, Any]:
    charge = write_charge(item.body)
    return {"statusCode": status, "requestCharge": charge, "eTag": item.etag, "resourceBody": item.body}
