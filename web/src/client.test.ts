import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Orc, OrcError } from "./client.ts";
import type { OrcEvent } from "./events.ts";

interface Asked {
  url: string;
  method: string;
  body: Record<string, unknown>;
  headers: Headers;
}

const LOG = [
  'id: 4\nevent: user_message\ndata: {"message_id": "m1", "text": "Wann?", "blob_names": [], "parent_message_id": null}\n\n',
  'id: 5\nevent: run_start\ndata: {"run_id": "r1", "conversation_id": "c1", "timestamp": ""}\n\n',
  'id: 6\nevent: token\ndata: {"text": "Fällig"}\n\n',
  ": heartbeat\n\n",
  'id: 7\nevent: token\ndata: {"text": " in 30 Tagen"}\n\n',
  'id: 8\nevent: done\ndata: {"run_id": "r1", "status": "completed"}\n\n',
];

/** A server whose answers are given one after the other; it keeps what it was asked. */
function server(...answers: (() => Response)[]) {
  const asked: Asked[] = [];
  const own: typeof fetch = (input, init) => {
    const body = typeof init?.body === "string" ? (JSON.parse(init.body) as Asked["body"]) : {};
    asked.push({ url: input as string, method: init?.method ?? "GET", body, headers: new Headers(init?.headers) });
    const answer = answers.shift();
    return answer ? Promise.resolve().then(answer) : Promise.reject(new Error("There are no more answers."));
  };
  return { asked, fetch: own };
}

/** The bytes of these texts in pieces of so many, and then the end, or a broken connection. */
function stream(texts: readonly string[], { size = 7, broken = false } = {}): Response {
  const bytes = new TextEncoder().encode(texts.join(""));
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += size)));
      else if (broken) controller.error(new TypeError("terminated"));
      else controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function refusal(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ code: "refused", detail: "Not now." }, { status, headers });
}

/** All events, while the time between attempts passes at once. */
async function collect(events: AsyncGenerator<OrcEvent, void>): Promise<OrcEvent[]> {
  const found: OrcEvent[] = [];
  const state = { over: false };
  const collected = (async () => {
    for await (const event of events) found.push(event);
  })().finally(() => (state.over = true));
  collected.catch(() => undefined);
  while (!state.over) await vi.advanceTimersByTimeAsync(500);
  await collected;
  return found;
}

const ids = (events: readonly OrcEvent[]) => events.map(({ id }) => id);

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

test("each event comes once and in order, wherever the connection is cut", async () => {
  const whole = new TextEncoder().encode(LOG.join("")).length;
  for (let cut = 1; cut < whole; cut += 13) {
    const beginning = new TextDecoder().decode(new TextEncoder().encode(LOG.join("")).slice(0, cut));
    const rest = () => stream(LOG); // more than was asked for: what is known is not told twice
    const { asked, fetch } = server(() => stream([beginning], { broken: true }), rest);
    const events = await collect(new Orc({ fetch }).ask({ conversation_id: "c1", question: "Wann?" }));
    expect(ids(events)).toEqual([4, 5, 6, 7, 8]);
    expect(asked).toHaveLength(2);
  }
});

test("before its run is known a question is sent again under the same id, afterwards its rest is asked for", async () => {
  const { asked, fetch } = server(
    () => Promise.reject(new TypeError("failed to fetch")) as unknown as Response,
    () => stream(LOG.slice(0, 3), { broken: true }),
    () => stream(LOG.slice(3, 5)),
    () => stream(LOG.slice(5)),
  );
  await collect(new Orc({ api: "https://host/api/", fetch }).ask({ conversation_id: "c1", question: "Wann?" }));
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "POST https://host/api/orc",
    "POST https://host/api/orc",
    "GET https://host/api/conversations/c1/stream?since=6&run_id=r1",
    "GET https://host/api/conversations/c1/stream?since=7&run_id=r1",
  ]);
  expect(asked[0]?.body["client_message_id"]).toBe(asked[1]?.body["client_message_id"]);
});

test("a refusal that passes is waited for, as long as the server says", async () => {
  const lost: [number, string | undefined][] = [];
  const { fetch } = server(() => refusal(429, { "retry-after": "30" }), () => refusal(503), () => stream(LOG));
  const onLost = (seconds: number, refused?: OrcError) => lost.push([seconds, refused?.code]);
  const events = await collect(new Orc({ fetch }).follow("c1", "r1", 3, { onLost }));
  expect(events).toHaveLength(5);
  expect(lost.map(([seconds]) => seconds)).toEqual([30, 10]);
  expect(lost[0]?.[1]).toBe("refused");
});

test("any other refusal ends the turn with what the server said", async () => {
  const { fetch } = server(() => Response.json({ code: "too_long", detail: "question: 9 characters", errors: [{ field: "question", message: "" }] }, { status: 422 }));
  const failed = collect(new Orc({ fetch }).ask({ question: "Wann?" }));
  await expect(failed).rejects.toMatchObject({ status: 422, code: "too_long", message: "question: 9 characters" });
});

test("an answer that is not a problem is an error with its status", async () => {
  const { fetch } = server(() => new Response("<html>", { status: 404 }));
  await expect(new Orc({ fetch }).conversations()).rejects.toMatchObject({ status: 404, code: "unreadable_answer" });
});

test("a connection that falls silent is given up, and what follows is asked for", async () => {
  const silent = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(LOG.slice(0, 3).join(""))),
  });
  const { asked, fetch } = server(() => new Response(silent), () => stream(LOG.slice(3)));
  const events = await collect(new Orc({ fetch }).ask({ conversation_id: "c1", question: "Wann?" }));
  expect(ids(events)).toEqual([4, 5, 6, 7, 8]);
  expect(asked).toHaveLength(2);
});

test("what answers in place of a server that restarts is not taken for its refusal", async () => {
  const gateway = () => new Response("<html>Bad gateway</html>", { status: 502 });
  const { fetch } = server(gateway, gateway, () => stream(LOG));
  expect(await collect(new Orc({ fetch }).ask({ conversation_id: "c1", question: "Wann?" }))).toHaveLength(5);
});

test("a regeneration is not sent again, because it would answer twice", async () => {
  const { asked, fetch } = server(() => Promise.reject(new TypeError("failed to fetch")) as unknown as Response);
  await expect(collect(new Orc({ fetch }).regenerate("c1", "m2"))).rejects.toThrow(TypeError);
  expect(asked).toHaveLength(1);
});

test("a turn that is no longer wanted is not followed any more", async () => {
  const stop = new AbortController();
  const { fetch } = server(() => stream(LOG.slice(0, 3), { broken: true }));
  const events = new Orc({ fetch }).ask({ conversation_id: "c1", question: "Wann?" }, { signal: stop.signal, onLost: () => stop.abort() });
  await expect(collect(events)).rejects.toMatchObject({ name: "AbortError" });
});

test("each request has the bearer token of its time", async () => {
  const tokens = ["one", "two"];
  const { asked, fetch } = server(() => stream(LOG.slice(0, 4), { broken: true }), () => stream(LOG.slice(4)));
  await collect(new Orc({ fetch, token: () => tokens.shift() }).ask({ conversation_id: "c1", question: "Wann?" }));
  expect(asked.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer one", "Bearer two"]);
});
