/** What all styles and components have in common: colours are tokens, few breakpoints, small components. */

import { describe, expect, it } from "vitest";

import { sources } from "./sources";

const MOST_LINES = 250;
const MOST_BREAKPOINTS = 5;
const TOKENS = "styles/tokens.css";
/** Pictures have colours of their own. */
const isPicture = (path: string): boolean => /^(art|portraits)\//.test(path);

const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch|color)\(|\b(?:white|black|red|green|blue|gold|gr[ae]y|silver)\b/i;
const BREAKPOINT = /\(\s*(?:(?:min|max)-)?(?:width|height)\s*(?::|[<>]=?)\s*([\d.]+\w+)/g;

/** The values of all declarations; custom properties may be called after a colour. */
const declared = (css: string): string[] =>
  [...css.replace(/\/\*.*?\*\//gs, "").matchAll(/:\s*([^;{}]+);/g)].map(([, value = ""]) =>
    value.replace(/--[\w-]+/g, ""),
  );

const stylesOf = (path: string, text: string): string =>
  path.endsWith(".css") ? text : (/<style>(.*)<\/style>/s.exec(text)?.[1] ?? "");

const styled = sources(".svelte", ".css").map(([path, text]) => [path, stylesOf(path, text)] as const);

describe("styles", () => {
  it.each(styled.filter(([path]) => path !== TOKENS && !isPicture(path)))(
    "take their colours from tokens: %s",
    (_, css) => {
      expect(declared(css).filter((value) => COLOUR.test(value))).toEqual([]);
    },
  );

  it("know few breakpoints", () => {
    const media = styled.flatMap(([, css]) => [...css.matchAll(/@media([^{]*)\{/g)].map(([, query = ""]) => query));
    const found = new Set(media.flatMap((query) => [...query.matchAll(BREAKPOINT)].map(([, length]) => length)));
    expect([...found].length, [...found].join(" ")).toBeLessThanOrEqual(MOST_BREAKPOINTS);
  });

  it("are found out where they do otherwise", () => {
    const css = "a { color: #fff; --gold: rgb(1 2 3); background: var(--gold); border: 1px solid Black; }";
    expect(declared(css).filter((value) => COLOUR.test(value))).toEqual(["#fff", "rgb(1 2 3)", "1px solid Black"]);
  });
});

describe("components", () => {
  it.each(sources(".svelte"))("are small: %s", (_, text) => {
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(MOST_LINES);
  });
});
