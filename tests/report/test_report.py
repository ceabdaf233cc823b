"""The report: one file that stands alone, with the numbers of the tournament."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest
from stepped import unfolded

import schnapsen_ai as sa
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.report import report, sections
from schnapsen_ai.report.figures import convergence, count
from schnapsen_ai.report.svg import short, ticks
from schnapsen_ai.stats.intervals import Estimate
from schnapsen_ai.store import Store, read
from schnapsen_ai.tournament import runner
from schnapsen_ai.tournament.stored_deals import records


@pytest.fixture(scope="module")
def played(bots, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "r.db"
    game = sa.load("schnapsen")
    specs = [BotSpec("rules"), BotSpec("bully"), BotSpec(f"{bots}:Chance")]
    results = []
    with Store(path, "the command") as store:
        results.append(runner.run(game, specs, 60, 1, 1, store=store))
        specs = [BotSpec("rules"), BotSpec(f"{bots}:Raises")]
        results.append(runner.run(game, specs, 6, 2, 1, "match", store=store))
    return path, results


@pytest.fixture(scope="module")
def page(played):
    with read(played[0]) as archive:
        return report(archive, 60)


class Checker(HTMLParser):
    """Notes what is fetched, the tags left open, ids and links within the page."""

    VOID = ("meta", "input", "br", "rect", "line", "use", "circle", "path", "polygon")

    def __init__(self) -> None:
        super().__init__()
        self.fetched, self.open, self.ids, self.links = [], [], [], []

    def handle_starttag(self, tag, attributes) -> None:
        for key, value in attributes:
            if key in ("src", "srcset") or (key == "href" and not value.startswith("#")):
                self.fetched.append(value)
            if key == "href" and tag == "a":
                self.links.append(value)
            if key == "id":
                self.ids.append(value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def deals_of(page: str) -> dict:
    return json.loads(re.search(r'id="deals">(.*?)</script>', page, re.S)[1])["deals"]


def test_the_page_stands_alone(page) -> None:
    checker = Checker()
    checker.feed(page)
    assert checker.open == [] and checker.fetched == []
    assert len(set(checker.ids)) == len(checker.ids)
    keys = {link.removeprefix("#deal-") for link in checker.links}
    assert keys == set(deals_of(page)) and len(keys) >= 4
    assert "url(" not in page and "@import" not in page and len(page) < 5_000_000


def test_numbers_are_those_of_the_tournament(played, page) -> None:
    for result in played[1]:
        for p in result.pairings:
            e = p.points_per_deal
            assert f"{e.value:+.3f} [{e.low:+.3f}, {e.high:+.3f}]" in page
    for e in played[1][0].ratings:
        assert f"[{e.low:+.0f}, {e.high:+.0f}]" in page
    assert "KeyError" in page and "None: every bot kept to the rules" in page


def test_figures_of_a_pairing(played) -> None:
    with read(played[0]) as archive:
        for pairing in archive.pairings():
            f = count(archive, pairing, 60)
            all_records = list(records(archive, pairing))
            sides = [r.players.index(pairing.a.text) for r in all_records]
            points = [r.end().payoffs()[s] for r, s in zip(all_records, sides, strict=True)]
            assert f.points == {v: points.count(v) for v in set(points)}
            endings = [r.end().ending for r in all_records]
            assert f.endings == {v: endings.count(v) for v in set(endings)}
            for bot, made in zip((pairing.a, pairing.b), f.closing, strict=True):
                closed = []
                for r in all_records:
                    if 37 in r.moves:
                        state = list(r.states())[r.moves.index(37)]
                        if r.players[state.to_move] == bot.text:
                            tricks = sum(m < 32 for m in r.moves[: r.moves.index(37)]) // 2
                            closed.append((tricks, r.end().payoffs()[state.to_move]))
                assert made.closes == len(closed) and made.deals == len(all_records)
                assert made.points == sum(p for _, p in closed)
                assert made.won == sum(p > 0 for _, p in closed)
                assert made.after.tolist() == [
                    sum(t == n for t, _ in closed) for n in range(len(made.after))]


def test_forehand_is_the_seat_alone(played) -> None:
    with read(played[0]) as archive:
        f = count(archive, archive.pairings()[0], 0)
        every = [r.end().payoffs()[0] for r in records(archive, archive.pairings()[0])]
        assert f.forehand.value == pytest.approx(np.mean(every))


def test_convergence_ends_at_the_estimate(played) -> None:
    p = played[1][0].pairings[0]
    deals, value, low, high = convergence(p)
    e = p.points_per_deal
    assert deals[-1] == p.n_deals
    assert [value[-1], low[-1], high[-1]] == pytest.approx([e.value, e.low, e.high])
    early = 2 * 10
    assert value[0] == pytest.approx(p.points[:10, :, 0].sum() / early) and deals[0] == early


def test_frames_of_deals(page) -> None:
    for deal in deals_of(page).values():
        frames = unfolded(deal["frames"])
        assert sum(len(hand["cards"]) for hand in frames[0]["hands"]) == 10
        assert 0 <= deal["at"] < len(frames) - 1 and len(deal["worth"]) >= len(frames) - 2
        for frame, worth in zip(frames, deal["worth"], strict=False):
            assert frame["to_move"] is not None
            values = [value for _, value in worth["moves"]]
            if None not in values:
                assert worth["lost"] == max(values) - values[worth["made"]]
        assert frames[-1]["to_move"] is None and frames[-1]["over"]


def test_a_trick_is_seen_as_it_was_when_taken(page) -> None:
    whole = [frame["last"]["cards"] for deal in deals_of(page).values()
             for frame in unfolded(deal["frames"])
             if frame["last"] and not frame["trick"]["cards"] and not frame["over"]]
    assert whole and all(len(cards) == 2 for cards in whole)


def test_names_are_text(tmp_path) -> None:
    bot = tmp_path / "<i>&'x'.py"
    bot.write_text("import schnapsen_ai as sa\n\n\nclass Low(sa.Bot):\n"
                   "    def choose(self, view):\n        raise ValueError('<script>1</script>')\n")
    with Store(tmp_path / "<b>r.db") as store:
        runner.run(sa.load("schnapsen"), [BotSpec(f"{bot}:Low"), BotSpec("random")], 4, 1, 1,
                   store=store, experiment="<u>try</u>")
    with read(tmp_path / "<b>r.db") as archive:
        html = report(archive, 4)
    checker = Checker()
    checker.feed(html)
    assert checker.open == [] and checker.fetched == []
    assert [text for text in ("<i>&", "<u>", "<b>r.db", "<script>1") if text in html] == []
    for text in ("&lt;i&gt;", "&lt;u&gt;try", "&lt;b&gt;r.db", "&lt;script"):
        assert text in html


def test_a_bot_that_has_gone(tmp_path) -> None:
    bot = tmp_path / "gone.py"
    bot.write_text("import schnapsen_ai as sa\n\n\nclass Low(sa.Bot):\n"
                   "    def choose(self, view):\n        return view.legal_moves()[0]\n")
    with Store(tmp_path / "r.db") as store:
        runner.run(sa.load("schnapsen"), [BotSpec(f"{bot}:Low"), BotSpec("random")], 8, 1, 1,
                       store=store)
    bot.unlink()
    with read(tmp_path / "r.db") as archive:
        assert "Pairing by pairing" in report(archive, 8)


def test_nothing_to_report(tmp_path, cli) -> None:
    with Store(tmp_path / "r.db"):
        pass
    code, _, err = cli("report", str(tmp_path / "r.db"), "-o", str(tmp_path / "x.html"))
    assert (code, err.count("\n")) == (2, 1) and "no tournament was played" in err


def test_ticks_and_names() -> None:
    assert ticks(-0.4, 1.1) == pytest.approx([0.0, 0.5, 1.0])
    assert ticks(0, 7) == pytest.approx([0, 2, 4, 6])
    assert short("abcdefgh", 5) == "ab…gh" and short("abc", 5) == "abc"


def test_half_an_interval_is_never_nothing() -> None:
    for half, shown in ((1.5, "+2.30<small>±1.50"), (0.17, "+2.30<small>±0.17"),
                        (0.023, "+2.300<small>±0.023"), (0.0023, "+2.3000<small>±0.0023"),
                        (0.0, "+2.30<small>±0.00")):
        assert sections._with_half(Estimate(2.3, 2.3 - half, 2.3 + half, 9)).startswith(shown)
