"""How many small errors in the games' rules does the interpreted run see?

    python tests/support/mutants.py --count 45 --seed 1 [--game watten] [--jobs 2]

Changes one token at a time at random (a number by one, < to <=, + to -, and to or, one name to
another) in a copy of the working tree, and runs there the interpreted tests of that game.  A mutant
that no test fails on is printed: it is either equivalent, to be said by hand, or a missing test.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = Path("schnapsen_ai") / "games"
FILES = ("rules", "play", "tricks", "scoring", "match", "bidding", "knowledge")
SWAPS: dict[type[ast.AST], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.BitAnd: "|", ast.BitOr: "&",
    ast.And: "or", ast.Or: "and",
}  # fmt: skip
SIGNS: dict[type[ast.AST], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|",
    ast.And: "and", ast.Or: "or",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    path: Path  # relative to the root
    line: int  # from 1
    start: int  # the token's columns
    end: int
    new: str

    def text(self, source: str) -> str:
        lines = source.splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[: self.start] + self.new + line[self.end :]
        return "".join(lines)

    def __str__(self) -> str:
        line = (ROOT / self.path).read_text().splitlines()[self.line - 1]
        marked = f"{line[: self.start]}[{line[self.start : self.end]} -> {self.new}]"
        return f"{self.path}:{self.line}: {(marked + line[self.end :]).strip()}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every one-token change of the bodies of a file's functions."""
    source = (ROOT / path).read_text()
    lines = source.splitlines()
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        nodes = [node for statement in function.body for node in ast.walk(statement)]
        names = {n.id for n in nodes if isinstance(n, ast.Name) and n.id.islower()}
        local = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        bases = [n.value for n in nodes if isinstance(n, ast.Attribute)]
        records = {base.id for base in bases if isinstance(base, ast.Name)}
        known = sorted(names & (local | {a.arg for a in function.args.args}))
        for node in nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in known:
                for other in known:  # of the same kind: a record is no number
                    if other != node.id and (other in records) == (node.id in records):
                        yield at(path, node, other)
            elif isinstance(node, ast.Constant) and type(node.value) is int:
                yield at(path, node, str(node.value + 1))
                yield at(path, node, str(node.value - 1))
            elif isinstance(node, ast.BinOp | ast.Compare | ast.BoolOp):
                yield from operators(path, node, lines)


def at(path: Path, node: ast.expr, new: str) -> Mutant:
    return Mutant(path, node.lineno, node.col_offset, node.end_col_offset or 0, new)


def operators(path: Path, node: ast.expr, lines: list[str]) -> Iterator[Mutant]:
    """The signs between the operands, where both stand on one line."""
    if isinstance(node, ast.BinOp):
        operands, signs = [node.left, node.right], [node.op]
    elif isinstance(node, ast.Compare):
        operands, signs = [node.left, *node.comparators], node.ops
    else:
        assert isinstance(node, ast.BoolOp)
        operands, signs = node.values, [node.op] * (len(node.values) - 1)
    for left, right, sign in zip(operands, operands[1:], signs, strict=False):
        if type(sign) in SWAPS and left.end_lineno == right.lineno:
            between = lines[right.lineno - 1][left.end_col_offset : right.col_offset]
            start = (left.end_col_offset or 0) + between.index(SIGNS[type(sign)])
            end = start + len(SIGNS[type(sign)])
            yield Mutant(path, right.lineno, start, end, SWAPS[type(sign)])


def draw(count: int, seed: int, game: str) -> list[Mutant]:
    """Random mutants, each of another line; every line is as likely as another."""
    paths = sorted(p for name in FILES for p in (ROOT / GAMES).glob(f"{game}/{name}.py"))
    by_line: dict[tuple[Path, int], list[Mutant]] = {}
    for path in paths:
        for mutant in mutants_of(path.relative_to(ROOT)):
            by_line.setdefault((mutant.path, mutant.line), []).append(mutant)
    chance = random.Random(seed)
    lines = chance.sample(sorted(by_line), min(count, len(by_line)))
    return [chance.choice(by_line[line]) for line in lines]


def seen(mutant: Mutant, copy: Path) -> bool:
    """Whether the interpreted tests of its game fail on a mutant, or hang."""
    source = (copy / mutant.path).read_text()
    (copy / mutant.path).write_text(mutant.text(source))
    game = mutant.path.parent.name
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "interpreted", "-p",
               "no:cacheprovider", "tests/games"]  # fmt: skip
    if game != "shared":
        command += ["-k", game]
    try:
        done = subprocess.run(
            command, cwd=copy, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True,
            timeout=600, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    finally:
        (copy / mutant.path).write_text(source)
    assert done.returncode in (0, 1, 2), done.stdout[-2000:]
    return done.returncode != 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=45)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="*")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    mutants = draw(arguments.count, arguments.seed, arguments.game)
    texts = {mutant: str(mutant) for mutant in mutants}  # now: the tree may change meanwhile
    with tempfile.TemporaryDirectory() as folder:
        copies: Queue[Path] = Queue()
        for job in range(arguments.jobs):
            skip = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info")
            copies.put(Path(shutil.copytree(ROOT, Path(folder) / str(job), ignore=skip)))

        def judge(mutant: Mutant) -> bool:
            copy = copies.get()
            found = seen(mutant, copy)
            copies.put(copy)
            print("seen  " if found else "MISSED", texts[mutant], flush=True)
            return found

        with ThreadPoolExecutor(arguments.jobs) as pool:
            found = sum(pool.map(judge, mutants))
    print(f"seen: {found} of {len(mutants)}")


if __name__ == "__main__":
    main()
