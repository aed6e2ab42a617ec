/** Puts a compressed file beside every large text of the build: the server sends it to whoever can read it. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";

import type { Plugin } from "vite";

const TEXTS = /\.(css|html|js|json|svg|txt|webmanifest)$/;
/** Bytes: smaller files fit into one packet anyway. */
const SMALLEST = 1000;

export function compress(): Plugin {
  return {
    name: "vigil-compress",
    apply: "build",
    writeBundle({ dir }) {
      for (const file of readdirSync(dir!, { recursive: true, withFileTypes: true })) {
        const path = join(file.parentPath, file.name);
        if (!file.isFile() || !TEXTS.test(file.name)) continue;
        const content = readFileSync(path);
        if (content.length >= SMALLEST)
          writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}
