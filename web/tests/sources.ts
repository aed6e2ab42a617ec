/** The sources of the page, for tests of what all of them have in common. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = "src";

/** All sources with one of these endings, by their path below `src`. */
export function sources(...endings: string[]): [path: string, text: string][] {
  return readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .sort()
    .map((path) => [path, readFileSync(join(ROOT, path), "utf8")]);
}
