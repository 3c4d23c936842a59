"""Measures a deployment of Orc with your own documents and questions, and compares two runs."""

import argparse
import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from orc.errors import ConfigurationError
from shared.devhost.worker import StartupFailed
from shared.evaluate.client import Deployment, Patience
from shared.evaluate.failures import EvaluationFailed, RequestFailed
from shared.settings import Settings, load_local_settings, secret_named

if TYPE_CHECKING:
    from orc.ports import ChatModel
    from shared.evaluate.draft import Drafts
    from shared.evaluate.questions import Question
    from shared.evaluate.results import Results

_ROOT = Path(__file__).parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code: 0; 1 for a missed threshold or failed questions; 2 for an error in the
    arguments or files."""
    options = _parser().parse_args(arguments)
    progress = Console(stderr=True, markup=False, highlight=False, emoji=False, soft_wrap=True)
    output = Console(markup=False, highlight=False, emoji=False, soft_wrap=True)
    commands: Mapping[str, Callable[[argparse.Namespace, Console, Console], int]] = {
        "run": _run,
        "compare": _compare,
        "draft": _draft,
    }
    try:
        return commands[options.command](options, output, progress)
    except (EvaluationFailed, RequestFailed, ConfigurationError, StartupFailed) as error:
        progress.print(str(error), style="red")
        return 2
    except OSError as error:
        progress.print(f"{error.filename}: {error.strerror}.", style="red")
        return 2
    except KeyboardInterrupt:
        progress.print("Stopped. Run the same command to continue.")
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m shared.evaluate", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    remote = argparse.ArgumentParser(add_help=False)
    remote.add_argument("--url", help="the deployment, such as https://orc.example.com")
    remote.add_argument("--token-env", metavar="NAME", help="the environment variable that holds the bearer token")
    remote.add_argument("--show-prompt", action="store_true", help="print the model's instructions and exit")
    limits = argparse.ArgumentParser(add_help=False)
    limits.add_argument(
        "--fail-under",
        action="append",
        default=[],
        metavar="MEASURE=VALUE",
        help="exit with status 1 if the measure is below this value (above it, if lower is better); can be repeated. "
        "compare: when B is worse than A by more",
    )

    run = commands.add_parser("run", parents=[remote, limits], help="ask all questions and report")
    run.add_argument("questions", type=Path, help="a file with one JSON object per line")
    run.add_argument(
        "--out", type=Path, help="folder for results and reports (default: evaluation, beside the questions)"
    )
    run.add_argument("--fresh", action="store_true", help="delete earlier results in the folder")
    run.add_argument("--unconfirmed", action="store_true", help="also ask questions that nobody has confirmed")
    run.add_argument("--concurrency", type=_count, default=4, metavar="N", help="questions at a time (default: 4)")
    run.add_argument(
        "--timeout", type=_seconds, default=300, metavar="SECONDS", help="limit for one answer (default: 300)"
    )
    run.add_argument(
        "--metadata",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="metadata of the uploaded documents; can be repeated",
    )
    run.add_argument("--keep", action="store_true", help="keep the conversations of the run in the deployment")
    run.add_argument("--judge", action="store_true", help="have the configured model judge each answer")
    run.add_argument("--app", type=Path, default=_ROOT, help=argparse.SUPPRESS)

    compare = commands.add_parser("compare", parents=[limits], help="compare two runs")
    compare.add_argument("a", type=Path, help="the earlier run: its folder, or its results")
    compare.add_argument("b", type=Path, help="the later run")
    compare.add_argument("--out", type=Path, help="folder for the report (default: print it)")
    compare.add_argument("--seed", type=int, default=7, help="seed of the resampling (default: 7)")
    compare.add_argument(
        "--resamples", type=_count, default=10_000, metavar="N", help="number of resamples (default: 10000)"
    )

    draft = commands.add_parser("draft", parents=[remote], help="draft questions from documents")
    draft.add_argument("documents", nargs="*", type=Path, metavar="DOCUMENT")
    draft.add_argument("--out", type=Path, default=Path("questions.jsonl"), help="default: questions.jsonl")
    draft.add_argument("--count", type=_count, default=5, metavar="N", help="questions per document (default: 5)")
    draft.add_argument(
        "--without-model", action="store_true", help="draft from the documents' sentences, without a model"
    )
    draft.add_argument(
        "--from-feedback", action="store_true", help="draft from the answers that you rated down at --url"
    )
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text} is not a number of 1 or more")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds")
    return seconds


def _run(options: argparse.Namespace, output: Console, progress: Console) -> int:
    from shared.devhost.launch import own_server
    from shared.evaluate import judge, report
    from shared.evaluate.measures import missed, thresholds
    from shared.evaluate.questions import chosen, read_questions
    from shared.evaluate.results import NAME, Results, Scored

    if options.show_prompt:
        output.print(judge.PROMPT)
        return 0
    limits = thresholds(options.fail_under)
    asked, left_out = chosen(
        read_questions(options.questions, remote=options.url is not None), unconfirmed=options.unconfirmed
    )
    if not asked:
        raise EvaluationFailed(f"{options.questions} has no confirmed questions; --unconfirmed asks the others too.")
    folder = options.out or options.questions.parent / "evaluation"
    if options.fresh:
        (folder / NAME).unlink(missing_ok=True)
    results = Results(folder / NAME)
    target = options.url.rstrip("/").removesuffix("/api") if options.url else "a local host of its own"
    results.begin(target, str(options.questions))
    model = _model() if options.judge else None
    if model is not None and not model.generative:
        raise EvaluationFailed("--judge needs a model: set OPENAI_API_KEY, OPENAI_BASE_URL or AZURE_OPENAI_ENDPOINT.")
    deployment: AbstractContextManager[str] = nullcontext(options.url)
    if not options.url:
        load_local_settings(options.app / "local.settings.json")
        progress.print("Starting a local host for this run.")
        deployment = own_server(app=options.app)
    with deployment as url:
        asyncio.run(_ask_all(options, url, asked, results, model, progress))
    run = Scored(results, [each.fields.id for each in asked])
    lines = missed(run.values, limits)
    data = report.run_report(run, left_out=left_out, missed=lines)
    notes, tables = report.run_notes(data), report.run_tables(data)
    report.write(folder, "report", "Evaluation", notes, tables, data)
    for row in tables[0].rows:
        output.print(f"{row[1]:<24}{row[2]:>10}   {row[0]} (n = {row[3]})")
    for note in notes:
        progress.print(note)
    progress.print(f"Report: {folder / 'report.html'}, .md and .json")
    return 1 if lines else 0


async def _ask_all(
    options: argparse.Namespace,
    url: str,
    asked: "Sequence[Question]",
    results: "Results",
    model: "ChatModel | None",
    progress: Console,
) -> None:
    from shared.evaluate.judge import judge_all
    from shared.evaluate.library import Library
    from shared.evaluate.run import Run

    if bare := [each for each in options.metadata if "=" not in each]:
        raise EvaluationFailed(f"--metadata: {bare[0]!r} is not KEY=VALUE.")
    metadata = dict(each.split("=", 1) for each in options.metadata)
    patience = Patience(answer=options.timeout)
    token = secret_named(options.token_env) if options.token_env else None
    async with Deployment.at(url, token=token, patience=patience) as deployment:
        library = Library(deployment, results, metadata=metadata, at_once=options.concurrency)
        await Run(deployment, library, results, progress.print).ask_all(asked, at_once=options.concurrency)
        if options.url and not options.keep:
            try:
                await library.clear()
            except RequestFailed as error:
                progress.print(f"The conversations of the run could not be deleted. {error}", style="red")
    if model is not None:
        try:
            ids = [each.fields.id for each in asked]
            await judge_all(model, results, ids, at_once=options.concurrency, report=progress.print)
        finally:
            await model.aclose()


def _model() -> "ChatModel":
    """The configured model. Without one, the extractive model, which can neither judge nor draft."""
    from orc.ports.tracing import NoTracer
    from orc.watch.watcher import Watcher
    from shared.adapters import chat_model

    load_local_settings(_ROOT / "local.settings.json")
    return chat_model(Settings.from_environ(), NoTracer(), Watcher())


def _compare(options: argparse.Namespace, output: Console, progress: Console) -> int:
    from shared.evaluate import report
    from shared.evaluate.measures import thresholds
    from shared.evaluate.results import read_run, shared_questions
    from shared.evaluate.significance import differences, dropped

    limits = thresholds(options.fail_under)
    a, b, alone = shared_questions(read_run(options.a), read_run(options.b))
    if alone:
        progress.print(f"Questions left out because they changed, or only one run has them: {alone}.")
    if not a.records:
        raise EvaluationFailed("The two runs have no question in common.")
    found = differences(a.values, b.values, resamples=options.resamples, seed=options.seed)
    lines = dropped(found, limits)
    data = report.comparison_report(a, b, found, lines, seed=options.seed, resamples=options.resamples)
    notes, tables = report.comparison_notes(data), report.comparison_tables(data)
    if options.out:
        report.write(options.out, "comparison", "Comparison", notes, tables, data)
        progress.print(f"Report: {options.out / 'comparison.html'}, .md and .json")
    output.print(report.markdown("Comparison", notes, tables, data))
    for line in lines:
        progress.print(f"Failed: {line}", style="red")
    return 1 if lines else 0


def _draft(options: argparse.Namespace, output: Console, progress: Console) -> int:
    from shared.evaluate import draft

    if options.show_prompt:
        output.print(draft.PROMPT.format(count=options.count))
        return 0
    if not (options.documents or options.from_feedback):
        raise EvaluationFailed("draft: name documents, or use --from-feedback with --url.")
    if options.from_feedback and not options.url:
        raise EvaluationFailed("--from-feedback needs --url.")
    drafts = draft.Drafts(options.out)
    asyncio.run(_drafted(options, drafts, progress))
    drafts.save()
    progress.print(f"Questions added to {options.out}: {len(drafts.lines)}. Correct them and set confirmed to true.")
    return 0


async def _drafted(options: argparse.Namespace, drafts: "Drafts", progress: Console) -> None:
    from shared.adapters import readers
    from shared.evaluate.draft import draft
    from shared.evaluate.feedback import draft_from_feedback

    if options.from_feedback:
        token = secret_named(options.token_env) if options.token_env else None
        async with Deployment.at(options.url, token=token, patience=Patience()) as deployment:
            for line in await draft_from_feedback(drafts, deployment):
                progress.print(line)
    if not options.documents:
        return
    model, settings = _model(), Settings.from_environ()
    files = readers(settings)
    given = model if model.generative and not options.without_model else None
    try:
        for document in options.documents:
            budget = settings.max_context_characters
            line = await draft(drafts, document, files.text, given, count=options.count, budget=budget)
            progress.print(line)
    finally:
        await model.aclose()
        await files.aclose()
