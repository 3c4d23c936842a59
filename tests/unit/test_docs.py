"""The docs speak of what there is: its codes, its settings, its decisions, and pages that exist."""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from orc import __version__
from shared.settings import Settings

_ROOT: Final = Path(__file__).parents[2]
_SUFFIXES: Final = {".bicep", ".md", ".py", ".toml", ".yaml", ".yml"}
_FIELDS: Final = {"num_ctx", "on_busy", "status_url"}
_OF_OTHERS: Final = {"AZURE_CLIENT_ID", "CLIENT_ID", "OLLAMA_CONTEXT_LENGTH", "SQLITE_BUSY"}


def _files() -> Iterator[Path]:
    """Everything that is written here: no installed packages, no data."""
    for folder, folders, names in _ROOT.walk():
        folders[:] = [name for name in folders if name not in {"node_modules", "data"} and not _hidden(name)]
        yield from (folder / name for name in names if Path(name).suffix in _SUFFIXES)


def _hidden(name: str) -> bool:
    return name.startswith(".") and name not in {".devcontainer", ".github"}


def _without_code(page: Path) -> str:
    return re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))


def _links(page: Path) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "`", _without_code(page)))


def _headings(page: Path) -> list[str]:
    return re.findall(r"(?m)^#+ (.+)$", _without_code(page))


def _anchor(heading: str) -> str:
    """As GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _named() -> set[str]:
    """Everything in backticks, whole."""
    page = (_ROOT / "docs/how-to/operate-and-recover.md").read_text(encoding="utf-8")
    return set(re.findall(r"`([^`\n]+)`", page))


def test_every_code_is_one_that_the_product_gives() -> None:
    code = {name for name in _named() if re.fullmatch(r"[a-z]+(_[a-z]+)+|unauthenticated", name)}
    sources = [path.read_text(encoding="utf-8") for room in ("orc", "shared") for path in (_ROOT / room).rglob("*.py")]
    assert len(code) > 10
    assert {name for name in code - _FIELDS if not any(f'"{name}"' in text for text in sources)} == set()


def test_every_setting_is_read_by_the_product_or_its_deployment() -> None:
    settings = {word for name in _named() for word in re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", name)}
    parameters = (_ROOT / "infra/main.parameters.json").read_text(encoding="utf-8")
    known = {name.upper() for name in Settings.model_fields} | set(re.findall(r"\$\{(\w+)", parameters))
    assert settings - known - _OF_OTHERS == set()


def test_every_setting_has_a_row_and_every_row_a_setting() -> None:
    rows = re.findall(r"(?m)^\| (`[A-Z][^|]*) \|", (_ROOT / "docs/settings.md").read_text(encoding="utf-8"))
    told = [name for row in rows for name in re.findall(r"`([A-Z_0-9]+)`", row)]
    assert sorted(told) == sorted({name.upper() for name in Settings.model_fields})


def test_the_dev_container_makes_what_func_start_needs() -> None:
    text = (_ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8")
    container = json.loads(re.sub(r"(?m)^\s*//.*$", "", text))
    assert "azure-functions-core-tools@4" in container["onCreateCommand"]
    for command in ("updateContentCommand", "postStartCommand"):
        assert (_ROOT / container[command].removeprefix("sh ")).is_file()
    version = (_ROOT / ".python-version").read_text(encoding="utf-8").strip()
    assert f"python:{version}-" in container["image"]


def test_every_link_between_pages_resolves() -> None:
    links = [
        (page, target, fragment)
        for page in _files()
        if page.suffix == ".md"
        for target, _, fragment in (link.partition("#") for link in _links(page))
        if not re.match(r"\w+:", target)
    ]
    assert len(links) > 100
    broken = []
    for page, target, fragment in links:
        file = (page.parent / target).resolve() if target else page
        if not file.exists() or (fragment and fragment not in map(_anchor, _headings(file))):
            broken.append(f"{page.relative_to(_ROOT)}: {target}#{fragment}")
    assert broken == []


def test_every_decision_has_a_unique_id_and_an_index_line() -> None:
    index = (_ROOT / "docs/decisions/README.md").read_text(encoding="utf-8")
    made = [(page, heading) for page in (_ROOT / "docs/decisions").glob("*.md") for heading in _headings(page)[1:]]
    decisions = [(page, heading) for page, heading in made if page.name != "README.md"]
    ids = Counter(heading.split()[0] for _, heading in decisions)
    assert [name for name, count in ids.items() if count > 1 or not re.fullmatch(r"D-\d{3}", name)] == []
    lines = {f"| {heading[:5]} | [{heading[6:]}]({page.name}#{_anchor(heading)}) |" for page, heading in decisions}
    assert set(re.findall(r"(?m)^\| D-.*$", index)) == lines


def test_every_decision_says_context_decision_and_consequence() -> None:
    parts = ["Context", "Decision", "Consequence"]
    for page in (_ROOT / "docs/decisions").glob("*.md"):
        for entry in re.split(r"(?m)^## ", page.read_text(encoding="utf-8"))[1:] if page.name != "README.md" else ():
            assert re.findall(r"(?m)^\*\*(\w+)\.\*\* ", entry) == parts, entry.splitlines()[0]


def test_every_decision_that_is_named_exists() -> None:
    ids = {heading[:5] for page in (_ROOT / "docs/decisions").glob("*.md") for heading in _headings(page)}
    named = {(path, name) for path in _files() for name in re.findall(r"\bD-\d{3}\b", path.read_text(encoding="utf-8"))}
    assert {(str(path.relative_to(_ROOT)), name) for path, name in named if name not in ids} == set()


def test_the_version_has_one_value_and_its_section_in_the_changelog() -> None:
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    released = re.findall(r"(?m)^## (\d\S+) - \d{4}-\d\d-\d\d$", (_ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert [project["version"], released[0]] == [__version__, __version__]
