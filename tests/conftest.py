"""What holds for every test."""

from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir


def pytest_configure(config: pytest.Config) -> None:
    """A test run leaves no file behind: not what hypothesis remembers either."""
    home = TemporaryDirectory()
    config.add_cleanup(home.cleanup)
    set_hypothesis_home_dir(home.name)
    settings.register_profile("orc", database=None, deadline=None)
    settings.load_profile("orc")
