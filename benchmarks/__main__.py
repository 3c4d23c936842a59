"""`python -m benchmarks [name...]` prints the performance figures, each beside what it is to be compared with."""

import argparse

from benchmarks import (
    extraction,
    history,
    imports,
    languages,
    meaning,
    neighbours,
    quality,
    search,
    tools,
    turns,
    unanswerable,
    verified,
)

_BENCHMARKS = {
    "turns": turns.measure,
    "history": history.measure,
    "imports": imports.measure,
    "extraction": extraction.measure,
    "tools": tools.measure,
    "quality": quality.measure,
    "languages": languages.measure,
    "meaning": meaning.measure,
    "unanswerable": unanswerable.measure,
    "verified": verified.measure,
    "search": search.measure,
    "neighbours": neighbours.measure,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"some of: {', '.join(_BENCHMARKS)}; all without any")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured, in turn with its peer")
    parser.add_argument("--turns", type=int, default=8, help="turns in a row that make a round")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(_BENCHMARKS):
        parser.error(f"there is no benchmark named {', '.join(sorted(unknown))}")
    for name in arguments.names or _BENCHMARKS:
        _BENCHMARKS[name](arguments.rounds, arguments.turns)


if __name__ == "__main__":
    main()
