"""The line between a process and its fork."""

from __future__ import annotations

import os
import pickle
from multiprocessing.connection import wait

import numpy as np
import pytest

from schnapsen_ai.bot.faults import Offence
from schnapsen_ai.bot.interface import BotError
from schnapsen_ai.bot.limits import Place, Stop
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.sandbox.mail import Mail, Spoilt
from schnapsen_ai.store.blocks import Block, Fault, Log
from schnapsen_ai.tournament.schedule import Task
from schnapsen_ai.tournament.worker import Gone, Worker

pytestmark = pytest.mark.interpreted


def test_a_second_message_is_waited_for_where_it_is() -> None:
    """Two that came together: after the first is read, the line still has something."""
    here, there = Mail.pair()
    for message in ("first", ["second"] * 5000):
        there.send(message)
    assert wait([here.line], 0) and here.arrived() == "first"
    assert wait([here.line], 0) and here.arrived() == ["second"] * 5000
    assert not wait([here.line], 0) and here.arrived() is None


def test_a_message_in_pieces_is_awaited() -> None:
    here, there = Mail.pair()
    data = pickle.dumps(list(range(100)))
    whole = there.mark + len(data).to_bytes(8, "little") + data
    for byte in whole[:-1]:
        there.line.sendall(bytes([byte]))
        assert here.arrived() is None
    there.line.sendall(whole[-1:])
    assert here.arrived() == list(range(100))


def test_what_bears_no_mark_is_no_message() -> None:
    here, there = Mail.pair()
    there.line.sendall(b"garbage of a bot, long enough for a head")
    with pytest.raises(Spoilt):
        here.arrived()


def test_the_end_is_told() -> None:
    here, there = Mail.pair()
    there.send(7)
    there.close()
    assert here.arrived() == 7
    with pytest.raises(EOFError):
        here.arrived()


class Bomb:
    def __reduce__(self):
        return os._exit, (9,)


def test_what_comes_calls_nothing_when_it_is_read() -> None:
    here, there = Mail.pair()
    log = Log()
    log.add((1, 0, 0), 1, [3, 4], [1, 2], [0, 1], [0.5, 0.5], [1, -1], 2, -1)
    block = Block.blank(7, 2, 2, log).narrow()
    block.faults.append(Fault(7, 0, 0, 1, 1, "what", "why"))
    task = Task(1, 7, 2, (Stop(Place(7, 0, 0, 1, 1), "late", 1.0),))
    for sound in ((block, 0.5), task, Offence("x"), BotError("y"), ValueError("z"), {"a": 1}):
        there.send(sound)
        back = here.arrived()
        assert type(back) is type(sound)
    for odd in (Bomb(), os.system, np.load, print, BotSpec("rules")):
        there.send(odd)
        with pytest.raises(Spoilt, match="what came holds"):
            here.arrived()


def test_a_worker_that_answers_something_else_is_gone() -> None:
    worker = Worker.__new__(Worker)
    worker.here, there = Mail.pair()
    task = Task(0, 7, 2)
    block = Block.blank(7, 2, 2)
    for answer in ((block, 0.5), ValueError("ours")):
        worker.tasks = [task]
        there.send(answer)
        assert worker.answer() is not None
    for answer in (("no block", 1.0), (Block.blank(8, 2, 2), 0.5), (Block.blank(7, 3, 2), 0.5), 7,
                   (block, "long"), Bomb()):
        there.send(answer)
        with pytest.raises(Gone):
            worker.answer()
    there.line.sendall(there.mark)
    assert worker.answer() is None  # not all of it is here: nobody is to blame for that
