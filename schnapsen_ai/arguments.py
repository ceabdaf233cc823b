"""The arguments of each command.  Nothing but argparse is imported here."""

from __future__ import annotations

import argparse
from collections.abc import Callable

USUAL_GAME = "schnapsen"


def game_arguments(sub: argparse.ArgumentParser, what: str = f" (default {USUAL_GAME})") -> None:
    """``--game`` and ``--option``; `load_game` fills in the default."""
    sub.add_argument("--game", metavar="NAME", help=f"game or preset{what}")
    sub.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule; may be given several times (see `schnapsen-ai games`)",
    )


def _faces_argument(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--faces",
        choices=("french", "german", "hungarian"),
        help="how cards are written (default: as the game is played); all are read",
    )


def _whole(text: str) -> int:
    """A whole number in plain digits, of which ``_`` and ``,`` may make groups."""
    try:
        if text.isascii() and len(text) < 30:
            return int(text.replace("_", "").replace(",", ""))
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text[:30]!r} is not a whole number")


def _number(low: int, what: str, high: int = 10**12) -> Callable[[str], int]:
    def parse(text: str) -> int:
        value = _whole(text)
        if value < low:
            raise argparse.ArgumentTypeError(f"{text} is too small: {what} is at least {low}")
        if value > high:
            raise argparse.ArgumentTypeError(f"{text} is too large: {what} is at most {high}")
        return value

    return parse


def _above_zero(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds") from None
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} s is no limit: write a number above 0")
    return value


def limit_arguments(sub: argparse.ArgumentParser) -> None:
    """``--move-time``, ``--deal-time``, ``--memory``, ``--isolate``."""
    sub.add_argument("--move-time", type=_above_zero, metavar="SECONDS",
                     help="a later move forfeits; a bot's first, which may compile, has "
                     "--deal-time (default: only --deal-time counts)")
    sub.add_argument("--deal-time", type=_above_zero, metavar="SECONDS",
                     help="thinking time of a bot in one deal (default 60)")
    sub.add_argument("--memory", type=_number(1, "--memory", 2**30), metavar="MB",
                     help="memory that a bot may use (default 1024)")
    sub.add_argument("--isolate", action="store_true",
                     help="each bot that is not built in plays in a process of its own, which "
                     "reads no file but its own and sees no other process")


def _json_argument(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--json", action="store_true", help="print one JSON object, for programs")


def _tournament(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="name[:parameter=value,...], module:Class, path/file.py:Class or cmd:PROGRAM; 'all' "
        "for every built-in bot (default: rules random); or one experiment file, "
        "experiments/NAME.toml",
    )
    game_arguments(sub)
    sub.add_argument(
        "--deals",
        type=_number(1, "--deals"),
        default=None,
        help="single deals (with --unit match: matches) of each pairing, rounded up to whole "
        "sets (default 2000, with --unit match 200)",
    )
    sub.add_argument("--seed", type=_whole, help="makes the tournament reproducible")
    sub.add_argument("--jobs", type=_number(1, "--jobs", 4096),
                     help="worker processes (default: cores)")
    sub.add_argument("--unit", choices=("deal", "match"), help="what is played (default deal)")
    sub.add_argument(
        "--schedule",
        choices=("round-robin", "gauntlet", "ladder"),
        help="who meets whom: everybody (default), the first against each other, each against the "
        "next",
    )
    sub.add_argument(
        "--sprt",
        metavar="elo0=0,elo1=10",
        help="end a pairing once it is decided whether the first bot is better by elo1 (normalized "
        "Elo) or only by elo0; also alpha=0.05,beta=0.05; --deals is then the most (100,000)",
    )
    sub.add_argument(
        "--max-deals",
        type=_number(1, "--max-deals"),
        help="with --unit match: a match ends after so many deals at the latest (default 1000); "
        "where the score is money the richest has won, else nobody",
    )
    sub.add_argument(
        "--contracts",
        metavar="PACKS",
        type=_number(1, "--contracts"),
        help="after it, play so many packs more of each pairing, one process, and print which "
        "contracts were bid and made",
    )
    sub.add_argument("--luck", action="store_true",
                     help="after it, solve every pack and print how much of the variance was the "
                     "luck of the cards, and what pairing took out of it (two seats)")
    sub.add_argument("--packs", metavar="FILE", help="play these packs, one a line ('-': stdin)")
    sub.add_argument(
        "--results",
        metavar="FILE",
        help="keep every deal in this SQLite file while playing; the same command again goes on "
        "where it stopped",
    )
    sub.add_argument("--cluster", metavar="tcp://HOST:PORT",
                     help="play on the workers of this Dask scheduler instead of here (see "
                     "help(schnapsen_ai.farm))")
    limit_arguments(sub)
    sub.add_argument("--strict", action="store_true", help="exit 1 if any bot misbehaved")
    sub.add_argument("--quiet", action="store_true", help="no progress bar")
    _json_argument(sub)


def _replay(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("deal", help="a file of deals as text ('-': standard input) or of results")
    sub.add_argument("which", nargs="?", metavar="WHICH",
                     help="the number of the deal in a text file (default 1); in a results file "
                     "PAIRING:SET:SEATING[:DEAL] or, of an imported one, its number")
    sub.add_argument("--values", action="store_true",
                     help="the exact open-card value of every legal move to the seat to move")
    sub.add_argument("--boards", action="store_true", help="the whole table before each move")
    _json_argument(sub)


def _export(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("results", help="a results file")
    sub.add_argument("--to", metavar="FILE",
                     help="NAME.txt, NAME.csv or NAME.parquet (default: text on standard output)")
    sub.add_argument("--what", choices=("deals", "sets", "faults"), default="deals")
    sub.add_argument("--pairing", type=_number(1, "--pairing"), action="append", metavar="N",
                     help="only this pairing; may be given several times")
    sub.add_argument("--sets", type=_number(1, "--sets"), metavar="N",
                     help="text: only the first N sets of each pairing")


def _report(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("results", help="a results file, also while a tournament writes it")
    sub.add_argument("-o", "--output", metavar="FILE", default="report.html",
                     help="the page (default report.html)")
    sub.add_argument("--deals", type=_number(0, "--deals"), metavar="N", default=1000,
                     help="deals of all pairings together that are searched for instructive "
                     "decisions (default 1000)")


def _find(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("results", help="a results file")
    sub.add_argument("--where", required=True, metavar="KIND[,CONDITION...]",
                     help="blunder, failed-close, only-move or fair (slow); conditions as in "
                     "lost>=2, move>6, legal>2, payoff<0, seat=0, bot=rules")
    sub.add_argument("--most", type=_number(1, "--most"), default=10, metavar="N",
                     help="show the N most instructive (default 10)")
    sub.add_argument("--deals", type=_number(1, "--deals"), metavar="N",
                     help="look at the first N deals only")
    sub.add_argument("--pairing", type=_number(1, "--pairing"), action="append", metavar="N",
                     help="only this pairing; may be given several times")
    _json_argument(sub)


def _import(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("files", nargs="+", metavar="FILE", help="deals as text; '-': standard input")
    sub.add_argument("--results", metavar="FILE",
                     help="keep them in this results file (default: only check them)")
    _json_argument(sub)


def _play(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bot", nargs="?", default="rules", metavar="BOT", help="default: rules")
    game_arguments(sub)
    sub.add_argument("--seed", type=_whole, help="the same cards again")
    sub.add_argument("--seat", type=_whole, default=None, help="your seat (default: 0, forehand)")
    _faces_argument(sub)
    sub.add_argument("--unit", choices=("deal", "match"), default="deal")
    sub.add_argument("--undo", action="store_true", help="moves may be taken back")
    sub.add_argument("--language", choices=("en", "de", "hu"), default="en")
    sub.add_argument("--no-replay", action="store_true",
                     help="no look back at the end with the solver's verdict")


def _web(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bots", nargs="*", metavar="BOT",
                     help="on offer beside the built-in ones: module:Class, path/file.py:Class")
    sub.add_argument("--host", default="127.0.0.1", help="address to listen on (default: only "
                     "this machine)")
    sub.add_argument("--port", type=_number(0, "--port", 65535), default=8066,
                     help="default 8066; 0: any free one")
    sub.add_argument("--results", metavar="FILE",
                     help="a results file to look at, also while a tournament writes it")
    sub.add_argument("--allow-host", action="append", default=[], metavar="NAME",
                     help="another host name that the table answers to")
    sub.add_argument("--jobs", type=_number(1, "--jobs", 4096),
                     help="processes in which bots think (default: cores, at least 2)")


def _solve(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "position", nargs="?", help="a position; without one, packs are read from standard input"
    )
    game_arguments(sub)
    _faces_argument(sub)
    _json_argument(sub)


def _analyse(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("position", help="a position as its seat to move sees it (? for hidden cards)")
    game_arguments(sub)
    sub.add_argument("--worlds", type=_number(1, "--worlds"), default=1000,
                     help="worlds sampled where they cannot all be enumerated (default 1000)")
    sub.add_argument("--seed", type=_whole, default=0, help="of the sampling (default 0)")
    _faces_argument(sub)
    _json_argument(sub)


def _perft(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("depth", type=_number(0, "depth"), help="count sequences of 1 .. DEPTH moves")
    game_arguments(sub)
    sub.add_argument("--pack", help="cards in dealing order (default: deal 0 of --seed)")
    sub.add_argument("--seed", type=_whole, default=0)
    _json_argument(sub)


def _bench(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--game",
        metavar="NAME",
        help="the figures of one game: random deals, redeal, solver after the bidding, ismcts",
    )
    sub.add_argument("--seconds", type=_above_zero, default=1.0, help="for each figure (default 1)")
    _json_argument(sub)


def _games(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("game", nargs="?", help="show the options of this game")
    _json_argument(sub)


def _bots(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bot", nargs="?", help="show this bot in full")
    _json_argument(sub)


def _rulebook(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("game", nargs="?", help="a game or preset")


def _doctor(sub: argparse.ArgumentParser) -> None:
    _json_argument(sub)


def _check_bot(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bot", metavar="BOT", help="as for tournament")
    game_arguments(sub, " (default: every preset of every game that it plays)")
    sub.add_argument("--deals", type=_number(1, "--deals"), default=20,
                     help="deals in each game (default 20)")
    sub.add_argument("--move-time", type=_above_zero, metavar="SECONDS", help="for one move")
    sub.add_argument("--deal-time", type=_above_zero, metavar="SECONDS", default=60.0,
                     help="for a deal, and for a first move, which may compile (default 60)")
    sub.add_argument("--memory", type=_number(1, "--memory", 2**30), metavar="MB", default=1024,
                     help="memory that it may add (default 1024)")
    _json_argument(sub)


def _new_bot(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("name", metavar="NAME", help="letters, digits and _")
    sub.add_argument("--language", choices=("python", "c", "javascript"), default="python")


ARGUMENTS: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "tournament": _tournament,
    "replay": _replay,
    "report": _report,
    "find": _find,
    "export": _export,
    "import": _import,
    "play": _play,
    "web": _web,
    "solve": _solve,
    "analyse": _analyse,
    "perft": _perft,
    "bench": _bench,
    "games": _games,
    "bots": _bots,
    "check-bot": _check_bot,
    "new-bot": _new_bot,
    "rulebook": _rulebook,
    "doctor": _doctor,
}
