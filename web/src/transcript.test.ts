import { expect, test } from "vitest";

import type { Message, Run } from "./client.ts";
import type { EventData, OrcEvent } from "./events.ts";
import {
  answerId,
  citationsOf,
  EMPTY,
  fold,
  goesOn,
  leafOf,
  newTurn,
  rows,
  settled,
  storedId,
  turnOfRun,
  unfollowed,
  withStored,
  withTurn,
} from "./transcript.ts";
import type { LiveTurn } from "./transcript.ts";

function events(...parts: { [Type in keyof EventData]: [Type, EventData[Type]] }[keyof EventData][]): OrcEvent[] {
  return parts.map(([type, data], at) => ({ id: at + 1, type, data }) as OrcEvent);
}

const CITATION = { id: "1", source_id: "f:0", file_id: "f", blob_name: "a.pdf", start: 0, end: 3, snippet: "abc", sources: [], verified: true, spans: [] };
const QUESTION = newTurn("k", null, { text: "When?", blobNames: [] });
const TURN = events(
  ["user_message", { message_id: "m1", text: "When?", blob_names: ["a.pdf"], parent_message_id: null }],
  ["run_start", { run_id: "r1", conversation_id: "c", timestamp: "2026-01-01T00:00:00Z" }],
  ["step_thinking", { stage: "tools", text: "Calling" }],
  ["step_started", { step: 1, tool: "document_chat", params: { question: "When?" } }],
  ["step_complete", { step: 1, tool: "document_chat", ok: true, duration_ms: 5, result: { kind: "text", text: "found" } }],
  ["token", { text: "Payment" }],
  ["token", { text: " is due. [1]" }],
  ["citation", CITATION],
  ["message", { message_id: "m2", text: "Payment is due. [1]", citations: [CITATION], uploaded_file_refs: [], last_mcp_tool_used: null, confidence: 0.9 }],
  ["done", { run_id: "r1", status: "completed" }],
);

function all(from: LiveTurn, ...parts: OrcEvent[]): LiveTurn {
  return parts.reduce(fold, from);
}

function message(id: string, parent: string | null, fields: Partial<Message> = {}): Message {
  const role = id.startsWith("q") ? "user" : "assistant";
  const created = `2026-01-01T00:00:${id.slice(1).padStart(2, "0")}Z`;
  return {
    ...{ message_id: id, parent_message_id: parent, role, text: id, status: "completed", error: null, run_id: `r${id}`, created_at: created },
    ...{ active: true, blob_names: [], citations: [], uploaded_file_refs: [], last_mcp_tool_used: null, code_thread_id: null, feedback: null },
    ...fields,
  };
}

function run(id: string, fields: Partial<Run> = {}): Run {
  return {
    ...{ run_id: id, conversation_id: "c", status: "in_progress", mode: "stream", question: "When?", user_message_id: "q9", message_id: "" },
    ...{ created_at: "", updated_at: "", intent_type: null, workflow_plan: [], steps: [], run_meta: null, error: null },
    ...fields,
  };
}

test("an answer keeps its citations, and its id leads on, when it is stored", () => {
  const live = withTurn(EMPTY, all(QUESTION, ...TURN));
  expect(citationsOf(live, "a:k")).toEqual([CITATION]);
  expect(storedId(live, "a:k")).toBe("a:k");
  const answer = message("a2", "q1", { run_id: "r1", citations: [CITATION] });
  const stored = settled(withStored(live, [answer], [], null), "k", null);
  expect(storedId(stored, "a:k")).toBe("a2");
  expect(citationsOf(stored, "a2")).toEqual([CITATION]);
});

test("a turn folded to its end has question, steps, text and citations", () => {
  const turn = all(QUESTION, ...TURN);
  expect(turn.question).toEqual({ id: "m1", text: "When?", blobNames: ["a.pdf"] });
  expect(turn.answer).toMatchObject({ text: "Payment is due. [1]", citations: [CITATION], status: "completed", confidence: 0.9 });
  expect(turn.answer.steps).toMatchObject([{ step: 1, tool: "document_chat", params: { question: "When?" }, ok: true }]);
});

test("a turn whose events come in pieces, some of them twice, is the same turn", () => {
  const whole = all(QUESTION, ...TURN);
  for (let cut = 0; cut <= TURN.length; cut += 1) {
    const resumed = TURN.slice(Math.max(cut - 3, 0));
    expect(all(all(QUESTION, ...TURN.slice(0, cut)), ...resumed)).toEqual(whole);
  }
});

test("the number to resume after is that of the newest stored event", () => {
  const queued: OrcEvent = { id: 0, type: "status_change", data: { status: "queued", run_id: "r1" } };
  expect(fold(QUESTION, queued)).toMatchObject({ since: 0, runId: "r1" });
  expect(all(QUESTION, ...TURN.slice(0, 4), queued).since).toBe(4);
});

test("a recovered run begins its text anew", () => {
  const recovered: OrcEvent = { id: 9, type: "status_change", data: { status: "recovered" } };
  const again: OrcEvent = { id: 10, type: "token", data: { text: "Payment" } };
  const turn = all(QUESTION, ...TURN.slice(0, 8), recovered, again);
  expect(turn.answer).toMatchObject({ text: "Payment", citations: [], status: "in_progress" });
  expect(turn.answer.steps).toHaveLength(1);
});

test("a step that is told twice, as after a recovery, is one step", () => {
  const again: OrcEvent = { id: 20, type: "step_started", data: { step: 1, tool: "document_chat", params: { question: "Again?" } } };
  expect(all(QUESTION, ...TURN.slice(0, 5), again).answer.steps).toMatchObject([{ params: { question: "Again?" } }]);
});

test("a turn that waits, is being stopped, and is stopped says so", () => {
  const told = (status: EventData["status_change"]["status"]): OrcEvent => ({ id: 0, type: "status_change", data: { status } });
  expect(fold(QUESTION, told("queued")).answer.status).toBe("waiting");
  expect(all(QUESTION, ...TURN.slice(0, 6), told("cancel_requested")).answer.status).toBe("stopping");
  const done: OrcEvent = { id: 7, type: "done", data: { run_id: "r1", status: "cancelled" } };
  expect(all(QUESTION, ...TURN.slice(0, 6), done).answer).toMatchObject({ status: "cancelled", text: "Payment" });
});

test("an error of the turn is kept, and one of its stream is not", () => {
  const data = { code: "model_unavailable", message: "No answer.", retryable: true };
  expect(fold(QUESTION, { id: 3, type: "error", data }).answer.error).toEqual(data);
  expect(fold(QUESTION, { id: 0, type: "error", data }).answer.error).toBeUndefined();
});

test("an event of a newer server changes nothing but the number", () => {
  const unknown = { id: 4, type: "weather", data: {} } as unknown as OrcEvent;
  expect(fold(QUESTION, unknown)).toEqual({ ...QUESTION, since: 4 });
});

test("the branch that ends in the leaf is shown, with the versions of its messages", () => {
  const stored = [message("q1", null), message("a2", "q1"), message("a3", "q1"), message("q4", null), message("a5", "q4")];
  const transcript = withStored(EMPTY, stored.reverse(), [], "a3");
  expect(rows(transcript).map(({ id, versions }) => [id, versions])).toEqual([
    ["q1", ["q1", "q4"]],
    ["a3", ["a2", "a3"]],
  ]);
  expect(leafOf(transcript, "q4")).toBe("a5");
  expect(leafOf(transcript, "q1")).toBe("a3");
});

test("the branch that is shown grows with what another tab asks, unless it is another branch", () => {
  const before = withStored(EMPTY, [message("q1", null), message("a2", "q1"), message("a3", "q1")], [], "a2");
  const added = [message("q4", "a2"), message("a5", "q4")];
  expect(withStored(before, added, [], "a5").leafId).toBe("a5");
  expect(withStored({ ...before, leafId: "a3" }, added, [], "a5").leafId).toBe("a3");
  const asked = withStored(before, [message("q4", "a2")], [], "a2");
  const turn = turnOfRun(run("r4", { user_message_id: "q4" }), asked);
  expect(goesOn(asked, turn)).toBe(true);
  expect(goesOn({ ...asked, leafId: "a3" }, turn)).toBe(false);
});

test("a turn that is under way is shown after what it follows, and stays in its rows when it is stored", () => {
  const before = withStored(EMPTY, [message("q1", null), message("a2", "q1")], [], "a2");
  const turn = { ...newTurn("k", "a2", { text: "And then?", blobNames: [] }), runId: "r" };
  const live = { ...withTurn(before, turn), leafId: answerId(turn) };
  const keys = rows(live).map(({ key }) => key);
  expect(rows(live).map(({ question, answer }) => question?.text ?? answer?.text)).toEqual(["q1", "a2", "And then?", ""]);
  const stored = withStored(live, [message("q3", "a2", { run_id: "r" }), message("a4", "q3", { run_id: "r" })], [], "a4");
  const after = settled(stored, "k", "a2");
  expect(rows(after).map(({ id }) => id)).toEqual(["q1", "a2", "q3", "a4"]);
  expect(rows(after).map(({ key }) => key)).toEqual(keys);
});

test("a turn that waits hangs on the answer before it, stored or not", () => {
  const first = { ...newTurn("k1", null, { text: "One?", blobNames: [] }), runId: "r1" };
  const second = newTurn("k2", answerId(first), { text: "Two?", blobNames: [] });
  const live = { ...withTurn(withTurn(EMPTY, first), second), leafId: answerId(second) };
  expect(rows(live).map(({ id }) => id)).toEqual(["q:k1", "a:k1", "q:k2", "a:k2"]);
  const stored = withStored(live, [message("q1", null, { run_id: "r1" }), message("a2", "q1", { run_id: "r1" })], [], "a2");
  expect(rows(settled(stored, "k1", null)).map(({ id }) => id)).toEqual(["q1", "a2", "q:k2", "a:k2"]);
});

test("a turn that ends without an answer leaves its question, and one that was refused leaves nothing", () => {
  const before = withStored(EMPTY, [message("q1", null), message("a2", "q1")], [], "a2");
  const failed = { ...newTurn("k", "a2", { text: "Now?", blobNames: [] }), runId: "r" };
  const live = { ...withTurn(before, failed), leafId: answerId(failed) };
  const stored = withStored(live, [message("q3", "a2", { run_id: "r" })], [], "q3");
  expect(rows(settled(stored, "k", "a2")).at(-1)).toMatchObject({ id: "q3", unanswered: true });
  expect(rows(settled(live, "k", "a2")).map(({ id }) => id)).toEqual(["q1", "a2"]);
});

test("a run that began before the page was loaded is followed once, below its question", () => {
  const transcript = withStored(EMPTY, [message("q9", null)], [run("r1")], "q9");
  const [found] = unfollowed(transcript, [run("r0", { status: "completed" }), run("r1")]);
  expect(found?.run_id).toBe("r1");
  const turn = turnOfRun(run("r1"), transcript);
  const live = { ...withTurn(transcript, turn), leafId: answerId(turn) };
  expect(rows(live).map(({ id }) => id)).toEqual(["q9", "a:r1"]);
  expect(unfollowed(live, [run("r1")])).toEqual([]);
});

test("a run that waits is shown with its question, of which there is no message yet", () => {
  const transcript = withStored(EMPTY, [message("q1", null), message("a2", "q1")], [], "a2");
  const turn = turnOfRun(run("r5", { status: "pending", user_message_id: "q5", question: "Later?" }), transcript);
  const live = { ...withTurn(transcript, turn), leafId: answerId(turn) };
  expect(rows(live).map(({ question, answer }) => question?.text ?? answer?.text)).toEqual(["q1", "a2", "Later?", ""]);
});
