"""A root of its own for a bot's process: it holds what the bot may read, and nothing else.

Made of bind mounts in a mount namespace.  All is read-only (so no file's times change by reading
it either) but for the bot's empty folder, which lives in memory and ends with the process.  What
is not there can be neither named, nor watched, nor asked for its size and times.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable

from .processes import CLONE_NEWNS, CLONE_NEWUSER, become_yourself, libc

MB = 64  # of the bot's folder
_NOSUID, _NODEV, _BIND, _REC, _PRIVATE, _DETACH = 2, 4, 0x1000, 0x4000, 0x40000, 2
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_MOUNT_SETATTR = 442
_ATTR_READ_ONLY, _ATTR_NOSUID, _AT_RECURSIVE, _AT_FDCWD = 1, 2, 0x8000, -100


def enter_root(reads: Iterable[str], folder: str) -> bool:
    """Live in a root that holds `reads` and an empty `folder`, which becomes the working folder.

    reads: absolute paths, none inside another; where one is a link, what it leads to is there too.
    """
    if sys.platform != "linux" or not _own_mounts():
        return False
    try:
        _fill(folder, reads)
        os.chdir(folder)
        _done(libc().syscall(_PIVOT_ROOT[os.uname().machine], b".", b"."))
        _done(libc().umount2(b".", _DETACH))
    except BaseException:
        libc().umount2(folder.encode(), _DETACH)  # as it was
        raise
    os.chdir(folder)
    return True


def _own_mounts() -> bool:
    """A mount namespace; in a user namespace too where only that is allowed."""
    user, group = os.getuid(), os.getgid()
    if libc().unshare(CLONE_NEWNS) != 0:
        if libc().unshare(CLONE_NEWNS | CLONE_NEWUSER) != 0:
            return False
        become_yourself(user, group)
    return bool(libc().mount(None, b"/", None, _REC | _PRIVATE, None) == 0)


def _fill(root: str, reads: Iterable[str]) -> None:
    """Mount a small file system at `root`, and all else in it."""
    _mount("tmpfs", root, _NOSUID | _NODEV, "size=1m,mode=755")
    for path in reads:
        there = root + path
        os.makedirs(os.path.dirname(there), exist_ok=True)
        if os.path.islink(path):
            os.symlink(os.path.realpath(path), there)
            continue
        if os.path.isdir(path):
            os.mkdir(there)
        else:
            os.close(os.open(there, os.O_CREAT | os.O_WRONLY, 0o444))
        _mount(path, there, _BIND | _REC)
    os.makedirs(root + root, exist_ok=True)
    read_only = struct.pack("<4Q", _ATTR_READ_ONLY | _ATTR_NOSUID, 0, 0, 0)
    _done(libc().syscall(_MOUNT_SETATTR, _AT_FDCWD, root.encode(), _AT_RECURSIVE, read_only, 32))
    _mount("tmpfs", root + root, _NOSUID | _NODEV, f"size={MB}m,mode=700")


def _mount(what: str, where: str, flags: int, options: str = "") -> None:
    kind = None if flags & _BIND else b"tmpfs"
    _done(libc().mount(os.fsencode(what), os.fsencode(where), kind, flags, options.encode()))


def _done(result: int) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
