"""Print the README's shell command for a purpose: "main" or "tests"."""

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
commands = re.findall(r"```sh\n(python3 -m venv .*?)\n```", README.read_text(), re.S)
print(commands[{"main": 0, "tests": 1}[sys.argv[1]]])
