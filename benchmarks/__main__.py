"""`python -m benchmarks [name...]` prints the performance figures, each next to its baseline."""

import argparse

from benchmarks import (
    cold,
    extraction,
    history,
    imports,
    ingestion,
    languages,
    meaning,
    neighbours,
    page,
    quality,
    scale,
    search,
    tools,
    turns,
    unanswerable,
    verified,
)

_BENCHMARKS = {
    "cold": cold.measure,
    "turns": turns.measure,
    "history": history.measure,
    "imports": imports.measure,
    "extraction": extraction.measure,
    "ingestion": ingestion.measure,
    "tools": tools.measure,
    "quality": quality.measure,
    "languages": languages.measure,
    "meaning": meaning.measure,
    "unanswerable": unanswerable.measure,
    "verified": verified.measure,
    "search": search.measure,
    "scale": scale.measure,
    "neighbours": neighbours.measure,
    "page": page.measure,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"some of: {', '.join(_BENCHMARKS)}; all without any")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured, in turn with its peer")
    parser.add_argument("--turns", type=int, default=8, help="turns in a row that make a round")
    parser.add_argument("--peers", action="store_true", help="turns of other frameworks too, which are installed first")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(_BENCHMARKS):
        parser.error(f"there is no benchmark named {', '.join(sorted(unknown))}")
    for name in arguments.names or _BENCHMARKS:
        benchmark = turns.measure_with_peers if name == "turns" and arguments.peers else _BENCHMARKS[name]
        benchmark(arguments.rounds, arguments.turns)


if __name__ == "__main__":
    main()
