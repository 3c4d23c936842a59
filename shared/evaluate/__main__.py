"""Runs the commands: `python -m shared.evaluate run questions.jsonl`."""

import signal
import sys

from shared.evaluate.cli import main

signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # the local host of a run ends with it
sys.exit(main())
