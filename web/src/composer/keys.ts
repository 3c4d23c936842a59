import type { KeyboardEvent } from "react";

/** Whether a key press sends what was written: Enter alone, and not the one that ends the choice of an input method. */
export function sendsOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return false;
  event.preventDefault();
  return true;
}
