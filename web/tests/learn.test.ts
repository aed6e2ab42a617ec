import { describe, expect, it } from "vitest";

import type { Happening, OptionNow, PlayerNow, ViewNow, TurnNow } from "../src/api/messages";
import { momentOf, type Moment } from "../src/learn/moment";
import { lesson as betterDeck } from "../src/learn/lessons/a-better-deck";
import { lesson as firstSteps } from "../src/learn/lessons/first-steps";
import { lesson as gift } from "../src/learn/lessons/gift-of-the-elements";
import { LESSONS } from "../src/learn/lessons";
import { lesson as rise } from "../src/learn/lessons/rise-of-vigil";
import { lesson as war } from "../src/learn/lessons/war-of-shadows";
import * as engine from "../src/learn/engine";
import { aBoard, aDecision, aPlayer, aView } from "../src/design/tables";

const play = (card: string): OptionNow => ({ text: `play ${card}`, verb: "play", card, zone: "hand" });
const use = (card: string): OptionNow => ({ text: `use ${card}`, verb: "use", card });
const take = (verb: "acquire" | "defeat", card: string, zone: "row" | "supply"): OptionNow => ({
  text: `${verb} ${card}`,
  verb,
  card,
  zone,
});
const END: OptionNow = { text: "end turn", verb: "end turn" };

interface Given {
  turn?: Partial<TurnNow>;
  me?: Partial<PlayerNow>;
  options?: OptionNow[] | undefined;
  told?: Happening[];
  view?: Partial<ViewNow>;
  isOver?: boolean;
}

/** The table as the guide sees it; my turn unless it is said otherwise. */
function moment({ turn = {}, me = {}, options, told = [], view = {}, isOver = false }: Given = {}): Moment {
  const board = aBoard({ over: isOver, players: [aPlayer({ hand: [], ...me }), aPlayer()] });
  board.turn = { ...board.turn, ...turn };
  const begins: Happening = { kind: "turn begins", seat: board.turn.seat, amount: board.turn.number };
  const news = [
    { version: 1, seat: 0, text: "", happenings: [{ kind: "acquires", seat: 0, card: "Mystic" }, begins, ...told] },
  ];
  return momentOf(aView({ board, decision: options ? aDecision([...options, END]) : null, ...view }), news)!;
}

const STEPS = firstSteps.steps;
const LAST = STEPS.length;
const advance = (place: number, now: Moment): number => engine.advance(firstSteps, place, now);
const said = (place: number, now: Moment, before: Moment | undefined): engine.Word =>
  engine.said(firstSteps, place, now, before);
const placeOf = (name: string): number => STEPS.findIndex((step) => step.name === name);
const nameAfter = (from: string, now: Moment, passed = 0): string | undefined =>
  STEPS[advance(placeOf(from) + passed, now)]?.name;

const HAND = { hand: ["Apprentice", "Militia"] };
const BOTH = [play("Apprentice"), play("Militia")];

describe("a moment", () => {
  it("knows what was done this turn, and nothing of the turn before", () => {
    const now = moment({ options: [], told: [{ kind: "plays", seat: 0, card: "Apprentice" }] });
    expect(now).toMatchObject({ round: 1, isMine: true, isFree: true, played: ["Apprentice"], acquired: [] });
  });

  it("counts rounds: after both have had two turns the third begins", () => {
    expect(moment({ turn: { number: 4, seat: 1 } })).toMatchObject({ round: 2, isMine: false });
    expect(moment({ turn: { number: 5 } })).toMatchObject({ round: 3, isMine: true });
  });

  it("is nothing for those who only watch", () => {
    expect(momentOf(aView({ seat: null }), [])).toBeUndefined();
  });
});

describe("the lesson", () => {
  it("waits for a reader at the beginning, then for the first card", () => {
    const now = moment({ me: HAND, options: BOTH });
    expect(advance(0, now)).toBe(0);
    expect(said(0, now, undefined)).toMatchObject({ waits: "reader", light: ['[data-zone="hand"]'] });
    expect(nameAfter("welcome", now, 1)).toBe("apprentice");
    expect(said(1, now, undefined)).toMatchObject({
      waits: "player",
      light: ['[data-zone="hand"] [data-choice="play Apprentice"]'],
    });
  });

  it("leaves out what somebody has done already", () => {
    const told = [{ kind: "plays", seat: 0, card: "Apprentice" }];
    const now = moment({ me: { hand: ["Militia"] }, options: [play("Militia")], told });
    expect(nameAfter("apprentice", now)).toBe("militia");
  });

  it("stays where it is while the server has not answered, or a question is open", () => {
    expect(nameAfter("rest", moment())).toBe("rest");
    const question = aDecision([{ text: "yes", verb: "accept" }], {
      is_turn: false,
      card: "Mephit",
      prompt: "Banish?",
    });
    const now = moment({ view: { decision: question } });
    expect(nameAfter("rest", now)).toBe("rest");
    expect(said(placeOf("rest"), now, undefined)).toMatchObject({ light: ['[data-zone="question"]'] });
    expect(said(placeOf("rest"), now, undefined).text).toMatch(/^Mephit asks you something/);
  });

  it("means Wolf Shaman, and otherwise the dearest hero that can be had", () => {
    const offers = ["Seer of the Forked Path", "Wolf Shaman", "Shade of the Black Watch", "Shadow Star"];
    const options = offers.map((card) => take("acquire", card, "row"));
    expect(nameAfter("acquire", moment({ options }))).toBe("acquire");
    expect(said(placeOf("acquire"), moment({ options }), undefined).light[0]).toBe(
      '[data-looks="Wolf Shaman"][data-lit]',
    );
    const others = options.filter(({ card }) => card !== "Wolf Shaman");
    expect(said(placeOf("acquire"), moment({ options: others }), undefined).text).toMatch("Shade of the Black Watch");
  });

  it("speaks of the card that was really acquired, and not at all of discarding where there is none", () => {
    const told = [{ kind: "acquires", seat: 0, card: "Mystic" }];
    const now = moment({ options: [], told });
    expect(nameAfter("acquire", now)).toBe("discard");
    expect(said(placeOf("discard"), now, undefined).text).toMatch(/^Mystic went to your discard pile/);
    expect(nameAfter("acquire", moment({ options: [] }))).toBe("end");
  });

  it("goes over to watching when the turn was ended early, and says what was lost", () => {
    const before = moment({ turn: { runes: 3, power: 2 }, options: BOTH });
    const now = moment({ turn: { seat: 1, number: 2 }, told: [{ kind: "acquires", seat: 1, card: "Shadow Star" }] });
    const place = advance(placeOf("rest"), now);
    expect(STEPS[place]?.name).toBe("second hand");
    expect(said(place, now, before)).toMatchObject({ waits: "others" });
    expect(said(place, now, before).text).toBe(
      "3 runes and 2 power went unspent and are lost. Your opponent has a turn. So far it has taken Shadow Star.",
    );
  });

  it("goes on from a pile where the row offers no construct", () => {
    const options = [take("acquire", "Heavy Infantry", "supply"), take("acquire", "Mystic", "supply")];
    const now = moment({ turn: { number: 3, runes: 5 }, options });
    expect(nameAfter("second hand", now)).toBe("soldier");
    expect(said(placeOf("soldier"), now, undefined).light).toEqual(['[data-pile="supply-Heavy Infantry"]']);
    const bought = moment({
      turn: { number: 3, runes: 3 },
      options,
      told: [{ kind: "acquires", seat: 0, card: "Mystic" }],
    });
    expect(nameAfter("soldier", bought)).toBe("end again");
  });

  it("lays, uses and fights in the third turn", () => {
    const turn = { number: 5, power: 3, runes: 3 };
    const hand = ["Apprentice", "Shadow Star"];
    expect(nameAfter("end again", moment({ turn, me: { hand }, options: hand.map(play) }))).toBe(
      "put a construct into play",
    );
    const laid = [{ kind: "plays", seat: 0, card: "Shadow Star" }];
    expect(nameAfter("put a construct into play", moment({ turn, options: [use("Shadow Star")], told: laid }))).toBe(
      "use a construct",
    );
    const used = [...laid, { kind: "uses", seat: 0, card: "Shadow Star" }];
    const fight = [take("defeat", "Samael's Trickster", "row"), take("defeat", "Cultist", "supply")];
    const now = moment({ turn, options: fight, told: used });
    expect(nameAfter("use a construct", now)).toBe("monster");
    expect(said(placeOf("monster"), now, undefined).light).toEqual([`[data-looks="Samael's Trickster"][data-lit]`]);
  });

  it("goes back to the end of a turn that was taken back, and cannot pass it over", () => {
    const now = moment({ turn: { number: 3 }, options: BOTH });
    expect(nameAfter("put a construct into play", now)).toBe("end again");
    expect(nameAfter("end again", now, 1)).toBe("end again");
    expect(said(placeOf("end again"), now, undefined)).toMatchObject({ waits: "end", key: "e" });
  });

  it("closes after the third turn, and whenever the game is over", () => {
    const now = moment({ turn: { seat: 1, number: 6 } });
    expect(advance(placeOf("end once more"), now)).toBe(LAST);
    expect(said(LAST, now, undefined)).toMatchObject({ waits: "nobody" });
    expect(advance(LAST, moment({ turn: { number: 7 }, options: BOTH }))).toBe(LAST);
    expect(advance(0, moment({ isOver: true }))).toBe(LAST);
  });

  it("goes back from its end, too, when the last turn is taken back", () => {
    expect(STEPS[advance(LAST, moment({ turn: { number: 5 }, options: BOTH }))]?.name).toBe("end once more");
  });
});

describe("every lesson", () => {
  const lessons = { firstSteps, betterDeck, rise, war, gift };
  const tables = [
    moment(),
    moment({ options: [] }),
    moment({ options: BOTH, me: HAND }),
    moment({ turn: { number: 3 }, options: BOTH, me: HAND }),
    moment({ turn: { number: 4, seat: 1 } }),
    moment({ isOver: true }),
  ];

  it("is listed, with its script", async () => {
    const scripts = await Promise.all(LESSONS.map(({ load }) => load()));
    expect(scripts.map(({ lesson }) => lesson)).toEqual(Object.values(lessons));
  });

  it.each(Object.entries(lessons))("can be shown from every step at every table: %s", (_, lesson) => {
    for (const now of tables)
      for (let place = 0; place <= lesson.steps.length; place++) {
        const word = engine.said(lesson, engine.advance(lesson, place, now), now, undefined);
        expect(word.text).not.toMatch(/undefined|\s\s|\s\./);
        expect(word.text.length).toBeLessThan(280);
      }
  });

  it.each(Object.entries(lessons))("ends every turn with a step that cannot be skipped: %s", (_, { steps }) => {
    for (const [place, step] of steps.entries()) {
      expect(step.round).toBeGreaterThanOrEqual(steps[place - 1]?.round ?? 1);
      if (step.round !== steps[place + 1]?.round) expect(step).toMatchObject({ key: "e" });
    }
  });

  it("says of a question what it means, where the lesson knows it", () => {
    const question = aDecision([], { is_turn: false, card: "Void Initiate" });
    const word = engine.said(betterDeck, 2, moment({ view: { decision: question } }), undefined);
    expect(word.text).toMatch("Banish an Apprentice");
    expect(word.light).toContain('[data-choice="choose Apprentice from discard"]');
  });

  it("waits for the night with the card that needs it", () => {
    const hand = ["Dark Gladiator"];
    const options = [play("Dark Gladiator"), take("defeat", "Shardwing Beetle", "row")];
    const shown = (light: string): string | undefined => {
      const given = moment({ turn: { number: 3, power: 4 }, me: { hand }, options });
      const now = { ...given, light };
      return war.steps[
        engine.advance(
          war,
          war.steps.findIndex(({ name }) => name === "sun"),
          now,
        )
      ]?.name;
    };
    expect(shown("day")).toBe("sun");
    expect(shown("night")).toBe("gladiator");
  });
});
