"""Creates the package in a separate folder: the product, its page, bytecode, and the host.json of the chosen backend.

host.json in the repository keeps orchestrations in storage, and is the one source: for the scheduler, provider and
connection are added to its copy. The platform's scale controller reads them there, and not from app settings.

The platform runs the app from a folder that cannot be written, so Python cannot keep what it compiles: without
bytecode in the package every cold start would compile our modules again. The bytecode is never compared with its source
(PEP 552), so that unpacking, which changes times, does not invalidate it.
"""

import json
import logging
import re
import shutil
import subprocess
import sys
from pathlib import Path

from deployment.commands import HookFailed

logger = logging.getLogger("hooks")

FOLDER = ".package"  # `dist` in azure.yaml
CONNECTION = "DURABLE_TASK_SCHEDULER_CONNECTION_STRING"  # the app setting with the scheduler's address
_FILES = ("function_app.py", "host.json", "requirements.txt")
_PACKAGES = {"orc": ("*.py", "*.json"), "shared": ("*.py",)}
_FOR_DEVELOPERS = ("shared/devhost", "shared/evaluate")
# Documentation for clients and models is made of docstrings here, and in modules with models or routes.
_WITH_DOCSTRINGS = ("orc/domain.py", "orc/events")
_DOCUMENTED = re.compile(r"^from (?:pydantic|fastapi)\b", re.MULTILINE)
_IGNORED = "local.settings.json\n"  # without a .funcignore in its folder azd would leave __pycache__ out
_PROVIDERS = {"storage": None, "scheduler": {"type": "azureManaged", "connectionStringName": CONNECTION}}


def package(root: Path, backend: str, folder: str = FOLDER, *, with_page: bool = True) -> None:
    """Lays out the product in the folder that azd packages. The files of the repository stay as they are.

    A new folder is created next to the old one each time, and replaces it when it is complete.
    """
    host = host_json((root / "host.json").read_text(encoding="utf-8"), backend)
    names = [*_FILES]
    for top, patterns in _PACKAGES.items():
        paths = sorted(path.relative_to(root) for pattern in patterns for path in (root / top).rglob(pattern))
        names += [path.as_posix() for path in paths if not any(map(path.is_relative_to, _FOR_DEVELOPERS))]
    if with_page:
        building = [sys.executable, str(root / ".ci/web.py"), "build"]
        if subprocess.run(building, check=False).returncode:  # noqa: S603  # our own
            raise HookFailed("The chat page cannot be packaged. `infra/hooks.py package --no-page` leaves it out.")
        built = sorted((root / "web/dist").rglob("*"))
        names += [path.relative_to(root).as_posix() for path in built if path.is_file()]
    finished = root / folder
    unfinished = finished.with_name(f"{finished.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    for name in names:
        (unfinished / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, unfinished / name)
    (unfinished / "host.json").write_text(host, encoding="utf-8")
    (unfinished / ".funcignore").write_text(_IGNORED, encoding="utf-8")
    count = sum(path.is_file() for path in unfinished.rglob("*"))
    version = (root / ".python-version").read_text(encoding="utf-8").strip()
    projects = (str(root / ".venv" / name) for name in ("bin/python", "Scripts/python.exe"))
    for python in filter(None, map(shutil.which, (sys.executable, *projects, f"python{version}"))):
        asking = [python, "-c", "import sys; print('{}.{}'.format(*sys.version_info))"]
        version_output = subprocess.run(asking, capture_output=True, text=True, check=False).stdout  # noqa: S603  # our own
        if version_output.strip() == version:  # the app's Python can read its bytecode
            compiling = [python, "-X", "no_debug_ranges", "-m", "compileall", "-q", "-s", str(unfinished)]
            compiling += ["--invalidation-mode", "unchecked-hash"]
            subprocess.run([*compiling, str(unfinished)], check=True)  # noqa: S603  # our own
            modules = (path for top in _PACKAGES for path in (unfinished / top).rglob("*.py"))
            bare = (
                str(path)
                for path in modules
                if not any(map(path.relative_to(unfinished).is_relative_to, _WITH_DOCSTRINGS))
                and _DOCUMENTED.search(path.read_text(encoding="utf-8")) is None
            )
            listed = "\n".join(bare)
            subprocess.run([*compiling, "-o", "2", "-i", "-"], input=listed, text=True, check=True)  # noqa: S603  # our own
            for compiled in unfinished.rglob("*.opt-2.pyc"):
                compiled.replace(compiled.with_name(compiled.name.replace(".opt-2", "")))
            break
    else:
        logger.warning("Python %s was not found (`make setup` installs it): the package contains no bytecode.", version)
    if finished.exists():
        shutil.rmtree(finished)
    unfinished.rename(finished)
    logger.info("Packaging %d files; the backend of background turns is: %s.", count, backend)


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
