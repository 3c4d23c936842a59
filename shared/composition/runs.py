"""Builds the services that start, execute and recover runs."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from orc.domain import Assistant
from orc.graphs.limits import TurnLimits
from orc.ports import ChatModel, ItemStore
from orc.ports.tracing import NoTracer, Tracer
from orc.runs.limits import RunLimits

if TYPE_CHECKING:
    from orc.conversations.repository import Conversations
    from orc.documents.registry import DocumentRegistry
    from orc.runs.activities import Activities
    from orc.runs.lease_manager import LeaseManager
    from orc.runs.leases import LeaseStore
    from orc.runs.orchestrator import Orchestrator
    from orc.runs.queue import Queue
    from orc.runs.recovery import Recovery
    from orc.runs.store import RunStore
    from orc.runs.worker import Worker
    from orc.tools.toolbox import Toolbox
    from orc.watch.watcher import Watcher


@dataclass(frozen=True, slots=True)
class Runs:
    """The services that start, execute and recover runs in one process."""

    conversations: "Conversations"
    lease_store: "LeaseStore"
    leases: "LeaseManager"
    queue: "Queue"
    store: "RunStore"
    worker: "Worker"
    activities: "Activities"
    recovery: "Recovery"
    orchestrator: "Orchestrator"


def build_runs(
    items: ItemStore,
    registry: "DocumentRegistry",
    model: ChatModel,
    tools: "Toolbox",
    *,
    limits: TurnLimits | None = None,
    run_limits: RunLimits | None = None,
    tracer: Tracer | None = None,
    watcher: "Watcher | None" = None,
    assistant: Assistant | None = None,
) -> Runs:
    """The runs of one process over these conversations and documents."""
    from orc.conversations.repository import Conversations
    from orc.events.hub import EventHub
    from orc.events.subscription import Subscriptions
    from orc.runs.activities import Activities
    from orc.runs.lease_manager import LeaseManager
    from orc.runs.leases import LeaseStore
    from orc.runs.orchestrator import Orchestrator
    from orc.runs.queue import Queue
    from orc.runs.recovery import Recovery
    from orc.runs.store import RunStore
    from orc.runs.worker import Worker
    from orc.watch.watcher import Watcher

    limits, run_limits, watcher = limits or TurnLimits(), run_limits or RunLimits(), watcher or Watcher()
    hub, conversations, lease_store = EventHub(), Conversations(items), LeaseStore(items)
    leases = LeaseManager(items, conversations, lease_store, hub, run_limits, watcher)
    queue = Queue(items, conversations, limit=run_limits.queued_turns)
    store = RunStore(items, conversations, registry, leases, queue, hub, run_limits, watcher)
    worker = Worker(
        store,
        leases,
        items=items,
        conversations=conversations,
        registry=registry,
        model=model,
        tools=tools,
        limits=limits,
        lease_seconds=run_limits.lease_seconds,
        tracer=tracer or NoTracer(),
        assistant=assistant or Assistant(),
    )
    activities = Activities(store, leases, lease_store, conversations, worker, parallel_steps=limits.parallel_steps)
    recovery = Recovery(store, leases, lease_store, worker, run_limits)
    orchestrator = Orchestrator(
        conversations=conversations,
        runs=store,
        queue=queue,
        leases=leases,
        worker=worker,
        recovery=recovery,
        subscriptions=Subscriptions(items, conversations, hub, recovery.recover_conversation),
    )
    return Runs(conversations, lease_store, leases, queue, store, worker, activities, recovery, orchestrator)
