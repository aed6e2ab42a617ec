import { describe, expect, test } from "vitest";

import type { Catalogue, RatedResult } from "../src/api/messages";
import { Choices, ME } from "../src/newgame/choices.svelte";
import { curveOf } from "../src/ratings/chart";
import { ratings } from "../src/strings";

const FRAME = { width: 100, height: 100, left: 0, right: 0, top: 0, bottom: 0 };
const rating = (value: number, deviation = 50) => ({ rating: value, deviation, provisional: deviation > 110 });
const game = (before: number, after: number): RatedResult => ({
  game: `${before}`,
  ended: 0,
  before: rating(before),
  after: rating(after),
});

describe("the curve of a rating", () => {
  test("goes from the rating before the first game to the one after the last", () => {
    const { line, last } = curveOf([game(1500, 1600), game(1600, 1550)], FRAME);
    // The band of one deviation fills the drawing: 1450 to 1650.
    expect(line).toBe("0.0,75.0 50.0,25.0 100.0,50.0");
    expect(last).toEqual({ x: 100, y: 50 });
  });

  test("has a few round levels within the drawing", () => {
    const { levels } = curveOf([game(1500, 1600), game(1600, 1550)], FRAME);
    expect(levels.map(({ rating: level }) => level)).toEqual([1450, 1500, 1550, 1600, 1650]);
    expect(levels.every(({ y }) => y >= 0 && y <= 100)).toBe(true);
  });

  test("is a point where nothing changed", () => {
    expect(curveOf([{ ...game(1500, 1500), before: rating(1500, 0), after: rating(1500, 0) }], FRAME).line).toBe(
      "0.0,100.0 100.0,100.0",
    );
  });
});

const catalogue = {
  clocks: [
    { name: "none", description: "", clock: { kind: "none" } },
    { name: "game", description: "", clock: { kind: "game", seconds: 900, increment: 10 } },
  ],
  defaults: { sets: ["chronicle-of-the-godslayer"] },
  most_players: 6,
  most_players_of_one_set: 4,
} as unknown as Catalogue;

describe("a rated game", () => {
  test("has a clock", () => {
    const choices = new Choices(catalogue);
    choices.setRated(true);
    expect(choices.asked().settings).toMatchObject({ rated: true, clock: { kind: "game" } });
    expect(choices.clocks.map(({ name }) => name)).toEqual(["game"]);
  });

  test("is played as printed, and by one person on a device", () => {
    const choices = new Choices(catalogue);
    choices.setRated(true);
    choices.pool = 20;
    expect([choices.isRated, choices.whyUnrated]).toEqual([false, ratings.notHouseRules]);
    choices.pool = null;
    choices.choose(ME);
    expect(choices.whyUnrated).toBe(ratings.notShared);
    choices.wanted = 1;
    expect(choices.whyUnrated).toBe(ratings.notAlone);
    expect(choices.asked().settings?.rated).toBe(false);
  });
});

test("ratings and their changes in words", () => {
  expect(ratings.established(1632, 45)).toBe("1632 ± 45");
  expect(ratings.provisional(1632)).toBe("1632?");
  expect([ratings.change(12), ratings.change(0), ratings.change(-7)]).toEqual(["+12", "+0", "−7"]);
});
