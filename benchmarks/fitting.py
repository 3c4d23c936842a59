"""Logistic regressions."""

from typing import Any

import numpy as np

type Floats = np.ndarray[Any, np.dtype[np.float64]]

_RIDGE = 20.0
_ROUNDS = 30


def fit(features: Floats, answered: Floats, weights: Floats) -> Floats:
    """Logistic regression with a ridge, by Newton's method; the intercept is last."""
    rows = np.c_[features, np.ones(len(features))]
    penalty = _RIDGE * np.diag([*[1.0] * features.shape[1], 1e-9])
    fitted: Floats = np.zeros(rows.shape[1])
    for _ in range(_ROUNDS):
        expected = 1 / (1 + np.exp(-rows @ fitted))
        slope = rows.T @ (weights * (expected - answered)) + penalty @ fitted
        curve = (rows * (weights * expected * (1 - expected))[:, None]).T @ rows + penalty
        fitted = fitted - np.linalg.solve(curve, slope)
    return fitted


def probability(features: Floats, fitted: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-features @ fitted[:-1] - fitted[-1])))
