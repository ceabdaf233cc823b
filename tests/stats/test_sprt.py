"""The sequential test: against a reference, its error rates, and that order alone counts."""

from __future__ import annotations

import math

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.stats.sprt import UNIT, Judge, Sprt, log_ratio
from schnapsen_ai.store import Store, read
from schnapsen_ai.tournament import runner

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)

# LLR_normalized of fishtest's LLRcalc.py, the reference implementation.
REFERENCE = [
    ((10, 20, 30, 20, 10), 0, 10, -0.0745347844),
    ((10, 20, 30, 20, 10), 20, 80, -4.3801875332),
    ((3, 4, 5, 6, 7), 0, 100, 0.8893933863),
    ((100, 250, 400, 300, 120), 0, 10, 2.3429352482),
    ((100, 250, 400, 300, 120), -5, 5, 3.3102990653),
    ((0, 3, 9, 4, 1), 0, 10, 0.1462310112),
    ((1200, 9000, 15000, 9300, 1250), 0, 10, -11.2441896091),
    ((0, 0, 5, 3, 0), 20, 80, 0.5354476057),
    ((40, 0, 0, 0, 60), -5, 5, 0.8140408140),
]


@pytest.mark.interpreted
@pytest.mark.parametrize(("counts", "elo0", "elo1", "ratio"), REFERENCE)
def test_reference(counts, elo0, elo1, ratio) -> None:
    got = log_ratio(dict(zip(PENTANOMIAL, counts, strict=True)), elo0, elo1)
    assert got == pytest.approx(ratio, abs=1e-7)


@pytest.mark.interpreted
def test_the_bounds_of_wald() -> None:
    """log(beta / (1 - alpha)) and log((1 - beta) / alpha); at 5 % the ±2.944 of chess engines."""
    assert Sprt().lower == pytest.approx(-2.944439, abs=1e-6)
    assert Sprt().upper == pytest.approx(2.944439, abs=1e-6)
    uneven = Sprt(alpha=0.01, beta=0.1)
    assert uneven.lower == pytest.approx(-2.292535, abs=1e-6)
    assert uneven.upper == pytest.approx(4.499810, abs=1e-6)


@pytest.mark.interpreted
def test_a_judge_counts_from_nothing() -> None:
    counts = (3, 4, 5, 6, 7)  # of REFERENCE
    scores = np.repeat(PENTANOMIAL, counts)
    verdict = Judge(Sprt(0, 100), 2).add(np.random.default_rng(1).permutation(scores))
    assert verdict.sets == 25 and not verdict.accepted
    assert verdict.ratio == pytest.approx(0.8893933863, abs=1e-7)


@pytest.mark.interpreted
@pytest.mark.parametrize("wrong", [np.nan, -0.25, 1.25, np.inf])
def test_only_shares_are_judged(wrong) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        Judge(Sprt(), 2).add(np.array([0.5, wrong]))


@pytest.mark.interpreted
@pytest.mark.parametrize("name", ["elo0", "elo1", "alpha", "beta"])
def test_hypotheses_are_numbers(name) -> None:
    with pytest.raises(ValueError, match=r"elo0|alpha"):
        Sprt(**{name: np.nan})


def shares_with(elo: float) -> np.ndarray:
    """Shares of the five outcomes that have a certain normalized Elo."""
    x, p = np.array(PENTANOMIAL), np.array([0.12, 0.2, 0.36, 0.2, 0.12])
    low, high = -5.0, 5.0
    for _ in range(80):
        tilt = (low + high) / 2
        q = p * np.exp(tilt * x)
        q /= q.sum()
        mean = q @ x
        t = (mean - 0.5) / math.sqrt(q @ (x - mean) ** 2 * 2)
        low, high = (tilt, high) if t * UNIT < elo else (low, tilt)
    return q


def decided(elo: float, test: Sprt, runs: int, seed: int) -> dict[str, float]:
    """How often each hypothesis is accepted for bots of a known difference."""
    rng, shares = np.random.default_rng(seed), shares_with(elo)
    outcome = {"H0": 0, "H1": 0, "": 0}
    for _ in range(runs):
        scores = rng.choice(PENTANOMIAL, size=1500, p=shares)
        outcome[Judge(test, 2).add(scores).accepted] += 1
    return {k: n / runs for k, n in outcome.items()}


@pytest.mark.parametrize(
    "runs", [pytest.param(250, marks=pytest.mark.slow), pytest.param(4000, marks=pytest.mark.full)]
)
def test_error_rates(runs: int) -> None:
    test = Sprt(0, 80)
    slack = 3 * math.sqrt(0.05 * 0.95 / runs)
    assert decided(0, test, runs, 1)["H1"] <= 0.05 + slack
    assert decided(80, test, runs, 2)["H0"] <= 0.05 + slack
    clear = decided(160, test, runs // 5, 3)
    assert clear["H1"] > 0.97 and clear[""] == 0


@pytest.mark.interpreted
def test_blocks_do_not_matter() -> None:
    scores = np.random.default_rng(4).choice(PENTANOMIAL, size=3000, p=shares_with(60))
    whole, parts = Judge(Sprt(0, 60), 2), Judge(Sprt(0, 60), 2)
    whole.add(scores)
    for start in range(0, 3000, 7):
        parts.add(scores[start : start + 7])
    assert whole.verdict == parts.verdict and whole.verdict.accepted == "H1"
    assert "stopped: better than 0 normalized Elo" in str(whole.verdict)
    assert whole.close() == whole.verdict


@pytest.mark.interpreted
@pytest.mark.parametrize("score", [0.0, 0.5, 1.0, 1 / 3])
def test_sets_that_all_agree(score: float) -> None:
    judge = Judge(Sprt(0, 50), 6)
    judge.add(np.full(7, score))
    assert not judge.verdict.accepted and np.isfinite(judge.close().ratio)
    verdict = judge.add(np.full(3000, score))
    assert np.isfinite(verdict.ratio)
    assert verdict.accepted == ("H1" if score == 1 else "H0")


@pytest.mark.interpreted
def test_parse() -> None:
    assert Sprt.parse("elo0=0,elo1=5") == Sprt(0, 5) and Sprt.parse("beta=0.1").beta == 0.1
    for text in ("elo0", "elo2=3", "elo0=x", "elo0=1,elo0=2", "elo0=5,elo1=5", "elo1=900",
                 "alpha=0", ""):
        with pytest.raises(ValueError, match=r"write elo0|not a number|below elo1|alpha"):
            Sprt.parse(text)


def test_workers_do_not_matter(tmp_path, bots) -> None:
    """The stop, and every number, is the same for any number of workers, and after a resume."""
    game, specs = sa.load("schnapsen"), [BotSpec(f"{bots}:First"), BotSpec("random")]
    specs.append(BotSpec("bully"))
    test = Sprt(0, 60)
    one = runner.run(game, specs, 4000, 1, 1, sprt=test)
    with Store(tmp_path / "r.db") as store:
        runner.run(game, specs, 14, 1, 1, store=store)
        two = runner.run(game, specs, 4000, 1, 2, store=store, sprt=test)
    for p, q in zip(one.pairings, two.pairings, strict=True):
        assert p.verdict == q.verdict and np.array_equal(p.points, q.points)
        assert p.verdict is not None and p.verdict.accepted and p.sets == p.verdict.sets < 2000
    with read(tmp_path / "r.db") as archive:
        assert [v["sets"] for v in archive.verdicts()] == [p.sets for p in one.pairings]


def test_no_decision(bots) -> None:
    result = runner.run(
        sa.load("schnapsen"), [BotSpec("random"), BotSpec(f"{bots}:Chance")], 40, 1, 1,
        sprt=Sprt(-1, 1))
    verdict = result.pairings[0].verdict
    assert verdict is not None and verdict.sets == 20 and str(verdict).startswith("undecided")
