"""What measures the product is no part of it."""

import subprocess
import sys

import pytest

from tests.support.forked import ROOT

pytestmark = pytest.mark.req("BX-17")


def test_the_app_imports_nothing_of_evaluations() -> None:
    code = "import sys, function_app; print([name for name in sys.modules if name.startswith('shared.evaluate')])"

    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert ran.stdout == "[]\n"
