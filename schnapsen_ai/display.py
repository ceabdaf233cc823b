"""How objects show themselves in a notebook: the one import that looks up, late and by name.

States, estimates, results and analyses stand on lower floors than the drawing of cards; Jupyter
asks them for HTML by ``_repr_html_``.
"""

from __future__ import annotations

import importlib


def html(kind: str, shown: object) -> str:
    """The HTML of an object by ``show.notebook.KIND_html``: "state", "view", "estimate" ..."""
    notebook = importlib.import_module(f"{__package__}.show.notebook")
    return str(getattr(notebook, f"{kind}_html")(shown))
