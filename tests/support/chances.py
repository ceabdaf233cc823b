"""Whether counts are as chance would have them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from scipy.special import chdtrc


def chi_square_p(observed: Iterable[float], expected: Iterable[float]) -> float:
    """The chance of a chi-square at least as large where these counts are expected."""
    found, wanted = np.array([*observed], float), np.array([*expected], float)
    if len(found) < 2:
        return 1.0
    return float(chdtrc(len(found) - 1, ((found - wanted) ** 2 / wanted).sum()))


def uniform_p(observed: Counter[Any], cells: Sequence[Any]) -> float:
    """The same where each cell is as likely as another; 0 if anything else was observed."""
    if set(observed) - set(cells):
        return 0.0
    mean = observed.total() / len(cells)
    return chi_square_p([observed[cell] for cell in cells], [mean] * len(cells))
