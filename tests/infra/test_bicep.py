"""The Bicep files are whole: what a compiler would say of names, as far as it can be known without one."""

import json
import re
from collections.abc import Iterator

import pytest

from tests.infra.bicep import INFRA, MAIN, Template, Value, declared, files, module_config, strings, template, templates

_BUILT_IN = {"environment", "tenant", "subscription"}


@pytest.fixture(params=[path.stem for path in files()])
def bicep(request: pytest.FixtureRequest) -> Template:
    return template(request.param)


def test_every_parameter_and_output_is_described(bicep: Template) -> None:
    for section in ("parameters", "outputs"):
        for name, each in bicep.section(section).items():
            described = [it["argument"] for it in each["decorators"] if it["type"] == "description"]
            assert described, f"{section} {name}"
            assert len(described[0]) > 3


def test_every_declared_name_is_used(bicep: Template) -> None:
    for section in ("parameters", "variables"):
        for name in bicep.section(section):
            uses = len(re.findall(rf"\b{name}\b", bicep.text))
            assert uses > 1, name


def test_every_name_that_is_used_is_declared(bicep: Template) -> None:
    known = {name for section in ("parameters", "variables", "resources", "modules") for name in bicep.section(section)}
    looped = set(re.findall(r"\[for \(?(\w+)", bicep.text)) | set(re.findall(r"(\w+) =>", bicep.text))
    for expression in _expressions(bicep):
        assert expression in known | looped | _BUILT_IN, expression


def _expressions(bicep: Template) -> Iterator[str]:
    """The first name of everything in `${...}` or before a dot in an expression."""
    code = re.sub(r"(?m)^\s*(//|@description|metadata|resource|module|targetScope).*$", "", bicep.text)
    yield from re.findall(r"\$\{([a-zA-Z]\w*)", code)
    without_text = re.sub(r"'(?:\\'|[^'])*'", "''", code)
    for match in re.finditer(r"(?<![\w.)!\]])([a-zA-Z]\w*)[!\[.](?=[\w.\[])", without_text):
        yield match[1]


@pytest.mark.parametrize("name", [name for _, name in declared("module")])
def test_a_module_is_given_exactly_its_parameters(name: str) -> None:
    module = template(MAIN).section("modules")[name]
    path = INFRA / module["detail"]["path"]
    config, _ = module_config(module)
    assert set(config["params"]) == set(template(path.stem).section("parameters"))


def test_every_module_is_used_through_declared_outputs() -> None:
    main = template(MAIN)
    modules = {name: (INFRA / each["detail"]["path"]).stem for name, each in main.section("modules").items()}
    assert set(modules) == {name for _, name in declared("module")}
    assert set(modules.values()) == {path.stem for path in files()} - {MAIN}
    for name, output in re.findall(r"(\w+)!?\.outputs\.(\w+)", main.text):
        assert output in template(modules[name]).section("outputs"), f"{name}.{output}"


def test_the_parameter_file_gives_parameters_that_exist_and_all_that_are_needed() -> None:
    given = json.loads((INFRA / "main.parameters.json").read_text(encoding="utf-8"))["parameters"]
    known = template(MAIN).section("parameters")
    assert set(given) <= set(known)
    assert {name for name, each in known.items() if each["default"] is None} <= set(given)


def test_each_resource_type_has_one_api_version() -> None:
    versions: dict[str, set[str]] = {}
    for each in templates():
        for resource in each.section("resources").values():
            provider = "/".join(resource["type"].split("/")[:2])
            versions.setdefault(provider, set()).add(resource["api_version"])
    assert {provider: found for provider, found in versions.items() if len(found) > 1} == {}


def test_no_text_of_the_files_looks_like_a_key() -> None:
    for each in templates():
        found = [text for text in _texts(each) if re.search(r"^(?!Microsoft\.)\S*?[A-Za-z0-9+/]{40,}={0,2}$", text)]
        assert found == []


def _texts(bicep: Template) -> Iterator[str]:
    values: list[Value] = [bicep.section("variables"), bicep.section("resources"), bicep.section("modules")]
    for value in values:
        yield from strings(value)
