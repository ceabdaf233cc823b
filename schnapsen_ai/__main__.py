"""``python -m schnapsen_ai`` is the command ``schnapsen-ai``."""

import sys

from .cli.main import main

if __name__ == "__main__":
    sys.exit(main())
