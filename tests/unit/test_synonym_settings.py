from pathlib import Path

import pytest

from orc.errors import ConfigurationError
from shared.settings import Settings


def test_synonyms_are_given_as_json_or_as_a_file_of_it(tmp_path: Path) -> None:
    text = '{"PTO": ["paid leave", "vacation"]}'
    (tmp_path / "synonyms.json").write_text(text, encoding="utf-8")
    for value in (text, str(tmp_path / "synonyms.json")):
        settings = Settings.from_environ({"SEARCH_SYNONYMS": value})
        assert settings.search_synonyms == {"PTO": ("paid leave", "vacation")}
    assert Settings.from_environ({"SEARCH_SYNONYMS": ""}).search_synonyms == {}


@pytest.mark.parametrize(
    "value", ['{"PTO": "leave"}', '{"PTO": []}', '{"": ["leave"]}', "{", '["PTO"]', "/no/such/file"]
)
def test_malformed_synonyms_are_named_as_a_mistake_of_the_settings(value: str) -> None:
    with pytest.raises(ConfigurationError, match="SEARCH_SYNONYMS: "):
        Settings.from_environ({"SEARCH_SYNONYMS": value})
