"""What Azure installs may be used in a closed product: permissive licences, and file-level copyleft, by name."""

import re
from importlib.metadata import Distribution
from typing import Final

import pytest

from tests.supply_chain.installed import shipped

_ALLOWED: Final = {
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",  # of files, not of what uses them: certifi, orjson
    "PSF-2.0",
    "Zlib",
}
# Names of before there were expressions.
_SPELLINGS: Final = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
# Stated in words.
_STATED: Final = {
    "pypdfium2": "BSD-3-Clause AND Apache-2.0",  # and PDFium's own parts, all permissive, listed with the wheel
}
_SHIPPED: Final = shipped()


def _licence(package: str, found: Distribution) -> str:
    if package in _STATED:
        return _STATED[package]
    if expression := found.metadata.get("License-Expression"):
        return expression
    prefix = "License :: "
    classifiers = [each for each in found.metadata.get_all("Classifier") or [] if each.startswith(prefix)]
    names = [each.rpartition(" :: ")[2] for each in classifiers] or [found.metadata.get("License") or ""]
    return " OR ".join(_SPELLINGS.get(name, name) for name in names)


def _is_allowed(expression: str) -> bool:
    """Every part that holds at once, and of alternatives one."""
    if inner := re.search(r"\(([^()]*)\)", expression):
        chosen = "MIT" if _is_allowed(inner[1]) else "refused"
        return _is_allowed(expression.replace(inner[0], chosen))
    return any(
        all(part.strip() in _ALLOWED for part in each.split(" AND ")) for each in re.split(r"\s+OR\s+", expression)
    )


@pytest.mark.parametrize("package", sorted(_SHIPPED))
def test_a_shipped_package_has_an_allowed_licence(package: str) -> None:
    licence = _licence(package, _SHIPPED[package])
    assert _is_allowed(licence), f"{package}: {licence or 'none stated'}"


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("MPL-2.0 AND (Apache-2.0 OR MIT)", True),
        ("GPL-3.0-only OR MIT", True),
        ("AGPL-3.0-only", False),
        ("MIT AND GPL-3.0-or-later", False),
        ("MIT AND (AGPL-3.0-only OR GPL-2.0-only)", False),
        ("", False),
    ],
)
def test_a_copyleft_licence_is_taken_only_where_there_is_a_choice(expression: str, allowed: bool) -> None:
    assert _is_allowed(expression) is allowed


def test_everything_shipped_is_looked_at() -> None:
    assert {"azure-cosmos", "fastapi", "cryptography", "certifi", "lxml"} <= set(_SHIPPED)
