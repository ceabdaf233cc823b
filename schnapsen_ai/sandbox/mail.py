"""Messages between a process and its fork, over a descriptor that a bot may have scribbled on.

Each message begins with a mark that both sides agreed on before the fork: what does
not is no message, and then the fork is of no use any more.
"""

from __future__ import annotations

import io
import os
import pickle
import socket
import struct
from typing import Any

_LENGTH = struct.Struct("<Q")
_MARK = 8  # bytes
_HEAD = _MARK + _LENGTH.size
_AT_ONCE = 1 << 18
_PACKAGE = __package__.partition(".")[0]
#: What is sent is made of the classes of these modules, of errors, and of arrays.
_MODULES = {f"{_PACKAGE}.{name}" for name in (
    "bot.faults", "bot.interface", "bot.limits", "store.blocks", "tournament.schedule")}
_MODULES |= {"array", "builtins", "numpy", "numpy.core.multiarray", "numpy.core.numeric",
             "numpy._core.multiarray", "numpy._core.numeric"}  # fmt: skip
_BUILDERS = {"_array_reconstructor", "array", "bytearray", "dtype", "ndarray", "_frombuffer",
             "_reconstruct", "scalar", "set", "frozenset", "range", "slice", "complex"}


class Spoilt(OSError):
    """What came is no message."""


class _Plain(pickle.Unpickler):
    """Reads what we send each other; all else could call any function when it is read."""

    def find_class(self, module: str, name: str) -> Any:
        if module in _MODULES and "." not in name:
            found = super().find_class(module, name)
            ours = isinstance(found, type) and (
                module.startswith(_PACKAGE) or issubclass(found, Exception))
            if ours or name in _BUILDERS:
                return found
        raise Spoilt(f"what came holds {module}.{name}")


class Mail:
    """One end of the line between a process and its fork."""

    def __init__(self, line: socket.socket, mark: bytes) -> None:
        self.line, self.mark = line, mark
        self.rest = bytearray()

    @classmethod
    def pair(cls) -> tuple[Mail, Mail]:
        """Both ends."""
        mark = os.urandom(_MARK)
        here, there = socket.socketpair()
        return cls(here, mark), cls(there, mark)

    def fileno(self) -> int:
        return self.line.fileno()

    def send(self, message: Any) -> None:
        """OSError if the other end is gone; whatever pickling raises, before a byte is written."""
        data = pickle.dumps(message)
        self.line.sendall(self.mark + _LENGTH.pack(len(data)) + data)

    def receive(self, flags: int = 0) -> Any:
        """The next message.  EOFError at the end; Spoilt if it is none."""
        while missing := self._missing():  # and no byte of the next: who waits for one looks there
            more = self.line.recv(min(missing, _AT_ONCE), flags)
            if not more:
                raise EOFError
            self.rest += more
        message = bytes(self.rest[_HEAD:])
        self.rest.clear()
        return _Plain(io.BytesIO(message)).load()

    def arrived(self) -> Any:
        """The next message, None if it is not there yet.  Raises as `receive`."""
        try:
            return self.receive(socket.MSG_DONTWAIT)
        except BlockingIOError:
            return None

    def _missing(self) -> int:
        """How many bytes of the message are not here yet, as far as is known."""
        if not self.mark.startswith(self.rest[:_MARK]):
            raise Spoilt("what came is no message")
        if len(self.rest) < _HEAD:
            return _HEAD - len(self.rest)
        (length,) = _LENGTH.unpack_from(self.rest, _MARK)
        return int(_HEAD + length - len(self.rest))

    def close(self) -> None:
        self.line.close()
