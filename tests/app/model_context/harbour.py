"""Documents that exceed a small context limit, and what a request to the model contains of them."""

import json
from typing import Any

from orc import prompts
from tests.support.app import Api, StubProcess, checked
from tests.support.files import make_pdf
from tests.support.openai_stub import Reply

LOOK_FURTHER = prompts.look_further("search_documents", "load_document_chunk")
BUDGET = 6_000
TOP_K = 3
BERTHS = 60


def berth(number: int) -> str:
    return f"Berth {number} takes ships of {number * 7 + 100} metres."


PAGES = [f"Chapter {n}\n{berth(n)} " + "The crew moors with care and waits for the pilot. " * 20 for n in range(BERTHS)]
HARBOUR = make_pdf(PAGES, title="Harbour rules")


def prompt_of(request: dict[str, Any]) -> str:
    return str(request["messages"][0]["content"])


def given_of_documents(request: dict[str, Any]) -> str:
    """The names, outlines, headings and texts of documents in a prompt, without the prompt's own text."""
    prompt = prompt_of(request)
    own = (prompts.ANSWER_FROM_SOURCES, prompts.ANSWER_FROM_RESULTS, prompts.PARTS_OF_DOCUMENTS, LOOK_FURTHER)
    for text in (*own, "Documents: ", "Sources:", "Results:\n\n### Step 1: search_documents (found)\n\n"):
        prompt = prompt.replace(text, "", 1)
    return prompt.strip()


def source_headings(sources: str) -> list[str]:
    return [line for line in sources.splitlines() if line.startswith("[")]


def calling(name: str, **arguments: object) -> Reply:
    return Reply(tool_calls=[{"name": name, "arguments": json.dumps(arguments)}])


def told(stub: StubProcess) -> list[str]:
    """The results of the model's tool calls in the last request."""
    return [m["content"] for m in stub.requests()[-1]["messages"] if m["role"] == "tool"]


def in_the_north(api: Api) -> str:
    """Creates a conversation with four documents of one port and a document of another."""
    conversation = api.with_documents({"secret.txt": b"Berth 40 is for the harbour master's own boat."})
    files = [("files", (f"part-{n}.txt", "\n\n".join(PAGES[n * 15 : n * 15 + 15]).encode())) for n in range(4)]
    address = f"/api/conversations/{conversation}/documents"
    checked(api.http.post(address, files=files, data={"metadata": '{"port": "north"}'}))
    api.until_read(conversation)
    return conversation
