'''What a game provides.  Nothing here runs: search templates are written against these names.

A game is a module of plain compiled functions over one numpy record, the *state*.  All hidden
cards are placed at the deal, so there are no chance nodes.  A state is copied by copying the
record (``pool[ply + 1] = pool[ply]``), house rules included, so every preset runs the same code.
Rules never validate: `schnapsen_ai.State` does, at the border.

How it carries what each game needs
-----------------------------------
*A secret partner (Rabló, Schafkopf).*  The record holds the partner; `conceal` wipes it for the
seats that cannot know, `redeal` follows from the cards it deals.  `sides_known` says whether play
has settled who plays with whom (by the cards, not by what is public): before that a bot bids by a
method of its own and exact values are not defined; after it `side` is 0 for the declarer's side.
Seats that may not answer a question of a doubling window are asked all the same, with one legal
move, so that the public history is the same whoever the partner is.

*Knowledge from the first cards (Bauernschnapsen's trump, Snapszer's).*  The state keeps which
cards a seat held when it spoke; `learn` notes what was said, and `redeal` weighs each assignment
by the number of ways in which the first packet could have been dealt from it (the `weights` of
`shared.marked_deal`): consistent hands are weighted, not merely filtered.

*A match that goes from three seats to two (Snapszer).*  The match record says who sits where;
`seats_in_play` of the match tells how many seats the next deal has, and the deal's record carries
the number.  Players that are out keep a place in the scores.

*Scores that change legality (Watten's tense rule), a pot (Rabló).*  `lay_out` copies what a deal
inherits from the match record into the state: scores of the seats, pot.  `next_deal` books the
finished deal back.

A game is found by its folder here, by an entry point of the group ``schnapsen_ai.games``, or in a
file (see `games.find`).  `schnapsen_ai.testing.check_game` tells whether it keeps the contract.
What it may give besides, and need not, is in `games.hooks`.
'''

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..cards import Card, Cards, Move, Moves, Seat, Side
from .shared.features import Facts
from .shared.options import Option
from .shared.roles import Roles

# --- data ---

#: The names that the module serves, each a key of PRESETS; written out, so that a list of games
#: need not import it.
NAMES: tuple[str, ...]
#: name -> {option: value}, what differs from the defaults
PRESETS: Mapping[str, Mapping[str, Any]]
#: The house rules; their order is that of the state's field ``options``.
OPTIONS: tuple[Option, ...]
#: The record of a deal.  Fields that are read outside the module: ``options`` (uint8), ``pack``
#: (uint8, in dealing order, 255 where a seat has not seen the card), ``ending``, ``turn`` (the seat
#: to move while the deal is on), ``hand`` (sets of cards by seat).
STATE: np.dtype[Any]
#: The record of a match: ``player`` (who sits at each seat of the next deal), ``score``, ``over``,
#: ``winner`` (a player or team; -1 while open, or where nobody or several won), ``marks``,
#: ``deals``; and ``winners`` (the set of them) where a win can be shared.
MATCH: np.dtype[Any]
#: The most seats that a deal has.
N_SEATS: int
#: No deal has more decisions.
MAX_PLIES: int
#: The ways a deal ends, indexed by the state's field ``ending``; [0] is "not over".
ENDINGS: tuple[str, ...]
#: id -> text, for the moves that are not cards (ids 32 to 62)
MOVE_NAMES: Mapping[int, str]
#: Which of them pass, double, claim ...: what code outside the game may go by, never by numbers.
ROLES: Roles
#: The cards that it is played with: "french" or "german".
CARD_STYLE: str
#: What a seat sees, row by row.  The four next come of it: names of the facts of a View beyond the
#: hand and how many numbers each has; length of the vector; `observe` and `export`.
FACTS: Facts
VIEW_FIELDS: tuple[tuple[str, int], ...]
OBSERVATION_SIZE: int
#: Whether the sides are fixed by the seats (two seatings a set, not six).
FIXED_PARTNERS: bool

# --- Python only ---


def seats(name: str) -> int:
    """How many seats a deal has (the first of a match, where that changes)."""
    raise NotImplementedError


def pack_of(name: str) -> tuple[int, ...]:
    """The card ids of the pack, ascending."""
    raise NotImplementedError


def packets(name: str) -> tuple[int, ...]:
    """Sizes of the packets in dealing order, cards left over last; in one the order is nothing."""
    raise NotImplementedError


def prepare(state: State, name: str) -> None:
    """Set the constants of a preset in a blank record (pack size, number of seats)."""
    raise NotImplementedError


def hand_size(state: State, seat: Seat) -> int:
    """How many cards a seat holds, concealed or not."""
    raise NotImplementedError


def describe(state: State, card_text: Any) -> list[str]:
    """The deal in lines for a person; card_text is a `card_text.Style`."""
    raise NotImplementedError


# --- kernels ---

State = Any  # a record of dtype STATE
Match = Any  # a record of dtype MATCH
Rng = Any  # a uint64 array of length 1: see cards.word
Words = Any


def deal(state: State, rng: Rng, match: Match) -> None:
    """Shuffle a pack into ``state.pack`` and lay it out; options and preset constants stay."""
    raise NotImplementedError


def lay_out(state: State, match: Match) -> None:
    """Start the deal of ``state.pack`` in a match: hands, table, nothing learned."""
    raise NotImplementedError


def to_move(state: State) -> Seat:
    """The seat to move; -1 when the deal is over."""
    raise NotImplementedError


def legal(state: State) -> Moves:
    """The set of legal moves of the seat to move, never empty until over; then 0."""
    raise NotImplementedError


def play(state: State, move: Move) -> None:
    """Make a legal move in place and go on to the next decision.  Learns nothing."""
    raise NotImplementedError


def learn(state: State, move: Move) -> None:
    """Note what every seat learns from a move: called by real play, before `play`."""
    raise NotImplementedError


def is_over(state: State) -> bool:
    raise NotImplementedError


def payoff(state: State, seat: Seat) -> int:
    """Game points of a seat in a finished deal."""
    raise NotImplementedError


def sides_known(state: State) -> bool:
    """Whether the cards and the play so far settle who plays with whom."""
    raise NotImplementedError


def side(state: State, seat: Seat) -> Side:
    """0 or 1; only when `sides_known`."""
    raise NotImplementedError


def conceal(state: State, seat: Seat) -> None:
    """Wipe, in place, all that the seat cannot know.

    ``conceal(redeal(conceal(s))) == conceal(s)``, byte for byte.
    """
    raise NotImplementedError


def redeal(state: State, seat: Seat, rng: Rng) -> None:
    """Deal what was wiped, in place, uniformly over the deals consistent with all the seat saw.

    A deal is a pack up to the order inside one packet.  Cheap: the past of ``pack`` may stay
    wiped.  Never fails, never drops a constraint.
    """
    raise NotImplementedError


def backfill(state: State, seat: Seat, rng: Rng) -> None:
    """After `redeal`: complete ``state.pack``, uniformly, so that it replays the history."""
    raise NotImplementedError


def unseen(state: State, seat: Seat) -> Cards:
    """The cards whose place the seat does not know."""
    raise NotImplementedError


def known_in(state: State, seat: Seat, other: Seat) -> Cards:
    """Cards that `seat` knows to be in the hand of `other`."""
    raise NotImplementedError


def known_absent_from(state: State, seat: Seat, other: Seat) -> Cards:
    """Unseen cards that `seat` knows not to be in the hand of `other`."""
    raise NotImplementedError


def observe(state: State, seat: Seat, out: np.ndarray) -> None:
    """Write the concealed state as a vector of uint8 of length OBSERVATION_SIZE, documented."""
    raise NotImplementedError


def export(state: State, seat: Seat, out: np.ndarray) -> None:
    """Write the numbers of VIEW_FIELDS, in order, into an int64 array."""
    raise NotImplementedError


def largest_loss(state: State) -> int:
    """The largest undoubled loss of a deal: what a misbehaving bot is charged."""
    raise NotImplementedError


def trumps(state: State) -> Cards:
    """The set of trump cards, 0 where there are none (yet)."""
    raise NotImplementedError


def led(state: State) -> Card:
    """The card led to the present trick, or -1."""
    raise NotImplementedError


def hand(state: State, seat: Seat) -> Cards:
    """The cards of a seat, as far as the record holds them."""
    raise NotImplementedError


def advise(state: State, legal: Moves, rng: Rng) -> Move:
    """The move of the built-in rule player, from a concealed state (the bot ``rules``)."""
    raise NotImplementedError


def begin_match(match: Match, state: State, first_dealer: Seat) -> None:
    """Start a match under the options of `state`; `first_dealer` is a player."""
    raise NotImplementedError


def next_deal(match: Match, state: State) -> None:
    """Book a finished deal: scores, pot, marks, who sits where next, whether it is over."""
    raise NotImplementedError
