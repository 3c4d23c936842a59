/**
 * A client of Orc's HTTP API for browsers, Node.js and other runtimes with `fetch`. It depends on no framework.
 *
 *     const orc = new Orc({ api: "/api" });
 *     const { conversation_id } = await orc.createConversation();
 *     for await (const event of orc.ask({ conversation_id, question: "When is payment due?" })) show(event);
 */
import { EventSourceParserStream } from "eventsource-parser/stream";

import type { components } from "./api.ts";
import type { OrcEvent } from "./events.ts";

type Schemas = components["schemas"];

export type Conversation = Schemas["ConversationSummary"];
export type ConversationPage = Schemas["ConversationPage"];
export type ConversationDetail = Schemas["ConversationDetail"];
export type ConversationDetailPage = Schemas["ConversationDetailPage"];
export type Document = Schemas["DocumentModel"];
export type DocumentPage = Schemas["DocumentPage"];
export type DocumentRegions = Schemas["DocumentRegions"];
export type DocumentText = Schemas["DocumentText"];
export type Feedback = Schemas["FeedbackModel"];
export type Message = Schemas["MessageModel"];
export type Run = Schemas["RunModel"];
export type Session = Schemas["SessionModel"];
export type Turn = Partial<Schemas["TurnBody"]>;
export type UploadedDocument = Schemas["UploadedDocument"];

/** How to reach the API. token is called before each request and returns the bearer token or nothing. */
export interface OrcOptions {
  api?: string;
  token?: () => Promise<string | undefined> | string | undefined;
  fetch?: typeof fetch;
}

/**
 * signal aborts the request. onLost is called with a lost connection or a temporary refusal, and the seconds
 * until the next attempt.
 */
export interface FollowOptions {
  signal?: AbortSignal | undefined;
  onLost?: ((seconds: number, refusal?: OrcError) => void) | undefined;
}

export interface UploadOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((fraction: number) => void) | undefined;
}

interface Request {
  method?: string;
  body?: unknown;
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal | undefined;
}

const FIRST_PAUSE = 0.5;
const LONGEST_PAUSE = 10;
const LONGEST_SILENCE = 45; // Orc sends a comment every 15 seconds at least
const UNREADABLE = "unreadable_answer";

/** A refused request: the problem's fields, and the seconds after which it may be repeated. */
export class OrcError extends Error {
  override name = "OrcError";

  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly retryAfter?: number,
    readonly errors: readonly { field: string; message: string }[] = [],
  ) {
    super(detail);
  }

  /** Whether the same request may succeed later: always if a proxy in front of Orc has answered. */
  get passes(): boolean {
    return [429, 503, 504].includes(this.status) || (this.status >= 500 && this.code === UNREADABLE);
  }
}

export class Orc {
  readonly api: string;
  readonly #token: OrcOptions["token"];
  readonly #fetch: typeof fetch;

  constructor({ api = "/api", token, fetch: own }: OrcOptions = {}) {
    this.api = api.replace(/\/$/, "");
    this.#token = token;
    this.#fetch = own ?? ((input, init) => fetch(input, init));
  }

  /** The response to a request below the API's address. Throws an OrcError unless it succeeds. */
  async request(path: string, { method = "GET", body, query = {}, signal }: Request = {}): Promise<Response> {
    const known = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
    const parameters = new URLSearchParams(known).toString();
    const headers = await this.#headers();
    if (body !== undefined) headers.set("content-type", "application/json");
    const response = await this.#fetch(`${this.api}${path}${parameters && "?"}${parameters}`, {
      method,
      headers,
      signal: signal ?? null,
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) throw await problem(response);
    return response;
  }

  async #headers(): Promise<Headers> {
    const token = await this.#token?.();
    return new Headers(token ? { authorization: `Bearer ${token}` } : {});
  }

  async #json<T>(path: string, request?: Request): Promise<T> {
    return (await (await this.request(path, request)).json()) as T;
  }

  /** Who calls, where to sign in, and the limits; works with or without a token. */
  session(): Promise<Session> {
    return this.#json("/session");
  }

  /** A page of the caller's conversations, most recently changed first. */
  conversations(query: { limit?: number; continuation?: string | undefined } = {}): Promise<ConversationPage> {
    return this.#json("/conversations", { query });
  }

  createConversation(title?: string): Promise<Conversation> {
    return this.#json("/conversations", { method: "POST", body: title ? { title } : {} });
  }

  /** A conversation with all its messages and runs, oldest first. */
  conversation(id: string, signal?: AbortSignal): Promise<ConversationDetail> {
    return this.#json(`/conversations/${id}`, { signal });
  }

  /** A conversation with a page of its messages, newest first. */
  conversationPage(
    id: string,
    query: { limit: number; continuation?: string | undefined },
    signal?: AbortSignal,
  ): Promise<ConversationDetailPage> {
    return this.#json(`/conversations/${id}`, { query, signal });
  }

  changeConversation(id: string, body: Schemas["ConversationChange"]): Promise<Conversation> {
    return this.#json(`/conversations/${id}`, { method: "PATCH", body });
  }

  async deleteConversation(id: string): Promise<void> {
    await this.request(`/conversations/${id}`, { method: "DELETE" });
  }

  /** Forks a conversation: the new one has the messages up to the given one. */
  async fork(id: string, messageId: string): Promise<string> {
    const body = { message_id: messageId };
    const forked = await this.#json<Schemas["ForkedConversation"]>(`/conversations/${id}/fork`, { method: "POST", body });
    return forked.conversation_id;
  }

  async export(id: string, format: "markdown" | "json"): Promise<Blob> {
    return (await this.request(`/conversations/${id}/export`, { query: { format } })).blob();
  }

  giveFeedback(id: string, messageId: string, rating: "up" | "down", comment?: string): Promise<Feedback> {
    const body = { rating, ...(comment ? { comment } : {}) };
    return this.#json(`/conversations/${id}/messages/${messageId}/feedback`, { method: "PUT", body });
  }

  /** Stops the active turn. The text so far stays. */
  async cancel(id: string): Promise<void> {
    await this.request(`/conversations/${id}/cancel`, { method: "POST" });
  }

  documents(id: string, signal?: AbortSignal): Promise<Document[]> {
    return this.#json(`/conversations/${id}/documents`, { signal });
  }

  document(fileId: string, signal?: AbortSignal): Promise<Document> {
    return this.#json(`/documents/${fileId}`, { signal });
  }

  /** A part of a document's text; offsets count code points. */
  documentText(fileId: string, query: { start?: number; end?: number }, signal?: AbortSignal): Promise<DocumentText> {
    return this.#json(`/documents/${fileId}/text`, { query, signal });
  }

  /** The original file. */
  async documentContent(fileId: string): Promise<Blob> {
    return (await this.request(`/documents/${fileId}/content`)).blob();
  }

  /** The rectangles of a span of a document's text on its pages. */
  regions(fileId: string, query: { start: number; end: number }, signal?: AbortSignal): Promise<DocumentRegions> {
    return this.#json(`/documents/${fileId}/regions`, { query, signal });
  }

  /** The words of a page and their positions. */
  documentPage(fileId: string, page: number, signal?: AbortSignal): Promise<DocumentPage> {
    return this.#json(`/documents/${fileId}/pages/${page}`, { signal });
  }

  /** A page as an image of the given width in pixels. */
  async pageImage(fileId: string, page: number, width: number, signal?: AbortSignal): Promise<Blob> {
    return (await this.request(`/documents/${fileId}/pages/${page}.png`, { query: { width }, signal })).blob();
  }

  async deleteDocument(fileId: string): Promise<void> {
    await this.request(`/documents/${fileId}`, { method: "DELETE" });
  }

  /** Uploads one file by XMLHttpRequest, which reports progress; fetch does not. */
  async upload(id: string, file: File, { signal, onProgress }: UploadOptions = {}): Promise<UploadedDocument> {
    signal?.throwIfAborted();
    const headers = await this.#headers();
    const form = new FormData();
    form.append("files", file, file.name);
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", `${this.api}/conversations/${id}/documents`);
      headers.forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total);
      request.onerror = () => reject(new TypeError("The connection was lost."));
      request.onabort = () => reject(new DOMException("The upload was stopped.", "AbortError"));
      request.onload = () => {
        const delay = request.getResponseHeader("retry-after");
        if (request.status !== 201) reject(problemOf(request.status, request.responseText, delay));
        else resolve((JSON.parse(request.responseText) as [UploadedDocument])[0]);
      };
      signal?.addEventListener("abort", () => request.abort());
      request.send(form);
    });
  }

  /** Asks a question and yields the turn's events to its end, across lost connections. */
  ask(turn: Turn, options: FollowOptions = {}): AsyncGenerator<OrcEvent, void> {
    const body = { client_message_id: crypto.randomUUID(), ...turn };
    const begin = (signal?: AbortSignal) => this.request("/orc", { method: "POST", body, signal });
    return this.#turn(begin, turn.conversation_id ?? undefined, options);
  }

  /** Answers a question again and yields the events of the new answer. */
  regenerate(id: string, messageId: string, options: FollowOptions = {}): AsyncGenerator<OrcEvent, void> {
    const path = `/conversations/${id}/messages/${messageId}/regenerate`;
    const begin = (signal?: AbortSignal) => this.request(path, { method: "POST", body: {}, signal });
    return this.#turn(begin, id, options, false);
  }

  /** The events of a run after the given number, up to the run's end. */
  follow(id: string, runId: string, since = 0, options: FollowOptions = {}): AsyncGenerator<OrcEvent, void> {
    return this.#turn(undefined, id, options, true, runId, since);
  }

  /**
   * Yields the events of one turn up to its `done`. The request that starts it is repeated after a lost connection only if it
   * is repeatable; once the run is known, the remaining events are requested with `since`.
   */
  async *#turn(
    begin: ((signal?: AbortSignal) => Promise<Response>) | undefined,
    id: string | undefined,
    options: FollowOptions,
    repeatable = true,
    runId?: string,
    since = 0,
  ): AsyncGenerator<OrcEvent, void> {
    const { signal } = options;
    let run = runId;
    let conversation = id;
    let last = since;
    let pause = 0;
    for (;;) {
      try {
        const known = run !== undefined || begin === undefined;
        const query = { since: last, run_id: run };
        const response = known
          ? await this.request(`/conversations/${conversation ?? ""}/stream`, { query, signal })
          : await begin(signal);
        for await (const event of readEvents(response)) {
          if (event.id > 0 && event.id <= last) continue;
          pause = 0;
          last = Math.max(last, event.id);
          if ("run_id" in event.data) run = event.data.run_id ?? run;
          if (event.type === "run_start") conversation = event.data.conversation_id;
          yield event;
          if (event.type === "done") return;
        }
      } catch (error) {
        if (error instanceof TypeError && run === undefined && !repeatable) throw error;
        pause = pauseAfter(error, pause, options);
      }
      await wait(pause, signal);
      pause = Math.min(2 * pause || FIRST_PAUSE, LONGEST_PAUSE);
    }
  }
}

/** Repeats work until it succeeds or fails with a permanent error. */
export async function persist<T>(work: () => Promise<T>, options: FollowOptions = {}): Promise<T> {
  for (let pause = 0; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await work();
    } catch (error) {
      pause = pauseAfter(error, pause, options);
    }
    await wait(pause, options.signal);
  }
}

/** The seconds until the next attempt after an error. Throws a permanent error. */
function pauseAfter(error: unknown, pause: number, { signal, onLost }: FollowOptions): number {
  signal?.throwIfAborted();
  const refusal = error instanceof OrcError ? error : undefined;
  if (refusal ? !refusal.passes : !(error instanceof TypeError)) throw error;
  const next = Math.max(refusal?.retryAfter ?? 0, pause || FIRST_PAUSE);
  onLost?.(next, refusal);
  return next;
}

/**
 * The events of one response. An event that is cut off at the end is left out, as it is sent again. A connection that is
 * silent for longer than Orc ever is counts as lost.
 */
export async function* readEvents(response: Response): AsyncGenerator<OrcEvent, void> {
  if (!response.body) return;
  const decoder = new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expect = (controller: TransformStreamDefaultController<string>) => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new TypeError("The connection is silent.")), 1000 * LONGEST_SILENCE);
  };
  const heard = new TransformStream<string, string>({
    start: expect,
    transform(text, controller) {
      controller.enqueue(text);
      expect(controller);
    },
  });
  const texts = response.body.pipeThrough(decoder).pipeThrough(heard);
  const reader = texts.pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield { id: Number(value.id ?? 0), type: value.event, data: JSON.parse(value.data) as unknown } as OrcEvent;
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => undefined);
  }
}

async function problem(response: Response): Promise<OrcError> {
  return problemOf(response.status, await response.text(), response.headers.get("retry-after"));
}

function problemOf(status: number, text: string, retryAfter: string | null): OrcError {
  const delay = retryAfter === null ? undefined : Number(retryAfter);
  try {
    const told = JSON.parse(text) as { code: string; detail: string; errors?: { field: string; message: string }[] };
    return new OrcError(status, told.code, told.detail, delay, told.errors);
  } catch {
    return new OrcError(status, UNREADABLE, `The server answered with status ${status}.`, delay);
  }
}

/** Waits, at most until the network is back. */
function wait(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const network = "window" in globalThis ? window : undefined;
    const end = () => {
      clearTimeout(timer);
      network?.removeEventListener("online", resolved);
      signal?.removeEventListener("abort", aborted);
    };
    const resolved = () => {
      end();
      resolve();
    };
    const aborted = () => {
      end();
      reject(new DOMException("The request was stopped.", "AbortError"));
    };
    const timer = setTimeout(resolved, 1000 * seconds);
    network?.addEventListener("online", resolved);
    signal?.addEventListener("abort", aborted);
  });
}
