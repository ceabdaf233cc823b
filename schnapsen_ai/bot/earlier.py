"""Earlier texts of built-in bots that played move for move as the present ones do.

A bot whose file was edited is another bot to a results file, for nobody can tell what the edit
did.  Of ours we can: names of modules changed, and seeded tournaments came out the same.
"""

from __future__ import annotations

#: name -> hashes of such files (`BotSpec.source`)
EARLIER: dict[str, tuple[str, ...]] = {
    "bully": ("464bc283c4094f13",),
    "expert": ("8f7f236f55ee1224",),
    "greedy": ("8459641f60180b97",),
    "ismcts": ("3bac9eb9af2189e2", "dc24a5f806f5b4ab"),
    "mcts": ("7ba0f0c453cf8a2f", "3641eff58c39693b"),
    "minimax": ("d79d9c749ed430fa", "c7ba495c7b0d6328"),
    "pimc": ("23d98744c7197006", "027ba82af7243596"),
    "random": ("378eae855ce29e71",),
    "rdeep": ("55c946bdc3b006a5", "454c678343567942"),
    "rules": ("b37f6c35ca8f96ea",),
    "shy": ("a10c1e7e3b3d68f1",),
}
