import { useEffect, useState } from "react";

const SHORTEST = 40;

/** The language of a text if it is one of the user's or the page's; undefined until it is known. */
export function useLanguage(text: string): string | undefined {
  const [language, setLanguage] = useState<string>();
  useEffect(() => {
    if (text.length < SHORTEST) return;
    let wanted = true;
    void import("./detect.ts").then(
      ({ detect }) => wanted && setLanguage(detect(text)),
      () => undefined, // while the server restarts, an answer stays without a language
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  return language;
}
