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


def broad_handlers(path: Path) -> Iterator[ast.ExceptHandler]:
    """Those of every exception that do more than clean up and raise it again."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            caught = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            is_broad = any(each is None or ast.unparse(each) in ("Exception", "BaseException") for each in caught)
            last = node.body[-1]
            if is_broad and not (isinstance(last, ast.Raise) and last.exc is None):
                yield node


@pytest.mark.req("DC-21")
def test_no_sample_document_user_or_organization_is_built_in() -> None:
    served = [path for path in product_files() if "evaluate" not in path.parts]  # a command that names its reports
    texts = [(path.name, text) for path in served for text in literals(path)]
    assert len(texts) > 1000
    page = ("page.py", "index.html")  # the name that browsers and bundlers share
    found = [each for each in texts if each != page and (_FILE_NAME.search(each[1]) or _SAMPLE.search(each[1]))]
    assert found == []


def test_unexpected_exceptions_end_at_the_edges_alone() -> None:
    edges = {str(path.relative_to(ROOT)) for path in product_files() for _ in broad_handlers(path)}
    streams, runs = "orc/api/protocol_streams.py", "orc/runs/worker.py"
    assert edges == {streams, runs, "orc/tools/built_in.py", "shared/devhost/worker.py"}  # see D-251


BELOW = {
    "search": {"evidence", "questions", "text"},
    "evidence": {"questions", "text"},
    "citations": {"verification", "questions", "text"},
    "verification": {"questions", "text"},
    "questions": {"text"},
    "text": set[str](),
}


@pytest.mark.parametrize("package", BELOW)
def test_imports_among_the_packages_that_find_judge_and_verify_go_one_way(package: str) -> None:  # see D-433
    imported = {
        node.module.split(".")[2]
        for path in (ROOT / "orc/documents" / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("orc.documents.")
    }
    assert imported & BELOW.keys() <= {package} | BELOW[package]


@pytest.mark.parametrize("package", ["evidence", "verification"])
def test_a_package_of_many_rules_says_where_each_module_belongs(package: str) -> None:
    init, *modules = sorted((ROOT / "orc/documents" / package).glob("*.py"))
    described = ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))) or ""
    assert [path.stem for path in modules if not re.search(rf"\b{path.stem}\b", described)] == []
