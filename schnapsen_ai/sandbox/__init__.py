"""Bots of strangers, each in a process of its own, in any language.

`remote_bot` names such bots and plays for them at the table, the `supervisor` keeps a worker's
processes, which come from a `forkserver`, give up all that `defences` take, and speak the
`protocol`; `bot_server` is its other end for bots in Python.
"""

from .remote_bot import RemoteSpec, hide, specs_of

__all__ = ["RemoteSpec", "hide", "specs_of"]
