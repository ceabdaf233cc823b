"""The code blocks of a page of Markdown, and how they are run: one after the other, in one folder.

Blocks of ``sh`` and ``python`` are run as they stand, unless a comment on the line before says
otherwise: ``<!-- file: NAME -->`` writes a block to that file, ``<!-- output -->`` holds it against
what the block before it printed, ``<!-- needs: EXTRA -->`` runs it where that is installed,
``<!-- not run: why -->`` leaves it out.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

BLOCK = re.compile(r"(?:^<!-- (.*?) -->\n)?^```([\w{}-]*)[^\n]*\n(.*?)^```$", re.S | re.M)
SETS_UP = "python3 -m venv"  # begins the README's commands, which .ci/run runs
LIMIT = 900  # seconds for one block: the first may compile


@dataclass(frozen=True)
class Block:
    mark: str  # of the comment before it, "" without one
    language: str
    text: str

    @property
    def runs(self) -> bool:
        other = self.mark.startswith(("file: ", "not run: ", "needs: "))
        code = self.language in ("sh", "python") and not self.text.startswith(SETS_UP)
        return code and not other


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [Block(mark or "", language, code) for mark, language, code in BLOCK.findall(text)]


def run_page(page: Path, folder: Path, extra: str = "") -> None:
    """Run a page in a folder, or what of it needs an extra; AssertionError says what failed."""
    if extra:
        for block in blocks_of(page):
            if block.mark == f"needs: {extra}":
                _run(block, folder, page.name)
        return
    printed = ""
    for block in blocks_of(page):
        if block.mark.startswith("file: "):
            (folder / block.mark.removeprefix("file: ")).write_text(block.text)
        elif block.mark == "output":
            assert block.text.strip() == printed.strip(), f"{page.name} says it prints otherwise"
        elif block.runs:
            printed = _run(block, folder, page.name)


def _run(block: Block, folder: Path, page: str) -> str:
    """Run a block with this Python's programs first on the path; what it printed."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    script = folder / f"block.{block.language}"
    script.write_text(block.text)
    program = [sys.executable] if block.language == "python" else ["bash", "-e"]
    done = subprocess.run(
        [*program, script.name], cwd=folder, capture_output=True, text=True, timeout=LIMIT,
        env={**os.environ, "PATH": path, "SCHNAPSEN_AI_QUIET": "1", "BROWSER": "true"},
    )  # fmt: skip
    assert done.returncode == 0, f"{page}: this block failed:\n{block.text}\n{done.stderr}"
    assert "forfeited" not in done.stdout, f"{page}: a bot forfeited:\n{block.text}\n{done.stdout}"
    return done.stdout
