/** Emits the viewer of the API's document: Swagger UI as its package has it, and the page that the server shows. */

import { readFileSync } from "node:fs";

import { transformWithOxc, type Plugin } from "vite";

const PACKAGE = "node_modules/swagger-ui-dist";
const FOLDER = "plugins/api-docs";
const START = `${FOLDER}/start.ts`;

export function apiDocs(): Plugin {
  return {
    name: "vigil-api-docs",
    apply: "build",
    async generateBundle() {
      const { code } = await transformWithOxc(readFileSync(START, "utf8"), START);
      const files = {
        "swagger-ui.css": readFileSync(`${PACKAGE}/swagger-ui.css`, "utf8"),
        "swagger-ui-bundle.js": readFileSync(`${PACKAGE}/swagger-ui-bundle.js`, "utf8"),
        "start.js": code,
      };
      let page = readFileSync(`${FOLDER}/page.html`, "utf8");
      for (const [name, source] of Object.entries(files)) {
        const file = this.emitFile({ type: "asset", name: `api-docs-${name}`, source: withoutMap(source) });
        page = page.replace(`"${name}"`, `"/${this.getFileName(file)}"`);
      }
      this.emitFile({ type: "asset", fileName: "api-docs.html", source: page });
    },
  };
}

/** Without the name of the source map, which stays behind. */
const withoutMap = (source: string): string => source.replace(/\/[/*]# sourceMappingURL=.*$/m, "");
