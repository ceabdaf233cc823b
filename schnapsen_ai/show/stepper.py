"""A deal to step through on a page that fetches nothing: script, style, words and frames inline.

The script draws `scene.frames` (``static/scene.js``, ``static/stepper.js``); the web table serves
the same files.
"""

from __future__ import annotations

import functools
import json
from importlib.resources import files
from itertools import pairwise
from typing import Any

from ..words import all_words

_SCRIPTS = ("scene.js", "stepper.js")
DRAWN = (  # the parts of a frame that the script draws
    "seats", "seat", "to_move", "over", "ending", "payoffs", "hands", "trick", "last", "talon",
    "facts", "log",
)
_SPOKEN = ("m", "f", "e", "level", "side")  # kinds of words that frames call by name


@functools.cache
def script() -> str:
    """The stepper for a ``<script type="module">``: its files in one, with nothing to import."""
    lines = [line for name in _SCRIPTS for line in _file(name).splitlines()]
    kept = (line.strip() for line in lines if not line.startswith("import "))
    return "\n".join(line for line in kept if line and not line.startswith("//"))


@functools.cache
def style() -> str:
    """The style sheet of scenes and stepper."""
    return _file("scene.css")


def _file(name: str) -> str:
    return files(__package__).joinpath("static", name).read_text(encoding="utf-8")


def words(language: str, *styles: str) -> dict[str, str]:
    """The texts that the script may need for cards of these styles."""
    spoken = (*_SPOKEN, *styles)
    return {
        key: text for key, text in all_words(language).items()
        if key.partition(".")[0] in spoken or f'"{key}"' in script()
    }


def folded(frames: list[dict[str, Any]]) -> list[Any]:
    """Of the first frame all that is drawn, and of each other what has changed.

    A change is ``[value]`` (a new value), or an object of changes by key or index, whichever is
    shorter as JSON.
    """
    slim = [{key: frame[key] for key in DRAWN} for frame in frames]
    return slim[:1] + [_change(old, new) for old, new in pairwise(slim)]


def _change(old: Any, new: Any) -> Any:
    whole = [new]
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        pairs = [(key, old[key], new[key]) for key in old]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = [(str(i), *pair) for i, pair in enumerate(zip(old, new, strict=True))]
    else:
        return whole
    parts = {key: _change(was, now) for key, was, now in pairs if was != now}
    return min(parts, whole, key=lambda change: len(_json(change)))


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
