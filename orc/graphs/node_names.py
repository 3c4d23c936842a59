"""The nodes of a turn by name, in the order in which they run: for code that must not import the graph."""

NODE_NAMES = (
    QUERY_PLANNER := "query_planner",
    MCP_EXECUTOR := "mcp_executor",
    CONTEXT_BUILDER := "context_builder",
    ANSWER := "answer",
)
COMMIT = "commit"
"""The activity of an orchestration that follows the last node."""
