"""``schnapsen-ai check-bot BOT``: is it fit for a tournament?

Plays every preset of every game that it says it plays (``games`` of its class, all by default)
against a simple player, deals and matches, under limits, and says of each requirement whether it is
met; one is that a bot plays the same moves whichever seating of a pack comes first: what it has
seen in one must not help it in the other.
"""

from __future__ import annotations

import argparse

from .options import bounded, game_arguments, json_argument, load_game, number, print_json

MARKS = {True: "ok  ", False: "FAIL", None: "-   "}


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bot", metavar="BOT", help="as for tournament")
    game_arguments(sub, " (default: every preset of every game that it plays)")
    sub.add_argument("--deals", type=number(1, "--deals"), default=20,
                     help="deals in each game (default 20)")
    sub.add_argument("--move-time", type=bounded("move_time"), metavar="SECONDS",
                     help="for one move")
    sub.add_argument("--deal-time", type=bounded("deal_time"), metavar="SECONDS", default=60.0,
                     help="for a deal, and for a first move, which may compile (default 60)")
    sub.add_argument("--memory", type=bounded("memory"), metavar="MB", default=1024,
                     help="memory that it may add (default 1024)")
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    """Print the findings; 1 if a requirement is not met."""
    from ..bot.limits import Limits
    from ..sandbox import specs_of
    from .bot_checks import check, games_of

    (spec,) = specs_of([args.bot], seconds=args.deal_time)
    findings = []
    limits = Limits(args.move_time, args.deal_time, args.memory)
    games = games_of(spec, args.deal_time) if args.game is None else [load_game(args)]
    for finding in check(spec, games, args.deals, limits):
        findings.append(finding)
        if not args.json:
            what, met, more = finding
            print(f"{MARKS[met]}  {what}{': ' if more else ''}{more}", flush=True)
    passed = all(met is not False for _, met, _ in findings)
    if args.json:
        rows = [{"requirement": w, "met": m, "detail": d} for w, m, d in findings]
        print_json({"bot": spec.text, "passed": passed, "findings": rows})
    else:
        print(f"{spec.text} {'passes' if passed else 'does not pass'}")
    return 0 if passed else 1
