"""What a bot and the processes that it has started use together: its keeper looks now and then.

Limits of the system are of one process each, and a bot may start others.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass

from ..bot.limits import OUT_OF_MEMORY, Limits
from .processes import children_of, how_it_ended

MOST_PROCESSES = 64
TOO_MANY = 78  # exit code for that; for memory it is that of a worker


@dataclass(frozen=True)
class Family:
    """Limits on the descendants of this process, a keeper."""

    memory: int | None  # MB
    inherited: int = 0  # `private_memory` of the process they were forked from

    def excess(self) -> int:
        """The exit code of one that uses too much; 0 as long as all is well."""
        members: list[int] = []
        for pid in _descendants(os.getpid()):
            members.append(pid)
            if len(members) > MOST_PROCESSES:
                return TOO_MANY
        if self.memory is None or len(members) < 2:  # one process has limits of its own
            return 0
        return OUT_OF_MEMORY if self.used(members) > self.memory << 20 else 0

    def used(self, members: list[int]) -> int:
        """The bytes that they use together, without what they had from the start.

        What they share is counted once where their shares can be told, which a process that keeps
        its memory to itself does not let us; else with each of them.
        """
        shares = [share_of_memory(pid) for pid in members]
        if None not in shares:
            return sum(share or 0 for share in shares) - self.inherited
        return sum(max(0, private_memory(pid) - self.inherited) for pid in members)


def how_it_went(code: int, limits: Limits) -> str:
    """What to say of a bot whose process ended with this code."""
    if code == TOO_MANY:
        return f"started more than {MOST_PROCESSES} processes"
    if code == OUT_OF_MEMORY and limits.memory is not None:
        return limits.hungry
    return how_it_ended(code)


def _descendants(pid: int) -> Iterator[int]:
    for child in children_of(pid):
        yield child
        yield from _descendants(child)


def share_of_memory(pid: int) -> int | None:
    """The bytes of a process that no file holds, shared ones divided; None where it is private."""
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            rows = dict(line.split(":", 1) for line in file if ":" in line)
        return sum(int(rows[name].split()[0]) << 10 for name in ("Pss_Anon", "Pss_Shmem"))
    except (OSError, KeyError):
        return None if os.path.exists(f"/proc/{pid}") else 0


def private_memory(pid: int | str) -> int:
    """The bytes of a process that no file holds."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/statm") as file:
        _, resident, shared = (int(word) for word in file.read().split()[:3])
        return (resident - shared) * os.sysconf("SC_PAGE_SIZE")
    return 0
