import type { ConversationStore } from "./conversation.ts";
import { Observable } from "./observable.ts";

/** The uploads of conversations that are not shown: how many are running and how many have failed. */
interface LeftState {
  uploading: number;
  failed: number;
}

/** Conversations that the user left during uploads. Each stays open until its uploads end. */
export class Left extends Observable<LeftState> {
  #shown: ConversationStore | undefined;
  readonly #stores = new Map<ConversationStore, () => void>();

  constructor() {
    super({ uploading: 0, failed: 0 });
  }

  /** Closes a conversation, now or when its uploads end. One with a failed upload waits for the user's return. */
  leave(store: ConversationStore): void {
    this.#shown = undefined;
    if (!store.documents.isUploading) {
      store.close();
      return;
    }
    const changed = () => {
      if (!store.documents.isUploading && store.documents.failed === 0) this.#forget(store)?.close();
      this.#count();
    };
    this.#stores.set(store, store.documents.subscribe(changed));
    this.#count();
  }

  /** The conversation of this id, if it is still open. */
  take(id: string | null): ConversationStore | undefined {
    const found = id === null ? undefined : [...this.#stores.keys()].find(({ state }) => state.id === id);
    return found && this.#forget(found);
  }

  /** Sets the conversation that is shown. */
  show(store: ConversationStore): void {
    this.#shown = store;
    this.#count();
  }

  isShown(store: ConversationStore): boolean {
    return this.#shown === store;
  }

  #forget(store: ConversationStore): ConversationStore | undefined {
    this.#stores.get(store)?.();
    return this.#stores.delete(store) ? store : undefined;
  }

  #count(): void {
    const documents = [...this.#stores.keys()].map((store) => store.documents);
    const uploading = documents.reduce((sum, each) => sum + each.uploading, 0);
    const failed = documents.reduce((sum, each) => sum + each.failed, 0);
    this.set({ uploading, failed });
  }

}
