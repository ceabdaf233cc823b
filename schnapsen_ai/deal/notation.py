"""The position notation: one line of text that quotes a deal at any moment.

Three forms, all begun by the game (``schnapsen``, or with changed options
``schnapsen[flat=1,claim=auto]``), which may be left out on input:

*The deal*, for every game: ``pack=`` the pack in dealing order, ``moves=`` the moves made, by id.
As a seat sees it, where hands cannot be written: ``seat=`` names it, and the cards it has not seen
stand in small letters, as one of the packs that fit all it knows, so that the moves can be
replayed (``??`` when the deal is over).

*By hands*, for games in which all cards are dealt out: see `schnapsen_ai.deal.hands`.

*The position*, for Schnapsen and Sixty-Six: what lies where and what is known, field by field::

    schnapsen hands=JCASTSKHQD/TCKSQHJHAD talon=QSJDTDKDQCAHTHKCAC up=JS trump=S turn=0

========  ======================================================================================
hands     the hand of seat 0, ``/``, that of seat 1; ``?`` for each card that is not known
talon     face-down cards in drawing order, ``?`` for each one not known; ``-`` when gone
up        the turn-up (drawn last), ``-`` when drawn; trump: the suit letter
turn      seat to move (0 unless given); led: the card on the table
points    of both seats, as in ``points=20/13``; so tricks, pending (0/0 unless given)
closed    closer, and the other's points and tricks then, as in ``closed=1:28/2``
pair      suit of a marriage just declared, of which a card must be led
phase     lead, follow, trick (Sixty-Six: before drawing) or final; from ``led`` unless given
past      cards of past tricks, seat 0's first, as in ``past=JSAS.THKH``; else
gone      cards played, in any order (needed only where other cards are not known)
holds     cards that everybody knows to be in a hand, as in ``holds=KS/-``
lacks     cards known not to be in a hand
score     game points that each seat still needs
seat      whose view it is (needed only where that is not plain from the hands)
========  ======================================================================================

Further fields, written only where they matter for what may be redealt: ``first`` (the first
turn-up), ``swapped`` (tricks played when a seat exchanged), ``married`` (cards of marriages
declared), ``late`` (``late=QS@3/-``: under marriage=auto, absent from the hand at that trick).
Cards are in French style, without spaces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..base.arrays import UNKNOWN
from ..card_text import card_text
from ..cards import Cards, Seat
from .hands import hands_of, read_hands
from .retrace import retraced
from .ruleset import Ruleset

_HEAD = re.compile(r"^([a-z_0-9]+|[^\[\]=]+\.py(?::\w+)?|[\w.]+:\w+)(?:\[([^\]]*)\])?$")


def state_text(
    game: Ruleset, pool: np.ndarray, origin: list[int] | None, history: Sequence[int]
) -> str:
    """All of a deal, in the position form where the game has one, else in the deal form.

    ValueError where only the deal form would do and the order of the pack is not known.
    """
    if hasattr(game.rules, "position_fields"):
        return _join(game, game.rules.position_fields(pool[0]))
    return deal_text(game, origin, history)


def deal_text(game: Ruleset, origin: list[int] | None, history: Sequence[int]) -> str:
    """A deal in the deal form: pack and moves."""
    if origin is None:
        raise ValueError("this state began as a position: the order of its pack is not known")
    fields = {"pack": "".join(card_text(c) for c in origin)}
    if history:
        fields["moves"] = ".".join(map(str, history))
    return _join(game, fields)


def view_text(
    game: Ruleset,
    record: np.ndarray,
    seat: Seat,
    history: Sequence[int],
    match: np.ndarray | None,
    known: Sequence[Cards],
) -> str:
    """What a seat knows: in the position form where the game has one, else by hands or as a deal.

    record: as the seat sees it, an array of length 1; known: the cards known to be in each hand.
    """
    if hasattr(game.rules, "position_fields"):
        fields = game.rules.position_fields(record[0])
        return _join(game, {**fields, "seat": str(seat)})
    if hasattr(game.rules, "owner_of"):
        return _join(game, hands_of(game, record, seat, history, match, known))
    n = len(game.pack)
    seen = record["pack"][0, :n].tolist()
    world = record.copy()
    if not game.board.is_over_at(record, 0):
        game.board.redeal_at(world, 0, seat, np.array([1], np.uint64))
    places = world["pack"][0, :n].tolist()
    fields = {
        "pack": "".join(
            "??" if c == UNKNOWN else card_text(c).lower() if known == UNKNOWN else card_text(c)
            for c, known in zip(places, seen, strict=True)
        )
    }
    if history:
        fields["moves"] = ".".join(map(str, history))
    fields["seat"] = str(seat)
    return _join(game, fields)


def _join(game: Ruleset, fields: dict[str, str]) -> str:
    return " ".join([game.spec, *(f"{k}={v}" for k, v in fields.items())])


class Placed(NamedTuple):
    """What a text says: a pack and the moves made, or a record; `seat` where it is a view."""

    pack: str | None = None
    moves: Sequence[int] = ()
    pool: np.ndarray | None = None
    seat: int | None = None
    match: np.ndarray | None = None


def read_position(game: Ruleset, words: Sequence[str]) -> Placed:
    """Read any form, its head taken off (`head_of`); ValueError says what is wrong."""
    fields = _fields(words)
    if "pack" in fields:
        return _read_deal(game, fields)
    rules = game.rules
    if not hasattr(rules, "set_position"):
        return _read_hands(game, fields)
    pool = game.new_pool(1)
    game.board.lay_out_at(_with_pack(game, pool), game.new_match())
    return Placed(pool=pool, seat=rules.set_position(pool[0], fields))


def _read_hands(game: Ruleset, fields: dict[str, str]) -> Placed:
    if not hasattr(game.rules, "owner_of"):
        raise ValueError(f"a position of {game.name} is written as pack=... moves=...")
    if "hands" not in fields:
        raise ValueError("the field hands= is missing")
    written = read_hands(game, fields)
    if written.seat is None:
        return Placed(written.pack(), written.moves, None, None, written.match)
    pool = retraced(written, written.seat)
    return Placed(None, written.moves, pool, written.seat, written.match)


def _with_pack(game: Ruleset, pool: Any) -> Any:
    """Any pack, so that `lay_out` gives every field a valid start."""
    pool["pack"][0, : len(game.pack)] = game.pack
    return pool


def _fields(words: Sequence[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"{word!r} is not a field: write key=value, as in trump=H")
        if key in fields:
            raise ValueError(f"the field {key} is given twice")
        fields[key] = value
    return fields


def head_of(words: Sequence[str]) -> tuple[str, dict[str, str]] | None:
    """The game and changed options that a position begins with, None where it names none."""
    head = _HEAD.match(words[0]) if words else None
    return None if head is None else (head[1], _options(head[2]))


def game_of(text: str) -> tuple[str, dict[str, str]] | None:
    """The game and changed options that a position names, None where it names none."""
    return head_of(text.split())


def _options(text: str | None) -> dict[str, str]:
    """The house rules in the brackets of a head."""
    given: dict[str, str] = {}
    for item in text.split(",") if text else ():
        name, equals, value = item.partition("=")
        if not equals or name in given:
            what = "is given twice" if equals else "is no option: write name=value"
            raise ValueError(f"[{text}]: {item} {what}")
        given[name] = value
    return given


def _read_deal(game: Ruleset, fields: dict[str, str]) -> Placed:
    unknown = set(fields) - {"pack", "moves", "seat"}
    if unknown:
        raise ValueError(f"{', '.join(sorted(unknown))}: no such field beside pack, moves, seat")
    pack = fields["pack"].upper()
    return Placed(
        pack=" ".join(pack[i : i + 2] for i in range(0, len(pack), 2)),
        moves=_moves(fields),
        seat=_seat(game, fields) if "seat" in fields else None,
    )


def _moves(fields: dict[str, str]) -> list[int]:
    text = fields.get("moves", "")
    try:
        return [int(m) for m in text.split(".") if m]
    except ValueError:
        raise ValueError(f"moves={text} is not a list of move ids, as in moves=31.20.7") from None


def _seat(game: Ruleset, fields: dict[str, str]) -> int:
    if fields["seat"] not in [str(s) for s in range(game.n_seats)]:
        raise ValueError(f"seat={fields['seat']} is not in 0..{game.n_seats - 1}")
    return int(fields["seat"])
