"""Numbers that users write: how they are read, and what they may be, wherever they stand.

The command line and experiment files hold numbers to the same bounds.
"""

from __future__ import annotations

import math
import numbers
import re

MOST = 10**12  # of anything that is counted
#: The least and the most of what is set by a name, of the command line or of an experiment file.
BOUNDS: dict[str, tuple[float, float]] = {
    "deals": (1, MOST),
    "max_deals": (1, MOST),
    "jobs": (1, 4096),
    "seed": (-(10**29), 10**29),
    "memory": (1, 2**30),  # MB
    "move_time": (1e-3, 1e9),  # seconds
    "deal_time": (1e-3, 1e9),
    "seconds": (1e-3, 1e9),
    "warm": (0.0, 1.0),  # shares
    "rivals": (0.0, 1.0),
}
_WHOLE = re.compile(r"[+-]?([0-9]{1,3}(,[0-9]{3})+|[0-9]+(_[0-9]+)*)")


def whole(text: str) -> int:
    """A whole number in plain digits: 1000, 1,000 or 1_000.  ValueError."""
    if len(text) > 40 or not _WHOLE.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is not a whole number")
    return int(text.replace("_", "").replace(",", ""))


def real(text: str) -> float:
    """A number in plain digits, finite.  ValueError."""
    try:
        value = float(text) if text.isascii() else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"{text[:40]!r} is not a number")
    return value


def is_digits(text: str) -> bool:
    """Whether it is plain digits (`str.isdigit` takes others), of which `int` makes a number."""
    return text.isascii() and text.isdigit() and len(text) < 20


def counted(name: str, value: object) -> int:
    """A whole number from 1 on, of any whole type.  ValueError."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or value < 1:
        raise ValueError(f"{name}={value!r} is not a whole number from 1 on")
    return int(value)


def within(name: str, value: float, low: float, high: float) -> None:
    """ValueError unless a number is within its bounds."""
    if not low <= value <= high:
        large = value > high
        raise ValueError(f"{value} is too {'large' if large else 'small'}: {name} is at "
                         f"{'most' if large else 'least'} {high if large else low}")
