"""``schnapsen-ai new-game NAME``: a small complete trick game to start from, on one page."""

from __future__ import annotations

import argparse
from pathlib import Path

from .new_file import check_name, write_new
from .options import UserError

PAGE = '''"""{title}: say here how it is played; this text is what `schnapsen-ai rulebook` prints.

Two against two: seats 0 and 2, seats 1 and 3.  Twenty cards, J Q K T A of each suit, are dealt,
three to each seat and then two.  Seat 0 names the trump, holding what it may, and leads.  Suit must
be followed and the trick be won if possible; who cannot follow must trump.  A side wins 1 point by
more card points than the other (60 each: nobody wins), 2 by all tricks.

    schnapsen-ai rulebook {name}.py
    schnapsen-ai tournament rules random --game ./{name}.py
    python -c "import schnapsen_ai.testing as t; t.check_game('{name}.py')"

What a page may say is in schnapsen_ai.games.shared.page and page_rules, what a game is in
schnapsen_ai.games.contract.  To install it as a game of its own name, give a package the entry
point  {name} = "{name}"  in the group schnapsen_ai.games.
"""

from typing import Any

import numpy as np
from schnapsen_ai import cards, tricks
from schnapsen_ai.base.jit import jit
from schnapsen_ai.games.shared import page
from schnapsen_ai.games.shared.options import yes_no

NAMES = ("{name}",)
PRESETS: dict[str, dict[str, Any]] = {{"{name}": {{}}}}  # name -> options that differ
OPTIONS = (yes_no("no_bonus", "All tricks are worth 1 point as well."),)
N_SEATS = 4
PACK = cards.PACK_20
PACKETS = tuple((seat, n) for n in (3, 2) for seat in range(4))  # in the dealing order
TRUMP = 44  # 44..47: moves that are no cards have ids from 32 to 62
MOVE_NAMES = {{44: "trump C", 45: "trump S", 46: "trump H", 47: "trump D"}}
ENDINGS = ("not over", "last trick", "all tricks")
LAST_TRICK, ALL_TRICKS = 1, 2
CARD_STYLE = "french"
MAX_PLIES = 21
MAX_ABS_PAYOFF = 2
STRICT = True  # who can must beat, or trump: so a refused card is explained
STATE = page.state(("value", np.int8), options=len(OPTIONS), pack=20)  # and fields of our own
FACTS = page.facts(seats=N_SEATS)  # what a seat sees beside its hand, the trump, the tricks ...


@jit
def start(state: Any) -> None:
    """The cards are dealt: what is asked first?"""
    state.phase = page.BID
    state.value = 0


@jit
def legal_bid(state: Any, seat: int) -> int:
    return np.int64(15) << TRUMP


@jit
def bid(state: Any, seat: int, move: int) -> None:
    state.trump = move - TRUMP
    state.phase = page.LEAD  # the same seat leads


@jit
def legal_follow(state: Any, hand: int) -> int:
    return tricks.strict(hand, state.table[0], state.best, state.trump)


@jit
def after_trick(state: Any, taker: int) -> None:
    """A trick is over: is the deal?  `value` is what seats 0 and 2 win."""
    if state.hand[0] | state.hand[1] | state.hand[2] | state.hand[3]:
        return
    points = np.int64(state.points[0]) + state.points[2]
    taken = np.int64(state.tricks[0]) + state.tricks[2]
    state.value = 1 if points > 60 else 0 if points == 60 else -1
    state.ending = ALL_TRICKS if taken == 0 or taken == 5 else LAST_TRICK
    if state.ending == ALL_TRICKS and not state.options[0]:
        state.value *= 2


@jit
def payoff(state: Any, seat: int) -> int:
    return np.int64(state.value if seat & 1 == 0 else -state.value)


@jit
def advise(state: Any, legal: int, rng: Any) -> int:
    """The rule player: it names its longest suit, leads high and follows low."""
    if state.phase == page.BID:
        best = 0
        for suit in range(4):
            own, most = cards.suit_cards(suit), cards.suit_cards(best)
            hand = state.hand[0]
            best = suit if cards.count(hand & own) > cards.count(hand & most) else best
        return np.int64(TRUMP + best)
    return cards.highest(legal) if state.phase == page.LEAD else cards.lowest(legal)


page.complete(__name__)
'''


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("name", metavar="NAME", help="small letters, digits and _")


def run(args: argparse.Namespace) -> int:
    """Write the page; never over another, nor by the name of a game that there is."""
    from ..games import names

    name = args.name
    if name in names():
        raise UserError(f"there is a game {name} already: choose another name")
    check_name(name, "a game")
    if name != name.lower():
        raise UserError(f"{name!r} is no name for a game: small letters, digits and _ only")
    path = Path(f"{name}.py")
    title = name.replace("_", " ").strip().capitalize() or name
    write_new(path, PAGE.format(name=name, title=title))
    print(f"{path}: its first lines say how to check it and let it be played")
    return 0
