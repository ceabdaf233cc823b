"""What isolated bots may change, watch and signal by: every probe fails, and would not without."""

from __future__ import annotations

import contextlib
import os
import platform
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import probes
import pytest

from schnapsen_ai.bot.faults import Offence
from schnapsen_ai.bot.limits import Clock, Limits
from schnapsen_ai.sandbox import RemoteSpec, calls, seccomp, supervisor
from schnapsen_ai.sandbox.defences import DEFENCES


@pytest.fixture(scope="module")
def house() -> Iterator[supervisor.Supervisor]:
    """One forkserver for many processes."""
    here = supervisor.Supervisor(Clock(Limits(None, 20.0, 300)))
    yield here
    here.close()


@pytest.fixture
def target(tmp_path: Path) -> dict[str, object]:
    """A folder with a module that two bots share, and with what is not theirs."""
    shared = tmp_path / "shared.py"
    shared.write_text("# a module\n")
    for name in ("results.db", "key", "note"):
        (tmp_path / name).write_text("not yours")
    (tmp_path / "elsewhere").mkdir()
    return {"shared": str(shared), "pid": os.getpid(), "read_at": 10**18,
            "refused": list(probes.numbers(probes.REFUSED)),
            **{name: str(tmp_path / file) for name, file in
               (("results", "results.db"), ("key", "key"), ("note", "note"))}}  # fmt: skip


def heard(
    house: supervisor.Supervisor, target: dict[str, object], hear: str, send: str,
    without: Sequence[str], monkeypatch,
) -> str | None:
    """What a bot finds while another sends; None if it became an ordinary bot."""
    monkeypatch.setattr(supervisor, "WITHOUT", tuple(without))
    shared = Path(str(target["shared"]))
    specs = []
    for name, body in (("sender", send), ("hearer", hear)):
        (shared.parent / f"{name}.py").write_text(probes.source(body, target))
        specs.append(RemoteSpec(f"{shared.parent}/{name}.py", {"name": name, "missing": []}))
    reads = [spec.reads for spec in specs]
    assert all(str(shared) in paths for paths in reads)
    os.utime(shared, ns=(10**18, 10**18))
    with contextlib.ExitStack() as stack:
        if send:
            with contextlib.suppress(Offence):
                house.process(specs[0].launch, ("probe", 0, 0))
                stack.callback(house.end, ("probe", 0, 0))
        try:
            process = house.process(specs[1].launch, ("probe", 0, 1))
        except Offence as offence:
            assert "FOUND" in offence.what, offence.what
            return offence.what
        stack.callback(house.end, ("probe", 0, 1))
        left = [name for name in process.hello["missing"] if name not in without]
        assert not left, "this system lacks a defence: see the README"
    return None


@pytest.mark.parametrize("name", probes.PROBES)
def test_a_probe_fails_and_would_succeed_without_its_defences(
    house, target, monkeypatch, name: str
) -> None:
    defences, hear, send = probes.PROBES[name]
    assert heard(house, target, hear, send, (), monkeypatch) is None
    for one in defences if len(defences) > 1 else ():  # each alone is enough
        others = [d for d in defences if d != one]
        assert heard(house, target, hear, send, others, monkeypatch) is None, f"in spite of {one}"
    assert heard(house, target, hear, send, defences, monkeypatch) is not None


def test_every_refused_call_is_refused_by_the_filter(house, target, monkeypatch) -> None:
    assert heard(house, target, probes.CALLS, "", (), monkeypatch) is None
    answered = heard(house, target, probes.CALLS, "", DEFENCES, monkeypatch)
    # Those that the kernel alone refuses would prove nothing here.
    assert answered is not None and answered.endswith("FOUND 'all'"), answered


# --- the tables ---


def test_numbers_are_those_of_the_headers() -> None:
    """Linux's own, where they are installed: both columns."""
    headers = (Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
               Path("/usr/include/asm-generic/unistd.h"))
    for machine, header in zip(calls.ARCHITECTURES, headers, strict=True):
        if not header.is_file():
            continue
        found = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text()))
        found["newfstatat"] = found.get("newfstatat", found.get("fstatat"))
        for name, number in calls.allowed(machine, programs=True).items():
            assert int(found[name]) == number, (machine, name)


def test_another_machine_is_told(monkeypatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(seccomp.UnknownMachine, match="riscv64"):
        seccomp.assembled.__wrapped__(False)


@pytest.mark.parametrize("machine", calls.ARCHITECTURES)
def test_the_filter_of_both_machines(monkeypatch, machine: str) -> None:
    """Run here as the kernel would: what it answers to each number."""
    monkeypatch.setattr(platform, "machine", lambda: machine)
    architecture, column = calls.ARCHITECTURES[machine]
    for programs in (False, True):
        steps = seccomp._program(programs, ())
        let = calls.allowed(machine, programs)
        rows = (row.split() for row in probes.REFUSED.split(","))
        refused = {r[0]: int(r[column]) for r in rows if r[column] != "-"}
        assert not set(refused.values()) & set(let.values())
        assert all(verdict(steps, architecture, n) in (1, 38) for n in refused.values())
        plain = [number for name, number in let.items() if name not in calls.USES]
        assert all(verdict(steps, architecture, n) == 0 for n in plain)
        assert verdict(steps, architecture, let["futex"], 0, 1) == 11
        assert verdict(steps, architecture, let["futex"], 0, 0x81) == 0
        assert verdict(steps, architecture, let["futex"], 0, 0x109) == (0 if programs else 11)
        assert verdict(steps, architecture, let["clone"], 0x11) == 0
        assert verdict(steps, architecture, let["clone"], 0x10000011) == 1
        assert verdict(steps, architecture, 435) == 38  # clone3, so that libraries use clone
        assert verdict(steps, architecture, 1 << 30) == 38  # x32
        assert verdict(steps, architecture ^ 1, let["read"]) == 1


def verdict(
    steps: list[seccomp.Step], architecture: int, number: int, *arguments: int
) -> int:
    """The error a filter answers a call with, 0 if it lets it through."""
    data = {0: number, 4: architecture, **{16 + 8 * i: a for i, a in enumerate(arguments)}}
    at = held = 0
    while True:
        code, yes, no, operand = steps[at]
        if code == 0x06:
            return 0 if operand == 0x7FFF0000 else operand & 0xFFFF
        if code == 0x20:
            held = data.get(operand, 0)
        else:
            truth = {0x15: held == operand, 0x25: held > operand, 0x35: held >= operand,
                     0x45: held & operand != 0}[code]
            at += yes if truth else no
        at += 1
