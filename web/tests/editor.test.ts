/** Positions while they are set up, and as links. */

import { describe, expect, it } from "vitest";

import type { Position } from "../src/api/messages";
import {
  add,
  cardsIn,
  EMPTY,
  move,
  nameOf,
  putUnder,
  removeAt,
  shift,
  tidied,
  treasureUnder,
  withNumber,
  withPlayers,
} from "../src/editor/draft";
import { fragmentOf, positionIn } from "../src/editor/link";

const ROW = { owner: "", zone: "row" } as const;
const HAND = { owner: "p2", zone: "hand" } as const;

describe("a draft", () => {
  it("has its cards in zones, in order", () => {
    const two = add(add(EMPTY, ROW, "Mephit"), ROW, "Landtalker");
    expect(cardsIn(shift(two, ROW, 1, -1), ROW)).toEqual(["Landtalker", "Mephit"]);
    expect(shift(two, ROW, 1, 1)).toBe(two);
    expect(cardsIn(removeAt(two, ROW, 0), ROW)).toEqual(["Landtalker"]);
    expect(cardsIn(EMPTY, ROW)).toEqual([]);
  });

  it("leaves the treasure behind when a card leaves the row", () => {
    const row = putUnder(add(EMPTY, ROW, "Landtalker"), ROW, 0, "Energy Shard");
    const [card] = cardsIn(row, ROW);
    expect([nameOf(card!), treasureUnder(card!)]).toEqual(["Landtalker", ["Energy Shard"]]);
    expect(cardsIn(move(row, ROW, 0, HAND), HAND)).toEqual(["Landtalker"]);
  });

  it("forgets the steps with every change, and players with their turn", () => {
    const played: Position = { ...EMPTY, given: { ...EMPTY.given, turn: "p2" }, when: ["end turn"] };
    expect(withNumber(played, "p1", "honor", 3).when).toEqual([]);
    const alone = withPlayers(played, 1);
    expect([alone.given?.players, alone.given?.turn, alone.given?.p2]).toEqual([1, "p1", undefined]);
  });

  it("is short without what is empty, and keeps what is nothing on purpose", () => {
    const given = { players: 2, row: [], event: "", honor_pool: 0, supply: { Mystic: 0 }, p1: { runes: 0 }, p2: {} };
    expect(tidied({ sets: ["a"], given })).toEqual({
      sets: ["a"],
      given: { players: 2, honor_pool: 0, supply: { Mystic: 0 }, p1: {}, p2: {} },
      when: [],
    });
  });
});

describe("a link", () => {
  it("has the whole position", async () => {
    const position = tidied({ ...add(EMPTY, HAND, "Emri, One with the Void"), when: ["end turn"] });
    const fragment = await fragmentOf(position);
    expect(fragment).toMatch(/^#[\w-]+$/);
    expect(await positionIn(fragment)).toEqual(position);
  });

  it("of the wrong kind has none", async () => {
    const wrong = await fragmentOf({ sets: 3 } as unknown as Position);
    const huge = await fragmentOf({ sets: ["x".repeat(70_000)] });
    for (const fragment of ["", "#", "#!!", "#AAAA", `#${"A".repeat(20_000)}`, wrong, huge])
      expect(await positionIn(fragment)).toBeUndefined();
  });
});
