"""What holds for every test."""

import gc
import gzip
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpcore2
import pytest
from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.internal.charmap import charmap_file

from tests.support.emulators import Azurite, storage_account
from tests.support.forked import begin_run, end_run, run_directory


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="run the long tests too, and all over the cloud's stores")


def pytest_configure(config: pytest.Config) -> None:
    """A test run leaves no process and no file behind: not what hypothesis remembers either."""
    config.add_cleanup(end_run)
    begin_run(at_once=bool(config.getoption("numprocesses", None)))
    set_hypothesis_home_dir(run_directory() / f"hypothesis-{os.getpid()}")
    vars(httpcore2)["default_ssl_context"] = cache(httpcore2.default_ssl_context)  # all authorities, for each client
    examples = 100 if config.getoption("whole") else 50
    settings.register_profile("orc", database=None, deadline=None, max_examples=examples)
    settings.load_profile("orc")


@pytest.hookimpl(trylast=True)
def pytest_sessionstart() -> None:
    """Hypothesis is told what UTF-8 encodes, which it would find out by trying every character, in every process."""
    file = charmap_file("codec-v2-utf-8")
    file.parent.mkdir(parents=True)
    with gzip.open(file, "wt") as known:
        json.dump([[[0, 0xD7FF], [0xE000, 0x10FFFF]], []], known)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """All modules and tests are there to stay: the garbage collector need not look through them again and again."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def running_azurite() -> Azurite:
    return storage_account()


@pytest.fixture
def blob_account(running_azurite: Azurite) -> Iterator[Azurite]:
    """An account without containers, emptied afterwards."""
    from azure.storage.blob import BlobServiceClient

    yield running_azurite
    with BlobServiceClient.from_connection_string(running_azurite.connection_string) as service:
        for container in service.list_containers():
            service.delete_container(container)


_LONGEST = (
    "app on local",
    "app on cloud",
    "tests/app/test_any_request.py",
    "tests/faults/test_kills.py",
    "tests/security/test_injection.py",
)


def group_of(nodeid: str) -> str:
    """Tests that share a fixture run in one process: those of a set-up of the app together, else those of a file."""
    path, _, rest = nodeid.partition("::")
    setup = re.search(r"\[(local|cloud)\b", rest) if path.startswith("tests/app/") else None
    return f"app on {setup[1]}" if setup else path


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """The longest groups come first, so that no process is left alone with one."""
    if not config.getoption("whole"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
    yield
    places = {group: place for place, group in enumerate(_LONGEST)}
    items.sort(key=lambda item: places.get(group_of(item.nodeid), len(places)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Gives out whole groups. xdist's own, by marks, come to nothing with this pytest, whose test ids are fixed."""
    from xdist.scheduler import LoadScopeScheduling

    if config.getvalue("dist") != "loadscope":
        return None
    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = group_of
    return scheduler
