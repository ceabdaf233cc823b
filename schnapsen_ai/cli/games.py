"""``schnapsen-ai games``: the games and presets, or one with its options."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .options import json_argument, print_json

if TYPE_CHECKING:
    from ..deal.game import Game


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("game", nargs="?", help="show the options of this game")
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    from ..deal.game import games, load

    if args.game and args.json:
        print_json(_as_json(load(args.game)))
    elif args.game:
        print(_options_text(load(args.game)))
    elif args.json:
        print_json([_as_json(load(name)) for name in games()])
    else:
        for name in games():
            game = load(name)
            print(f"{name:22} {game.n_seats} seats, {len(game.pack)} cards   {_difference(game)}")
        print("\n`schnapsen-ai games NAME` lists options, `schnapsen-ai rulebook NAME` the rules")
    return 0


def _difference(game: Game) -> str:
    from ..games.shared.options import spell

    preset = game.rules.PRESETS[game.preset]
    return ", ".join(f"{k}={spell(v)}" for k, v in preset.items())


def _options_text(game: Game) -> str:
    from ..games.shared.options import spell

    lines = [f"{game.name}: {game.n_seats} seats, {len(game.pack)} cards", ""]
    for option in game.rules.OPTIONS:
        value = spell(game.options[option.name])
        lines.append(f"{option.name} = {value}   ({' | '.join(option.spelled())})")
        lines.append(f"    {option.sentence}")
    return "\n".join(lines)


def _as_json(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "seats": game.n_seats,
        "cards": len(game.pack),
        "options": {
            o.name: {
                "value": game.options[o.name],
                "values": list(o.values),
                "sentence": o.sentence,
            }
            for o in game.rules.OPTIONS
        },
    }
