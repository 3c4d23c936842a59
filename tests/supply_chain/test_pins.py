"""Every package is one version with its hashes, so that what was tested is what runs."""

import asyncio
import json
import re
import sysconfig
from collections.abc import Callable
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from tests.supply_chain.installed import ROOT, developed, locked, required, shipped

_SHORT_LISTS = ["requirements.in", "requirements-dev.in"]
_LOCKS = ["requirements.txt", "requirements-dev.txt"]
_COMES_WITH_PYTHON = {"pip"}


@pytest.mark.parametrize("file", _SHORT_LISTS)
def test_every_requirement_is_pinned_to_one_version(file: str) -> None:
    for each in required(file):
        pins = list(each.specifier)
        assert [pin.operator for pin in pins] == ["=="], each
        assert "*" not in pins[0].version, each
        assert each.url is None, each


def test_nothing_is_required_twice() -> None:
    names = [canonicalize_name(each.name) for file in _SHORT_LISTS for each in required(file)]
    assert sorted(names) == sorted(set(names))


@pytest.mark.req("SE-17")
@pytest.mark.parametrize("file", _LOCKS)
def test_every_locked_package_has_hashes(file: str) -> None:
    pins = locked(file)
    assert pins
    for name, pin in pins.items():
        assert pin.hashes, name
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in pin.hashes), name


@pytest.mark.parametrize(("short_list", "lock"), list(zip(_SHORT_LISTS, _LOCKS, strict=True)))
def test_a_lock_has_the_versions_of_its_short_list(short_list: str, lock: str) -> None:
    pins = locked(lock)
    wanted = {canonicalize_name(each.name): next(iter(each.specifier)).version for each in required(short_list)}
    found = {name: pins[name].version if name in pins else None for name in wanted}
    assert found == wanted, "run `make lock`"


@pytest.mark.req("SE-17")
@pytest.mark.parametrize(("closure", "lock"), [(shipped, _LOCKS[0]), (developed, _LOCKS[1])])
def test_a_lock_holds_all_that_is_needed_and_no_more(closure: Callable[[], dict[str, Distribution]], lock: str) -> None:
    needed = {name: found.version for name, found in closure().items()}
    assert needed == {name: pin.version for name, pin in locked(lock).items() if pin.is_installed_here}


@pytest.mark.req("SE-17")
def test_every_installed_package_is_locked() -> None:
    installed = {canonicalize_name(each.name): each.version for each in distributions()}
    pins = {name: pin.version for name, pin in locked("requirements-dev.txt").items() if pin.is_installed_here}
    assert {name: version for name, version in installed.items() if name not in _COMES_WITH_PYTHON} == pins


def test_development_uses_the_versions_that_azure_installs() -> None:
    azure, here = locked("requirements.txt"), locked("requirements-dev.txt")
    assert {name: here.get(name) for name in azure} == azure


@pytest.mark.req("SE-17")
def test_the_environment_is_installed_by_hash() -> None:
    lines = (ROOT / ".ci/venv").read_text(encoding="utf-8").splitlines()
    commands = [line for line in lines if "pip install" in line or "pip sync" in line]
    assert len(commands) == 2
    assert all(re.search(r"--require-hashes (--requirement )?requirements-dev\.txt", each) for each in commands)


@pytest.mark.parametrize("file", _LOCKS)
def test_a_lock_runs_no_build_script_and_names_no_registry(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert "\n--only-binary :all:\n" in text
    assert "://" not in text
    assert "index-url" not in text


def test_asyncio_is_that_of_the_standard_library() -> None:
    # durabletask requires a package of this name, and pip takes no lock without it.
    assert Path(asyncio.__file__).parent == Path(sysconfig.get_path("stdlib"), "asyncio")
    files = distribution("asyncio").files or []
    assert files
    assert [str(file) for file in files if ".dist-info" not in file.parts[0]] == []


def test_the_packages_of_npm_are_pinned_and_checked_by_their_hash() -> None:
    wanted = json.loads((ROOT / "tests/package.json").read_text(encoding="utf-8"))["dependencies"]
    assert [version for version in wanted.values() if not re.fullmatch(r"(npm:[\w@/-]+@)?\d+\.\d+\.\d+", version)] == []
    packages = json.loads((ROOT / "tests/package-lock.json").read_text(encoding="utf-8"))["packages"]
    unchecked = [
        name for name, each in packages.items() if name and "integrity" not in each and not each.get("inBundle")
    ]
    assert unchecked == []
    assert [name for name, each in packages.items() if "resolved" in each] == []
