import { OrcError, type Document, type Orc } from "../client.ts";
import { bytes, t } from "../i18n/index.ts";
import type { Limits } from "../session/session.ts";
import { Observable } from "./observable.ts";

const POLL_MILLISECONDS = 1000;

/** A file that is being uploaded. */
export interface Upload {
  key: string;
  name: string;
  fraction: number;
  error?: unknown;
}

export interface DocumentsState {
  items: readonly Document[];
  uploads: readonly Upload[];
  chosen: readonly string[];
  error: unknown;
}

/** The conversation that documents belong to: its id, created on first use, and the listener for uploads. */
export interface Owner {
  id: () => Promise<string>;
  onStored: (conversationId: string, name: string) => void;
}

/** The documents of a conversation, its running uploads, and the names selected for the next question. */
export class Documents extends Observable<DocumentsState> {
  readonly #limits: Limits;
  readonly #orc: Orc;
  readonly #conversation: Owner;
  readonly #signal: AbortSignal;
  readonly #stops = new Map<string, AbortController>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(orc: Orc, limits: Limits, conversation: Owner, signal: AbortSignal) {
    super({ items: [], uploads: [], chosen: [], error: null });
    this.#orc = orc;
    this.#limits = limits;
    this.#conversation = conversation;
    this.#signal = signal;
  }

  /** Lists the documents, repeatedly while one of them is being processed. */
  async load(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const items = await this.#orc.documents(await this.#conversation.id(), this.#signal);
      const names = namesOf(items);
      this.set({ items, chosen: this.state.chosen.filter((name) => names.has(name)) });
    } catch {
      // the next attempt or the next question shows the error
    }
    const unread = this.state.items.some(({ status }) => status === "queued" || status === "processing");
    if (unread && !this.#signal.aborted) this.#timer = setTimeout(() => void this.load(), POLL_MILLISECONDS);
  }

  /** Uploads files one after the other and selects them up to the limit. */
  async upload(files: readonly File[]): Promise<void> {
    const uploads = files.map((file) => ({ key: crypto.randomUUID(), name: file.name, fraction: 0 }));
    this.set({ uploads: [...this.state.uploads, ...uploads] });
    for (const [at, upload] of uploads.entries()) {
      const file = files[at];
      if (file) await this.#send(upload, file);
    }
  }

  async #send({ key }: Upload, file: File): Promise<void> {
    const stop = new AbortController();
    this.#stops.set(key, stop);
    try {
      this.#checkSize(file);
      const signal = AbortSignal.any([this.#signal, stop.signal]);
      const onProgress = (fraction: number) => this.#change(key, { fraction });
      const id = await this.#conversation.id();
      const stored = await this.#orc.upload(id, file, { signal, onProgress });
      this.#conversation.onStored(id, stored.blob_name);
      await this.load();
      if (!this.isFull && namesOf(this.state.items).has(stored.blob_name)) this.choose(stored.blob_name, true);
      this.drop(key);
    } catch (error) {
      if (stop.signal.aborted) this.drop(key);
      else this.#change(key, { error });
    } finally {
      this.#stops.delete(key);
    }
  }

  /** Refuses a file that the server would refuse after the upload. */
  #checkSize({ size }: File): void {
    const most = this.#limits.upload_bytes;
    if (size > most) throw new OrcError(413, "file_too_large", t("fileTooLarge", { size: bytes(size), most: bytes(most) }));
  }

  get isUploading(): boolean {
    return this.uploading > 0;
  }

  /** The number of running uploads. */
  get uploading(): number {
    return this.state.uploads.length - this.failed;
  }

  /** The number of failed uploads. */
  get failed(): number {
    return this.state.uploads.filter(({ error }) => error !== undefined).length;
  }

  /** Waits for the running uploads. Returns whether none has failed. */
  async arrived(): Promise<boolean> {
    const failed = new Set(this.state.uploads.filter(({ error }) => error !== undefined).map(({ key }) => key));
    await new Promise<void>((resolve) => {
      const stop = this.subscribe(() => {
        if (this.isUploading) return;
        stop();
        resolve();
      });
    });
    return this.state.uploads.every(({ key }) => failed.has(key));
  }

  #change(key: string, changes: Partial<Upload>): void {
    const uploads = this.state.uploads.map((each) => (each.key === key ? { ...each, ...changes } : each));
    this.set({ uploads });
  }

  /** Cancels an upload or dismisses a failed one. */
  drop(key: string): void {
    this.#stops.get(key)?.abort();
    this.set({ uploads: this.state.uploads.filter((each) => each.key !== key) });
  }

  async remove(document: Document): Promise<void> {
    this.set({ error: null });
    try {
      await this.#orc.deleteDocument(document.file_id);
      await this.load();
    } catch (error) {
      this.set({ error });
    }
  }

  /** Restores the selection from before the page was loaded, unless there is one by now. */
  chooseAgain(names: readonly string[]): void {
    const known = namesOf(this.state.items);
    if (this.state.chosen.length === 0) this.set({ chosen: names.filter((name) => known.has(name)).slice(0, this.#limits.documents_per_turn) });
  }

  get isFull(): boolean {
    return this.state.chosen.length >= this.#limits.documents_per_turn;
  }

  choose(name: string, chosen: boolean): void {
    const others = this.state.chosen.filter((each) => each !== name);
    this.set({ chosen: chosen ? [...others, name] : others });
  }
}

/** The names of the documents that a question can be about. */
function namesOf(items: readonly Document[]): Set<string> {
  return new Set(items.filter(({ status }) => status !== "failed").map(({ blob_name }) => blob_name));
}
