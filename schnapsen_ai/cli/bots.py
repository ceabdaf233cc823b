"""``schnapsen-ai bots``: the bots by name, and their parameters."""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from typing import Any

from ..bot.loading import built_in_names, entry_points
from ..bot.spec import BotSpec
from .options import json_argument


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bot", nargs="?", help="show this bot in full")
    json_argument(sub)


def run(args: Any) -> int:
    if args.bot:
        spec = BotSpec(args.bot)
        print(json.dumps(_as_json(spec)) if args.json else _full_text(spec))
        return 0
    specs = [BotSpec(name) for name in [*built_in_names(), *sorted(entry_points())]]
    if args.json:
        print(json.dumps([_as_json(spec) for spec in specs]))
        return 0
    for spec in specs:
        doc = (inspect.getdoc(spec.cls) or "").splitlines()
        marks = " (sees all cards)" if spec.sees_all else ""
        print(f"{spec.name:10} {doc[0] if doc else ''}{marks}")
        params = ", ".join(f"{k}={v}" for k, v in spec.cls.parameters().items())
        if params:
            print(f"{'':10} parameters: {params}")
    print("\nyour own: path/file.py:Class or module:Class; parameters: name:key=value,key=value")
    return 0


def _full_text(spec: BotSpec) -> str:
    module = sys.modules[spec.cls.__module__]
    lines = [f"{spec.name}: {inspect.getdoc(spec.cls) or ''}"]
    params = spec.cls.parameters()
    if params:
        lines += ["", "parameters: " + ", ".join(f"{k}={v}" for k, v in params.items())]
    if module.__doc__:
        lines += ["", inspect.cleandoc(module.__doc__)]
    return "\n".join(lines)


def _as_json(spec: BotSpec) -> dict[str, Any]:
    return {
        "name": spec.name,
        "doc": inspect.getdoc(spec.cls),
        "parameters": spec.cls.parameters(),
        "sees_all": spec.sees_all,
        "compiled": spec.compiled,
    }
