"""Runs the local host: `python -m shared.devhost serve`."""

import sys

from shared.devhost.cli import main

sys.exit(main())
