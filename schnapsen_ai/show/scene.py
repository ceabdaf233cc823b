"""What a seat sees as plain data: lists, numbers and names, ready for JSON.

One shape for every game, so that a browser, a notebook and a terminal draw all of them.  Built
from a `View`, whose record went through the rules' `conceal`: what a seat may not see is not
there to be left out.
"""

from __future__ import annotations

from typing import Any

from ..deal.history import DealHistory, Trick
from ..deal.state import View

# Facts of a View that are shown in words: name -> kind.  Others are drawn or follow from these.
_KINDS = {
    "trump": "suit", "contract": "move", "declarer": "seat", "caller": "seat", "partner": "seat",
    "called": "card", "level": "level", "stake": "number", "doubles": "times",
    "doublings": "times", "schlag": "rank", "hauptschlag": "card", "raiser": "seat",
    "turned": "card", "idle": "seat", "closer": "seat", "pot": "number", "points": "number",
    "tricks": "number", "pending": "number", "melds": "number", "marriages": "number",
    "score": "number", "money": "number", "said": "move", "runner": "seat",
}
_HIDE_ZERO = {"doubles", "doublings", "pot", "pending", "melds", "marriages"}
# Whose a list of numbers is, by game module and length.
_TEAMS = {"bauernschnapsen", "watten"}


def scene(history: DealHistory, seat: int | None, ply: int | None = None) -> dict[str, Any]:
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
        open_trick = _laid(view, n)
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
        "talon": _talon(view),
        "facts": facts(view),
        "known": _known(view, n) if not open_ else [],
        "unseen": sorted(view.unseen) if not open_ else [],
        "trumps": view.trumps,
        "log": [[s, named_move(history, m)] for s, m in log],
    }


def _legal(view: View, history: DealHistory, at: int, seat: int | None) -> list[int]:
    """Legal moves of the seat; with all cards open those of whoever is to move."""
    if seat is not None or view.is_over:
        return view.legal_moves()
    return history.state_at(at).legal_moves()


def _laid(view: View, n: int) -> list[tuple[int, int]]:
    """The cards on the table by seat, where play began from a position."""
    turn = view.to_move
    if turn is None:
        return []
    if "table" not in view.game.view_places:
        return [] if view.led is None else [((turn - 1) % n, view.led)]
    if "idle" in (view.record().dtype.names or ()):  # by seat, one of which may sit out
        return [(s, c) for s, c in enumerate(view.table) if c >= 0]
    cards = [c for c in view.table if c >= 0]
    return [((turn - len(cards) + i) % n, c) for i, c in enumerate(cards)]


def _as_dict(trick: Trick) -> dict[str, Any]:
    return {"cards": [list(c) for c in trick.cards], "taker": trick.taker}


def named_move(history: DealHistory, move: int) -> dict[str, Any]:
    """A move with what it is: ``{"id": 7, "card": 7}`` or ``{"id": 32, "name": "marriage C"}``."""
    if move < 32:
        return {"id": move, "card": move}
    return {"id": move, "name": history.game.move_text(move)}


def _hand(view: View, record: Any, seat: int, own: int | None) -> dict[str, Any]:
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

    def key(card: int) -> tuple[bool, int, int]:
        first = mixed and card in trumps
        return (not first, 0 if first else order[card >> 3], -(card & 7) if not first else -card)

    return sorted(cards, key=key)


def _extra(view: View, history: DealHistory, seat: int | None) -> list[dict[str, Any]]:
    """Special moves of Schnapsen, shown always so that it can be said why one is not possible."""
    if seat is None or view.is_over or "closer" not in view.game.view_places:
        return []
    options = view.game.options
    moves = [36]
    moves += [37] if options.get("talon_min_close") != "never" else []
    moves += [38] if options.get("claim") != "auto" else []
    hand = set(view.hand)
    pairs = [s for s in range(4) if {8 * s + 4, 8 * s + 5} <= hand]
    moves += [32 + s for s in pairs] if options.get("marriage") != "auto" else []
    return [named_move(history, m) for m in moves]


def _talon(view: View) -> dict[str, Any] | None:
    """The talon of Schnapsen: cards left, turn-up, closed or not."""
    if "talon_left" not in view.game.view_places:
        return None
    closed = view.closer >= 0
    left = int(view.talon_left)
    up = int(view.turn_up)
    return {"left": left, "up": up if up >= 0 and left else None, "closed": closed}


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
    if module_of(view) == "snapszer":  # whose record has no field for what is always so
        found.append({"name": "declarer", "kind": "seat", "of": "all", "value": 0})
    for name, (_, n) in view.game.view_places.items():
        kind = _KINDS.get(name)
        if kind is None:
            continue
        value = getattr(view, name)
        if n == 1:
            empty = value < 0 or (value == 0 and name in _HIDE_ZERO)
            if empty or (kind == "move" and value not in view.game.rules.MOVE_NAMES):
                continue
            value = view.game.move_text(value) if kind == "move" else value
        else:
            value = [int(v) for v in value]
            if not any(value) and name in _HIDE_ZERO:
                continue
            if kind == "move":
                if all(v < 0 for v in value):
                    continue
                value = [view.game.move_text(v) if v >= 32 else "" for v in value]
        found.append({"name": name, "kind": kind, "of": _whose(view, n), "value": value})
    return found


def module_of(view: View) -> str:
    """The game's family: the name of its module."""
    return str(view.game.rules.__name__.rpartition(".")[2])


def _whose(view: View, n: int) -> str:
    if n == 1:
        return "all"
    module = module_of(view)
    if n == 2 and module in _TEAMS:
        return "team"
    return "side" if n == 2 and module == "snapszer" else "seat"


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
