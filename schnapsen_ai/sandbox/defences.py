"""What a process gives up before it runs a stranger's bot (Linux; elsewhere only the limits).

Each defence stands alone, so that one that a system lacks takes no other with it:

========== ======================================================================================
processes  namespaces of its own: it sees and signals no other process, has no network, no shared
           memory (``unshare``; user namespaces where it is not root)
files      reads its own file and the interpreter's, writes nothing outside its empty folder
           (Landlock); so no ``/proc``, no results, no home, no temporary files of others
calls      no sockets, tracing, kernel keys, further namespaces ... (a seccomp filter)
privileges no capabilities, none ever again (``no_new_privs``)
secrecy    not dumpable: no other process reads its memory
memory     a ceiling on what it may allocate; few descriptors; no core file
========== ======================================================================================

`DEFENCES` names them; what could not be put up is told to the one who reads the results.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import struct
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .processes import keep_memory_private, prctl

DEFENCES = ("processes", "files", "calls", "privileges", "secrecy", "memory")

PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_SECUREBITS = 22, 24, 28
PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 38, 47


@dataclass(frozen=True)
class Sandbox:
    """What to give up: paths that stay readable, the one that stays writable, MB of memory."""

    reads: tuple[str, ...]
    folder: str
    memory: int | None
    without: tuple[str, ...] = ()  # defences left out, to test the others

    def leave_namespaces(self) -> list[str]:
        """To be called in the parent: its next child is alone.  The defences that failed."""
        if "processes" in self.without:
            return ["processes"]
        return [] if _unshare() else ["processes"]

    def enter(self, executes: bool) -> list[str]:
        """Give up all the rest, for ever.  The defences that failed.

        executes: whether the process will now execute a program, whose size is not known.
        """
        steps = {
            "memory": lambda: _limit(self.memory, executes),
            "privileges": _drop_privileges,
            "files": lambda: _restrict_files(self.reads, self.folder),
            "calls": _filter_calls,
            "secrecy": keep_memory_private,
        }
        missing = []
        for name, step in steps.items():
            done = False
            if name not in self.without:
                with contextlib.suppress(OSError, ValueError, AttributeError, KeyError):
                    done = step()
            if not done:
                missing.append(name)
        return missing


# --- processes ---

CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
CLONE_NEWIPC, CLONE_NEWUTS = 0x08000000, 0x04000000


def _unshare() -> bool:
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    alone = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    user, group = os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWUSER | alone) != 0:
        return bool(libc.unshare(alone) == 0)  # root where users may not have namespaces
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"),
                       ("gid_map", f"{group} {group} 1")):
        with contextlib.suppress(OSError), open(f"/proc/self/{name}", "w") as file:
            file.write(text)
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
        prctl(PR_CAPBSET_DROP, capability)
    prctl(PR_SET_SECUREBITS, 0b101111)  # root is nobody, locked; may fail without capabilities
    header = struct.pack("<Ii", 0x20080522, 0)
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.capset(header, struct.pack("<6I", *[0] * 6)) == 0)


# --- files: Landlock ---

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | 1 << 14 | 1 << 15


def _restrict_files(reads: Iterable[str], folder: str) -> bool:
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE_RULESET, None, 0, 1)
    if version < 1:
        return False
    rights = (1 << {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)) - 1
    network = 3 if version >= 4 else 0  # no TCP
    scoped = 3 if version >= 6 else 0  # no signals, no abstract sockets out of here
    attributes = struct.pack("<QQQ", rights, network, scoped)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = libc.syscall(_CREATE_RULESET, attributes, size, 0)
    if rules < 0:
        return False
    read = _EXECUTE | _READ_FILE | _READ_DIR
    for path, allowed in [*((path, read) for path in reads), (folder, rights & ~_EXECUTE)]:
        if os.path.exists(path):
            kept = allowed if os.path.isdir(path) else allowed & _OF_FILES
            if os.path.exists(path) and path.startswith("/dev/"):
                kept |= _WRITE_FILE
            _allow(libc, rules, path, kept & rights)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    done = libc.syscall(_RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return bool(done)


def _allow(libc: ctypes.CDLL, rules: int, path: str, rights: int) -> None:
    fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        libc.syscall(_ADD_RULE, rules, 1, struct.pack("<Qi", rights, fd), 0)
    finally:
        os.close(fd)


# --- calls: seccomp ---

_ARCHITECTURES = {"x86_64": (0xC000003E, 1), "aarch64": (0xC00000B7, 2)}

# System calls that a bot has no use for: name, number on x86-64, on arm64.
_CALLS = """
    socket 41 198, connect 42 203, bind 49 200, shmget 29 194, shmat 30 196, shmctl 31 195,
    shmdt 67 197, semget 64 190, semop 65 193, semctl 66 191, msgget 68 186, msgsnd 69 189,
    msgrcv 70 188, msgctl 71 187, mq_open 240 180, mq_unlink 241 181, mq_timedsend 242 182,
    mq_timedreceive 243 183, ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271,
    mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51, unshare 272 97,
    setns 308 268, add_key 248 217, request_key 249 218, keyctl 250 219, perf_event_open 298 241,
    bpf 321 280, userfaultfd 323 282, open_by_handle_at 304 265, io_uring_setup 425 425,
    io_uring_enter 426 426, io_uring_register 427 427, open_tree 428 428, move_mount 429 429,
    fsopen 430 430, fsconfig 431 431, fsmount 432 432, fspick 433 433, pidfd_getfd 438 438,
    memfd_create 319 279, kexec_load 246 104, reboot 169 142, delete_module 176 106,
    init_module 175 105, finit_module 313 273, mknod 133 -, mknodat 259 33,
    pidfd_send_signal 424 424, pidfd_open 434 434, semtimedop - 192
"""


def _filter_calls() -> bool:
    """Those system calls fail with EPERM; so do all of another architecture's."""
    architecture, column = _ARCHITECTURES[platform.machine()]
    numbers = [entry.split()[column] for entry in _CALLS.split(",")]
    load, jump_equal, jump_above, ret = 0x20, 0x15, 0x35, 0x06
    refuse = (ret, 0, 0, 0x00050000 | 1)
    program = [
        (load, 0, 0, 4), (jump_equal, 1, 0, architecture), refuse,
        (load, 0, 0, 0), (jump_above, 0, 1, 0x40000000), refuse,  # the x32 numbers
    ]
    for number in numbers:
        if number != "-":
            program += [(jump_equal, 0, 1, int(number)), refuse]
    program.append((ret, 0, 0, 0x7FFF0000))
    code = b"".join(struct.pack("<HBBI", *step) for step in program)
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("<HxxxxxxQ", len(program), ctypes.addressof(buffer))
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    held = ctypes.create_string_buffer(header, len(header))
    return prctl(PR_SET_SECCOMP, 2, ctypes.addressof(held))


def own_paths(files: Sequence[str]) -> list[str]:
    """A bot's own files: those given, and what lies beside them under the same stem."""
    found: list[str] = []
    for file in files:
        folder, name = os.path.split(os.path.abspath(file))
        stem = name.split(".")[0]
        found += [os.path.join(folder, other) for other in os.listdir(folder)
                  if other.split(".")[0] == stem]
    return found
