"""No function that the text of strangers reaches does more than twice the work for twice the text."""

import ast
import gc
import math
import time
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from pathlib import Path
from sys import monitoring
from types import CodeType
from typing import NamedTuple
from zlib import crc32

import pytest

from tests.security.reached import BOUNDED, REACHED, SENTENCE, TEXTS, UNITS, Asked


class Lengths(NamedTuple):
    """Two lengths of text whose times are compared. The times may differ by as much as the lengths, times noise: the
    shorter the texts, the less is work of the square beside work of the length."""

    shorter: int
    longer: int
    noise: float


SHORTEST = Lengths(200, 800, noise=1.1)
SHORT = Lengths(500, 2_000, noise=1.5)
MIDDLING = Lengths(2_000, 8_000, noise=1.9)
LONG = Lengths(8_000, 32_000, noise=1.9)
GREATEST = Lengths(8_000, 64_000, noise=1.9)
LONG_ENOUGH = 0.0003  # seconds that the shorter text takes, for growth to be seen
HARMLESS_SECONDS = 0.1  # at the greatest length, even if the work were to grow with the square
SLOW_FIRST_RUN = 2  # times as slow as later ones: it would hide growth
REPEATS = (1, 1, 2, 5)  # what seems to grow is timed again, and the least of all its times counts
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
SHARE = 3  # a function gets one shape in so many, other functions get others; with --whole it gets all of them
_TOOL = 4  # of those that coverage and debuggers leave free
PACKAGES = ("orc/documents", "orc/graphs", "orc/tools", "shared/extraction")


def _seconds(function: Callable[[str], object], text: str, repeats: int) -> float:
    """Processor time, the least of several runs: other processes make it longer, never shorter."""
    if isinstance(function, Asked):
        function.question(text)
    times = []
    for _ in range(repeats):
        started = time.process_time()
        function(text)
        times.append(time.process_time() - started)
    return min(times)


def _grows_too_fast(function: Callable[[str], object], text: Callable[[int], str], *choice: Lengths) -> bool:
    """Compares the first lengths of the choice whose shorter text takes long enough, or else the last."""
    for lengths in choice:
        least = _seconds(function, text(lengths.shorter), 1)
        if least > LONG_ENOUGH:
            break
    harmless = HARMLESS_SECONDS * (lengths.shorter / GREATEST.longer) ** 2
    allowed = lengths.noise * lengths.longer / lengths.shorter
    longest, slowness = math.inf, SLOW_FIRST_RUN
    for repeats in REPEATS:
        if least < harmless:
            return False
        longest = min(longest, _seconds(function, text(lengths.longer), repeats))
        if longest * slowness <= allowed * least:
            return False
        least, slowness = min(least, _seconds(function, text(lengths.shorter), repeats)), 1
        if longest <= allowed * least:
            return False
    return least >= harmless


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


def _chosen(name: str, shapes: Mapping[str, Callable[[int], str]], *, whole: bool) -> Set[str]:
    """The shapes that a function gets. Functions share most of the code that they call: a shape with which that is slow
    comes to one of them. What only one shape leads a function to, that shape leads it to here too."""
    by_share = sorted(shapes, key=lambda shape: crc32(f"{name} {shape}".encode()) % SHARE)
    chosen = {shape for shape in shapes if whole or crc32(f"{name} {shape}".encode()) % SHARE == 0}
    with _new_lines() as new:
        for shape in by_share:
            new.clear()
            REACHED[name](shapes[shape](SHORTEST.shorter))
            if new:
                chosen.add(shape)
    return chosen


@contextmanager
def _new_lines() -> Iterator[list[int]]:
    """Collects the lines that are executed for the first time in the block."""
    new: list[int] = []

    def note(_: CodeType, line: int) -> object:
        new.append(line)
        return monitoring.DISABLE

    monitoring.use_tool_id(_TOOL, "shapes")
    monitoring.register_callback(_TOOL, monitoring.events.LINE, note)
    monitoring.set_events(_TOOL, monitoring.events.LINE)
    monitoring.restart_events()
    try:
        yield new
    finally:
        monitoring.set_events(_TOOL, monitoring.events.NO_EVENTS)
        monitoring.register_callback(_TOOL, monitoring.events.LINE, None)
        monitoring.free_tool_id(_TOOL)


class Growth:
    """Each package is a class of its own, for classes run side by side."""

    @pytest.mark.req("SE-12")
    @pytest.mark.usefixtures("without_collector", "without_memory")
    def test_work_grows_no_faster_than_the_text(self, name: str, pytestconfig: pytest.Config) -> None:
        function = REACHED[name]
        function(SENTENCE)  # what is built on first use
        whole = pytestconfig.getoption("whole")
        chosen = _chosen(name, {**UNITS, **TEXTS}, whole=whole)
        units, texts = ({s: text for s, text in of.items() if s in chosen} for of in (UNITS, TEXTS))
        units = {shape: text for shape, text in units.items() if _grows_too_fast(function, text, SHORTEST, SHORT)}
        suspects = units | {
            shape: text for shape, text in texts.items() if _grows_too_fast(function, text, SHORTEST, SHORT, MIDDLING)
        }
        # A short text may end early what a longer one begins: what grows with the square grows on.
        for lengths in (MIDDLING, LONG):
            suspects = {shape: text for shape, text in suspects.items() if _grows_too_fast(function, text, lengths)}
        assert list(suspects) == []


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
    assert [shape for shape, text in {**TEXTS, **UNITS}.items() if _grows_too_fast(function, text, GREATEST)] == []


@pytest.mark.req("SE-12")
@pytest.mark.parametrize("lengths", [SHORTEST, SHORT, MIDDLING])
def test_a_function_of_the_square_is_found_out(lengths: Lengths) -> None:
    def of_the_square(text: str) -> int:
        return sum(len(set(text)) for _ in range(0, len(text), 8))

    assert _grows_too_fast(of_the_square, TEXTS["one line"], lengths)
    of_a_question = Asked(lambda question, _: of_the_square(question.text))
    assert _grows_too_fast(of_a_question, TEXTS["one line"], lengths)


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
