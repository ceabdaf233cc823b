"""A table as it is kept on disk: who sits there, and the moves of its deals; the cards follow."""

from __future__ import annotations

from typing import Any

from ..deal.game import load_known
from ..games.shared.options import spell
from .bot_pool import Thinkers
from .offer import bot_on_offer
from .players import Player, Settings
from .series import Beginning
from .table import Table


def record(table: Table) -> dict[str, Any]:
    """All that `table_of` needs, ready for JSON."""
    start = table.beginning
    return {
        "id": table.id, "invite": table.invite, "game": table.game.name,
        "options": {k: spell(v) for k, v in table.game.changed_options.items()},
        "players": [
            {"name": p.name, "session": p.session, "asked": p.asked, "replaced": p.replaced}
            for p in table.players
        ],
        "settings": vars(table.settings), "owner": table.owner, "secret": start.secret.hex(),
        "position": start.position,
        "deals": [
            {"moves": [move for _, move in history.log], "given_up": table.given_up.get(number)}
            for number, history in enumerate(table.deals)
        ],
        "spent": [table.clock.shown(i)["spent"] for i in range(len(table.players))],
        "note": table.note, "version": table.version,
    }


def table_of(kept: dict[str, Any], thinkers: Thinkers, bots: dict[str, str]) -> Table:
    """The table of a record, its deals played again; it does not go on before `resume`.

    ValueError where one of its bots, or its game, is no longer on offer.
    """
    game = load_known(kept["game"], kept["options"])
    players = [
        Player(p["name"], p["session"], bot_on_offer(p["asked"], bots) if p["asked"] else None,
               p["replaced"], p["asked"])
        for p in kept["players"]
    ]
    beginning = Beginning(bytes.fromhex(kept["secret"]), kept["position"])
    table = Table(game, players, Settings(**kept["settings"]), kept["owner"], thinkers, beginning)
    table.id, table.invite = kept["id"], kept["invite"]
    for deal in kept["deals"]:
        table.replay(deal["moves"], deal["given_up"])
    table.clock.spent = kept["spent"]
    table.note, table.version = kept["note"], kept["version"] + 1
    return table
