"""The environment's variables for LangSmith, a service that LangGraph reports turns to: none reaches it from here."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.forked import ROOT

TURN = """
import asyncio, os
from contextlib import aclosing
from orc.conversations.records import TurnRequest
from orc.domain import Caller
from shared.bootstrap import close_services, get_services

async def main():
    connections = []
    server = await asyncio.start_server(lambda _, writer: connections.append(writer.close()), "127.0.0.1", 0)
    os.environ["LANGSMITH_ENDPOINT"] = "http://127.0.0.1:%d" % server.sockets[0].getsockname()[1]
    services, caller = await get_services(), Caller("local", "user")
    services.load_graph()
    run = await services.orchestrator.start(caller, TurnRequest(question="Hello?"))
    async with aclosing(services.orchestrator.follow_run(caller, run, tick_seconds=10)) as events:
        async for _ in events:
            pass
    run = (await services.conversations.run(caller.conversation(run.conversation_id), run.run_id)).record
    from langchain_core.tracers.langchain import wait_for_all_tracers
    await asyncio.to_thread(wait_for_all_tracers)
    print(run.status, len(connections))
    await close_services()

asyncio.run(main())
"""
SWITCHES = (
    "LANGSMITH_TRACING",
    "LANGSMITH_TRACING_V2",
    "LANGCHAIN_TRACING",
    "LANGCHAIN_TRACING_V2",
    "LANGCHAIN_HANDLER",
)


@pytest.mark.req("SE-08")
@pytest.mark.parametrize("switches", [SWITCHES, SWITCHES[-1:]])
def test_no_turn_is_sent_to_langsmith(tmp_path: Path, switches: tuple[str, ...]) -> None:
    environment = {"ORC_DATA_DIR": str(tmp_path), "PYTHONPATH": str(ROOT), "LANGSMITH_API_KEY": "key"}
    environment |= dict.fromkeys(switches, "true")
    done = subprocess.run([sys.executable, "-c", TURN], env=environment, stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout.split() == ["completed", "0"]
