"""No function that the text of strangers reaches does more than twice the work for twice the text."""

import ast
import gc
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.security.reached import BOUNDED, REACHED, SENTENCE, TEXTS, UNITS

LENGTHS = (8_000, 16_000, 32_000, 64_000)
SHORT = (500, 2_000)
MIDDLING = (2_000, 8_000)
LONG = (8_000, 32_000)
LONG_ENOUGH = 0.0005  # seconds that short texts take, for their growth to be seen
HARMLESS_SECONDS = 0.1  # at the greatest length, even if the work were to grow with the square
NOISE = 1.9
NOISE_OF_SHORT = 1.5  # of a text half as long, work of the square is half as much beside work of the length
REPEATS = 5
# Their parts are measured by themselves; the wholes are measured up to the greatest length, with --whole.
WHOLES = {
    "orc.documents.verification.claims.supports_claim (claim)",
    "orc.documents.verification.claims.supports_claim (row)",
    "orc.documents.verification.claims.supports_claim (numbers)",
    "orc.documents.verification.claims.supports_claim (both)",
    "orc.documents.citations.snippets.cite (claim)",
    "orc.documents.citations.snippets.cite (quoted)",
    "orc.documents.citations.snippets.cite (word)",
}
PACKAGES = ("orc/documents", "orc/graphs", "orc/tools", "shared/extraction")


def _seconds(function: Callable[[str], object], text: str, repeats: int) -> float:
    """Processor time, the least of several runs: other processes make it longer, never shorter."""
    times = []
    for _ in range(repeats):
        started = time.process_time()
        function(text)
        times.append(time.process_time() - started)
    return min(times)


def _grows_too_fast(function: Callable[[str], object], text: Callable[[int], str], lengths: tuple[int, ...]) -> bool:
    noise = NOISE_OF_SHORT if lengths == SHORT else NOISE
    harmless = HARMLESS_SECONDS * (lengths[0] / LENGTHS[-1]) ** 2
    allowed = noise * lengths[-1] / lengths[0]
    for repeats in (1, REPEATS, REPEATS):  # what seems to grow is looked at again
        least = _seconds(function, text(lengths[0]), repeats)
        if least < harmless or _seconds(function, text(lengths[-1]), repeats) <= allowed * least:
            return False
    return True


@pytest.fixture
def without_collector() -> Iterator[None]:
    """It looks at everything that the test process holds, whenever it likes."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def without_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short texts that come again are not normalised again, and long ones are: that is no growth."""
    monkeypatch.setattr("orc.text._REPEATED", 0)


class Growth:
    """Each package is a class of its own, for classes run side by side."""

    @pytest.mark.req("SE-12")
    @pytest.mark.usefixtures("without_collector", "without_memory")
    def test_work_grows_no_faster_than_the_text(self, name: str) -> None:
        function = REACHED[name]
        function(SENTENCE)  # what is built on first use
        suspects = {shape: text for shape, text in UNITS.items() if _grows_too_fast(function, text, SHORT)}
        for shape, text in TEXTS.items():
            takes_long = _seconds(function, text(SHORT[0]), 1) > LONG_ENOUGH
            if _grows_too_fast(function, text, SHORT if takes_long else MIDDLING):
                suspects[shape] = text
        # A short text may end early what a longer one begins: what grows with the square grows on.
        assert [shape for shape, text in suspects.items() if _grows_too_fast(function, text, LONG)] == []


def _names(*packages: str) -> list[str]:
    return [name for name in REACHED if name.startswith(packages)]


CITATIONS = _names("orc.documents.citations.", "orc.documents.verification.")
WORDS = _names("orc.documents.text.", "orc.documents.questions.")
SEARCH = _names("orc.documents.search.", "orc.documents.evidence.", "shared.models.")
OTHERS = sorted(REACHED.keys() - {*CITATIONS, *WORDS, *SEARCH})
PARTS = [name for name in CITATIONS if name not in WHOLES]


@pytest.mark.parametrize("name", PARTS)
class TestCitations(Growth):
    pass


@pytest.mark.parametrize("name", WORDS)
class TestWords(Growth):
    pass


@pytest.mark.parametrize("name", SEARCH)
class TestSearch(Growth):
    pass


@pytest.mark.parametrize("name", OTHERS)
class TestOthers(Growth):
    pass


@pytest.mark.long
@pytest.mark.req("SE-12")
@pytest.mark.usefixtures("without_collector")
@pytest.mark.parametrize("name", REACHED)
def test_work_grows_no_faster_than_the_text_up_to_the_greatest_length(name: str) -> None:
    function = REACHED[name]
    function(SENTENCE)
    assert [shape for shape, text in {**TEXTS, **UNITS}.items() if _grows_too_fast(function, text, LENGTHS)] == []


@pytest.mark.req("SE-12")
def test_a_function_of_the_square_is_found_out() -> None:
    def of_the_square(text: str) -> int:
        return sum(len(set(text)) for _ in range(0, len(text), 8))

    assert _grows_too_fast(of_the_square, TEXTS["one line"], SHORT)


@pytest.mark.req("SE-12")
def test_every_module_that_takes_text_is_measured_or_says_why_not() -> None:
    root = Path(__file__).parents[2]
    files = [file for package in PACKAGES for file in (root / package).rglob("*.py") if _takes_text(file)]
    modules = {".".join(file.relative_to(root).with_suffix("").parts) for file in files}
    measured = {module for module in modules for name in REACHED if name.startswith(f"{module}.")}
    assert sorted(modules - measured - BOUNDED.keys()) == []
    assert sorted(BOUNDED.keys() - modules) == []
    assert REACHED.keys() > WHOLES


def _takes_text(file: Path) -> bool:
    """Whether a public function or method has a parameter that may be text."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            parameters = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            annotations = [ast.unparse(each.annotation) for each in parameters if each.annotation]
            if any(kind in annotation for annotation in annotations for kind in ("str", "bytes")):
                return True
    return False
