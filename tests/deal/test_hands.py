"""Positions by hands: what a seat sees is read as it was written, contradictions are named."""

from __future__ import annotations

import random
import re

import pytest

import schnapsen_ai as sa
from schnapsen_ai.deal import hands
from schnapsen_ai.words import LANGUAGES, move_name

pytestmark = pytest.mark.interpreted
BY_HANDS = [
    "bauernschnapsen", "rablo", "schafkopf", "snapszer2", "snapszer3", "watten",
    "watten[schlag_must_hold=yes]", "bauernschnapsen[trump_any=yes]",
]  # fmt: skip
TRUMP_NAMED = "bauernschnapsen hands=HAHXHKEAEX/?/?/? moves=trump-herz"
SCHAFKOPF = "schafkopf hands=EOHOGXSASOEXH7S8/?/?/?"
CALLED = f"{SCHAFKOPF} moves=call-gras,pass,pass,pass,EX"


def positions(game: sa.Game, deals: int, chance: random.Random):
    """Some of what seats see in random deals, every other one the deal of a match."""
    for index in range(deals):
        state = game.deal(seed=31, index=index, match=game.new_match() if index % 2 else None)
        while not state.is_over:
            yield state.view(chance.randrange(game.seats_of(state.record()[0])))
            moves = state.legal_moves()
            cards = [m for m in moves if m < 32]
            state.play(chance.choice(cards if cards and chance.random() < 0.7 else moves))


def load(spec: str) -> sa.Game:
    name, _, options = spec.rstrip("]").partition("[")
    return sa.load(name, **dict([options.split("=")] if options else []))


@pytest.mark.parametrize("spec", BY_HANDS)
def test_a_view_is_read_as_it_was_written(spec: str) -> None:
    game, chance = load(spec), random.Random(spec)
    for view in positions(game, 2, chance):
        if chance.random() < 0.1:
            again = game.position(view.text())
            assert again.text() == view.text()
            assert again.record().tobytes() == view.record().tobytes()
            assert again.numbers == view.numbers and again.history == view.history
            assert (again.seat, again.whole, again.in_match) == (view.seat, True, view.in_match)


@pytest.mark.slow
@pytest.mark.parametrize("spec", BY_HANDS)
def test_every_view_is_read_as_it_was_written(spec: str) -> None:
    game, chance = load(spec), random.Random(spec)
    for view in positions(game, 40, chance):
        again = game.position(view.text())
        assert again.record().tobytes() == view.record().tobytes(), view.text()
        assert again.numbers == view.numbers and again.history == view.history


@pytest.mark.parametrize("name", sa.games())
def test_moves_are_read_in_every_language_and_style(name: str) -> None:
    game = sa.load(name)
    for move, called in game.rules.MOVE_NAMES.items():
        for style in ("french", "german", "hungarian"):
            assert game.parse_move(game.move_text(move, style)) == move
        for language in LANGUAGES:
            for style in ("french", "german"):
                assert game.parse_move(move_name(language, called, style)) == move


@pytest.mark.slow
def test_the_example_of_the_help_is_a_position() -> None:
    (example,) = re.findall(r"^    (schafkopf hands=.*)$", str(hands.__doc__), re.M)
    view = sa.load("schafkopf").position(example)
    assert view.seat == 0 and view.to_move == 1  # to double, or not


READ_ALIKE = [
    (CALLED, "schafkopf hands=QCQHTSADQDTC7H8D/?/?/? moves=call-S,pass,pass,pass,TC"),
    (CALLED, CALLED.replace("call-gras,pass", "Ruf_auf_Laub,weiter").replace("EX,", "EZ,")),
    (CALLED, CALLED.replace("call-gras,pass", "hivas-zold,mehet").replace("GX", "G10")),
    (CALLED, "schafkopf hands=?/?/EOHOGXSASOEXH7S8/? dealt=1 " + CALLED.partition("/? ")[2]),
    (CALLED, "schafkopf hands=?/?/EOHOGXSASOEXH7S8/? leads=2 " + CALLED.partition("/? ")[2]),
]


@pytest.mark.parametrize("number", range(len(READ_ALIKE)), ids="schafkopf{}".format)
def test_other_ways_to_write_the_same(number: int) -> None:
    one, other = READ_ALIKE[number]
    game = sa.load("schafkopf")
    assert game.position(one).text() == game.position(other).text()


@pytest.mark.slow
def test_the_score_counts_players_as_their_hands_are_written_schafkopf() -> None:
    game = sa.load("schafkopf")
    view = game.position("hands=?/EOHOGXSASOEXH7S8/?/? dealt=0 score=40/10/20/30")
    assert view.seat == 0 and view.money == (10, 20, 30, 40)
    assert view.in_match and game.position(view.text()).text() == view.text()


@pytest.mark.slow
def test_a_card_turned_up_must_be_written_bauernschnapsen() -> None:
    game = sa.load("bauernschnapsen")
    view = game.position("hands=???GK?/HAHXHKEAEX/?/? moves=turn-up,pass")
    assert view.seat == 1 and game.move_text(view.known(0)[0]) == "KS"
    with pytest.raises(ValueError, match="have shown cards of seat 0 that are not written"):
        game.position("hands=?/HAHXHKEAEX/?/? moves=turn-up,pass")


@pytest.mark.slow
def test_every_hand_is_an_open_deal_watten() -> None:
    state = sa.load("watten").position("hands=ASKSQSJSTS/AHKHQHJHTH/ACKCQCJCTC/ADKDQDJDTD")
    assert isinstance(state, sa.State) and state.to_move == 0


REFUSED = {
    f"{SCHAFKOPF} moves=call-schellen": "move 1, call-schellen: not legal for seat 0: legal are",
    f"{CALLED},pass,pass,pass,E7,EZ": "move 10, EZ: seat 0 has played it before",
    f"{CALLED},pass,pass,pass,HA,E9,E8,EO": "move 12, EO: seat 1 cannot play it: seat 0 holds it",
    f"{CALLED},pass,pass,pass,G7,E9,E8,GO,G9,G8,G7": "move 12, GO: ",
    f"{SCHAFKOPF} moves=weiter,weiter,weiter,weiter,E7": "the deal is over with it, and more moves",
    "schafkopf hands=EOHOGXSASO/?/?/?": "seat 0 has seen 8 of its cards, and 5 of them are written",
    "schafkopf hands=EOHOGXSASOEXH7S8/EO?/?/?": "QC lies in two places",
    f"{SCHAFKOPF.replace('/?', '/GA', 1)}": "AS of seat 1 is not known to seat 0",
    "schafkopf hands=EOHOGXSASOEXH7S8/?/?": "3 hands, schafkopf has 4 seats: write ?/?/?/?",
    f"{SCHAFKOPF} moves=call-herz": "'call herz' is not a move of schafkopf",
    f"{SCHAFKOPF} score=1/2": "score=1/2 does not hold 4 numbers",
    f"{SCHAFKOPF} over=1": "the match is over",
    f"{SCHAFKOPF} mist=1": "mist: no such field; the fields are hands, moves",
    f"{SCHAFKOPF} dealt=0 leads=3": "the next after the dealer leads, which is 1",
    f"{SCHAFKOPF} dealt=7": "dealt=7 is not in 0..3",
    "schafkopf moves=pass": "the field hands= is missing",
    "schafkopf hands=?/?/?/?": "say whose view this is",
    "schafkopf hands=EO?/GO?/?/?": "say whose view this is",
    TRUMP_NAMED.partition(" moves")[0]: "more cards of seat 0 are written than it has seen",
    TRUMP_NAMED.replace("herz", "gras"): "not legal for seat 0: legal are trump H, turn up",
    "watten hands=?/EAE7H8H9S8/?/? moves=schlag-8,trumpf-eichel,bieten score=13/0":
        "move 3, bieten: not legal for seat 0 in any deal that fits",
    "watten hands=?/EAE7H8H9S8/?/? moves=schlag-8,trumpf-eichel,E8,H8":
        "move 4, H8: not legal for seat 1: legal are",
}  # fmt: skip


#: Where all deals that fit are looked for.
DEAR = ("in any deal that fits", "the deal is over with it")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, marks=pytest.mark.slow) if any(map(says.count, DEAR)) else text
        for text, says in REFUSED.items()
    ],
)
def test_contradictions_are_named(text: str) -> None:
    name, _, rest = text.partition(" ")
    with pytest.raises(ValueError, match=re.escape(REFUSED[text])) as error:
        sa.load(name).position(rest)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["schnapsen", "sixty_six", "watten"])
def test_a_deal_written_by_hands_is_kept(name: str) -> None:
    from schnapsen_ai.deal.transcript import Record, parse_records

    game = sa.load(name)
    state = game.deal(seed=4)
    start = Record(game, tuple("abcd"[: game.n_seats]), tuple(state.origin), [])
    text = start.text(by_hands=True)
    assert "hands: " in text and "pack:" not in text
    (again,) = parse_records(text)
    assert again.start().view(0).record().tobytes() == state.view(0).record().tobytes()
    assert again.text(by_hands=True) == text
    for wrong, says in (("?", "every hand is written whole"), (r"\1", "lies in two places")):
        with pytest.raises(ValueError, match=says):
            list(parse_records(re.sub(r"(?<=hands: )\w\w (\w\w)", wrong + r" \1", text)))


@pytest.mark.slow
def test_play_goes_on_from_a_position_schafkopf(cli) -> None:
    code, out, _ = cli("play", "--position", CALLED, "--seed", "1", stdin="quit\n")
    assert code == 0 and "H7 " in out and "you may" in out
    code, _, err = cli("play", "--position", "schafkopf hands=EO/?/?/?")
    assert code == 2 and err.count("\n") == 1 and "has seen 8 of its cards" in err
    code, _, err = cli("play", "--position", CALLED, "--unit", "match")
    assert code == 2 and "one deal" in err
