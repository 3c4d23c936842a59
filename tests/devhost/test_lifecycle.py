"""How the local host starts, tells why it cannot, and stops."""

import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from tests.devhost.conftest import APP, notes_in
from tests.support.hosts import RunningHost, running_host, serve
from tests.support.waiting import eventually

IMPORT_ERROR = "from pathlib import Path\nimport no_such_package\n"
DUPLICATE = """
import azure.functions as func
app = func.FunctionApp()

@app.timer_trigger(arg_name="timer", schedule="0 0 0 * * *")
def twin(timer: func.TimerRequest) -> None: ...

@app.timer_trigger(arg_name="timer", schedule="0 0 0 * * *")
def twin(timer: func.TimerRequest) -> None: ...
"""
BAD_SCHEDULE = """
import azure.functions as func
app = func.FunctionApp()

@app.timer_trigger(arg_name="timer", schedule="* * * * *")
def often(timer: func.TimerRequest) -> None: ...
"""
UNSET_SCHEDULE = BAD_SCHEDULE.replace("* * * * *", "%NOT_SET%")


def failed_start(directory: Path, *arguments: str, **env: str) -> str:
    """What a start says that must fail."""
    log = directory / "host.log"
    process = serve(directory, directory / "data", log, env, arguments)
    assert process.wait(60) == 1, log.read_text()
    return log.read_text()


@pytest.mark.parametrize(
    ("app", "told"),
    [
        (IMPORT_ERROR, ["line 2, in <module>", "ModuleNotFoundError: No module named 'no_such_package'"]),
        ("def broken(:\n", ["function_app.py could not be imported", "SyntaxError"]),
        (DUPLICATE, ["The functions could not be indexed", "Function twin does not have a unique function name"]),
        (UNSET_SCHEDULE, ["%NOT_SET% of often does not resolve to a value", "set NOT_SET"]),
        (BAD_SCHEDULE, ["The schedule of often is not NCRONTAB", "has not six fields"]),
    ],
    ids=["import error", "syntax error", "duplicate function", "unset schedule", "bad schedule"],
)
def test_an_app_that_cannot_run_says_why_in_plain_words(tmp_path: Path, app: str, told: list[str]) -> None:
    (tmp_path / "function_app.py").write_text(app)

    said = failed_start(tmp_path)

    assert [line for line in told if line not in said] == []
    assert "importlib" not in said


def test_a_directory_without_an_app_is_reported(tmp_path: Path) -> None:
    assert failed_start(tmp_path) == f"There is no function_app.py in {tmp_path}.\n"


def test_mistaken_settings_are_reported_together(tmp_path: Path) -> None:
    said = failed_start(tmp_path, ORC_PORT="seven", TOP_K="0")

    assert "ORC_PORT" in said
    assert "TOP_K" in said


def test_a_malformed_setting_hides_no_other_mistake(tmp_path: Path) -> None:
    said = failed_start(
        tmp_path,
        CHUNK_SIZE="big",
        CHUNK_OVERLAP="5000",
        IDENTITY="jwt",
        JWT_ISSUER="https://issuer.example",
        OPENAI_BASE_URL="nowhere",
    )

    assert said.splitlines()[1:] == [
        "  OPENAI_BASE_URL: must be an http or https URL",
        "  CHUNK_SIZE: Input should be a valid integer, unable to parse string as an integer",
        "  CHUNK_OVERLAP (5000) must be smaller than CHUNK_SIZE (2000 by default)",
        "  JWT_AUDIENCE is needed when IDENTITY=jwt",
        "  JWT_JWKS_URL is needed when IDENTITY=jwt",
    ]


def test_local_settings_count_where_the_environment_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "local.settings.json").write_text('{"Values": {"TOP_K": "0", "CHUNK_SIZE": "0"}}')

    said = failed_start(tmp_path, CHUNK_SIZE="1000")

    assert "TOP_K" in said
    assert "CHUNK_SIZE" not in said


def test_a_port_in_use_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = failed_start(tmp_path, "--port", str(port))

    assert said == f"Port {port} is in use. Set ORC_PORT to another port, or stop the program that uses it.\n"


def refuses(url: str) -> bool:
    try:
        httpx2.get(f"{url}/api/health", trust_env=False)
    except httpx2.ConnectError:
        return True
    except httpx2.TransportError:  # a connection that was open when the host ceased to listen
        return False
    return False


def slow_request(host: RunningHost) -> httpx2.Response:
    return httpx2.get(f"{host.url}/api/slow", timeout=30, trust_env=False)


def test_a_request_that_runs_when_the_host_is_stopped_is_answered(tmp_path: Path) -> None:
    with running_host(APP, tmp_path) as host, ThreadPoolExecutor() as threads:
        answer = threads.submit(slow_request, host)
        eventually(lambda: notes_in(tmp_path, "slow"))
        host.process.terminate()
        eventually(lambda: "Stopping" in host.log)
        eventually(lambda: refuses(host.url))
        (tmp_path / "finish").touch()

        assert answer.result().text == "done"
        assert host.process.wait(60) == 0
    assert notes_in(tmp_path, "closed") == [{"services": True}]


def test_a_request_that_does_not_end_is_given_up_after_the_grace(tmp_path: Path) -> None:
    with running_host(APP, tmp_path, arguments=["--grace", "1"]) as host, ThreadPoolExecutor() as threads:
        answer = threads.submit(slow_request, host)
        eventually(lambda: notes_in(tmp_path, "slow"))

        assert host.stop() == 0
        assert (answer.result().status_code, answer.result().json()["detail"]) == (503, "The host is stopping.")


def test_a_second_signal_ends_the_host_at_once(tmp_path: Path) -> None:
    log = tmp_path / "host.log"
    process = serve(APP, tmp_path, log, {}, [])
    eventually(lambda: "Functions host on" in log.read_text(), seconds=30)
    url = log.read_text().split()[3]
    with ThreadPoolExecutor() as threads:
        threads.submit(httpx2.get, f"{url}/api/slow", timeout=30, trust_env=False)
        eventually(lambda: notes_in(tmp_path, "slow"))
        process.send_signal(signal.SIGINT)
        eventually(lambda: "Stopping" in log.read_text())
        process.send_signal(signal.SIGTERM)

        assert process.wait(60) == -signal.SIGTERM
