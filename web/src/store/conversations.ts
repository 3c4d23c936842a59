import type { Conversation, Orc } from "../client.ts";
import { announce } from "./channel.ts";
import { Observable } from "./observable.ts";

const PAGE = 50;

export interface ConversationsState {
  items: readonly Conversation[];
  continuation: string | null;
  loaded: boolean;
  error: unknown;
}

/** The caller's conversations, most recently changed first. */
export class Conversations extends Observable<ConversationsState> {
  readonly #orc: Orc;

  constructor(orc: Orc) {
    super({ items: [], continuation: null, loaded: false, error: null });
    this.#orc = orc;
  }

  /** Reloads the newest page. Older pages stay. */
  async refresh(): Promise<void> {
    await this.attempt(async () => {
      const { items, continuation } = await this.#orc.conversations({ limit: PAGE });
      const oldest = items.at(-1)?.updated_at;
      const older = continuation === null || oldest === undefined ? [] : this.#without(items).filter((each) => each.updated_at < oldest);
      const next = older.length > 0 ? this.state.continuation : continuation;
      const error = this.state.error instanceof TypeError ? null : this.state.error; // the server can be reached again
      this.set({ items: [...items, ...older], continuation: next, loaded: true, error });
    });
  }

  async more(): Promise<void> {
    const { continuation, items } = this.state;
    if (continuation === null) return;
    await this.attempt(async () => {
      const page = await this.#orc.conversations({ limit: PAGE, continuation });
      if (this.state.continuation !== continuation) return;
      this.set({ items: [...items, ...page.items], continuation: page.continuation });
    });
  }

  /** Loads the rest of the list for a search. */
  async all(): Promise<void> {
    for (let before; this.state.continuation !== null && this.state.continuation !== before; ) {
      before = this.state.continuation;
      await this.more();
    }
  }

  async rename(id: string, title: string): Promise<void> {
    await this.attempt(async () => {
      await this.#orc.changeConversation(id, { title });
      announce(id);
    });
  }

  async delete(id: string): Promise<void> {
    await this.attempt(async () => {
      await this.#orc.deleteConversation(id);
      this.set({ items: this.state.items.filter((each) => each.conversation_id !== id) });
      announce(id);
    });
  }

  /** Forks the active branch of a conversation. Returns null if there is nothing to copy or it fails. */
  async fork(id: string): Promise<string | null> {
    let forked: string | null = null;
    await this.attempt(async () => {
      const { active_message_id: end } = await this.#orc.conversationPage(id, { limit: 1 });
      if (end === null) return;
      forked = await this.#orc.fork(id, end);
      announce(forked);
    });
    return forked;
  }

  dismiss(): void {
    this.set({ error: null });
  }

  #without(items: readonly Conversation[]): Conversation[] {
    const known = new Set(items.map(({ conversation_id }) => conversation_id));
    return this.state.items.filter(({ conversation_id }) => !known.has(conversation_id));
  }

  /** Runs work and shows its error in the list. */
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.set({ error, loaded: true });
    }
  }
}
