"""check_game finds what is wrong with a game, and says where: toy games with one mistake each.

Played without the compiler, which would take half a minute for each.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import toy

from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.deal.game import load
from schnapsen_ai.testing import CHECKS, GameError, check_game

pytestmark = [
    pytest.mark.interpreted,
    pytest.mark.skipif(COMPILED, reason="half a minute of compiling for each"),
]
SOURCE = Path(toy.__file__).read_text(encoding="utf-8")
OWN_REDEAL = """
@jit
def redeal(state: Any, seat: int, rng: Any) -> None:
    rest = unseen(state, seat)
    for other in range(4):
        for _ in range(4 - page.count(state.played[other]) if other != seat else 0):
            state.hand[other] |= rest & -rest
            rest &= rest - 1
    secrets(state)


page.complete(__name__)
"""
#: which check finds it; what of the toy's source is replaced, by what; what is said of it
MISTAKES = {
    "a name is missing": ("names", "ENDINGS = ", "ENDS = ", "has no ENDINGS"),
    "a name is of another type": (
        "names", "MAX_PLIES = 20", "MAX_PLIES = '20'", "MAX_PLIES is '20'",
    ),
    "other parameters": (
        "names", "payoff(state: Any, seat", "payoff(state: Any, player", "payoff takes",
    ),
    "no first ending": ("data", '("not over"', '("open"', "ENDINGS"),
    "packets that are not the pack": ("data", "(3, 4))", "(3, 3))", "packets .* are not 16 cards"),
    "too many moves": (
        "deals_end", "MAX_PLIES = 20", "MAX_PLIES = 12", "more moves than MAX_PLIES",
    ),
    "no end": ("deals_end", "state.ending = WON if", "state.ending = 0 if", "no legal move, yet"),
    "a payoff too high": (
        "payoffs", "MAX_ABS_PAYOFF = 4", "MAX_ABS_PAYOFF = 3", "exceed MAX_ABS_PAYOFF",
    ),
    "payoffs that do not add up": ("payoffs", "else -3", "else -2", "do not add up to 0"),
    "sides of other numbers": ("sides", "else 1\n", "else 2\n", "are not 0 and 1"),
    "a secret that is kept": (
        "redeal_hides_again",
        "    state.partner = page.NOBODY\n    if state.named",
        "    if state.named",
        "(is not conceal|could tell|others when|facts of the view)",
    ),
    "a bid that asks for hidden cards": (
        "redeal_hides_again",
        "(PACK & ~state.hand[seat])",
        "(PACK & ~state.hand[seat] & ~state.hand[(seat + 1) & 3])",
        "legal moves are others when the hidden cards are wiped",
    ),
    "nothing is learned of a bid": (
        "notation",
        "state.cannot_hold[seat] |= bit(move)", "pass", "(does not replay the moves|is not legal)",
    ),
    "hidden cards always dealt alike": (
        "uniform",
        "page.complete(__name__)", OWN_REDEAL, "(does not replay|do not come in|random packs)",
    ),
    "illegal advice": (
        "advice", "highest(legal & ~bit(PASS))", "np.int64(0)", "the rule player advises",
    ),
    "an ending without words": (
        "words", '"lost"', '"lost at cards"', "e.lost at cards has no text in en",
    ),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found(mistake: str, tmp_path: Path) -> None:
    check, old, new, said = MISTAKES[mistake]
    assert SOURCE.count(old) >= 1
    path = tmp_path / "toy.py"
    path.write_text(SOURCE.replace(old, new))
    (checking,) = (c for c in CHECKS if c.__name__ == f"check_{check}")
    with pytest.raises(GameError, match=said) as error:
        checking(load(str(path)), size=0.1)
    text = str(error.value)
    assert "toy" in text and ("\n" not in text or ".deal(pack=" in text)


def test_a_game_is_checked_as_a_whole(tmp_path: Path) -> None:
    check_game(toy, size=0.02)
    path = tmp_path / "toy.py"
    path.write_text(SOURCE.replace("else -3", "else -2"))
    with pytest.raises(GameError, match="do not add up"):
        check_game(str(path), size=0.1)
