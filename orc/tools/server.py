"""The built-in MCP server: Orc's own document tools, for the graph and for other MCP clients."""

import json
from typing import Any, cast

import mcp_types as types
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from pydantic import BaseModel

from orc import __version__
from orc.domain import ConversationKey
from orc.errors import OrcError, Unauthenticated
from orc.tools.built_in import BuiltInTool, error_body, invoke

CALLER_META_KEY = "orc/caller"
CALLER_SCOPE = "orc.caller"


def build_server(*tools: BuiltInTool, for_others: bool = True) -> Server[Any]:
    """A server of these tools. Identity comes beside the arguments, never in them. Others are told the schemas of
    results, by which MCP clients check each: that takes as long as all else that a call adds, and our models did it."""
    by_name = {tool.name: tool for tool in tools}
    listed = [
        types.Tool(
            name=tool.name,
            description=tool.description,
            input_schema=tool.arguments.model_json_schema(),
            output_schema=tool.result.model_json_schema() if for_others else None,
        )
        for tool in tools
    ]

    async def list_tools(_: ServerRequestContext[Any], __: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=listed)

    async def call_tool(ctx: ServerRequestContext[Any], params: types.CallToolRequestParams) -> types.CallToolResult:
        async def progress(message: str) -> None:
            await ctx.session.report_progress(0, None, message)

        tool = by_name.get(params.name)
        if tool is None:
            return _failure(OrcError(f"There is no tool named {params.name}.", code="unknown_tool"))
        try:
            return _success(await invoke(tool, _key(ctx), params.arguments or {}, progress))
        except OrcError as error:
            return _failure(error)

    return Server("orc", version=__version__, on_list_tools=list_tools, on_call_tool=call_tool)


def _key(ctx: ServerRequestContext[Any]) -> ConversationKey:
    """Who calls, and from which conversation. Over a network that is what the endpoint found out; metadata counts only
    when it comes from within the process."""
    if ctx.request is not None:
        return cast("ConversationKey", ctx.request.scope[CALLER_SCOPE])
    trusted = cast("dict[str, str] | None", (ctx.meta or {}).get(CALLER_META_KEY))
    if trusted is None:
        raise Unauthenticated("The call does not say who makes it.")
    return ConversationKey(**trusted)


def _success(result: BaseModel) -> types.CallToolResult:
    """A result that has an answer says it as text; of any other the text is its JSON."""
    structured = result.model_dump(mode="json")
    answer = structured.get("answer")
    text = answer if isinstance(answer, str) else json.dumps(structured, ensure_ascii=False)
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], structured_content=structured)


def _failure(error: OrcError) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=error.message)],
        structured_content=cast("dict[str, Any]", error_body(error)),
        is_error=True,
    )
