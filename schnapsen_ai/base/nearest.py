"""What was meant by a name that is not known."""

from __future__ import annotations

from collections.abc import Iterable


def hint(word: object, known: Iterable[object]) -> str:
    """`` (did you mean 'x'?)`` where a known name is like this word, else nothing."""
    import difflib

    names = [str(name) for name in known]
    found = difflib.get_close_matches(str(word).lower()[:80], names, 1, 0.7)
    return f" (did you mean {found[0]!r}?)" if found else ""
