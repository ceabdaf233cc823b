"""``schnapsen-ai bots``: the bots by name, and their parameters."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from .options import json_argument, print_json

if TYPE_CHECKING:
    from ..bot.spec import BotSpec


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bot", nargs="?", help="show this bot in full")
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    from ..bot.loading import built_in_names, entry_points
    from ..bot.spec import BotSpec

    if args.bot:
        spec = BotSpec(args.bot)
        if args.json:
            print_json(_as_json(spec))
        else:
            print(_full_text(spec))
        return 0
    specs = [BotSpec(name) for name in [*built_in_names(), *sorted(entry_points())]]
    if args.json:
        print_json([_as_json(spec) for spec in specs])
        return 0
    for spec in specs:
        doc = _doc(spec).splitlines()
        marks = " (sees all cards)" if spec.sees_all else ""
        print(f"{spec.name:10} {doc[0] if doc else ''}{marks}")
        params = ", ".join(f"{k}={v}" for k, v in spec.cls.parameters().items())
        if params:
            print(f"{'':10} parameters: {params}")
    print("\nyour own: path/file.py:Class or module:Class; parameters: name:key=value,key=value")
    return 0


def _doc(spec: BotSpec) -> str:
    """What its class says of a bot."""
    from inspect import getdoc

    return getdoc(spec.cls) or ""


def _full_text(spec: BotSpec) -> str:
    from inspect import cleandoc

    module = sys.modules[spec.cls.__module__]
    lines = [f"{spec.name}: {_doc(spec)}"]
    params = spec.cls.parameters()
    if params:
        lines += ["", "parameters: " + ", ".join(f"{k}={v}" for k, v in params.items())]
    if module.__doc__:
        lines += ["", cleandoc(module.__doc__)]
    return "\n".join(lines)


def _as_json(spec: BotSpec) -> dict[str, Any]:
    return {
        "name": spec.name,
        "doc": _doc(spec) or None,
        "parameters": spec.cls.parameters(),
        "sees_all": spec.sees_all,
        "compiled": spec.compiled,
    }
