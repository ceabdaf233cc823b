"""The folder of machine code when it is damaged, full, or somebody else's."""

from __future__ import annotations

import os
import pickle
import resource
import shutil
from pathlib import Path

import pytest
from test_jit import copy, finish, run, start  # noqa: F401  (copy: a fixture)

from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.base.kept_code import is_sound

pytestmark = pytest.mark.skipif(not COMPILED, reason="about the compiler")


@pytest.mark.slow
def test_damaged_files_are_compiled_anew(copy):  # noqa: F811
    cold = run(copy)
    files = sorted(Path(cold.folder).rglob("*.nb[ci]"))
    assert len(files) >= 4 and all(map(is_sound, files))
    for k, path in enumerate(files):
        data = bytearray(path.read_bytes())
        if k % 3 == 0:
            del data[len(data) // 2 :]
        elif k % 3 == 1:
            data[len(data) * 2 // 3] ^= 4
        else:
            data = bytearray(pickle.dumps("something else"))
        path.write_bytes(data)
        assert not is_sound(path)
    again, warm = run(copy), run(copy)
    assert (again.value, again.said) == (40, 1) and (warm.value, warm.said) == (40, 0)
    assert all(map(is_sound, Path(cold.folder).rglob("*.nb[ci]")))


@pytest.mark.slow
def test_every_flipped_bit_is_seen(copy):  # noqa: F811
    kept = sorted(Path(run(copy).folder).rglob("*.nb[ci]"), key=lambda p: p.stat().st_size)
    for path in (kept[0], next(p for p in kept if p.suffix == ".nbc")):
        data = path.read_bytes()
        start_ = len(pickle.dumps("0.00.0", protocol=-1)) if path.suffix == ".nbi" else 0
        for at in range(start_, len(data), max(1, len(data) // 150)):
            path.write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
            assert not is_sound(path), (path.name, at)
        path.write_bytes(data)
        assert is_sound(path)


@pytest.mark.slow
def test_what_cannot_be_kept_is_compiled_and_said(copy):  # noqa: F811
    """As on a full disk: no file may grow beyond a kilobyte."""
    process = start(copy, limit=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)))
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert out.split()[0] == "40" and err.count("cannot be kept in") == 1


@pytest.mark.slow
@pytest.mark.skipif(os.getuid() != 0, reason="only the superuser can give a folder away")
@pytest.mark.parametrize("where", ["home", "temporary"])
def test_a_folder_of_somebody_else_is_not_used(copy, where):  # noqa: F811
    name = "schnapsen_ai"
    home, there = copy.tmp / "cache", copy.tmp
    if where == "temporary":
        home.write_text("")  # so that the other is asked
        taken = there / f"{name}-{os.getuid()}"
    else:
        taken = home / name
    taken.mkdir(parents=True)
    shutil.chown(taken, 12345)
    found = run(copy)
    assert found.value == 40
    assert found.folder == "None" if where == "temporary" else "cache" not in found.folder
