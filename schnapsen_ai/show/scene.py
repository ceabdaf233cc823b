"""What a seat sees as plain data: lists, numbers and names, ready for JSON.

One shape for every game, so that a browser, a notebook and a terminal draw all of them.  Built
from a `View`, whose record went through the rules' `conceal`: what a seat may not see is not
there to be left out.
"""

from __future__ import annotations

from typing import Any

from ..cards import Card, Move, Seat
from ..deal.history import DealHistory, Trick
from ..deal.state import View


def scene(history: DealHistory, seat: Seat | None, ply: int | None = None) -> dict[str, Any]:
    """The deal as `seat` sees it now, or after `ply` moves; all cards are open for seat None.

    A finished deal is open for everyone.

    Keys: ``game``, ``style``, ``seats``, ``seat``, ``to_move``, ``over``, ``ending``,
    ``payoffs``; ``hand`` (cards of the seat), ``hands`` (for each seat known cards and how many
    are hidden), ``moves`` (legal ones: id, and card or name), ``extra`` (special moves, legal or
    not), ``trick`` and ``last`` ({cards: [[seat, card]], taker}), ``talon``, ``facts``,
    ``known``, ``unseen``, ``trumps``, ``log``.
    """
    at = len(history.positions) - 1 if ply is None else ply
    live = ply is None
    open_ = seat is None or (live and history.is_over)
    view = history.view_at(at, seat or 0, sees_all=open_)
    record, game, n = view.record()[0], history.game, history.seats
    log = history.log[:at]
    tricks, open_trick = (
        (history.tricks, history.open_trick) if live else tricks_until(history, at)
    )
    if not log:
        open_trick = [] if view.to_move is None else game.trick(record)[0]  # of a position
    hands = [_hand(view, record, s, None if open_ else seat) for s in range(n)]
    over = view.is_over
    return {
        "game": game.name,
        "style": game.rules.CARD_STYLE,
        "seats": n,
        "seat": seat,
        "to_move": view.to_move,
        "over": over,
        "ending": history.how() if over else "",
        "payoffs": history.payoffs() if over else None,
        "hand": hands[seat]["cards"] if seat is not None else [],
        "hands": hands,
        "moves": [named_move(history, m) for m in _legal(view, history, at, seat)],
        "extra": _extra(view, history, seat),
        "trick": {"cards": [list(c) for c in open_trick], "taker": None},
        "last": _as_dict(tricks[-1]) if tricks else None,
        "talon": _talon(view, record),
        "facts": facts(view),
        "known": _known(view, n) if not open_ else [],
        "unseen": sorted(view.unseen) if not open_ else [],
        "trumps": view.trumps,
        "log": [[s, named_move(history, m)] for s, m in log],
    }


def _legal(view: View, history: DealHistory, at: int, seat: Seat | None) -> list[int]:
    """Legal moves of the seat; with all cards open those of whoever is to move."""
    if seat is not None or view.is_over:
        return view.legal_moves()
    return history.state_at(at).legal_moves()


def _as_dict(trick: Trick) -> dict[str, Any]:
    return {"cards": [list(c) for c in trick.cards], "taker": trick.taker}


def named_move(history: DealHistory, move: Move) -> dict[str, Any]:
    """A move with what it is: ``{"id": 7, "card": 7}`` or ``{"id": 32, "name": "marriage C"}``."""
    if move < 32:
        return {"id": move, "card": move}
    return {"id": move, "name": history.game.move_text(move)}


def _hand(view: View, record: Any, seat: Seat, own: int | None) -> dict[str, Any]:
    """Known cards of a hand in the order shown, and how many are hidden."""
    mask = int(record.hand[seat])
    if own is not None and seat != own:
        for card in view.known(seat):
            mask |= 1 << card
    cards = arranged(view, [c for c in range(32) if mask >> c & 1])
    whole = int(view.game.rules.hand_size(record, seat))
    return {"cards": cards, "hidden": max(0, whole - len(cards))}


def arranged(view: View, cards: list[int]) -> list[int]:
    """Cards as people hold them: by suit, high to low; trumps of several suits come first."""
    trumps = set(view.trumps)
    mixed = len({c >> 3 for c in trumps}) > 1
    order = {0: 0, 2: 1, 1: 2, 3: 3}  # black and red in turn

    def key(card: Card) -> tuple[bool, int, int]:
        first = mixed and card in trumps
        return (not first, 0 if first else order[card >> 3], -(card & 7) if not first else -card)

    return sorted(cards, key=key)


def _extra(view: View, history: DealHistory, seat: Seat | None) -> list[dict[str, Any]]:
    """Special moves that are shown always, so that it can be said why one is not possible."""
    offered = getattr(view.game.rules, "offered", None)
    if seat is None or view.is_over or offered is None:
        return []
    return [named_move(history, m) for m in offered(view.game.options, view.hand)]


def _talon(view: View, record: Any) -> dict[str, Any] | None:
    """The talon, where a game has one: cards left, turn-up, closed or not."""
    talon = getattr(view.game.rules, "talon", None)
    if talon is None:
        return None
    left, up, closed = talon(record)
    return {"left": left, "up": up if up >= 0 else None, "closed": closed}


def _known(view: View, n: int) -> list[dict[str, Any]]:
    """For each other seat the cards it surely holds and surely does not hold."""
    unseen = set(view.unseen)
    found = []
    for seat in range(n):
        if seat != view.seat:
            lacks = [c for c in view.absent(seat) if c in unseen]  # the others lie elsewhere
            holds = arranged(view, view.known(seat))
            found.append({"seat": seat, "holds": holds, "lacks": arranged(view, lacks)})
    return [k for k in found if k["holds"] or k["lacks"]]


def facts(view: View) -> list[dict[str, Any]]:
    """The game's own facts as name, kind, whose they are, value; those that say nothing left out.

    ``of``: "all", or for a list "seat", "team" (0: seats 0 and 2), "side" (declarer, opponents).
    """
    found: list[dict[str, Any]] = []
    for fact in view.game.rules.FACTS.viewed:
        value = getattr(view, fact.name)
        values = [value] if fact.whose == "all" else [int(v) for v in value]
        if not fact.told or (fact.told == "unless zero" and not any(values)):
            continue
        if (fact.whose == "all" or fact.kind == "move") and all(v < 0 for v in values):
            continue
        if fact.kind == "move":
            names, passes = view.game.rules.MOVE_NAMES, view.game.rules.ROLES.passes
            if fact.whose == "all" and (value not in names or passes >> value & 1):
                continue  # nobody has said anything yet
            texts = fact.names or {}
            values = [texts.get(v) or view.game.move_text(v) if v in names else "" for v in values]
        value = values[0] if fact.whose == "all" else values
        found.append({"name": fact.name, "kind": fact.kind, "of": fact.whose, "value": value})
    return found


def tricks_until(history: DealHistory, ply: int) -> tuple[list[Trick], list[tuple[int, int]]]:
    """The tricks as they were after `ply` moves."""
    then = DealHistory(history.game, history.origin, [history.positions[0]])
    for _, move in history.log[:ply]:
        then.play(move)
    return then.tricks, then.open_trick


def frames(history: DealHistory) -> list[dict[str, Any]]:
    """The finished deal move by move with all cards open, for a replay."""
    then = DealHistory(history.game, history.origin, [history.positions[0]])
    found = [scene(then, None)]
    for _, move in history.log:
        then.play(move)
        found.append(scene(then, None))
    if history.is_over and not then.is_over:  # given up
        found.append(scene(history, None))
    for frame in found:
        frame["log"] = frame["log"][-1:]
    return found
