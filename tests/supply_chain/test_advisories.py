"""Nothing that is installed has an advisory that was known when its version was chosen."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.version import Version

from tests.supply_chain.installed import shipped

_ADVISORIES: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("advisories.toml").read_text(encoding="utf-8")
)
_DEVELOPMENT_ONLY = {"pillow"}


@pytest.mark.parametrize("package", sorted(_ADVISORIES))
def test_a_package_is_newer_than_its_advisories(package: str) -> None:
    installed = Version(version(package))
    open_ones = {ids[0]: fixed for fixed, ids in _ADVISORIES[package].items() if installed < Version(fixed)}
    assert open_ones == {}


def test_the_list_is_about_what_is_installed() -> None:
    assert set(_ADVISORIES) - _DEVELOPMENT_ONLY - set(shipped()) == set()


def test_an_advisory_is_named_by_its_public_id() -> None:
    ids = [each for fixes in _ADVISORIES.values() for found in fixes.values() for each in found]
    pattern = r"CVE-\d{4}-\d{4,}|GHSA(-[0-9a-z]{4}){3}"
    assert [each for each in ids if not re.fullmatch(pattern, each)] == []
