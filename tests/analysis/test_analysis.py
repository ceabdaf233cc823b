"""Analysis of decisions against the slow twin: worlds, open-card means, fair values, command."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import naive
import pytest
from naive import Deal, redeal_hands, redeals
from naive_fair import best_of, outcomes_of_move, strategies, worlds_of

import schnapsen_ai as sa
from schnapsen_ai.analysis import decision as module
from schnapsen_ai.analysis.decision import analyse
from schnapsen_ai.analysis.rows import Analysis, MoveRow
from schnapsen_ai.cards import members
from schnapsen_ai.games.schnapsen.worlds import count_worlds, list_worlds

RULES: list[tuple[str, dict]] = [
    ("schnapsen", {}),
    ("schnapsen", {"marriage": "auto"}),
    ("schnapsen", {"failed_close": "last_trick", "close_scoring": "at_end"}),
    ("schnapsen_auto_claim", {}),
    ("sixty_six", {}),
]
P142 = (
    "hands=QSKHADKDJD/????? talon=? up=JS trump=S points=33/13 tricks=2/2 "
    "gone=KSTSASJHJCQCKCTC"
)
CLOSED_142 = P142 + " closed=0:13/2"

Position = tuple[sa.State, Deal, dict]  # on the engine, on the twin, and its options


def walks(rng: random.Random, close: bool) -> Iterator[Position]:
    """Random play: the position at each decision, closed early if wanted."""
    while True:
        name, options = rng.choice(RULES)
        state = sa.load(name, **options).deal(seed=rng.randrange(10**9))
        deal = Deal(name, state.pack, **options)
        since = rng.randrange(1, 6)
        while not state.is_over:
            if deal.tricks_played:
                yield state, deal, options
            legal = state.legal_moves()
            move = rng.choice([m for m in legal if m not in (37, 38)])
            if close and 37 in legal and deal.tricks_played >= since:
                move = 37
            state.play(move)
            deal.play(move)


def worlds_on_both(position: Position) -> tuple[Analysis, list[Deal], list[int]]:
    """The analysis, and its worlds (tested below) on the twin, with their weights."""
    state, deal, _ = position
    view = state.view(deal.turn)
    analysis = analyse(view)
    states, weights = list_worlds(view.record(), view.seat)
    assert analysis.enumerated and analysis.worlds == len(states)
    worlds = [world_of(state, 1 - view.seat) for state in states]
    return analysis, worlds_of(deal, view.seat, worlds), weights.tolist()


def world_of(state, other: int) -> tuple[frozenset, tuple]:
    """A record as the twin writes a world: the other hand and the face-down talon."""
    size = int(state["pack_size"])
    talon = state["pack"][size + 1 - int(state["talon"]) : size].tolist()
    return frozenset(members(state["hand"][other])), tuple(talon)


def hidden_hands(state: sa.State, seat: int) -> int:
    return count_worlds(state.view(seat).record(), seat)


# --- worlds ---


@pytest.mark.slow
def test_worlds_are_the_twins_with_their_weights():
    """One call of the oracle takes a second: a few of each kind."""
    rng = random.Random(1)
    todo = {"unequal": 2, "ordered": 1, "last cards": 1, "closed": 2, "late": 1}
    for state, deal, options in walks(rng, close=True):
        few = hidden_hands(state, deal.turn)
        if not 1 < few <= 400 or rng.random() < 0.5:
            continue
        kind = "closed" if not deal.is_open else "ordered" if few > 10 else "last cards"
        states, weights = list_worlds(state.view(deal.turn).record(), deal.turn)
        if state._pool["absent"][0, 1 - deal.turn]:
            kind = "unequal" if len(set(weights.tolist())) > 1 else "late"
        if not todo[kind]:
            continue
        todo[kind] -= 1
        check_worlds(state, deal, options, states, weights.tolist())
        if not any(todo.values()):
            return


def check_worlds(state: sa.State, deal: Deal, options: dict, states, weights: list[int]) -> None:
    seat = deal.turn
    found = {world_of(s, 1 - seat): n for s, n in zip(states, weights, strict=True)}
    assert len(found) == len(states)
    if deal.is_open:
        wanted = redeals(deal.game, state.pack, state.history, seat, **options)
    else:
        found = {hand: n for (hand, _), n in found.items()}
        wanted = redeal_hands(deal.game, state.pack, state.history, seat, **options)
    assert len(found) == len(states) and found.keys() == wanted.keys(), state.text()
    factor = sum(wanted.values()) / sum(found.values())
    assert all(wanted[w] == pytest.approx(factor * n) for w, n in found.items()), state.text()


@pytest.mark.slow
def test_means_and_counts_are_those_of_the_twin():
    rng = random.Random(2)
    checked = unequal = 0
    for state, deal, options in walks(rng, close=True):
        if len(deal.hands[deal.turn]) > 4 or not 1 < hidden_hands(state, deal.turn) <= 10:
            continue
        if options.get("marriage") != "auto" and checked > 10 * (unequal + 1):
            continue
        analysis, deals, weights = worlds_on_both((state, deal, options))
        values = [naive.move_values(d) for d in deals]
        for row in analysis.moves:
            won = [v[row.move] > 0 for v in values]
            best = [v[row.move] == max(v.values()) for v in values]
            mean = sum(w * v[row.move] for w, v in zip(weights, values, strict=True))
            assert row.mean == pytest.approx(mean / sum(weights))
            assert (row.wins, row.best) == (sum(won), sum(best))
            share = sum(w for w, b in zip(weights, best, strict=True) if b) / sum(weights)
            assert row.best_share == pytest.approx(share)
            assert row.low is None and row.high is None
        checked += 1
        unequal += not analysis.equal
        if checked >= 25 and unequal >= 2:
            return


# --- fair values ---


def check_fair(position: Position, rows: int, memo: dict | None = None) -> int:
    """Hold the fair numbers of an analysis against brute force; rows by every strategy."""
    analysis, deals, weights = worlds_on_both(position)
    whole = sum(weights)
    checked = 0
    for row in analysis.moves:
        if memo is not None and row.text == "close":
            continue  # five cards each are too much for brute force
        outcomes = outcomes_of_move(deals, analysis.seat, row.move, memo)
        wins, points, total = best_of(outcomes, weights)
        place = position[0].text(), row
        assert row.fair_wins_share == pytest.approx(wins / whole), place
        assert row.fair_points == points, place
        assert row.fair_mean == pytest.approx(total / whole), place
        some = strategies(deals, analysis.seat, row.move, rows)
        if memo is None and some is not None:
            assert best_of(some, weights) == (wins, points, total), place
            checked += 1
    return checked


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "n", "worlds"), [(2, 15, 10), (3, 6, 4), (4, 3, 5)])
def test_fair_values_of_closed_positions_against_brute_force(cards: int, n: int, worlds: int):
    rng = random.Random(cards)
    checked = 0
    for position in walks(rng, close=True):
        state, deal, _ = position
        if deal.closed_by is None or len(deal.hands[deal.turn]) != cards:
            continue
        if not 1 < hidden_hands(state, deal.turn) <= worlds:
            continue
        checked += check_fair(position, 2000 if cards < 4 else 0)
        n -= 1
        if n <= 0:
            break
    assert checked or cards == 4


@pytest.mark.slow
def test_fair_values_where_a_fair_player_gets_less():
    """Positions with a difference between open cards and fair play are rare: look for them."""
    rng = random.Random(7)
    found = 0
    for position in walks(rng, close=True):
        state, deal, _ = position
        if deal.closed_by is None or len(deal.hands[deal.turn]) not in (3, 4):
            continue
        if not 1 < hidden_hands(state, deal.turn) <= 6:
            continue
        analysis = analyse(state.view(deal.turn))
        if all(row.fair_mean == row.mean for row in analysis.moves):
            continue
        check_fair(position, 0)
        found += 1
        if found == 3:
            return


@pytest.mark.slow
@pytest.mark.parametrize(
    ("leading", "n"), [(False, 1), pytest.param(True, 2, marks=pytest.mark.full)]
)
def test_fair_values_of_the_last_cards_of_the_talon(leading: bool, n: int):
    rng = random.Random(8)
    for position in walks(rng, close=False):
        state, deal, _ = position
        if not deal.is_open or deal.talon_left != 2 or hidden_hands(state, deal.turn) < 2:
            continue
        near = max(deal.points) >= 50  # the twin solves such deals sooner
        if (deal.led is None) == leading and (near or leading):
            check_fair(position, 0, memo={})
            n -= 1
        if not n:
            return


@pytest.mark.full
@pytest.mark.parametrize("seed", range(20))
def test_many_fair_values_against_brute_force(seed: int):
    rng = random.Random(100 + seed)
    n = 0
    for position in walks(rng, close=True):
        state, deal, _ = position
        cards = len(deal.hands[deal.turn])
        if deal.closed_by is None or cards > 4:
            continue
        if 1 < hidden_hands(state, deal.turn) <= (10 if cards < 3 else 5):
            check_fair(position, 1000 if cards < 4 else 0)
            n += 1
        if n == 20:
            return


@pytest.mark.slow
def test_position_142():
    rows = {r.text: r for r in analyse(sa.load("schnapsen").position(CLOSED_142)).moves}
    assert (rows["QS"].wins, rows["QS"].fair_wins, rows["QS"].fair_points) == (6, 4, -2)
    assert (rows["AD"].wins, rows["AD"].fair_wins, rows["AD"].fair_points) == (6, 6, 2)
    before = analyse(sa.load("schnapsen").position(P142))
    close = next(r for r in before.moves if r.text == "close")
    then = {r.text: r for r in close.then}
    assert {m: _numbers(r) for m, r in then.items()} == {m: _numbers(r) for m, r in rows.items()}
    assert close.fair_wins == max(r.fair_wins for r in then.values() if r.fair_wins is not None)


def _numbers(row: MoveRow) -> tuple:
    return row.mean, row.best, row.wins, row.fair_wins, row.fair_points, row.fair_mean


# --- sampling, and what is known ---


@pytest.mark.slow
def test_sampled_means_agree_with_enumerated_ones(monkeypatch: pytest.MonkeyPatch):
    rng = random.Random(3)
    outside = rows = 0
    for state, deal, options in walks(rng, close=True):
        few = hidden_hands(state, deal.turn)
        if not 1 < few < 100 or deal.is_open or rng.random() < 0.7:
            continue
        if options.get("marriage") != "auto" and rows > 20:
            continue
        view = state.view(deal.turn)
        exact = {r.move: r for r in analyse(view).moves}
        with monkeypatch.context() as patch:
            patch.setattr(module, "MOST_WORLDS", 0)
            sampled = analyse(view, worlds=600, seed=5)
        assert not sampled.enumerated and sampled.worlds == 600 and not sampled.fair
        for row in sampled.moves:
            assert row.low is not None and row.high is not None
            assert row.low <= row.mean <= row.high and row.fair_points is None
            outside += not row.low - 1e-9 <= exact[row.move].mean <= row.high + 1e-9
            assert abs(row.mean - exact[row.move].mean) < 2 * (row.high - row.low) + 1e-9
            rows += 1
        if rows > 60:
            break
    assert outside <= 0.15 * rows


def test_same_seed_same_sample():
    view = sa.load("schnapsen").deal(seed=4).view(0)
    a, b = (analyse(view, worlds=5, seed=s) for s in (1, 1))
    assert a == b and not a.enumerated and a.possible == 87178291200 // 120


def test_all_cards_known_is_like_solve():
    state = sa.load("schnapsen").position("hands=KSADKD/TDQDAC talon=- up=- trump=S tricks=4/3")
    analysis = analyse(state)
    assert analysis.known and analysis.worlds == 1
    assert {r.move: r.mean for r in analysis.moves} == state.move_values()
    assert all(r.fair_points == r.mean and r.fair_mean == r.mean for r in analysis.moves)


def test_too_many_worlds_for_the_fair_value(monkeypatch: pytest.MonkeyPatch):
    view = sa.load("schnapsen").position(CLOSED_142)
    monkeypatch.setattr(module.Fair.__init__, "__defaults__", (100,))
    analysis = analyse(view)
    assert analysis.enumerated and not analysis.fair and analysis.moves[0].fair_wins is None


def test_only_the_seat_to_move():
    game = sa.load("schnapsen")
    state = game.deal(seed=1)
    with pytest.raises(ValueError, match="seat 0 is to move"):
        analyse(state.view(1))
    state.resign()
    with pytest.raises(ValueError, match="the deal is over"):
        analyse(state)


# --- the command ---


def test_table(cli):
    code, out, _ = cli("analyse", CLOSED_142)
    assert code == 0 and "all 6 worlds enumerated, equally likely" in out
    line = next(line for line in out.splitlines() if line.startswith("QS "))
    assert " ".join(line.split()) == "QS +2.000 6 of 6 6 of 6 4 of 6 -2 +0.667"


def test_json(cli):
    code, out, _ = cli("analyse", P142, "--json", "--option", "close_scoring=at_end")
    data = json.loads(out)
    assert code == 0 and data["game"] == "schnapsen[close_scoring=at_end]" and data["seat"] == 0
    assert (data["worlds"], data["possible"]) == (6, 6) and data["enumerated"] and data["fair"]
    rows = {m["text"]: m for m in data["moves"]}
    assert rows.keys() == {"QS", "KH", "AD", "KD", "JD", "claim", "close"}
    assert rows["close"].keys() == MoveRow.__dataclass_fields__.keys()
    assert {m["text"] for m in rows["close"]["then"]} == rows.keys() - {"close"}
    means = [m["mean"] for m in data["moves"]]
    assert means == sorted(means, reverse=True)


def test_sampled_json(cli):
    text = sa.load("vu").deal(seed=2).view(0).text()
    code, out, _ = cli("analyse", text, "--worlds", "3", "--json")
    data = json.loads(out)
    assert code == 0 and data["game"] == "vu" and data["worlds"] == 3 and not data["enumerated"]
    assert all(m["low"] <= m["mean"] <= m["high"] and m["then"] == [] for m in data["moves"])


BAD = [
    (["hands=QSKH/?? talon=-"], "the field trump= is missing"),
    ([CLOSED_142 + " seat=1"], "seat=1 must know its own hand"),
    ([CLOSED_142, "--worlds", "0"], "--worlds is at least 1"),
    ([CLOSED_142, "--option", "flat=9"], "flat='9' is not known"),
    (["schnapsen hands=-/- trump=S tricks=5/5 phase=over result=0:1:6"], "the deal is over"),
]


@pytest.mark.parametrize(("args", "says"), BAD, ids=[says for _, says in BAD])
def test_bad_input_is_one_line_and_exit_2(cli, args: list[str], says: str):
    code, out, err = cli("analyse", *args)
    assert code == 2 and not out
    assert says in err and len(err.strip().splitlines()) == 1 and "Traceback" not in err
