import { readFileSync } from "node:fs";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

import { offline } from "./plugins/offline.ts";

const SERVER = "http://127.0.0.1:8470";
const TYPEFACES = ["alegreya", "source-sans-3"];

/** The licence of the typefaces demands that it goes wherever they go. */
const licences: Plugin = {
  name: "licences",
  apply: "build",
  generateBundle() {
    for (const name of TYPEFACES)
      this.emitFile({
        type: "asset",
        fileName: `licences/${name}.txt`,
        source: readFileSync(`node_modules/@fontsource-variable/${name}/LICENSE`, "utf-8"),
      });
  },
};

export default defineConfig({
  plugins: [svelte(), licences, offline()],
  // The server of the table answers these while the page is worked on with `npm run dev`; tests of components have none.
  server: { proxy: process.env["VITEST"] ? {} : { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2022",
    // Without it no script stands in the page itself, and the server can forbid those.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
