"""Executors on a Dask cluster, by the address of its scheduler."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from concurrent.futures import Executor

_KNOCK_SECONDS = 5.0  # for a scheduler to answer


def _knock(address: str) -> None:
    """ValueError where nobody listens: Dask itself would try for long, and log as it does."""
    found = re.fullmatch(r"(?:tcp|tls)://(\[[^\[\]]+\]|[^/:\[\]]+):([0-9]{1,5})/?", address)
    if found is None:
        raise ValueError(f"cluster {address!r}: write tcp://HOST:PORT")
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), _KNOCK_SECONDS).close()
    except (OSError, OverflowError, UnicodeError) as error:
        raise ValueError(f"cluster {address}: no scheduler answers there ({error})") from None


def dask(address: str, wait_seconds: float = 60.0) -> Callable[[], Executor]:
    """A maker of executors on the Dask cluster with a scheduler at ``tcp://host:port``.

    ValueError says what is missing: the package, the scheduler, workers.
    """

    def make() -> Executor:
        try:
            from distributed import Client
        except ImportError:
            raise ValueError(
                "a cluster needs distributed: pip install 'schnapsen-ai[cluster]'") from None
        _knock(address)
        try:
            client = Client(address, timeout=10, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ValueError(f"cluster {address}: no scheduler answers there "
                             f"({type(error).__name__})") from None
        try:
            client.wait_for_workers(1, timeout=wait_seconds)
        except TimeoutError:
            client.close()
            raise ValueError(f"cluster {address}: no worker has joined within "
                             f"{wait_seconds:g} s") from None
        return client.get_executor(pure=False)

    return make
