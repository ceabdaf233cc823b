"""The position notation: what cannot be is refused, by the name of its field."""

from __future__ import annotations

import re

import pytest
from sizes import few_and_many

import schnapsen_ai as sa
from schnapsen_ai.deal import notation

pytestmark = pytest.mark.interpreted
GAME = sa.load("schnapsen")
START = "schnapsen hands=ASTSKHQDJC/JHQHKSTCAD talon=QSJDTDKDQCAHTHKCAC up=JS trump=S"


def test_the_example_of_the_help_is_a_position() -> None:
    (example,) = re.findall(r"^    (schnapsen hands=.*)$", str(notation.__doc__), re.M)
    assert GAME.position(example).text() == example


IMPOSSIBLE = {
    "points=66/90": "points=66/90: seat 0 has no trick",
    "closed=0:99/9": "closed=0:99/9: seat 1 has 0 points and 0 tricks now",
    "phase=final": "phase=final: all cards must have been played",
    "phase=trick": "phase=trick",
    "pending=1/1": "pending=1/1",
    "pending=140/0": "pending=140/0",
    "pending=100/100": "all marriages together are worth 100",
    "pair=S": "pair=S: the seat to lead must hold",
    "score=0/0": "score=0/0: each seat needs 1 to 7",
    "score=99/1": "score=99/1",
    "swapped=3/0": "swapped: only 0 tricks",
    "swapped=x/0": "swapped=x/0",
    "married=JH/-": "married: seat 0 cannot have JH",
    "result=5": "result: only of a deal that is over",
    "seat=0 holds=KS/-": "holds: seat 0 cannot have KS",
    "led=AS": "AS lies in two places",
}


@pytest.mark.parametrize("field", IMPOSSIBLE)
def test_what_cannot_be_at_the_start(field: str) -> None:
    with pytest.raises(ValueError, match=re.escape(IMPOSSIBLE[field])):
        GAME.position(f"{START} {field}")


REFUSED = {
    START.replace("trump=S", "trump=H"): "trump=H: up=JS is of another suit",
    START.replace("KCAC", "KC"): "AC lie nowhere, and 0 tricks have 0 cards",
    START.replace("ASTS", "ASAS"): "AS lies in two places",
    START.replace("ASTS", "AS9S"): "9S is not in the pack",
    "hands=AS/TS talon=- up=- trump=S tricks=5/4 points=150/90": "there are 230 at most",
    "hands=-/- talon=- up=- trump=S tricks=6/4 points=70/50": "with no card left",
    START.replace("schnapsen ", "schnapsen[flat=1,flat=0] "): "flat=0 is given twice",
    START.replace("schnapsen ", "schnapsen[flat] "): "write name=value",
    f"{START} phase=over result=5": "winner, value, ending",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(REFUSED[text])):
        GAME.position(text)


@few_and_many("deals", 4, 12)
@pytest.mark.parametrize("name", sa.games()[:7])
def test_every_position_of_play_is_possible(name: str, deals: int) -> None:
    """What random play leads to, with shown cards, closes and claims, is read and written."""
    game = sa.load(name)
    for index in range(deals):
        state = game.deal(seed=3, index=index)
        while not state.is_over:
            assert game.position(state.text()).text() == state.text()
            moves = state.legal_moves()
            state.play(moves[(index * 7 + len(state.history) * 3) % len(moves)])


def test_resigning() -> None:
    for seat, says in ((5, "seat 5 is not in 0..1"), (-1, "seat -1"), ("0", "seat '0'")):
        state = GAME.deal(seed=7)
        with pytest.raises(ValueError, match=says):
            state.resign(seat)  # type: ignore[arg-type]
    state.resign(0)
    assert state.payoffs() == (-3, 3)
    with pytest.raises(ValueError, match="the deal is over"):
        state.resign(1)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: GAME.deal(pack=5), "5 is not text: write a pack as a string"),
        (lambda: GAME.deal(seed=1, index=-1), "index=-1 is not a whole number from 0 on"),
        (lambda: GAME.deal(seed=1, index="x"), "index='x'"),
        (lambda: GAME.position(5), "5 is not text: write a position"),
        (lambda: GAME.parse_move(5), "5 is not text: write a move"),
        (lambda: GAME.parse_move("9C"), "'9C' is not a move of schnapsen"),
        (lambda: GAME.move_text(2), "2 is not a move of schnapsen"),
        (lambda: GAME.move_text("x"), "x is not a move of schnapsen"),
        (lambda: sa.play_deals("random", "bully", game=5), "game 5 is not known"),
    ],
)
def test_a_wrong_kind_of_value_is_named(call, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        call()
