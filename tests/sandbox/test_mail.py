"""The line between a process and its fork."""

from __future__ import annotations

import pickle
from multiprocessing.connection import wait

import pytest

from schnapsen_ai.sandbox.mail import Mail, Spoilt

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
