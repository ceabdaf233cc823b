"""Bots by name, for a table at which bots of strangers play: each is tried before it is let in."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from ..bot.faults import Offence
from ..bot.interface import BotError
from ..bot.leftovers import streams_kept
from ..bot.limits import Clock
from ..bot.loading import built_in_names, entry_points
from ..bot.spec import BotSpec, split_text
from ..bot.tampering import nothing_replaced
from .readable import COMMAND, files_of
from .remote_bot import RemoteSpec
from .supervisor import Supervisor
from .trial import TRIAL_SECONDS, tried


def specs_of(
    texts: Sequence[str], isolate: bool = False, hidden: Sequence[str] = (),
    seconds: float = TRIAL_SECONDS,
) -> list[BotSpec]:
    """Bots by name: programs, and with `isolate` all that are not built in, each in its own
    process, which reads neither the others' files nor `hidden`.  BotError for one that cannot be
    used, or not made within so many seconds."""
    secret = {*hidden, *(file for text in texts for file in files_of(split_text(text)[0]))}
    with contextlib.closing(Supervisor(Clock())) as supervisor:
        return [_spec_of(text, isolate, supervisor, secret, seconds) for text in texts]


def hide(specs: Sequence[BotSpec], hidden: Sequence[str]) -> list[BotSpec]:
    """The bots again, each kept from further files and from those of the others."""
    secret = {*hidden, *(file for spec in specs for file in files_of(spec.name))}
    return [spec.hiding(secret) if isinstance(spec, RemoteSpec) else spec for spec in specs]


def admitted(text: str, seconds: float = TRIAL_SECONDS) -> BotSpec:
    """A bot by name that is to live in this process, tried elsewhere before it is let in.

    BotError for one that cannot be used, or not made within so many seconds, and for a program.
    """
    name, _ = split_text(text)
    if name in built_in_names():
        return BotSpec(text)
    if name.startswith(COMMAND):
        raise BotError(f"bot {name}: a program plays in tournaments only")
    about(text, _make, seconds)
    with streams_kept(), nothing_replaced(name):
        return BotSpec(text)


def installed(ask: Callable[[str], Any] | None = None) -> tuple[dict[str, Any], list[str]]:
    """What the bots of other packages answer, by name; and of each that cannot be used, why."""
    answers: dict[str, Any] = {}
    reasons = []
    for name in sorted(entry_points()):
        try:
            answers[name] = about(name, ask or _make)
        except BotError as error:
            reasons.append(str(error))
    return answers, reasons


def about(text: str, ask: Callable[[str], Any], seconds: float = TRIAL_SECONDS) -> Any:
    """What a function finds out of a bot by its name, something plain, without letting it in.

    BotError for a bot that cannot be asked, or not within so many seconds.
    """
    try:
        return tried(ask, text, seconds=seconds)
    except Offence as offence:
        raise BotError(f"bot {split_text(text)[0]}, imported and made: {offence.what}") from None


def _spec_of(
    text: str, isolate: bool, supervisor: Supervisor, hidden: set[str], seconds: float
) -> BotSpec:
    name, _ = split_text(text)
    if name.startswith(COMMAND) or (isolate and name not in built_in_names()):
        return RemoteSpec(text, supervisor=supervisor, hidden=hidden)
    return admitted(text, seconds)


def _make(text: str) -> None:
    """All that is asked of a bot before the first deal."""
    with nothing_replaced(split_text(text)[0]):
        spec = BotSpec(text)
        bot = spec.make()
    _ = spec.sees_all, spec.listens, spec.sources, hash(spec), spec.cls.parameters()
    if spec.compiled:
        bot.params()  # type: ignore[attr-defined]
