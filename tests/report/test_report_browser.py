"""The report in a real browser: `pytest -m browser` (see test_browser for what that needs)."""

from __future__ import annotations

import re

import pytest
from browser import CHROMIUM, FLAGS, PHONE, picture

import schnapsen_ai as sa
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.report import report
from schnapsen_ai.store import Store, read
from schnapsen_ai.tournament import runner

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(bots, tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    specs = [BotSpec("rules"), BotSpec("bully"), BotSpec(f"{bots}:Raises")]
    with Store(folder / "r.db") as store:
        runner.run(sa.load("schnapsen"), specs, 60, 1, 1, store=store)
    with read(folder / "r.db") as archive:
        (folder / "report.html").write_text(report(archive, 60), encoding="utf-8")
    return (folder / "report.html").as_uri()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_report(address, size: str) -> None:
    from playwright.sync_api import sync_playwright

    view = {"width": 1200, "height": 900} if size == "desktop" else PHONE
    complaints = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport=view)
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda r: r.url == address or complaints.append(r.url))
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= view["width"]
        picture(page, f"report_{size}")
        links = page.locator(".finds a")
        assert links.count() >= 3
        for i in range(links.count()):
            links.nth(i).click()
            dialog = page.locator("dialog[open]")
            dialog.wait_for()
            assert dialog.locator(".values .made").count() == 1
            assert dialog.locator(".seat.turn").count() == 1
            box = dialog.bounding_box()
            assert box["width"] <= view["width"]
            if i == 0:
                picture(page, f"report_deal_{size}")
                page.keyboard.press("Home")
                assert dialog.locator(".status").text_content() == "The deal"
                assert dialog.locator(".fan svg").count() >= 10
                page.keyboard.press("ArrowRight")
                assert re.match(r"Move 1 of \d+: seat 0 ", dialog.locator(".status").text_content())
                while not dialog.locator(".trick.past").count():  # until a trick is taken
                    page.keyboard.press("ArrowRight")
                assert dialog.locator(".trick figure").count() == 2
                assert dialog.locator(".trick .taker").count() == 1
                dialog.get_by_role("button", name="Last").click()
                assert "The deal is over" in dialog.locator(".result").text_content()
                dialog.get_by_role("button", name="decision").click()
                assert dialog.locator(".values .made").count() == 1
            dialog.get_by_role("button", name="Close").click()
            assert page.locator("dialog[open]").count() == 0
        browser.close()
    assert complaints == []
