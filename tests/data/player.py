"""A bot in Python that played in the results files beside it.  An edit makes it another bot."""

import schnapsen_ai as sa


class Chance(sa.Bot):
    """A random legal move; now and then what is no move, so that there are faults to keep."""

    def choose(self, view):
        if self.rng.random() < 0.003:
            raise KeyError("no idea")
        return int(self.rng.choice(view.legal_moves()))
