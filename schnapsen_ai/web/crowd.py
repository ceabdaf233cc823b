"""Who has to go where there are too many: whoever brought them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import TypeVar

T = TypeVar("T")


def first_to_go(
    things: Collection[T],
    whose: Callable[[T], str],
    alive: Callable[[T], bool],
    age: Callable[[T], float],
) -> T:
    """Of whoever has the most of them one that nobody looks at, else the one longest untouched."""
    count = Counter(map(whose, things))
    return min(things, key=lambda thing: (-count[whose(thing)], alive(thing), age(thing)))
