import { describe, expect, it } from "vitest";

import type { OptionNow } from "../src/api/messages";
import { lit } from "../src/play/choices";
import { featuresOf } from "../src/play/features";
import { fit } from "../src/play/fit";
import { answersFit, litZones, trayOptions, trayRun } from "../src/play/tray";
import { aBoard, aDecision } from "../src/design/tables";

const nowhere = (): boolean => false;

describe("cards in the room of their zone", () => {
  const rules = { gap: 4, least: 44 };

  it("are as large as the room allows, and in as many lines as make them largest", () => {
    expect(fit(6, { wide: 700, high: 160 }, { ...rules, lines: 3 })).toMatchObject({ per: 6, folded: false });
    const tall = fit(6, { wide: 300, high: 300 }, { ...rules, lines: 3 });
    expect(tall.per).toBe(3);
    expect(2 * tall.height + 4).toBeLessThanOrEqual(300);
    expect(3 * tall.width + 8).toBeLessThanOrEqual(300);
  });

  it("lie over each other where they do not fit, never over the middle of a card", () => {
    const { width, step, folded } = fit(8, { wide: 400, high: 140 }, { ...rules, step: 28 });
    expect(folded).toBe(false);
    expect(step).toBeLessThan(width);
    expect(step).toBeGreaterThan(width / 2);
    expect(7 * step + width).toBeLessThanOrEqual(400.001);
  });

  it("are tiles in several lines where whole cards would be too narrow for a finger", () => {
    const hand = fit(10, { wide: 344, high: 104 }, { ...rules, step: 44, lines: 3, tiles: true });
    expect(hand).toMatchObject({ per: 5, folded: false });
    expect(Math.min(hand.width, hand.height, hand.step)).toBeGreaterThanOrEqual(44);
    expect(hand.width).toBeGreaterThan(hand.height);
  });

  it("fold where there are too many, and still keep to their room", () => {
    const { folded, step, width, per } = fit(
      20,
      { wide: 200, high: 60 },
      { ...rules, step: 44, lines: 3, tiles: true },
    );
    expect(folded).toBe(true);
    expect((per - 1) * step + width).toBeLessThanOrEqual(200.001);
  });

  it("scroll where none may lie over another and the least of them do not fit", () => {
    expect(fit(40, { wide: 200, high: 100 }, { ...rules, lines: 6 })).toMatchObject({
      width: 44,
      per: 4,
      folded: true,
    });
  });
});

describe("the tray", () => {
  const choose = (card: string, zone: string, seat?: number): OptionNow => ({
    text: `choose ${card} from ${zone}`,
    verb: "choose",
    card,
    zone,
    ...(seat === undefined ? {} : { seat }),
  });
  const of = (...options: OptionNow[]) => lit(aDecision(options, { is_turn: false }), aBoard(), 0);

  it("has what lies in piles, before opponents and in folded zones, and nothing else", () => {
    const found = of(
      choose("Mystic", "hand"),
      choose("Militia", "discard"),
      choose("Shadow Star", "constructs", 1),
      choose("Hedron Cannon", "constructs"),
    );
    const cards = (isFolded: (zone: string) => boolean) => trayOptions(found, 0, isFolded).map(({ card }) => card);
    expect(cards(nowhere)).toEqual(["Militia", "Shadow Star"]);
    expect(cards((zone) => zone === "constructs")).toEqual(["Militia", "Shadow Star", "Hedron Cannon"]);
    expect(litZones(found, 0, nowhere)).toEqual(new Set(["hand", "front"]));
  });

  it("covers the roomiest zones that have no candidate", () => {
    expect(trayRun(new Set(), 4, [])).toEqual(["center", "front"]);
    expect(trayRun(new Set(["hand"]), 4, [])).toEqual(["center", "front"]);
    expect(trayRun(new Set(["front"]), 4, [])).toEqual(["center", "center"]);
    expect(trayRun(new Set(["center"]), 4, [])).toEqual(["hand", "hand"]);
    expect(trayRun(new Set(["center", "hand"]), 4, [])).toEqual(["front", "front"]);
    expect(trayRun(new Set(), 0, ["Garrel", "Odra", "Keep it"])).toEqual(["hand", "hand"]);
    expect(trayRun(new Set(), 0, ["You", "Garrel", "Odra", "Maelin"])).toEqual(["center", "front"]);
    const long = "Acquire any number of Constructs without paying their costs";
    expect(trayRun(new Set(), 0, ["Draw a card", long])).toEqual(["center", "front"]);
  });

  it("takes the answers that do not fit into the ribbon", () => {
    const answers = ["accept", "decline"].map((verb) => ({ text: verb, verb }));
    const words = ({ verb }: OptionNow): string => (verb === "accept" ? "Yes" : "Pay nothing");
    expect(answersFit(answers, 360, words)).toBe(true);
    expect(answersFit([...answers, ...answers], 360, words)).toBe(false);
    expect(answersFit([...answers, ...answers], 1000, words)).toBe(true);
  });
});

describe("what sets bring", () => {
  it("has its place from the beginning", () => {
    expect(featuresOf({ sets: ["chronicle-of-the-godslayer"] })).toEqual({
      energy: false,
      light: false,
      trophies: false,
      events: false,
    });
    expect(featuresOf({ sets: ["rise-of-vigil"] })).toMatchObject({ energy: true, trophies: true });
    expect(featuresOf({ sets: ["war-of-shadows"] })).toMatchObject({ light: true, trophies: true });
    expect(featuresOf({ sets: ["gift-of-the-elements"] })).toMatchObject({ events: true, energy: false });
    expect(featuresOf({ sets: ["gift-of-the-elements"], shards: 3 })).toMatchObject({ energy: true });
  });
});
