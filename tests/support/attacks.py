"""Attacks of a bot on what is not its own, each a function body that sets `found` if it succeeds.

They are run when the bot's file is imported, inside its sandbox.  `TARGET` is what the test gives
them: everything a well-informed attacker might know beforehand.
"""

from __future__ import annotations

#: What a hostile bot ends with: it becomes an ordinary one, unless it has found something.
IF_NOTHING = '''if found:
    raise SystemExit(f"FOUND {{found!r}}")

import schnapsen_ai as sa


class Innocent(sa.Bot):
    def choose(self, view):
        return view.legal_moves()[0]
'''

FRAME = '''
import ctypes, os, socket, sys
TARGET = {target!r}
found = None
try:
{body}
except OSError as error:
    pass
''' + IF_NOTHING

# attack -> (its body, the defences that each alone suffices: without all of them it succeeds)
ATTACKS = {
    "command lines in /proc": (
        """
for pid in filter(str.isdigit, os.listdir("/proc")):
    if TARGET["mark"].encode() in open(f"/proc/{pid}/cmdline", "rb").read():
        found = pid
""",
        ("files", "paths"),
    ),
    "environments in /proc": (
        """
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        if TARGET["mark"].encode() in open(f"/proc/{pid}/environ", "rb").read():
            found = pid
    except OSError:
        pass
""",
        ("files", "paths", "privileges", "processes"),
    ),
    "the parent's memory by /proc": (
        """
with open(f"/proc/{TARGET['pid']}/mem", "rb", buffering=0) as memory:
    memory.seek(TARGET["address"])
    found = memory.read(16)
""",
        ("files", "paths", "privileges", "processes"),
    ),
    "the parent's memory by a call": (
        """
class Part(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]
room = ctypes.create_string_buffer(16)
here, there = Part(ctypes.addressof(room), 16), Part(TARGET["address"], 16)
n = ctypes.CDLL(None).process_vm_readv(
    TARGET["pid"], ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
found = room.raw if n == 16 else None
""",
        ("calls", "privileges", "processes", "files"),
    ),
    "a results file beside the bot": (
        """
found = open(TARGET["results"]).read()
""",
        ("files", "paths"),
    ),
    "the key that seeds are mixed with": (
        """
found = open(TARGET["key"], "rb").read()
""",
        ("files", "paths"),
    ),
    "a note for another process": (
        """
with open(TARGET["note"], "w") as file:
    file.write("my hand")
found = TARGET["note"]
""",
        ("files", "paths"),
    ),
    "a signal to the parent": (
        """
os.kill(TARGET["pid"], 0)
found = TARGET["pid"]
""",
        ("processes", "files"),
    ),
    "the network": (
        """
with socket.create_connection(("127.0.0.1", TARGET["port"]), timeout=2) as there:
    found = there.getpeername()
""",
        ("calls", "processes", "files"),
    ),
    "a socket in a folder": (
        """
there = socket.socket(socket.AF_UNIX)
there.connect(TARGET["socket"])
found = TARGET["socket"]
""",
        ("calls", "paths"),
    ),
    "capabilities": (
        """
if ctypes.CDLL(None).prctl(39, 0, 0, 0, 0) != 1:  # no_new_privs
    found = "new privileges"
""",
        ("privileges", "files", "calls"),
    ),
    "more memory than is its share": (
        """
try:
    found = len(bytearray(600 << 20))
except MemoryError:
    pass
""",
        ("memory",),
    ),
}

# These find nothing whatever the sandbox: the process never had anything to find.
SEARCHES = {
    "open descriptors": """  # 3 and 4 are its pipes
found = [fd for fd in range(5, 200) if os.path.exists(f"/dev/fd/{fd}")] or None
for fd in range(5, 200):
    try:
        os.fstat(fd)
        found = fd
    except OSError:
        pass
""",
    "the environment": """
found = [k for k, v in os.environ.items() if TARGET["mark"] in v] or None
""",
    "its own command line": """
found = [a for a in [*sys.argv, *sys.orig_argv] if TARGET["mark"] in a] or None
""",
    "parent frames": """
frame = sys._getframe()
while frame is not None:
    for value in list(frame.f_locals.values()):
        if type(value).__name__ in ("Pairing", "Deal", "State"):
            found = value
    frame = frame.f_back
""",
    "all objects": """
import gc
for thing in gc.get_objects():
    if type(thing).__name__ in ("Deal", "Block", "Clock", "Slot"):
        found = type(thing).__name__
""",
}


def source(body: str, target: dict[str, object]) -> str:
    """A bot's file that makes an attack."""
    lines = "\n".join("    " + line for line in body.strip("\n").splitlines())
    return FRAME.format(target=target, body=lines)
