import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // The server of the table answers these while the page is worked on with `npm run dev`.
  server: { proxy: { "/api": "http://127.0.0.1:8470", "/ws": { target: "http://127.0.0.1:8470", ws: true } } },
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2022",
    // Without it no script stands in the page itself, and the server can forbid those.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  // The tests of contrast read the style sheets. A busy machine may take its time.
  test: { include: ["tests/**/*.test.ts"], css: true, testTimeout: 60_000 },
});
