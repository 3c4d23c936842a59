import pytest

from orc.errors import ConfigurationError
from shared.settings import Settings


def test_required_keys_and_defaults_are_texts_with_commas() -> None:
    settings = Settings.from_environ(
        {"DOCUMENT_METADATA_REQUIRED": " client, matter ,", "DOCUMENT_METADATA_DEFAULTS": "lang=en, site = a=b"}
    )
    assert settings.document_metadata_required == ("client", "matter")
    assert settings.document_metadata_defaults == {"lang": "en", "site": "a=b"}


def test_defaults_with_commas_are_given_as_json() -> None:
    settings = Settings.from_environ({"DOCUMENT_METADATA_DEFAULTS": '{"office": "Bath, England"}'})
    assert settings.document_metadata_defaults == {"office": "Bath, England"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DOCUMENT_METADATA_DEFAULTS", "lang"),
        ("DOCUMENT_METADATA_DEFAULTS", "=en"),
        ("DOCUMENT_METADATA_DEFAULTS", '{"lang": 7}'),
        ("DOCUMENT_METADATA_DEFAULTS", "{"),
        ("DOCUMENT_METADATA_DEFAULTS", f"lang={'x' * 501}"),
        ("DOCUMENT_METADATA_REQUIRED", "x" * 65),
        ("DOCUMENT_METADATA_REQUIRED", ",".join(f"key{n}" for n in range(21))),
        ("MAX_ANSWER_TOKENS", "3"),
        ("MAX_TEXT_CHARACTERS", "0"),
    ],
)
def test_malformed_values_are_reported_as_settings_mistakes(name: str, value: str) -> None:
    with pytest.raises(ConfigurationError, match=f"{name}: "):
        Settings.from_environ({name: value})
