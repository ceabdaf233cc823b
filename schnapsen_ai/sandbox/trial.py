"""A stranger's code tried in a fork of this process, under a clock, before it is let in here."""

from __future__ import annotations

import select
import signal
import time
from collections.abc import Callable
from typing import Any

from ..bot.faults import Offence, answered
from ..bot.interface import BotError, Resign
from .mail import Mail
from .processes import CAN_FORK, Child, how_it_ended, keep_only, silence

TRIAL_SECONDS = 60.0  # to import a bot and make one


def tried(work: Callable[..., Any], *args: Any, seconds: float = TRIAL_SECONDS) -> Any:
    """What a function returns (something plain) in a fork; there it may do as it likes.

    An Offence says what went wrong: an error, too long a time, an end of the process.  BotError
    passes.  On a system without fork it is called here.
    """
    if not CAN_FORK:
        return answered(_said, work, *args)
    here, there = Mail.pair()

    def in_fork() -> None:
        keep_only(there.fileno())
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        silence()
        try:
            answer = answered(_said, work, *args)
        except Offence as offence:
            answer = offence
        except Resign:
            answer = Offence("raised Resign")
        there.send((answer,))

    child = Child(in_fork)
    there.close()
    try:
        answer = _awaited(here, seconds)
    except TimeoutError:
        raise Offence(f"took more than {seconds:g} s") from None
    except (EOFError, OSError):
        raise Offence(how_it_ended(child.end())) from None
    finally:
        here.close()
        child.end()
    if isinstance(answer, Offence | BotError):
        raise answer
    return answer


def _awaited(line: Mail, seconds: float) -> Any:
    """The message that comes within that time; TimeoutError if none does, EOFError at the end."""
    end = time.monotonic() + seconds
    while (message := line.arrived()) is None:
        left = end - time.monotonic()
        if left <= 0.0:
            raise TimeoutError
        select.select([line], [], [], left)
    return message[0]


def _said(work: Callable[..., Any], *args: Any) -> Any:
    """What it returns, or the BotError it raises."""
    try:
        return work(*args)
    except BotError as error:
        return BotError(str(error))
