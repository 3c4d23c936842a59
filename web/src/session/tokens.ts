/** The tokens of this tab: kept in memory, and in sessionStorage so that they outlive a reload. */
export interface TokenSet {
  access: string;
  refresh?: string | undefined;
  /** Milliseconds since 1970. */
  expires: number;
}

export type Refresh = (token: string) => Promise<TokenSet | undefined>;

const KEY = "orc.tokens";
const EARLY_MILLISECONDS = 60_000;

export class Tokens {
  #tokens: TokenSet | undefined;
  #refreshing: Promise<void> | undefined;
  refresh: Refresh | undefined;

  constructor() {
    const stored = sessionStorage.getItem(KEY);
    if (stored !== null) this.#tokens = JSON.parse(stored) as TokenSet;
  }

  set(tokens: TokenSet): void {
    this.#tokens = tokens;
    sessionStorage.setItem(KEY, JSON.stringify(tokens));
  }

  forget(): void {
    this.#tokens = undefined;
    sessionStorage.removeItem(KEY);
  }

  /** The access token, renewed shortly before it expires; an expired one is refused by the server. */
  async get(): Promise<string | undefined> {
    const { refresh, expires } = this.#tokens ?? {};
    if (refresh && this.refresh && expires !== undefined && expires - EARLY_MILLISECONDS < Date.now()) {
      this.#refreshing ??= this.#renew(this.refresh, refresh).finally(() => (this.#refreshing = undefined));
      await this.#refreshing;
    }
    return this.#tokens?.access;
  }

  async #renew(refresh: Refresh, token: string): Promise<void> {
    const renewed = await refresh(token);
    if (renewed) this.set(renewed);
  }
}
