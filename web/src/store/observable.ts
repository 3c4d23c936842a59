/** A value that components observe. Frequent changes are rendered once per frame. */
export class Observable<State> {
  #state: State;
  #shown: State;
  #scheduled = false;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = this.#shown = state;
  }

  get state(): State {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly shown = (): State => this.#shown;

  protected set(changes: Partial<State>): void {
    this.#state = { ...this.#state, ...changes };
    this.#show();
  }

  /** Like set, rendered with the next frame. A hidden page has no frames. */
  protected setSoon(changes: Partial<State>): void {
    this.#state = { ...this.#state, ...changes };
    if (this.#scheduled) return;
    this.#scheduled = true;
    const visible = typeof document !== "undefined" && document.visibilityState === "visible";
    if (visible) requestAnimationFrame(() => this.#show());
    else setTimeout(() => this.#show(), 100);
  }

  #show(): void {
    this.#scheduled = false;
    if (this.#shown === this.#state) return;
    this.#shown = this.#state;
    for (const listener of this.#listeners) listener();
  }
}
