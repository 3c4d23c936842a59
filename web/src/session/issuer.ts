/** Signing in with an OpenID issuer: authorization code with PKCE, by a public client. */
import * as oauth from "oauth4webapi";

import type { IssuerSignIn } from "./session.ts";
import type { Tokens, TokenSet } from "./tokens.ts";

const ATTEMPT = "orc.sign-in";
const DEFAULT_SECONDS = 300;

interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

function redirectUri(): string {
  return location.origin + location.pathname;
}

/** An issuer on this machine needs no TLS. */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so for others not to use it elsewhere
function options(address: string): { [oauth.allowInsecureRequests]: boolean } {
  const { protocol, hostname } = new URL(address);
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return { [oauth.allowInsecureRequests]: protocol === "http:" && ["127.0.0.1", "localhost"].includes(hostname) };
}

async function serverOf({ issuer }: IssuerSignIn): Promise<oauth.AuthorizationServer> {
  const address = new URL(issuer);
  return oauth.processDiscoveryResponse(address, await oauth.discoveryRequest(address, options(issuer)));
}

/** The URL at which the user signs in. */
export async function begin(where: IssuerSignIn): Promise<string> {
  const server = await serverOf(where);
  if (server.authorization_endpoint === undefined) throw new Error("The issuer names no authorization endpoint.");
  const attempt: Attempt = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
  sessionStorage.setItem(ATTEMPT, JSON.stringify(attempt));
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    client_id: where.client_id,
    redirect_uri: redirectUri(),
    response_type: "code",
    scope: where.scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Redeems the code of a sign-in that has come back to this page. Returns whether there was one. */
export async function finish(where: IssuerSignIn, tokens: Tokens): Promise<boolean> {
  const client = { client_id: where.client_id };
  tokens.refresh = async (token) => {
    try {
      const server = await serverOf(where);
      const request = oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, options(where.issuer));
      return tokensOf(await oauth.processRefreshTokenResponse(server, client, await request), token);
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError) return undefined; // the user signs in again
      throw error;
    }
  };
  const stored = sessionStorage.getItem(ATTEMPT);
  const here = new URL(location.href);
  if (stored === null || !here.searchParams.has("state")) return false;
  const { state, nonce, verifier } = JSON.parse(stored) as Attempt;
  sessionStorage.removeItem(ATTEMPT);
  history.replaceState(null, "", location.pathname);
  const server = await serverOf(where);
  const answer = oauth.validateAuthResponse(server, client, here, state);
  const request = oauth.authorizationCodeGrantRequest(
    ...([server, client, oauth.None(), answer, redirectUri(), verifier, options(where.issuer)] as const),
  );
  const granted = await oauth.processAuthorizationCodeResponse(server, client, await request, { expectedNonce: nonce });
  tokens.set(tokensOf(granted));
  return true;
}

function tokensOf(granted: oauth.TokenEndpointResponse, refresh?: string): TokenSet {
  return {
    access: granted.access_token,
    refresh: granted.refresh_token ?? refresh,
    expires: Date.now() + 1000 * (granted.expires_in ?? DEFAULT_SECONDS),
  };
}
