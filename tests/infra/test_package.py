"""The folder that azd packages: the product's files, with the host.json of the chosen engine of background turns."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.infra.bicep import INFRA, template

_ROOT = INFRA.parent
_PAGE = {"web/dist/app/index-1a2b.js", "web/dist/index.html"}
_PRODUCT = {"function_app.py", "host.json", "orc/graph.py", "requirements.txt", "shared/settings.py"}
_NPM = """#!/bin/sh
[ "$*" != "run build" ] && exit
mkdir -p dist/app && echo page > dist/index.html && echo script > dist/app/index-1a2b.js
"""
_REST = {
    ".azure/dev/.env",
    ".git/HEAD",
    ".venv/pyvenv.cfg",
    "README.md",
    "local.settings.json",
    "orc/__pycache__/graph.cpython-313.pyc",
    "shared/devhost/host.py",
    "orc/notes.txt",
    "orc/debug.log",
    "shared/local.settings.json",
    "tests/infra/test_package.py",
    "web/package-lock.json",
    "web/package.json",
    "web/src/main.tsx",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with this one's hooks and host.json, a file or two of every kind, and an npm that builds a page."""
    shutil.copytree(INFRA, tmp_path / "infra", ignore=shutil.ignore_patterns("__pycache__"))
    for name in _PRODUCT | _REST:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    (tmp_path / ".ci").mkdir()
    for name in ("host.json", ".python-version", "azure.yaml", ".ci/web.py"):
        shutil.copy(_ROOT / name, tmp_path / name)
    npm = tmp_path / ".venv/bin/npm"
    npm.parent.mkdir()
    npm.write_text(_NPM, encoding="utf-8")
    npm.chmod(0o755)
    return tmp_path


def _package(project: Path, backend: str = "") -> subprocess.CompletedProcess[str]:
    """As azd runs the hook of the service, with what the person who deploys has chosen."""
    azd = yaml.safe_load((project / "azure.yaml").read_text(encoding="utf-8"))
    command = azd["services"]["orc"]["hooks"]["prepackage"]["posix"]["run"].replace("python3", f"{sys.executable} -B")
    return subprocess.run(
        ["/bin/sh", "-e", "-c", command],
        cwd=project,
        env={"PATH": os.defpath} | ({"ORC_DURABLE_BACKEND": backend} if backend else {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def _packaged(project: Path) -> Path:
    azd = yaml.safe_load((project / "azure.yaml").read_text(encoding="utf-8"))
    return project / str(azd["services"]["orc"]["dist"])


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def _sources(folder: Path) -> set[str]:
    """What is copied, without what packaging makes."""
    return {name for name in _files(folder) if name != ".funcignore" and not name.endswith(".pyc")}


def _durable(project: Path) -> dict[str, object]:
    host = json.loads((_packaged(project) / "host.json").read_text(encoding="utf-8"))
    return dict(host["extensions"]["durableTask"])


def test_the_package_has_the_products_files_and_no_others(project: Path) -> None:
    ran = _package(project)
    assert ran.returncode == 0, ran.stdout
    assert _sources(_packaged(project)) == _PRODUCT | _PAGE


@pytest.mark.req("BX-07")
def test_unbuildable_page_is_left_out_only_on_request(project: Path) -> None:
    (project / ".venv/bin/npm").write_text("#!/bin/sh\necho no network\nexit 1", encoding="utf-8")
    ran = _package(project)
    assert ran.returncode == 1
    assert "no network" in ran.stderr
    assert "`infra/hooks.py package --no-page` leaves it out" in ran.stdout
    hooks = [sys.executable, "-B", str(project / "infra/hooks.py"), "package", "--no-page"]
    subprocess.run(hooks, check=True, capture_output=True, timeout=60)
    assert _sources(_packaged(project)) == _PRODUCT


@pytest.mark.parametrize("backend", ["", "storage"])
def test_storage_is_the_default_and_host_json_goes_as_it_is(project: Path, backend: str) -> None:
    _package(project, backend)
    assert (_packaged(project) / "host.json").read_bytes() == (_ROOT / "host.json").read_bytes()
    assert "storageProvider" not in _durable(project)


def test_the_scheduler_is_named_in_the_host_json_that_is_packaged(project: Path) -> None:
    ran = _package(project, "scheduler")
    assert ran.returncode == 0, ran.stdout
    durable = _durable(project)
    provider = {"type": "azureManaged", "connectionStringName": "DURABLE_TASK_SCHEDULER_CONNECTION_STRING"}
    assert durable.pop("storageProvider") == provider
    assert durable["hubName"] == template("scheduler").resource("hub")["name"]
    assert durable == json.loads((_ROOT / "host.json").read_text(encoding="utf-8"))["extensions"]["durableTask"]


def test_the_connection_that_host_json_names_is_a_setting_of_the_app(project: Path) -> None:
    _package(project, "scheduler")
    provider = _durable(project)["storageProvider"]
    assert isinstance(provider, dict)
    settings = template("app").variable("schedulerSettings")
    assert set(settings) == {provider["connectionStringName"]}


@pytest.mark.parametrize("backend", ["storage", "scheduler"])
def test_packaging_changes_no_file_of_the_repository(project: Path, backend: str) -> None:
    before = {name: (project / name).read_bytes() for name in _files(project)}
    _package(project, backend)
    folder = _packaged(project).name
    made = (f"{folder}/", "web/dist/", "web/node_modules/")
    after = {name: (project / name).read_bytes() for name in _files(project) if not name.startswith(made)}
    assert after == before
    assert f"{folder}/" in (_ROOT / ".gitignore").read_text(encoding="utf-8").split()


def test_an_engine_that_was_chosen_before_leaves_no_trace(project: Path) -> None:
    _package(project, "scheduler")
    _package(project, "storage")
    assert "storageProvider" not in _durable(project)


@pytest.mark.req("AZ-04")
def test_interrupted_packaging_starts_over(project: Path) -> None:
    _package(project, "scheduler")
    left = project / f"{_packaged(project).name}.unfinished"
    left.mkdir()
    (left / "half").write_text("x", encoding="utf-8")
    (project / "orc/graph.py").rename(project / "orc/nodes.py")
    assert _package(project).returncode == 0
    assert _sources(_packaged(project)) == _PRODUCT - {"orc/graph.py"} | {"orc/nodes.py"} | _PAGE
    assert not left.exists()


def test_an_unknown_engine_is_refused_by_name(project: Path) -> None:
    ran = _package(project, "netherite")
    assert ran.returncode == 1
    assert "ORC_DURABLE_BACKEND is 'netherite': it must be one of storage, scheduler." in ran.stdout
    assert not _packaged(project).exists()


def test_every_packaging_runs_the_hook_also_that_of_a_deployment_alone() -> None:
    azd = yaml.safe_load((_ROOT / "azure.yaml").read_text(encoding="utf-8"))
    for system in ("posix", "windows"):
        assert "infra/hooks.py package " in azd["services"]["orc"]["hooks"]["prepackage"][system]["run"]
    assert "prepackage" not in azd["hooks"]  # the project's own would not run for `azd deploy`
