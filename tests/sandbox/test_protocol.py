"""Answers of a program that are nearly right."""

from __future__ import annotations

import os
import threading

import pytest

from schnapsen_ai.bot.faults import Offence
from schnapsen_ai.sandbox.protocol import LONGEST_LINE, Channel, ask

pytestmark = pytest.mark.interpreted


def answered(data: bytes) -> dict:
    """What is made of this answer to message 2."""
    (table, answers), (questions, asked) = os.pipe(), os.pipe()
    writer = threading.Thread(target=os.write, args=(answers, data))
    writer.start()
    channel = Channel(table, asked)
    try:
        return ask(channel, '"type":"choose"', 2, float("inf"))
    finally:
        channel.close()
        writer.join()
        os.close(answers)
        os.close(questions)


def line_of(length: int) -> bytes:
    head, tail = b'{"id":2,"move":7,"x":"', b'"}'
    return head + b"y" * (length - len(head) - len(tail)) + tail + b"\n"


def test_a_line_may_be_so_long_and_no_longer() -> None:
    assert answered(line_of(1000))["move"] == 7
    for length in (LONGEST_LINE + 1, 70_000, 100_000):
        with pytest.raises(Offence, match=f"line of more than {LONGEST_LINE} bytes"):
            answered(line_of(length))


@pytest.mark.parametrize("number", ["2.0", '"2"', "true", "null", "20e-1", "3", "[2]"])
def test_the_id_is_sent_back_as_it_was(number: str) -> None:
    with pytest.raises(Offence, match="does not answer message 2"):
        answered(f'{{"id":{number},"move":7}}\n'.encode())
