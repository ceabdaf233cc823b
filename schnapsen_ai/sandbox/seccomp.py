"""The filter that refuses system calls (seccomp): a small program which the kernel runs at each.

It is assembled here from the tables of `calls`.  A call that is always let through costs nothing:
the kernel notes that (Linux 5.11 on), so the conditional ones come first.
"""

from __future__ import annotations

import ctypes
import functools
import platform
import struct
from collections.abc import Collection, Iterator

from .calls import ARCHITECTURES, ENOSYS, EPERM, USES, YOUNG, Use, allowed
from .processes import PR_SET_NO_NEW_PRIVS, prctl

PR_SET_SECCOMP = 22
Step = tuple[int, int, int, int]  # an instruction: code, jump if true, jump if false, operand
_LOAD, _EQUAL, _ABOVE, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x25, 0x35, 0x45, 0x06
_LET: Step = (_RETURN, 0, 0, 0x7FFF0000)


class UnknownMachine(Exception):
    """The numbers of its calls are not known here."""


def filter_calls(programs: bool, without: Collection[str] = ()) -> bool:
    """From now on, and for ever, only the calls of `calls` work.

    programs: for a bot that is a program.  without: calls of which every use is let through, to
    test the others.  Raises UnknownMachine.
    """
    code = assembled(programs, tuple(without))
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("<HxxxxxxQ", len(code) // 8, ctypes.addressof(buffer))
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    held = ctypes.create_string_buffer(header, len(header))
    return prctl(PR_SET_SECCOMP, 2, ctypes.addressof(held))


@functools.cache  # the forkserver makes it once for all
def assembled(programs: bool, without: tuple[str, ...] = ()) -> bytes:
    """The filter as the kernel takes it.  Raises UnknownMachine."""
    return b"".join(struct.pack("<HBBI", *step) for step in _program(programs, without))


def _program(programs: bool, without: Collection[str]) -> list[Step]:
    machine = platform.machine()
    if machine not in ARCHITECTURES:
        raise UnknownMachine(f"those of {machine} are not known")
    numbers = allowed(machine, programs)
    steps = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, ARCHITECTURES[machine][0]), _no(EPERM),
             (_LOAD, 0, 0, 0)]
    for name, use in USES.items():
        if name not in without:
            values = use.values + use.of_programs * programs
            steps += _if_used(numbers.pop(name), use, values)
    for first, last in _runs(numbers.values()):
        steps += [(_AT_LEAST, 0, 2, first), (_ABOVE, 1, 0, last), _LET]
    return [*steps, (_AT_LEAST, 0, 1, YOUNG), _no(ENOSYS), _no(EPERM)]


def _no(error: int) -> Step:
    """The call fails with this error."""
    return (_RETURN, 0, 0, 0x00050000 | error)


def _if_used(number: int, use: Use, values: tuple[int, ...]) -> list[Step]:
    """Let a call through if it is used so, else refuse it."""
    tests: list[Step] = [(_LOAD, 0, 0, 16 + 8 * use.argument)]  # its low half: little-endian
    if use.never:
        tests += [(_ANY_BIT, 0, 1, use.never), _no(use.error)]
    if use.bits:
        tests += [(_ANY_BIT, 0, 1, use.bits), _LET]
    for value in values:
        tests += [(_EQUAL, 0, 1, value), _LET]
    tests.append(_no(use.error) if use.bits or values else _LET)
    return [(_EQUAL, 0, len(tests), number), *tests]


def _runs(numbers: Collection[int]) -> Iterator[tuple[int, int]]:
    """The numbers as runs of consecutive ones: first and last of each."""
    ordered = sorted(numbers)
    first = ordered[0]
    for number, following in zip(ordered, [*ordered[1:], -1], strict=True):
        if following != number + 1:
            yield first, number
            first = following
