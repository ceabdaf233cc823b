"""``schnapsen-ai new-bot NAME``: a commented bot to start from, in Python, C or JavaScript."""

from __future__ import annotations

import argparse
from pathlib import Path

from .new_file import check_name, write_new

PYTHON = '''"""{name}: say in a line what it does.

    schnapsen-ai check-bot {name}.py
    schnapsen-ai tournament {name}.py random
"""

import schnapsen_ai as sa


class {cls}(sa.Bot):
    """Plays a low card, now and then another one."""

    def __init__(self, boldness=0.1):
        # Only store the parameters: `{name}.py:{cls}:boldness=0.5` sets this one.
        self.boldness = boldness

    def begin(self, game, seat, rng=None):
        # A deal begins.  A fresh bot plays each deal; self.rng is your only source of chance.
        super().begin(game, seat, rng)

    def choose(self, view):
        # view.legal_moves() are ids; ids below 32 are cards, 8 * suit + rank.
        # view.hand, view.trumps, view.led, view.points ... tell what this seat sees.
        moves = view.legal_moves()
        if self.rng.random() < self.boldness:
            return int(self.rng.choice(moves))
        return moves[0]
'''
C = '''/* {name}: a bot in C, by the protocol of schnapsen_ai/sandbox/protocol.md.

   cc -O2 -o {name} {name}.c
   schnapsen-ai check-bot cmd:./{name}
   schnapsen-ai tournament cmd:./{name} random */

#include <stdio.h>
#include <string.h>

static char line[1 << 16]; /* a message: one JSON object */

/* The number after a word in the message, or -1.  A bigger bot wants a JSON library. */
static long number_after(const char *word) {{
    const char *found = strstr(line, word);
    long number = -1;
    if (found != NULL)
        sscanf(found + strlen(word), "%ld", &number);
    return number;
}}

int main(void) {{
    while (fgets(line, sizeof line, stdin) != NULL) {{
        long id = number_after("\\"id\\":");
        if (strstr(line, "\\"type\\":\\"hello\\"") != NULL)
            printf("{{\\"id\\":%ld,\\"protocol\\":1,\\"name\\":\\"{name}\\"}}\\n", id);
        else if (strstr(line, "\\"type\\":\\"choose\\"") != NULL)
            /* Here you think.  The first legal move will do for now. */
            printf("{{\\"id\\":%ld,\\"move\\":%ld}}\\n", id, number_after("\\"legal\\":["));
        else if (id >= 0)
            printf("{{\\"id\\":%ld}}\\n", id);
        fflush(stdout); /* or the table waits in vain */
    }}
    return 0;
}}
'''
JAVASCRIPT = '''// {name}: a bot in JavaScript, by the protocol of
// schnapsen_ai/sandbox/protocol.md
//
//   schnapsen-ai check-bot "cmd:node {name}.js"
//   schnapsen-ai tournament "cmd:node {name}.js" random

function choose(legal, moves, view) {{
  // Here you think.  `legal` are ids, `moves` their texts, `view` is what this seat sees.
  return legal[0];
}}

function answer(message) {{
  if (message.type === "hello") return {{ protocol: 1, name: "{name}" }};
  if (message.type === "choose") {{
    return {{ move: choose(message.legal, message.moves, message.view) }};
  }}
  return {{}}; // begin, end
}}

require("readline")
  .createInterface({{ input: process.stdin }})
  .on("line", (line) => {{
    const message = JSON.parse(line);
    if (message.id === undefined) return;
    process.stdout.write(JSON.stringify({{ id: message.id, ...answer(message) }}) + "\\n");
  }});
'''
LANGUAGES = {"python": (PYTHON, ".py"), "c": (C, ".c"), "javascript": (JAVASCRIPT, ".js")}


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("name", metavar="NAME", help="letters, digits and _")
    sub.add_argument("--language", choices=("python", "c", "javascript"), default="python")


def run(args: argparse.Namespace) -> int:
    """Write the file; never over another."""
    check_name(args.name, "a bot")
    text, suffix = LANGUAGES[args.language]
    path = Path(args.name + suffix)
    cls = "".join(part.capitalize() for part in args.name.split("_")) or "Mine"
    write_new(path, text.format(name=args.name, cls=cls))
    print(f"{path}: its first lines say how to check it and let it play")
    return 0
