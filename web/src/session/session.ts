/** Sign-in, in the way that GET /api/session describes. */
import type { components } from "../api.ts";
import type { Orc, Session } from "../client.ts";
import type { Tokens } from "./tokens.ts";

export type IssuerSignIn = components["schemas"]["IssuerSignIn"];
export type Limits = components["schemas"]["SessionLimits"];

const BEGUN = "orc.sign-in-begun";
const PLACE = "orc.place";

/** The session, once a sign-in that has come back to this page is completed. */
export async function openSession(orc: Orc, tokens: Tokens): Promise<Session> {
  let session = await orc.session();
  if (session.sign_in && "issuer" in session.sign_in) {
    const { finish } = await import("./issuer.ts");
    if (await finish(session.sign_in, tokens)) session = await orc.session();
  }
  const place = sessionStorage.getItem(PLACE);
  if (place !== null && !location.hash) history.replaceState(null, "", place);
  if (session.user) for (const name of [BEGUN, PLACE]) sessionStorage.removeItem(name);
  return session;
}

/** Whether a user who is not signed in is redirected without a click: once only, to avoid a loop. */
export function signsInByItself(session: Session): boolean {
  return !session.user && Boolean(session.sign_in) && sessionStorage.getItem(BEGUN) === null;
}

/** Leaves the page to sign in and returns to the same address. */
export async function signIn({ sign_in: where }: Session, tokens: Tokens): Promise<void> {
  if (!where) return;
  sessionStorage.setItem(BEGUN, "1");
  sessionStorage.setItem(PLACE, location.hash);
  tokens.forget();
  if ("issuer" in where) {
    const { begin } = await import("./issuer.ts");
    location.assign(await begin(where));
    return;
  }
  const url = new URL(where.url, location.origin);
  url.searchParams.set("post_login_redirect_uri", location.pathname);
  location.assign(url);
}
