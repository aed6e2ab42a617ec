import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { offline } from "./plugins/offline.ts";

export default defineConfig({
  plugins: [svelte(), offline()],
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
});
