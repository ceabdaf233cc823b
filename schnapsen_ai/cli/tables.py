"""The results of a tournament as tables for people and as JSON for programs."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np

from .._version import __version__
from ..bot.spec import BotSpec
from ..deal.seatings import seatings
from ..sandbox import RemoteSpec
from ..stats.intervals import Estimate
from ..stats.text import aligned, percent, signed
from ..tournament.result import UNEVEN, PairingResult, TournamentResult

ENOUGH = 20  # sets from which their deviation is worth telling
DIFFERENCE = 0.1  # points a deal, of which the table says how many deals it takes


def as_text(result: TournamentResult, seconds: float) -> str:
    """The tables a person reads."""
    game, unit = result.game, "matches" if result.unit == "match" else "deals"
    per_set = len(seatings(game))
    sets = result.deals // per_set
    played = sum(p.n_deals for p in result.pairings) - result.stored
    rate = f"{played / max(seconds, 1e-9):,.0f} deals/s" if played else "nothing left to play"
    before = f" ({result.stored} deals were stored before)" if result.stored else ""
    seed = f"seed {result.seed}" if result.seed is not None else "no seed (not reproducible)"
    lines = [
        f"{game.spec}: {result.deals} {unit} a pairing "
        f"({sets} set{'s' * (sets != 1)}, each in {per_set} seatings), {seed}",
        f"{seconds:.1f} s, {rate}{before}; intervals are 95 %, over sets",
        "",
        *_pairing_table(result),
    ]
    if len(result.bots) > 2:
        lines += ["", "points a deal, row against column", *_cross_table(result)]
        if not result.mirrored:
            lines += [f"({UNEVEN})"]
        lines += _rating_lines(result)
    lines += _test_lines(result)
    lines += _needed_lines(result)
    if any(b.sees_all for b in result.bots):
        lines += ["", "* sees all cards"]
    lines += _isolation_lines(result) + _fault_lines(result)
    return "\n".join(lines)


def shown(spec: BotSpec) -> str:
    """A bot's name, marked if it sees all cards."""
    return spec.text + ("*" if spec.sees_all else "")


def _pairing_table(result: TournamentResult) -> list[str]:
    matches = result.unit == "match"
    header = ["first", "second", "points a deal", "win rate",
              *(["matches won"] if matches else []), "Elo"]
    marked = matches and all(p.marks is not None for p in result.pairings)
    if marked:
        header.append("marks a match")
    if any(p.forehand is not None for p in result.pairings):
        header.append("forehand")
    timed = any(sum(p.asked) for p in result.pairings)
    if timed:
        header.append("ms a move")
    rows = [header]
    for p in result.pairings:
        row = [shown(p.a), shown(p.b), signed(p.points_per_deal), percent(p.win_rate)]
        if matches and p.match_wins is not None:
            row.append(percent(p.match_wins))
        row.append(_elo(p.elo))
        if marked and p.marks is not None:
            row.append(" / ".join(f"{e.value:.2f}" for e in p.marks))
        if p.forehand is not None:
            row.append(signed(p.forehand))
        if timed:
            row.append(" / ".join(_ms(p, i) for i in (0, 1)))
        rows.append(row)
    return aligned(rows)


def _ms(p: PairingResult, bot: int) -> str:
    ms = p.ms_per_move(bot)
    return "-" if ms is None else f"{ms:.3g}"


def _elo(e: Estimate) -> str:
    """A rating difference; where a bot won everything, the finite end of the interval."""
    if math.isinf(e.value):
        return f"above {e.low:+.0f}" if e.value > 0 else f"below {e.high:+.0f}"
    return f"{e.value:+.0f} [{e.low:+.0f}, {e.high:+.0f}]"


def _cross_table(result: TournamentResult) -> list[str]:
    names = [shown(b) for b in result.bots]
    rows = [["", *[str(i + 1) for i in range(len(names))], "mean"]]
    cross = result.cross_table()
    for i, (name, row, mean) in enumerate(zip(names, cross.cells, cross.means, strict=True)):
        values = [None if p is None else p.points_per_deal.value for p in row]
        figures = ["" if value is None else f"{value:+.3f}" for value in (*values, mean)]
        rows.append([f"{i + 1} {name}", *figures])
    return aligned(rows)


def _rating_lines(result: TournamentResult) -> list[str]:
    ratings = result.ratings
    if ratings is None:
        return []
    order = sorted(range(len(ratings)), key=lambda i: -ratings[i].value)
    rows = [["", "Elo", "95 %"]]
    rows += [[shown(result.bots[i]), f"{ratings[i].value:+.0f}",
              f"[{ratings[i].low:+.0f}, {ratings[i].high:+.0f}]"] for i in order]
    what = "matches" if result.unit == "match" else "deals"
    return ["", f"ratings (Bradley-Terry, from {what} won, mean 0)", *aligned(rows)]


def _test_lines(result: TournamentResult) -> list[str]:
    """Why each sequential test ended."""
    tested = [p for p in result.pairings if p.verdict is not None]
    if not tested:
        return []
    lines = [f"{shown(p.a)} against {shown(p.b)}, {p.verdict}" for p in tested]
    return ["", *lines, "Intervals do not know that the test chose when to stop."]


def _needed_lines(result: TournamentResult) -> list[str]:
    """How many deals a smaller difference would take; a few sets cannot tell."""
    told = [p for p in result.pairings if p.sets >= ENOUGH]
    needed = sorted(p.deals_needed(DIFFERENCE) for p in told)
    if not needed:
        return []
    most = f" to {needed[-1]:,}" if needed[-1] > needed[0] else ""
    return ["", f"A difference of {DIFFERENCE:g} points a deal takes {needed[0]:,}{most} paired "
                "deals to be seen (80 % power)."]


def _isolation_lines(result: TournamentResult) -> list[str]:
    """What this system could not keep from bots in processes of their own."""
    return [
        f"! {spec.text} is not isolated: nothing here guards {', '.join(spec.missing)}"
        for spec in result.bots if isinstance(spec, RemoteSpec) and spec.missing
    ]


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
        "bots": [
            {"name": b.text, "sees_all": b.sees_all, **_isolation_json(b)} for b in result.bots
        ],
        "pairings": [_pairing_json(p) for p in result.pairings],
        "ratings": result.ratings and [_estimate(r) for r in result.ratings],
        "faults": [
            {"bot": b.text, "set": f.set, "seating": f.seating, "deal": f.deal, "seat": f.seat,
             "what": f.what, "detail": f.detail}
            for b, f in result.faults[:1000]
        ],
        "n_faults": len(result.faults),
    }


def _isolation_json(spec: BotSpec) -> dict[str, Any]:
    """Whether a bot plays in a process of its own, and the defences that are missing."""
    missing = spec.missing if isinstance(spec, RemoteSpec) else []
    return {"isolated": spec.isolated and not missing, "missing": missing}


def _pairing_json(p: PairingResult) -> dict[str, Any]:
    names = p.game.rules.ENDINGS
    endings = np.bincount(p.endings.ravel(), minlength=len(names)).tolist()
    return {
        "first": p.a.text,
        "second": p.b.text,
        "sets": p.sets,
        "deals": p.n_deals,
        "points_per_deal": _estimate(p.points_per_deal),
        "win_rate": _estimate(p.win_rate),
        "match_wins": None if p.match_wins is None else _estimate(p.match_wins),
        "marks": p.marks and [_estimate(e) for e in p.marks],
        "elo": _estimate(p.elo),
        "forehand": p.forehand and _estimate(p.forehand),
        "sprt": p.verdict and {
            **dataclasses.asdict(p.verdict.test), "sets": p.verdict.sets,
            "log_likelihood_ratio": p.verdict.ratio, "accepted": p.verdict.accepted or None,
        },
        "deals_needed": {
            str(DIFFERENCE): p.deals_needed(DIFFERENCE) if p.sets >= ENOUGH else None
        },
        "ms_per_move": [p.ms_per_move(0), p.ms_per_move(1)],
        "forfeits": [sum(f.bot == i for f in p.faults) for i in (0, 1)],
        "penalties": list(p.penalties),
        "endings": {name: n for name, n in zip(names, endings, strict=True) if n},
    }


def _estimate(e: Estimate) -> dict[str, float | None]:
    """As JSON, which knows no infinity: null."""
    ends = {"value": e.value, "low": e.low, "high": e.high}
    return {k: None if math.isinf(x) else x for k, x in ends.items()}
