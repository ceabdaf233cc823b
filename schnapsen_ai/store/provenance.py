"""The versions of all that results hang on."""

from __future__ import annotations

import platform
from importlib import metadata

import numpy as np

from ..base import cache


def versions() -> dict[str, str]:
    """Of the package, its compiled sources (a hash), Python, libraries and the system."""
    from .._version import __version__

    folder = cache.CACHE_FOLDER
    return {
        "schnapsen_ai": __version__,
        "engine": folder.name if folder is not None else cache.source_hash(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": metadata.version("numba"),
        "system": platform.platform(),
    }
