"""``schnapsen-ai web``: the table in a browser."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import sys
from pathlib import Path

from .options import UserError, bounded, number

NEEDED = ("starlette", "uvicorn", "sse_starlette")


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bots", nargs="*", metavar="BOT",
                     help="on offer beside the built-in ones: module:Class, path/file.py:Class")
    sub.add_argument("--host", default="127.0.0.1", help="address to listen on (default: only "
                     "this machine)")
    sub.add_argument("--port", type=number(0, "--port", 65535), default=8066,
                     help="default 8066; 0: any free one")
    sub.add_argument("--results", metavar="FILE",
                     help="a results file to look at, also while a tournament writes it")
    sub.add_argument("--keep", metavar="FILE",
                     help="where tables and seats are kept for the next start (default: a file of "
                     "the port, in the folder of the user's state; none: they end with the server)")
    sub.add_argument("--allow-host", action="append", default=[], metavar="NAME",
                     help="another host name that the table answers to")
    sub.add_argument("--jobs", type=bounded("jobs"),
                     help="processes in which bots think (default: cores, at least 2)")


def run(args: argparse.Namespace) -> int:
    missing = [name for name in NEEDED if not _installed(name)]
    if missing:
        raise UserError(
            f"the web table needs {' and '.join(missing)}: pip install 'schnapsen-ai[web]'"
        )
    from ..sandbox import admitted
    from ..store.reader import read

    for bot in args.bots:
        admitted(bot)  # a bot that cannot be used is told before anyone sits down
    if args.results is not None:
        read(args.results).close()
    from ..web.server import WebServer

    server = WebServer(
        args.host, args.port, hosts=tuple(args.allow_host), bots=tuple(args.bots),
        processes=args.jobs, results=args.results, keep=_kept(args),
    )
    if server.reached.reach is not None:
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


def _kept(args: argparse.Namespace) -> Path | None:
    if args.keep == "none" or (args.keep is None and args.port == 0):
        return None
    from ..base.seeds import key_path

    return Path(args.keep or Path(key_path()).parent / f"web-{args.port}.db")


def _installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # it is there, but as nothing
        return False
