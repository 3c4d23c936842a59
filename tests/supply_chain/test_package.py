"""What is deployed: the product alone, ready to run from a directory that cannot be written."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from pathspec import GitIgnoreSpec

from tests.supply_chain.installed import ROOT

_COMPRESSED_BYTES = 4_200_000
_UNCHECKED_HASH = 1  # the flags of a compiled module, PEP 552
_COUNTED = """
import importlib._bootstrap_external as importing, os
compiled, compile_source = [], importing.SourceLoader.source_to_code
def count(self, data, path, *rest, **options):
    compiled.append(path)
    return compile_source(self, data, path, *rest, **options)
importing.SourceLoader.source_to_code = count
import function_app
print(*(os.path.relpath(path) for path in compiled if path.startswith(os.getcwd())))
"""

_DOCUMENTED = """
import json
from orc.api.app import create_app
from orc.tools import document_chat, load_document_chunk, search_documents
app = create_app(None, body_limits=None, chat_page=None)
models = [each for module in (document_chat, load_document_chunk, search_documents) for each in vars(module).values()]
schemas = [each.model_json_schema() for each in models if hasattr(each, "model_json_schema") and each.model_fields]
print(json.dumps([app.openapi(), schemas], sort_keys=True, indent=1))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, after a journey as an archive."""
    folder = tmp_path_factory.mktemp("package")
    without_page = () if (ROOT / "web/dist").is_dir() else ("--no-page",)  # where it could not be built
    packaging = [sys.executable, ROOT / "infra/hooks.py", "package", "--folder", folder / "dist", *without_page]
    subprocess.run(packaging, check=True)
    shutil.make_archive(str(folder / "package"), "zip", folder / "dist")
    with zipfile.ZipFile(folder / "package.zip") as archive:
        archive.extractall(folder / "wwwroot")
    assert (folder / "package.zip").stat().st_size < _COMPRESSED_BYTES
    return folder / "wwwroot"


def _files(folder: Path, ignored: GitIgnoreSpec | None = None) -> Iterator[str]:
    """The files below, by their path from there; an ignored directory is not entered."""
    for where, folders, names in os.walk(folder):
        here = Path(where).relative_to(folder)
        if ignored:
            folders[:] = [each for each in folders if not ignored.match_file(f"{(here / each).as_posix()}/")]
        for name in names:
            path = (here / name).as_posix()
            if not (ignored and ignored.match_file(path)):
                yield path


def _ignored() -> GitIgnoreSpec:
    return GitIgnoreSpec.from_lines((ROOT / ".funcignore").read_text(encoding="utf-8").splitlines())


def test_the_package_is_the_product_and_nothing_else(package: Path) -> None:
    files = set(_files(package))
    page = {each for each in files if each.startswith("web/")}
    assert {each.partition("/")[0] for each in files - page} == {
        *("function_app.py", "host.json", "requirements.txt", "orc", "shared", "__pycache__", ".funcignore")
    }
    assert all(re.fullmatch(r"web/dist/(index\.html|app/[\w-]+\.\w+)", each) for each in page)
    hidden = {each for each in files if any(part.startswith(".") for part in Path(each).parts)}
    assert hidden == {".funcignore"}
    assert [each for each in files if each.startswith(("shared/devhost/", "shared/evaluate/"))] == []


@pytest.mark.req("SE-17")
def test_azure_installs_by_the_hashes_of_the_lock(package: Path) -> None:
    assert (package / "requirements.txt").read_bytes() == (ROOT / "requirements.txt").read_bytes()


def test_the_core_tools_publish_the_same_files(package: Path) -> None:
    made_here = {each for each in _files(package) if each.endswith(".pyc") or each == ".funcignore"}
    assert set(_files(ROOT, _ignored())) == set(_files(package)) - made_here


@pytest.mark.parametrize(
    "path",
    [
        ".checkov/bin/checkov",
        ".devcontainer/devcontainer.json",
        ".orc/orc.db",
        "build/lib/orc.py",
        "dist/function_app.py",
        "node_modules/azurite/package.json",
        "orc.egg-info/PKG-INFO",
        "orc/__pycache__/errors.cpython-313.pyc",
        "orc_env/bin/python",
        "bicepconfig.json",
        "local.settings.json",
        "requirements-dev.txt",
        "test.http",
        "web/node_modules/react/index.js",
        "web/package.json",
        "web/src/main.tsx",
    ],
)
def test_a_developers_local_files_are_not_published(path: str) -> None:
    assert _ignored().match_file(path)


def test_every_module_is_compiled_and_never_checked(package: Path) -> None:
    tag = sys.implementation.cache_tag
    for source in package.rglob("*.py"):
        compiled = source.parent / "__pycache__" / f"{source.stem}.{tag}.pyc"
        assert int.from_bytes(compiled.read_bytes()[4:8], "little") == _UNCHECKED_HASH, compiled
        assert str(ROOT).encode() not in compiled.read_bytes(), compiled


def test_the_documentation_of_the_api_and_tools_is_that_of_the_source(package: Path) -> None:
    assert _documentation(package) == _documentation(ROOT)


def _documentation(folder: Path) -> str:
    run = subprocess.run(
        [sys.executable, "-B", "-c", _DOCUMENTED], cwd=folder, capture_output=True, text=True, check=True, timeout=120
    )
    return run.stdout


def test_a_cold_start_compiles_none_of_our_modules(package: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(package, bare, ignore=shutil.ignore_patterns("__pycache__"))
    assert _compiled_by_a_start(bare)
    assert _compiled_by_a_start(package) == []


def _compiled_by_a_start(folder: Path) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-B", "-c", _COUNTED], cwd=folder, capture_output=True, text=True, check=True, timeout=120
    )
    return run.stdout.split()


def test_restoring_installs_no_package_and_no_dependency(tmp_path: Path) -> None:
    project = tmp_path / "orc"
    project.mkdir()
    for name in ("pyproject.toml", "function_app.py", "LICENSE"):
        shutil.copyfile(ROOT / name, project / name)
    for name in ("benchmarks", "docs", "infra", "orc", "shared", "tests"):
        (project / name).mkdir()
        (project / name / "__init__.py").touch()
    options = ["--quiet", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    building = [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(tmp_path), str(project)]
    subprocess.run(building, check=True, capture_output=True, timeout=120)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(next(name for name in archive.namelist() if name.endswith("/METADATA"))).decode()
        assert [name for name in archive.namelist() if ".dist-info/" not in name] == []
    assert re.findall("^Requires-Dist:.*", metadata, re.MULTILINE) == []
