import { lazy, Suspense } from "react";

import { useStore } from "../page.ts";
import { asking } from "./confirm.ts";

const AskDialog = lazy(() => import("./AskDialog.tsx"));

/** The dialog that is open, if there is one. */
export function Dialogs() {
  const { question, answer } = useStore(asking);
  if (!question) return null;
  return (
    <Suspense>
      <AskDialog question={question} onAnswer={answer} />
    </Suspense>
  );
}
