"""Reading what a user names: marks, devices without an end, folders."""

from __future__ import annotations

import io
import os
import threading
import tracemalloc

import pytest

from schnapsen_ai.base import files
from schnapsen_ai.base.files import read_text

pytestmark = pytest.mark.interpreted


def test_a_byte_order_mark_is_no_text(tmp_path) -> None:
    path = tmp_path / "packs.txt"
    path.write_bytes("AS TH é\n".encode("utf-8-sig"))
    assert read_text(str(path)) == "AS TH é\n"


def test_what_has_no_end_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1 << 20)
    with pytest.raises(ValueError, match="/dev/zero is longer than 1 MB"):
        read_text("/dev/zero")


def test_a_small_file_takes_little_memory(tmp_path) -> None:
    """An isolated bot is read under its own limit of memory."""
    (tmp_path / "small").write_text("a few words")
    tracemalloc.start()
    assert read_text(str(tmp_path / "small")) == "a few words"
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 1 << 20


def test_pipes_are_read(tmp_path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=("from a pipe",))
    writer.start()
    assert read_text(str(path)) == "from a pipe"
    writer.join()


def test_errors_name_the_file(tmp_path) -> None:
    (tmp_path / "binary").write_bytes(b"ok\xff")
    with pytest.raises(ValueError, match="binary is not a text file: byte 2"):
        read_text(str(tmp_path / "binary"))
    with pytest.raises(ValueError, match="is a folder"):
        read_text(str(tmp_path))
    with pytest.raises(ValueError, match="no such file"):
        read_text(str(tmp_path / "none"))


def test_lines_of_standard_input(monkeypatch) -> None:
    for data, says in ((b"A\n" + b"x" * 100_000, "longer than 65536"), (b"\xff\n", "is not text")):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        with pytest.raises(ValueError, match=says):
            list(files.input_lines())
    monkeypatch.setattr("sys.stdin", io.StringIO("A\nB"))
    assert list(files.input_lines()) == ["A\n", "B"]


def test_code_without_an_end_is_not_run(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1 << 20)
    (tmp_path / "zero.py").symlink_to("/dev/zero")
    with pytest.raises(ValueError, match=r"zero\.py is longer than 1 MB"):
        files.run_file(tmp_path / "zero.py", "zero")


def test_a_full_disk_names_the_file_and_leaves_what_was_there(tmp_path, monkeypatch) -> None:
    page = tmp_path / "page.html"
    files.write_whole(page, b"old")

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left on device: .*page\.html"):
        files.write_whole(page, b"new and longer")
    assert page.read_bytes() == b"old" and list(tmp_path.iterdir()) == [page]


def test_a_device_is_written_as_it_is() -> None:
    files.write_whole(files.Path("/dev/null"), b"page")
