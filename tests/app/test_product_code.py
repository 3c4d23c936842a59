"""What must not be in the product's own code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.forked import ROOT

_FILE_NAME = re.compile(r"\w[\w -]*\.(?:pdf|docx?|pptx?|xlsx?|csv|md|txt|html?|log)\b", re.IGNORECASE)
_SAMPLE = re.compile(
    r"contoso|fabrikam|northwind|adventure.?works|wingtip|acme|example\.(?:com|org)|(?:jane|john)[ ._-]?doe|\balice\b"
    r"|\bbob\b|foo.?bar|lorem|sample|demo\b|test[_-]?(?:user|org)",
    re.IGNORECASE,
)


def product_files() -> list[Path]:
    return [ROOT / "function_app.py", *(path for part in ("orc", "shared") for path in (ROOT / part).rglob("*.py"))]


def literals(path: Path) -> Iterator[str]:
    """Every text in the code but docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


@pytest.mark.req("DC-21")
def test_no_sample_document_user_or_organization_is_built_in() -> None:
    texts = [(path.name, text) for path in product_files() for text in literals(path)]
    assert len(texts) > 1000
    found = [(name, text) for name, text in texts if _FILE_NAME.search(text) or _SAMPLE.search(text)]
    assert found == []
