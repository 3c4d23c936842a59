"""The built-in MCP server: Orc's own document tools, for the graph and for other MCP clients."""

from typing import Any, cast

import mcp_types as types
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from pydantic import BaseModel, ValidationError

from orc import __version__
from orc.domain import Caller
from orc.errors import OrcError, Unauthenticated
from orc.tools import document_chat

CALLER_META_KEY = "orc/caller"
CALLER_SCOPE = "orc.caller"


def build_server(chat: document_chat.DocumentChat) -> Server[Any]:
    """The server. Identity comes beside the arguments, never in them."""

    async def list_tools(_: ServerRequestContext[Any], __: object) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=document_chat.NAME,
                    description=document_chat.DESCRIPTION,
                    input_schema=document_chat.DocumentChatArguments.model_json_schema(),
                    output_schema=document_chat.DocumentChatResult.model_json_schema(),
                )
            ]
        )

    async def call_tool(ctx: ServerRequestContext[Any], params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name != document_chat.NAME:
            return _failure("unknown_tool", f"There is no tool named {params.name}.")
        try:
            caller, conversation_id = _caller(ctx)
            arguments = document_chat.DocumentChatArguments.model_validate(params.arguments or {})

            async def progress(message: str) -> None:
                await ctx.session.report_progress(0, None, message)

            return _success(await chat(caller, conversation_id, arguments, progress))
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            return _failure("invalid_arguments", wrong)
        except OrcError as error:
            return _failure(error.code, error.message)

    return Server("orc", version=__version__, on_list_tools=list_tools, on_call_tool=call_tool)


def _caller(ctx: ServerRequestContext[Any]) -> tuple[Caller, str]:
    """Who calls, and from which conversation. Over a network that is what the endpoint found out; metadata counts only
    when it comes from within the process."""
    if ctx.request is not None:
        return cast("tuple[Caller, str]", ctx.request.scope[CALLER_SCOPE])
    trusted = cast("dict[str, str] | None", (ctx.meta or {}).get(CALLER_META_KEY))
    if trusted is None:
        raise Unauthenticated("The call does not say who makes it.")
    return Caller(trusted["organization_id"], trusted["user_id"]), trusted["conversation_id"]


def _success(result: BaseModel) -> types.CallToolResult:
    text = types.TextContent(type="text", text=cast(str, getattr(result, "answer", "")))
    return types.CallToolResult(content=[text], structured_content=result.model_dump(mode="json"))


def _failure(code: str, message: str) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=message)],
        structured_content={"error": {"code": code, "message": message}},
        is_error=True,
    )
