"""The oracle for hidden cards against its own definition, the literal replay of every deal."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from math import comb, factorial

import pytest
from naive import Deal, cards, consistent, full_pack, redeal_hands, redeals, redeals_brute

Stop = Callable[[Deal], bool]


def played(
    rng: random.Random, game: str, stop: Stop, avoid: tuple[int, ...] = (38, 39), **options
) -> Deal:
    """A random deal played at random to the first position that `stop` wants."""
    while True:
        deal = Deal(game, rng.sample(full_pack(game), len(full_pack(game))), **options)
        while deal.to_move is not None and not stop(deal):
            moves = [move for move in deal.legal() if move not in avoid]
            if not moves:
                break
            deal.play(rng.choice(moves))
        if stop(deal):
            return deal


def after_tricks(number: int) -> Stop:
    return lambda deal: deal.tricks_played >= number


def check_talons(rng: random.Random, deal: Deal, seat: int, **options) -> None:
    """Three face-down talons against the literal replay: the real one and two at random."""
    arguments = deal.game, deal.pack, deal.history, seat
    hands = redeal_hands(*arguments, **options)
    assert frozenset(deal.hands[1 - seat]) in hands
    hidden = set(deal.hands[1 - seat]) | set(deal.talon)
    movable = sorted(hidden - {turned_up(deal)})
    likely = hidden - rng.choice(sorted(hands, key=sorted))
    for talon in (deal.talon, sorted(likely), rng.sample(movable, len(deal.talon))):
        hand = frozenset(hidden - set(talon))
        expected = {(hand, tuple(talon)): hands[hand]} if hand in hands else {}
        assert expected == redeals_brute(*arguments, talon=tuple(talon), **options)


def turned_up(deal: Deal) -> int:
    """The card turned up at the deal."""
    return deal.pack[12 if deal.game == "sixty_six" else 6]


OPTIONS = [
    ("schnapsen", {}),
    ("schnapsen", {"marriage": "auto"}),
    ("schnapsen", {"marriage": "auto", "marriage_lead": "king"}),
    ("schnapsen", {"marriage": "auto", "claim": "auto"}),
    ("schnapsen", {"marriage": "auto", "marriage_counts": "next_trick"}),
    ("schnapsen", {"opponent_exchange_on_close": "auto"}),
    ("snaps_bosnian", {}),
    ("schnapsen_hard", {}),
    ("vu", {}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_two_tricks(game, options):
    rng = random.Random(f"{game} {options}")
    for seat in (0, 1):
        deal = played(rng, game, after_tricks(2), **options)
        check_talons(rng, deal, seat, **options)


@pytest.mark.full
@pytest.mark.parametrize(("game", "options"), [pair for pair in OPTIONS if pair[0] != "vu"])
def test_closed_deals(game, options):
    rng = random.Random(f"{game} {options}")
    for seat in (0, 1):
        deal = played(rng, game, closed_after(2, 2), **options)
        check_talons(rng, deal, seat, **options)


def closed_after(tricks: int, strict_tricks: int) -> Stop:
    """Closed after some tricks and played on for some more."""
    return lambda deal: (
        deal.closed_by is not None
        and deal.tricks_played == tricks + strict_tricks
        and len(deal.hands[0]) == 5 - strict_tricks
        and deal.led is None
    )


@pytest.mark.slow
def test_sixty_six_before_the_draw():
    rng = random.Random(1)
    to_draw = played(rng, "sixty_six", lambda deal: deal.draw_pending and deal.tricks_played == 2)
    check_talons(rng, to_draw, 0)


@pytest.mark.full
@pytest.mark.parametrize("swap", [True, False])
def test_sixty_six_swap(swap):
    rng = random.Random(1)
    deal = played(rng, "sixty_six", closed_early(swap))
    check_talons(rng, deal, deal.closed_by)


def closed_early(swap: bool) -> Stop:
    """Sixty-Six closed in the first tricks, with or without the automatic swap, and played on."""
    return lambda deal: (
        deal.swapped is swap and deal.tricks_played >= 3 and len(deal.talon) in (7, 9)
    )


@pytest.mark.slow
def test_everything_by_brute_force():
    """The talon gone: nine places for the opponent's cards, every filling replayed."""
    game, options = "schnapsen", {"marriage": "auto", "marriage_lead": "king"}
    rng = random.Random(game)
    seat = 0

    def stop(deal: Deal) -> bool:  # the opponent has the turn-up, so nine cards are hidden
        gone = deal.talon_left == 0 and deal.tricks_played >= 6
        return gone and bool(deal.shown[1 - seat] & {turned_up(deal)})

    deal = played(rng, game, stop, avoid=(36, 37, 38, 39), **options)
    arguments = game, deal.pack, deal.history, seat
    assert redeals(*arguments, **options) == redeals_brute(*arguments, **options)


def test_nothing_seen_yet():
    """Before the first move every hand is as likely, and every order of the talon."""
    pack = full_pack("schnapsen")
    hands = redeal_hands("schnapsen", pack, [], 0)
    assert len(hands) == comb(14, 5)
    assert set(hands.values()) == {comb(5, 3)}


@pytest.mark.slow
def test_other_packs_by_the_definition():
    """Two hidden cards change places: if that pack fits, its world was counted."""
    rng = random.Random(1)
    deal = played(rng, "schnapsen", after_tricks(4))
    worlds = redeals("schnapsen", deal.pack, deal.history, 0)
    own = set(deal.packets[0][0] + deal.packets[0][1]) | {turned_up(deal)}
    verdicts = []
    for one, two in combinations([card for card in deal.pack if card not in own], 2):
        swap = {one: two, two: one}
        other = [swap.get(card, card) for card in deal.pack]
        verdicts.append(consistent("schnapsen", deal.pack, other, deal.history, 0))
        if verdicts[-1]:
            end = Deal("schnapsen", other)
            for move in deal.history:
                end.play(move)
            assert (frozenset(end.hands[1]), tuple(end.talon)) in worlds
    assert True in verdicts and False in verdicts


@pytest.mark.slow
def test_absent_swap_is_public():
    """A close without a swap says that the opponent does not hold the trump nine."""
    order = cards("AC TC KC AS TS KS AD TD KD QC JC QS TH") + cards(
        "9H AH KH QH JH JS 9S 9C QD JD 9D"
    )
    hands = redeal_hands("sixty_six", order, [37], 0)
    assert len(hands) == comb(16, 6)  # seventeen hidden cards, the nine is not in the hand
    assert all(cards("9H")[0] not in hand for hand in hands)


@pytest.mark.slow
def test_king_led_alone_says_no_queen_then():
    """Under marriage=auto the king led alone: a queen in the hand now must have been drawn."""
    options = {"marriage": "auto", "marriage_lead": "king"}
    # forehand KS JC JD | dealer AS AC TC | up TH | forehand QC QD | dealer AD KC | talon
    pack = cards("KS JC JD AS AC TC TH QC QD AD KC KD JH TS TD AH KH QH JS QS")
    history = cards("KS AS")
    hands = redeal_hands("schnapsen", pack, history, 1, **options)
    queen = cards("QS")[0]
    held, king_only = [h for h in hands if queen in h], [h for h in hands if queen not in h]
    # with the queen: she is the card just drawn, the other four were dealt with the king;
    # without: any of the five may be the one drawn
    assert {hands[hand] for hand in held} == {1 * comb(5, 3)}
    assert {hands[hand] for hand in king_only} == {5 * comb(5, 3)}
    assert len(held) == comb(11, 4) and len(king_only) == comb(11, 5)
    declared = redeal_hands("schnapsen", pack, history, 1, **options | {"marriage": "declared"})
    assert set(declared.values()) == {5 * comb(5, 3)}


def test_orders_of_the_talon():
    deal = played(random.Random(3), "schnapsen", after_tricks(3))
    arguments = "schnapsen", deal.pack, deal.history, 1
    worlds, hands = redeals(*arguments), redeal_hands(*arguments)
    assert len(worlds) == len(hands) * factorial(len(deal.talon))
    assert all(count == hands[hand] for (hand, _), count in worlds.items())
