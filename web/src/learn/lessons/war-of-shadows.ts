/** Day and night, and cards that cost runes and power. */

import { cardNamed } from "../../cards/facts";
import { lessons } from "../../strings/lessons";
import type { Lesson } from "../engine";
import { END, holds, inRow, lit, mayAcquire, mayPlay, play, PLAY_ALL, pile, purse, ROW, title } from "../finding";
import type { Moment } from "../moment";

const words = lessons.warOfShadows;
const [SENTRY, GLADIATOR] = ["Solar Sentry", "Dark Gladiator"] as const;

const dual = (now: Moment): string =>
  inRow(now, "acquire", { meant: "Lunar Guardian", only: ({ keywords }) => keywords.includes("dual-cost") });
/** A card with a sun that can leave the row now. */
const sun = (now: Moment): string =>
  inRow(now, "defeat", { meant: "Shardwing Beetle", only: ({ orb }) => orb === "light" }) ||
  inRow(now, "acquire", { only: ({ orb }) => orb === "light" });
const monster = (now: Moment): string => inRow(now, "defeat", { kinds: ["monster"], meant: "Shade Viper" });
/** What can be played without the hero that waits for the night. */
const others = (now: Moment): string =>
  now.hand.find((name) => name !== GLADIATOR && cardNamed(name).kind === "hero") ?? "";
const sky = (now: Moment): string => words.sky(now.light, now.suns, now.moons);

export const lesson: Lesson = {
  steps: [
    { name: "welcome", round: 1, reads: true, text: () => words.welcome, light: () => [ROW] },
    { name: "count", round: 1, reads: true, text: sky, light: () => ['[data-zone="light"]', ROW] },
    {
      name: "sentry",
      round: 1,
      text: (now) => words.sentry(now.light === "day"),
      light: () => [play(SENTRY)],
      key: "Enter",
      fits: (now) => holds(now, SENTRY),
    },
    { name: "rest", round: 1, text: () => words.rest, light: () => [PLAY_ALL], key: "p", fits: mayPlay },
    {
      name: "dual cost",
      round: 1,
      text: (now) => words.dual(title(dual(now)), cardNamed(dual(now)).runes ?? 0, cardNamed(dual(now)).power ?? 0),
      light: (now) => [lit(dual(now))],
      key: "Enter",
      fits: (now) => dual(now) !== "",
      done: (now) => now.acquired.length > 0,
    },
    { name: "moved", round: 1, reads: true, text: (now) => words.moved(sky(now)), light: () => [ROW] },
    {
      name: "spend",
      round: 1,
      text: (now) => words.spend(purse(now)),
      light: () => [pile("Mystic")],
      fits: mayAcquire,
      done: (now) => now.acquired.length > 1,
    },
    { name: "end", round: 1, text: () => words.end, light: () => [END], key: "e" },
    {
      name: "wait",
      round: 2,
      reads: true,
      text: (now) => words.wait(sky(now)),
      light: () => [play(GLADIATOR)],
      fits: (now) => holds(now, GLADIATOR) && now.light !== "night",
    },
    {
      name: "others",
      round: 2,
      text: () => words.others,
      light: (now) => [play("Heavy Infantry"), play(others(now))],
      key: "Enter",
      fits: (now) =>
        holds(now, GLADIATOR) && now.light !== "night" && others(now) !== "" && sun(now) !== "Shardwing Beetle",
    },
    {
      name: "sun",
      round: 2,
      text: (now) => words.sun(title(sun(now))),
      light: (now) => [lit(sun(now))],
      key: "Enter",
      fits: (now) => holds(now, GLADIATOR) && now.light !== "night" && sun(now) !== "",
      done: (now) => now.acquired.length + now.defeated.length > 0,
    },
    {
      name: "gladiator",
      round: 2,
      text: (now) => words.gladiator(now.light === "night", sky(now)),
      light: () => [play(GLADIATOR)],
      key: "Enter",
      fits: (now) => holds(now, GLADIATOR),
    },
    { name: "rest again", round: 2, text: () => words.rest, light: () => [PLAY_ALL], key: "p", fits: mayPlay },
    {
      name: "monster",
      round: 2,
      text: (now) => words.monster(purse(now), title(monster(now))),
      light: (now) => [lit(monster(now))],
      key: "Enter",
      fits: (now) => monster(now) !== "",
      done: (now) => now.defeated.length > 1,
    },
    { name: "end again", round: 2, text: () => words.endAgain, light: () => [END], key: "e" },
  ],
  questions: { "Shardwing Beetle": { text: () => words.beetle } },
  closing: (now) => (now.isOver ? lessons.common.isOver : words.closing),
};
