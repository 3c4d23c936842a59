/** Addresses within the page: #/c/{conversation}/m/{message}?cite=2, where statement counts those that cite it. */
import { useSyncExternalStore } from "react";

export interface Route {
  conversation: string | null;
  message: string | null;
  cite: string | null;
  statement: number;
  /** The address was not made by this page. */
  broken: boolean;
}

const NOWHERE = /^#?\/?$/;
const ID = /^[\w-]+$/;

export function parseRoute(hash: string): Route {
  const match = /^#\/c\/([^/?]+)(?:\/m\/([^/?]+))?(?:\?(.*))?$/.exec(hash);
  const query = new URLSearchParams(match?.[3]);
  const statement = Number(query.get("statement") ?? 1);
  const id = part(match?.[1]);
  const conversation = id !== null && ID.test(id) ? id : null;
  const message = part(match?.[2]);
  return {
    conversation,
    message,
    cite: query.get("cite"),
    statement: Number.isInteger(statement) && statement > 0 ? statement : 1,
    broken: !NOWHERE.test(hash) && (conversation === null || (match?.[2] !== undefined && message === null)),
  };
}

function part(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

export function formatRoute({ conversation, message, cite, statement = 1 }: Partial<Route>): string {
  if (!conversation) return "#/";
  const query = new URLSearchParams();
  if (message && cite) query.set("cite", cite);
  if (query.size > 0 && statement > 1) query.set("statement", String(statement));
  const place = message ? `/m/${encodeURIComponent(message)}` : "";
  return `#/c/${encodeURIComponent(conversation)}${place}${query.size > 0 ? `?${query.toString()}` : ""}`;
}

const MOVED = "orc:moved";

/** Navigates to an address within the page; replace keeps the current one out of the history. */
export function go(route: Partial<Route>, { replace = false } = {}): void {
  const hash = formatRoute(route);
  if (hash === location.hash) return;
  if (replace) history.replaceState(null, "", hash);
  else history.pushState(null, "", hash);
  dispatchEvent(new Event(MOVED));
}

function subscribe(listener: () => void): () => void {
  for (const name of [MOVED, "hashchange", "popstate"]) addEventListener(name, listener);
  return () => {
    for (const name of [MOVED, "hashchange", "popstate"]) removeEventListener(name, listener);
  };
}

export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}
