"""``schnapsen-ai web``: the table in a browser."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
from typing import Any

from ..bot import BotSpec
from ..cli import UserError
from ..store import read

NEEDED = ("starlette", "uvicorn")


def run(args: Any) -> int:
    missing = [name for name in NEEDED if not _installed(name)]
    if missing:
        raise UserError(
            f"the web table needs {' and '.join(missing)}: pip install 'schnapsen-ai[web]'"
        )
    for bot in args.bots:
        BotSpec(bot)  # a bot that cannot be used is told before anyone sits down
    if args.results is not None:
        read(args.results).close()
    from ..web.server import LOOPBACK, WebServer

    server = WebServer(
        args.host, args.port, hosts=tuple(args.allow_host), bots=tuple(args.bots),
        processes=args.jobs, results=args.results,
    )
    if args.host not in LOOPBACK:
        print(
            f"schnapsen-ai: everyone who reaches {args.host} can play at this table; there is no "
            "password",
            file=sys.stderr,
        )
    with contextlib.suppress(KeyboardInterrupt):
        server.run(
            lambda: print(f"the table is at {server.address}/ (Ctrl-C ends it)", flush=True)
        )
    return 0


def _installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # it is there, but as nothing
        return False
