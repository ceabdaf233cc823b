"""``schnapsen-ai replay``: a deal move by move."""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..base.numbers import whole
from .options import json_argument, print_json

if TYPE_CHECKING:
    from ..cards import Move
    from ..deal.state import State
    from ..deal.transcript import Record
    from ..store.reader import Archive

_SQLITE = b"SQLite format 3\0"


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("deal", help="a file of deals as text ('-': standard input) or of results")
    sub.add_argument("which", nargs="?", metavar="WHICH",
                     help="the number of the deal in a text file (default 1); in a results file "
                     "PAIRING:SET:SEATING[:DEAL] or, of an imported one, its number")
    sub.add_argument("--values", action="store_true",
                     help="the exact open-card value of every legal move to the seat to move")
    sub.add_argument("--boards", action="store_true", help="the whole table before each move")
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    from ..deal.transcript import result_text

    record = record_of(args.deal, args.which)
    steps = [_step(record, state, move, args) for state, move in _plies(record)]
    end = record.end()
    if args.json:
        print_json({
            "game": record.game.spec, "players": record.players, **record.tags,
            "pack": record.start().pack, "steps": steps,
            "payoffs": end.payoffs() if end.is_over else None,
            "ending": end.ending,
        })
        return 0
    named = ", ".join(f"{name} (seat {seat})" for seat, name in enumerate(record.players))
    tags = "".join(f", {key} {value}" for key, value in record.tags.items())
    print(f"{record.game.spec}: {named}{tags}\n")
    if not args.boards:
        print(record.start(), end="\n\n")
    if 0 in record.comments:
        print(f"    {record.comments[0]}")
    for number, step in enumerate(steps, 1):
        if args.boards:
            print(f"\n{step['board']}\n")
        print(_line(number, step, record))
    print(f"\nresult: {result_text(end)}")
    return 0


def record_of(path: str, which: str | None) -> Record:
    """The deal meant: of a results file, or of a text."""
    from ..base.files import read_text
    from ..deal.transcript import parse_records
    from ..store.reader import Archive

    if Path(path).is_file() and _is_sqlite(path):  # a pipe can be read only once
        with Archive(path) as archive:
            return _stored(archive, which)
    if which is not None and ":" in which:
        raise ValueError(f"{path} is a text of deals, which are counted from 1: write {path} 1 "
                         f"({which} would be a deal of a results file)")
    number = _number(which)
    text = read_text(path)
    try:
        found = next(itertools.islice(parse_records(text), number - 1, None), None)
    except ValueError as error:
        raise ValueError(f"{path}, {error}") from error
    if found is None:
        there = sum(1 for _ in parse_records(text))
        raise ValueError(f"{path} has no deal {number}: it has {there}, counted from 1")
    return found


def _is_sqlite(path: str) -> bool:
    with Path(path).open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


def _stored(archive: Archive, which: str | None) -> Record:
    from ..deal.transcript import parse_records
    from ..tournament.stored_deals import Address, find

    if which is not None and ":" in which:
        return find(archive, Address.parse(which))
    imported = {row["id"]: row["text"] for row in archive.records()}
    if which is None or _number(which) not in imported:
        pairings = ", ".join(f"{p.id}: {p.a.text} against {p.b.text}, {p.sets} sets"
                             for p in archive.pairings())
        raise ValueError(f"{archive.path}: name the deal as PAIRING:SET:SEATING[:DEAL]; pairings "
                         f"are {pairings or 'none'}; {len(imported)} deals were imported")
    return next(parse_records(imported[_number(which)]))


def _number(which: str | None) -> int:
    try:
        number = whole(which or "1")
    except ValueError:
        number = 0
    if number < 1:
        raise ValueError(f"{which!r} is not the number of a deal: they count from 1")
    return number


def _plies(record: Record) -> list[tuple[State, int | None]]:
    """Each state with the move made in it; None where a seat resigned."""
    moves: list[int | None] = [*record.moves]
    if record.resigned is not None:
        moves.append(None)
    return list(zip(record.states(), moves, strict=False))


def _step(
    record: Record, state: State, move: Move | None, args: argparse.Namespace
) -> dict[str, Any]:
    game, values = record.game, None
    if args.values and move is not None:
        try:
            values = state.move_values()
        except ValueError:  # before the sides are known
            values = None
    legal = {game.move_text(m): None if values is None else values[m]
             for m in state.legal_moves()}
    step = {
        "seat": record.resigned if move is None else state.to_move,
        "move": "resigns" if move is None else game.move_text(move),
        "legal": legal if values is not None else list(legal),
        "comment": record.comments.get(len(state.history) + 1, ""),
    }
    if values is not None and move is not None:
        step["lost"] = max(values.values()) - values[move]
    if args.boards:
        step["board"] = str(state)
    return step


def _line(number: int, step: dict[str, Any], record: Record) -> str:
    """One decision: what was played, what else could have been."""
    others = [m for m in step["legal"] if m != step["move"]]
    shown = ", ".join(others)
    made = step["move"]
    if isinstance(step["legal"], dict):
        shown = ", ".join(f"{m} {step['legal'][m]:+d}" for m in others)
        made += f" {step['legal'][made]:+d}" if made in step["legal"] else ""
    line = f"{number:3}  {step['seat']} {made:<14}"
    line += f"  (or {shown})" if shown else ""
    if step.get("lost"):
        line += f"  gives away {step['lost']}"
    if step["comment"]:
        line += f"\n     {step['comment']}"
    return line.rstrip()
