import { describe, expect, it } from "vitest";

import { cardAt, cardNamed, slugOf, textOf, words } from "../src/cards/facts";
import { library } from "../src/cards/library.svelte";
import { costRange, find, fold, keywords, NOTHING_ASKED, queryFor, searchFrom, type Search } from "../src/cards/search";
import { costWords, spoken } from "../src/cards/words";
import { rulingsFor } from "../src/cards/rulings";
import { ICONS } from "../src/ui/icons";

const names = (asked: Partial<Search>): string[] => find({ ...NOTHING_ASKED, ...asked }).map((card) => card.name);

describe("the facts", () => {
  it("know every card once, by name and by address", () => {
    expect(library.cards).toHaveLength(204);
    for (const card of library.cards) {
      expect(cardNamed(card.name)).toBe(card);
      expect(cardAt(slugOf(card))).toBe(card);
      expect(slugOf(card)).toMatch(/^[a-z0-9-]+$/);
    }
  });

  it("use only icons that can be drawn", () => {
    const used = library.cards
      .flatMap((card) => [...(card.lines ?? []).flat(), ...(card.brief ?? [])])
      .filter((piece) => typeof piece !== "string");
    expect(used.length).toBeGreaterThan(500);
    expect(used.filter(([icon]) => icon !== "stop" && !(icon in ICONS))).toEqual([]);
  });

  it("tell a text in pieces, with icons for what is counted", () => {
    expect(cardNamed("Lifebound Initiate").lines).toEqual([
      ["Gain ", ["rune", "1 rune", "1"], " and ", ["honor", "1 honor", "1"], "."],
    ]);
    expect(textOf(cardNamed("Temple Librarian"))).toBe("Discard a card. If you do, draw two cards.");
    expect(words(cardNamed("Wolf Shaman").brief!)).toBe("+1R. Draw 1");
    expect(cardNamed("Wolf Shaman").brief).toEqual([
      ["rune", "+1R", "+1"],
      ["stop", "."],
      " ",
      ["draw", "Draw 1", "1"],
    ]);
  });

  it("take a discard pile for a place, not for something that is done", () => {
    const icons = cardNamed("Void Initiate")
      .lines!.flat()
      .map((piece) => (typeof piece === "string" ? "" : piece[0]));
    expect(icons.filter(Boolean)).toEqual(["rune", "banish"]);
  });

  it("have rulings, fetched when they are asked for", async () => {
    expect((await rulingsFor("Arha Templar")).length).toBeGreaterThan(1);
    expect(await rulingsFor("Nobody")).toEqual([]);
  });
});

describe("a card in words", () => {
  it("says everything that is printed on it", () => {
    expect(spoken(cardNamed("Wartorn Arbiter"))).toBe(
      "Wartorn Arbiter. Void Hero, costs 1 rune and 3 power, 2 honor, dark. Gain one power. You may banish a card in your hand or discard pile. " +
        "Night: Gain one power. You may banish a card in your hand or discard pile.",
    );
    expect(costWords(cardNamed("Vyrak, the First"))).toBe("12 runes, payable in power too");
  });
});

describe("looking cards up", () => {
  it("finds everything when nothing is asked", () => {
    expect(names({})).toHaveLength(204);
  });

  it("finds words in names, kinds and texts, names first", () => {
    expect(names({ words: "dark" })[0]).toBe("Darkwalker");
    expect(names({ words: "void hero extra turn" })).toEqual([]);
    expect(names({ words: "additional turn after" }).sort()).toEqual(["Tablet of Time's Dawn", "Temporal Eye"]);
  });

  it("minds neither capitals nor marks", () => {
    expect(names({ words: "TAHYR" })).toEqual(["Ta'hyr, the Sun"]);
    expect(fold("Ta’hyr, Ünï")).toBe("tahyr uni");
  });

  it("filters by set, faction, kind, cost and keyword, all at once", () => {
    expect(names({ set: "rise-of-vigil" })).toHaveLength(46);
    expect(names({ set: "basic" })).toContain("Apprentice");
    expect(names({ keyword: "infest" })).toHaveLength(4);
    expect(names({ faction: "void", kind: "hero", cost: "1", keyword: "empower" })).toEqual(["Deranged Aspirant"]);
    expect(names({ cost: "8+", kind: "monster" }).sort()).toEqual([
      "Aklys, the Scourge",
      "Deluge Elemental",
      "Herald of Doom",
    ]);
    expect(names({ faction: "none", kind: "hero" })).toContain("Mystic");
  });

  it("gives events no cost", () => {
    expect(names({ cost: "0" })).not.toContain("Emri's Trial");
  });

  it("asks for nothing where the cost is no cost", () => {
    expect(costRange("cheap")).toEqual([0, Infinity]);
    expect(costRange("8+")).toEqual([8, Infinity]);
  });

  it("stands in the address, and comes back from it", () => {
    const asked: Search = {
      words: "draw & banish",
      set: "war-of-shadows",
      faction: "",
      kind: "hero",
      cost: "8+",
      keyword: "",
      sort: "effect",
    };
    expect(searchFrom(new URLSearchParams(queryFor(asked)))).toEqual(asked);
    expect(queryFor(NOTHING_ASKED)).toBe("");
  });

  it("offers every keyword and set that a card has", () => {
    expect(keywords()).toContain("energize");
    expect(new Set(library.cards.map((card) => card.set).filter(Boolean))).toEqual(
      new Set(library.sets.map((set) => set.name)),
    );
  });
});
