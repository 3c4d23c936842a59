"""Makes requirements.txt and requirements-dev.txt: every package with the hashes of its wheels for CPython 3.13 on
Linux, macOS and Windows. uv alone writes those of all platforms and versions of Python, seven times as many.

    python .ci/lock.py [options of uv pip compile, such as --upgrade]
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.tags import Tag
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).parents[1]
_COMPILE = ("pip", "compile", "--quiet", "--universal", "--python-version", "3.13")
_SAYING_HOW = ("--custom-compile-command", "make lock")
_HASH = re.compile(r" \\\n    --hash=sha256:(?P<hash>\w+)")
_INTERPRETER = re.compile(r"py3|py313|cp313|(?P<earlier>cp3\d{1,2})")
_PLATFORM = re.compile(
    r"any|(?:many|musl)linux.*_(?:x86_64|aarch64)|macosx_.*_(?:x86_64|arm64|universal2)|win_(?:amd64|arm64)"
)


def main(options: list[str]) -> None:
    for name in ("requirements", "requirements-dev"):
        source, target = f"{name}.in", f"{name}.txt"
        _compile(*_SAYING_HOW, "--generate-hashes", "--emit-build-options", "--output-file", target, source, *options)
        with tempfile.TemporaryDirectory() as folder:
            listed = Path(folder, "pylock.toml")  # has the names of the files, which tell their platforms
            _compile("--format", "pylock.toml", "--constraint", target, "--output-file", str(listed), source)
            usable = frozenset(_usable_hashes(tomllib.loads(listed.read_text(encoding="utf-8"))))
        text = (ROOT / target).read_text(encoding="utf-8")
        for found in _HASH.finditer(text):
            if found["hash"] not in usable:
                text = text.replace(found[0], "")
        (ROOT / target).write_text(text, encoding="utf-8")


def _compile(*arguments: str) -> None:
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([uv, *_COMPILE, *arguments], cwd=ROOT, check=True)


def _usable_hashes(lock: dict[str, Any]) -> Iterator[str]:
    for package in lock["packages"]:
        for wheel in package["wheels"]:
            if any(map(_is_usable, parse_wheel_filename(wheel["url"].rsplit("/", 1)[-1])[3])):
                yield wheel["hashes"]["sha256"]


def _is_usable(tag: Tag) -> bool:
    interpreter = _INTERPRETER.fullmatch(tag.interpreter)
    if interpreter is None or (interpreter["earlier"] and tag.abi != "abi3"):
        return False
    return tag.abi in ("none", "abi3", "cp313") and _PLATFORM.fullmatch(tag.platform) is not None


if __name__ == "__main__":
    main(sys.argv[1:])
