"""Collects the advisories on locked packages from a clone of the PyPA advisory database.

git clone https://github.com/pypa/advisory-database
python -m tests.supply_chain.collect_advisories advisory-database > tests/supply_chain/advisories.toml
"""

import argparse
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import yaml
from packaging.version import InvalidVersion, Version

from tests.supply_chain.installed import locked

_HEAD = """\
# Advisories on locked packages, as package = first version without it = ids. Collected by collect_advisories.py from
# https://github.com/pypa/advisory-database (CC BY 4.0) at commit {commit} of {date}.
"""


def collect(clone: Path) -> str:
    """The TOML text: facts only, that is the id of an advisory and the first version that it does not affect."""
    found: dict[str, dict[str, list[str]]] = {}
    names = locked("requirements-dev.txt")
    listing = _git(clone, "ls-tree", "-r", "--name-only", "HEAD", "vulns/").splitlines()
    for path in sorted(listing):
        package = path.split("/")[1].lower()
        if package in names:
            advisory = yaml.safe_load(_git(clone, "show", f"HEAD:{path}"))
            if "withdrawn" not in advisory and (fixed := _first_unaffected(advisory)):
                found.setdefault(package, defaultdict(list))[fixed].append(advisory["id"])
    commit, date = _git(clone, "log", "-1", "--format=%H %cs").split()
    tables = [_HEAD.format(commit=commit, date=date)]
    for package, fixes in sorted(found.items()):
        tables.append(f"\n[{package}]\n")
        for fixed in sorted(fixes, key=Version):
            ids = ", ".join(f'"{each}"' for each in sorted(fixes[fixed]))
            tables.append(f'"{fixed}" = [{ids}]\n')
    return "".join(tables)


def _first_unaffected(advisory: dict[str, Any]) -> str | None:
    """The newest version that fixes it; where none does, the release after the newest one that is named."""
    ranges = [each for affected in advisory["affected"] for each in affected.get("ranges", ())]
    events = [event for each in ranges if each["type"] == "ECOSYSTEM" for event in each["events"]]
    if fixes := [event["fixed"] for event in events if "fixed" in event]:
        return str(max(fixes, key=Version))
    versions = [version for affected in advisory["affected"] for version in affected.get("versions", ())]
    return f"{max(filter(_is_version, versions), key=Version)}.post1" if versions else None


def _is_version(text: str) -> bool:
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True


def _git(clone: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", clone, *arguments], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Collects the advisories on locked packages.")
    parser.add_argument("clone", type=Path, help="of the PyPA advisory database")
    sys.stdout.write(collect(parser.parse_args().clone))
