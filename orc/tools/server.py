"""The built-in MCP server: Orc's own document tools, for the graph and for other MCP clients."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

import mcp_types as types
from mcp.server import Server
from mcp.server.context import ServerRequestContext

from orc import __version__
from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.domain import ConversationKey
from orc.errors import OrcError, Unauthenticated
from orc.tools.built_in import CALLER_META_KEY, BuiltInTool, answer_of, error_body, invoke
from orc.tools.document_chat import DocumentChatResult

CALLER_SCOPE = "orc.caller"


def build_server(
    *tools: BuiltInTool,
    for_others: bool = True,
    check_conversation: Callable[[ConversationKey], Awaitable[object]] | None = None,
) -> Server[Any]:
    """A server of these tools. Identity is passed separately from the arguments, never in them. for_others also lists
    the result schemas, against which MCP clients check each result. Orc's own calls skip that check: it takes as long
    as the rest of the call's overhead, and the tools' models have made it already. check_conversation raises if the
    conversation that a call over the network names is not one of the caller's."""
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
            # Over a network the endpoint has found out who calls, and from which conversation; metadata counts only
            # when it comes from within the process.
            if ctx.request is not None:
                key = cast("ConversationKey", ctx.request.scope[CALLER_SCOPE])
                if check_conversation is not None and key.conversation_id:
                    await check_conversation(key)
            elif trusted := cast("dict[str, str] | None", (ctx.meta or {}).get(CALLER_META_KEY)):
                key = ConversationKey(**trusted)
            else:
                raise Unauthenticated("The call does not say who makes it.")
            result = await invoke(tool, key, params.arguments or {}, progress)
        except OrcError as error:
            return _failure(error)
        structured, text = answer_of(result)
        if for_others and isinstance(result, DocumentChatResult):
            question = str((params.arguments or {}).get("question", "")).strip()
            if not result.answer and (question or not result.files):
                code = result.metadata.failed[0].code if result.metadata.failed else "nothing_found"
                failed = _failure(OrcError(result.text or NOT_IN_DOCUMENTS.to(question), code=code))
                return failed.model_copy(update={"structured_content": {**structured, **failed.structured_content}})
            text = result.text
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)], structured_content=structured)

    return Server("orc", version=__version__, on_list_tools=list_tools, on_call_tool=call_tool)


def _failure(error: OrcError) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=error.message)],
        structured_content=cast("dict[str, Any]", error_body(error)),
        is_error=True,
    )
