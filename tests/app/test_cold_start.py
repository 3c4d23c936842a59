"""What a fresh process has imported by its first answers: imports are most of a cold start."""

import subprocess
import sys
from pathlib import Path

LATER = ("langgraph", "langsmith", "mcp", "mcp_types", "openai")
TURN = """
import asyncio, sys
from contextlib import aclosing
from orc.conversations.records import TurnRequest
from orc.documents.paths import blob_path
from orc.domain import Caller
from shared import bootstrap
from shared.bootstrap import close_services, get_services

bootstrap._QUIET_SECONDS = 3600  # what is imported after the first turn is not

async def main(question, *documents):
    services, caller = await get_services(), Caller("local", "user")
    conversation = await services.conversations.create(caller)
    for name in documents:
        path = blob_path(caller.conversation(conversation.conversation_id), name)
        await services.blobs.put(path, b"Visitors park in row 7.", content_type="text/plain")
    request = TurnRequest(
        question=question, conversation_id=conversation.conversation_id, blob_names=documents
    )
    run = await services.orchestrator.start(caller, request)
    async with aclosing(services.orchestrator.follow_run(caller, run, tick_seconds=10)) as events:
        async for _ in events:
            pass
    imported = sorted({name.partition(".")[0] for name in sys.modules})
    run = (await services.conversations.run(caller.conversation(conversation.conversation_id), run.run_id)).record
    print(run.status, *imported)
    await close_services()

asyncio.run(main(*sys.argv[1:]))
"""

REGISTERED = """
import asyncio, os, sys
from contextlib import aclosing
from orc.conversations.records import TurnRequest
from orc.documents.paths import blob_path
from orc.domain import Caller
from shared.bootstrap import close_services, get_services
from tests.support.openai_stub import OpenAIStub

caller = Caller("local", "user")

async def register():
    services = await get_services()
    key = caller.conversation((await services.conversations.create(caller)).conversation_id)
    await services.blobs.put(blob_path(key, "note.txt"), b"Visitors park in row 7.", content_type="text/plain")
    await services.registry.ensure_registered(key, "note.txt")
    print(key.conversation_id)
    await close_services()

async def ask(conversation_id):
    async with OpenAIStub() as stub:
        os.environ |= {"OPENAI_BASE_URL": stub.base_url, "OPENAI_MODEL": "stub-model"}
        services = await get_services()
        request = TurnRequest(
            question="Where do visitors park?", conversation_id=conversation_id, blob_names=("note.txt",)
        )
        run = await services.orchestrator.start(caller, request)
        async with aclosing(services.orchestrator.follow_run(caller, run, tick_seconds=10)) as events:
            async for _ in events:
                pass
        from orc.documents.search.corrections import _frequencies
        print((await services.conversations.run(caller.conversation(conversation_id), run.run_id)).record.status)
        print("numpy" in sys.modules, "py3langid" in sys.modules, _frequencies.cache_info().currsize)
        await close_services()

asyncio.run(ask(*sys.argv[1:]) if sys.argv[1:] else register())
"""

BESIDE_IMPORTS = """
import asyncio, importlib.abc, os, sys, threading
from contextlib import aclosing
from orc.conversations.records import TurnRequest
from orc.domain import Caller
from shared import bootstrap
from shared.bootstrap import close_services, get_services
from tests.support.openai_stub import OpenAIStub

bootstrap._QUIET_SECONDS = 0.01
caller, half_imported, asked = Caller("local", "user"), threading.Event(), threading.Event()

class Halfway(importlib.abc.MetaPathFinder):
    # An import of httpx in another thread goes on when the second turn is over.
    def find_spec(self, name, path, target=None):
        if name == "httpx._client":
            half_imported.set()
            if threading.current_thread() is not threading.main_thread():
                asked.wait(60)

async def turn(services):
    conversation = await services.conversations.create(caller)
    request = TurnRequest(question="Hello?", conversation_id=conversation.conversation_id)
    run = await services.orchestrator.start(caller, request)
    async with aclosing(services.orchestrator.follow_run(caller, run, tick_seconds=10)) as events:
        async for _ in events:
            pass
    key = caller.conversation(conversation.conversation_id)
    print((await services.conversations.run(key, run.run_id)).record.status)

async def main():
    async with OpenAIStub() as stub:
        os.environ |= {"OPENAI_BASE_URL": stub.base_url, "OPENAI_MODEL": "stub-model"}
        sys.meta_path.insert(0, Halfway())
        services = await get_services()
        await turn(services)
        await asyncio.to_thread(half_imported.wait, 60)
        await turn(services)
        asked.set()
        await close_services()

asyncio.run(main())
"""

QUIET = """
import asyncio, gc, os, sys
from shared import bootstrap

bootstrap._QUIET_SECONDS = 0.01
os.environ |= dict(setting.split("=", 1) for setting in sys.argv[1:])

async def main():
    await bootstrap.get_services()
    while not gc.get_freeze_count():  # once all is imported
        await asyncio.sleep(0.01)
    print(*sys.modules)
    await bootstrap.close_services()

asyncio.run(main())
"""

ROUTES = """
import asyncio, sys, httpx2
from shared.bootstrap import close_services, web_app

async def main():
    transport = httpx2.ASGITransport(app=web_app())
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1/api") as http:
        first = await http.post("/conversations", json={})
        print(first.status_code, "orc.api.openai.chat" in sys.modules)
        answers = await asyncio.gather(*(http.request(method, path) for method, path in [
            ("GET", "/v1/models"), ("GET", "/documents"), ("HEAD", "/me/usage"), ("PUT", "/v1/files"), ("GET", "/none")
        ]))
        print(*(answer.status_code for answer in answers), answers[3].headers["allow"])
    await close_services()

asyncio.run(main())
"""


def said(program: str, *arguments: str, data: Path) -> list[str]:
    """The words that a fresh process prints which runs the program; it reads no settings but the data directory's."""
    environment = {"ORC_DATA_DIR": str(data), "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout.split()


def test_importing_the_functions_imports_no_library_of_a_turn(tmp_path: Path) -> None:
    imported = said("import sys, function_app; print(*sys.modules)", data=tmp_path)
    assert "function_app" in imported
    assert not {"orc.api.app", "orc.api.services", *LATER} & {*imported}


def test_first_chat_turn_imports_no_unused_library(tmp_path: Path) -> None:
    status, *imported = said(TURN, "Thank you!", data=tmp_path)
    assert status == "completed"
    assert not {*LATER} & {*imported}


def test_first_document_turn_imports_no_unused_library(tmp_path: Path) -> None:
    status, *imported = said(TURN, "Where do visitors park?", "note.txt", data=tmp_path)
    assert status == "completed"
    assert not {*LATER} & {*imported}


def test_a_question_in_the_words_of_a_registered_document_loads_neither_languages_nor_dictionaries(
    tmp_path: Path,
) -> None:
    [conversation] = said(REGISTERED, data=tmp_path)
    assert said(REGISTERED, conversation, data=tmp_path) == ["completed", "False", "False", "0"]


def test_other_routes_are_imported_by_their_first_request(tmp_path: Path) -> None:
    assert said(ROUTES, data=tmp_path) == ["201", "False", "200", "200", "200", "405", "404", "GET,", "HEAD,", "POST"]


def test_a_turn_succeeds_while_later_libraries_are_imported(tmp_path: Path) -> None:
    assert said(BESIDE_IMPORTS, data=tmp_path) == ["completed", "completed"]


def test_a_quiet_process_imports_mcp_only_for_servers_that_it_has(tmp_path: Path) -> None:
    servers = 'MCP_SERVERS={"weather": {"url": "http://127.0.0.1:9/mcp"}}'
    alone, with_servers = said(QUIET, data=tmp_path), said(QUIET, servers, data=tmp_path)
    assert ("langgraph" in alone, "mcp" in alone) == (True, False)
    assert ("langgraph" in with_servers, "mcp" in with_servers) == (True, True)


def test_indexing_the_functions_imports_what_a_turn_needs_in_the_background(tmp_path: Path) -> None:
    indexed = """
import sys, threading, function_app
function_app.app.get_functions()
for thread in set(threading.enumerate()) - {threading.main_thread()}:
    thread.join(60)
print(*sys.modules)
"""
    imported = said(indexed, data=tmp_path)
    assert {"orc.api.app", "orc.graphs.nodes.answer"} < {*imported}
    assert not {*LATER} & {*imported}
