import { describe, expect, it } from "vitest";

import type { Happening, News } from "../src/api/messages";
import { featured, honorThisTurn, interestOf } from "../src/play/featured";
import { cues } from "../src/sound/cues";
import { aBoard } from "../src/design/tables";

const step = (version: number, ...happenings: Happening[]): News => ({ version, seat: 1, text: "", happenings });

describe("what another player does", () => {
  const bought = step(8, { kind: "plays", seat: 1, card: "Mystic" }, { kind: "acquires", seat: 1, card: "Landtalker" });

  it("is shown card by card, and what I do is not", () => {
    expect(featured([bought], 0).map(({ card, deed, seat }) => [card, deed, seat])).toEqual([
      ["Mystic", "plays", 1],
      ["Landtalker", "acquires", 1],
    ]);
    expect(featured([bought], 1)).toEqual([]);
    expect(featured([step(9, { kind: "draws", seat: 1, amount: 5 })], 0)).toEqual([]);
  });

  it("is at most three cards, the last ones, and each has a key of its own", () => {
    const many = step(9, ...Array.from({ length: 6 }, () => ({ kind: "plays", seat: 1, card: "Mystic" })));
    const keys = featured([bought, many], 0).map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect(keys.every((key) => key.startsWith("9-"))).toBe(true);
  });

  it("takes longer the more there is to see", () => {
    const plain = step(7, { kind: "plays", seat: 1, card: "Apprentice" });
    expect(interestOf(step(7))).toBeLessThan(interestOf(plain));
    expect(interestOf(plain)).toBeLessThan(interestOf(bought));
  });

  it("counts the honor of the turn, and of nobody else", () => {
    const honor = (seat: number, amount: number): Happening => ({ kind: "gains", seat, amount, detail: "honor" });
    const told = [
      step(1, honor(1, 9)),
      step(2, { kind: "turn begins", seat: 1 }, honor(1, 2)),
      step(3, honor(0, 5), honor(1, 1)),
    ];
    expect(honorThisTurn(told, 1)).toBe(3);
  });
});

describe("sounds", () => {
  const turn = { ...aBoard().turn, seat: 0, number: 3, runes: 0, power: 0 };
  const before = aBoard({ turn });

  it("belong to what happened, each of them once", () => {
    const told: Happening[] = [
      { kind: "plays", seat: 0, card: "Apprentice" },
      { kind: "plays", seat: 0, card: "Apprentice" },
    ];
    const after = aBoard({ turn: { ...turn, runes: 2 } });
    expect(cues({ told, before, after, seats: [0] })).toEqual(["card", "coin"]);
    expect(cues({ told, before, after, seats: [1] })).toEqual(["card"]);
  });

  it("tell that it is my turn, that the night falls, and how it ended", () => {
    const mine: Happening = { kind: "turn begins", seat: 0 };
    expect(cues({ told: [mine], before, after: aBoard({ light: "night" }), seats: [0] })).toEqual(["turn", "night"]);
    const over = aBoard({ over: true, winners: [1] });
    expect(cues({ told: [], before, after: over, seats: [1] })).toEqual(["victory"]);
    expect(cues({ told: [], before, after: over, seats: [0] })).toEqual(["defeat"]);
    // A game that was over when one came is silent.
    expect(cues({ told: [], before: undefined, after: over, seats: [0] })).toEqual([]);
  });
});
