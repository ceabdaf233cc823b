"""The README's snippets run, and the package is whole when installed from a wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from blocks import blocks_of, run_page
from paths import ROOT

README = ROOT / "README.md"


def run(args: list[str], cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        args, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, timeout=400
    )


def snippet(language: str, part: str) -> str:
    (text,) = [b.text for b in blocks_of(README) if b.language == language and part in b.text]
    return text


def test_it_is_short() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150 and len(text.split()) <= 1300


def test_the_bot_in_ten_lines_and_all_other_blocks(tmp_path) -> None:
    assert len(snippet("python", "class Cheapskate").strip().splitlines()) <= 10
    run_page(README, tmp_path)


@pytest.mark.interpreted
@pytest.mark.compiled
def test_python_where_the_readme_is() -> None:
    """In a checkout the package found is the one beside README, whose bots lie beside it."""
    forget = "import sys; sys.meta_path = [f for f in sys.meta_path if 'editable' not in repr(f)]\n"
    source = snippet("python", "play_deals(").replace("deals=400", "deals=4")
    assert "deals=4," in source
    done = run([sys.executable, "-c", forget + source], ROOT, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_wheel_with_a_foreign_bots_folder(tmp_path) -> None:
    """Installed from a wheel, a user's own ``bots`` package in the way changes nothing."""
    target = tmp_path / "installed"
    done = run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(target),
         str(ROOT)],
        tmp_path,
    )
    assert done.returncode == 0, done.stderr
    (tmp_path / "work" / "bots").mkdir(parents=True)
    (tmp_path / "work" / "bots" / "__init__.py").write_text("raise RuntimeError('foreign')")
    code = (
        "import schnapsen_ai, schnapsen_ai.bots.random as r; "
        f"assert schnapsen_ai.__file__.startswith({str(target)!r}); "
        "print(r.Random.__module__)"
    )
    done = run([sys.executable, "-c", code], tmp_path / "work", PYTHONPATH=str(target))
    assert done.stdout.strip() == "schnapsen_ai.bots.random", done.stderr
    done = run(
        [sys.executable, "-m", "schnapsen_ai", "rulebook", "schnapsen"],
        tmp_path / "work",
        PYTHONPATH=str(target),
    )
    assert done.returncode == 0, done.stderr


def test_a_plain_import_of_bots_is_refused() -> None:
    """From a checkout ``import bots`` would compile the same kernels under a second name."""
    done = run([sys.executable, "-c", "import bots.rules"], ROOT)
    assert done.returncode != 0 and "second name" in done.stderr


def test_top_level_names() -> None:
    """Seven names; beside them only docs, LICENSE, CHANGELOG.md, CITATION.cff and dotfiles."""
    done = run(["git", "ls-files"], ROOT)
    tops = {line.split("/")[0] for line in done.stdout.splitlines()}
    allowed = {
        "pyproject.toml", "README.md", "schnapsen_ai", "bots", "experiments", "tests",
        "notebooks", "LICENSE", "CHANGELOG.md", "CITATION.cff", "docs",
    }
    assert {t for t in tops if not t.startswith(".")} <= allowed
