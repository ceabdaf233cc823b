"""Statistics of paired play: intervals, ratings, sequential tests.  Pure functions over sets."""

from ..base.faces import face

_INTERVALS = (
    "CONFIDENCE", "Controlled", "Estimate", "control_variate", "normal_quantile", "ratio",
    "sets_needed", "t_quantile",
)

__getattr__ = face(__name__, dict.fromkeys(_INTERVALS, "intervals"))
