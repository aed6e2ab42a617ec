import { describe, expect, it, vi } from "vitest";

import { Refused } from "../src/api/ask";
import type { GamePage, Positions, TableNow } from "../src/api/messages";
import { collect, packed, positionsOf, unpacked } from "../src/replay/file";
import { aView, aTable } from "../src/design/tables";

const STEPS = 120;
const table: TableNow = aTable({
  phase: "finished",
  chat: [{ number: 9, at: 0, by: "me", name: "Ada", phrase: "", text: "psst" }],
});
const game = {
  id: "G",
  phase: "finished",
  settings: table.settings,
  beginning: null,
  seats: table.seats,
  result: { winners: [0], scores: [], left_by: null },
  commitment: "",
  revealed: { seed: "1", salt: "" },
  opened: 0,
  ended: 1,
  steps: Array.from({ length: STEPS }, () => ({ seat: 0, choice: "end turn" })),
} as GamePage;

/** As the server answers: seats 0 and 1, and somebody who watches. */
const fetch = (first: number, count: number): Promise<Positions> => {
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => step).slice(first, first + count);
  const held = steps.map(() => []);
  return Promise.resolve({ first, views: steps.map(() => [0, 1, null].map((seat) => aView({ seat }))), held });
};

describe("a replay as a file", () => {
  it("holds all positions, and comes back as it was", async () => {
    const file = await collect(game, table, fetch);
    const back = await unpacked(await packed(file));
    expect(back).toEqual(file);
    const { views } = await positionsOf(back)(100, 50, 1);
    expect(views).toHaveLength(STEPS + 1 - 100);
    expect(views[0]).toEqual([aView({ seat: 1 })]);
  });

  it("tells neither what was said nor who people are to the server", async () => {
    const text = JSON.stringify(await collect(game, table, fetch));
    expect(text).not.toContain("psst");
    expect(text).not.toContain('"person":"me"');
    expect(text).toContain("Ada");
  });

  it("waits where the server is asked too fast", async () => {
    vi.useFakeTimers();
    const tooFast = new Refused({ kind: "refused", code: "rate_limited", message: "", hint: "" });
    const slow = vi.fn(fetch).mockRejectedValueOnce(tooFast);
    const collected = collect(game, table, slow);
    await vi.advanceTimersByTimeAsync(1500);
    expect((await collected).positions.views).toHaveLength(STEPS + 1);
    vi.useRealTimers();
  });

  it("is refused with a sentence where it is something else", async () => {
    const file = await collect(game, table, fetch);
    const damaged = { ...file, positions: { ...file.positions, views: [] } };
    for (const nonsense of [new Blob(["{}"]), await packed(damaged), await packed({} as never)])
      await expect(unpacked(nonsense)).rejects.toThrow("not a replay");
    await expect(unpacked(await packed({ ...file, format: 2 as never }))).rejects.toThrow("newer version");
  });
});
