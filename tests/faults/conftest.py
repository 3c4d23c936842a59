"""Hosts with injected faults, over each store. With ORC_FAULTS=all every point of a turn is tried, not a sample."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack

import pytest

from tests.app.conftest import SETUPS, model_settings
from tests.faults.hosts import Hosts
from tests.faults.model import model
from tests.support.app import StubProcess
from tests.support.workflow_servers import workflow_process


@pytest.fixture(scope="session")
def everything() -> bool:
    return os.environ.get("ORC_FAULTS") == "all"


@pytest.fixture(scope="session")
def hosts() -> Hosts:
    return Hosts()


@pytest.fixture(scope="session")
def stub() -> Iterator[StubProcess]:
    with model() as stub:
        yield stub


@pytest.fixture(scope="session")
def tools() -> Iterator[Mapping[str, str]]:
    """The settings of two MCP servers."""
    with ExitStack() as stack:
        servers = {name: stack.enter_context(workflow_process(name)) for name in ("library", "press")}
        yield {"MCP_SERVERS": json.dumps({name: {"url": server.url} for name, server in servers.items()})}


@pytest.fixture(scope="session")
def on_disk(stub: StubProcess, tools: Mapping[str, str]) -> Mapping[str, str]:
    """A host's settings over SQLite and a directory, except for the directory."""
    return {**model_settings(stub), **tools}


@pytest.fixture(scope="session")
def in_cloud(on_disk: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """The same over Orc's own server of the Cosmos DB protocol, and Azurite."""
    with SETUPS["cloud"]() as environment:
        yield {**on_disk, **environment}
