"""How things look: cards, words, scenes without hidden cards, notebook display."""

from __future__ import annotations

import io
import json
import random
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from stepped import unfolded
from wire import cards_in, may_be_seen

import schnapsen_ai as sa
from schnapsen_ai.analysis.decision import analyse
from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.deal.history import DealHistory
from schnapsen_ai.show import card_faces, notebook, stepper
from schnapsen_ai.show.replay import Replay
from schnapsen_ai.show.scene import frames, scene
from schnapsen_ai.show.terminal import Terminal
from schnapsen_ai.show.why_illegal import why_not
from schnapsen_ai.words import LANGUAGES, card_name, has, move_name, say


def wander(game: sa.Game, seed: int, stop: int = 99) -> DealHistory:
    """A deal played at random, up to `stop` moves."""
    rng, history = random.Random(seed), DealHistory.of(game.deal(seed=seed))
    while not history.is_over and len(history.log) < stop:
        history.play(rng.choice(history.view(history.to_move).legal_moves()))
    return history


# --- cards ---


@pytest.mark.parametrize("style", card_faces.STYLES)
def test_every_face_is_svg_of_its_own(style):
    drawn = [
        card_faces.card_svg(card, style, label=card_name("en", card, style)) for card in range(32)
    ]
    drawn.append(card_faces.card_svg(None, style))
    for svg in drawn:
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img" and root.get("aria-label")
        assert "style=" not in svg  # a page may forbid it
    assert len(set(drawn)) == 33


@pytest.mark.parametrize("style", card_faces.STYLES)
def test_suits_differ_in_shape_not_in_colour_alone(style):
    shapes = [re.sub(r"#[0-9a-f]{3,6}", "", card_faces.suit_sign(suit, style)) for suit in range(4)]
    assert len(set(shapes)) == 4


@pytest.mark.parametrize("style", card_faces.STYLES)
def test_the_sprite_holds_every_card(style):
    root = ElementTree.fromstring(card_faces.sprite(style))
    names = {element.get("id") for element in root}
    assert names >= {"back", *(f"c{c}" for c in range(32)), *(f"s{s}" for s in range(4))}


# --- words ---


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_languages_say_the_same_things(language):
    english, other = LANGUAGES["en"], LANGUAGES[language]
    assert set(english) == set(other)
    for key, text in english.items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", other[key])), key
    same = [k for k, text in english.items() if text == other[k] and not k.startswith(("m.", "g."))]
    assert len(same) < 30, same


@pytest.mark.interpreted
@pytest.mark.parametrize("name", sa.games())
def test_every_move_ending_and_fact_has_words(name):
    game = sa.load(name)
    for language in LANGUAGES:
        for text in game.rules.MOVE_NAMES.values():
            first = text.rpartition(" ")[0] or text
            assert has(language, f"m.{text.lower()}") or has(language, f"m.{first.lower()}"), text
            assert "{" not in move_name(language, text)
        for ending in game.rules.ENDINGS[1:]:
            assert has(language, f"e.{ending}"), ending
        for fact in scene(wander(game, 1, 12), 0)["facts"]:
            assert has(language, f"f.{fact['name']}")


def test_cards_are_named_in_each_language():
    assert card_name("en", 15) == "ace of spades"
    assert card_name("de", 23, "german") == "Herz-Ass"
    assert card_name("hu", 12, "german") == "zöld felső"


# --- scenes ---


@pytest.mark.interpreted
@pytest.mark.parametrize("name", sa.games())
def test_a_scene_holds_no_hidden_card(name):
    game = sa.load(name)
    for seed in range(6 if COMPILED else 1):
        rng, history = random.Random(seed), DealHistory.of(game.deal(seed=seed))
        while not history.is_over:
            for seat in range(history.seats):
                shown = json.loads(json.dumps(scene(history, seat)))
                assert cards_in(shown) <= may_be_seen(history, seat)
                assert shown["hand"] == shown["hands"][seat]["cards"]
            history.play(rng.choice(history.view(history.to_move).legal_moves()))


@pytest.mark.parametrize("name", sa.games())
def test_tricks_and_frames(name):
    """A card played is in one trick; a replay ends where the deal did."""
    history = wander(sa.load(name), 4)
    plays = [m for _, m in history.log if m < 32]
    laid = [card for trick in history.tricks for _, card in trick.cards]
    assert len(laid) == len(set(laid)) and set(laid) <= set(plays)
    assert all(trick.taker is not None for trick in history.tricks[:-1])
    shown = frames(history)
    assert len(shown) == len(history.log) + 1
    assert shown[-1]["payoffs"] == history.payoffs() and not shown[0]["over"]
    assert json.dumps(shown)


def test_taking_back_restores_the_deal():
    history = wander(sa.load("schnapsen"), 3, 8)
    then = wander(sa.load("schnapsen"), 3, 5)
    history.back_to(5)
    assert history.state == then.state and history.log == then.log


def test_a_deal_given_up_is_shown_as_such():
    state = sa.load("schnapsen").deal(seed=1)
    state.play(state.legal_moves()[0])
    state.resign(1)
    history = DealHistory.of(state)
    assert history.is_over and history.payoffs() == list(state.payoffs())
    assert frames(history)[-1]["ending"] == "resigned"


# --- refusals ---


def test_refusals_name_the_rule():
    game = sa.load("schnapsen")
    pack = "AS KS JC TC AH  QD KD JD TD QC  JH"  # filled up below
    words = pack.split()
    rest = [c for c in map(sa.card_text.card_text, game.pack) if c not in words]
    hand0, hand1, up = words[:5], words[5:10], words[10]
    order = [*hand0[:3], *hand1[:3], up, *hand0[3:], *hand1[3:], *rest]
    state = game.deal(pack=" ".join(order))
    view = state.view(0)

    def key(move: str) -> str:
        return why_not(view, game.parse_move(move))[0]

    assert key("QD") == "w.not_held"
    assert key("claim") == "w.claim" and key("exchange") == "w.exchange"
    assert key("marriage D") == "w.marriage"
    assert why_not(state.view(1), 0)[0] == "w.not_turn"
    state.play(game.parse_move("close"))
    state.play(game.parse_move("TC"))
    view = state.view(1)  # holds QD KD JD TD QC: must follow clubs
    assert key("KD") == "w.follow"
    assert why_not(view, game.parse_move("KD"))[1] == {"suit": 0}


def test_refusal_of_a_card_that_does_not_beat():
    game = sa.load("schnapsen")
    state = game.position("hands=KSJHTD/ASQSTH talon=- up=- trump=H points=30/30 tricks=3/4")
    state.play(game.parse_move("KS"))
    assert why_not(state.view(1), game.parse_move("QS")) == ("w.beat", {"card": 13})
    state = game.position("hands=KSJHTD/ADQCTH talon=- up=- trump=H points=30/30 tricks=3/4")
    state.play(game.parse_move("KS"))
    assert why_not(state.view(1), game.parse_move("AD")) == ("w.trump", {})


@pytest.mark.parametrize("name", sa.games())
def test_every_refusal_can_be_said(name):
    game, rng = sa.load(name), random.Random(5)
    history = DealHistory.of(game.deal(seed=5))
    while not history.is_over:
        view = history.view(history.to_move)
        for move in {*range(32), *game.rules.MOVE_NAMES} - set(view.legal_moves()):
            assert why_not(view, move)[0] in LANGUAGES["en"]
        history.play(rng.choice(view.legal_moves()))


# --- notebooks ---


class Balanced(HTMLParser):
    """Fails on a tag that is closed out of order or never."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in ("input", "meta", "br", "link", "img"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def balanced(html: str) -> str:
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []
    return html


def test_states_views_and_results_render():
    game = sa.load("schnapsen")
    state = wander(game, 2, 6).state
    held = [card for seat in range(2) for card in state.view(seat).hand]
    html = balanced(state._repr_html_())
    assert all(card_name("en", card) in html for card in held)
    view = state.view(state.to_move)
    html = balanced(view._repr_html_())
    for card in state.view(1 - state.to_move).hand:
        assert (card_name("en", card) in html) == (card in view.known())
    balanced(analyse(view, worlds=5)._repr_html_())
    result = sa.play_deals("bully", "random", deals=40, seed=1)
    assert "bully" in balanced(result._repr_html_())
    assert str(result.win_rate) in balanced(result.win_rate._repr_html_())
    assert "trump" in str(state) and "seat 0" in str(view)


@pytest.mark.parametrize("name", sa.games())
def test_every_game_renders_in_a_notebook_and_a_terminal(name):
    for stop in (0, 3, 9, 99):
        history = wander(sa.load(name), 8, stop)
        names = [f"player {seat}" for seat in range(history.seats)]
        assert history.game.name in balanced(history.state._repr_html_())
        for seat in range(history.seats):
            balanced(history.view(seat)._repr_html_())
            shown = scene(history, seat)
            board = "\n".join(Terminal(io.StringIO(), "de", shown["style"]).board(shown, names))
            assert all(who in board for who in names) and "\x1b" not in board


def test_a_position_shows_the_card_on_the_table():
    state = sa.load("schnapsen").position(
        "hands=JHTD/ASQSTH talon=- up=- trump=H led=KS turn=1 points=30/30 tricks=3/4"
    )
    assert "king of spades" in state._repr_html_()


@pytest.mark.parametrize("name", sa.games())
def test_the_replay_holds_every_frame_and_fetches_nothing(name):
    history = wander(sa.load(name), 6)
    page = balanced(Replay(history).page())
    deal = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])
    assert deal["names"] == [f"seat {seat}" for seat in range(history.seats)]
    whole = json.loads(json.dumps(frames(history)))
    assert unfolded(deal["frames"]) == [
        {key: frame[key] for key in stepper.DRAWN} for frame in whole]
    assert not re.search(r"(src|href)=\"(?!#)", page)
    assert say("hu", "replay") in Replay(history.state, "hu")._repr_html_()
    assert "seat 0" in repr(Replay(history))


def test_frames_fold_and_unfold():
    frame = scene(wander(sa.load("schnapsen"), 1, 4), None)
    frame = {key: frame[key] for key in stepper.DRAWN}
    values = [[1, 2], [1, 3], {"c": None, "d": "x"}, {"c": {}, "d": "x"}, {"e": []}, {"e": [[]]},
              {"e": [[]]}, None, [[[]]], [{"a": 1}], [{"a": 2}], []]
    steps = [frame | {"facts": value} for value in values]
    assert unfolded(json.loads(json.dumps(stepper.folded(steps)))) == steps


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_stepper_has_all_its_words(language):
    script, words = stepper.script(), stepper.words(language, "french")
    asked = set(re.findall(r'say\((?:[^()"`]*\? )?"([^"]+)"', script))
    assert {"start_of", "took_by", "dealer", "talon"} <= asked <= set(words)
    assert words == {key: LANGUAGES[language][key] for key in words}
    assert "german.suit.0" not in words and len(words) < len(LANGUAGES[language]) / 1.5


def test_the_stepper_knows_no_game():
    script = stepper.script()
    assert not re.search(r"\b(3[2-9]|[45]\d|6[0-2])\b", script)  # a move that is no card
    for name in sa.games():
        assert name not in script.lower()
    assert "fetch(" not in script and "import " not in script


def test_names_are_text_in_a_notebook():
    hostile = "<script>alert('x')</script>&\""
    page = balanced(notebook.table_html([["", hostile], [hostile, "1"]], hostile))
    assert "<script" not in page and page.count("&lt;script&gt;") == 3
    state = wander(sa.load("schnapsen"), 2, 3).state
    shown = scene(DealHistory.of(state), None) | {"game": hostile}
    assert "<script" not in balanced(notebook.scene_html(shown))
    svg = card_faces.card_svg(3, label=hostile)
    assert ElementTree.fromstring(svg).get("aria-label") == hostile
