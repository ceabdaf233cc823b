"""Sixty and more ways in which a bot may misbehave, each a small file, and a run against them.

``python tests/support/misbehaviour.py [--isolate] [NAME ...]`` plays each against an innocent bot
under limits and prints what came of it, one JSON object a line.  A kind says what the bot is
charged with (a regular expression; None: nothing; "any": that may depend on the moment); where a
bot is refused before the first deal the reason begins with "refused".
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

HEAD = """
import builtins, ctypes, gc, os, resource, signal, sys, threading, time
import schnapsen_ai as sa
LIBC = ctypes.CDLL(None)
KEPT = []
def hang(*_):
    while True:
        try:
            time.sleep(0.001)
        except BaseException:
            pass
def boom(*_):
    raise ValueError("boom")
def in_frames(kind):
    frame, found = sys._getframe(), []
    while frame:
        for value in frame.f_locals.values():
            found += [value, *(vars(value).values() if hasattr(value, "__dict__") else ())]
        frame = frame.f_back
    return [value for value in found if type(value).__name__ == kind]
class Bomb:
    def __reduce__(self): return os._exit, (9,)
class Lowest(sa.Bot):
    def choose(self, view):
        return view.legal_moves()[0]
"""
INNOCENT = HEAD
SLOW, LATE = "took more than", "took more than"
GONE = "ended its process"


def at_import(*lines: str) -> str:
    """A file that does it when it is imported."""
    return "\n".join(lines) + "\nclass Bot(Lowest): pass\n"


def method(name: str, *lines: str) -> str:
    """A bot that does it in a method, before that goes on as in `Lowest`."""
    after = {"choose": "return super().choose(view)", "begin": "super().begin(game, seat, rng)",
             "saw": "pass", "__init__": "pass", "__del__": "pass"}[name]
    arguments = {"choose": "view", "begin": "game, seat, rng", "saw": "seat, move"}.get(name, "")
    body = "".join(f"        {line}\n" for line in (*lines, after))
    return f"class Bot(Lowest):\n    def {name}(self, {arguments}):\n{body}"


def later(*lines: str) -> str:
    """A bot that does it in ``__init__``, but not where it is imported; or from the third on."""
    return "MADE, HERE = [], os.getpid()\n" + method(
        "__init__", "MADE.append(1)", "if len(MADE) > 2 or os.getpid() != HERE:",
        *("    " + line for line in lines))


def answer(*lines: str) -> str:
    """A bot that answers with an odd object."""
    body = "".join(f"    {line}\n" for line in lines)
    return f"class Odd:\n{body}class Bot(Lowest):\n    def choose(self, view): return Odd()\n"


def error(*lines: str, base: str = "Exception") -> str:
    """A bot that raises an odd error."""
    body = "".join(f"    {line}\n" for line in lines)
    return f"class Odd({base}):\n{body}" + method("choose", "raise Odd('words')")


NO_MOVE = "returned .*, which is not a move"
# name -> (source, what it is charged with in the table's process, and in one of its own)
KINDS: dict[str, tuple[str, str | None, str | None]] = {
    # before the first deal
    "hangs when imported": (at_import("hang()"), f"refused.*{SLOW}", "refused"),
    "hangs in C when imported": (at_import("LIBC.pause()"), f"refused.*{SLOW}", "refused"),
    "ends when imported": (at_import("os._exit(0)"), f"refused.*{GONE}", "refused"),
    "kills itself when imported": (
        at_import("os.kill(os.getpid(), 9)"), f"refused.*{GONE} by SIGKILL", "any"),
    "exits when imported": (at_import("sys.exit(0)"), "refused.*SystemExit", "refused"),
    "is closed when imported": (
        at_import("raise GeneratorExit"), "refused.*GeneratorExit", "refused"),
    "forks when imported": (at_import("os.fork()"), None, None),
    "hangs in its class": (
        "class Bot(Lowest):\n    hang()\n", f"refused.*{SLOW}", "refused"),
    "hangs when asked whether it sees all": (
        "class Odd:\n    def __get__(self, *_): hang()\nclass Bot(Lowest):\n    sees_all = Odd()\n",
        f"refused.*{SLOW}", "refused"),
    "hangs when asked for its parameters": (
        "class Bot(Lowest):\n    @classmethod\n    def parameters(cls): hang()\n",
        f"refused.*{SLOW}", "any"),
    "hangs when it is made": (method("__init__", "hang()"), f"refused.*{SLOW}", "refused"),
    "raises when it is made": (method("__init__", "boom()"), "refused.*boom", "refused"),
    "leaves an alarm when imported": (
        at_import("signal.signal(14, boom)", "signal.setitimer(0, 0.05, 0.05)"), "any", "any"),
    # when made for a later deal
    "hangs when made again": (later("hang()"), SLOW, SLOW),
    "hangs in C when made again": (later("LIBC.pause()"), SLOW, SLOW),
    "raises when made again": (later("boom()"), "raised ValueError: boom", "raised ValueError"),
    "exits when made again": (later("sys.exit(1)"), "raised SystemExit", "raised SystemExit"),
    "ends when made again": (later("os._exit(1)"), GONE, GONE),
    # in its methods
    "raises in begin": (method("begin", "boom()"), "boom", "boom"),
    "hangs in begin": (method("begin", "LIBC.pause()"), SLOW, SLOW),
    "raises in saw": (method("saw", "boom()"), "boom", "boom"),
    "hangs in saw": (method("saw", "hang()"), SLOW, SLOW),
    "raises": (method("choose", "boom()"), "boom", "boom"),
    "raises GeneratorExit": (method("choose", "raise GeneratorExit"), "GeneratorExit", "Gen"),
    "raises StopIteration": (method("choose", "raise StopIteration"), "StopIteration", "Stop"),
    "raises KeyboardInterrupt": (method("choose", "raise KeyboardInterrupt"), "Keyboard", "Key"),
    "exits": (method("choose", "sys.exit()"), "SystemExit", "SystemExit"),
    "says that memory is out": (
        method("choose", "raise MemoryError"), "used more than", "used more than"),
    "calls itself for ever": (
        method("choose", "def f(): return f()", "f()"), "RecursionError", "RecursionError"),
    "overflows the stack of C": (
        method("choose", "sys.setrecursionlimit(10**9)", "def f(): return f()", "f()",
               ), f"{GONE}|used more|{SLOW}|Recursion", "any"),
    "hangs in Python": (method("choose", "hang()"), SLOW, SLOW),
    "hangs in C": (method("choose", "LIBC.pause()"), SLOW, SLOW),
    "is late": (method("choose", "KEPT.append(1)", "if len(KEPT) > 1: time.sleep(0.9)"),
                LATE, LATE),
    "has a choose that hangs": (
        "class Bot(Lowest):\n    @property\n    def choose(self): hang()\n", SLOW, SLOW),
    "has no attributes": (
        "class Bot(Lowest):\n    def __getattribute__(self, name): boom()\n", "boom", "boom"),
    "hangs when it is let go": (method("__del__", "hang()"), "any", "any"),
    # errors
    "raises what hangs in its text": (error("def __str__(self): hang()"), SLOW, SLOW),
    "raises what exits in its text": (
        error("def __str__(self): raise SystemExit"), "raised Odd", "raised Odd"),
    "raises what is of no class": (
        "class Meta(type):\n    __name__ = property(hang)\n"
        "class Odd(Exception, metaclass=Meta): pass\n" + method("choose", "raise Odd"),
        f"raised Odd|{SLOW}", f"raised Odd|{SLOW}"),
    "raises what hangs when it is let go": (error("def __del__(self): hang()"), SLOW, "any"),
    "raises an offence of its own": (
        "from schnapsen_ai.bot.faults import Offence\n"
        + method("choose", "error = Offence('x')", "error.what = error", "raise error"),
        "raised Offence", "raised Offence"),
    "raises a lone surrogate": (method("choose", "raise ValueError('\\ud800')"), "Value", "Value"),
    # answers
    "answers nothing": (
        "class Bot(Lowest):\n    def choose(self, view): pass\n", NO_MOVE, NO_MOVE),
    "answers illegally": (
        "class Bot(Lowest):\n    def choose(self, view): return 62\n", "62", "62"),
    "answers a number that hangs": (
        "class Odd(int):\n    def __int__(self): hang()\n    __index__ = __lt__ = __int__\n"
        + "class Bot(Lowest):\n    def choose(self, view): return Odd(3)\n",
        f"{SLOW}|illegal|legal", f"{SLOW}|legal"),
    "answers what hangs in its text": (answer("def __repr__(self): hang()"), SLOW, SLOW),
    "answers what exits in its text": (
        answer("def __repr__(self): raise SystemExit"), NO_MOVE, NO_MOVE),
    "answers what has no text": (answer("def __repr__(self): return 7"), NO_MOVE, NO_MOVE),
    "answers what lies about its class": (
        answer("@property", "def __class__(self): hang()"), SLOW, SLOW),
    "answers what is equal to nothing": (
        answer("def __eq__(self, other): hang()"), NO_MOVE, NO_MOVE),
    "answers what hangs when it is let go": (answer("def __del__(self): hang()"), SLOW, SLOW),
    "answers a text without end": (
        answer("def __repr__(self): return 'x' * (50 << 20)"), NO_MOVE, NO_MOVE),
    # what it leaves behind in the process
    "leaves an alarm that raises": (
        method("choose", "signal.signal(14, boom)", "signal.setitimer(0, 0.002, 0.002)"),
        "any", "any"),
    "leaves an alarm that hangs": (
        method("choose", "signal.signal(14, hang)", "signal.setitimer(0, 0.002)"), "any", "any"),
    "leaves a thread that raises elsewhere": (
        "def raiser(there):\n"
        "    while True:\n"
        "        time.sleep(0.001)\n"
        "        ctypes.pythonapi.PyThreadState_SetAsyncExc("
        "ctypes.c_ulong(there), ctypes.py_object(KeyError))\n"
        + method("begin", "threading.Thread(target=raiser, args=(threading.get_ident(),)).start()"),
        "any", "any"),
    "leaves a thread that works": (
        method("begin", "threading.Thread(target=lambda: sum(range(10**9))).start()"),
        "any", "any"),
    "traces and raises": (method("choose", "sys.settrace(boom)"), "any", "any"),
    "hangs in the collector": (
        method("choose", "gc.callbacks.append(hang)", "gc.collect()"), SLOW, SLOW),
    "hangs in the collector later": (
        "class Odd:\n    def __init__(self): self.me = self\n    def __del__(self): hang()\n"
        + method("choose", "Odd()"), "any", "any"),
    "moves its own deadline": (
        method("choose", "frame = sys._getframe()", "while frame:",
               "    clock = getattr(frame.f_locals.get('self'), 'clock', None)",
               "    if clock and clock.numbers: clock.numbers[0] = 1e18",
               "    frame = frame.f_back", "hang()"), SLOW, SLOW),
    "stops the clock": (
        method("choose", "time.monotonic = time.perf_counter = lambda: 0.0", "time.sleep(0.8)"),
        "any", "any"),
    "moves on in a hook for what cannot be raised": (
        "class Odd:\n    def __del__(self): boom()\n"
        + method("choose", "sys.unraisablehook = hang", "Odd()"), SLOW, SLOW),
    "is another program by now": (
        method("choose", "os.execv('/bin/true', ['true'])"), f"{GONE}|{SLOW}", "any"),
    "keeps its pipes in a child": (
        method("choose", "if os.fork() == 0:", "    os.setsid(); time.sleep(30)", "os._exit(0)"),
        GONE, "any"),
    "wipes the memory of Python": (
        method("choose", "ctypes.memset(id(None), 0, 16)"), f"{GONE}|{SLOW}", "any"),
    "gives an answer that never closes": (
        "def odd():\n    try:\n        yield 1\n    finally:\n        hang()\n"
        + method("choose", "answer = odd()", "next(answer)", "return answer"), SLOW, SLOW),
    "resigns by what hangs when it is let go": (
        "class Odd(sa.Resign):\n    def __del__(self): hang()\n" + method("choose", "raise Odd"),
        "any", "any"),
    "breaks the table": (
        method("choose", "from schnapsen_ai.tournament import deal_runner",
               "deal_runner.DealRunner._told = deal_runner.Fault = None"), None, None),
    "breaks what is built in": (
        method("choose", "builtins.isinstance = builtins.len = builtins.min = boom"), "any", "any"),
    "forgets all modules": (method("choose", "sys.modules.clear()"), "any", "any"),
    "leaves no room for calls": (
        method("choose", "sys.setrecursionlimit(len(KEPT) + 60)"), "any", "any"),
    "goes elsewhere": (
        method("begin", "os.chdir('/')", "super().begin(game, seat, rng)"), None, None),
    "closes the standard streams": (
        method("begin", "sys.stdout.close(); sys.stderr.close(); sys.stdin = None"), None, None),
    "poisons numpy when imported": (
        at_import("import numpy; numpy.zeros = numpy.isnan = boom"), "replaces numpy.isnan", "any"),
    "poisons what is built in when imported": (
        at_import("builtins.isinstance = builtins.len = boom"), "replaces builtins", "any"),
    "poisons what is not isolated when imported": (
        at_import("from schnapsen_ai.bot.limits import Clock", "Clock.start = boom"),
        "replaces Clock.start", "any"),
    "limits the table when imported": (
        at_import("resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))"), "changes the limits",
        "any"),
    # in the words of a worker: found out, played again apart, and there it finds a closed line
    "sends a false block": (
        method("choose", "for mail in in_frames('Mail'): mail.send(('nonsense', 1.0))"),
        "raised", None),
    "sends a bomb": (
        method("choose", "for mail in in_frames('Mail'): mail.send(Bomb())"), "raised", None),
    "fills the line": (
        method("choose", "for mail in in_frames('Mail'): mail.line.sendall(bytes(50 << 20))"),
        "raised", None),
    "announces a message without end": (
        method("choose", "for mail in in_frames('Mail'):",
               "    mail.line.sendall(mail.mark + (1 << 60).to_bytes(8, 'little'))"),
        "any", None),
    "takes the lock of imports": (method("choose", "import _imp; _imp.acquire_lock()"), None, None),
    "waits for itself": (
        method("choose", "lock = threading.Lock(); lock.acquire(); lock.acquire()"), SLOW, SLOW),
    "raises a group": (
        method("choose", "raise BaseExceptionGroup('x', [KeyboardInterrupt(), SystemExit()])"),
        "Group", "Group"),
    "raises causes in a circle": (
        method("choose", "a, b = ValueError('a'), KeyError('b')",
               "a.__cause__, b.__cause__ = b, a", "raise a"),
        "raised ValueError", "raised ValueError"),
    # processes
    "kills itself": (method("choose", "os.kill(os.getpid(), 9)"), GONE, None),
    "stops itself": (method("choose", "os.kill(os.getpid(), 19)"), SLOW, "any"),
    "ends": (method("choose", "os._exit(5)"), f"{GONE} with exit code 5", GONE),
    "crashes": (method("choose", "ctypes.string_at(0)"), f"{GONE} by SIGSEGV", GONE),
    "kills its parent": (
        method("choose", "os.kill(os.getppid(), 9); time.sleep(9)"), GONE, "any"),
    "stops its parent": (
        method("choose", "os.kill(os.getppid(), 19); os._exit(0)"), GONE, "any"),
    "kills its group": (method("choose", "os.killpg(0, 9)"), GONE, "any"),
    "leaves children": (
        method("choose", "if os.fork() == 0:", "    os.fork(); os.setsid(); LIBC.pause()"),
        None, None),
    "leaves children and ends": (
        method("choose", "if os.fork() == 0:", "    LIBC.pause()", "os._exit(3)"), GONE, GONE),
    "comes back twice": (method("choose", "os.fork()"), None, None),
    "takes no more processor time": (
        method("choose", "resource.setrlimit(resource.RLIMIT_CPU, (1, 1))", "sum(range(10**9))"),
        f"{GONE}|{SLOW}", f"{GONE}|{SLOW}"),
    # memory and descriptors
    "eats memory": (
        method("choose", "while True: KEPT.append(bytearray(8 << 20))"), "used more", "used more"),
    "hoards memory": (
        method("begin", "KEPT.append(b'x' * (700 << 20))"), "used more", "used more"),
    "writes to every descriptor": (
        method("choose", "for fd in range(3, 256):", "    try: os.write(fd, b'garbage' * 9)",
               "    except OSError: pass"), "sent|ended", "sent|ended"),
    "closes every descriptor": (method("choose", "os.closerange(3, 256)"), GONE, GONE),
    "reads every descriptor": (
        method("choose", "for fd in range(3, 256):",
               "    try: os.set_blocking(fd, False); os.read(fd, 1 << 20)",
               "    except OSError: pass"), "any", "any"),
    "opens no more files": (
        method("choose", "resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))"), None, None),
    "prints megabytes": (
        method("choose", "print('x' * (3 << 20)); os.write(1, b'y' * 1000)"), None, None),
    "changes its view": (
        method("choose", "view._numbers[:] = [0] * len(view._numbers)",
               "view._record.view('u1').fill(255)", "boom()"), "boom", "boom"),
}
# Only in processes of their own is there anything to limit.
ISOLATED_ONLY: dict[str, tuple[str, str | None]] = {
    "bears children without end": (
        method("choose", "while True:", "    if os.fork() == 0: LIBC.pause()"),
        "started more than|Blocking|took more"),
    "has children that eat memory": (
        method("choose", "for _ in range(12):", "    if os.fork() == 0:",
               "        KEPT.append(b'x' * (80 << 20)); LIBC.pause()", "time.sleep(30)"),
        "used more"),
    "fills the disk with files": (
        method("choose", "for i in range(100):",
               "    open(f'{os.environ[\"TMPDIR\"]}/{i}', 'wb').write(bytes(50 << 20))",
               "time.sleep(9)"), "wrote more|No space"),
    "fills a folder with names": (
        method("choose", "for i in range(10**6):",
               "    open(f'{os.environ[\"TMPDIR\"]}/{i}', 'wb').close()"),
        "wrote more|No space|took more"),
}


#: By where it plays and what it is called: what a bot is charged with.
EXPECTED = {
    "here": {name: kind[1] for name, kind in KINDS.items()},
    "isolated": {**{name: kind[2] for name, kind in KINDS.items()},
                 **{name: kind[1] for name, kind in ISOLATED_ONLY.items()}},
}


def _may_be_slow(charge: str | None) -> bool:
    """Whether a bot is to be had for being slow: all others get time, on a busy machine too."""
    return charge is not None and (charge == "any" or "took more" in charge)


def main() -> None:
    """Play those named, or all."""
    import schnapsen_ai as sa
    from schnapsen_ai.bot.interface import BotError
    from schnapsen_ai.bot.limits import Limits
    from schnapsen_ai.sandbox import specs_of, supervisor
    from schnapsen_ai.tournament import runner

    parser = argparse.ArgumentParser()
    parser.add_argument("--isolate", action="store_true")
    parser.add_argument("--sets", type=int, default=3)
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    sources = {name: kind[0] for name, kind in KINDS.items()}
    if args.isolate:
        sources |= {name: kind[0] for name, kind in ISOLATED_ONLY.items()}
    supervisor.START_SECONDS = 3.0
    game = sa.load("schnapsen")
    with tempfile.TemporaryDirectory() as folder:
        innocent = Path(folder, "innocent.py")
        innocent.write_text(INNOCENT)
        for number, name in enumerate(args.names or sources):
            path = Path(folder, f"bot{number}.py")
            path.write_text(HEAD + sources[name])
            try:
                bots = specs_of([f"{path}:Bot", f"{innocent}:Lowest"], args.isolate, seconds=2.0)
            except BotError as refused:
                said = {"name": name, "finished": True, "faults": [[0, f"refused: {refused}"]]}
                print(json.dumps(said), flush=True)
                continue
            charge = EXPECTED["isolated" if args.isolate else "here"][name]
            limits = Limits(0.6, 1.5, 500) if _may_be_slow(charge) else Limits(None, 20.0, 500)
            result = runner.run(game, bots, 2 * args.sets, 1, 1, limits=limits).pairings[0]
            faults = sorted({(f.bot, f.what) for f in result.faults})
            print(json.dumps({"name": name, "finished": result.n_deals == 2 * args.sets,
                              "faults": faults}), flush=True)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
