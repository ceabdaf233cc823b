"""How Sphinx builds the pages: ``sphinx-build -W docs schnapsen_ai/pages``.

The package is read, not imported, so that the pages can be built before anything is installed.
"""

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

project = "schnapsen-ai"
version = re.search(r'__version__ = "(.*)"', (ROOT / "schnapsen_ai" / "_version.py").read_text())[1]
copyright = "the authors of schnapsen-ai"

extensions = ["myst_parser", "autoapi.extension"]
nitpicky = False
default_role = "code"

myst_enable_extensions = ["attrs_inline", "deflist"]
myst_heading_anchors = 3

# Public names are shown one by one on the pages of docs/reference; nothing else is listed.
autoapi_dirs = ["../schnapsen_ai"]
autoapi_generate_api_docs = False
autoapi_add_toctree_entry = False
autoapi_ignore = [f"*/schnapsen_ai/{room}/*" for room in (
    "cli", "engine", "games/[!chs]*", "games/s[!h]*", "report", "sandbox", "search", "show", "web",
    "words",
)]
suppress_warnings = ["autoapi.python_import_resolution"]
autoapi_python_class_content = "both"

html_theme = "furo"  # no fonts or scripts from elsewhere
html_title = f"schnapsen-ai {version}"
html_copy_source = False
html_show_sourcelink = False


def setup(app):
    app.connect("source-read", add_help)
    app.connect("autodoc-process-docstring", keep_columns)


def keep_columns(app, what, name, thing, options, lines):
    """The text that describes the results file is set in columns: show it as it stands."""
    if name == "schnapsen_ai.store":
        lines[:] = ["::", "", *("    " + line for line in lines)]


def add_help(app, docname, source):
    """Below the table of commands, what each says to --help."""
    if docname != "reference/commands":
        return
    os.environ["COLUMNS"] = "80"
    sys.path.insert(0, str(ROOT))
    from schnapsen_ai.cli.main import COMMANDS, help_text

    for name in COMMANDS:
        source[0] += f"## {name}\n\n```text\n{help_text(name)}```\n\n"
