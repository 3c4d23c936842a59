"""The limits on turns and requests from the settings, and how callers sign in."""

from typing import TYPE_CHECKING

from orc.api.services import Limits, SignIn
from orc.graphs.limits import TurnLimits
from shared.settings import Settings

if TYPE_CHECKING:
    from orc.tools.toolbox import ToolboxLimits


def turn_limits(settings: Settings) -> TurnLimits:
    """The limits of a turn."""
    return TurnLimits(
        history_messages=settings.history_messages,
        history_characters=settings.max_history_characters,
        summary_after=settings.history_summary_after,
        context_characters=settings.max_context_characters,
        answer_tokens=settings.max_answer_tokens,
        plan_steps=settings.max_plan_steps,
        parallel_steps=settings.max_parallel_steps,
        tool_rounds=settings.max_tool_rounds,
        tool_calls=settings.max_tool_calls,
        tool_seconds=settings.max_tool_seconds,
    )


def toolbox_limits(settings: Settings) -> "ToolboxLimits":
    """The limits of tool servers."""
    from orc.tools.toolbox import ToolboxLimits

    return ToolboxLimits(
        cache_seconds=settings.tools_cache_seconds,
        connect_seconds=settings.tool_connect_seconds,
        call_seconds=settings.tool_timeout_seconds,
        result_bytes=settings.max_tool_result_bytes,
    )


def sign_in(settings: Settings) -> SignIn:
    """How callers are identified, and where they sign in."""
    at = None
    if settings.identity == "easyauth":
        at = {"url": "/.auth/login/aad"}
    elif settings.identity == "jwt" and settings.page_client_id:
        client = {"client_id": settings.page_client_id, "scope": settings.page_scope}
        at = {"issuer": settings.jwt_issuer or "", **client}
    return SignIn(settings.identity, at)


def request_limits(settings: Settings) -> Limits:
    """The limits of requests."""
    return Limits(
        documents_per_turn=settings.max_documents_per_turn,
        question_characters=settings.max_question_characters,
        upload_bytes=settings.max_upload_bytes,
        upload_files=settings.max_upload_files,
        text_characters=settings.max_text_characters,
        heartbeat_seconds=settings.heartbeat_seconds,
        handover_seconds=settings.http_handover_seconds,
        grace_seconds=settings.shutdown_grace_seconds,
    )
