import { describe, expect, it } from "vitest";

import { library } from "../src/cards/library.svelte";
import { find, keywords, searchFrom } from "../src/cards/search";
import { bySet, findTopics, iconOf, titleOfSet, topicAt, TOPICS, TURN } from "../src/rules/rules";

const names = (words: string): string[] => findTopics(words).map(({ name }) => name);

describe("the rules", () => {
  it("explain every keyword that a card carries, under its own name", () => {
    expect(keywords().filter((keyword) => !topicAt(keyword))).toEqual([]);
    expect(keywords().length).toBeGreaterThan(10);
  });

  it("show cards that exist, and lead to a search that finds some", () => {
    const known = new Set(library.cards.map(({ name }) => name));
    for (const topic of TOPICS) {
      expect(topic.cards.filter((card) => !known.has(card))).toEqual([]);
      expect(topic.see.filter((name) => !topicAt(name))).toEqual([]);
      if (topic.search) expect(find(searchFrom(new URLSearchParams(topic.search))).length).toBeGreaterThan(0);
    }
    expect(TURN.flatMap(({ cards }) => cards).every((card) => known.has(card))).toBe(true);
  });

  it("are found by name first, then by other words, then by what they say", () => {
    expect(names("ene").slice(0, 2)).toEqual(["energize", "energy"]);
    expect(names("CULTIST")[0]).toBe("always-available");
    expect(names("final round")).toEqual(["end-of-the-game"]);
    expect(names("wolf shaman")).toContain("hero");
    expect(names("xyzzy")).toEqual([]);
    expect(names("  ")).toHaveLength(TOPICS.length);
  });

  it("stand on a shelf for every set that adds something", () => {
    const shelves = bySet(TOPICS);
    expect(shelves.map(({ title }) => title)).toEqual([
      "In every game",
      ...library.sets.filter(({ name }) => TOPICS.some(({ sets }) => sets.includes(name))).map(({ title }) => title),
    ]);
    const carrying = shelves.filter(({ topics }) => topics.some(({ name }) => name === "unite"));
    expect(carrying.map(({ title }) => title)).toEqual(["War of Shadows", "Gift of the Elements"]);
    expect(titleOfSet("rise-of-vigil")).toBe("Rise of Vigil");
  });

  it("have the icon of the cards where there is one", () => {
    expect(iconOf(topicAt("runes")!)).toBe("rune");
    expect(iconOf(topicAt("fate")!)).toBe("fate");
    expect(iconOf(topicAt("void")!)).toBeUndefined();
  });
});
