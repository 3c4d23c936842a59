"""What holds for every test."""

import gc
import os
import re
from collections.abc import Iterator
from typing import Any

import certifi
import pytest
from hypothesis import settings

from tests.support.app import StubProcess, running_stub
from tests.support.emulators import Azurite, storage_account
from tests.support.forked import begin_run, end_run, run_directory
from tests.support.requirements import RequirementsPlugin, attach_requirements, read_requirements


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="run the long tests too, and all over the cloud's stores")


def pytest_configure(config: pytest.Config) -> None:
    """A test run leaves no process and no file behind, Hypothesis' tables of characters included."""
    config.add_cleanup(end_run)
    begin_run(at_once=bool(config.getoption("numprocesses", None)))
    if not hasattr(config, "workerinput"):
        _set_environment()
        required, pending = read_requirements()
        config.pluginmanager.register(RequirementsPlugin(required - pending))
    examples = 100 if config.getoption("whole") else 50
    settings.register_profile("orc", database=None, deadline=None, max_examples=examples)
    settings.load_profile("orc")


def _set_environment() -> None:
    """What all processes of the run inherit."""
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(run_directory() / "hypothesis")
    # A client reads the certificates of all authorities, which takes 27 ms. Tests stay on this machine: one is enough.
    first, end, _ = certifi.contents().partition("-----END CERTIFICATE-----")
    trusted = run_directory() / "trusted.pem"
    trusted.write_text(f"{first}{end}\n", encoding="utf-8")
    os.environ["SSL_CERT_FILE"] = str(trusted)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """All modules and tests are there to stay: the garbage collector need not look through them again and again."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def stub_process() -> Iterator[StubProcess]:
    with running_stub() as stub:
        yield stub


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


_MIDDLE = "tests/app/test_h"  # of the tests of the app, by their time
# Groups that wait for hosts, and groups that compute, in turn: both are under way at any time.
_LONGEST = (
    "the chat page",
    "app on local, first half",
    "app on local, second half",
    "tests/security/test_text_work.py::TestSearch",
    "app on cloud, second half",
    "tests/security/test_text_work.py::TestCitations",
    "app on cloud, first half",
    "tests/security/test_text_work.py::TestOthers",
    "tests/app/test_any_request.py",
    "tests/security/test_text_work.py::TestWords",
    "tests/faults/test_kills.py",
    "tests/models/test_verbatim.py",
    "tests/infra/test_registration.py",
    "tests/documents/test_sanitizer.py",
    "tests/faults/test_erasures.py",
    "tests/documents/test_verification.py",
    "tests/supply_chain/test_package.py",
    "tests/documents/test_tracker.py",
    "tests/evaluate/test_run.py",
    "tests/extraction/test_limits.py",
    "tests/faults/test_store_failures.py",
    "tests/app/test_bodies.py",
    "tests/app/test_cold_start.py",
    "tests/app/test_outages.py",
    "tests/tools/test_failing_servers.py",
    "tests/unit/test_scale.py",
    "tests/security/test_injection.py",
)


def group_of(nodeid: str) -> str:
    """Tests that share a fixture run in one process: half of those of a set-up of the app, those of the chat page, else
    those of a class, else of a file."""
    path, _, rest = nodeid.partition("::")
    if path.startswith("tests/web/"):
        return "the chat page"
    setup = re.search(r"\[(local|cloud)\b", rest) if path.startswith("tests/app/") else None
    named = re.match(r"\w+(?=::)", rest)
    if setup:
        return f"app on {setup[1]}, {'first' if path < _MIDDLE else 'second'} half"
    return f"{path}::{named[0]}" if named else path


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """The longest groups come first, so that no process is left alone with one."""
    if not config.getoption("whole"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
    attach_requirements(items)
    yield
    places = {group: place for place, group in enumerate(_LONGEST)}
    items.sort(key=lambda item: places.get(group_of(item.nodeid), len(places)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Gives out whole groups."""
    from xdist.scheduler import LoadScopeScheduling

    class GroupScheduling(LoadScopeScheduling):  # type: ignore[misc]
        # xdist's own schedulers override it. The public way, the mark xdist_group, sets ids: this pytest fixes them.
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    return GroupScheduling(config, log) if config.getvalue("dist") == "loadscope" else None
