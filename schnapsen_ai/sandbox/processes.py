"""Processes that can be put an end to, whatever they do: each has a keeper.

A keeper is a small forked process between us and the child.  It waits for the child, takes in
what the child leaves behind (orphans come to it) and ends that too; if the keeper is killed, the
child goes with it.  So a bot that kills its parent kills a keeper, not us.  Orphans can be told
on Linux only; elsewhere what a child has started is ended by its process group.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from typing import NoReturn

CAN_FORK = hasattr(os, "fork")
LOOK_SECONDS = 0.1  # how often a keeper looks what its child uses
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36
PR_SET_NO_NEW_PRIVS = 38
CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000


def prctl(option: int, *values: int) -> bool:
    """Ask Linux for an attribute of this process; whether it was given."""
    if sys.platform != "linux":
        return False
    args = [ctypes.c_ulong(v) for v in (*values, 0, 0, 0, 0)[:4]]
    return bool(libc().prctl(option, *args) == 0)


@functools.cache
def libc() -> ctypes.CDLL:
    """The system's C library."""
    return ctypes.CDLL(None, use_errno=True)


def become_yourself(user: int, group: int) -> None:
    """In a new user namespace: be there who one was outside."""
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"),
                       ("gid_map", f"{group} {group} 1")):
        with contextlib.suppress(OSError), open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def keep_memory_private(yes: bool = True) -> bool:
    """Whether other processes are kept from reading this one's memory, descriptors, environment."""
    return prctl(PR_SET_DUMPABLE, int(not yes))


def stay_on_one_core(number: int) -> None:
    """This process and those it will start take turns on one core, the `number`-th.

    While one thinks the other waits: to wake it on another core would cost more than the message.
    """
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, {cores[number % len(cores)]})


def take_in_orphans(yes: bool = True) -> None:
    """Whether processes orphaned below this one become its children."""
    prctl(PR_SET_CHILD_SUBREAPER, int(yes))


def children() -> set[int]:
    """The children of this process (Linux; none told elsewhere)."""
    return children_of("self")


def children_of(pid: int | str) -> set[int]:
    """The children of a process (Linux; none told elsewhere)."""
    found: set[int] = set()
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{task}/children") as file:
                found.update(int(pid) for pid in file.read().split())
    return found


def kill(pid: int, number: int = signal.SIGKILL) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def reap(pid: int, seconds: float) -> int | None:
    """The exit code once the child has ended (minus the signal that killed it), None if not."""
    end = time.monotonic() + seconds
    while True:
        try:
            done, status = os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            return -signal.SIGKILL  # somebody else has reaped it
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= end:
            return None
        time.sleep(0.0005)


def keep_only(*descriptors: int) -> None:
    """Close all descriptors but these and the standard ones."""
    begin = 3
    for fd in sorted(fd for fd in descriptors if fd > 2):
        os.closerange(begin, fd)
        begin = fd + 1
    os.closerange(begin, 1 << 16)


def silence() -> None:
    """From now on this process reads nothing and what it prints is dropped."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nowhere, fd)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(fd, mode) for fd, mode in enumerate("rww"))


class Child:
    """A process that runs `work` and ends, under a keeper of its own.

    `ended` is a descriptor that becomes readable (end of file) once it and all that it started
    are gone.  `prepare` runs in the keeper before it forks the child.  `folder` goes with it, even
    if we are killed.  `excess` is asked by the keeper now and then: it ends the child with the
    exit code that it is told, if that is not 0.
    """

    def __init__(
        self,
        work: Callable[[], None],
        prepare: Callable[[], None] | None = None,
        folder: str | None = None,
        excess: Callable[[], int] | None = None,
    ) -> None:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(AttributeError, OSError, ValueError):
                stream.flush()
        self.ended, held = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.ended)
            _keep(work, held, prepare, folder, excess)
        os.close(held)
        _keepers.add(self.pid)
        self.code: int | None = None

    def end(self, seconds: float = 2.0) -> int:
        """Put an end to it and to all that it started; its exit code, minus the signal if killed.

        One that has ended keeps the code that it ended with.
        """
        if self.code is None:
            kill(self.pid, signal.SIGTERM)
            kill(self.pid, signal.SIGCONT)
            code = reap(self.pid, seconds)
            if code is None:
                kill(self.pid)
                code = reap(self.pid, seconds)
            self.code = -signal.SIGKILL if code is None else _unpacked(code)
            os.close(self.ended)
            _keepers.discard(self.pid)
        return self.code


_keepers: set[int] = set()  # of this process


def end_strays(before: set[int]) -> None:
    """End the orphans that have come to this process: of other sessions, not children `before`."""
    for pid in children() - _keepers - before:
        with contextlib.suppress(ProcessLookupError):
            if os.getsid(pid) != os.getsid(0):
                kill(pid)
                reap(pid, 1.0)


def how_it_ended(code: int) -> str:
    """What to say of a bot that ended its process."""
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"ended its process by {signal.Signals(-code).name}"
    return f"ended its process with exit code {code}"


# --- the keeper ---


def _keep(
    work: Callable[[], None],
    held: int,
    prepare: Callable[[], None] | None,
    folder: str | None,
    excess: Callable[[], int] | None,
) -> NoReturn:
    """Be the keeper of a child that runs `work`; exit with its code (128 + signal if killed)."""
    _keepers.clear()
    before = os.getpid()
    code = 255
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGCHLD})
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        take_in_orphans()
        if prepare is not None:
            prepare()
        child = os.fork()
        if child == 0:
            os.close(held)
            _run(work, before)
        keep_only(held)  # so that others see the child's end of a pipe close
        code = _wait(child, excess)
        for pid in children():
            kill(pid)
        with contextlib.suppress(ChildProcessError):
            while True:  # new orphans appear as their parents die
                for pid in children():
                    kill(pid)
                if os.waitpid(-1, os.WNOHANG)[0] == 0:
                    time.sleep(0.0005)
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        os._exit(code & 255)


def _wait(child: int, excess: Callable[[], int] | None) -> int:
    """Wait until the child has ended, or end it when told to, or when it uses too much."""
    patience = 1e6 if excess is None else LOOK_SECONDS
    while True:
        heard = signal.sigtimedwait({signal.SIGTERM, signal.SIGCHLD}, patience)
        number = None if heard is None else heard.si_signo
        if number is None and excess is not None and (code := excess()):
            kill(child)
            return code
        if number == signal.SIGTERM:
            kill(child)
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child, signal.SIGKILL)
        ended = reap(child, 1.0 if number == signal.SIGTERM else 0.0)
        if ended is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child, signal.SIGKILL)
            return ended if ended >= 0 else 128 - ended


def _run(work: Callable[[], None], keeper: int) -> NoReturn:
    """Be the child."""
    code = 1
    try:
        os.setsid()
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() not in (keeper, 0):  # 0: seen from a namespace of its own
            os._exit(1)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGCHLD})
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        work()
        code = 0
    finally:
        os._exit(code)


def _unpacked(code: int) -> int:
    return 128 - code if code > 128 else code
