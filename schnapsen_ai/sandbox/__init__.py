"""Bots of strangers, each in a process of its own, in any language.

`remote` names such bots and plays for them at the table, `house` keeps a worker's processes, which
come from a `nursery`, give up all that a `sandbox` takes, and speak the `protocol`; `runner` is
its other end for bots in Python.
"""

from .remote_bot import RemoteSpec, specs_of

__all__ = ["RemoteSpec", "specs_of"]
