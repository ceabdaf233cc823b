"""``schnapsen-ai bots``: the bots by name, and their parameters.

Those of strangers are asked in a process of their own: nothing of theirs comes into this one.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from .options import json_argument, print_json


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bot", nargs="?", help="show this bot in full")
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    import json

    from ..bot.loading import built_in_names
    from ..sandbox.specs import installed

    if args.bot:
        bot = _facts(args.bot)
        if args.json:
            print_json(_public(bot))
        else:
            print(_full_text(bot))
        return 0
    answers, reasons = installed(_asked)
    bots = [_facts(name) for name in built_in_names()]
    bots += [json.loads(answer) for answer in answers.values()]
    for reason in reasons:
        print(f"schnapsen-ai: {reason}", file=sys.stderr)
    if args.json:
        print_json([_public(bot) for bot in bots])
        return 0
    for bot in bots:
        doc = (bot["doc"] or "").splitlines()
        marks = " (sees all cards)" if bot["sees_all"] else ""
        print(f"{bot['name']:10} {doc[0] if doc else ''}{marks}")
        if bot["parameters"]:
            print(f"{'':10} parameters: {_listed(bot)}")
    print("\nyour own: path/file.py:Class or module:Class; parameters: name:key=value,key=value")
    return 0


def _facts(text: str) -> dict[str, Any]:
    """What a bot says of itself."""
    import json

    from ..bot.loading import built_in_names
    from ..bot.spec import split_text
    from ..sandbox.specs import about

    ours = split_text(text)[0] in built_in_names()
    facts: dict[str, Any] = json.loads(_asked(text) if ours else about(text, _asked))
    return facts


def _public(bot: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in bot.items() if name != "file"}


def _listed(bot: dict[str, Any]) -> str:
    return ", ".join(f"{k}={v}" for k, v in bot["parameters"].items())


def _full_text(bot: dict[str, Any]) -> str:
    from ..bot.faults import harmless

    lines = [f"{bot['name']}: {bot['doc'] or ''}"]
    if bot["parameters"]:
        lines += ["", f"parameters: {_listed(bot)}"]
    if bot["file"]:
        lines += ["", bot["file"]]
    return harmless("\n".join(lines))


def _asked(text: str) -> str:
    """The facts of a bot as JSON, which holds nothing but what is plain."""
    import json
    from inspect import cleandoc, getdoc

    from ..bot.spec import BotSpec

    spec = BotSpec(text)
    return json.dumps({
        "name": spec.name,
        "doc": getdoc(spec.cls) or None,
        "parameters": spec.cls.parameters(),
        "sees_all": spec.sees_all,
        "compiled": spec.compiled,
        "file": cleandoc(sys.modules[spec.cls.__module__].__doc__ or ""),
    }, default=str)
