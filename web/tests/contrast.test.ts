import { describe, expect, it } from "vitest";

import tokens from "../src/styles/tokens.css?raw";

const LEAST = 4.5; // WCAG AA for text

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16) / 255);
  const [red, green, blue] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const colours = (css: string): Record<string, string> =>
  Object.fromEntries([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map((found) => [found[1]!, found[2]!]));

const split = tokens.indexOf(':root[data-theme="light"]');
const themes = { dark: colours(tokens.slice(0, split)), light: colours(tokens.slice(split)) };

describe.each(Object.entries(themes))("the %s theme", (_, theme) => {
  const inks = ["ink", "ink-quiet", "gold", "danger", "rune", "power", "energy", "honor"];
  it.each(inks.flatMap((ink) => ["ground", "surface", "surface-raised"].map((ground) => [ink, ground] as const)))(
    "%s can be read on %s",
    (ink, ground) => {
      expect(contrast(theme[ink]!, theme[ground]!)).toBeGreaterThanOrEqual(LEAST);
    },
  );

  it("has buttons that can be read", () => {
    expect(contrast(theme["on-gold"]!, theme["gold"]!)).toBeGreaterThanOrEqual(LEAST);
    expect(contrast(theme["on-danger"]!, theme["danger"]!)).toBeGreaterThanOrEqual(LEAST);
  });
});

describe("a card", () => {
  const named = (kind: string): [string, string][] =>
    Object.entries(themes.dark).filter(([name]) => name.startsWith(`${kind}-`));
  const worlds = named("metal").map(([name, metal]) => ({ metal, deep: themes.dark[name.replace("metal", "deep")]! }));
  const signs = named("sign").map(([, colour]) => colour);

  it("has a metal and a ground for each of seven worlds", () => {
    expect(worlds).toHaveLength(7);
    expect(signs.length).toBeGreaterThan(5);
  });

  it.each(worlds)("can be read on $deep", ({ metal, deep }) => {
    for (const ink of [themes.dark["card-ink"]!, metal, ...signs])
      expect(contrast(ink, deep)).toBeGreaterThanOrEqual(LEAST);
  });
});
