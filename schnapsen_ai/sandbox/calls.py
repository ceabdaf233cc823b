"""The system calls a bot may make: what computing, waiting, and work in its own folder need.

All else is refused, so that a call which the next kernel brings is refused too.  Told by name and
by number on x86-64 and on arm64 (``-``: not there), as in Linux's ``unistd`` headers.  Of some
calls only certain uses are let through: `USES`.
"""

from __future__ import annotations

from dataclasses import dataclass

#: What ``platform.machine()`` says: the number of the architecture for seccomp, the column.
ARCHITECTURES = {"x86_64": (0xC000003E, 1), "aarch64": (0xC00000B7, 2)}

#: Calls from this number on are younger than 2019 and the same on every architecture.  They look
#: absent, as on an older kernel, so that libraries fall back to what those have (`clone3`).
YOUNG = 424

EPERM, EAGAIN, ENOSYS = 1, 11, 38

_ALLOWED = """
    read 0 63, readv 19 65, pread64 17 67, preadv 295 69, write 1 64, writev 20 66, pwrite64 18 68,
    pwritev 296 70, lseek 8 62, open 2 -, creat 85 -, openat 257 56, close 3 57, dup 32 23,
    dup2 33 -, dup3 292 24, close_range 436 436, fcntl 72 25, ioctl 16 29, umask 95 166,
    access 21 -, faccessat 269 48, faccessat2 439 439, stat 4 -, lstat 6 -, fstat 5 80,
    newfstatat 262 79, statx 332 291, readlink 89 -, readlinkat 267 78, getdents 78 -,
    getdents64 217 61, getcwd 79 17, chdir 80 49, fchdir 81 50,

    mkdir 83 -, mkdirat 258 34, rmdir 84 -, unlink 87 -, unlinkat 263 35, rename 82 -,
    renameat 264 38, renameat2 316 276, link 86 -, linkat 265 37, symlink 88 -, symlinkat 266 36,
    ftruncate 77 46, fallocate 285 47, fsync 74 82, fdatasync 75 83,

    brk 12 214, mmap 9 222, mremap 25 216, munmap 11 215, mprotect 10 226, madvise 28 233,
    msync 26 227, pkey_alloc 330 289, pkey_free 331 290, pkey_mprotect 329 288,

    poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -, epoll_create1 291 20,
    epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441, eventfd 284 -,
    eventfd2 290 19, timerfd_create 283 85, timerfd_settime 286 86, timerfd_gettime 287 87,
    signalfd4 289 74, pause 34 -, nanosleep 35 101, clock_nanosleep 230 115,
    restart_syscall 219 128, time 201 -, times 100 153, gettimeofday 96 169, clock_gettime 228 113,
    clock_getres 229 114, getitimer 36 102, setitimer 38 103, alarm 37 -, timer_create 222 107,
    timer_settime 223 110, timer_gettime 224 108, timer_getoverrun 225 109, timer_delete 226 111,

    fork 57 -, vfork 58 -, clone 56 220, exit 60 93, exit_group 231 94, wait4 61 260,
    waitid 247 95, set_tid_address 218 96, set_robust_list 273 99, futex 202 98, rseq 334 293,
    arch_prctl 158 -, sched_yield 24 124, sched_getaffinity 204 123, sched_getparam 143 121,
    sched_getscheduler 145 120, sched_get_priority_max 146 125, sched_get_priority_min 147 126,
    getcpu 309 168, membarrier 324 283, kill 62 129, tkill 200 130, tgkill 234 131,
    rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigsuspend 130 133,
    rt_sigpending 127 136, rt_sigtimedwait 128 137, sigaltstack 131 132,

    getpid 39 172, getppid 110 173, gettid 186 178, getpgid 121 155, getpgrp 111 -, getsid 124 156,
    setpgid 109 154, setsid 112 157, getuid 102 174, geteuid 107 175, getgid 104 176,
    getegid 108 177, getresuid 118 148, getresgid 120 150, getgroups 115 158, capget 125 90,
    uname 63 160, getrlimit 97 163, setrlimit 160 164, prlimit64 302 261, getrusage 98 165,
    getrandom 318 278, prctl 157 167, getpriority 140 141
"""

#: A program needs these to be started, and its runtime may need pipes.  A bot in Python does not:
#: the numbers of pipes are counted up for all processes, who could signal by using them up.
_OF_PROGRAMS = "execve 59 221, execveat 322 281, pipe 22 -, pipe2 293 59"


@dataclass(frozen=True)
class Use:
    """Which uses of a call are let through, judged by the low half of one of its arguments."""

    argument: int
    values: tuple[int, ...] = ()  # only these ...
    bits: int = 0  # ... or what has any of these bits; all, where neither is said
    never: int = 0  # but in no case what has any of these
    of_programs: tuple[int, ...] = ()  # to a bot that is a program, these as well
    error: int = EPERM  # what all else is answered


USES = {
    # Duplicates and flags of descriptors; no locks, leases, notices, owners, sizes of pipes.
    "fcntl": Use(1, (0, 1, 2, 3, 4, 1030)),
    # Is it a terminal, how wide; bytes waiting; blocking and close-on-exec.
    "ioctl": Use(1, (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),
    # No new namespaces; no traced, adopted or numbered children (their numbers count up for all).
    "clone": Use(0, never=0x7E020000 | 0x8000 | 0x2000 | 0x1000 | 0x80),
    # Names, death signals, timer slack, names of memory; what may be asked: dumpable, keeping
    # capabilities, bounding set, seccomp, no_new_privs, vector length.
    "prctl": Use(0, (1, 2, 15, 16, 29, 30, 0x53564D41, 3, 7, 23, 21, 38, 39, 51)),
    # Waking threads of other processes goes by places in files that both have mapped: only
    # within one process (128).  To wait for the end of a thread is a plain wait (0, 9, by a clock),
    # which the end of a foreign thread can answer: a bot in Python, which has little use for it,
    # is told to look again, and does until it has ended.
    "futex": Use(1, bits=0x80, of_programs=(0, 9, 0x100, 0x109), error=EAGAIN),
    "mmap": Use(3, never=0x40000),  # no huge pages, of which all share a few
    # Of its own memory; it may neither push pages of files out nor merge equal ones.
    "madvise": Use(2, (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19, 22, 23)),
    "prlimit64": Use(0, (0,)),  # its own
}


def allowed(machine: str, programs: bool) -> dict[str, int]:
    """Numbers by name of the calls let through on a machine.  KeyError where it is not known.

    programs: for a bot that is a program of its own.
    """
    column = ARCHITECTURES[machine][1]
    rows = [row.split() for row in (_ALLOWED + "," + _OF_PROGRAMS * programs).split(",")]
    return {row[0]: int(row[column]) for row in rows if row and row[column] != "-"}
