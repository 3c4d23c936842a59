"""What the requirement files name, and everything that Azure installs because of them."""

from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


def required(file: str) -> list[Requirement]:
    lines = (line.partition("#")[0].strip() for line in (ROOT / file).read_text(encoding="utf-8").splitlines())
    return [Requirement(line) for line in lines if line and not line.startswith("-r ")]


def shipped() -> dict[str, Distribution]:
    """The requirements of the running app and all that they require on this platform, by name."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [(each.name, extra) for each in required("requirements.txt") for extra in ("", *each.extras)]
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
