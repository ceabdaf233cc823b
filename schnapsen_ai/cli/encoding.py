"""Letters that a terminal does not have: written without their accents rather than not at all."""

from __future__ import annotations

import codecs
import io
import unicodedata

NAME = "schnapsen_ai.closest"


def _closest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    bare = (unicodedata.normalize("NFD", c)[0] for c in error.object[error.start : error.end])
    return "".join(c if c.isascii() else "?" for c in bare), error.end


def forgive(*streams: object) -> None:
    """No text ends the program because a stream's encoding has no such letter."""
    codecs.register_error(NAME, _closest)
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors=NAME)
