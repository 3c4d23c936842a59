"""The short lists, the locks that are made of them, and everything that Azure installs because of them."""

import re
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Pin:
    """What a lock says of a package. The marker says on which platforms it is installed, None on all."""

    version: str
    marker: Marker | None
    hashes: frozenset[str]

    @property
    def is_installed_here(self) -> bool:
        return self.marker is None or self.marker.evaluate()


def required(file: str) -> list[Requirement]:
    """The requirements that a short list names itself."""
    lines = (line.partition("#")[0].strip() for line in (ROOT / file).read_text(encoding="utf-8").splitlines())
    return [Requirement(line) for line in lines if line and not line.startswith("-")]


def locked(file: str) -> dict[str, Pin]:
    """Every package of a lock, by canonical name."""
    text = (ROOT / file).read_text(encoding="utf-8").replace("\\\n", " ")
    pins: dict[str, Pin] = {}
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith(("#", "--only-binary ")):
            continue
        requirement = Requirement(re.sub(r"\s--hash=\S+", "", line).strip())
        (specifier,) = requirement.specifier
        assert specifier.operator == "==", line
        name = canonicalize_name(requirement.name)
        assert name not in pins, f"{name} is locked twice"
        hashes = frozenset(re.findall(r"--hash=(\S+)", line))
        pins[name] = Pin(specifier.version, requirement.marker, hashes)
    return pins


def shipped() -> dict[str, Distribution]:
    """What the running app requires, and all that this requires on this platform, by name."""
    return _closure(required("requirements.in"))


def developed() -> dict[str, Distribution]:
    """The same with the tools of development."""
    return _closure([*required("requirements.in"), *required("requirements-dev.in")])


def _closure(requirements: list[Requirement]) -> dict[str, Distribution]:
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [(each.name, extra) for each in requirements for extra in ("", *each.extras)]
    while waiting:
        name, extra = waiting.pop()
        name = canonicalize_name(name)
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        found[name] = distribution(name)
        for each in map(Requirement, found[name].requires or []):
            if each.marker is None or each.marker.evaluate({"extra": extra}):
                waiting += [(each.name, wanted) for wanted in ("", *each.extras)]
    return found
