"""How a wheel is built: setuptools, with the pages of docs/ made by Sphinx before.

Where Sphinx is not at hand (``pip install --no-build-isolation``), or the pages cannot be built,
the wheel has none: documentation must not stand in the way of the program.  Run as a program, this
file builds the pages and takes no excuse.
"""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403  (all other hooks are setuptools' own)

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ROOT / "schnapsen_ai" / "pages"


def get_requires_for_build_wheel(config_settings=None):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [
        *build_meta.get_requires_for_build_wheel(config_settings),
        *project["optional-dependencies"]["docs"],
    ]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    try:
        build_pages()
    except subprocess.CalledProcessError:
        shutil.rmtree(PAGES, ignore_errors=True)
        print("the pages could not be built: the wheel gets none", file=sys.stderr)
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    """With docs/ and all of bots/, which setuptools takes from a file of this name only."""
    manifest = ROOT / "MANIFEST.in"
    shutil.copy(Path(__file__).with_name("sdist.in"), manifest)
    try:
        return build_meta.build_sdist(sdist_directory, config_settings)
    finally:
        manifest.unlink()


def build_pages():
    """Make the pages anew; an error or a warning of Sphinx (a dead link) ends the build."""
    shutil.rmtree(PAGES, ignore_errors=True)
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(
            [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-E", "-d", work,
             str(ROOT / "docs"), str(PAGES)],
            check=True,
        )


if __name__ == "__main__":
    build_pages()
