"""The web table in a real browser: `pytest -m browser`, with Chromium and the extra `browser`.

CHROMIUM names the browser (else /usr/bin/chromium), AXE_CORE the accessibility linter's file
(``axe.min.js`` of the npm package axe-core), SCREENSHOTS a folder to keep pictures in.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

import pytest
from browser import CHROMIUM, FLAGS, PHONE, picture

import schnapsen_ai as sa
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.deal.history import DealHistory
from schnapsen_ai.store.provenance import versions
from schnapsen_ai.store.writer import Store
from schnapsen_ai.tournament import runner

pytestmark = pytest.mark.browser

# Forehand exchanges, marries, closes and claims; the other seat plays its lowest card.
PACK = "AS KS QS JC QC JD AH TS JH QD KD TH KC AC KH QH TC AD TD JS"


@pytest.fixture(scope="module")
def server(bots, tmp_path_factory):
    from web_client import running

    path = tmp_path_factory.mktemp("results") / "r.db"
    with Store(path, "the command", versions()) as store:
        specs = [BotSpec("bully"), BotSpec("random"), BotSpec("greedy")]
        runner.run(sa.load("schnapsen"), specs, 8, 1, 1, "deal", None, None, store, "try")
    with running(bots=(f"{bots}:First",), results=str(path)) as server:
        yield server


@pytest.fixture(scope="module")
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture()
def open_page(chromium, server):
    """Pages of fresh browsers; none may write an error to its console or fetch from elsewhere."""
    contexts, complaints = [], []

    def make(address="", **options):
        context = chromium.new_context(**{"viewport": {"width": 1200, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)

        def complain(message):
            refused = "status of 409" in message.text  # a refused move: said on the page as well
            if message.type in ("error", "warning") and not refused:
                complaints.append(message.text)

        page.on("console", complain)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda r: r.url.startswith((server.address, "data:"))
                or complaints.append(r.url))
        page.goto(address or server.address)
        page.wait_for_selector("body[data-ready]")
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture()
def planned(monkeypatch):
    """The next deals of every table have this pack."""

    def deal(cls, game, words, match=None):
        return DealHistory.of(game.deal(pack=PACK))

    monkeypatch.setattr(DealHistory, "deal", classmethod(deal))


def sit_down(page, game="schnapsen", bot="rules", **choices):
    """Make a table on the first page and wait for the cards."""
    page.select_option("#game", game)
    for seat in range(1, sa.load(game).n_seats):
        page.select_option(f"#seat-{seat}", bot)
    for field, value in {"pace": "none", **choices}.items():
        page.select_option(f"#{field}", value)
    page.click("#start")
    page.wait_for_selector(".hand .card", timeout=240_000)


def card(page, name):
    return page.get_by_role("group", name="Your cards").get_by_role("button", name=name)


def say(page, name):
    return page.get_by_role("group", name="What you may do").get_by_role("button", name=name)


def status(page, text):
    page.wait_for_function(
        "text => document.querySelector('.status')?.textContent.includes(text)", arg=text
    )


def moves(page, n):
    """Wait until `n` moves have been made and it is this page's turn."""
    page.wait_for_function(
        "n => document.querySelectorAll('.log li').length >= n && "
        "document.querySelector('.status.mine, .result')", arg=n
    )


# --- a whole deal ---


def test_a_deal_by_mouse_with_everything_in_it(open_page, planned):
    page = open_page()
    sit_down(page, bot="First")
    say(page, "Exchange the trump").click()
    card(page, "ace of hearts").wait_for()
    card(page, "ace of spades").click()
    moves(page, 3)

    page.reload()  # nothing is lost
    card(page, "ten of hearts").wait_for()
    assert page.locator(".log li").count() == 3

    say(page, "Marriage in spades").click()
    moves(page, 4)
    card(page, "ten of hearts").click(force=True)  # illegal: one of the pair must be led
    alert = page.locator("#message.alert")
    alert.wait_for()
    assert "king of spades" in alert.text_content()
    assert page.locator(".log li").count() == 4
    say(page, "Close the talon").click()
    moves(page, 5)
    assert "closed" in page.locator(".talon").text_content()
    card(page, "king of spades").click()
    moves(page, 7)
    card(page, "ace of hearts").click()
    moves(page, 9)
    picture(page, "deal")
    card(page, "ten of hearts").click()
    moves(page, 11)
    say(page, "Claim 66").click()
    page.wait_for_selector(".result")
    assert "You win 3" in page.locator(".result").text_content()


def test_one_region_says_every_move_in_words(open_page, planned):
    page = open_page()
    sit_down(page, bot="First")
    card(page, "ace of spades").click()
    moves(page, 2)
    assert page.locator("main [aria-live]").count() == 1
    heard = page.locator("#live").text_content()
    assert "First: " in heard and "Your turn" in heard


def test_a_claim_that_cannot_hold_is_asked_again(open_page, planned):
    page = open_page()
    sit_down(page, bot="First")
    card(page, "ace of spades").click()
    moves(page, 2)
    say(page, "Claim 66").click()
    page.locator("dialog[open]").wait_for()
    page.click("dialog [data-key=no]")
    assert page.locator(".result").count() == 0
    say(page, "Claim 66").click()
    page.click("dialog [data-key=yes]")
    page.locator(".result").wait_for()



def test_a_deal_by_keyboard(open_page, planned):
    page = open_page()
    sit_down(page, bot="First")
    keys = page.keyboard

    def press(action):
        """Reach a button of the actions with the arrows and press it."""
        keys.press("ArrowDown")
        for _ in range(12):
            if page.evaluate("document.activeElement.textContent") == action:
                break
            keys.press("ArrowRight")
        keys.press("Enter")

    def play(name):
        """Reach a card with the arrows and play it."""
        keys.press("ArrowUp")
        for _ in range(6):
            if page.evaluate("document.activeElement.getAttribute('aria-label')") == name:
                break
            keys.press("ArrowRight")
        keys.press("Enter")

    press("Exchange the trump")
    moves(page, 1)
    keys.press("1")  # clubs and diamonds are none: the first card is a heart or a spade
    moves(page, 3)
    first = page.locator(".log li").nth(1).text_content()
    assert first in ("Guest: ace of hearts", "Guest: ace of spades")
    page.evaluate("document.body.focus()")
    press("Close the talon")
    moves(page, 4)
    for n, name in ((6, "ten of spades"), (8, "king of spades")):
        play(name)
        moves(page, n)
    keys.press("r")
    page.get_by_role("button", name="No").click()
    assert page.locator(".result").count() == 0
    keys.press("r")
    page.get_by_role("button", name="Yes").click()
    page.wait_for_selector(".result")
    assert "You lose" in page.locator(".result").text_content()
    keys.press("n")
    page.wait_for_selector(".status.mine")
    assert page.locator(".result").count() == 0
    keys.press("?")
    page.get_by_text("arrow keys").wait_for()


def test_two_browsers_against_each_other(open_page):
    anna = open_page()
    anna.fill("#name", "Anna")
    anna.select_option("#seat-1", "open")
    anna.click("#start")
    link = anna.locator("#invite")
    link.wait_for()
    berta = open_page()
    berta.fill("#name", "Berta")
    berta.evaluate("localStorage.setItem('name', 'Berta')")
    berta.goto(link.input_value())
    for page in (anna, berta):
        page.wait_for_selector(".hand .card")
    seen = {page: set() for page in (anna, berta)}
    for _ in range(60):
        if anna.locator(".result").count():
            break
        for page in (anna, berta):
            for label in page.locator(".hand .card").evaluate_all(
                "cards => cards.map(c => c.getAttribute('aria-label'))"
            ):
                seen[page].add(label)
        turn = next((p for p in (anna, berta) if p.locator(".status.mine").count()), None)
        if turn is None:
            anna.wait_for_timeout(30)
            continue
        n = turn.locator(".log li").count()
        legal = turn.locator(".hand .legal, .actions .legal")
        legal.first.click()
        moves_or_other(turn, n)
    for page in (anna, berta):
        page.wait_for_selector(".result")
    assert not seen[anna] & seen[berta] - {"jack of hearts"} or len(seen[anna]) >= 5
    texts = {page.locator(".result h2").text_content()[:8] for page in (anna, berta)}
    assert texts == {"You win ", "You lose"}


def moves_or_other(page, n):
    """A move is made, or the deal is over; a word that loses the deal at once is asked again."""
    made = "document.querySelectorAll('.log li').length > n || document.querySelector('.result')"
    page.wait_for_function(f"n => document.querySelector('#dialog[open]') || {made}", arg=n)
    if page.locator("#dialog[open] [data-key=yes]").count():
        page.locator("#dialog [data-key=yes]").click()
    page.wait_for_function(f"n => {made}", arg=n)


def finish(page):
    """Take the first legal move until the deal is over."""
    for _ in range(120):
        if page.locator(".result").count():
            return
        page.wait_for_selector(".status.mine, .result")
        legal = page.locator(".hand .legal, .actions .legal")
        if legal.count():
            n = page.locator(".log li").count()
            legal.first.click()
            moves_or_other(page, n)
    raise AssertionError("the deal does not end")


def test_a_bidding_game_on_a_phone(open_page):
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    sit_down(page, "bauernschnapsen")
    assert page.locator(".round .seat").count() == 3
    say(page, "Trump: ").first.tap()
    page.wait_for_function("() => document.querySelectorAll('.log li').length >= 1")
    page.locator("#side dt").filter(has_text="Trump").wait_for()
    pass_ = say(page, "Pass")
    page.wait_for_selector(".status.mine")
    while pass_.count():
        n = page.locator(".log li").count()
        pass_.tap()
        moves_or_other(page, n)
        page.wait_for_selector(".status.mine, .result")
    picture(page, "bidding")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    names = page.locator(".hand .card").evaluate_all(
        "cards => cards.map(c => c.getAttribute('aria-label'))"
    )
    assert all(name.split(" of ")[1] in ("acorns", "leaves", "hearts", "bells") for name in names)
    finish(page)
    points = re.findall(r"[+-]\d+", page.locator(".result").text_content().replace("−", "-"))
    assert len(points) == 4 and sum(map(int, points)) == 0


def test_review_and_replay(open_page):
    page = open_page()
    sit_down(page)
    finish(page)
    page.get_by_role("link", name="Review").click()
    page.wait_for_selector(".decisions li")
    page.keyboard.press("ArrowRight")
    status(page, "Move 1 of")
    page.keyboard.press("End")
    page.get_by_text("The deal is over").wait_for()
    page.keyboard.press("Home")
    status(page, "The deal")
    waiting = "[...document.querySelectorAll('.decisions li')].some(l => /…$/.test(l.textContent))"
    page.wait_for_function(f"() => !{waiting}", timeout=300_000)
    judged = page.locator(".decisions li").filter(has_text=re.compile(r"best$|−\d"))
    judged.last.get_by_role("button").click()
    assert page.locator(".numbers tr.chosen").count() == 1
    picture(page, "review")
    page.keyboard.press("Home")
    page.get_by_role("button", name="Run").click()
    status(page, "Move 1 of")
    page.get_by_role("link", name="Go to the table").click()
    page.wait_for_selector(".result")


def test_a_results_file(open_page):
    page = open_page()
    page.get_by_role("link", name="Results").click()
    page.get_by_text("try (schnapsen").wait_for()
    picture(page, "results")
    assert page.locator("tbody a").count() == 6
    page.locator("tbody a").first.click()
    page.get_by_text("Deals of").wait_for()
    page.get_by_role("link", name="Deal 1").first.click()
    status(page, "The deal")
    page.keyboard.press("End")
    page.get_by_text("The deal is over").wait_for()


@pytest.mark.parametrize(("language", "turn"), [("de", "Du bist am Zug"), ("hu", "Te jössz")])
def test_languages(open_page, language, turn):
    page = open_page()
    page.select_option("#language", language)
    page.wait_for_function("l => document.documentElement.lang === l", arg=language)
    sit_down(page)
    status(page, turn)
    page.reload()
    status(page, turn)
    text = page.locator("body").inner_text()
    assert not re.search(r"\b(Your|Talon:? \d+ cards|Resign)\b", text)


def test_phone(open_page):
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    sit_down(page)
    picture(page, "phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # In one step: an element that a new drawing has just replaced has no size.
    sizes = page.evaluate(
        "[...document.querySelectorAll('.hand .card, .actions button, .controls button')].map("
        "e => [e.getBoundingClientRect().width, e.getBoundingClientRect().height,"
        " e.outerHTML.slice(0, 200)])"
    )
    assert len(sizes) > 5
    assert [s for s in sizes if s[0] < 40 or s[1] < 38] == []
    page.locator(".hand .legal").first.tap()
    moves(page, 2)


def test_a_page_goes_on_after_a_restart_or_says_that_its_table_is_gone(chromium, tmp_path):
    from web_client import running

    page = chromium.new_context().new_page()
    with running(keep=tmp_path / "web.db") as server:
        page.goto(server.address)
        page.wait_for_selector("body[data-ready]")
        sit_down(page)
        page.wait_for_selector(".status.mine")
        port = server.reached.port
    page.wait_for_selector("#message.alert")
    with running(keep=tmp_path / "web.db", port=port):
        page.wait_for_function("() => !document.querySelector('#message').textContent")
        before = page.locator(".log li").count()
        page.locator(".hand .legal").first.click()
        moves(page, before + 1)
    with running(port=port):  # which knows nothing of it
        page.locator(".notice a").wait_for()
        assert "gone" in page.locator(".notice").text_content()
    page.context.close()


@pytest.mark.parametrize("game", ["schnapsen", "snapszer3", "schafkopf"])
def test_hand_and_buttons_are_in_reach_and_overlap_nothing(open_page, game):
    """On a desk and on a phone nothing has to be scrolled for in play."""
    page = open_page()
    sit_down(page, game)
    page.wait_for_selector(".status.mine")
    for width, height in ((1280, 800), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate("""() => {
          const boxes = [...document.querySelectorAll(
            ".round > *, .near > *, .hand, .bar > *")].map(e => [e, e.getBoundingClientRect()]);
          const low = boxes.filter(([, b]) => b.bottom > innerHeight + 1).map(([e]) => e.className);
          const over = boxes.flatMap(([e, a], i) => boxes.slice(i + 1).filter(([, b]) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
            .map(([f]) => `${e.className} and ${f.className}`));
          return [...low, ...over];
        }""")
        assert found == [], (width, height)


def test_what_is_shown_already_is_not_drawn_again(open_page):
    page = open_page()
    sit_down(page)
    moves(page, 0)
    page.evaluate("document.querySelector('.hand').dataset.old = 'yes'")
    with page.expect_request(lambda request: request.url.endswith("/events")):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(500)  # the stream begins with the state as it is
    assert page.locator(".hand[data-old]").count() == 1
    page.locator(".hand .legal").first.click()
    moves(page, 1)
    assert page.locator(".hand[data-old]").count() == 0


def test_accessibility(open_page):
    axe = Path(os.environ["AXE_CORE"]).read_text()
    page = open_page(bypass_csp=True)

    def serious(where):
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        bad = [
            (v["id"], v["nodes"][0]["html"][:120])
            for v in found["violations"] if v["impact"] in ("serious", "critical")
        ]
        assert bad == [], where

    serious("lobby")
    sit_down(page)
    serious("table")
    page.keyboard.press("?")
    serious("help")
    page.get_by_role("button", name="Close").last.click()
    finish(page)
    serious("result")
    page.set_viewport_size({"width": 1200, "height": 300})  # all that scrolls does so now
    serious("result, low")
    page.get_by_role("link", name="Review").click()
    page.wait_for_selector(".decisions li")
    serious("review, low")
    page.set_viewport_size({"width": 1200, "height": 900})
    serious("review")


def test_the_first_page_is_small_and_soon_usable(open_page):
    page = open_page()
    entries = page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".map(e => e.transferSize)"
    )
    assert 20_000 < sum(entries) < 300_000
    with contextlib.suppress(KeyError):
        Path(os.environ["SCREENSHOTS"], "bytes.txt").write_text(str(sum(entries)))
