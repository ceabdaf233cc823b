"""Tables and sessions on disk, so that a server that is started again goes on with them.

One SQLite file, for this user only: it holds the cards of deals in play, and what cookies say.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

DAYS = 30  # after which nobody comes back


class Keeper:
    """Records by kind ("table", "session") and name; nothing is kept where there is no path."""

    def __init__(self, path: Path | None) -> None:
        """Raises ValueError for a file that cannot be used, or that another server has open."""
        self._base: sqlite3.Connection | None = None
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            self._base = sqlite3.connect(path, timeout=0, isolation_level=None)
            self._base.executescript(
                "pragma locking_mode = exclusive; pragma journal_mode = wal;"
                "pragma synchronous = normal;"
                "create table if not exists kept (kind text, name text, day integer, record text,"
                " primary key (kind, name));"
                f"delete from kept where day < unixepoch() / 86400 - {DAYS};"
            )
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise ValueError(f"{path} cannot keep the tables: {error}") from None

    def all(self, kind: str) -> dict[str, dict[str, Any]]:
        """Every record of a kind by name, the one written first first."""
        if self._base is None:
            return {}
        rows = self._base.execute("select name, record from kept where kind = ? order by rowid",
                                  (kind,))
        return {name: json.loads(record) for name, record in rows}

    def keep(self, kind: str, name: str, record: dict[str, Any]) -> None:
        """Write a record, in place of an earlier one."""
        if self._base is not None:
            self._base.execute("replace into kept values (?, ?, unixepoch() / 86400, ?)",
                               (kind, name, json.dumps(record)))

    def drop(self, kind: str, name: str) -> None:
        """It will not be asked for again."""
        if self._base is not None:
            self._base.execute("delete from kept where kind = ? and name = ?", (kind, name))

    def close(self) -> None:
        """Let another server have the file."""
        if self._base is not None:
            self._base.close()
            self._base = None
