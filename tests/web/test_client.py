"""The page's client of the API, as others use it."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.app.conftest import client
from tests.support.app import checked
from tests.support.forked import ROOT
from tests.support.hosts import RunningHost

_WEB = ROOT / "web"
_STALE = "web/src/api.ts is not of this API: run `npm run types` in web/ while `make run` serves it"


def _run(*command: object) -> str:
    """What a program of the page's Node.js prints."""
    if not (_WEB / "node_modules").is_dir():
        pytest.skip("the page's tools are not installed: run `make page`")
    found = [str(each) for each in (ROOT / ".venv/bin/node", *command)]
    return subprocess.run(found, cwd=_WEB, capture_output=True, text=True, check=True, timeout=120).stdout


@pytest.mark.req("BX-07", "BX-08")
def test_the_clients_types_are_those_of_the_api(local_host: RunningHost, tmp_path: Path) -> None:
    described = tmp_path / "openapi.json"
    with client(local_host) as api:
        described.write_bytes(checked(api.http.get("/api/openapi.json")).content)
    made = tmp_path / "api.ts"
    _run("node_modules/openapi-typescript/bin/cli.js", described, "--output", made)
    assert made.read_text(encoding="utf-8") == (_WEB / "src/api.ts").read_text(encoding="utf-8"), _STALE


@pytest.mark.req("BX-07")
def test_the_documented_program_asks_and_shows_the_answer(local_host: RunningHost, tmp_path: Path) -> None:
    page = (ROOT / "docs/how-to/build-a-page.md").read_text(encoding="utf-8")
    [program] = re.findall(r"(?ms)^```ts\n(.*?)^```", page)
    program = program.replace("./client.ts", (_WEB / "src/client.ts").as_uri())
    file = tmp_path / "program.mts"
    file.write_text(program.replace("http://127.0.0.1:7071", local_host.url), encoding="utf-8")
    shown = _run("--experimental-transform-types", "--no-warnings", file)
    assert "Payment is due within 30 days of the invoice date." in shown
    assert shown.strip().endswith("completed with text")
