"""Across the door to the course platform: its bots here, ours there, its deals in preset `vu`.

The platform (GPL-3, its dependencies pinned) is installed in an environment of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from random import Random
from typing import Any

import pytest
from paths import ROOT
from sizes import few_and_many

import schnapsen_ai as sa
from schnapsen_ai.doors.course import write
from schnapsen_ai.doors.course_deal import Seen, tricks_of, whole_deal

PLATFORM = "schnapsen==0.0.5"
HANDS = ((0, 1, 2, 7, 8), (3, 4, 5, 9, 10))


@few_and_many("deals", 10, 40)
def test_a_deal_that_fits_what_a_seat_has_seen(deals: int) -> None:
    """It begins with the seat's cards, allows all moves, and leaves it the same view."""
    game = sa.load("vu")
    for index in range(deals):
        state, rng = game.deal(seed=3, index=index), Random(index)
        seen: list[Seen | None] = [None, None]
        up = state.view(0).turn_up
        while not state.is_over:
            seat = state.to_move
            assert seat is not None
            view = state.view(seat)
            now = seen[seat] = seen[seat] or Seen(seat, up)
            now.moves, now.known = list(view.history), set(view.known())
            if len(now.hands) < len(tricks_of(now.moves, up // 8)):
                now.hands.append(set(view.hand))
            again = replayed(game, whole_deal(now, rng), now.moves)
            own = again.view(seat)
            assert own.hand == view.hand and own.legal_moves() == view.legal_moves()
            assert (own.points, own.pending) == (view.points, view.pending)
            assert set(own.known()) >= now.known and again.view(1 - seat).turn_up == view.turn_up
            moves = state.legal_moves()
            state.play(max(moves) if rng.random() < 0.5 else rng.choice(moves))


def replayed(game: Any, deal: Any, moves: list[int]) -> Any:
    from schnapsen_ai.card_text import card_text

    pack = [0] * 20
    for places, cards in zip((*HANDS, (*range(11, 20), 6)), deal, strict=True):
        for place, card in zip(places, cards, strict=True):
            pack[place] = card
    state = game.deal(pack=" ".join(map(card_text, pack)))
    for move in moves:
        state.play(move)
    return state


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Path:
    """A folder with the platform's environment, and the script beside it."""
    folder = tmp_path_factory.mktemp("course")
    venv.create(folder / "course", with_pip=True)
    pip = [folder / "course/bin/python", "-m", "pip", "install", "-q", PLATFORM]
    subprocess.run(pip, check=True, timeout=600)
    write(str(folder / "course.py"))
    site = sysconfig.get_path("purelib")
    (folder / "both").mkdir()
    (folder / "both/sitecustomize.py").write_text(f"import site\nsite.addsitedir({site!r})\n")
    return folder


def with_both(course: Path, *args: str) -> str:
    """What the script of `course_deals` prints, where both packages are."""
    done = subprocess.run(
        [course / "course/bin/python", ROOT / "tests/support/course_deals.py", *args],
        env={**os.environ, "PYTHONPATH": str(course / "both")}, capture_output=True, text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.full
def test_a_thousand_of_its_deals_are_the_same_here(course: Path) -> None:
    assert with_both(course, "replay", "1000") == "1000 deals: equal\n"


@pytest.mark.full
@pytest.mark.parametrize("bot", ["random", "rules"])
def test_ours_play_there(course: Path, bot: str) -> None:
    points = float(with_both(course, "play", bot, "20").split()[0])
    assert points > 0.5 or bot == "random"


@pytest.mark.full
@pytest.mark.parametrize("bot", ["RandBot", "BullyBot", "RdeepBot,num_samples=2,depth=3"])
def test_its_play_here(course: Path, bot: str) -> None:
    args = ["tournament", f"cmd:course/bin/python course.py:bot={bot}", "random", "--game", "vu"]
    done = subprocess.run(
        [sys.executable, "-m", "schnapsen_ai", *args, "--deals", "100", "--seed", "1", "--strict"],
        cwd=course, capture_output=True, text=True, timeout=500,
    )
    assert done.returncode == 0 and "forfeit" not in done.stdout, done.stdout + done.stderr


@pytest.mark.full
def test_it_plays_no_other_game(course: Path) -> None:
    bot = "cmd:course/bin/python course.py:bot=RandBot"
    done = subprocess.run(
        [sys.executable, "-m", "schnapsen_ai", "tournament", bot, "random", "--deals", "2"],
        cwd=course, capture_output=True, text=True, timeout=200,
    )
    assert "forfeit" in done.stdout
