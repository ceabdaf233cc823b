"""Checks of the twins of Watten and Schafkopf that do not depend on the game."""

from typing import Any

from naive_four_seats import FourSeatDeal, after, cards, perft

SORTED_PACK = (
    "7C 8C 9C JC QC KC TC AC 7S 8S 9S JS QS KS TS AS "
    "7H 8H 9H JH QH KH TH AH 7D 8D 9D JD QD KD TD AD"
)
MIXED_PACK = (
    "7C AC TS KH QD JC 9S 8H 7D AD TC KS QH JD 9C 8S "
    "7H AH TD KC QS JH 9D 8C 7S AS TH KD QC JS 9H 8D"
)


def check_record(kind: type[FourSeatDeal], record: dict[str, Any]) -> None:
    """Replay a recorded deal: turn and legal moves at every move, then the payoffs."""
    deal = kind(record["game"], record["pack"])
    for seat, move, legal in zip(record["to_move"], record["moves"], record["legal"], strict=True):
        assert (deal.to_move, deal.legal()) == (seat, legal)
        deal.play(move)
    assert (deal.to_move, deal.legal(), list(deal.payoffs())) == (None, [], record["payoffs"])
    assert deal.history == record["moves"]


def check_perft(deal: FourSeatDeal, counts: list[int]) -> None:
    """Compare the counts of depth 1, 2, ..."""
    assert [perft(deal, depth) for depth in range(1, len(counts) + 1)] == counts


def replay(kind: type[FourSeatDeal], record: dict[str, Any], hidden: int) -> FourSeatDeal:
    """Replay a recorded deal until no hand has more than `hidden` cards."""
    deal = kind(record["game"], record["pack"])
    for move in record["moves"]:
        if max(len(hand) for hand in deal.hands) <= hidden:
            break
        deal.play(move)
    return deal


def play_all(deal: FourSeatDeal, moves: list[int]) -> None:
    """Play moves in order."""
    for move in moves:
        deal.play(move)


def play_cards(deal: FourSeatDeal, text: str) -> None:
    """Play the cards written."""
    play_all(deal, cards(text))


def plain_value(deal: FourSeatDeal, seat: int) -> int:
    """Minimax as in a textbook: the seat's side maximises its payoff, the other minimises it."""
    mover = deal.to_move
    if mover is None:
        return deal.payoffs()[seat]
    sides = deal.sides()
    best = max if sides[mover] == sides[seat] else min
    return best(plain_value(after(deal, move), seat) for move in deal.legal())
