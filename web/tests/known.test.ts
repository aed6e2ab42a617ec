import { describe, expect, it } from "vitest";

import { acquired, leftToDraw, oddsOf, owned } from "../src/play/known";
import { aBoard, aPlayer } from "../src/design/tables";

describe("what is known", () => {
  it("is what everybody acquired, also for somebody else", () => {
    const happenings = [
      { kind: "acquires", seat: 0, card: "Mystic" },
      { kind: "acquires", seat: 0, card: "Mystic" },
      { kind: "acquires", seat: 0, other: 1, card: "Demon Slayer" },
      { kind: "acquires", seat: null, card: "Landtalker" },
      { kind: "acquires", seat: 7, card: "Landtalker" },
      { kind: "defeats", seat: 1, card: "Cultist" },
    ];
    expect(acquired([{ version: 1, seat: 0, text: "", happenings }], 2)).toEqual([
      { Mystic: 2 },
      { "Demon Slayer": 1 },
    ]);
  });

  it("is everything that somebody has, wherever it lies", () => {
    const mine = aPlayer({
      hand: ["Militia"],
      played: ["Apprentice"],
      constructs: ["Shadow Star"],
      discard: { Mystic: 2 },
    });
    const piles = {
      kind: "piles" as const,
      seat: 0,
      version: 1,
      center_deck: [],
      decks: [[{ size: 2, cards: { Apprentice: 2 } }], []],
      unseen: [{}, { Apprentice: 8, Militia: 2 }],
    };
    const board = aBoard({ players: [mine, aPlayer()] });
    expect(owned(0, board, piles)).toEqual({ Militia: 1, Apprentice: 3, "Shadow Star": 1, Mystic: 2 });
    expect(owned(1, board, piles)).toEqual({ Apprentice: 8, Militia: 2 });
  });

  it("is what is left to draw, known cards and others together", () => {
    const layers = [
      { size: 1, cards: { Mystic: 1 } },
      { size: 3, cards: { Mystic: 1, Militia: 2 } },
      { size: 2, cards: null },
    ];
    expect(leftToDraw(layers)).toEqual({ Mystic: 2, Militia: 2 });
  });

  it("is how likely each kind and faction comes next, from the uppermost layer alone", () => {
    const odds = oddsOf([{}, { "Demon Slayer": 2, "Shadow Star": 1, Mephit: 1 }, { Landtalker: 9 }]);
    expect(odds.kinds).toEqual([
      { what: "hero", count: 2, share: 0.5 },
      { what: "construct", count: 1, share: 0.25 },
      { what: "monster", count: 1, share: 0.25 },
    ]);
    expect(odds.factions).toEqual([{ what: "void", count: 3, share: 0.75 }]);
    expect(odds.certain).toBeUndefined();
  });

  it("is certain where the next card has been seen, and nothing where there is none", () => {
    expect(oddsOf([{ Mephit: 1 }, { Landtalker: 9 }]).certain).toBe("Mephit");
    expect(oddsOf([])).toEqual({ kinds: [], factions: [], certain: undefined });
  });
});
