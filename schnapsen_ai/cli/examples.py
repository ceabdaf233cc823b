"""Examples for the --help of each command.  A test parses every one of them."""

from __future__ import annotations

_POSITION = "'hands=QSKHADKDJD/????? talon=? up=JS trump=S points=33/13 tricks=2/2 " \
            "gone=KSTSASJHJCQCKCTC closed=0:13/2'"

#: command -> (what, the words after ``schnapsen-ai``)
EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "tournament": (
        ("two bots, 200 packs in both seatings", "tournament rules bully --deals 400 --seed 1"),
        ("a bot of one's own, kept in a file", "tournament mybot.py random --results r.db"),
        ("until it is decided", "tournament rules bully --sprt elo0=0,elo1=10"),
        ("bots of other people", "tournament a.py b.py cmd:./c --isolate --move-time 1"),
        ("a declared study", "tournament experiments/closing.toml"),
    ),
    "selfplay": (
        ("every decision as a row", "selfplay rules random --deals 2000 --seed 1 --to data.npz"),
    ),
    "replay": (
        ("pairing 1, set 0, seating 0", "replay results.db 1:0:0 --values"),
        ("the second deal of a text", "replay deals.txt 2 --boards"),
    ),
    "report": (("one page", "report results.db -o report.html"),),
    "find": (
        ("the dearest mistakes", "find results.db --where 'blunder,lost>=2' --most 5"),
        ("closes of one bot that failed", "find results.db --where 'failed-close,bot=rules'"),
    ),
    "export": (
        ("all deals as text", "export results.db --to deals.txt"),
        ("a row for each set", "export results.db --what sets --to sets.csv"),
        ("why bots forfeited", "export results.db --what faults"),
    ),
    "import": (("deals of people, checked move by move", "import deals.txt --results r.db"),),
    "merge": (("parts played with --part 1/2 and --part 2/2", "merge all.db part1.db part2.db"),),
    "play": (
        ("against the rule player", "play"),
        ("a match of another game, in German", "play --game watten --unit match --language de"),
    ),
    "watch": (
        ("print and breakpoint() work in the bot", "watch mybot.py rules --seed 7"),
        ("at a position", "watch mybot.py --position 'hands=JCASTSKHQD/????? talon=????????? "
         "up=JS trump=S turn=0'"),
        ("a stored deal, other moves from the fifth on",
         "watch mybot.py rules --deal results.db 1:0:0 --from 5"),
    ),
    "web": (
        ("a table at http://127.0.0.1:8066/", "web"),
        ("with a bot of one's own and a results file", "web mybot.py --results results.db"),
    ),
    "solve": (
        ("packs, one a line", "solve < packs.txt"),
        ("one position", "solve 'hands=JCASTSKHQD/TCKSQHJHAD talon=QSJDTDKDQCAHTHKCAC up=JS "
         "trump=S turn=0'"),
    ),
    "analyse": (
        ("a closed talon", f"analyse {_POSITION}"),
        ("a bid", "analyse 'schafkopf hands=EOHOGXSASOEXH7S8/?/?/?' --worlds 4000"),
    ),
    "train": (("ten minutes", "train --game schnapsen --to mine.npz"),),
    "perft": (("sequences of 1 to 4 moves", "perft 4 --seed 1"),),
    "bench": (("one game", "bench --game watten"),),
    "games": (("all of them", "games"), ("the house rules of one", "games playmore")),
    "bots": (("all of them", "bots"), ("one in full", "bots ismcts")),
    "check-bot": (
        ("in one game", "check-bot mybot.py --game schnapsen"),
        ("a program", "check-bot cmd:./mybot --move-time 1"),
    ),
    "new-bot": (
        ("mine.py", "new-bot mine"), ("mine.c", "new-bot mine --language c"),
    ),
    "new-game": (("mine.py", "new-game mine"),),
    "rulebook": (("the rules of a game", "rulebook bauernschnapsen"),),
    "docs": (("the first page", "docs"), ("another one", "docs studies")),
    "completion": (
        ("in ~/.bashrc", 'completion bash    # eval "$(schnapsen-ai completion bash)"'),
        ("in ~/.zshrc, after compinit", "completion zsh"),
        ("once", "completion fish > ~/.config/fish/completions/schnapsen-ai.fish"),
    ),
    "doctor": (("of this installation", "doctor"), ("of a results file", "doctor results.db")),
}


def text_of(command: str) -> str:
    """The examples of a command, below its options."""
    lines = [f"  {what}:\n    schnapsen-ai {words}" for what, words in EXAMPLES.get(command, ())]
    return "\n".join(["examples:", *lines])
