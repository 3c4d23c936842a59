"""Every requirement is one version, so that what was tested is what runs."""

import json
import re

import pytest

from tests.supply_chain.installed import ROOT, required

_FILES = ["requirements.txt", "requirements-dev.txt"]


@pytest.mark.parametrize("file", _FILES)
def test_every_requirement_is_pinned_to_one_version(file: str) -> None:
    for each in required(file):
        pins = list(each.specifier)
        assert [pin.operator for pin in pins] == ["=="], each
        assert "*" not in pins[0].version, each
        assert each.url is None, each


def test_nothing_is_required_twice() -> None:
    names = [each.name.lower().replace("_", "-") for file in _FILES for each in required(file)]
    assert sorted(names) == sorted(set(names))


def test_the_packages_of_npm_are_pinned_and_checked_by_their_hash() -> None:
    wanted = json.loads((ROOT / "tests/package.json").read_text(encoding="utf-8"))["dependencies"]
    assert [version for version in wanted.values() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []
    locked = json.loads((ROOT / "tests/package-lock.json").read_text(encoding="utf-8"))["packages"]
    unchecked = [name for name, each in locked.items() if name and "integrity" not in each and not each.get("inBundle")]
    assert unchecked == []
