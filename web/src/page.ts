import { createContext, use, useSyncExternalStore } from "react";

import type { Orc, Session } from "./client.ts";
import type { Observable } from "./store/observable.ts";

/** What all components of the page share. */
export interface Page {
  orc: Orc;
  session: Session;
  signIn: () => void;
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = use(PageContext);
  if (!page) throw new Error("There is no PageContext around this component.");
  return page;
}

export function useStore<State>(store: Observable<State>): State {
  return useSyncExternalStore(store.subscribe, store.shown);
}
