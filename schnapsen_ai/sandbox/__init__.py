"""Bots of strangers, each in a process of its own, in any language.

`specs` finds bots by name and has each made in a `trial` first; `remote_bot` names those in other
processes and plays for them at the table, the `supervisor` keeps a worker's processes, which come
from a `forkserver`, give up all that `defences` take, and speak the `protocol`; `bot_server` is its
other end for bots in Python.  `apart` has bots of one worker play in processes that do not differ
from it, where it is in doubt which of them did what.
"""

from .remote_bot import RemoteSpec
from .specs import admitted, hide, specs_of

__all__ = ["RemoteSpec", "admitted", "hide", "specs_of"]
