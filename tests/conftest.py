"""What holds for every test."""

from hypothesis import settings

settings.register_profile("orc", database=None, deadline=None)  # a test run leaves no file behind
settings.load_profile("orc")
