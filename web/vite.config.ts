import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** The page is served at /api/, its files at /api/app/ under hashed names: all addresses in it are relative. */
export default defineConfig({
  base: "./",
  plugins: [react()],
  resolve: {
    alias: {
      // In browsers it would decode `&lt;` by way of innerHTML, which Trusted Types refuse.
      "decode-named-character-reference": new URL(import.meta.resolve("decode-named-character-reference")).pathname,
    },
  },
  build: {
    outDir: "dist",
    assetsDir: "app",
    assetsInlineLimit: 0, // the content security policy has no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  test: { include: ["src/**/*.test.ts"] },
});
