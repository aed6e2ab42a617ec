import { describe, expect, it } from "vitest";

import levels from "../../src/vigil/bots/levels.py?raw";
import characters from "../../src/vigil/table/characters.py?raw";
import { nameAmong, seatTitle, spokenAmong } from "../src/play/seats";
import { LEVELS, portrait, STYLES } from "../src/portraits/portrait";
import { bots } from "../src/strings";

/** The server's own lists: what a bot is called, and what a casual one may like. */
const CHARACTERS = new Map(
  [...characters.matchAll(/"(\w+)": \(([^)]*)\)/g)].map(([, level, names]) => [
    level!,
    [...names!.matchAll(/"(\w+)"/g)].map(([, name]) => name!),
  ]),
);

describe("portraits", () => {
  it("are there for every level and every style of the server, with a sentence", () => {
    expect([...CHARACTERS.keys()]).toEqual([...LEVELS]);
    expect([...levels.matchAll(/Style\(\s*"(\w+)"/g)].map(([, style]) => style)).toEqual([...STYLES]);
    for (const level of LEVELS) expect(bots.character(level)).toMatch(/^[A-Z].*\.$/);
    for (const style of STYLES) expect(bots.character("casual", style)).toContain(bots.style(style));
  });

  it("differ for everybody who can sit at a table, and are the same for ever", () => {
    const faces = [...CHARACTERS].flatMap(([bot, names]) => names.map((name) => portrait({ bot, name })));
    expect(new Set(faces).size).toBe(36);
    expect(portrait({ bot: "expert", name: "Odra" })).toBe(portrait({ bot: "expert", name: "Odra" }));
    const styles = STYLES.map((style) => portrait({ bot: "casual", name: "Junia", style }));
    expect(new Set(styles).size).toBe(STYLES.length);
  });

  it("never contain a name that somebody has chosen", () => {
    expect(portrait({ name: '"><script>' })).not.toContain("script");
    expect(portrait({ bot: "a level of tomorrow", name: "Ada" })).toBe(portrait({ name: "Ada" }));
  });
});

describe("the names of seats", () => {
  const odra = { person: "", name: "Odra", bot: "expert" };
  const ada = { person: "1", name: "Ada", bot: "" };

  it("are those of people and characters; lists and screen readers also give the level", () => {
    expect(nameAmong([ada, odra], 1)).toBe("Odra");
    expect(seatTitle(odra, 1)).toBe("Odra · expert");
    expect(spokenAmong([ada, odra], 1)).toBe("Odra, expert bot");
    expect(spokenAmong([ada, odra], 0)).toBe("Ada");
  });

  it("have a number where two are called alike, and do not call a person a bot whose seat one keeps", () => {
    const kept = { person: "2", name: "Ada", bot: "player" };
    expect([0, 1].map((place) => nameAmong([ada, kept], place))).toEqual(["Ada (1)", "Ada (2)"]);
    expect(spokenAmong([odra, kept], 1)).toBe("Ada");
    expect(seatTitle({ person: "", name: "", bot: "" }, 1)).toBe("Open seat");
  });
});
