"""The names that models know tools by."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.tools.naming import unique_names
from orc.tools.offer import Offer, Tool, ToolServer

pytestmark = pytest.mark.req("WF-12")

own_names = st.text(max_size=80) | st.sampled_from(["search", "a__search", "a b", "a.b", "a_b", "x" * 64, "x" * 65])


def server(name: str, own: list[str]) -> ToolServer:
    return ToolServer(name, "ok", tuple(Tool("", name, each, "", {}) for each in own))


def names(*servers: ToolServer) -> dict[tuple[str, str], str]:
    return {(tool.server, tool.own_name): tool.name for each in unique_names(servers) for tool in each.tools}


@given(st.lists(st.lists(own_names, max_size=5, unique=True), max_size=4))
def test_every_name_is_valid_and_unique_in_any_order_of_servers(own: list[list[str]]) -> None:
    servers = [server(f"s{number}", each) for number, each in enumerate(own)]
    given_names = names(*servers)
    assert len(given_names) == sum(map(len, own))
    assert len(set(given_names.values())) == len(given_names)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) for name in given_names.values())
    assert names(*reversed(servers)) == given_names


def test_a_name_of_one_server_stays_as_it_is() -> None:
    found = names(server("a", ["search", "look up"]), server("b", ["search"]))
    assert found == {("a", "search"): "a__search", ("a", "look up"): "look_up", ("b", "search"): "b__search"}


def test_a_prefixed_name_never_collides_with_a_tools_own() -> None:
    found = names(server("a", ["search"]), server("b", ["search", "a__search"]))
    assert len(set(found.values())) == 3


def test_a_tool_that_is_listed_twice_is_offered_once() -> None:
    [listed] = unique_names([server("a", ["search", "search"])])
    assert [tool.name for tool in listed.tools] == ["search"]


def test_names_stay_while_other_servers_come_and_go() -> None:
    both = [server("a", ["search"]), server("b", ["search", "look"])]
    given = names(*both)
    assert [tool.name for each in unique_names(both[1:], given) for tool in each.tools] == ["b__search", "look"]
    alone = names(both[1])
    found = {(tool.server, tool.own_name): tool.name for each in unique_names(both, alone) for tool in each.tools}
    assert found == {("a", "search"): "a__search", ("b", "search"): "search", ("b", "look"): "look"}


def test_a_planned_tool_is_found_by_server_after_renaming() -> None:
    offer = Offer(unique_names([server("a", ["search"]), server("b", ["search"])]))
    assert offer.find("search") is None
    for name in ("search", "b__search"):
        found = offer.find(name, "b")
        assert found is not None
        assert (found.server, found.own_name) == ("b", "search")
