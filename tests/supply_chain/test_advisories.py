"""Nothing that is locked has an advisory that was known when its version was chosen."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.version import Version

from tests.supply_chain.collect_advisories import collect
from tests.supply_chain.installed import ROOT, locked

_COLLECTED = Path(__file__).with_name("advisories.toml")
_SINCE = Path(__file__).with_name("advisories_since.toml")
_LOCKED = locked("requirements-dev.txt")


def _read(path: Path) -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", [_COLLECTED, _SINCE], ids=lambda path: path.stem)
def test_every_locked_version_is_newer_than_its_advisories(path: Path) -> None:
    for package, fixes in _read(path).items():
        version = Version(_LOCKED[package].version)
        assert {fixed: ids for fixed, ids in fixes.items() if version < Version(fixed)} == {}, package


def test_the_advisories_are_about_what_is_locked() -> None:
    assert set(_read(_COLLECTED)) | set(_read(_SINCE)) <= set(_LOCKED)


def test_an_advisory_is_named_by_its_public_id() -> None:
    collected = [each for fixes in _read(_COLLECTED).values() for ids in fixes.values() for each in ids]
    since = [each for fixes in _read(_SINCE).values() for ids in fixes.values() for each in ids]
    assert [each for each in collected if not re.fullmatch(r"PYSEC-\d{4}-\d+", each)] == []
    assert [each for each in since if not re.fullmatch(r"CVE-\d{4}-\d{4,}|GHSA(-[0-9a-z]{4}){3}", each)] == []


def test_the_advisories_name_the_state_of_their_source() -> None:
    head = _COLLECTED.read_text(encoding="utf-8").partition("\n[")[0]
    assert "https://github.com/pypa/advisory-database" in head
    assert re.search(r"at commit [0-9a-f]{40} of \d{4}-\d\d-\d\d\.", head)


def test_advisories_are_collected_from_a_clone_of_the_database(tmp_path: Path) -> None:
    def write(number: int, advisory: dict[str, Any]) -> None:
        path = tmp_path / f"vulns/aiohttp/PYSEC-2026-{number}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(yaml.safe_dump({"id": path.stem, **advisory}), encoding="utf-8")

    fixed = {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "3.9.2"}]}
    write(1, {"affected": [{"ranges": [fixed]}]})
    write(2, {"affected": [{"ranges": [fixed]}], "withdrawn": "2026-01-01"})
    write(3, {"affected": [{"versions": ["3.10.0", "3.9.0"]}]})
    git = ["git", "-C", str(tmp_path), "-c", "user.name=t", "-c", "user.email=t@example.com"]
    for arguments in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "advisories"]):
        subprocess.run([*git, *arguments], check=True)
    collected = tomllib.loads(collect(tmp_path))
    assert collected == {"aiohttp": {"3.9.2": ["PYSEC-2026-1"], "3.10.0.post1": ["PYSEC-2026-3"]}}


def test_the_live_database_is_asked_about_both_locks() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/advisories.yml").read_text(encoding="utf-8"))
    assert {"schedule", "push"} <= set(workflow[True])  # YAML reads the key `on` as true
    (command,) = [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
    assert "pip-audit==" in command
    assert "--require-hashes --disable-pip --requirement requirements-dev.txt" in command


def test_an_update_bot_watches_everything_that_is_pinned() -> None:
    bot = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text(encoding="utf-8"))
    watched = {(each["package-ecosystem"], each["directory"]) for each in bot["updates"]}
    assert watched == {("uv", "/"), ("npm", "/tests"), ("github-actions", "/"), ("devcontainers", "/")}
