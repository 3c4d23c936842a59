import { persist, type FollowOptions, type Message, type Orc, type OrcError, type Turn } from "../client.ts";
import type { OrcEvent } from "../events.ts";
import * as transcripts from "../transcript.ts";
import type { Limits } from "../session/session.ts";
import { announce } from "./channel.ts";
import { Documents } from "./documents.ts";
import { Observable } from "./observable.ts";

const PAGE = 100;
const RECENT = 20;

/** A problem while turns are followed: the seconds until the next attempt, and the server's message if there is one. */
export interface Lost {
  seconds: number;
  refusal?: OrcError | undefined;
}

export interface ConversationState {
  id: string | null;
  title: string | null;
  loading: boolean;
  /** All of its messages are loaded. */
  whole: boolean;
  transcript: transcripts.Transcript;
  lost: Lost | null;
  error: unknown;
  outcome: Outcome | null;
}

/** The outcome of the last turn that was followed to its end. */
export type Outcome = "completed" | "failed" | "cancelled";

const NOTHING = { title: null, transcript: transcripts.EMPTY, lost: null, error: null, outcome: null };

/** A conversation on screen: its transcript and its active turns. id is null until it is needed. */
export class ConversationStore extends Observable<ConversationState> {
  readonly documents: Documents;
  readonly key = crypto.randomUUID();
  readonly #orc: Orc;
  readonly #onCreated: (id: string) => void;
  readonly #closing = new AbortController();
  #creating: Promise<string> | undefined;

  /** onCreated is called with the id of a new conversation. */
  constructor(orc: Orc, id: string | null, limits: Limits, onCreated: (id: string) => void) {
    super({ ...NOTHING, id, loading: id !== null, whole: id === null });
    this.#orc = orc;
    this.#onCreated = onCreated;
    const onStored = (storedIn: string, name: string) => {
      this.set({ title: this.state.title ?? name });
      announce(storedIn, this);
    };
    this.documents = new Documents(orc, limits, { id: () => this.#ensureId(), onStored }, this.#closing.signal);
    if (id !== null) void this.#load(id);
  }

  get #lastNamed(): readonly string[] {
    const asked = transcripts.rows(this.state.transcript).findLast(({ question }) => question);
    return asked?.question?.blobNames ?? [];
  }

  close(): void {
    this.#closing.abort();
  }

  dismiss(): void {
    this.set({ error: null });
  }

  /** Asks a question. Returns whether the server accepted it. parentId is the message before it, null for a first one. */
  async ask(question: string, blobNames: readonly string[], parentId = this.state.transcript.leafId): Promise<boolean> {
    const turn = transcripts.newTurn(crypto.randomUUID(), parentId, { text: question, blobNames });
    this.#begin(turn);
    const known = parentId === null || this.state.transcript.messages.has(parentId);
    const body: Turn = { question, blob_names: [...blobNames], on_busy: "enqueue", client_message_id: turn.key };
    if (known) body.parent_message_id = parentId;
    return this.#follow(turn, async (options) => this.#orc.ask({ ...body, conversation_id: await this.#ensureId() }, options));
  }

  /** Regenerates an answer. */
  async regenerate(answer: Message): Promise<void> {
    const turn = transcripts.newTurn(crypto.randomUUID(), answer.parent_message_id, null);
    this.#begin(turn);
    await this.#follow(turn, async (options) => this.#orc.regenerate(await this.#ensureId(), answer.message_id, options));
  }

  async stop(): Promise<void> {
    await this.attempt(async () => this.#orc.cancel(await this.#ensureId()));
  }

  /** Shows a message on any branch. */
  show(messageId: string): void {
    const { transcript } = this.state;
    if (!transcript.messages.has(messageId) || transcripts.rows(transcript).some(({ id }) => id === messageId)) return;
    this.set({ transcript: { ...transcript, leafId: transcripts.leafOf(transcript, messageId) } });
  }

  /** Switches to the newest branch through this message. */
  async choose(messageId: string): Promise<void> {
    const leafId = transcripts.leafOf(this.state.transcript, messageId);
    this.set({ transcript: { ...this.state.transcript, leafId } });
    if (!this.state.transcript.messages.has(leafId)) return;
    await this.attempt(async () => this.#orc.changeConversation(await this.#ensureId(), { active_message_id: leafId }));
  }

  async rate(message: Message, rating: "up" | "down", comment?: string): Promise<void> {
    await this.attempt(async () => {
      const feedback = await this.#orc.giveFeedback(await this.#ensureId(), message.message_id, rating, comment);
      this.#store([{ ...message, feedback }], [], null);
    });
  }

  /** Loads what has changed elsewhere. */
  async refresh(): Promise<void> {
    const { id } = this.state;
    if (id !== null && !this.state.loading) await this.attempt(() => this.#newest(id));
    if (id !== null) await this.documents.load();
  }

  #ensureId(): Promise<string> {
    const { id } = this.state;
    if (id !== null) return Promise.resolve(id);
    this.#creating ??= this.#orc.createConversation().then(
      ({ conversation_id }) => {
        this.set({ id: conversation_id });
        this.#onCreated(conversation_id);
        announce(conversation_id, this);
        return conversation_id;
      },
      (error: unknown) => {
        this.#creating = undefined;
        throw error;
      },
    );
    return this.#creating;
  }

  /** Loads the newest messages first, so that they are shown first. */
  async #load(id: string): Promise<void> {
    await this.attempt(async () => {
      let continuation = await this.#persist(() => this.#newest(id));
      this.set({ loading: false });
      void this.documents.load().then(() => this.documents.chooseAgain(this.#lastNamed));
      while (continuation !== null && !this.#closing.signal.aborted) {
        const query = { limit: PAGE, continuation };
        const page = await this.#persist(() => this.#orc.conversationPage(id, query, this.#closing.signal));
        this.#store(page.messages, page.runs, page.active_message_id);
        continuation = page.continuation;
      }
      this.set({ whole: true });
    });
    this.set({ loading: false });
  }

  async #newest(id: string): Promise<string | null> {
    const { signal } = this.#closing;
    const first = this.state.loading;
    const page = await this.#orc.conversationPage(id, { limit: PAGE }, signal);
    this.set({ title: page.title });
    this.#store(page.messages, page.runs, page.active_message_id);
    // a page has the runs of its messages; waiting runs have no messages yet
    const runs = page.status === "running" ? (await this.#orc.conversation(id, signal)).runs : page.runs;
    for (const run of transcripts.unfollowed(this.state.transcript, runs)) {
      const turn = transcripts.turnOfRun(run, this.state.transcript);
      this.#begin(turn, first || transcripts.goesOn(this.state.transcript, turn));
      void this.#follow(turn, (options) => Promise.resolve(this.#orc.follow(id, run.run_id, 0, options)));
    }
    return page.continuation;
  }

  #store(messages: readonly Message[], runs: Parameters<typeof transcripts.withStored>[2], activeId: string | null): void {
    this.set({ transcript: transcripts.withStored(this.state.transcript, messages, runs, activeId) });
  }

  #begin(turn: transcripts.LiveTurn, shown = true): void {
    const leafId = shown ? transcripts.answerId(turn) : this.state.transcript.leafId;
    this.set({ error: null, transcript: { ...transcripts.withTurn(this.state.transcript, turn), leafId } });
  }

  /** Follows a turn to its end. Returns whether the server accepted it. */
  async #follow(
    begun: transcripts.LiveTurn,
    open: (options: FollowOptions) => Promise<AsyncGenerator<OrcEvent, void>>,
  ): Promise<boolean> {
    const { signal } = this.#closing;
    let turn = begun;
    try {
      for await (const event of await open(this.#following)) {
        turn = transcripts.fold(this.#current(turn), event);
        const changes = { transcript: transcripts.withTurn(this.state.transcript, turn), lost: null };
        if (event.type === "token" || event.type === "citation") this.setSoon(changes);
        else this.set(changes);
        if (event.type === "run_start") announce(event.data.conversation_id, this);
        if (event.type === "done") this.set({ outcome: event.data.status as Outcome });
      }
    } catch (error) {
      if (!signal.aborted) this.set({ error, lost: null });
    }
    if (!signal.aborted) await this.#settle(turn);
    return turn.runId !== undefined;
  }

  get #following(): FollowOptions {
    const onLost = (seconds: number, refusal?: OrcError) => this.set({ lost: { seconds, refusal } });
    return { signal: this.#closing.signal, onLost };
  }

  /** Runs work once the server can be reached, and shows a notice until then. */
  async #persist<T>(work: () => Promise<T>): Promise<T> {
    const result = await persist(work, this.#following);
    this.set({ lost: null });
    return result;
  }

  /** The current state of a turn: the end of another one may have changed its parent. */
  #current(turn: transcripts.LiveTurn): transcripts.LiveTurn {
    return this.state.transcript.turns.find(({ key }) => key === turn.key) ?? turn;
  }

  /** Replaces a turn by the messages that the server stored. A turn that it did not accept disappears. */
  async #settle(turn: transcripts.LiveTurn): Promise<void> {
    const { id } = this.state;
    const read = await this.attempt(async () => {
      if (id === null || turn.runId === undefined) return;
      const page = await this.#persist(() => this.#orc.conversationPage(id, { limit: RECENT }, this.#closing.signal));
      this.set({ title: page.title });
      this.#store(page.messages, page.runs, page.active_message_id);
      announce(id, this);
    });
    if (read) this.set({ transcript: transcripts.settled(this.state.transcript, turn.key, turn.parentId) });
  }

  /** Runs work and shows its error. Returns whether it succeeded. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!this.#closing.signal.aborted) this.set({ error });
      return false;
    }
  }
}
