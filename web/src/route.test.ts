import { expect, test } from "vitest";

import { formatRoute, parseRoute } from "./route.ts";

test("an address leads back to where it was made", () => {
  const route = { conversation: "c-1", message: "m/2", cite: "3", statement: 2, broken: false };
  expect(formatRoute(route)).toBe("#/c/c-1/m/m%2F2?cite=3&statement=2");
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

test("an address of a conversation, or of nothing, has no more than that", () => {
  expect(parseRoute("#/c/c-1")).toEqual({ conversation: "c-1", message: null, cite: null, statement: 1, broken: false });
  for (const hash of ["", "#", "#/"]) expect(parseRoute(hash)).toMatchObject({ conversation: null, broken: false });
  expect(parseRoute("#/c/c/m/m?cite=1&statement=-4").statement).toBe(1);
});

test("an address that the page has not made is broken", () => {
  for (const hash of ["#/elsewhere", "#/c/%ZZ", "#/c/..%2f..%2fsession", "#c/c-1"]) {
    expect(parseRoute(hash)).toMatchObject({ conversation: null, broken: true });
  }
  expect(parseRoute("#/c/c-1/m/%ZZ")).toMatchObject({ conversation: "c-1", message: null, broken: true });
});
