"""What a process gives up before it runs a stranger's bot (Linux; elsewhere only the limits).

Each defence stands alone, so that one that a system lacks takes no other with it:

========== ======================================================================================
processes  namespaces of its own: it sees and signals no other process, has no network, no shared
           memory (``unshare``; user namespaces where it is not root)
memory     a ceiling on what it may allocate, alone and with the processes that it starts, of which
           it may have 64 (`family`); few descriptors, signals in wait; no core file
paths      a root of its own, read-only but for its empty folder: all else can be neither named,
           watched, nor asked for its times (`own_root`)
privileges no capabilities, none ever again (``no_new_privs``)
files      reads its own files (`own_files`) and the interpreter's, writes nothing outside its
           empty folder (Landlock); so no ``/proc``, results, home, temporary files of others
secrecy    not dumpable: no other process reads its memory
calls      only those that computing needs: no locks, marks or times on files, sockets, tracing,
           keys, priorities, further namespaces, rings ... (`calls`, by a seccomp filter)
========== ======================================================================================

Against what time can tell, a block of packs is played in one seating, its processes are ended, and
fresh ones play it in the next (see `supervisor`).  What stays:

- The moment at which a seating begins was chosen by the processes of the one before: a dozen bits
  for a block, which has eight packs at least (but where fewer are left to play).  So does which
  pages of the system's files are in memory, told by the time it takes to read them.
- Two bots that play one deal against each other and are of one mind: each feels how long the other
  thinks, how busy it keeps the core that they share, and how much memory is in use.
- Two programs of that kind, which may make pipes and wait for threads as a bot in Python may not,
  see in the numbers of pipes how many were made on that core, and each other's threads end.
- Who plays on a processor, or a system, without one of these defences: that is told in the table.

`DEFENCES` names them; what could not be put up is told to the one who reads the results.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass

from .landlock import restrict_files
from .own_root import enter_root
from .processes import (
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    PR_SET_NO_NEW_PRIVS,
    become_yourself,
    keep_memory_private,
    libc,
    prctl,
)
from .seccomp import UnknownMachine, filter_calls

DEFENCES = ("processes", "memory", "paths", "privileges", "files", "secrecy", "calls")

PR_CAPBSET_DROP, PR_SET_SECUREBITS, PR_CAP_AMBIENT = 24, 28, 47


@dataclass(frozen=True)
class Sandbox:
    """What to give up: paths that stay readable, the one that stays writable, MB of memory."""

    reads: tuple[str, ...]
    folder: str
    memory: int | None
    without: tuple[str, ...] = ()  # defences, and calls' conditions, left out to test the others

    def leave_namespaces(self) -> list[str]:
        """To be called in the parent: its next child is alone.  The defences that failed."""
        if "processes" in self.without:
            return ["processes"]
        return [] if _unshare() else ["processes"]

    def enter(self, executes: bool) -> list[str]:
        """Give up all the rest, for ever.  The defences that failed.

        executes: whether the process will now execute a program, whose size is not known.
        """
        missing: list[str] = []
        steps: dict[str, Callable[[], bool]] = {
            "memory": lambda: _limit(self.memory, executes),
            "paths": lambda: enter_root(self.reads, self.folder),
            "privileges": _drop_privileges,
            "files": lambda: restrict_files(self.reads, self.folder, "paths" not in missing),
            "secrecy": keep_memory_private,
            "calls": lambda: filter_calls(executes, self.without),
        }
        for name, step in steps.items():
            done = False
            if name not in self.without:
                try:
                    done = step()
                except UnknownMachine as error:
                    name = f"{name} ({error})"
                except (OSError, ValueError, AttributeError, KeyError):
                    pass
            if not done:
                missing.append(name)
        return missing


# --- processes ---


def _unshare() -> bool:
    if sys.platform != "linux":
        return False
    alone = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    user, group = os.getuid(), os.getgid()
    if libc().unshare(CLONE_NEWUSER | alone) != 0:
        return bool(libc().unshare(alone) == 0)  # root where users may not have namespaces
    become_yourself(user, group)
    return True


# --- memory ---


def _limit(memory: int | None, executes: bool) -> bool:
    import resource

    def limit(kind: int, value: int) -> None:
        most = resource.getrlimit(kind)[1]
        value = value if most == resource.RLIM_INFINITY else min(value, most)
        resource.setrlimit(kind, (value, value))

    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_NOFILE, 128)
    limit(resource.RLIMIT_FSIZE, 64 << 20)
    if hasattr(resource, "RLIMIT_SIGPENDING"):  # timers too, of which all of a user share many
        limit(resource.RLIMIT_SIGPENDING, 256)
    if memory is None:
        return True
    if executes:  # interpreters reserve far more than they use: count what they can write to
        limit(resource.RLIMIT_DATA, memory << 20)
    else:
        with open("/proc/self/statm") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
        limit(resource.RLIMIT_AS, now + (memory << 20))
    return True


# --- privileges ---


def _drop_privileges() -> bool:
    """No capabilities, and no way to any."""
    if not prctl(PR_SET_NO_NEW_PRIVS, 1):
        return False
    prctl(PR_CAP_AMBIENT, 4)  # clear all
    for capability in range(64):
        if not prctl(PR_CAPBSET_DROP, capability):
            break  # there are no more
    prctl(PR_SET_SECUREBITS, 0b101111)  # root is nobody, locked; may fail without capabilities
    header = struct.pack("<Ii", 0x20080522, 0)
    return bool(libc().capset(header, struct.pack("<6I", *[0] * 6)) == 0)
