import { francAll } from "franc-min";

/** Languages that fit much less than the best one are ignored. */
const CLEARLY_BEST = 0.9;

/** The language of a text as a BCP 47 tag, or nothing where it is not clear. */
export function detect(text: string): string | undefined {
  const [best, second] = francAll(text);
  if (!best || best[0] === "und" || (second && second[1] > CLEARLY_BEST * best[1])) return undefined;
  return Intl.getCanonicalLocales(best[0])[0];
}
