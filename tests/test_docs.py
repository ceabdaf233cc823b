"""The pages of docs/: their blocks run, their commands are commands, `docs` opens them."""

from __future__ import annotations

import re

import pytest
from blocks import BLOCK, SETS_UP, blocks_of, run_page
from paths import ROOT

from schnapsen_ai.cli import docs
from schnapsen_ai.cli.main import COMMANDS

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
LANGUAGES = {"sh", "python", "text", "toml", "json", "{include}", "{toctree}", "{eval-rst}",
             "{glossary}"}  # fmt: skip
#: So quick without a compiler that every run of the tests has them.
QUICK = ("games/", "reference/")


def name_of(page):
    return page.relative_to(DOCS).as_posix()


def pages_that_run(quick):
    pages = [p for p in PAGES if any(block.runs for block in blocks_of(p))]
    return [p for p in pages if name_of(p).startswith(QUICK) == quick and p.stem != "overview"]


@pytest.mark.slow
@pytest.mark.parametrize("page", [*pages_that_run(False), DOCS / "games/overview.md"], ids=name_of)
def test_a_page_does_what_it_says(page, tmp_path):
    run_page(page, tmp_path)


@pytest.mark.parametrize("extra", [
    pytest.param("rl", marks=pytest.mark.rl),
    pytest.param("openspiel", marks=pytest.mark.openspiel),
])  # fmt: skip
def test_blocks_that_need_an_extra(extra, tmp_path):
    run_page(DOCS / "doors.md", tmp_path, extra)


@pytest.mark.compiled
@pytest.mark.parametrize("page", pages_that_run(True), ids=name_of)
def test_a_page_lists_what_there_is(page, tmp_path):
    """The options of a game, as `games NAME` prints them."""
    run_page(page, tmp_path)


@pytest.mark.interpreted
@pytest.mark.compiled
@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.stem)
def test_no_block_is_overlooked(page):
    """Each is of a known language, and what is not run says why."""
    text = page.read_text(encoding="utf-8")
    assert len(BLOCK.findall(text)) * 2 == len(re.findall(r"^```", text, re.M))
    for block in blocks_of(page):
        assert block.language in LANGUAGES
        if block.language in ("sh", "python") and not block.text.startswith(SETS_UP):
            assert block.runs or block.mark.partition(": ")[2], block.text


@pytest.mark.interpreted
@pytest.mark.compiled
@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.stem)
def test_commands_named_are_commands(page):
    for block in blocks_of(page):
        said = re.findall(r"\bschnapsen-ai (?!command)([a-z][a-z-]*)", block.text)
        if block.language == "sh":
            assert set(said) <= set(COMMANDS)


@pytest.mark.interpreted
@pytest.mark.compiled
@pytest.mark.parametrize("page", [ROOT / "README.md"], ids=["README"])
def test_links_lead_somewhere(page):
    """Those of the pages themselves are looked at by Sphinx, which ends the build otherwise."""
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.interpreted
@pytest.mark.compiled
def test_every_command_has_its_place_in_the_table():
    table = (DOCS / "reference/commands.md").read_text(encoding="utf-8")
    named = {re.split(r"[` ]", cell)[0] for cell in re.findall(r"\| `([a-z-]+)", table)}
    named |= set(re.findall(r", `([a-z-]+) [A-Z]", table))
    assert named == set(COMMANDS)


@pytest.mark.interpreted
@pytest.mark.compiled
def test_docs_opens_a_page(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(docs, "PAGES", tmp_path)
    code, _, said = cli("docs")
    assert code == 2 and "not built in this checkout: pip install '.[docs]'" in said
    for page in ("index.html", "bots.html", "games/watten.html", "search.html"):
        (tmp_path / page).parent.mkdir(exist_ok=True)
        (tmp_path / page).touch()
    assert cli("docs", "--list") == (0, "bots\nindex\nwatten\n", "")
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert cli("docs", "watten")[:2] == (0, f"{tmp_path}/games/watten.html\n")
    assert opened == [(tmp_path / "games/watten.html").as_uri()]
    code, _, said = cli("docs", "wattn")
    assert code == 2 and "watten" in said
