/** Emits what makes the page installable: icons drawn from icon.svg, and the service worker with the list of files. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

import { Resvg } from "@resvg/resvg-js";
import { transformWithOxc, type Plugin } from "vite";

const DRAWING = "public/icon.svg";
const WORKER = "worker/service-worker.ts";
const PAGE = "index.html";
/** The viewer of the API needs a server anyway: nobody keeps it. */
const ONLINE = /(^|\/)api-docs/;

/** A maskable icon may be cut to a circle: its ground reaches the edges, and the drawing stays inside. */
const maskable = (drawing: string): string =>
  drawing
    .replace('viewBox="0 0 32 32"', 'viewBox="-5 -5 42 42"')
    .replace('<rect width="32" height="32" rx="7"', '<rect x="-5" y="-5" width="42" height="42"');

const png = (drawing: string, size: number): Uint8Array =>
  new Resvg(drawing, { fitTo: { mode: "width", value: size } }).render().asPng();

export function offline(): Plugin {
  return {
    name: "vigil-offline",
    apply: "build",
    enforce: "post",
    async generateBundle(_, bundle) {
      const drawing = readFileSync(DRAWING, "utf8");
      const files = new Map<string, string | Uint8Array>([
        ["icon-192.png", png(drawing, 192)],
        ["icon-512.png", png(drawing, 512)],
        ["icon-maskable.png", png(maskable(drawing), 512)],
        ["apple-touch-icon.png", png(maskable(drawing), 180)],
      ]);
      for (const [fileName, source] of files) this.emitFile({ type: "asset", fileName, source });
      for (const name of readdirSync("public")) files.set(name, readFileSync(`public/${name}`));
      for (const [name, file] of Object.entries(bundle))
        if (!name.startsWith(".vite/") && !ONLINE.test(name))
          files.set(name, file.type === "chunk" ? file.code : file.source);

      const source = readFileSync(WORKER, "utf8");
      const hash = createHash("sha256").update(source);
      for (const [name, content] of [...files].sort(([one], [other]) => (one < other ? -1 : 1)))
        hash.update(`${name}\0`).update(content);
      const version = hash.digest("hex").slice(0, 12);

      const page = bundle[PAGE];
      if (page?.type !== "asset") throw new Error(`${PAGE} is not in the bundle yet.`);
      page.source = String(page.source).replace('name="version" content=""', `name="version" content="${version}"`);

      const { code } = await transformWithOxc(source, WORKER);
      const paths = [...files.keys()].map((name) => `/${name}`);
      const facts = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(paths)};\n`;
      this.emitFile({ type: "asset", fileName: "service-worker.js", source: facts + code });
    },
  };
}
