import { readFileSync } from "node:fs";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

import { apiDocs } from "./plugins/api-docs.ts";
import { compress } from "./plugins/compress.ts";
import { offline } from "./plugins/offline.ts";

const SERVER = "http://127.0.0.1:8470";
const LICENCES = {
  "alegreya.txt": "@fontsource-variable/alegreya/LICENSE",
  "source-sans-3.txt": "@fontsource-variable/source-sans-3/LICENSE",
  "swagger-ui.txt": "swagger-ui-dist/LICENSE",
  "swagger-ui-notice.txt": "swagger-ui-dist/NOTICE",
  "swagger-ui-parts.txt": "swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt",
};

/** The licences of the typefaces and of the API's viewer demand that they go wherever those go. */
const licences: Plugin = {
  name: "licences",
  apply: "build",
  generateBundle() {
    for (const [name, path] of Object.entries(LICENCES))
      this.emitFile({
        type: "asset",
        fileName: `licences/${name}`,
        source: readFileSync(`node_modules/${path}`, "utf-8"),
      });
  },
};

export default defineConfig({
  plugins: [svelte(), licences, apiDocs(), offline(), compress()],
  // The server of the table answers these while the page is worked on with `npm run dev`; tests of components have none.
  server: { proxy: process.env["VITEST"] ? {} : { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2022",
    // Without it no script stands in the page itself, and the server can forbid those.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Each page fetches the texts that it shows, although all of them import the same module.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /\/src\/strings\//, sideEffects: false }] } },
  },
});
