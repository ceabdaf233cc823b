"""Doors to other ecosystems: one module each, whose packages are imported only with it.

`pettingzoo` and `gymnasium` (extra ``rl``), `openspiel` (extra ``openspiel``); `course` and
`course_table` for the package `schnapsen`, in an environment of its own.  They stand on all that
is below and add no rules.
"""

from __future__ import annotations


def missing(package: str, extra: str) -> ImportError:
    """What to raise where a package is not installed: it says what to install."""
    return ImportError(f"{package} is not installed: pip install 'schnapsen-ai[{extra}]'")
