"""The protocol between the table and a bot in a process of its own: JSON lines, version 1.

One JSON object a line, UTF-8, each way; the bot reads standard input and writes standard output
(what it writes to standard error is dropped).  A message with an ``id`` wants one line in answer,
``{"id": ...}`` with the same id; there is no other line a bot may write.  It ends at end of file.

=========================================================== =====================================
message                                                     answer, beside ``"id"``
=========================================================== =====================================
``hello  id protocol bot params``                           ``protocol name``, ``wants`` (a list)
``begin  id game seat seed fresh``                          nothing
``choose id legal moves view``                              ``move``, or ``resign: true``
``saw    seat move`` (to those who want ``"saw"``)          no answer
``end    id payoffs`` (to those who want ``"end"``)         nothing
=========================================================== =====================================

Instead of its answer a bot may send ``"error": "what went wrong"``: it forfeits the deal, as it
does by anything that is not an answer, by a second one, and by one that is late.  The page
``protocol.md`` beside this file says what each field means, with an example of a whole deal.
"""

from __future__ import annotations

import binascii
import json
import os
import re
import select
import struct
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bot.faults import Offence, printable
from ..deal.state import View

if TYPE_CHECKING:
    from ..deal.game import Game

VERSION = 1
LONGEST_LINE = 1 << 16
SHOWN = 60  # characters of a bad answer that are shown


class Ended(Exception):
    """The other side has closed its end."""


class Said(Offence):
    """An error that the bot itself reported: its process is as good as before."""


class Late(Exception):
    """Nothing came in time."""


_encode = json.JSONEncoder(separators=(",", ":"), default=int).encode
PATIENCE = 0.02  # seconds for the rest of a line that nobody asked for
_decode = json.JSONDecoder().decode

# The two lines that go to and fro for each move of a `BotServer`: read without a JSON parser.
_ASKED = re.compile(rb'\{"type":"choose","view":"([^"\\]+)","id":(\d+)\}')
_ONLY_MOVE = {"move"}
_MOVED = re.compile(rb'\{"id":(0|[1-9]\d{0,17}),"move":(0|[1-9]\d{0,8})\}')


class Channel:
    """A stream of JSON lines each way, over two pipes: with deadlines, or `patient`."""

    def __init__(self, incoming: int, outgoing: int, patient: bool = False) -> None:
        self.incoming, self.outgoing = incoming, outgoing
        self.rest = b""
        self.held = b""
        self.patient = patient
        os.set_blocking(outgoing, patient)
        self.readable, self.writable = select.poll(), select.poll()
        self.readable.register(incoming, select.POLLIN)
        self.writable.register(outgoing, select.POLLOUT)

    def hold(self, message: dict[str, Any]) -> None:
        """Keep a line back and send it with the next: the other side need not wake up for it."""
        self.held += _encode(message).encode() + b"\n"

    def send(self, message: dict[str, Any], until: float = float("inf")) -> None:
        """Write a message.  Late if the other side does not read, Ended if it is gone."""
        self.send_line(_encode(message), until)

    def send_line(self, line: str, until: float = float("inf")) -> None:
        data, self.held = self.held + line.encode() + b"\n", b""
        while data:
            try:
                data = data[os.write(self.outgoing, data) :]
            except BlockingIOError:
                if not self.writable.poll(_milliseconds(until - time.monotonic())):
                    raise Late from None
            except OSError as error:
                raise Ended from error

    def line(self, until: float = float("inf")) -> bytes:
        """The next line.  Late, Ended, or an Offence for one that is too long."""
        while True:
            end = self.rest.find(b"\n")
            if (end if end >= 0 else len(self.rest)) > LONGEST_LINE:
                raise Offence(f"sent a line of more than {LONGEST_LINE} bytes")
            if end >= 0:
                line, self.rest = self.rest[:end], self.rest[end + 1 :]
                return line
            if not self.patient:
                left = until - time.monotonic()  # it may be up while byte after byte keeps coming
                if left <= 0.0 or not self.readable.poll(_milliseconds(left)):
                    raise Late
            try:
                more = os.read(self.incoming, 1 << 16)
            except OSError as error:
                raise Ended from error
            if not more:
                raise Ended
            self.rest += more

    def close(self) -> None:
        os.close(self.incoming)
        os.close(self.outgoing)


def _milliseconds(seconds: float) -> int:
    """For how long to wait: eleven days at most."""
    return int(1000 * min(max(seconds, 0.0), 1e6)) + 1


def body(message: dict[str, Any]) -> str:
    """A message as the inside of its object, for `ask` to add the id."""
    return _encode(message)[1:-1]


def ask(channel: Channel, body: str, number: int, until: float) -> dict[str, Any]:
    """Send a message with an id and read its answer.  Offence, Late, Ended."""
    channel.send_line(f'{{{body},"id":{number}}}', until)
    line = channel.line(until)
    moved = _MOVED.fullmatch(line)
    if moved and int(moved[1]) == number and not channel.rest:
        return {"move": int(moved[2])}
    try:
        answer = _decode(line.decode())
    except (ValueError, RecursionError):
        raise Offence(f"sent {shown(line)}, which is not JSON") from None
    if not isinstance(answer, dict) or not _is_same(answer.get("id"), number):
        raise Offence(f"sent {shown(line)}, which does not answer message {number}")
    if channel.rest:
        raise Offence("answered a message twice")
    if "error" in answer:
        said, detail = answer["error"], answer.get("detail")
        text = printable(said[:300]) if isinstance(said, str) else ""
        raise Said(text or "sent an error", detail[:10_000] if isinstance(detail, str) else "")
    return answer


def _is_same(given: Any, number: int) -> bool:
    """Whether an id was sent back as it was: 2.0 and true are other ids than 2 and 1."""
    return type(given) is int and given == number


def message(line: bytes) -> dict[str, Any]:
    """The message of a line from the table."""
    asked = _ASKED.fullmatch(line)
    if asked:
        return {"type": "choose", "view": asked[1], "id": int(asked[2])}
    return dict(json.loads(line))


def reply(number: int, answer: dict[str, Any]) -> str:
    """The line that answers a message."""
    if answer.keys() == _ONLY_MOVE:
        return f'{{"id":{number},"move":{answer["move"]}}}'
    return _encode({"id": number, **answer})


def shown(line: bytes) -> str:
    """The beginning of a line, fit to print."""
    text = repr(line[: SHOWN + 1].decode("utf-8", "replace"))
    return text if len(line) <= SHOWN else text[:SHOWN] + "...'"


# --- what messages say ---


def game_message(game: Game) -> dict[str, Any]:
    """The game, as it stands in ``begin``."""
    return {
        "name": game.name,
        "options": game.options,
        "seats": game.n_seats,
        "pack": list(game.pack),
    }


def view_message(view: View) -> dict[str, Any]:
    """What a seat sees, for a bot in any language: a field for each fact of a `View`."""
    message: dict[str, Any] = {
        "seat": view.seat,
        "hand": view.hand,
        "trumps": view.trumps,
        "led": view.led,
        "unseen": view.unseen,
        "known": [view.known(s) for s in range(view.game.n_seats)],
        "absent": [view.absent(s) for s in range(view.game.n_seats)],
        "history": view.history,
    }
    for name in view.game.view_places:
        message[name] = getattr(view, name)
    message["in_match"] = view.in_match
    return message


_HEAD = struct.Struct("<BBHHH")  # of a record: seat, whole, how many numbers, moves, match bytes


def record_body(view: View) -> str:
    """`choose` as a `BotServer` gets it: the concealed record and what was read off it, base64."""
    numbers, history = view.numbers, view.history
    match = view.match().tobytes() if view.in_match else b""
    head = _HEAD.pack(view.seat, view.whole, len(numbers), len(history), len(match))
    data = b"".join((head, struct.pack(f"<{len(numbers)}q", *numbers), bytes(history), match,
                     view.record().tobytes()))
    return f'"type":"choose","view":"{binascii.b2a_base64(data, newline=False).decode()}"'


def record_view(game: Game, message: str | bytes, sees_all: bool) -> View:
    """The View of a `record_body`."""
    data = bytearray(binascii.a2b_base64(message))
    seat, whole, numbers, moves, in_match = _HEAD.unpack_from(data)
    history = _HEAD.size + 8 * numbers
    match = history + moves
    record = np.ndarray(1, game.rules.STATE, data, match + in_match)
    return View(
        game, seat, record, list(struct.unpack_from(f"<{numbers}q", data, _HEAD.size)),
        tuple(data[history:match]), bool(whole), sees_all,
        np.ndarray(1, game.rules.MATCH, data, match) if in_match else None,
    )
