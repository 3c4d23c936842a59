#!/bin/sh
# The virtual environment, the emulators, and settings for `func start` that keep uploads where its trigger looks.
set -eu
cd "$(dirname "$0")/.."
make setup
npm ci --prefix tests --ignore-scripts
[ -f local.settings.json ] || .venv/bin/python - <<'PYTHON'
import json
from pathlib import Path

settings = json.loads(Path("local.settings.sample.json").read_text(encoding="utf-8"))
settings["Values"]["AZURE_STORAGE_CONNECTION_STRING"] = "UseDevelopmentStorage=true"
Path("local.settings.json").write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
PYTHON
