"""What is packaged: the product's files in a folder of their own, with the host.json of the chosen backend.

host.json in the repository keeps orchestrations in storage, and is the one source: for the scheduler, provider and
connection are added to its copy. The platform's scale controller reads them there, and not from app settings.
"""

import json
import logging
import os
import shutil
from fnmatch import fnmatchcase
from pathlib import Path

from deployment.commands import HookFailed

logger = logging.getLogger("hooks")

FOLDER = ".package"  # `dist` in azure.yaml
CONNECTION = "DURABLE_TASK_SCHEDULER_CONNECTION_STRING"  # the app setting that says where the scheduler is
_PROVIDERS = {"storage": None, "scheduler": {"type": "azureManaged", "connectionStringName": CONNECTION}}


def package(root: Path, backend: str) -> None:
    """Puts what .funcignore leaves into the folder that azd packages. The files of the repository stay as they are.

    The folder is made anew each time, beside the old one, and replaces it when it is whole.
    """
    host = host_json((root / "host.json").read_text(encoding="utf-8"), backend)
    patterns = _patterns((root / ".funcignore").read_text(encoding="utf-8"))
    unfinished, finished = root / f"{FOLDER}.unfinished", root / FOLDER
    shutil.rmtree(unfinished, ignore_errors=True)
    count = _copy(root, unfinished, patterns)
    (unfinished / "host.json").write_text(host, encoding="utf-8")
    if finished.exists():
        shutil.rmtree(finished)
    unfinished.rename(finished)
    logger.info("Packaging %d files; background turns are kept by: %s.", count, backend)


def host_json(text: str, backend: str) -> str:
    """The host.json to package, from the repository's."""
    if backend not in _PROVIDERS:
        raise HookFailed(f"ORC_DURABLE_BACKEND is {backend!r}: it must be one of {', '.join(_PROVIDERS)}.")
    provider = _PROVIDERS[backend]
    if provider is None:
        return text
    host = json.loads(text)
    host["extensions"]["durableTask"]["storageProvider"] = provider
    return json.dumps(host, indent=2) + "\n"


def _copy(root: Path, target: Path, patterns: list[str]) -> int:
    count = 0
    for folder, folders, files in os.walk(root):
        here = Path(folder).relative_to(root)
        folders[:] = [name for name in folders if not _ignored(here / name, True, patterns)]
        for name in files:
            if not _ignored(here / name, False, patterns):
                (target / here).mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / here / name, target / here / name)
                count += 1
    return count


def _patterns(text: str) -> list[str]:
    """The lines of .funcignore. Its finer points are refused, so that nothing is packaged by misunderstanding."""
    lines = [line.strip() for line in text.splitlines()]
    patterns = [line for line in lines if line and not line.startswith("#")]
    for pattern in patterns:
        if pattern.startswith("!") or "**" in pattern:
            raise HookFailed(f"The pattern {pattern!r} in .funcignore is not understood by infra/hooks.py.")
    return patterns


def _ignored(path: Path, is_folder: bool, patterns: list[str]) -> bool:
    """Whether a pattern of gitignore's kind matches: with a slash within from the root, else by name anywhere."""
    for pattern in patterns:
        if pattern.endswith("/") and not is_folder:
            continue
        bare = pattern.rstrip("/")
        if fnmatchcase(path.as_posix() if "/" in bare else path.name, bare.lstrip("/")):
            return True
    return False
