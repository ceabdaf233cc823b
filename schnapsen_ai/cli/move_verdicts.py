"""The replay of a deal in a terminal, each move with the solver's verdict."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import Move
from ..deal.history import DealHistory
from ..search import worlds
from ..show.scene import named_move
from ..show.terminal import Terminal

PATIENCE = 3_000_000  # microseconds that the solver may be expected to need for one decision


def verdict(history: DealHistory, names: list[str], terminal: Terminal) -> Iterator[str]:
    """A line for each move: what it gave away with all cards open, best play by both sides."""
    yield terminal.bold(terminal.say("t.replay"))
    for ply, (seat, move) in enumerate(history.log):
        text = terminal.move(named_move(history, move))
        line = f"{ply + 1:3}. {terminal.say('played', who=names[seat], move=text)}"
        yield f"{line}   {terminal.dim(_judged(history, ply, move, terminal))}".rstrip()


def _judged(history: DealHistory, ply: int, move: Move, terminal: Terminal) -> str:
    state = history.state_at(ply)
    legal = state.legal_moves()
    if len(legal) == 1:
        return terminal.say("forced")
    cost = int(history.game.kernels(worlds).cost(history.positions[ply]))
    if cost * len(legal) > PATIENCE:
        return terminal.say("t.solver_none", why=terminal.say("too_long"))
    try:
        values = state.move_values()
    except ValueError:
        return terminal.say("t.solver_none", why=terminal.say("no_sides"))
    lost = max(values.values()) - values[move]
    if not lost:
        return terminal.say("t.verdict_ok")
    best = [m for m in legal if values[m] == max(values.values())]
    better = ", ".join(terminal.move(named_move(history, m)) for m in best)
    return f"{terminal.say('t.verdict_lost', n=lost)} ({better})"
