"""The browser that tests drive, and pictures of what it shows: see web/test_browser.py."""

from __future__ import annotations

import os
from pathlib import Path

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]
PHONE = {"width": 390, "height": 844}


def picture(page, name):
    if os.environ.get("SCREENSHOTS"):
        page.screenshot(path=Path(os.environ["SCREENSHOTS"], f"{name}.png"), full_page=True)
