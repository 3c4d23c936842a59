"""OpenAI's SDK for JavaScript against the running app."""

import base64
import json
import subprocess
from pathlib import Path

import pytest

from tests.app.samples import LEASE
from tests.support.app import Api, StubProcess
from tests.support.emulators import node_22
from tests.support.openai_stub import Reply


@pytest.mark.req("BX-13")
def test_the_sdk_for_javascript_creates_and_streams_responses(api: Api, stub: StubProcess) -> None:
    stub.script(
        Reply(text="Every two weeks [2]."),
        Reply(rewrites=True, text="Really?"),
        Reply(text="Yes, every two weeks [2]."),
    )
    data = base64.b64encode(LEASE).decode()
    given = {
        "baseURL": f"{str(api.http.base_url).rstrip('/')}/api/v1",
        "headers": {"x-ms-client-principal": api.http.headers["x-ms-client-principal"]},
        "file": {"filename": "lease.pdf", "file_data": f"data:application/pdf;base64,{data}"},
    }
    command: list[str | Path] = [node_22(), Path(__file__).parent / "responses.mjs", json.dumps(given)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["whole"]["output_text"] == "Every two weeks [2]."
    [citation] = told["whole"]["output"][-1]["content"][0]["annotations"]
    assert (citation["filename"], citation["page"], citation["verified"]) == ("lease.pdf", 3, True)
    deltas = [event["delta"] for event in told["events"] if event["type"] == "response.output_text.delta"]
    assert "".join(deltas) == "Yes, every two weeks [2]."
    assert told["events"][-1]["response"]["status"] == "completed"
