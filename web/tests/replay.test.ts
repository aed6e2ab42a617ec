import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Refused } from "../src/api/ask";
import type { GamePage, Happening, News, OptionNow, Positions } from "../src/api/messages";
import { honorOverNews } from "../src/play/tally";
import { lay } from "../src/play/tokens";
import { steer } from "../src/replay/keys";
import { PIECE, Reel } from "../src/replay/reel";
import { Replay } from "../src/replay/replay.svelte";
import { addressOf, asked, told, turnAt, turnBack, turnForward, turnsIn } from "../src/replay/story";
import { aBoard, aDecision, aPlayer, aView, aTable } from "../src/design/tables";

const reader = { you: null, name: (seat: number) => ["Ada", "Bob"][seat] ?? "?" };
const news = (...happenings: Happening[]): News => ({ version: 1, seat: 0, happenings, text: "" });
const begins = (amount: number, seat: number): Happening => ({ kind: "turn begins", seat, amount });
const PLAY: OptionNow = { text: "play Militia", verb: "play", card: "Militia" };
const plays: Happening = { kind: "plays", seat: 0, card: "Militia" };

/** Two turns: dealt, played, played, ended, played. */
const STORY = [news(begins(1, 0)), news(plays), news(plays), news(begins(2, 1)), news(plays)];

describe("the turns of a game", () => {
  const turns = turnsIn(STORY);

  it("begin with the step that brought them", () => {
    expect(turns).toEqual([
      { step: 0, number: 1, seat: 0 },
      { step: 3, number: 2, seat: 1 },
    ]);
    expect([0, 2, 3, 4].map((step) => turnAt(turns, step)?.number)).toEqual([1, 1, 2, 2]);
  });

  it("are gone through from beginning to beginning", () => {
    expect([4, 3, 2, 0].map((step) => turnBack(turns, step))).toEqual([3, 0, 0, 0]);
    expect([0, 2, 3, 4].map((step) => turnForward(turns, step, 4))).toEqual([3, 3, 4, 4]);
  });
});

describe("a step in a sentence", () => {
  it("is what came of it, and whose turn begins", () => {
    expect(told(STORY[0], undefined, reader)).toBe("The cards are dealt. Turn 1: Ada's turn.");
    expect(told(STORY[1], { seat: 0, choice: "play Militia" }, reader)).toBe("Ada plays Militia.");
    expect(told(STORY[3], { seat: 0, choice: "end turn" }, reader)).toBe("Ada ends the turn. Turn 2: Bob's turn.");
  });

  it("is the choice itself where nothing came of it, and speaks to whoever made it", () => {
    const choice = { seat: 0, choice: "no" };
    expect(told(news(), choice, reader)).toBe("Ada chooses: no.");
    expect(told(news(), choice, { ...reader, you: 0 })).toBe("You choose: no.");
    expect(told(undefined, choice, reader)).toBe("Ada chooses: no.");
  });
});

describe("the address of a moment", () => {
  const read = (query: string) => asked(new URLSearchParams(query), 40, 2, 1);

  it("leads back to it", () => {
    const moment = { step: 7, seat: 0, open: true };
    expect(addressOf("G", moment)).toBe("/games/G/replay?step=7&seat=0&hands=open");
    expect(read("step=7&seat=0&hands=open")).toEqual(moment);
  });

  it("may say less, or nonsense", () => {
    expect(read("")).toEqual({ step: 0, seat: 1, open: false });
    expect(read("step=900&seat=9")).toEqual({ step: 40, seat: 1, open: false });
    expect(read("step=-3&seat=x&hands=shut")).toEqual({ step: 0, seat: 1, open: false });
  });
});

describe("honor", () => {
  it("is followed step by step, and ends where the scores say", () => {
    const gain: Happening = { kind: "gains", seat: 0, amount: 2, detail: "honor" };
    expect(honorOverNews([news(), news(gain, gain), news()], [5, 1]).map(({ points }) => points)).toEqual([
      [0, 4, 5],
      [0, 0, 1],
    ]);
  });
});

describe("hands that lie open", () => {
  it("belong to the others; the own hand is the own", () => {
    const board = aBoard({ players: [aPlayer({ hand: ["Militia"] }), aPlayer({ hand: ["Mystic", "Mystic"] })] });
    const laid = lay(board, 0);
    expect(laid.hand.map(({ card }) => card)).toEqual(["Militia"]);
    expect(laid.players.map(({ hand }) => hand.map(({ zone }) => zone))).toEqual([[], ["hand-1", "hand-1"]]);
  });
});

// --- fetching

const positions = (first: number, count: number, last: number): Positions => {
  const steps = Array.from({ length: Math.min(count, last + 1 - first) }, (_, place) => first + place);
  return {
    first,
    views: steps.map((step) => [
      aView({
        board: aBoard({ pool: step, deciding: 0 }),
        decision: aDecision([PLAY, { text: "end turn", verb: "end turn" }]),
        news: [STORY[1]!],
      }),
    ]),
    held: steps.map(() => [
      { hand: ["Militia"], deck: {} },
      { hand: ["Mystic"], deck: {} },
    ]),
  };
};

describe("the reel", () => {
  it("fetches each piece once, and the neighbours ahead", async () => {
    const fetch = vi.fn((first: number, count: number) => Promise.resolve(positions(first, count, 120)));
    const reel = new Reel(120, fetch);
    expect(reel.at(0, 60)).toBeUndefined();
    const [one, same] = await Promise.all([reel.get(0, 60), reel.get(0, 61)]);
    expect([one, same].map(({ view }) => view.board.pool)).toEqual([60, 61]);
    expect(reel.at(0, 99)?.view.board.pool).toBe(99);
    reel.ahead(0, 60);
    reel.ahead(0, 95);
    expect(fetch.mock.calls).toEqual([
      [PIECE, PIECE, 0],
      [0, PIECE, 0],
      [2 * PIECE, PIECE, 0],
    ]);
    await reel.get(1, 60);
    expect(fetch).toHaveBeenCalledTimes(4);
  });

  it("asks again for what it did not get", async () => {
    const fetch = vi
      .fn()
      .mockRejectedValueOnce(new Error("The server does not answer."))
      .mockResolvedValue(positions(0, 50, 9));
    const reel = new Reel(9, fetch);
    await expect(reel.get(0, 3)).rejects.toThrow("does not answer");
    expect((await reel.get(0, 3)).view.board.pool).toBe(3);
  });

  it("says so when the server knows less than it should", async () => {
    const reel = new Reel(9, () => Promise.resolve({ first: 0, views: [], held: [] }));
    await expect(reel.get(0, 3)).rejects.toThrow("does not know");
  });
});

// --- moving

const LAST = 4;

function aReplay(query = "", fetch = (first: number, count: number) => Promise.resolve(positions(first, count, LAST))) {
  const table = aTable({ phase: "finished", views: [aView({ news: STORY })], your_seats: [0] });
  const steps = ["play Militia", "play Militia", "end turn", "play Militia"].map((choice) => ({ seat: 0, choice }));
  const game = {
    id: "G",
    phase: "finished",
    settings: table.settings,
    beginning: null,
    seats: table.seats,
    result: { winners: [0], scores: [3, 2], left_by: null },
    commitment: "",
    revealed: { seed: "8", salt: "" },
    opened: 0,
    ended: 1,
    steps,
  } satisfies GamePage;
  return new Replay(game, table, new URLSearchParams(query), fetch);
}

/** Until everything that was fetched has arrived. */
const settled = () => vi.advanceTimersByTimeAsync(0);

describe("the replay", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("begins where the address says, and knows what was chosen next", async () => {
    const replay = aReplay("step=1&seat=0");
    await settled();
    expect([replay.shown, replay.view?.board.pool, replay.isLoading]).toEqual([1, 1, false]);
    expect(replay.sentence).toBe("You play Militia.");
    expect(replay.decision?.options.map(({ text }) => text)).toEqual(["play Militia"]);
    replay.choose(PLAY);
    await settled();
    expect(replay.shown).toBe(2);
  });

  it("tells a step forward as news, and nothing on the way back", async () => {
    const replay = aReplay();
    await settled();
    replay.by(1);
    await settled();
    expect(replay.view?.news).toHaveLength(1);
    expect(replay.news).toHaveLength(2);
    replay.by(-1);
    await settled();
    expect(replay.view?.news).toHaveLength(0);
  });

  it("goes by keys", async () => {
    const replay = aReplay();
    await settled();
    const press = (key: string, shiftKey = false): number => {
      expect(steer({ key, shiftKey }, replay)).toBe(true);
      return replay.step;
    };
    expect([press("ArrowRight"), press("PageDown"), press("ArrowRight", true), press("ArrowRight")]).toEqual([
      1, 3, 4, 4,
    ]);
    expect([press("ArrowLeft"), press("PageUp"), press("End"), press("Home")]).toEqual([3, 0, 4, 0]);
    press("2");
    expect(replay.seat).toBe(1);
    press("o");
    expect(replay.open).toBe(true);
    expect(steer({ key: "6", shiftKey: false }, replay)).toBe(false);
    expect(steer({ key: "x", shiftKey: false }, replay)).toBe(false);
  });

  it("plays to the end, stops there, and begins anew", async () => {
    const replay = aReplay("step=2");
    await settled();
    replay.play();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([replay.shown, replay.isPlaying]).toEqual([LAST, false]);
    replay.play();
    await settled();
    expect([replay.shown, replay.isPlaying]).toEqual([0, true]);
    replay.by(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([replay.shown, replay.isPlaying]).toEqual([1, false]);
  });

  it("lays all hands open", async () => {
    const replay = aReplay("hands=open");
    await settled();
    expect(replay.laid?.players[1]?.hand.map(({ card }) => card)).toEqual(["Mystic"]);
    replay.openHands(false);
    await settled();
    expect(replay.laid?.players[1]?.hand).toEqual([]);
  });

  it("asks again by itself where it was too fast for the server", async () => {
    const slowly = new Refused({ kind: "refused", code: "rate_limited", message: "That was too much.", hint: "Wait." });
    const fetch = vi
      .fn()
      .mockRejectedValueOnce(slowly)
      .mockResolvedValue(positions(0, PIECE, LAST));
    const replay = aReplay("", fetch);
    await settled();
    expect([replay.problem, replay.isLoading]).toEqual(["", true]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(replay.isLoading).toBe(false);
  });

  it("keeps what is seen while it waits, and says what went wrong", async () => {
    let isDown = false;
    const replay = aReplay("", (first, count) =>
      isDown
        ? Promise.reject(new Error("The server does not answer."))
        : Promise.resolve(positions(first, count, LAST)),
    );
    await settled();
    isDown = true;
    replay.lookFrom(1);
    await settled();
    expect([replay.problem, replay.me, replay.isLoading]).toEqual(["The server does not answer.", 0, true]);
    isDown = false;
    await replay.show();
    expect([replay.problem, replay.me]).toEqual(["", 1]);
  });
});
