"""How a game is played: cards, ends, payoffs, sides, hooks, and move counts against slow play."""

from __future__ import annotations

import functools

import numpy as np

from ..card_text import card_text
from ..cards import Seat, members, set_of
from ..deal.game import Game
from ..deal.state import State
from ..games.shared.open_cards import NO_BOUND
from .case import Case, decisions, hands, kernels, times


def check_cards_are_conserved(game: Game, deals: int = 30, size: float = 1.0) -> None:
    """No card is in two hands or comes back, and hand_size tells how many there are."""
    case = Case(game)
    gone: set[int] = set()
    before: list[int] = []
    for state in decisions(case, times(deals, size)):
        now = hands(game, state.record())
        if not state.history:
            gone = set()
            wanted = sorted(map(card_text, game.pack))
            case.expect(sorted(state.pack.split()) == wanted, "the cards dealt are not the pack")
        elif state.history[-1] < 32:
            card = state.history[-1]
            left = [s for s in range(game.n_seats) if (before[s] & ~now[s]) >> card & 1]
            gone |= {card} if left else set()
        everything = [c for h in now for c in members(h)]
        case.expect(len(set(everything)) == len(everything), "a card is in two hands")
        stray = set(everything) - (set(game.pack) - gone)
        case.expect(not stray, f"cards {stray} were played, or are not in the pack, yet in a hand")
        for seat, cards in enumerate(now):
            if not state.is_over:
                told = game.rules.hand_size(state.record()[0], seat)
                n = cards.bit_count()
                case.expect(told == n, f"hand_size of seat {seat} is {told}, it holds {n} cards")
        before = now


def check_deals_end(game: Game, deals: int = 100, size: float = 1.0) -> None:
    case = Case(game)
    for state in decisions(case, times(deals, size), seed=1):
        moves = state.legal_moves()
        if state.is_over:
            case.expect(not moves, f"legal moves {moves} in a finished deal")
            case.expect(state.history, "a deal is over before its first move")
            case.expect(len(state.payoffs()) == game.n_seats, "not one payoff for each seat")
            case.expect(state.ending != "not over", "the deal is over, its ending 'not over'")
        else:
            case.expect(state.ending == "not over", f"ending {state.ending!r}, yet not over")
            turn = int(state.record()["turn"][0])
            case.expect(turn == state.to_move, f"the field turn is {turn}, to_move {state.to_move}")


def check_payoffs(game: Game, deals: int = 100, size: float = 1.0) -> None:
    case = Case(game)
    most = getattr(game.rules, "MAX_ABS_PAYOFF", NO_BOUND)
    zero_sum = getattr(game.rules, "ZERO_SUM", True)
    for state in decisions(case, times(deals, size), seed=2):
        if state.is_over:
            paid = state.payoffs()
            case.expect(sum(paid) == 0 or not zero_sum, f"payoffs {paid} do not add up to 0")
            case.expect(max(map(abs, paid)) <= most, f"payoffs {paid} exceed MAX_ABS_PAYOFF {most}")


def check_sides(game: Game, deals: int = 20, size: float = 1.0) -> None:
    """Once known, the sides stay as they are until the end."""
    case = Case(game)
    known: list[int] = []
    for state in decisions(case, times(deals, size), seed=3):
        if not state.history:
            known = []
        if state.is_over:
            continue
        pool = state.record()
        sides = [int(kernels(game).side_at(pool, 0, s)) for s in range(game.n_seats)]
        if known:
            case.expect(sides == known, f"the sides were {known} and are {sides}")
        elif sides[0] >= 0:
            known = sides
            case.expect(set(sides) <= {0, 1}, f"sides {sides} are not 0 and 1")
        if game.n_seats == 2:
            case.expect(sorted(sides) == [0, 1], f"sides {sides} of two seats")


def check_hooks(game: Game, deals: int = 20, size: float = 1.0) -> None:
    """What the game tells the searches is true."""
    case, k = Case(game), kernels(game)
    promised: list[tuple[int, int]] = []

    def narrow(state: State) -> list[int]:
        moves = int(k.distinct_at(state.record(), 0))
        stray = members(moves & ~set_of(state.legal_moves()))
        case.expect(moves and not stray, f"distinct leaves no move, or illegal ones: {stray}")
        return members(moves)

    for state in decisions(case, times(deals, size), seed=4, narrow=narrow):
        pool = state.record()
        if not state.history:
            promised = [(-NO_BOUND, NO_BOUND)] * game.n_seats
        if state.is_over:
            for seat, payoff in enumerate(state.payoffs()):
                low, high = promised[seat]
                case.expect(low <= payoff <= high,
                            f"bounds promised seat {seat} {low} to {high}, it got {payoff}")
            continue
        some = int(k.sensible_at(pool, 0))
        stray = members(some & ~set_of(state.legal_moves()))
        case.expect(some and not stray, f"sensible leaves no move, or illegal ones: {stray}")
        case.expect(k.cost_at(pool, 0) >= 0, "exact_cost is negative")
        if min(int(k.side_at(pool, 0, s)) for s in range(game.n_seats)) >= 0:
            for s in range(game.n_seats):
                low, high = k.bounds_at(pool, 0, s)
                promised[s] = (max(promised[s][0], low), min(promised[s][1], high))


def check_perft(game: Game, deals: int = 4, size: float = 1.0, most: int = 2000) -> None:
    """Move sequences counted by the kernel (`play` alone) and by `State` (`learn`, then `play`)."""
    case = Case(game)
    for state in decisions(case, times(deals, size), seed=9):
        depth = 0
        while depth < 4 and state.perft(depth + 1) <= most * min(size, 1.0):
            depth += 1
        fast, slow = state.perft(depth), _slow_perft(state, depth)
        case.expect(fast == slow, f"{fast} sequences of {depth} moves, played one by one {slow}")


def _slow_perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        total += _slow_perft(after, depth - 1)
    return total


def check_match(game: Game, deals: int = 60, size: float = 1.0) -> None:
    """Deals of a match are booked: who sits where, whether it is over, who has won."""
    case = Case(game)
    chance = np.random.default_rng(10)
    players = set(range(game.n_seats))
    for dealer in range(game.n_seats):
        match = game.new_match(dealer)
        for index in range(times(deals, size / game.n_seats)):
            case.state = None
            sitting = [int(p) for p in match["player"][0, : game.n_seats]]
            seated = {p for p in sitting if p >= 0}
            case.expect(seated <= players and len(seated) == sum(p >= 0 for p in sitting),
                        f"players {sitting} sit at the seats of deal {index} of a match")
            case.expect(not match["over"][0] and match["winner"][0] < 0, "won before it is over")
            state = case.state = game.deal(seed=11, index=index, match=match)
            while not state.is_over:
                case.expect(state.to_move in range(len(seated)), "a seat that is out is to move")
                state.play(int(chance.choice(state.legal_moves())))
            with case.trying("next_deal"):
                game.board.next_deal_at(match, state.record())
            case.expect(match["deals"][0] == index + 1, "the match does not count its deals")
            if match["over"][0]:
                case.expect(match["winner"][0] < game.n_seats, "nobody of the match has won it")
                break


def check_exact_values(game: Game, deals: int = 5, size: float = 1.0) -> None:
    """The solver, with the game's bounds, distinct moves and keys, against plain minimax."""
    case = Case(game)
    for state in decisions(case, times(deals, size), seed=12):
        pool = state.record()
        known = not state.is_over and game.board.sides_known_at(pool, 0)
        if not known or not _ends_within(state, int(3000 * min(size, 1.0))):
            continue
        sides = [int(kernels(game).side_at(pool, 0, s)) for s in range(game.n_seats)]
        plain = functools.partial(_minimax, sides=sides)
        seat, found = state.to_move, state.move_values()
        assert seat is not None  # it is not over
        for move, worth in found.items():
            after = state.copy()
            after.play(move)
            wanted = plain(after, seat)
            case.expect(worth == wanted, f"move {move} is worth {worth}, by plain minimax {wanted}")


def _ends_within(state: State, most: int) -> bool:
    """Whether there are no more ways to play on, their beginnings counted too."""
    total, depth, n = 0, 0, 1
    while n and total <= most:
        depth += 1
        n = state.perft(depth)
        total += n
    return total <= most


def _minimax(state: State, seat: Seat, sides: list[int]) -> int:
    """What a seat gets when each side, all cards open, does its best."""
    mover = state.to_move
    if mover is None:
        return state.payoffs()[seat]
    values = []
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        values.append(_minimax(after, seat, sides))
    return max(values) if sides[mover] == sides[seat] else min(values)
