"""Self-play as data: every decision of many deals as a row, in files that are whole or not there.

>>> from schnapsen_ai import selfplay
>>> selfplay.play("schnapsen", "rules", deals=100_000, to="data.npz", seed=1, jobs=2)
>>> for shard in selfplay.shards("data.npz"):
...     shard["observation"], shard["mask"], shard["move"], shard["outcome"]

The deals are those of ``schnapsen-ai tournament`` with the same bots and seed.
"""

from ..base.faces import face

__getattr__ = face(
    __name__, {"play": "run", "Plan": "plan", "shards": "files", "read": "files", "COLUMNS": "rows"}
)
