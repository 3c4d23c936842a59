import { useRef, type ReactNode } from "react";

import { t } from "../i18n/index.ts";
import { CopyButton } from "./CopyButton.tsx";

/** A block of code that can be copied. */
export function CodeBlock({ children }: { children: ReactNode }) {
  const code = useRef<HTMLPreElement>(null);
  return (
    <div className="code">
      <pre ref={code} dir="ltr" tabIndex={0}>
        {children}
      </pre>
      <CopyButton label={t("copyCode")} text={() => code.current?.textContent ?? ""} />
    </div>
  );
}
