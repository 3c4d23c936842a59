/** A conversation as a tree of messages, with its active turns folded from their events. Pure functions. */
import type { Message, Run } from "./client.ts";
import type { Citation, EventData, Failure, OrcEvent, RunStatus, ToolResult } from "./events.ts";

export interface Step {
  step: number;
  tool: string;
  params: Readonly<Record<string, unknown>>;
  reasoning?: string | undefined;
  ok?: boolean;
  duration_ms?: number;
  result?: ToolResult | null | undefined;
  error?: Failure | null | undefined;
}

/** sending: the server has not answered yet; waiting: behind another turn. */
export type TurnStatus = "sending" | "waiting" | "stopping" | RunStatus;

/** An answer, stored or still streaming. */
export interface Answer {
  text: string;
  citations: readonly Citation[];
  steps: readonly Step[];
  status: TurnStatus;
  stage?: EventData["step_thinking"];
  confidence?: number | undefined;
  error?: Failure | undefined;
  meta?: EventData["run_complete"];
}

/** An active turn. question is null if a stored question, parentId, is answered again. */
export interface LiveTurn {
  key: string;
  runId?: string | undefined;
  since: number;
  question: { id: string; text: string; blobNames: readonly string[] } | null;
  parentId: string | null;
  answer: Answer;
}

/**
 * leafId is the last message of the visible branch. keys maps a message to the key of the row that showed it
 * while its turn was active, so that the row stays mounted.
 */
export interface Transcript {
  messages: ReadonlyMap<string, Message>;
  runs: ReadonlyMap<string, Run>;
  turns: readonly LiveTurn[];
  leafId: string | null;
  keys: ReadonlyMap<string, string>;
}

/**
 * A message as the transcript shows it. versions are the ids of its siblings, itself among them, oldest first;
 * unanswered says that nothing follows it on any branch.
 */
export interface Row {
  id: string;
  key: string;
  parentId: string | null;
  versions: readonly string[];
  unanswered: boolean;
  message?: Message | undefined;
  run?: Run | undefined;
  turn?: LiveTurn | undefined;
  question?: { text: string; blobNames: readonly string[] };
  answer?: Answer;
}

export const EMPTY: Transcript = { messages: new Map(), runs: new Map(), turns: [], leafId: null, keys: new Map() };

const NO_ANSWER: Answer = { text: "", citations: [], steps: [], status: "sending" };

/** A turn before its first event. */
export function newTurn(key: string, parentId: string | null, question: { text: string; blobNames: readonly string[] } | null): LiveTurn {
  return { key, since: 0, parentId, question: question && { id: `q:${key}`, ...question }, answer: NO_ANSWER };
}

/** The turn of a run that began in another tab or before the page was loaded. */
export function turnOfRun(run: Run, transcript: Transcript): LiveTurn {
  const asked = transcript.messages.get(run.user_message_id);
  const turn = asked
    ? newTurn(run.run_id, asked.message_id, null)
    : newTurn(run.run_id, transcript.leafId, { text: run.question, blobNames: [] });
  return { ...turn, runId: run.run_id };
}

/** The turn after an event. An event with a known number changes nothing. */
export function fold(turn: LiveTurn, event: OrcEvent): LiveTurn {
  if (event.id > 0 && event.id <= turn.since) return turn;
  const next = { ...turn, since: Math.max(turn.since, event.id) };
  if ("run_id" in event.data && event.data.run_id) next.runId = event.data.run_id;
  if (event.type === "user_message") return asked(next, event.data);
  return { ...next, answer: foldAnswer(turn.answer, event) };
}

function asked(turn: LiveTurn, data: EventData["user_message"]): LiveTurn {
  if (turn.question === null) return turn;
  const question = { id: data.message_id, text: data.text, blobNames: data.blob_names };
  return { ...turn, question, parentId: data.parent_message_id };
}

function foldAnswer(answer: Answer, event: OrcEvent): Answer {
  switch (event.type) {
    case "run_start":
      return { ...answer, status: "in_progress" };
    case "step_thinking":
      return { ...answer, stage: event.data };
    case "step_started":
      return { ...answer, steps: withStep(answer.steps, event.data) };
    case "step_complete":
      return { ...answer, steps: withStep(answer.steps, event.data) };
    case "token":
      return { ...answer, text: answer.text + event.data.text };
    case "citation":
      return { ...answer, citations: withCitation(answer.citations, event.data) };
    case "message": {
      const { text, citations, confidence } = event.data;
      return { ...answer, text, citations, confidence };
    }
    case "run_complete":
      return { ...answer, meta: event.data };
    case "status_change":
      return changed(answer, event.data.status);
    case "error":
      return event.id > 0 ? { ...answer, error: event.data } : answer;
    case "done":
      return { ...answer, status: event.data.status };
    default:
      return answer; // from a newer server
  }
}

function changed(answer: Answer, status: EventData["status_change"]["status"]): Answer {
  switch (status) {
    case "recovered":
      return { ...answer, text: "", citations: [], status: "in_progress" };
    case "queued":
      return { ...answer, status: "waiting" };
    case "cancel_requested":
      return { ...answer, status: "stopping" };
    default:
      return answer;
  }
}

function withStep(steps: readonly Step[], data: Omit<Step, "params"> & Partial<Pick<Step, "params">>): readonly Step[] {
  const before = steps.find(({ step }) => step === data.step);
  const step = { params: {}, ...before, ...data };
  return before ? steps.map((each) => (each === before ? step : each)) : [...steps, step];
}

function withCitation(citations: readonly Citation[], citation: Citation): readonly Citation[] {
  const at = citations.findIndex(({ id }) => id === citation.id);
  return at < 0 ? [...citations, citation] : citations.with(at, citation);
}

/** The answer of a stored message and its run. */
export function storedAnswer(message: Message, run?: Run): Answer {
  return {
    text: message.text,
    citations: message.citations,
    steps: (run?.steps ?? []) as unknown as Step[],
    status: message.status,
    confidence: message.confidence ?? undefined,
    error: message.error ?? undefined,
    ...(run?.run_meta ? { meta: run.run_meta } : {}),
  };
}

/** Merges the server's messages and runs. The visible branch follows the active one if it is the same. */
export function withStored(transcript: Transcript, messages: readonly Message[], runs: readonly Run[], activeId: string | null): Transcript {
  const known = {
    ...transcript,
    messages: new Map([...transcript.messages, ...messages.map((each) => [each.message_id, each] as const)]),
    runs: new Map([...transcript.runs, ...runs.map((each) => [each.run_id, each] as const)]),
  };
  const grows = transcript.leafId === null || leadsTo(known, transcript.leafId, activeId);
  return { ...known, leafId: grows ? activeId : transcript.leafId };
}

/** Whether a message is on the branch that ends in another one. */
function leadsTo({ messages }: Transcript, id: string, endId: string | null): boolean {
  let at = endId;
  while (at !== null && at !== id) at = messages.get(at)?.parent_message_id ?? null;
  return at === id;
}

/** Whether a turn continues the end of the visible branch. */
export function goesOn({ messages, leafId }: Transcript, { parentId }: LiveTurn): boolean {
  return parentId === leafId || (messages.get(parentId ?? "")?.parent_message_id ?? null) === leafId;
}

export function withTurn(transcript: Transcript, turn: LiveTurn): Transcript {
  const known = transcript.turns.some(({ key }) => key === turn.key);
  const turns = known ? transcript.turns.map((each) => (each.key === turn.key ? turn : each)) : [...transcript.turns, turn];
  return { ...transcript, turns };
}

/** Removes a finished turn. Its children become children of the messages that were stored for it. */
export function settled(transcript: Transcript, key: string, activeId: string | null): Transcript {
  const turn = transcript.turns.find((each) => each.key === key);
  if (!turn) return transcript;
  const stored = [...transcript.messages.values()].filter(({ run_id }) => run_id === turn.runId);
  const question = stored.find(({ role }) => role === "user");
  const answer = stored.find(({ role }) => role === "assistant");
  const end = answer?.message_id ?? question?.message_id ?? activeId;
  const moved = (id: string | null) => {
    if (id === answerId(turn)) return end;
    return id !== null && id === turn.question?.id ? (question?.message_id ?? end) : id;
  };
  const keys = new Map(transcript.keys);
  if (answer) keys.set(answer.message_id, answerId(turn));
  if (question && turn.question) keys.set(question.message_id, questionKey(turn));
  const turns = transcript.turns.filter((each) => each !== turn).map((each) => ({ ...each, parentId: moved(each.parentId) }));
  return { ...transcript, turns, keys, leafId: moved(transcript.leafId) };
}

/** The provisional id of a turn's answer. */
export function answerId(turn: LiveTurn): string {
  return `a:${turn.key}`;
}

/** Resolves the provisional id of an answer to its message; any other id is returned unchanged. */
export function storedId({ keys }: Transcript, id: string): string {
  return [...keys].find(([, key]) => key === id)?.[0] ?? id;
}

/** The citations of an answer, stored or still streaming. */
export function citationsOf({ messages, turns }: Transcript, id: string): readonly Citation[] {
  const live = turns.find((turn) => answerId(turn) === id);
  return live?.answer.citations ?? messages.get(id)?.citations ?? [];
}

/** Whether a message exists, stored or in an active turn. */
export function has({ messages, turns }: Transcript, id: string): boolean {
  return messages.has(id) || turns.some((turn) => answerId(turn) === id || turn.question?.id === id);
}

function questionKey(turn: LiveTurn): string {
  return `q:${turn.key}`;
}

/** The rows of the visible branch, oldest first. */
export function rows(transcript: Transcript): Row[] {
  const all = tree(transcript);
  const children = Map.groupBy(all.values(), ({ parentId }) => parentId);
  const branch: Row[] = [];
  for (let row = all.get(transcript.leafId ?? ""); row; row = all.get(row.parentId ?? "")) {
    const siblings = children.get(row.parentId) ?? [];
    branch.push({ ...row, versions: siblings.map(({ id }) => id), unanswered: !children.has(row.id) });
  }
  return branch.reverse();
}

const ALONE = { versions: [], unanswered: false };

function tree({ messages, runs, turns, keys }: Transcript): Map<string, Row> {
  const live = new Set(turns.map(({ runId }) => runId));
  const all = new Map<string, Row>();
  for (const message of [...messages.values()].sort((a, b) => (a.created_at < b.created_at ? -1 : 1))) {
    const { message_id: id, parent_message_id: parentId, role, run_id } = message;
    const run = runs.get(run_id);
    const row = { id, parentId, ...ALONE, message, run, key: keys.get(id) ?? id };
    if (role === "user") all.set(id, { ...row, question: { text: message.text, blobNames: message.blob_names } });
    else if (!live.has(run_id)) all.set(id, { ...row, answer: storedAnswer(message, run) });
  }
  for (const turn of turns) {
    const { question, answer, parentId } = turn;
    const base = { ...ALONE, turn };
    if (question) all.set(question.id, { ...base, id: question.id, key: questionKey(turn), parentId, question });
    const id = answerId(turn);
    all.set(id, { ...base, id, key: id, parentId: question?.id ?? parentId, answer });
  }
  return all;
}

/** The last message of the newest branch through this message. */
export function leafOf(transcript: Transcript, id: string): string {
  const children = Map.groupBy(tree(transcript).values(), ({ parentId }) => parentId);
  let leaf = id;
  for (let next = children.get(leaf)?.at(-1); next; next = children.get(leaf)?.at(-1)) leaf = next.id;
  return leaf;
}

/** The active runs that no turn of the transcript follows. */
export function unfollowed(transcript: Transcript, runs: readonly Run[]): Run[] {
  const followed = new Set(transcript.turns.map(({ runId }) => runId));
  const under = runs.filter(({ status }) => status === "pending" || status === "in_progress");
  return under.filter(({ run_id }) => !followed.has(run_id));
}
