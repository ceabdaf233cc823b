"""``schnapsen-ai tournament``: a round robin of paired deals, and its tables."""

from __future__ import annotations

import contextlib
import itertools
import json
import shlex
import sys
import time
from pathlib import Path
from typing import Any

from .. import __version__
from ..bot import BotSpec, built_in_names
from ..cli import UserError, load_game
from ..game import Game
from ..limits import Limits
from ..match import Pairing, seatings
from ..stats import Estimate
from ..tournament import PairingResult, TournamentResult, versions, whole_sets
from ..tournament import run as play

DEFAULT_DEALS = {"deal": 2000, "match": 200}


def run(args: Any) -> int:
    """Play and print; 1 with --strict if a bot misbehaved."""
    with _store(args) as args.store:
        return _run(args)


def _store(args: Any) -> Any:
    """The results file of ``--results``, open for writing; without one, None."""
    if args.results is None:
        return contextlib.nullcontext()
    from ..store import Store

    return Store(args.results, shlex.join(sys.argv[1:]), versions())


def _run(args: Any) -> int:
    if len(args.bots) == 1 and args.bots[0].endswith(".toml"):
        return _experiment(args)
    game = load_game(args)
    bots = bots_named(args.bots)
    packs = None if args.packs is None else read_packs(args.packs, game)
    if packs is not None and args.deals:
        raise UserError("--packs plays exactly the packs given: leave --deals out")
    result, seconds = _play(args, game, bots, args.deals, args.seed, args.unit, packs)
    print(json.dumps(as_json(result, seconds)) if args.json else as_text(result, seconds))
    return 1 if args.strict and result.faults else 0


def _play(
    args: Any, game: Game, bots: list[BotSpec], deals: int | None, seed: int | None, unit: str,
    packs: list[list[int]] | None, experiment: str = "",
) -> tuple[TournamentResult, float]:
    """The tournament and the seconds it took, compiling not counted."""
    deals = deals or DEFAULT_DEALS[unit]
    for a, b in itertools.combinations(bots, 2):
        Pairing(game, a, b, b"", unit).prepare()
    began = time.perf_counter()
    sets = len(packs) if packs is not None else whole_sets(game, deals)
    total = sets * len(seatings(game)) * len(bots) * (len(bots) - 1) // 2
    with _Bar(total, unit, args.quiet) as progress:
        limits = Limits(args.move_time, args.deal_time, args.memory)
        result = play(game, bots, deals, seed, args.jobs, unit, packs, progress, args.store,
                      experiment, limits)
    return result, time.perf_counter() - began


def _experiment(args: Any) -> int:
    """Every tournament of an experiment file; --deals, --seed and --unit overrule it."""
    from ..experiment import read

    title, experiments = read(args.bots[0])
    if args.packs is not None or args.option:
        raise UserError("an experiment file names its own packs and options")
    if not args.json:
        print(title)
    results = []
    for e in experiments:
        seed = e.seed if args.seed is None else args.seed
        result, seconds = _play(args, e.game, e.bots, args.deals or e.deals, seed, e.unit, None,
                                Path(args.bots[0]).stem)
        results.append((result, seconds))
        if not args.json:
            print("\n" + as_text(result, seconds))
    if args.json:
        tournaments = [as_json(r, s) for r, s in results]
        print(json.dumps({"title": title, "tournaments": tournaments}))
    return 1 if args.strict and any(r.faults for r, _ in results) else 0


def bots_named(names: list[str]) -> list[BotSpec]:
    """The bots of a command line: none means rules and random, ``all`` every built-in one."""
    if not names:
        names = ["rules", "random"]
    if "all" in names:
        at = names.index("all")
        names = names[:at] + list(built_in_names()) + names[at + 1 :]
    specs = [BotSpec(name) for name in names]
    twice = {s.text for s in specs if specs.count(s) > 1}
    if twice:
        raise UserError(f"{', '.join(sorted(twice))} is named twice: each bot plays once")
    if len(specs) < 2:
        raise UserError("name at least two bots, or none for rules against random")
    return specs


def read_packs(path: str, game: Game) -> list[list[int]]:
    """Packs, one a line; blank lines and ``#`` comments are passed over."""
    if path != "-" and not Path(path).is_file():
        raise UserError(f"--packs {path}: there is no such file")
    text = sys.stdin.read() if path == "-" else Path(path).read_text()
    packs = []
    for n, line in enumerate(text.splitlines(), 1):
        line = line.split("#")[0].strip()
        if line:
            try:
                packs.append(game.parse_pack(line))
            except ValueError as error:
                raise UserError(f"{path}, line {n}: {error}") from error
    if not packs:
        raise UserError(f"{path} holds no pack")
    return packs


class _Bar:
    """A progress bar on a terminal: deals of all pairings, with rate and end."""

    def __init__(self, total: int, unit: str, quiet: bool) -> None:
        from tqdm import tqdm

        self.bar = tqdm(
            total=total,
            unit=" matches" if unit == "match" else " deals",
            disable=True if quiet else None,
            unit_scale=True,
            leave=False,
        )

    def __enter__(self) -> Any:
        return self

    def __call__(self, block: Any) -> None:
        self.bar.update(block.deals.size)

    def __exit__(self, *_: object) -> None:
        self.bar.close()


# --- text ---


def as_text(result: TournamentResult, seconds: float) -> str:
    """The tables a person reads."""
    game, unit = result.game, "matches" if result.unit == "match" else "deals"
    per_set = len(seatings(game))
    played = sum(p.n_deals for p in result.pairings) - result.stored
    rate = f"{played / max(seconds, 1e-9):,.0f} deals/s" if played else "nothing left to play"
    before = f" ({result.stored} deals were stored before)" if result.stored else ""
    seed = f"seed {result.seed}" if result.seed is not None else "no seed (not reproducible)"
    lines = [
        f"{game.spec}: {result.deals} {unit} a pairing "
        f"({result.deals // per_set} sets, each in {per_set} seatings), {seed}",
        f"{seconds:.1f} s, {rate}{before}; intervals are 95 %, over sets",
        "",
        *_pairing_table(result),
    ]
    if len(result.bots) > 2:
        lines += ["", "points a deal, row against column", *_cross_table(result)]
    if any(b.sees_all for b in result.bots):
        lines += ["", "* sees all cards"]
    lines += _fault_lines(result)
    return "\n".join(lines)


def shown(spec: BotSpec) -> str:
    """A bot's name, marked if it sees all cards."""
    return spec.text + ("*" if spec.sees_all else "")


def _pairing_table(result: TournamentResult) -> list[str]:
    matches = result.unit == "match"
    header = ["first", "second", "points a deal", "win rate", *(["matches won"] if matches else [])]
    timed = any(sum(p.asked) for p in result.pairings)
    if timed:
        header.append("ms a move")
    rows = [header]
    for p in result.pairings:
        row = [shown(p.a), shown(p.b), _signed(p.points_per_deal), _percent(p.win_rate)]
        if matches and p.match_wins is not None:
            row.append(_percent(p.match_wins))
        if timed:
            row.append(" / ".join(_ms(p, i) for i in (0, 1)))
        rows.append(row)
    return _aligned(rows)


def _ms(p: PairingResult, bot: int) -> str:
    ms = p.ms_per_move(bot)
    return "-" if ms is None else f"{ms:.3g}"


def _signed(e: Estimate) -> str:
    return f"{e.value:+.3f} [{e.low:+.3f}, {e.high:+.3f}]"


def _percent(e: Estimate) -> str:
    return f"{100 * e.value:.1f} % [{100 * e.low:.1f}, {100 * e.high:.1f}]"


def _cross_table(result: TournamentResult) -> list[str]:
    names = [shown(b) for b in result.bots]
    rows = [["", *[str(i + 1) for i in range(len(names))], "mean"]]
    for i, name in enumerate(names):
        cells, values = [], []
        for j in range(len(names)):
            p = None if i == j else result.pairing(i, j)
            if p is not None:
                values.append(p.points_per_deal.value)
            cells.append("" if p is None else f"{p.points_per_deal.value:+.3f}")
        mean = f"{sum(values) / len(values):+.3f}" if values else ""
        rows.append([f"{i + 1} {name}", *cells, mean])
    return _aligned(rows)


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    return ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
            for row in rows]


def _fault_lines(result: TournamentResult) -> list[str]:
    """What bots did wrong: counts by bot and kind, the first of each in full."""
    lines: list[str] = []
    for spec in result.bots:
        faults = [f for b, f in result.faults if b == spec]
        if not faults:
            continue
        charged = sum(p.penalties[i] for p in result.pairings
                      for i, b in enumerate((p.a, p.b)) if b == spec)
        extra = f", charged {charged} points beside the table" if charged else ""
        lines += ["", f"{spec.text} forfeited {len(faults)} times{extra}:"]
        kinds: dict[str, list[Any]] = {}
        for f in faults:
            kinds.setdefault(f.what, []).append(f)
        for what, found in sorted(kinds.items(), key=lambda kv: -len(kv[1]))[:5]:
            lines.append(f"  {len(found)} x {what} (first: set {found[0].set})")
        if len(kinds) > 5:
            lines.append(f"  and {len(kinds) - 5} other kinds")
    return lines


# --- JSON ---


def as_json(result: TournamentResult, seconds: float) -> dict[str, Any]:
    """Everything of the table, for programs."""
    return {
        "version": __version__,
        "game": result.game.name,
        "options": result.game.options,
        "unit": result.unit,
        "deals": result.deals,
        "seed": result.seed,
        "secret": result.secret.hex(),
        "stored_before": result.stored,
        "seconds": round(seconds, 3),
        "bots": [{"name": b.text, "sees_all": b.sees_all} for b in result.bots],
        "pairings": [_pairing_json(p) for p in result.pairings],
        "faults": [
            {"bot": b.text, "set": f.set, "seating": f.seating, "deal": f.deal, "seat": f.seat,
             "what": f.what, "detail": f.detail}
            for b, f in result.faults[:1000]
        ],
        "n_faults": len(result.faults),
    }


def _pairing_json(p: PairingResult) -> dict[str, Any]:
    endings = p.endings.ravel().tolist()
    return {
        "first": p.a.text,
        "second": p.b.text,
        "sets": p.sets,
        "deals": p.n_deals,
        "points_per_deal": _estimate(p.points_per_deal),
        "win_rate": _estimate(p.win_rate),
        "match_wins": None if p.match_wins is None else _estimate(p.match_wins),
        "ms_per_move": [p.ms_per_move(0), p.ms_per_move(1)],
        "forfeits": [sum(f.bot == i for f in p.faults) for i in (0, 1)],
        "penalties": list(p.penalties),
        "endings": {
            name: endings.count(i)
            for i, name in enumerate(p.game.rules.ENDINGS)
            if endings.count(i)
        },
    }


def _estimate(e: Estimate) -> dict[str, float]:
    return {"value": e.value, "low": e.low, "high": e.high}
