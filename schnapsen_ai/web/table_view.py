"""What a browser is sent of a table: what its seat may see, and nothing else."""

from __future__ import annotations

import json
import time
from typing import Any

from ..deal import matches
from ..show.public_scene import public
from ..show.scene import scene
from .table import Table


def shown(table: Table, session: str) -> dict[str, Any]:
    """Everything that a session may see of the table now, ready for JSON."""
    me = table.player_of(session)
    playing = bool(table.deals)
    over = playing and table.history.is_over
    seat = table.seat_of(session) if playing else None
    mover = table.history.to_move if playing else None
    match_over = over and table.settings.unit == "match" and bool(table.series.match["over"][0])
    visible = playing and (seat is not None or me is None or over)  # else: out of the match
    return {
        "version": table.version,
        "id": table.id,
        "game": table.game.spec,
        "phase": "waiting" if not playing else "over" if over else "playing",
        "settings": vars(table.settings) | {"faces": _faces(table)},
        "players": [
            {
                "name": p.name, "bot": p.is_bot, "free": p.free, "replaced": p.replaced,
                "sees_all": p.spec is not None and p.spec.sees_all, "you": i == me,
                "clock": table.clock.shown(i),
            }
            for i, p in enumerate(table.players)
        ],
        "running": table.clock.running,
        "seating": table.seating if playing else [],
        "deal": len(table.deals) - 1,
        "finished": [i for i, history in enumerate(table.deals) if history.is_over],
        "scene": scene(table.history, seat) if visible else public(table.history)
        if playing else None,
        "out": playing and not visible,
        "thinking": mover is not None and table.players[table.seating[mover]].is_bot,
        "score": score(table),
        "match_over": match_over,
        "winners": winners(table) if match_over else [],
        "note": table.note,
        "invite": table.invite if not table.full and me is not None else None,
        "can": {
            "undo": table.can_undo() and seat is not None,
            "hint": table.settings.hint and mover is not None and mover == seat,
            "resign": playing and not over and seat is not None and table.history.seats == 2,
            "next": over,
        },
    }


def message(table: Table, session: str) -> bytes:
    """`shown` as JSON; made once where an answer and an event are due for the same change."""
    made = table.messages.get(session)
    now = time.monotonic()
    if made is None or made[0] != table.version or now - made[1] > 0.2:  # clocks go on
        data = json.dumps(shown(table, session), separators=(",", ":")).encode()
        made = table.version, now, data
        table.messages[session] = made
    return made[2]


def _faces(table: Table) -> str:
    return table.settings.faces or str(table.game.rules.CARD_STYLE)


def score(table: Table) -> dict[str, Any]:
    """Points of all deals together, or how the match stands, by player or team of players.

    And the marks of all matches that are over, where there are any.
    """
    if table.settings.unit == "deal":
        return {"of": "player", "values": table.totals}
    n = len(table.players)
    values, marks = table.series.match["score"][0].tolist()[:n], table.series.marks[:n]
    return {
        "of": "player" if len(values) == n else "team", "values": values, "marks": marks,
        "down": _counts_down_from(table),
    }


def _counts_down_from(table: Table) -> int | None:
    """Where a match's score starts, if it is won by whoever brings it to 0."""
    start = int(table.game.new_match()["score"][0].flat[0])
    return start if start > 0 and not getattr(table.game.rules, "IN_MONEY", False) else None


def winners(table: Table) -> list[str]:
    """The names of those who won the match."""
    won = matches.winners(table.series.match)
    of_team = score(table)["of"] == "team"
    return [p.name for i, p in enumerate(table.players) if (i & 1 if of_team else i) in won]
