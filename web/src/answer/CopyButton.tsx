import { useEffect, useState } from "react";

import { t } from "../i18n/index.ts";

const SHOWN_MILLISECONDS = 2000;

interface Props {
  label: string;
  text: () => string;
  /** The same as HTML, for programs that take formatted text. */
  shown?: () => string;
}

/** Copies a text to the clipboard, and says so. */
export function CopyButton({ label, text, shown }: Props) {
  const [told, setTold] = useState<"copied" | "notCopied" | null>(null);
  useEffect(() => {
    if (told === null) return;
    const timer = setTimeout(() => setTold(null), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = async () => {
    try {
      if (shown) await navigator.clipboard.write([new ClipboardItem({ "text/plain": text(), "text/html": shown() })]);
      else await navigator.clipboard.writeText(text());
      setTold("copied");
    } catch {
      setTold("notCopied"); // the browser forbids it or has no clipboard without TLS
    }
  };
  return (
    <button type="button" className="quiet" onClick={() => void copy()}>
      {told === null ? label : t(told)}
    </button>
  );
}
