"""Probes of what an isolated bot may change, watch and signal by; `attacks` holds what it may read.

A probe is a function body that sets `found` if it succeeds; where it takes two, `send` runs in
the process of one bot, which stays alive, then `hear` in that of another.  ``SHARED`` is a module
beside both, which each may read; ``call(name, ...)`` makes a system call: its result and error.
"""

from __future__ import annotations

import platform
from typing import NamedTuple

from attacks import IF_NOTHING

# System calls that are refused: number on x86-64, on arm64.  Asked with senseless arguments, the
# kernel itself has another answer.
REFUSED = """
    chmod 90 -, fchmod 91 52, fchmodat 268 53, chown 92 -, lchown 94 -, fchown 93 55,
    fchownat 260 54, utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88, setxattr 188 5,
    lsetxattr 189 6, fsetxattr 190 7, getxattr 191 8, lgetxattr 192 9, fgetxattr 193 10,
    listxattr 194 11, llistxattr 195 12, flistxattr 196 13, removexattr 197 14, lremovexattr 198 15,
    fremovexattr 199 16, truncate 76 45, flock 73 32, mknod 133 -, mknodat 259 33, statfs 137 43,
    fstatfs 138 44, inotify_add_watch 254 27, inotify_rm_watch 255 28, name_to_handle_at 303 264,
    shmget 29 194, shmat 30 196, shmctl 31 195, semget 64 190, semop 65 193, semctl 66 191,
    msgget 68 186, msgsnd 69 189, msgrcv 70 188, msgctl 71 187, mq_open 240 180, mq_unlink 241 181,
    mq_timedsend 242 182, mq_timedreceive 243 183, mq_notify 244 184, socket 41 198,
    socketpair 53 199, connect 42 203, bind 49 200, listen 50 201, accept 43 202, sendto 44 206,
    recvfrom 45 207, sendmsg 46 211, recvmsg 47 212, ptrace 101 117, process_vm_readv 310 270,
    process_vm_writev 311 271, add_key 248 217, request_key 249 218, keyctl 250 219,
    unshare 272 97, setns 308 268, memfd_create 319 279, mincore 27 232, mlock 149 228,
    sysinfo 99 179, ioprio_set 251 30, setpriority 141 140, sched_setaffinity 203 122,
    sched_setscheduler 144 119, sched_setparam 142 118, sched_setattr 314 274,
    sched_getattr 315 275,
    get_robust_list 274 100, rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240,
    splice 275 76, tee 276 77, vmsplice 278 75, sendfile 40 71, copy_file_range 326 285,
    preadv2 327 286, pwritev2 328 287, fadvise64 221 223, readahead 187 213,
    sync_file_range 277 84, syncfs 306 267, io_setup 206 0, mbind 237 235, set_mempolicy 238 237,
    move_pages 279 239, clone3 435 435, openat2 437 437, pidfd_open 434 434,
    pidfd_send_signal 424 424, landlock_create_ruleset 444 444, seccomp 317 277, adjtimex 159 171,
    setresuid 117 147, quotactl 179 60
"""
# And some that the probes use.
_OTHERS = """futex 202 98, clone 56 220, inotify_init1 294 26, sync 162 81, personality 135 92,
    set_tid_address 218 96, exit 60 93"""

_COLUMN = {"x86_64": 1, "aarch64": 2}[platform.machine()]


def numbers(table: str) -> dict[str, int]:
    """Numbers of calls on this machine, by name."""
    rows = (row.split() for row in table.split(","))
    return {row[0]: int(row[_COLUMN]) for row in rows if row[_COLUMN] != "-"}


class Probe(NamedTuple):
    """What is tried, and the defences (or calls whose use is judged) that each alone stop it."""

    defences: tuple[str, ...]
    hear: str
    send: str = ""


FRAME = '''
import ctypes, fcntl, mmap, os, resource, socket, sys, threading, time
TARGET = {target!r}
NUMBERS = {numbers!r}
SHARED = TARGET["shared"]
PID = TARGET["pid"]
NAME = "hand-of-" + str(PID)  # of this run of the tests: others may go on at the same time
LIBC = ctypes.CDLL(None, use_errno=True)
found = None


def call(name, *args):
    ctypes.set_errno(0)
    words = [a if isinstance(a, (bytes, ctypes.Array)) else ctypes.c_long(a) for a in args]
    return LIBC.syscall(NUMBERS[name], *words), ctypes.get_errno()


def view(flags, path=SHARED):
    """Where a file is mapped: address and length."""
    LIBC.mmap.restype = ctypes.c_void_p
    fd = os.open(path, os.O_RDONLY)
    return LIBC.mmap(None, ctypes.c_size_t(4096), 1, flags, fd, ctypes.c_long(0))


try:
{body}
except (OSError, ValueError):
    pass
''' + IF_NOTHING

PROBES = {
    # --- changing what is not its own ---
    "a file's mode": Probe(
        ("calls", "paths"), "found = os.stat(SHARED).st_mode & 0o111", "os.chmod(SHARED, 0o711)"),
    "a file's times": Probe(
        ("calls", "paths"), "found = os.stat(SHARED).st_mtime == 7", "os.utime(SHARED, (7, 7))"),
    "a file's owner": Probe(
        ("calls", "paths"), "os.chown(SHARED, os.getuid(), -1)\nfound = 'done'"),
    "a mark on a file": Probe(
        ("calls", "paths"), "found = os.getxattr(SHARED, 'user.hand')",
        "os.setxattr(SHARED, 'user.hand', b'AS KS')"),
    "a file's flags": Probe(
        ("ioctl", "paths"),
        "fd = os.open(SHARED, os.O_RDONLY)\n"
        "fcntl.ioctl(fd, 0x40086602, (64).to_bytes(8, 'little'))\nfound = 'no dump'"),  # SETFLAGS
    "a new name for a file": Probe(
        ("files", "paths"), "os.link(SHARED, SHARED + '.link')\nfound = os.stat(SHARED).st_nlink"),
    "a shorter file": Probe(
        ("calls", "files", "paths"), "os.truncate(TARGET['note'], 1)\nfound = 'cut'"),
    "a folder beside": Probe(("files", "paths"), "os.mkdir(TARGET['note'] + '.d')\nfound = 'made'"),
    # --- seeing what is not its own ---
    "when a file was read": Probe(
        ("paths",), "found = os.stat(SHARED).st_atime_ns > TARGET['read_at']",
        "open(SHARED).read()"),
    "a results file's size and times": Probe(("paths",), "found = os.stat(TARGET['results'])"),
    "threads of a process, by stat": Probe(
        ("paths",), "found = os.stat(f\"/proc/{TARGET['pid']}/task\").st_nlink"),
    "what is in a folder, by asking": Probe(
        ("paths",), "found = os.access(TARGET['key'], os.F_OK)"),
    "a watch on a file": Probe(
        ("calls",), "fd, _ = call('inotify_init1', 0)\n"
        "found = call('inotify_add_watch', fd, SHARED.encode(), 0xFFF)[0] > 0"),
    "a watch on a foreign folder": Probe(
        ("calls", "paths"), "fd, _ = call('inotify_init1', 0)\nfolder = os.path.dirname(SHARED)\n"
        "found = call('inotify_add_watch', fd, folder.encode() + b'/elsewhere', 0xFFF)[0] > 0"),
    "how many processes there are": Probe(
        ("calls",), "room = ctypes.create_string_buffer(256)\n"
        "found = call('sysinfo', room)[0] == 0 and room.raw[80:82]"),
    "how full a disk is": Probe(("calls",), "found = os.statvfs(SHARED).f_bfree"),
    "numbers of pipes": Probe(("calls",), "found = os.fstat(os.pipe()[0]).st_ino"),
    "numbers of sockets": Probe(
        ("calls",), "pair = socket.socketpair()\nfound = os.fstat(pair[0].fileno()).st_ino"),
    "pages in memory": Probe(
        ("calls",), "room = ctypes.create_string_buffer(1)\n"
        "found = call('mincore', view(1), 4096, room)[0] == 0 and room.raw"),
    "a page in memory, by reading": Probe(
        ("calls",), "fd = os.open(SHARED, os.O_RDONLY)\n"
        "found = os.preadv(fd, [bytearray(9)], 0, os.RWF_NOWAIT)"),
    "pages pushed out": Probe(
        ("calls",), "fd = os.open(SHARED, os.O_RDONLY)\n"
        "found = os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED) is None"),
    "mapped pages pushed out": Probe(
        ("madvise",), "found = LIBC.madvise(ctypes.c_void_p(view(1)), 4096, 21) == 0"),
    # --- signalling to another bot ---
    "a lock": Probe(
        ("calls",),
        "fd = os.open(SHARED, os.O_RDONLY)\ntry:\n"
        "    fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)\n"
        "except BlockingIOError:\n    found = 'locked'",
        "fd = os.open(SHARED, os.O_RDONLY)\nfcntl.flock(fd, fcntl.LOCK_EX)"),
    "a lock on a part of a file": Probe(
        ("fcntl",),
        "fd = os.open(SHARED, os.O_RDONLY)\nask = (1).to_bytes(2, 'little') + bytes(30)\n"
        "found = fcntl.fcntl(fd, fcntl.F_GETLK, ask)[:2] != (2).to_bytes(2, 'little')",
        "fd = os.open(SHARED, os.O_RDONLY)\nfcntl.fcntl(fd, fcntl.F_SETLK, bytes(32))"),
    "a lease on a file": Probe(
        ("fcntl",), "fd = os.open(SHARED, os.O_RDONLY)\nfcntl.fcntl(fd, fcntl.F_SETLEASE, 0)\n"
        "found = 'leased'"),
    "a wait on a page that both have": Probe(
        ("futex",), "found = call('futex', view(1), 1, 100)[0] > 0",
        "place = view(1)\nvalue = int.from_bytes(open(SHARED, 'rb').read(4), 'little')\n"
        "threading.Thread(target=call, args=('futex', place, 0, value, 0), daemon=True).start()\n"
        "time.sleep(0.1)"),
    "the end of a thread, on such a page": Probe(
        ("futex",),
        "place = view(1)\nvalue = int.from_bytes(open(SHARED, 'rb').read(4), 'little')\n"
        "found = call('futex', place, 0, value, (ctypes.c_long * 2)(2, 0))[0] == 0",
        "place = view(1)\ndef end():\n    call('set_tid_address', place)\n    call('exit', 0)\n"
        "def ends():\n    for _ in range(40):\n        time.sleep(0.1)\n"
        "        threading.Thread(target=end, daemon=True).start()\n"
        "threading.Thread(target=ends, daemon=True).start()"),
    "shared memory": Probe(
        ("calls", "processes"), "n, _ = call('shmget', PID, 4096, 0)\n"
        "found = n > -1 and call('shmctl', n, 0, 0)",
        "call('shmget', PID, 4096, 0o1600)"),
    "a queue of messages": Probe(
        ("calls", "processes"), "n, _ = call('msgget', PID, 0)\n"
        "found = n > -1 and call('msgctl', n, 0, 0)",
        "call('msgget', PID, 0o1600)"),
    "semaphores": Probe(
        ("calls", "processes"), "n, _ = call('semget', PID, 1, 0)\n"
        "found = n > -1 and call('semctl', n, 0, 0)",
        "call('semget', PID, 1, 0o1600)"),
    "a named queue of messages": Probe(
        ("calls", "processes", "files"),
        "name = NAME.encode()\n"
        "found = call('mq_open', name, 0, 0, 0)[0] > -1 and call('mq_unlink', name)",
        "call('mq_open', NAME.encode(), 0o102, 0o600, 0)"),
    "a socket without a file": Probe(
        ("calls", "processes", "files"),
        "there = socket.socket(socket.AF_UNIX)\nthere.connect('\\0' + NAME)\nfound = 'heard'",
        "here = socket.socket(socket.AF_UNIX)\nhere.bind('\\0' + NAME)\nhere.listen()"),
    "a key of the kernel": Probe(
        ("calls", "processes"),
        "n, _ = call('keyctl', 10, -4, b'user', NAME.encode(), 0)\n"
        "found = n > 0 and call('keyctl', 9, n, -4)",
        "call('add_key', b'user', NAME.encode(), b'AS KS', 5, -4)"),
    "a file in a folder of all": Probe(
        ("files", "paths"), "path = '/dev/shm/' + NAME\n"
        "found = open(path).read()\nos.remove(path)",
        "open('/dev/shm/' + NAME, 'w').write('AS KS')"),
    # --- more than a bot needs ---
    "its priority": Probe(("calls",), "found = os.nice(1)"),
    "its core": Probe(("calls",), "os.sched_setaffinity(0, os.sched_getaffinity(0))\nfound = 1"),
    "a namespace by fork": Probe(
        ("clone",), "child, _ = call('clone', 0x10000011, 0, 0, 0, 0)\n"
        "if child == 0:\n    os._exit(0)\nfound = child > 0"),
    "a namespace": Probe(("calls",), "found = call('unshare', 0x10000000)[0] == 0"),
    "a numbered child": Probe(
        ("clone",), "room = ctypes.create_string_buffer(8)\n"
        "child, _ = call('clone', 0x1011, 0, room, 0, 0)\n"
        "if child == 0:\n    os._exit(0)\nfound = child > 0"),
    "another program": Probe(
        ("calls",), "pid = os.posix_spawn('/usr/bin/env', ['env'], {})\n"
        "found = os.waitpid(pid, 0)[1] == 0"),
    "huge pages": Probe(
        ("mmap",), "LIBC.mmap.restype = ctypes.c_long\nctypes.set_errno(0)\n"
        "LIBC.mmap(None, ctypes.c_size_t(2 << 20), 3, 0x40022, -1, ctypes.c_long(0))\n"
        "found = ctypes.get_errno() != 1"),
    "being traced": Probe(("calls",), "found = call('ptrace', 0, 0, 0, 0)[0] == 0"),
    "its memory open to others": Probe(("prctl",), "found = LIBC.prctl(4, 1, 0, 0, 0) == 0"),
    "limits of others": Probe(
        ("prlimit64",), "found = resource.prlimit(os.getpid(), resource.RLIMIT_CPU)"),
    "an older personality": Probe(("calls",), "found = call('personality', 0xFFFFFFFF)[0] == 0"),
    "disks to be written": Probe(("calls",), "found = call('sync')[0] == 0"),
    "a file without a disk": Probe(("calls",), "found = call('memfd_create', b'x', 0)[0] > -1"),
    "timers without end": Probe(
        ("memory",), "room = ctypes.create_string_buffer(8)\n"
        "found = all(LIBC.timer_create(1, None, room) == 0 for _ in range(300))"),
}

# Every refused call, one after the other: whether the kernel itself has answered all, or any.
CALLS = """
silent = [name for name in TARGET["refused"]
          if call(name, -1, -1, -1, -1, -1, -1)[1] in (1, 38)]
if len(silent) < len(TARGET["refused"]):
    found = "not " + " ".join(silent) if silent else "all"
"""


def source(body: str, target: dict[str, object]) -> str:
    """A bot's file that makes a probe."""
    lines = "\n".join("    " + line for line in (body or "pass").splitlines())
    return FRAME.format(target=target, numbers=numbers(f"{REFUSED},{_OTHERS}"), body=lines)
