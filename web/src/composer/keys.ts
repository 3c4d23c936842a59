import type { KeyboardEvent } from "react";

/** Whether a key press sends the question: Enter alone, but not the one that confirms an input method's choice. */
export function sendsOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return false;
  event.preventDefault();
  return true;
}
