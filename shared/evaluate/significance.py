"""Whether two runs differ by more than chance: the paired bootstrap over the questions that both runs have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from shared.evaluate.measures import MEASURES, ROUNDING, Floats, Measure, Values

RESAMPLES = 10_000
SEED = 7
_CELLS = 4_000_000  # counts held at a time
_LEAST_CHANGED = 6  # of five that all change one way, chance does so in one of sixteen cases


@dataclass(frozen=True, slots=True)
class Difference:
    """B minus A, with the interval that contains 95 % of the differences over resampled questions. changed is the
    number of questions whose value differs in B. beyond_chance: the interval excludes 0, and at least six questions
    changed."""

    measure: Measure
    before: float
    after: float
    low: float
    high: float
    questions: int
    changed: int

    @property
    def beyond_chance(self) -> bool:
        return (self.low > 0 or self.high < 0) and self.changed >= _LEAST_CHANGED

    @property
    def verdict(self) -> str:
        if not self.changed:
            return "same"
        if not self.beyond_chance:
            return "within chance"
        return "worse" if self.measure.worse_by(self.before, self.after) > 0 else "better"


def differences(
    a: Sequence[Values], b: Sequence[Values], *, resamples: int = RESAMPLES, seed: int = SEED
) -> list[Difference]:
    """Returns the difference of each measure that has a value in both runs. a and b are the values of the same
    questions in the same order; a question counts for a measure if both have a value for it."""
    found = []
    for measure in MEASURES.values():
        pairs = [(one, other) for one, other in zip(a, b, strict=True) if measure.of in one and measure.of in other]
        before, after = (measure.value([pair[side] for pair in pairs]) for side in (0, 1))
        if before is None or after is None:
            continue
        chance, count, drawn = np.random.default_rng(seed), len(pairs), list[Floats]()  # every measure has these draws
        ones, others = [one for one, _ in pairs], [other for _, other in pairs]
        rows = max(1, _CELLS // count)
        for start in range(0, resamples, rows):
            counts = chance.multinomial(count, np.full(count, 1 / count), min(rows, resamples - start)).astype(float)
            drawn.append(measure.aggregate(others, counts) - measure.aggregate(ones, counts))
        low, high = np.nanquantile(np.concatenate(drawn), (0.025, 0.975))
        changed = sum(one[measure.of] != other[measure.of] for one, other in pairs)
        found.append(Difference(measure, before, after, float(low), float(high), len(pairs), changed))
    return found


def dropped(found: Sequence[Difference], limits: Mapping[str, float]) -> list[str]:
    """Returns a sentence for each measure that is worse in B by more than its limit, or that one of the runs does not
    have."""
    by_name, lines = {each.measure.name: each for each in found}, []
    for name, limit in limits.items():
        each = by_name.get(name)
        if each is None:
            lines.append(f"{name} cannot be compared: the two runs do not both have it.")
        elif (drop := each.measure.worse_by(each.before, each.after)) > limit + ROUNDING:
            shown = each.measure.shown
            lines.append(
                f"{name} went from {shown(each.before)} to {shown(each.after)}: worse by {shown(drop)}, more than "
                f"{shown(limit)} ({each.verdict if each.beyond_chance else 'within what chance does'})."
            )
    return lines
