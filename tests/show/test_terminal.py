"""Play in a terminal: driven through a pseudo-terminal, and what a plain pipe sees."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

PROMPT = "your move> "
COLOUR = re.compile(r"\x1b\[\d+m")


class Played:
    """The command in a pseudo-terminal: wait for what it says, type an answer."""

    def __init__(self, *args: str, **env: str) -> None:
        self.here, there = pty.openpty()
        base = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "schnapsen_ai", "play", *args],
            stdin=there, stdout=there, stderr=there,
            env={**base, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **env},
        )
        os.close(there)
        self.text = ""

    def until(self, *words: str, seconds: float = 240) -> str:
        """Read until one of some words comes; what was new since the last one."""
        end, new = time.monotonic() + seconds, ""
        while not any(word in new for word in words):
            assert time.monotonic() < end, new
            if not select.select([self.here], [], [], 1)[0]:
                continue
            try:
                chunk = os.read(self.here, 65536).decode(errors="replace")
            except OSError:
                chunk = ""
            assert chunk, f"it ended with {new!r}"
            new += chunk
        self.text += new
        return new

    def type(self, line: str) -> None:
        os.write(self.here, f"{line}\n".encode())

    def end(self) -> int:
        """Read what is left; the exit code."""
        while True:
            try:
                chunk = os.read(self.here, 65536)
            except OSError:
                break
            if not chunk:
                break
            self.text += chunk.decode(errors="replace")
        os.close(self.here)
        return self.process.wait(60)


def test_a_deal_with_help_undo_and_the_verdict_at_the_end():
    game = Played("random", "--seed", "1", "--undo")
    first = game.until(PROMPT)
    assert COLOUR.search(first) and "♥" in first and "you may:" in COLOUR.sub("", first)
    game.type("undo")
    assert "nothing to take back" in game.until(PROMPT)
    game.type("?")
    assert "resign" in game.until(PROMPT)
    game.type("AS")
    game.until(PROMPT)
    game.type("nonsense")
    assert "'nonsense' is not a move" in game.until(PROMPT)
    for suit in ("clubs", "diamonds", "hearts"):  # named as it is when it is legal
        game.type(f"Marriage in {suit}")
        answer = game.until(PROMPT)
        assert "king and queen" in answer and "is not a move" not in answer
    game.type("claim")
    game.until(PROMPT)
    game.type("known")
    assert "Not yet seen" in game.until(PROMPT)
    game.type("rules")
    assert "66" in game.until(PROMPT)
    game.type("undo")
    game.until(PROMPT)
    for _ in range(40):
        game.type("1")
        if "The deal is over" in game.until(PROMPT, "The deal is over"):
            break
    assert game.end() == 0
    verdict = COLOUR.sub("", game.text[game.text.index("solver's verdict") :])
    assert re.search(r"1\. (You|random): ", verdict)
    assert re.search(r"best|gave away \d", verdict)


def test_resigning_asks_first():
    game = Played("random", "--seed", "2", "--no-replay", NO_COLOR="1")
    assert not COLOUR.search(game.until(PROMPT))
    game.type("resign")
    game.until("really?")
    game.type("no")
    game.until(PROMPT)
    game.type("resign")
    game.until("really?")
    game.type("yes")
    assert game.end() == 0
    assert "You: -3  random: +3" in game.text and "verdict" not in game.text


def test_a_match_in_hungarian_and_leaving_it():
    game = Played("random", "--seed", "3", "--language", "hu", "--unit", "match", TERM="dumb")
    text = game.until("lépésed> ")
    assert "1. osztás" in text and "Állás" in text and not COLOUR.search(text)
    game.type("quit")
    assert game.end() == 0 and "viszlát" in game.text


@pytest.mark.parametrize("encoding", ["ascii", pytest.param("utf-8", marks=pytest.mark.slow)])
def test_a_pipe_gets_plain_text(process, encoding):
    code, out, _ = process("play", "random", "--seed", "1", "--no-replay",
                           stdin="1\nundo\nresign\n", PYTHONIOENCODING=encoding)
    assert code == 0 and "\x1b" not in out
    assert ("♥" in out) == (encoding == "utf-8")
    assert "Taking back is off" in out
