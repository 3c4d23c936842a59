import { OrcError } from "./client.ts";
import { failureText, t, timeIn } from "./i18n/index.ts";

/** The message for an error: what happened and what to do. */
export function explain(error: unknown): string {
  if (error instanceof OrcError) {
    const detail = failureText(error.code, error.message.replace(/^files\.\d+: /, ""));
    if (error.status === 401) return t("signInNeeded");
    if (error.code === "conversation_not_found") return t("errorMissing");
    if (error.status === 429) return t("errorLimit", { detail, time: timeIn(error.retryAfter ?? 1) });
    return error.passes ? t("errorLater", { detail }) : detail;
  }
  if (error instanceof TypeError) return t("errorNetwork");
  return error instanceof Error ? error.message : String(error);
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof OrcError && error.status === 401;
}
