import { describe, expect, it } from "vitest";

import type { Happening, News, TableNow } from "../src/api/messages";
import { accounts, countedAt, ranking, stepsOf, verdict } from "../src/play/result";
import { bestCards, biggestSwing, honorOverTurns, leadOf } from "../src/play/tally";
import { aBoard, aPlayer, aTable } from "../src/design/tables";

const ended = (scores: number[], winners: number[], given: Partial<TableNow> = {}): TableNow =>
  aTable({ phase: "finished", result: { scores, winners, left_by: null }, ...given });
const name = (seat: number): string => ["Ada", "Odra", "Ben", "Fennec"][seat]!;
const told = (now: TableNow, board = aBoard()): string => verdict(now, board, name);

describe("who won", () => {
  it("is told from the reader's side, with by how much", () => {
    expect(told(ended([30, 18], [0]))).toBe("You won by 12");
    expect(told(ended([30, 42], [1]))).toBe("You lost by 12");
    expect(told(ended([30, 42, 50], [2]))).toBe("You lost by 20");
    expect(told(ended([30, 30], [1]))).toBe("You lost the tie");
    expect(told(ended([30, 30], [0, 1]))).toBe("You share the victory");
  });

  it("is told with names to those who watch, and where several share a screen", () => {
    expect(told(ended([30, 42], [1], { your_seats: [] }))).toBe("Odra won by 12");
    expect(told(ended([42, 42, 1], [0, 1], { your_seats: [0, 1] }))).toBe("Ada and Odra share the victory");
  });

  it("counts both of a team together", () => {
    const settings = { sets: [], players: 4, variant: "team" };
    expect(told(ended([30, 10, 5, 20], [0, 2], { settings }))).toBe("Your team won by 5");
    expect(told(ended([3, 10, 5, 20], [1, 3], { settings }))).toBe("Your team lost by 22");
  });

  it("knows the Cult, and games without a winner", () => {
    const settings = { sets: [], players: 1, variant: "solitaire" };
    const board = aBoard({ cult_honor: 10, cult_cards: {} });
    expect(told(ended([14], [0], { settings }), board)).toBe("You beat the Cult by 4");
    expect(told(ended([7], [], { settings }), board)).toBe("The Cult beat you by 3");
    expect(told(aTable({ result: null }))).toBe("The game was abandoned");
    expect(told(aTable({ result: { scores: [1, 2], winners: [], left_by: 1 } }))).toBe("Odra left the game");
  });
});

describe("counting", () => {
  const players = [aPlayer({ honor: 4, discard: { Mystic: 2 } }), aPlayer({ honor: 9 })];
  const piles = { kind: "piles", seat: 0, version: 1, center_deck: [], decks: [[], []], unseen: [{}, {}] } as const;
  const now = ended([7, 9], [1]);
  const found = accounts(now, aBoard({ players }), { ...piles, decks: [[], []], center_deck: [], unseen: [{}, {}] });

  it("begins with nothing, takes crystals first, then cards, and ends with the score", () => {
    const steps = stepsOf(found);
    const seen = Array.from({ length: steps + 1 }, (_, step) => countedAt(found[0]!, step, steps).honor);
    expect(seen).toEqual([0, 4, 6, 7]);
    expect(countedAt(found[1]!, Infinity, steps).honor).toBe(9);
  });

  it("ranks whoever won first", () => {
    expect(ranking(now, found).map(({ seat }) => seat)).toEqual([1, 0]);
    expect(ranking(ended([9, 9], [1]), accounts(ended([9, 9], [1]), aBoard({ players }), undefined))[0]?.seat).toBe(1);
  });
});

describe("what decided the game", () => {
  const step = (version: number, ...happenings: Happening[]): News => ({ version, seat: 0, text: "", happenings });
  const honor = (seat: number, amount: number): Happening => ({ kind: "gains", seat, amount, detail: "honor" });
  const begins = (seat: number, amount: number): Happening => ({ kind: "turn begins", seat, amount });
  const news = [
    step(1, begins(0, 1)),
    step(2, { kind: "defeats", seat: 0, card: "Cultist" }, honor(0, 1)),
    step(3, begins(1, 2)),
    step(4, { kind: "plays", seat: 1, card: "Wolf Shaman" }, honor(1, 5)),
    step(5, begins(0, 3)),
    step(6, { kind: "defeats", seat: 0, card: "Cultist" }, honor(0, 1)),
  ];

  it("is the cards that brought most, with how often they were played", () => {
    expect(bestCards(news, 3)).toEqual([
      { seat: 1, card: "Wolf Shaman", honor: 5, plays: 1 },
      { seat: 0, card: "Cultist", honor: 2, plays: 0 },
    ]);
  });

  it("is the biggest turn", () => {
    expect(biggestSwing(news)).toEqual({ seat: 1, turn: 2, honor: 5, card: "Wolf Shaman" });
    expect(biggestSwing([])).toBeUndefined();
  });

  it("is when the lead was taken for good", () => {
    expect(leadOf(honorOverTurns(news, [2, 5]))).toEqual({ seat: 1, changes: 1, since: 2 });
    expect(
      leadOf([
        { seat: 0, points: [0, 0] },
        { seat: 1, points: [0, 0] },
      ]),
    ).toBeUndefined();
  });
});
