"""Runs against a deployment over HTTP: the real app, and troubles between it and the client."""

import asyncio
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import pytest

from benchmarks.as_asked import export, ranks_as_asked
from benchmarks.corpus import questions
from shared.evaluate.cli import main
from shared.evaluate.client import Deployment, Patience
from shared.evaluate.library import Library
from shared.evaluate.questions import read_questions
from shared.evaluate.results import Results, Scored, read_run
from shared.evaluate.run import Run
from shared.evaluate.scoring import RANKS, recall
from tests.evaluate.questions import LEASE, NOTICE, PILOT, POLICY, RENT, write_questions
from tests.support.app import Api, StubProcess
from tests.support.forked import ROOT, fork, kill_group
from tests.support.hosts import RunningHost, running_host
from tests.support.loopback import NO_AUTHORITIES
from tests.support.openai_stub import Reply
from tests.support.waiting import eventually

pytestmark = pytest.mark.req("BX-17")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    with running_host(ROOT, tmp_path_factory.mktemp("host")) as running:
        yield running


@pytest.fixture
def api(host: RunningHost) -> Iterator[Api]:
    with httpx2.Client(base_url=host.url, timeout=60, trust_env=False, verify=NO_AUTHORITIES) as client:
        yield Api(client)


class Trouble(httpx2.AsyncHTTPTransport):
    """The way to the deployment. answers, by the beginning of a path, come in place of the next requests for it."""

    def __init__(self, **answers: list[httpx2.Response | Exception]) -> None:
        super().__init__(verify=NO_AUTHORITIES)
        self.answers = {f"/api/{name}": left for name, left in answers.items()}
        self.sent: list[str] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.sent.append(f"{request.method} {request.url.path}")
        for path, left in self.answers.items():
            if request.url.path.startswith(path) and left:
                answer = left.pop(0)
                if isinstance(answer, Exception):
                    raise answer
                return answer
        return await super().handle_async_request(request)

    def count(self, method: str, ending: str) -> int:
        return sum(each.startswith(method) and each.endswith(ending) for each in self.sent)


def asked(path: Path, host: RunningHost, trouble: Trouble, *, at_once: int = 1, answer: float = 60) -> Scored:
    """A run of all questions, in the folder of the file."""

    async def run() -> None:
        async with httpx2.AsyncClient(
            base_url=host.url, transport=trouble, timeout=60, trust_env=False, verify=NO_AUTHORITIES
        ) as http:
            deployment = Deployment(http, Patience(answer=answer, refused=3))
            library = Library(deployment, results, metadata={}, at_once=2)
            await Run(deployment, library, results, lambda _: None).ask_all(lines, at_once=at_once)

    lines = read_questions(path, remote=True)
    results = Results(path.parent / "results.jsonl")
    results.begin("here", str(path))
    asyncio.run(run())
    return Scored(results, [each.fields.id for each in lines])


def report(folder: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((folder / "evaluation/report.json").read_text(encoding="utf-8"))
    return told


def test_a_run_measures_and_leaves_nothing_behind(host: RunningHost, api: Api, tmp_path: Path) -> None:
    path = write_questions(tmp_path, RENT, NOTICE, PILOT, RENT | {"id": "later", "confirmed": False})
    before = api.http.get("/api/conversations").json()

    assert main(["run", str(path), "--url", host.url, "--fail-under", "evidence_cited=1"]) == 0

    told = report(tmp_path)
    names = ("evidence_at_5", "evidence_cited", "answer_said", "false_not_found", "unanswerable_answered", "failed")
    assert [told["measures"][name]["value"] for name in names] == [1, 1, 1, 0, 0, 0]
    assert told["measures"]["confidence_auroc"]["value"] == 1
    assert {"first_token_p95", "time_p50", "tokens", "verified"} <= told["measures"].keys()
    assert told["by_tag"]["lease"]["questions"] == 2
    assert told["unconfirmed_left_out"] == 1
    assert api.http.get("/api/conversations").json() == before


def test_a_missed_threshold_ends_with_status_1(
    host: RunningHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = RENT | {"gold": {"quotes": ["three months notice to the end of a month"]}}

    assert (
        main(["run", str(write_questions(tmp_path, wrong)), "--url", host.url, "--fail-under", "evidence_cited=1"]) == 1
    )

    assert "Failed: evidence_cited is 0.000, under the threshold of 1.000." in capsys.readouterr().err


def test_benchmark_and_deployment_find_the_same(host: RunningHost, tmp_path: Path) -> None:
    some = questions()[::95]
    ranks = asyncio.run(ranks_as_asked(some))

    assert main(["run", str(export(tmp_path, some)), "--url", host.url]) == 0

    run = read_run(tmp_path / "evaluation").only([each.id for each in some])
    assert len(run.values) == len(some) > 4
    for least in RANKS:
        assert [of[f"evidence_at_{least}"] for of in run.values] == [float(0 < rank <= least) for rank in ranks]
        assert report(tmp_path)["measures"][f"evidence_at_{least}"]["value"] == recall(ranks, least)


def test_documents_are_uploaded_once_for_all_questions(host: RunningHost, tmp_path: Path) -> None:
    trouble = Trouble()
    lines = [each | {"id": f"{each['id']}{n}"} for n in range(2) for each in (RENT, NOTICE, PILOT)]

    run = asked(write_questions(tmp_path, *lines), host, trouble, at_once=3)

    assert trouble.count("POST", "/documents") == 2
    assert [of["failed"] for of in run.values] == [0] * 6
    assert len({record["conversation_id"] for record in run.records}) == 3


def test_questions_do_not_see_each_other_but_their_history(host: RunningHost, api: Api, tmp_path: Path) -> None:
    follow = NOTICE | {"history": ["How much is the monthly rent?"]}

    run = asked(write_questions(tmp_path, RENT, follow), host, Trouble())

    messages = api.messages(run.records[0]["conversation_id"])
    told = [(each["text"], each["parent_message_id"] is None) for each in messages if each["role"] == "user"]
    assert told == [(RENT["question"], True), (RENT["question"], True), (NOTICE["question"], False)]


def test_a_question_without_documents_goes_to_all_of_the_run(host: RunningHost, tmp_path: Path) -> None:
    run = asked(write_questions(tmp_path, RENT | {"documents": []}, NOTICE, PILOT), host, Trouble())

    assert run.values[0]["evidence_at_1"] == run.values[0]["evidence_cited"] == 1
    assert run.values[0]["quotes_missing"] == 0


def test_a_document_may_be_one_that_the_deployment_has(
    host: RunningHost, api: Api, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    api.with_documents({"stored lease.md": LEASE.encode()})
    path = write_questions(tmp_path, RENT | {"documents": ["stored lease.md"]})

    assert asked(path, host, Trouble()).values[0]["evidence_cited"] == 1

    path = write_questions(tmp_path, RENT | {"documents": ["no such.md"]})
    assert main(["run", str(path), "--url", host.url]) == 2
    assert "line 1: documents.0: no such.md is neither a file beside the questions" in capsys.readouterr().err


def test_files_of_one_name_in_two_folders_stay_apart(host: RunningHost, tmp_path: Path) -> None:
    for name, text in (("a", LEASE), ("b", POLICY)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "text.md").write_text(text)
    pilot = PILOT | {"question": "Which class are short flights booked in?", "documents": ["b/text.md"]}
    pilot["gold"] = {"quotes": ["Flights of less than four hours are booked in economy class."]}

    run = asked(write_questions(tmp_path, RENT | {"documents": ["a/text.md"]}, pilot), host, Trouble())

    assert [of["evidence_cited"] for of in run.values] == [1, 1]


def test_a_killed_run_resumes_where_it_stopped(host: RunningHost, tmp_path: Path) -> None:
    lines = [RENT | {"id": f"q{n:02}"} for n in range(40)]
    path, out = write_questions(tmp_path, *lines), tmp_path / "out"
    results = out / "results.jsonl"
    command = ["run", str(path), "--url", host.url, "--out", str(out), "--concurrency", "1"]

    def answered() -> int:
        return results.read_text().count('"kind": "answer"') if results.exists() else 0

    process = fork("shared.evaluate.cli", command, os.environ, tmp_path / "stdout")
    try:
        eventually(lambda: answered() > 2)
    finally:
        kill_group(process)
    known = answered()
    assert known < 40

    assert main(command) == 0

    asked_ids = [
        json.loads(line)["question"]["id"] for line in results.read_text().splitlines() if '"answer"' in line[:20]
    ]
    assert sorted(asked_ids) == [each["id"] for each in lines]
    assert results.read_text().count('"kind": "library"') == 1


def test_questions_that_changed_are_asked_again_alone(host: RunningHost, tmp_path: Path) -> None:
    asked(write_questions(tmp_path, RENT, NOTICE), host, Trouble())
    trouble = Trouble()

    asked(write_questions(tmp_path, RENT | {"question": "What is the rent?"}, NOTICE), host, trouble)

    assert trouble.count("POST", "/api/orc") == 1
    assert trouble.count("POST", "/documents") == 0


def test_results_of_another_deployment_are_not_mixed_in(
    host: RunningHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_questions(tmp_path, RENT)
    assert main(["run", str(path), "--url", host.url]) == 0

    assert main(["run", str(path), "--url", "http://127.0.0.1:1"]) == 2
    assert f"has results of {host.url}, not of http://127.0.0.1:1." in capsys.readouterr().err

    assert main(["run", str(path), "--url", host.url, "--fresh"]) == 0


def test_a_429_is_waited_for_as_long_as_it_says(host: RunningHost, tmp_path: Path) -> None:
    busy = httpx2.Response(429, headers={"retry-after": "1"}, json={"code": "too_many_requests", "detail": "Later."})
    trouble = Trouble(orc=[busy])

    run = asked(write_questions(tmp_path, RENT), host, trouble)

    assert run.values[0]["evidence_cited"] == 1
    assert trouble.count("POST", "/api/orc") == 2


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (
            lambda: httpx2.Response(503, json={"code": "store_unavailable", "detail": "The store does not answer."}),
            "503 Service Unavailable (store_unavailable): The store does not answer.",
        ),
        (lambda: httpx2.Response(502, text="<html>"), "502 Bad Gateway."),
        (lambda: httpx2.Response(429, headers={"retry-after": "60"}), "429 Too Many Requests."),
        (lambda: httpx2.ConnectError("refused"), "The connection failed: refused."),
        (lambda: httpx2.ReadTimeout(""), "It did not answer in time."),
        (lambda: httpx2.Response(200, text="<html>"), "The answer is not a stream of events"),
    ],
    ids=["503", "502", "429", "lost", "silent", "no stream"],
)
def test_a_question_that_fails_is_kept_with_its_reason(
    answer: Callable[[], Any], reason: str, host: RunningHost, tmp_path: Path
) -> None:
    path = write_questions(tmp_path, RENT, NOTICE)

    run = asked(path, host, Trouble(orc=[answer()]))

    assert [of["failed"] for of in run.values] == [1, 0]
    assert run.records[0]["reason"].startswith(reason)
    assert [of["failed"] for of in asked(path, host, Trouble()).values] == [0, 0]


def test_a_stream_that_is_cut_is_followed_to_its_end(host: RunningHost, tmp_path: Path) -> None:
    class Cut(Trouble):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            response = await super().handle_async_request(request)
            if request.url.path == "/api/orc":
                text = b"".join([piece async for piece in response.aiter_raw()])
                head = b"\n\n".join(text.split(b"\n\n")[:4]) + b"\n\n"
                return httpx2.Response(200, headers={"content-type": "text/event-stream"}, content=head)
            return response

    trouble = Cut()

    run = asked(write_questions(tmp_path, RENT), host, trouble)

    assert run.values[0]["evidence_cited"] == 1
    assert trouble.count("GET", "/stream") == 1


def test_an_answer_that_takes_too_long_is_a_failure(host: RunningHost, tmp_path: Path) -> None:
    run = asked(write_questions(tmp_path, RENT), host, Trouble(), answer=0.001)

    assert run.records[0]["reason"] == "No answer within 0.001 s."


def test_a_document_that_cannot_be_read_fails_its_questions(host: RunningHost, tmp_path: Path) -> None:
    (tmp_path / "a.exe").write_bytes(b"MZ")
    (tmp_path / "broken.pdf").write_bytes(b"no pdf")
    path = write_questions(tmp_path, RENT, PILOT | {"documents": ["broken.pdf"]}, NOTICE | {"documents": ["a.exe"]})

    run = asked(path, host, Trouble())

    assert [of["failed"] for of in run.values] == [0, 1, 1]
    assert run.records[1]["reason"].startswith("broken.pdf could not be read: ")
    assert run.records[2]["reason"].startswith("a.exe could not be read: 415 Unsupported Media Type")


def test_a_judge_says_what_is_correct_and_what_is_grounded(
    host: RunningHost, stub_process: StubProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", stub_process.base_url)
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    path = write_questions(tmp_path, RENT, NOTICE)
    right = {"reason": "It says 1,250 euros.", "declined": False, "correct": "yes", "grounded": "partly"}
    stub_process.script(Reply(json_value=right), Reply(text="no JSON"))
    command = ["run", str(path), "--url", host.url, "--judge", "--concurrency", "1"]

    assert main(command) == 0

    told = report(tmp_path)["measures"]
    assert told["judged_correct"] == {"value": 1, "questions": 1}
    assert told["judged_grounded"] == {"value": 0.5, "questions": 1}
    first, _ = stub_process.requests()
    assert json.loads(first["messages"][1]["content"])["expected_answers"] == ["1250 euros"]
    assert first["messages"][0]["content"] in (tmp_path / "evaluation/report.md").read_text()

    stub_process.script(Reply(json_value=right | {"correct": "no", "grounded": "no"}))
    assert main([*command, "--fail-under", "judged_correct=0.6"]) == 1
    assert report(tmp_path)["measures"]["judged_correct"] == {"value": 0.5, "questions": 2}
    stub_process.reset()


def test_a_judge_without_a_model_is_refused(
    host: RunningHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(write_questions(tmp_path, RENT)), "--url", host.url, "--judge"]) == 2

    assert "--judge needs a model: set OPENAI_API_KEY" in capsys.readouterr().err


def test_answers_that_were_rated_down_become_questions(host: RunningHost, api: Api, tmp_path: Path) -> None:
    conversation = api.with_documents({"rated lease.md": LEASE.encode()})
    api.ask("How much is the rent?", conversation, ["rated lease.md"])
    answer = api.ask("May it rise?", conversation, ["rated lease.md"]).one("message")["message_id"]
    rating = {"rating": "down", "comment": "It may not."}
    api.http.put(f"/api/conversations/{conversation}/messages/{answer}/feedback", json=rating)
    out = tmp_path / "drafts/questions.jsonl"
    command = ["draft", "--from-feedback", "--url", host.url, "--out", str(out)]

    assert main(command) == main(command) == 0

    [line] = map(json.loads, out.read_text().splitlines())
    assert (line["id"], line["question"], line["history"]) == (answer, "May it rise?", ["How much is the rent?"])
    assert line["confirmed"] is False
    assert "It may not." in line["note"]
    [document] = line["documents"]
    assert (out.parent / document).read_text() == LEASE
    assert read_questions(out, remote=False)[0].fields.tags == ["rated down"]


def test_without_an_address_a_run_starts_a_host_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COSMOS_ENDPOINT", "https://never.example")
    with TemporaryDirectory() as temporary:  # short enough for the address of a socket in it
        monkeypatch.setenv("TMPDIR", temporary)
        monkeypatch.setattr("tempfile.tempdir", temporary)

        assert main(["run", str(write_questions(tmp_path, RENT))]) == 0

        assert list(Path(temporary).iterdir()) == []
    assert report(tmp_path)["measures"]["evidence_cited"]["value"] == 1
    assert "Starting a local host" in capsys.readouterr().err


def test_the_local_host_of_a_killed_run_stops_and_deletes_its_data(tmp_path: Path) -> None:
    path = write_questions(tmp_path, *(RENT | {"id": f"q{n:02}"} for n in range(40)))
    results = tmp_path / "out/results.jsonl"
    command = ["run", str(path), "--out", str(results.parent), "--concurrency", "1"]
    with TemporaryDirectory() as temporary:
        process = fork("shared.evaluate.cli", command, {**os.environ, "TMPDIR": temporary}, tmp_path / "stdout")
        try:
            eventually(lambda: results.exists() and '"kind": "answer"' in results.read_text())
        finally:
            kill_group(process)

        assert results.read_text().count('"kind": "answer"') < 40
        eventually(lambda: not list(Path(temporary).glob("orc-*")))
        logs = "".join(log.read_text() for log in Path(temporary).iterdir())
    [address] = re.findall(r"Functions host on (http://[\w.:]+)", logs)
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(address, trust_env=False)


def test_a_url_that_nobody_answers_may_be_corrected(tmp_path: Path, host: RunningHost) -> None:
    path = write_questions(tmp_path, RENT)
    assert main(["run", str(path), "--url", "http://127.0.0.1:1"]) == 2
    assert main(["run", str(path), "--url", host.url]) == 0
    assert read_run(path.parent / "evaluation").head["target"] == host.url
    assert main(["run", str(path), "--url", "http://127.0.0.1:1"]) == 2
    assert main(["run", str(path), "--url", host.url]) == 0
