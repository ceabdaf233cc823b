"""The README's snippets run, and the package is whole when installed from a wheel."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from paths import ROOT

README = (ROOT / "README.md").read_text()


def snippets(kind: str, mark: str = "") -> list[str]:
    head = rf"<!-- {mark} -->\n" if mark else ""
    return re.findall(rf"{head}```{kind}\n(.*?)```", README, re.S)


def run(args: list[str], cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        args, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, timeout=400
    )


def test_the_bot_in_ten_lines(tmp_path) -> None:
    (source,) = snippets("python", "file: mybot.py")
    assert len(source.strip().splitlines()) <= 10
    (tmp_path / "mybot.py").write_text(source)
    (command,) = snippets("sh", "run: mybot.py")
    args = command.split()
    assert args[0] == "schnapsen-ai"
    done = run([sys.executable, "-m", "schnapsen_ai", *args[1:]], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "mybot.py" in done.stdout and "forfeited" not in done.stdout


def test_python_snippets(tmp_path) -> None:
    (source,) = [text for text in snippets("python") if "play_deals(" in text]
    (tmp_path / "snippet.py").write_text(source)
    done = run([sys.executable, "snippet.py"], tmp_path)
    assert done.returncode == 0, done.stderr


def test_results_are_kept_replayed_exported_imported_and_read(tmp_path) -> None:
    commands = snippets("sh", "run: results") + snippets("sh", "run: report")
    assert len(commands) == 2
    for line in "".join(commands).splitlines():
        args = shlex.split(line, comments=True)
        assert args[0] == "schnapsen-ai"
        done = run([sys.executable, "-m", "schnapsen_ai", *args[1:]], tmp_path)
        assert done.returncode == 0, done.stderr
    (source,) = snippets("python", "run: read")
    (tmp_path / "snippet.py").write_text(source)
    done = run([sys.executable, "snippet.py"], tmp_path)
    assert done.stdout == "rules random 400\nrules bully 400\nrandom bully 400\n", done.stderr


def test_the_batch(tmp_path) -> None:
    (source,) = snippets("python", "run: batch")
    (tmp_path / "snippet.py").write_text(source)
    done = run([sys.executable, "snippet.py"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "0..31  hand: cards" in done.stdout


@pytest.mark.rl
def test_the_environments(tmp_path) -> None:
    (source,) = snippets("python", "run: rl")
    (tmp_path / "snippet.py").write_text(source)
    done = run([sys.executable, "snippet.py"], tmp_path)
    assert done.returncode == 0 and not done.stderr.count("Error"), done.stderr


@pytest.mark.openspiel
def test_the_games_of_openspiel(tmp_path) -> None:
    (source,) = snippets("python", "run: openspiel")
    (tmp_path / "snippet.py").write_text(source)
    done = run([sys.executable, "snippet.py"], tmp_path)
    assert done.returncode == 0 and float(done.stdout) < 0.01, done.stderr


def test_selfplay(tmp_path) -> None:
    (lines,) = snippets("sh", "run: selfplay")
    for line in lines.splitlines():
        program, *args = shlex.split(line, comments=True)
        module = ["-m", "schnapsen_ai"] if program == "schnapsen-ai" else []
        done = run([sys.executable, *module, *args], tmp_path)
        assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(",)\n")


def test_commands_named_are_commands() -> None:
    from schnapsen_ai.cli.main import COMMANDS

    table = README[README.index("## Commands") : README.index("## Where things are")]
    named = {re.split(r"[` ]", cell)[0] for cell in re.findall(r"\| `([a-z-]+)", table)}
    named |= set(re.findall(r", `([a-z]+) [A-Z]", table))
    assert named <= set(COMMANDS)


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
