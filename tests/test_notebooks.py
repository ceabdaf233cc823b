"""The notebooks run from top to bottom: `pytest -m notebooks`, with the extra `notebooks`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
NAMES = ("quickstart", "analyse_results", "closing", "solver", "relatives", "selfplay")


@pytest.mark.notebooks
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs(name: str, tmp_path: Path) -> None:
    """PICTURES names a folder to keep the executed notebooks in."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": tmp_path}}).execute()
    kinds = [key for cell in notebook.cells for out in cell.get("outputs", ())
             for key in out.get("data", {})]
    assert "image/png" in kinds
    if os.environ.get("PICTURES"):
        nbformat.write(notebook, Path(os.environ["PICTURES"], f"{name}.ipynb"))


def test_notebooks_are_committed_without_outputs() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(NAMES)
    for path in FOLDER.glob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            assert not cell.get("outputs") and cell.get("execution_count") is None, path.name
