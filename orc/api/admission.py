"""Who sends a request, and what it may send: judged from its head, before a byte of its body is read (D-159)."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response, params
from fastapi.routing import APIRoute

from orc.api.bodies import Body, BodyKind
from orc.api.dependencies import CALLER, services_of, starter
from orc.api.models import TurnBody
from orc.api.query import all_of, check_query, declared_parameters
from orc.domain import Caller
from orc.services import Services


class AdmittedRoute(APIRoute):
    """A route for callers only.

    The framework parses a body before it asks any dependency. This route first settles the caller, which is made here
    and nowhere else, the query, the limits on requests and turns, the declared size, and whose the conversation or
    document in the path is. Then it hands out the body, within its bounds.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()
        begins_a_turn = any(each.call is starter for each in all_of(self.dependant))
        declared = declared_parameters(self.dependant)
        fields = self.dependant.body_params
        kind: BodyKind = "other"
        if any(isinstance(field.field_info, params.Form) for field in fields):
            kind = "upload"
        elif any(field.field_info.annotation is TurnBody for field in fields):
            kind = "turn"

        async def admitted(request: Request) -> Response:
            services = await services_of(request)
            caller = await services.authenticator.authenticate(request.headers)
            check_query(request, declared)
            limit = services.read_limit if request.method == "GET" else services.rate_limit
            await limit.admit(caller)
            request.scope[CALLER] = caller
            if begins_a_turn:
                await services.run_limit.admit(caller)
            length = request.headers.get("content-length", "")
            size = int(length) if length.isascii() and length.isdigit() else None
            body = Body(request.app.state.intake, caller, request.receive, size, kind)
            with body:
                if fields:
                    await _check_owner(request, services, caller)
                try:
                    return await answer(Request(request.scope, body.receive))
                except Exception:
                    if body.failure is None:
                        raise
                    raise body.failure from None  # the framework has made "could not be parsed" of it

        return admitted


async def _check_owner(request: Request, services: Services, caller: Caller) -> None:
    """NotFound when the path leads to what the caller does not have."""
    if conversation_id := request.path_params.get("conversation_id"):
        await services.conversations.get(caller.conversation(conversation_id))
    if file_id := request.path_params.get("file_id"):
        await services.registry.get(caller, file_id)
