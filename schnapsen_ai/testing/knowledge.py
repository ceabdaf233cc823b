"""What a seat knows: nothing hidden, nothing wrong, and hidden cards dealt as they may lie."""

from __future__ import annotations

import math
import random

import numpy as np

from ..batched.layout import Layout
from ..cards import Seat, members, set_of
from ..deal.game import Game
from ..deal.state import State, View
from .case import Case, concealed, decisions, hands, kernels, seats_of, times

_MOST_SIGMA = 5.0  # how far shares of redealt cards may be from those of random packs


def check_redeal_hides_again(game: Game, deals: int = 8, size: float = 1.0) -> None:
    """Conceal, redeal, conceal: byte for byte the same; legal moves need nothing hidden."""
    case, words = Case(game), np.array([7], np.uint64)
    for state in decisions(case, times(deals, size), seed=5):
        if state.is_over:
            continue
        sizes = [h.bit_count() for h in hands(game, state.record())]
        for seat in range(game.n_seats):
            case.seat = seat
            hidden = concealed(state, seat)
            for redeal in (kernels(game).redeal_only, game.board.redeal_at):
                world = hidden.copy()
                with case.trying("redeal"):
                    redeal(world, 0, seat, words)
                dealt = [h.bit_count() for h in hands(game, world)]
                case.expect(dealt == sizes, f"redeal gives hands of {dealt} cards, not of {sizes}")
                game.board.conceal_at(world, 0, seat)
                case.expect(world.tobytes() == hidden.tobytes(), "conceal, redeal, conceal is not "
                            f"conceal: {_different(world, hidden)} differ")
            again = hidden.copy()
            game.board.conceal_at(again, 0, seat)
            case.expect(again.tobytes() == hidden.tobytes(), "to conceal twice is another thing")
            if seat == state.to_move:
                told = game.board.legal_at(hidden, 0) == game.board.legal_at(state.record(), 0)
                case.expect(told, "legal moves are others when the hidden cards are wiped")


def _different(a: np.ndarray, b: np.ndarray) -> str:
    names = a.dtype.names or ()
    return ", ".join(n for n in names if a[n].tobytes() != b[n].tobytes()) or "bytes between fields"


def check_worlds_replay(game: Game, deals: int = 8, size: float = 1.0) -> None:
    """A redealt world was possible: its pack and the history give what the seat sees.

    As the worlds differ in all that is hidden, this also shows that a concealed record, the facts
    and the observation hold nothing hidden.
    """
    case, rng = Case(game), np.random.default_rng(8)
    forms = [Layout(game, form) for form in ("compact", "onehot+options+recall")]
    for state in decisions(case, times(deals, size), seed=6):
        if state.is_over:
            continue
        for seat in seats_of(state, size):
            case.seat = seat
            view = state.view(seat)
            with case.trying("redeal and backfill"):
                world = view.redeal(rng)
                replayed = game.deal(pack=world.pack)
            with case.trying(f"a redealt pack, {world.pack}, does not replay the moves"):
                for move in state.history:
                    replayed.play(move)
            case.expect(hands(game, replayed.record()) == hands(game, world.record()),
                        f"the redealt pack {world.pack} does not lead to the redealt hands")
            seen, mine = concealed(replayed, seat), concealed(state, seat)
            case.expect(seen.tobytes() == mine.tobytes(), f"the seat could tell the redealt pack "
                        f"{world.pack} from the true one: by {_different(seen, mine)}")
            same = replayed.view(seat)
            case.expect(view.numbers == same.numbers, "facts of the view tell of hidden cards")
            for form in forms:
                case.expect((form.of(view) == form.of(same)).all(),
                            f"the observation tells of hidden cards: {form!r}")
            _check_observation(case, state, seat)


def _check_observation(case: Case, state: State, seat: Seat) -> None:
    """The whole vector is written, and from what the seat sees alone."""
    n = case.game.rules.OBSERVATION_SIZE
    low, high = np.zeros(n, np.uint8), np.full(n, 255, np.uint8)
    case.game.board.observe_at(concealed(state, seat), 0, seat, low)
    case.game.board.observe_at(concealed(state, seat), 0, seat, high)
    case.expect((low == high).all(), f"observe leaves {members(set_of(np.where(low != high)[0]))} "
                "of the vector unwritten")


def check_knowledge_is_true(game: Game, deals: int = 12, size: float = 1.0) -> None:
    """Cards said to be in a hand are there, and those said not to be are not."""
    case = Case(game)
    for state in decisions(case, times(deals, size), seed=8):
        if state.is_over:
            continue
        truth = hands(game, state.record())
        for seat in range(game.n_seats):
            case.seat = seat
            view = state.view(seat)
            case.expect(set_of(view.hand) == truth[seat], "the view's hand is not the seat's")
            case.expect(set(view.unseen) | set(view.seen) == set(game.pack),
                        "cards seen and unseen are not the pack")
            case.expect(not set(view.unseen) & set(view.hand), "the own hand is unseen")
            for other in range(game.n_seats):
                wrong = members(set_of(view.known(other)) & ~truth[other])
                case.expect(not wrong, f"known_in has {wrong} with seat {other}: wrong")
                wrong = members(set_of(view.absent(other)) & truth[other])
                case.expect(other == seat or not wrong,
                            f"known_absent_from has {wrong} not with seat {other}: wrong")


def _ways(view: View) -> int:
    """Ways to place the unseen cards in the hidden places of hands; the rest lies elsewhere."""
    left = len(view.unseen)
    total = 1
    for other in range(view.game.n_seats):
        if other != view.seat:
            size = view.game.rules.hand_size(view.record()[0], other)
            hidden = size - len(set(view.known(other)) - set(view.unseen))
            total *= math.comb(left, hidden)
            left -= hidden
    return total


def check_true_deal_is_reached(
    game: Game, deals: int = 30, size: float = 1.0, tries: int = 4000
) -> None:
    """Redealing often enough gives the cards as they are, where few places are open."""
    case, words = Case(game), np.array([9], np.uint64)
    most = 300 * min(size, 1.0)
    found = 0
    for state in decisions(case, times(deals, size), seed=7):
        seat = case.seat = state.to_move
        if seat is None or found == 12:
            continue
        view = state.view(seat)
        if not view.unseen or _ways(view) > most:
            continue
        truth, hidden = hands(game, state.record()), concealed(state, seat)
        for _ in range(tries):
            world = hidden.copy()
            kernels(game).redeal_only(world, 0, seat, words)
            if hands(game, world) == truth:
                found += 1
                break
        case.expect(hands(game, world) == truth, f"the true hands do not come in {tries} redeals")
    case.state = case.seat = None
    case.expect(found or size < 1, "no deal gets to where few cards are hidden")


def check_uniform(
    game: Game, positions: int = 3, size: float = 1.0, worlds: int = 500, tries: int = 8000
) -> None:
    """Each hidden card lies with each seat as often after `redeal` as in random packs that fit.

    Those packs have the cards that the seat saw at their places; of all others the ones that the
    moves can be played with, and that then look the same to the seat, are kept.
    """
    case, chance = Case(game), random.Random(13)
    words = np.array([14], np.uint64)
    worlds, tries = times(worlds, size), times(tries, size)
    done = 0
    for state in decisions(case, 4 * positions, seed=15):
        if done == max(1, round(positions * min(size, 1.0))):
            break
        n = len(state.history)
        if state.is_over or not n or chance.random() > 0.4 or n > 6:
            continue
        seat = case.seat = chance.randrange(game.n_seats)
        fits = _fitting(state, seat, worlds, tries, chance)
        if len(fits) < worlds // 4:
            continue
        hidden, dealt = concealed(state, seat), []
        for _ in range(4 * len(fits)):
            world = hidden.copy()
            kernels(game).redeal_only(world, 0, seat, words)
            dealt.append(hands(game, world))
        _compare(case, fits, dealt)
        done += 1


def _fitting(
    state: State, seat: Seat, worlds: int, tries: int, chance: random.Random
) -> list[list[int]]:
    """Hands of random packs that a seat cannot tell from the true one."""
    game, hidden = state.game, concealed(state, seat)
    places = hidden["pack"][0, : len(game.pack)].tolist()
    open_ = [i for i, card in enumerate(places) if card == 255]
    cards = sorted(set(game.pack) - set(places))
    pool, match = game.new_pool(1), game.new_match()
    found: list[list[int]] = []
    for k in range(tries):
        if len(found) == worlds or (k == tries // 10 and len(found) < worlds // 100):
            break
        chance.shuffle(cards)
        for i, card in zip(open_, cards, strict=True):
            places[i] = card
        pool["pack"][0, : len(places)] = places
        game.board.lay_out_at(pool, match)
        if all(game.board.try_move(pool, 0, move) for move in state.history):
            truth = hands(game, pool)
            game.board.conceal_at(pool, 0, seat)
            if pool.tobytes() == hidden.tobytes():
                found.append(truth)
    return found


def _compare(case: Case, fits: list[list[int]], dealt: list[list[int]]) -> None:
    """Shares of each card in each hand, in two samples of hands."""
    a, b = np.array(fits), np.array(dealt)
    for card in case.game.pack:
        for other in range(case.game.n_seats):
            p, q = (a[:, other] >> card & 1).mean(), (b[:, other] >> card & 1).mean()
            both = (p * len(a) + q * len(b)) / (len(a) + len(b))
            sigma = math.sqrt(both * (1 - both) * (1 / len(a) + 1 / len(b)))
            case.expect(abs(p - q) <= _MOST_SIGMA * sigma + 1e-9,
                        f"card {card} is with seat {other} in {p:.1%} of {len(a)} random packs "
                        f"that fit what is seen, and in {q:.1%} of {len(b)} redealt ones")
