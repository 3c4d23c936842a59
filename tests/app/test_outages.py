"""Stores that are wrong or away: each dependency is told apart, nothing starts half, and the app goes on when they are
back."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.app.conftest import SETUPS, Environment, app_host, client
from tests.support.app import Api, problem
from tests.support.loopback import free_port

pytestmark = pytest.mark.cloud


@pytest.fixture(scope="module")
def cloud() -> Iterator[Environment]:
    with SETUPS["cloud"]() as environment:
        yield environment


@contextmanager
def app_on(environment: Environment, changed: Mapping[str, str], data_dir: Path) -> Iterator[Api]:
    with app_host(data_dir, {**environment, **changed}) as host, client(host) as api:
        yield api


def wrong_key(connection: str) -> str:
    head, _, _ = connection.partition("AccountKey=")
    return f"{head}AccountKey=bm90IHRoZSBrZXk=;"


def away() -> str:
    return f"AccountEndpoint=http://127.0.0.1:{free_port()};AccountKey=bm90IHRoZSBrZXk=;"


def dependencies(api: Api) -> dict[str, bool]:
    response = api.http.get("/api/ready")
    assert response.status_code == 503
    return {name: state["ok"] for name, state in response.json()["dependencies"].items()}


@pytest.mark.parametrize(
    ("variable", "change", "told"),
    [
        ("COSMOS_CONNECTION_STRING", wrong_key, "credentials"),
        ("COSMOS_CONNECTION_STRING", lambda _: away(), ""),
        ("COSMOS_DATABASE", lambda _: "not-there", "not-there"),
    ],
    ids=["wrong key", "away", "missing database"],
)
def test_unreachable_items_are_reported_and_no_turn_starts(
    cloud: Environment, tmp_path: Path, variable: str, change: object, told: str
) -> None:
    assert callable(change)
    changed = {variable: change(cloud["COSMOS_CONNECTION_STRING"]), "COSMOS_CREATE": "false"}
    with app_on(cloud, changed, tmp_path) as api:
        assert api.http.get("/api/health").status_code == 200
        states = dependencies(api)
        assert (states["store"], states["blobs"]) == (False, True)
        status, said = problem(api.http.post("/api/orc", json={"question": "Hello?"}))
        assert (status, said["code"]) == (503, "store_unavailable")
        assert told in said["detail"]
        assert "AccountKey" not in str(said)
        assert "bm90" not in str(said)


def test_turns_without_documents_work_while_blobs_are_unreachable(cloud: Environment, tmp_path: Path) -> None:
    storage = cloud["AZURE_STORAGE_CONNECTION_STRING"]
    head, _, _ = storage.partition("BlobEndpoint=")
    moved = f"{head}BlobEndpoint=http://127.0.0.1:{free_port()}/devstoreaccount1;"
    with app_on(cloud, {"AZURE_STORAGE_CONNECTION_STRING": moved}, tmp_path) as api:
        states = dependencies(api)
        assert (states["store"], states["blobs"]) == (True, False)
        assert api.ask("Hello!").status == "completed"
        conversation = api.create()
        status, said = problem(api.post_files(conversation, [("note.md", b"# Note")]))
        assert (status, said["code"]) == (503, "store_unavailable")
        assert api.documents(conversation) == {}
