"""Run in the environment of the course platform: its deals against preset `vu`, card by card.

    python course_deals.py replay DEALS     its random deals replayed here
    python course_deals.py play BOT DEALS   a bot of ours at its table, against its RandBot
"""

from __future__ import annotations

import sys
from random import Random

from schnapsen.bots import RandBot
from schnapsen.game import Bot, SchnapsenGamePlayEngine

import schnapsen_ai as sa
from schnapsen_ai.card_text import card_text
from schnapsen_ai.doors.course import Platform
from schnapsen_ai.doors.course_deal import MARRIAGE
from schnapsen_ai.doors.course_table import PLACES, OurBot

ENGINE = SchnapsenGamePlayEngine()
PLATFORM = Platform()


class Noted(Bot):
    """Plays at random and notes what was legal, and what it played."""

    def __init__(self, rng: Random, notes: list) -> None:
        super().__init__()
        self.rng, self.notes = rng, notes

    def get_move(self, perspective, leader_move):
        legal = perspective.valid_moves()
        move = self.rng.choice(legal)
        scores = perspective.get_my_score(), perspective.get_opponent_score()
        leads = perspective.am_i_leader()  # a follower is not shown a marriage of the trick yet
        noted = sorted(map(PLATFORM.number, legal)), PLATFORM.number(move), scores, leads
        self.notes.append(noted)
        return move


def replay(deals: int) -> None:
    """Legal moves, points, and the result of each deal are the same here."""
    game = sa.load("vu")
    for number in range(deals):
        rng, notes = Random(number), []
        bots = [Noted(rng, notes), Noted(rng, notes)]
        deck = ENGINE.deck_generator.get_initial_deck()
        cards = [PLATFORM.ids[c] for c in ENGINE.deck_generator.shuffle_deck(deck, Random(number))]
        pack = [0] * 20
        for places, dealt in zip(PLACES, (cards[0:10:2], cards[1:10:2], cards[10:]), strict=True):
            for place, card in zip(places, dealt, strict=True):
                pack[place] = card
        winner, points, _ = ENGINE.play_game(*bots, Random(number))
        state = game.deal(pack=" ".join(map(card_text, pack)))
        for legal, move, (mine, theirs), leads in notes:
            view = state.view(state.to_move)
            assert state.legal_moves() == legal, (number, state.text(), legal)
            scored = [view.points[view.seat], view.points[1 - view.seat]]
            pending = [view.pending[view.seat], view.pending[1 - view.seat]]
            assert scored == [mine.direct_points, theirs.direct_points], (number, state.text())
            expected = [mine.pending_points, theirs.pending_points]
            assert not leads or pending == expected, (number, state.text())
            state.play(move)
            if move >= MARRIAGE and move < MARRIAGE + 4:
                state.play(8 * (move - MARRIAGE) + 5)
        seat = bots.index(winner)
        assert state.is_over and state.payoffs()[seat] == points, (number, state.text())
    print(f"{deals} deals: equal")


def play(bot: str, deals: int) -> None:
    """Game points of the bot over so many deals, in both seats."""
    won = 0
    for number in range(deals):
        ours, other = OurBot(bot, seed=number), RandBot(Random(number))
        for pair in ((ours, other), (other, ours)):
            winner, points, _ = ENGINE.play_game(*pair, Random(number))
            won += points if winner is ours else -points
    print(f"{won / deals / 2:+.3f} points a deal")


if __name__ == "__main__":
    if sys.argv[1] == "replay":
        replay(int(sys.argv[2]))
    else:
        play(sys.argv[2], int(sys.argv[3]))
