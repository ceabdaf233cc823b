"""Which files a process may open (Landlock), for ever: read these, write in that folder."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable

from .processes import PR_SET_NO_NEW_PRIVS, libc, prctl

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | 1 << 14 | 1 << 15


def restrict_files(reads: Iterable[str], folder: str, own_root: bool = False) -> bool:
    """Read and execute `reads`, read and write in `folder`, no more.  False without Landlock.

    own_root: all that there is may be read, so that any folder may be listed.
    """
    version = libc().syscall(_CREATE_RULESET, None, 0, 1)
    if version < 1:
        return False
    rights = (1 << {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)) - 1
    network = 3 if version >= 4 else 0  # no TCP
    scoped = 3 if version >= 6 else 0  # no signals, no abstract sockets out of here
    attributes = struct.pack("<QQQ", rights, network, scoped)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = libc().syscall(_CREATE_RULESET, attributes, size, 0)
    if rules < 0:
        return False
    read = _EXECUTE | _READ_FILE | _READ_DIR
    places = [*((path, read) for path in reads), (folder, rights & ~_EXECUTE)]
    for path, allowed in [*places, ("/", _READ_DIR)] if own_root else places:
        if os.path.exists(path):
            kept = allowed if os.path.isdir(path) else allowed & _OF_FILES
            if path.startswith("/dev/"):
                kept |= _WRITE_FILE
            _allow(rules, path, kept & rights)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    done = libc().syscall(_RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return bool(done)


def _allow(rules: int, path: str, rights: int) -> None:
    fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        libc().syscall(_ADD_RULE, rules, 1, struct.pack("<Qi", rights, fd), 0)
    finally:
        os.close(fd)
