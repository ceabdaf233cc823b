"""Where a server is reached: the address it shows, and the host names that it answers to."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
EVERYWHERE = ("0.0.0.0", "[::]")


@dataclass(frozen=True)
class Address:
    """host: as shown in an address, IPv6 in brackets; names: others that it answers to."""

    host: str
    port: int
    names: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """What a person types; of all addresses of this machine the one that others see."""
        host = own_address() if self.host in EVERYWHERE else self.host
        return f"http://{host}:{self.port}"

    @property
    def reach(self) -> str | None:
        """What another machine's browser asks for; None where only this one can."""
        return None if self.host in LOOPBACK else self.url

    @property
    def cookie(self) -> str:
        """Browsers do not tell ports apart: each server of a machine has a cookie of its own."""
        return f"schnapsen_table_{self.port}"

    def is_ours(self, header: str) -> bool:
        """Whether a ``Host`` header names this server.

        Where it listens on all addresses any number will do: only a name can be made to mean
        another machine (DNS rebinding).
        """
        name = header if header.endswith("]") else header.rsplit(":", 1)[0]
        if name in (*LOOPBACK, self.host, *self.names):
            return True
        if self.host not in EVERYWHERE:
            return False
        machine = socket.gethostname()
        return name.lower() in (machine.lower(), f"{machine.lower()}.local") or _is_number(name)


def own_address() -> str:
    """The number under which a neighbour sees this machine; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # of a network kept for examples (RFC 5737)
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"  # no network at all


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
