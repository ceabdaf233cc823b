"""Tournaments: the same numbers for any number of workers and on both paths, and bad bots."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.base.seeds import secret_of, words
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.cli.tables import as_text
from schnapsen_ai.deal.seatings import seatings
from schnapsen_ai.store.blocks import Block, Fault
from schnapsen_ai.tournament import runner
from schnapsen_ai.tournament.pairing import Pairing

PYTHON_RANDOM = '''
import schnapsen_ai as sa
from schnapsen_ai.cards import pick


@sa.template
def policy(state, seat, legal, rng, params, scratch):
    return pick(legal, rng)


class Random(sa.CompiledBot):
    policy = staticmethod(policy)

    def saw(self, seat, move):  # takes the path in Python
        pass
'''


def same(a: runner.PairingResult, b: runner.PairingResult) -> bool:
    return all(
        np.array_equal(getattr(a, name), getattr(b, name), equal_nan=True)
        for name in ("points", "wins", "deals", "matches", "endings")
    )


def test_words_do_not_depend_on_how_they_are_read() -> None:
    secret = secret_of(5)
    whole = words(secret, "x", 0, 1000)
    assert np.array_equal(whole[300:700], words(secret, "x", 300, 400))
    assert not np.array_equal(whole, words(secret, "y", 0, 1000))
    assert len(np.unique(whole)) == 1000


def test_deal_k_of_a_seed_is_the_same_pack_for_ever() -> None:
    game = sa.load("schnapsen")
    packs = [game.deal(seed=7, index=k).pack for k in (0, 1, 1000)]
    assert packs == PACKS_OF_SEED_7


PACKS_OF_SEED_7 = [
    "AD TS TC KD JH KS AC QC AS TD QS AH JC KC QD KH JD JS QH TH",
    "KS TS QD AD JC QS TD KD KC KH JS QH TH QC AC AS AH JD TC JH",
    "TD TH QD JD AS QH JH QS AH JS JC KH KC TS KD TC AD AC KS QC",
]


def test_tournament_plays_the_packs_of_its_seed() -> None:
    game = sa.load("schnapsen")
    pairing = Pairing(game, BotSpec("random"), BotSpec("bully"), secret_of(7))
    packs, _ = pairing.words(1, 1)
    pool = game.new_pool(1)
    game.board.deal_at(pool, game.new_match(), packs)
    dealt = sa.State(game, pool, pool["pack"][0, :20].tolist(), [])
    assert dealt.pack == game.deal(seed=7, index=1).pack


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_jobs_change_nothing(bots, unit: str) -> None:
    game = sa.load("schnapsen")
    specs = [BotSpec(f"{bots}:Chance"), BotSpec("random"), BotSpec("bully")]
    one = runner.run(game, specs, 40, 3, 1, unit)
    two = runner.run(game, specs, 40, 3, 2, unit)
    assert all(same(a, b) for a, b in zip(one.pairings, two.pairings, strict=True))
    other = runner.run(game, specs, 40, 4, 1, unit)
    assert not same(one.pairings[0], other.pairings[0])


@pytest.mark.parametrize("name", ["schnapsen", "sixty_six"])
def test_compiled_and_python_paths_agree(tmp_path, name: str) -> None:
    """The same bot, on the compiled path and asked move by move with the same words."""
    path = tmp_path / "asked.py"
    path.write_text(PYTHON_RANDOM)
    game = sa.load(name)
    fast = Pairing(game, BotSpec("random"), BotSpec("bully"), secret_of(1))
    slow = Pairing(game, BotSpec(f"{path}:Random"), BotSpec("bully"), secret_of(1))
    assert fast.compiled and not slow.compiled
    slow.words = fast.words  # type: ignore[method-assign]
    a, b = fast.play(0, 200), slow.play(0, 200)
    for field in ("points", "wins", "endings"):
        assert np.array_equal(getattr(a, field), getattr(b, field))


def test_blocks_change_nothing() -> None:
    pairing = Pairing(sa.load("schnapsen"), BotSpec("random"), BotSpec("bully"), secret_of(1))
    whole = pairing.play(0, 50)
    parts = [pairing.play(0, 7), pairing.play(7, 30), pairing.play(37, 13)]
    assert np.array_equal(whole.points, np.concatenate([p.points for p in parts]))


def test_each_pack_is_played_in_both_seatings() -> None:
    assert seatings(sa.load("schnapsen")) == [2, 1]
    pairing = Pairing(sa.load("schnapsen"), BotSpec("greedy"), BotSpec("bully"), secret_of(1))
    assert pairing.play(0, 20).points.shape == (20, 2, 2)


def test_deals_are_rounded_up_to_whole_sets() -> None:
    result = sa.play_deals("random", "bully", deals=7, seed=1)
    assert result.sets == 4 and result.n_deals == 8


def test_match_unit() -> None:
    result = sa.play_deals("bully", "random", deals=20, seed=1, unit="match")
    assert result.match_wins is not None and result.match_wins.value > 0.5
    assert result.sets == 10 and (result.deals >= 3).all()
    assert set(np.unique(result.matches)) <= {0.0, 1.0}
    assert sa.play_deals("bully", "random", deals=20, seed=1).match_wins is None


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Raises", "raised KeyError: 'no idea'"),
        ("Nothing", "returned None, which is not a move"),
        ("Float", "which is not a move"),
        ("Truth", "returned True, which is not a move"),
        ("Illegal", "chose 62, which is not legal"),
        ("RaisesInBegin", "raised RuntimeError: cannot begin"),
        ("RaisesInSaw", "raised RuntimeError: did not want to see that"),
        ("Exits", "raised SystemExit: 3"),
        ("BadRepr", "returned an object of Odd, which is not a move"),
    ],
)
def test_a_bot_that_misbehaves_forfeits(bots, name: str, what: str) -> None:
    result = sa.play_deals(f"{bots}:{name}", "random", deals=20, seed=1)
    assert result.faults and all(f.bot == 0 for f in result.faults)
    assert any(what in f.what for f in result.faults)
    assert result.points_per_deal.value < -2.5  # nearly every deal is lost with 3
    match = sa.play_deals(f"{bots}:{name}", "random", deals=4, seed=1, unit="match")
    assert match.match_wins is not None and match.match_wins.value == 0


def test_a_resignation_is_no_fault(bots) -> None:
    result = sa.play_deals(f"{bots}:Resigns", "random", deals=20, seed=1)
    assert not result.faults
    assert result.points_per_deal.value < -2.5
    match = sa.play_deals("random", f"{bots}:Resigns", deals=4, seed=1, unit="match")
    assert match.match_wins is not None and match.match_wins.value == 1


def test_a_view_cannot_be_used_to_change_the_deal(bots) -> None:
    game, bully, secret = sa.load("schnapsen"), BotSpec("bully"), secret_of(1)
    honest = Pairing(game, BotSpec(f"{bots}:First"), bully, secret)
    vandal = Pairing(game, BotSpec(f"{bots}:Vandal"), bully, secret)
    a, b = honest.play(0, 20), vandal.play(0, 20)
    assert np.array_equal(a.points, b.points) and not b.faults


def test_every_move_is_told(bots) -> None:
    result = sa.play_deals(f"{bots}:Watcher", "random", deals=40, seed=1)
    assert not result.faults


def test_given_packs() -> None:
    game = sa.load("schnapsen")
    packs = [game.parse_pack(game.deal(seed=9, index=k).pack) for k in range(10)]
    specs = [BotSpec("bully"), BotSpec("greedy")]
    given = runner.run(game, specs, seed=1, jobs=1, packs=packs)
    dealt = runner.run(game, specs, 20, 9, 1)
    assert given.pairings[0].sets == 10
    assert np.array_equal(given.pairings[0].points, dealt.pairings[0].points)


def test_bad_calls() -> None:
    game = sa.load("schnapsen")
    with pytest.raises(ValueError, match="at least two bots"):
        runner.run(game, [BotSpec("random")])
    with pytest.raises(ValueError, match="it is deal or match"):
        sa.play_deals("random", "bully", unit="game")
    with pytest.raises(ValueError, match="no pack"):
        runner.run(game, [BotSpec("random"), BotSpec("bully")], packs=[])


def test_forehand_is_a_seat_and_not_a_bot() -> None:
    result = sa.play_deals("bully", "random", deals=400, seed=1)
    other = result.reversed()
    assert result.forehand is not None and other.forehand is not None
    assert result.forehand.value == other.forehand.value
    # Both bots at seat 0 in turn: the sum of what each made there.
    made = result.points[:, 0, 0].sum() + result.points[:, 1, 1].sum()
    assert result.forehand.value == pytest.approx(made / 400)
    assert sa.play_deals("bully", "random", deals=4, seed=1, unit="match").forehand is None


def test_figures_of_a_result() -> None:
    result = sa.play_deals("bully", "random", deals=400, seed=1)
    assert result.elo.low < result.elo.value < result.elo.high and result.elo.value > 200
    assert result.deals_needed(0.1) == pytest.approx(4 * result.deals_needed(0.2), rel=0.02)
    game = sa.load("schnapsen")
    specs = [BotSpec(n) for n in ("greedy", "random", "bully")]
    ladder = runner.run(game, specs, 40, 1, 1, schedule="ladder")
    assert [(p.a.text, p.b.text) for p in ladder.pairings] == [
        ("greedy", "random"), ("random", "bully")]
    assert ladder.pairing(0, 2) is None
    assert ladder.ratings is not None and len(ladder.ratings) == 3
    one = runner.run(game, specs[:2], 1, 1, 1).pairings[0]  # a single set
    for e in (one.elo, one.points_per_deal, one.win_rate, one.forehand):
        assert e is not None and e.low <= e.value <= e.high


def test_narrow_blocks_hold_the_same_numbers() -> None:
    """Halves in small types; thirds, which those do not hold, as they were."""
    block = Block.blank(0, 3, 2)
    block.points[:], block.wins[:] = -3.0, 0.5
    block.points[1, 0] = 7200.0, -7200.0
    thirds = Block.blank(0, 3, 2)
    thirds.points[:], thirds.wins[:] = 10 / 3, 1 / 3
    for made in (block, thirds):
        before = {name: getattr(made, name).copy() for name in ("points", "wins")}
        for name, numbers in before.items():
            assert np.array_equal(getattr(made.narrow(), name), numbers)
    assert (block.points.dtype, block.wins.dtype) == (np.int16, np.float32)
    assert (thirds.points.dtype, thirds.wins.dtype) == (np.float64, np.float64)


def test_blocks_travel_and_join_as_they_are() -> None:
    """What all places share is kept once; a block that differs there makes it whole again."""
    plain, match = Block.blank(0, 3, 2), Block.blank(3, 2, 2)
    match.deals[:], match.matches[:] = [[3, 4], [5, 6]], [[1.0, 0.0], [0.5, 1.0]]
    plain.faults, match.seconds, match.asked = [Fault(1, 0, 0, 1, 0, "x")], [1.0, 2.0], [3, 4]
    whole = {name: np.concatenate([getattr(plain, name), getattr(match, name)])
             for name in ("points", "wins", "deals", "matches", "endings")}
    plain, match = (pickle.loads(pickle.dumps(b.narrow())) for b in (plain, match))
    assert plain.deals.strides == plain.matches.strides == (0, 0)
    assert len(pickle.dumps(Block.blank(0, 5000, 2).narrow())) < 110_000
    both = Block.joined([plain, match])
    for name, numbers in whole.items():
        assert np.array_equal(getattr(both, name), numbers, equal_nan=True), name
    assert (both.faults, both.seconds, both.asked) == (plain.faults, [1.0, 2.0], [3, 4])
    again = Block.joined([plain, plain])
    assert again.deals.strides == (0, 0) and again.deals.shape == (6, 2)
    assert (again.deals == 1).all() and np.isnan(again.matches).all()
    won = Block.blank(6, 2, 2)
    won.matches[:] = 1.0
    mixed = Block.joined([won.narrow(), plain]).matches
    assert mixed[:2].tolist() == [[1.0, 1.0]] * 2 and np.isnan(mixed[2:]).all()
    part = match.cut(4, 5)
    assert part.deals.tolist() == [[5, 6]] and plain.cut(1, 3).deals.tolist() == [[1, 1]] * 2


def test_results_read_well() -> None:
    result = sa.play_deals("bully", "random", deals=40, seed=1, game="schnapsen")
    assert repr(result).startswith("<bully against random: 40 deals, +")
    assert "points a deal, " in repr(result) and "array" not in repr(result)


@pytest.mark.parametrize(("name", "mirrored"), [("schnapsen", True), ("snapszer3", False)])
def test_seats_that_do_not_mirror_are_named(name: str, mirrored: bool) -> None:
    bots = [BotSpec(name) for name in ("rules", "shy", "random")]
    played = runner.run(sa.load(name), bots, 12, 1, 1)
    assert played.mirrored is mirrored
    assert repr(played).count("\n  <") == 3
    assert ("do not cancel" in as_text(played, 1.0)) is not mirrored
