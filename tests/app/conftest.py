"""Hosts of the whole app. Each test acts as a user of its own, so that tests can share a host."""

import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from shared.settings import Settings
from tests.support.app import Api, StubProcess, principal
from tests.support.cosmos_process import cosmos_process
from tests.support.emulators import storage_account
from tests.support.forked import ROOT
from tests.support.hosts import RunningHost, running_host
from tests.support.loopback import NO_AUTHORITIES
from tests.support.stored import Stored, StoredInCloud, StoredOnDisk
from tests.support.workflow_servers import WorkflowProcess, workflow_process

MAX_UPLOAD_BYTES = 200_000
UNSET = {name.upper(): "" for name in Settings.model_fields if name != "orc_data_dir"}

ADMIN_ROLE = "Orc.Admin"

type Environment = Mapping[str, str]
type AsUser = Callable[..., Api]


@contextmanager
def _local() -> Iterator[Environment]:
    """SQLite and a local directory, in the host's data directory."""
    yield {}


@contextmanager
def _cloud() -> Iterator[Environment]:
    """Orc's own server of the Cosmos DB protocol, and Azurite."""
    with cosmos_process() as cosmos:
        yield {
            "COSMOS_CONNECTION_STRING": cosmos,
            "AZURE_STORAGE_CONNECTION_STRING": storage_account().connection_string,
        }


SETUPS: dict[str, Callable[[], AbstractContextManager[Environment]]] = {"local": _local, "cloud": _cloud}
"""Where the app keeps its data, by name: each gives the settings of the host while its stores are there."""


ABOUT_STORES = {
    f"test_{name}.py"
    for name in (
        "branches",
        "cancel",
        "conversation_management",
        "document_life",
        "document_turns",
        "expiry",
        "failures",
        "large_turns",
        "metadata",
        "outages",
        "page_images",
        "ownership",
        "paths",
        "registration",
        "same_bytes",
        "same_items",
        "search",
        "sent_texts",
        "stored",
        "statistics",
        "streams",
        "usage",
    )
}
"""The modules whose tests a store can make a difference to: the others run over the cloud's only with --whole."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks tests of a cloud set-up as such, and deselects those that look at the local disk, and tests and further
    cases that are the same in all stores."""
    kept: list[pytest.Item] = []
    dropped: list[pytest.Item] = []
    whole = config.getoption("whole")
    for item in items:
        setup = item.callspec.params.get("setup_name") if hasattr(item, "callspec") else None
        if setup in (None, "local"):
            kept.append(item)
            continue
        item.add_marker("cloud")
        wanted = whole or (item.path.name in ABOUT_STORES and not _is_same_elsewhere(item, kept))
        (kept if wanted and not item.get_closest_marker("on_disk") else dropped).append(item)
    config.hook.pytest_deselected(items=dropped)
    items[:] = kept


def _is_same_elsewhere(item: pytest.Item, kept: list[pytest.Item]) -> bool:
    """Whether stores make no difference to the test; or none to its cases, of which one over the same stores is
    kept."""
    if item.get_closest_marker("in_any_store"):
        return True
    setup = item.nodeid.partition("-")[0]  # "test_of_something[cloud"
    return bool(item.get_closest_marker("same_in_stores")) and any(
        each.nodeid.partition("-")[0] == setup for each in kept
    )


def app_host(
    data_dir: Path, environment: Environment, module: str = "shared.devhost.cli", *, from_scratch: bool = False
) -> AbstractContextManager[RunningHost]:
    """Starts a host with only these settings, whatever the environment contains."""
    return running_host(ROOT, data_dir, {**UNSET, **environment}, module=module, from_scratch=from_scratch)


def stored_by(setup: Environment, host: RunningHost) -> Stored:
    """Everything that a host has stored."""
    if "COSMOS_CONNECTION_STRING" in setup:
        return StoredInCloud(setup["COSMOS_CONNECTION_STRING"], setup["AZURE_STORAGE_CONNECTION_STRING"])
    return StoredOnDisk(host.data_dir)


@pytest.fixture(scope="session")
def stored(setup: Environment, host: RunningHost) -> Stored:
    """Everything that the app has stored."""
    return stored_by(setup, host)


@contextmanager
def client(host: RunningHost, headers: Mapping[str, str] | None = None) -> Iterator[Api]:
    with httpx2.Client(base_url=host.url, headers=headers, timeout=30, trust_env=False, verify=NO_AUTHORITIES) as http:
        yield Api(http)


def model_settings(stub: StubProcess) -> dict[str, str]:
    """Settings for the stub as the model. It is not asked for summaries, because scripts are about turns."""
    server = {"OPENAI_BASE_URL": stub.base_url, "OPENAI_API_KEY": "key-of-the-stub", "OPENAI_MODEL": "stub-model"}
    return server | {"DOCUMENT_SUMMARIES": "simple"}


@pytest.fixture(scope="session", params=SETUPS)
def setup_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def setup(setup_name: str) -> Iterator[Environment]:
    with SETUPS[setup_name]() as environment:
        yield environment


@pytest.fixture(scope="module")
def setup_of_its_own(setup_name: str) -> Iterator[Environment]:
    """Stores for a host with other settings: two hosts on the same stores would do each other's work."""
    with SETUPS[setup_name]() as environment:
        yield environment


@pytest.fixture
def stub(stub_process: StubProcess) -> Iterator[StubProcess]:
    """The model's server, unscripted at first. Fails the test if a script was not used up, or was not sufficient."""
    stub_process.reset()
    yield stub_process
    log = stub_process.log()
    assert (log["unscripted"], log["unconsumed"]) == (0, 0)
    stub_process.reset()


@pytest.fixture(scope="session")
def host(
    setup: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningHost]:
    """The app with a model, behind the platform's authentication."""
    settings = {
        "IDENTITY": "easyauth",
        "ADMIN_ROLE": ADMIN_ROLE,
        "MODEL_PRICES": '{"stub-model": {"input": 1000, "output": 2000}}',
        "MAX_UPLOAD_BYTES": str(MAX_UPLOAD_BYTES),
        "MAX_UPLOAD_FILES": "5",
    }
    with app_host(tmp_path_factory.mktemp("app"), {**setup, **model_settings(stub_process), **settings}) as host:
        with client(host, principal("organization", "first user")) as api:
            api.ask("Hello?")  # the first turn of a process imports the graph: no test is to wait for that
        yield host


@pytest.fixture
def as_user(host: RunningHost) -> Iterator[AsUser]:
    """Creates callers. as_user() is a new user each time; roles come last, and ADMIN_ROLE is an administrator's."""
    clients: list[httpx2.Client] = []

    def make(organization_id: str = "organization", user_id: str | None = None, *roles: str) -> Api:
        headers = principal(organization_id, user_id or f"user-{uuid.uuid4().hex}", roles)
        clients.append(
            httpx2.Client(base_url=host.url, headers=headers, timeout=30, trust_env=False, verify=NO_AUTHORITIES)
        )
        return Api(clients[-1])

    yield make
    for http in clients:
        http.close()


@pytest.fixture
def api(as_user: AsUser, stub: StubProcess) -> Api:
    """The app as a new user sees it."""
    return as_user()


@pytest.fixture(scope="session")
def extractive_host(setup_name: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    """The app with no configuration."""
    with SETUPS[setup_name]() as setup, app_host(tmp_path_factory.mktemp("extractive"), setup) as host:
        yield host


@pytest.fixture
def extractive(extractive_host: RunningHost) -> Iterator[Api]:
    with client(extractive_host) as api:
        yield api


@dataclass(frozen=True)
class WorkflowHost:
    """The app with a model and three MCP servers, of which the cellar falls down when it is entered."""

    host: RunningHost
    cellar: WorkflowProcess


@pytest.fixture(scope="session")
def workflow_host(
    setup_name: str, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WorkflowHost]:
    with ExitStack() as stack:
        setup = stack.enter_context(SETUPS[setup_name]())
        servers = {name: stack.enter_context(workflow_process(name)) for name in ("library", "press", "cellar")}
        settings = {
            "IDENTITY": "easyauth",
            "MCP_SERVERS": json.dumps({name: {"url": server.url} for name, server in servers.items()}),
            "HISTORY_MESSAGES": "6",
            "HISTORY_SUMMARY_AFTER": "2",
            "MAX_TOOL_ROUNDS": "2",
            "MAX_TOOL_CALLS": "3",
        }
        data_dir = tmp_path_factory.mktemp("workflows")
        environment = {**setup, **model_settings(stub_process), **settings}
        yield WorkflowHost(stack.enter_context(app_host(data_dir, environment)), servers["cellar"])


@pytest.fixture
def workflows(workflow_host: WorkflowHost, stub: StubProcess) -> Iterator[Api]:
    """The app with tools, as a new user sees it."""
    with client(workflow_host.host, principal("organization", f"user-{uuid.uuid4().hex}")) as api:
        yield api
