"""docs/troubleshooting.md speaks of what there is: codes that the product gives, settings that it reads."""

import json
import re
from pathlib import Path
from typing import Final

from shared.settings import Settings

_ROOT: Final = Path(__file__).parents[2]
_FIELDS: Final = {"num_ctx", "on_busy", "status_url"}
_OF_OTHERS: Final = {"AZURE_CLIENT_ID", "CLIENT_ID", "SQLITE_BUSY"}


def _named() -> set[str]:
    """Everything in backticks, whole."""
    page = (_ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")
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


def test_the_dev_container_makes_what_func_start_needs() -> None:
    text = (_ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8")
    container = json.loads(re.sub(r"(?m)^\s*//.*$", "", text))
    assert "azure-functions-core-tools@4" in container["onCreateCommand"]
    for command in ("updateContentCommand", "postStartCommand"):
        assert (_ROOT / container[command].removeprefix("sh ")).is_file()
    version = (_ROOT / ".python-version").read_text(encoding="utf-8").strip()
    assert f"python:{version}-" in container["image"]
