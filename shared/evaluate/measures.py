"""The measures of a run: the name of each, which direction is better, and how it is computed from the questions'
values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from shared.evaluate.failures import EvaluationFailed

type Floats = np.ndarray[Any, np.dtype[np.float64]]
type Values = Mapping[str, float]
type Aggregate = Callable[[Sequence[Values], Floats], Floats]


ROUNDING = 1e-9
"""What sums of floats are off by does not miss a threshold."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure. aggregate takes the values of the questions, and rows with the weight of each question; it returns a
    value for each row, NaN where no question has one. of is the name of the value that it is computed from."""

    name: str
    label: str
    better: Literal["higher", "lower"]
    of: str
    aggregate: Aggregate
    unit: Literal["", "s"] = ""
    digits: int = 3

    def value(self, questions: Sequence[Values]) -> float | None:
        """The value over these questions; None if no question has one."""
        if not questions:
            return None
        found = float(self.aggregate(questions, np.ones((1, len(questions))))[0])
        return None if np.isnan(found) else found

    def counted(self, questions: Sequence[Values]) -> int:
        """The number of questions that have a value."""
        return sum(self.of in values for values in questions)

    def worse_by(self, before: float, after: float) -> float:
        """How much worse a value is than the one before; negative if it is better."""
        return before - after if self.better == "higher" else after - before

    def shown(self, value: float | None) -> str:
        return "–" if value is None else f"{value:,.{self.digits}f}{f' {self.unit}' if self.unit else ''}"


def _column(questions: Sequence[Values], name: str) -> Floats:
    return np.array([values.get(name, np.nan) for values in questions], dtype=np.float64)


def _mean_of(name: str) -> Aggregate:
    def aggregate(questions: Sequence[Values], counts: Floats) -> Floats:
        column = _column(questions, name)
        present = ~np.isnan(column)
        with np.errstate(invalid="ignore"):  # 0/0 is NaN
            return np.asarray((counts[:, present] @ column[present]) / counts[:, present].sum(axis=1))

    return aggregate


def _auroc(questions: Sequence[Values], counts: Floats) -> Floats:
    """The probability that an answerable question has a higher confidence than an unanswerable one."""
    column, right = _column(questions, "confidence"), _column(questions, "false_not_found")
    wrong = _column(questions, "unanswerable_answered")
    rights, wrongs = (~np.isnan(column) & ~np.isnan(each) for each in (right, wrong))
    apart = column[rights][:, None] - column[wrongs][None, :]
    above = (apart > 0) + 0.5 * (apart == 0)
    pairs = counts[:, rights].sum(axis=1) * counts[:, wrongs].sum(axis=1)
    with np.errstate(invalid="ignore"):
        return np.asarray(((counts[:, rights] @ above) * counts[:, wrongs]).sum(axis=1) / pairs)


def _share(name: str, label: str, better: Literal["higher", "lower"] = "higher") -> Measure:
    return Measure(name, label, better, name, _mean_of(name))


def _seconds(name: str, label: str, of: str, share: float) -> Measure:
    """The smallest value that at least this share of the questions does not exceed."""

    def aggregate(questions: Sequence[Values], counts: Floats) -> Floats:
        column = _column(questions, of)
        order = np.argsort(column, kind="stable")[: int((~np.isnan(column)).sum())]
        if not len(order):
            return np.full(len(counts), np.nan)
        below = np.cumsum(counts[:, order], axis=1)
        reached = below >= share * below[:, -1:] - 1e-9
        return np.where(below[:, -1] > 0, column[order][reached.argmax(axis=1)], np.nan)

    return Measure(name, label, "lower", of, aggregate, "s", 2)


MEASURES: Mapping[str, Measure] = {
    each.name: each
    for each in (
        _share("evidence_at_1", "evidence in the first passage"),
        _share("evidence_at_5", "evidence in five passages"),
        _share("evidence_at_10", "evidence in ten passages"),
        _share("evidence_offered", "quotes in the passages for the answer"),
        _share("evidence_cited", "evidence cited"),
        _share("citations_supporting", "citations that are evidence"),
        _share("verified", "verified statements"),
        _share("answer_said", "expected answer given"),
        _share("false_not_found", "answerable, not found", "lower"),
        _share("unanswerable_answered", "unanswerable, answered", "lower"),
        Measure("confidence_auroc", "confidence separates them (AUROC)", "higher", "confidence", _auroc),
        _share("judged_correct", "correct, by the judge"),
        _share("judged_grounded", "grounded, by the judge"),
        _share("quotes_missing", "quotes in no document", "lower"),
        _share("failed", "failed questions", "lower"),
        _seconds("first_token_p50", "first token, median", "first_token", 0.5),
        _seconds("first_token_p95", "first token, 95th percentile", "first_token", 0.95),
        _seconds("time_p50", "whole answer, median", "time", 0.5),
        _seconds("time_p95", "whole answer, 95th percentile", "time", 0.95),
        Measure("tokens", "tokens per question", "lower", "tokens", _mean_of("tokens"), digits=0),
    )
}


def summary(questions: Sequence[Values]) -> dict[str, dict[str, float | int]]:
    """Maps each measure that has a value to its value and to the number of questions behind it."""
    found = ((name, measure.value(questions), measure.counted(questions)) for name, measure in MEASURES.items())
    return {name: {"value": value, "questions": count} for name, value, count in found if value is not None}


def thresholds(given: Sequence[str]) -> dict[str, float]:
    """Parses `measure=value` arguments. EvaluationFailed names an unknown measure, and lists the known ones."""
    found: dict[str, float] = {}
    for each in given:
        name, _, value = each.partition("=")
        if name not in MEASURES:
            raise EvaluationFailed(f"--fail-under: there is no measure {name!r}. Measures: {', '.join(MEASURES)}.")
        try:
            found[name] = float(value)
        except ValueError:
            raise EvaluationFailed(f"--fail-under: {each!r} is not {name}=NUMBER.") from None
        if not np.isfinite(found[name]):
            raise EvaluationFailed(f"--fail-under: {each!r} is not {name}=NUMBER.")
    return found


def missed(questions: Sequence[Values], limits: Mapping[str, float]) -> list[str]:
    """Returns a sentence for each threshold that is missed: a value below it where higher is better, above it where
    lower is. No question may fail unless there is a threshold for failures."""
    lines = []
    for name, limit in ({"failed": 0.0} | dict(limits)).items():
        measure, value = MEASURES[name], MEASURES[name].value(questions)
        if value is None:
            lines.append(
                f"{name} has no value, since it applies to no question. The threshold is {measure.shown(limit)}."
            )
        elif measure.worse_by(limit, value) > ROUNDING:
            side = "under" if measure.better == "higher" else "over"
            lines.append(f"{name} is {measure.shown(value)}, {side} the threshold of {measure.shown(limit)}.")
    return lines
