"""House rules as data: what an option is, and how it becomes a byte of the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.arrays import Record
from ...base.nearest import hint


@dataclass(frozen=True)
class Option:
    """One house rule: its name, its values with the byte each is stored as, one sentence.

    The first value is the default unless `default` names another.
    """

    name: str
    values: Mapping[Any, int]
    sentence: str
    default: Any = None

    def __post_init__(self) -> None:
        if self.default is None:
            object.__setattr__(self, "default", next(iter(self.values)))

    def parse(self, value: Record) -> Any:
        """The value meant by `value` (text of a command line included); ValueError if none."""
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
            if isinstance(value, str) and value.strip().lower() in _spellings(known):
                return known
            if type(known) is bool and type(value) is int and known == value:
                return known
        known = self.spelled()
        raise ValueError(
            f"{self.name}={value!r} is not known{hint(value, known)}: it is one of "
            f"{', '.join(known)}"
        )

    def spelled(self) -> list[str]:
        """The values as written on a command line."""
        return [spell(v) for v in self.values]


def spell(value: Record) -> str:
    """An option's value as written on a command line."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _spellings(value: Record) -> set[str]:
    if value is True:
        return {"yes", "true", "on", "1"}
    if value is False:
        return {"no", "false", "off", "0"}
    return {str(value).lower()}


def yes_no(name: str, sentence: str, default: bool = False) -> Option:
    """An option that is on or off."""
    return Option(name, {False: 0, True: 1}, sentence, default)


def complete(options: tuple[Option, ...], *given: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values: defaults, overruled by each mapping in turn.

    ValueError names the unknown option or value and what is known.
    """
    known = {o.name: o for o in options}
    values = {o.name: o.default for o in options}
    for mapping in given:
        for name, value in mapping.items():
            if name not in known:
                raise ValueError(
                    f"option {name!r} is not known{hint(name, known)}: the options are "
                    f"{', '.join(sorted(known))}"
                    if known
                    else f"option {name!r} is not known: this game has no options"
                )
            values[name] = known[name].parse(value)
    return values


def encode(options: tuple[Option, ...], values: Mapping[str, Any]) -> np.ndarray:
    """The options as the uint8 array that the state's field `options` holds, in order."""
    return np.array([o.values[values[o.name]] for o in options], dtype=np.uint8)
