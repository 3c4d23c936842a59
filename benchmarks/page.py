"""The chat page in Chromium: its size, the time until it can be used, the time from a token to its display, and its
memory."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.conversations import make_conversations
from benchmarks.processes import model_server
from benchmarks.tables import figures, show
from benchmarks.turns import running_app

_MESSAGES = (0, 10, 1000)
_TOKENS, _TOKEN_SECONDS = 600, 0.005
_READY = "textarea[aria-label='Message']"
_WATCHED = """
window.arrived = [];  // [ms, words of the answer so far], by token event
window.painted = [];  // [ms, words of the answer on the page], by frame
const words = (text) => (text.match(/\\S+/g) ?? []).length;
const ownFetch = window.fetch;
window.fetch = async (...request) => {
  const response = await ownFetch(...request);
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
  let rest = "", text = "";
  const decoder = new TextDecoder();
  const watching = new TransformStream({ transform(piece, controller) {
    rest += decoder.decode(piece, { stream: true });
    const blocks = rest.split("\\n\\n");
    rest = blocks.pop();
    for (const block of blocks) if (block.includes("event: token")) {
      text += JSON.parse(block.match(/^data: (.*)$/m)[1]).text;
      arrived.push([performance.now(), words(text)]);
    }
    controller.enqueue(piece);
  } });
  return new Response(response.body.pipeThrough(watching), response);
};
const frame = () => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();  // its message comes once the frame has been made
  port1.onmessage = () => {
    const shown = words(document.querySelector(".answer .text")?.textContent ?? "");
    if (shown !== (painted.at(-1)?.[1] ?? 0)) painted.push([performance.now(), shown]);
    frame();
  };
  port2.postMessage(null);
});
frame();
"""


def measure(rounds: int, _: int) -> None:
    found = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if found is None:
        print("\nThe page was not measured: no Chromium is here (CHROMIUM names one).")
        return
    with TemporaryDirectory() as temporary, ExitStack() as stack:
        directory = Path(temporary)
        ids = dict(zip(_MESSAGES[1:], make_conversations(directory, _MESSAGES[1:]), strict=True))
        delays = {"first_token_seconds": 0.0, "token_seconds": _TOKEN_SECONDS}
        model = stack.enter_context(model_server(directory, tokens=_TOKENS, **delays))
        app = stack.enter_context(running_app(directory, model))
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=found)
        stack.callback(browser.close)
        address = f"http://127.0.0.1:{app.port}/api/"
        _opened(browser, address, rounds)
        _painted(browser, address, rounds)
        _remembered(browser, address, ids)


@contextmanager
def _page(browser: Browser, address: str) -> Iterator[Page]:
    """The page with an empty cache."""
    context = browser.new_context()
    context.add_init_script(_WATCHED)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(_READY)
    yield page
    context.close()


def _opened(browser: Browser, address: str, rounds: int) -> None:
    """Measures the time until a message can be typed, and the bytes transferred for that."""
    ready, weights = [], {"compressed": 0, "unpacked": 0}
    sizes = """() => [performance.getEntriesByType("navigation")[0], ...performance.getEntriesByType("resource")]
      .filter((each) => !each.name.includes("/api/") || /\\/api\\/($|\\?|app\\/)/.test(each.name))
      .map((each) => [each.encodedBodySize, each.decodedBodySize])"""
    for _ in range(rounds + 1):
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script(
            f"""new MutationObserver((_, observer) => {{
              if (!document.querySelector("{_READY}")) return;
              observer.disconnect();
              requestAnimationFrame(() => setTimeout(() => (window.ready = performance.now())));
            }}).observe(document, {{ subtree: true, childList: true }})"""
        )
        page.goto(address)
        page.wait_for_function("() => window.ready")
        ready.append(page.evaluate("window.ready"))
        found = page.evaluate(sizes)
        weights = {"compressed": sum(each[0] for each in found), "unpacked": sum(each[1] for each in found)}
        context.close()
    rows = [("ready for a question, ms", figures(ready[1:]), ""), *_weights(weights)]
    show("The page with an empty cache", ("", "measured", "budget"), rows)


def _weights(weights: Mapping[str, int]) -> Iterator[tuple[str, str, str]]:
    for name, size in weights.items():
        yield f"first paint, {name}, KB", f"{size / 1000:.1f}", "200" if name == "compressed" else ""


def _painted(browser: Browser, address: str, rounds: int) -> None:
    delays: list[list[float]] = []
    for _ in range(rounds):
        with _page(browser, address) as page:
            page.fill(_READY, "Tell me a long story")
            page.keyboard.press("Enter")
            page.get_by_role("status").filter(has_text="Answer complete").wait_for(state="attached", timeout=60_000)
            arrived, painted = page.evaluate("[arrived, painted]")
        waits = [next(at for at, shown in painted if shown >= words) - came for came, words in arrived]
        delays.append(sorted(waits))
    rows = [
        (name, figures([each[round(share * (len(each) - 1))] for each in delays]), budget)
        for name, share, budget in (("median", 0.5, ""), ("95 of 100", 0.95, ""), ("slowest", 1.0, ""))
    ]
    title = f"From a token's event to its paint, of {_TOKENS} tokens at {1 / _TOKEN_SECONDS:.0f} a second"
    show(title, ("", "ms", ""), rows)


def _remembered(browser: Browser, address: str, ids: Mapping[int, str]) -> None:
    rows = []
    for messages in _MESSAGES:
        where = f"{address}#/c/{ids[messages]}" if messages else address
        with _page(browser, where) as page:
            if messages:
                page.get_by_role("article", name="Orc").last.wait_for()
                page.wait_for_load_state("networkidle")
            session = page.context.new_cdp_session(page)
            session.send("HeapProfiler.collectGarbage")
            session.send("Performance.enable")
            told: list[dict[str, Any]] = session.send("Performance.getMetrics")["metrics"]
            metrics = {each["name"]: each["value"] for each in told}
        heap, nodes = metrics["JSHeapUsedSize"] / 1e6, metrics["Nodes"]
        rows.append((f"{messages:,}", f"{heap:.1f}", f"{nodes:,.0f}"))
    show("Memory of an open conversation", ("messages", "heap, MB", "DOM nodes"), rows)
