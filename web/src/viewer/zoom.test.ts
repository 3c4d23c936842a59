import type { KeyboardEvent } from "react";
import { expect, test } from "vitest";

import { LEAST_ZOOM, MOST_ZOOM, zoomed } from "./layout.ts";
import { zoomOf } from "./Zoom.tsx";

function press(key: string, held: Partial<KeyboardEvent> = {}): KeyboardEvent {
  return { key, ctrlKey: false, metaKey: false, altKey: false, ...held } as KeyboardEvent;
}

test("zooming stays within its limits and comes back by the same steps", () => {
  expect(zoomed(zoomed(1, 1), -1)).toBe(1);
  expect(zoomed(MOST_ZOOM, 1)).toBe(MOST_ZOOM);
  expect(zoomed(LEAST_ZOOM, -1)).toBe(LEAST_ZOOM);
});

test("plus, minus and zero zoom, and the browser keeps its own keys", () => {
  expect(zoomOf(press("+"), 1)).toBe(zoomed(1, 1));
  expect(zoomOf(press("-"), 1)).toBe(zoomed(1, -1));
  expect(zoomOf(press("0"), 3)).toBe(1);
  expect(zoomOf(press("+", { ctrlKey: true }), 1)).toBeUndefined();
  expect(zoomOf(press("a"), 1)).toBeUndefined();
});
