"""Checks the caller and the limits of a request from its head, before any byte of its body is read (D-159)."""

from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from fastapi import Request, Response, params
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from orc.api.addresses import canonical_id
from orc.api.bodies import Body, BodyKind
from orc.api.dependencies import CALLER, REFUSAL, administrator, eraser, refusal, services_of, starter
from orc.api.openai.lookup import conversation_key
from orc.api.query import all_of, check_query, declared_parameters
from orc.errors import Forbidden, TooManyRequests
from orc.ports.subject import Subject, work_for
from orc.watch.usage import OF_TURNS


class AdmittedRoute(APIRoute):
    """A route for authenticated callers. The framework parses a body before it resolves dependencies. This route first
    determines the caller, which is done only here, and checks the query, a running erasure, the limits on requests and
    turns, the caller's role, the declared size, and the owner of the conversation or document in the path. Then it
    provides the body, within its limits.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()
        begins_a_turn = any(each.call is starter for each in all_of(self.dependant))
        raises_refusal = any(each.call is refusal for each in all_of(self.dependant))
        for_administrators = any(each.call is administrator for each in all_of(self.dependant))
        is_of_erasure = any(each.call is eraser for each in all_of(self.dependant))
        declared = declared_parameters(self.dependant)
        fields = self.dependant.body_params
        is_form = any(isinstance(field.field_info, params.Form) for field in fields)
        kind: BodyKind = "upload" if is_form else "other"
        for field in fields:
            kind = getattr(field.field_info.annotation, "body_kind", kind)

        async def admitted(request: Request) -> Response:
            services = await services_of(request)
            caller = await services.authenticator.authenticate(request.headers)
            check_query(request, declared)
            is_read = request.method == "GET"
            services.fence.admit(caller, refuse=not (is_read or is_of_erasure))
            limit = services.read_limit if is_read else services.rate_limit
            await limit.admit(caller)
            if for_administrators and not caller.is_admin:
                raise Forbidden(
                    "Only administrators may use this: callers who have the role named by the setting ADMIN_ROLE. "
                    "Without the setting, no caller is an administrator."
                )
            request.scope[CALLER] = caller
            admitting: AbstractAsyncContextManager[None] = nullcontext()
            if begins_a_turn:
                try:
                    await services.usage.admit(caller, OF_TURNS)
                except TooManyRequests as used_up:
                    if not raises_refusal:
                        raise
                    request.scope[REFUSAL] = used_up  # only the body says whether the turn is stored already
                else:
                    admitting = services.run_limit.admitting(caller)
            length = request.headers.get("content-length", "")
            size = int(length) if length.isascii() and length.isdigit() else None
            body = Body(request.app.state.intake, caller, request.receive, size, kind)
            if (given := request.path_params.get("conversation_id")) is not None:
                request.path_params["conversation_id"] = canonical_id(given)
            async with admitting:
                with body:
                    if fields and (conversation_id := request.path_params.get("conversation_id")):
                        await services.conversations.get(caller.conversation(conversation_id))
                    if fields and (conversation := request.path_params.get("conversation")):  # in the OpenAI API
                        await conversation_key(services, caller, conversation)
                    if fields and (file_id := request.path_params.get("file_id")):
                        await services.registry.get(caller, file_id)
                    try:
                        work_for(Subject(caller, request.path_params.get("conversation_id", "")))
                        return await answer(Request(request.scope, body.receive))
                    except HTTPException:
                        if body.failure is None:
                            raise
                        raise body.failure from None  # the framework has replaced it by "could not be parsed"

        return admitted
