"""Matches: deals entered by hand, who deals first, marks that are counted."""

from __future__ import annotations

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.base import seeds
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.deal.matches import cut, winners
from schnapsen_ai.store.reader import Archive
from schnapsen_ai.tournament.pairing import Pairing
from schnapsen_ai.tournament.stored_deals import result_of

pytestmark = pytest.mark.interpreted
GAME = sa.load("schnapsen")


def played(state: sa.State) -> sa.State:
    while not state.is_over:
        state.play(state.legal_moves()[-1])
    return state


@pytest.mark.parametrize("name", ["schnapsen", "watten", "snapszer3"])
def test_a_match_is_booked_deal_by_deal(name: str) -> None:
    game = sa.load(name)
    match, deals = game.new_match(0), 0
    while not match["over"][0] and deals < 200:
        state = played(game.deal(seed=3, index=deals, match=match))
        game.book(match, state)
        deals += 1
    assert match["over"][0] and match["deals"][0] == deals and deals > 2
    assert winners(match) and match["marks"][0].sum() >= 1


def test_only_the_next_deal_of_the_match_is_booked() -> None:
    match = GAME.new_match()
    state = GAME.deal(seed=1, match=match)
    before = match.copy()
    with pytest.raises(ValueError, match="the deal is not over"):
        GAME.book(match, state)
    with pytest.raises(ValueError, match="not the next of this match"):
        GAME.book(match, played(GAME.deal(seed=1)))
    with pytest.raises(ValueError, match="is of sixty_six, not of schnapsen"):
        GAME.book(match, sa.load("sixty_six").deal(seed=1))
    assert np.array_equal(match, before)
    played(state)
    GAME.book(match, state)
    with pytest.raises(ValueError, match="not the next of this match"):
        GAME.book(match, state)
    match["over"] = 1
    with pytest.raises(ValueError, match="the match is over"):
        GAME.book(match, state)


def test_the_pack_is_cut_for_the_first_dealer() -> None:
    secret = seeds.secret_of(5)
    dealers = [cut(GAME, secret, number) for number in range(60)]
    assert dealers == [cut(GAME, secret, number) for number in range(60)]
    assert 15 < sum(dealers) < 45 and set(dealers) == {0, 1}


def test_the_marks_of_matches_are_counted() -> None:
    game = sa.load("schnapsen", schneider_bummerl=True)
    block = Pairing(game, BotSpec("rules"), BotSpec("random"), b"marks", "match").play(0, 2)
    assert block.marks.shape == (2, 2, 2)
    lost = np.stack([1 - block.matches, block.matches], -1)
    assert ((block.marks > 0) == lost).all()
    assert block.marks.max() == 2  # a match lost to nothing
    single = Pairing(game, BotSpec("rules"), BotSpec("random"), b"marks", "deal").play(0, 2)
    assert np.isnan(single.marks).all()


def test_results_tell_the_marks(tmp_path, cli) -> None:
    file = str(tmp_path / "x.results")
    command = ["tournament", "rules", "random", "--unit", "match", "--deals", "2", "--seed", "1",
               "--jobs", "1", "--results", file]
    code, out, _ = cli(*command)
    again = cli(*command)[1]
    assert code == 0 and "marks a match" in out and "marks a match" in again
    with Archive(file) as archive:
        marks = result_of(archive, archive.pairings()[0]).marks
    assert marks is not None and f"{marks[0].value:.2f} / {marks[1].value:.2f}" in out


def test_a_series_at_the_terminal(cli) -> None:
    code, out, _ = cli("play", "--unit", "match", "--matches", "2", "--seed", "1", "--no-replay",
                       stdin="resign\nresign\n")
    assert code == 0 and "Marks: You 1, rules 0" in out and "Marks: You 2, rules 0" in out
    code, _, err = cli("play", "--matches", "2")
    assert code == 2 and "--unit match" in err
