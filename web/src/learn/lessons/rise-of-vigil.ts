/** Energy, Energize, treasure under the row, fates and trophies. */

import { cardNamed } from "../../cards/facts";
import { lessons } from "../../strings/lessons";
import type { Lesson } from "../engine";
import { card, END, HAND, holds, inRow, lit, mayAcquire, mayPlay, play, PLAY_ALL, purse, ROW, title } from "../finding";
import type { Moment } from "../moment";

const words = lessons.riseOfVigil;
const FAMILIAR = "Leotan's Familiar";

const shard = (now: Moment): string => now.hand.find((name) => name.startsWith("Energy Shard")) ?? "";
const treasures = (now: Moment, name: string): number => now.row.find(({ card }) => card === name)?.treasure ?? 0;
const onTreasure = (now: Moment): string =>
  inRow(now, "acquire", { meant: "Darkwalker", only: ({ name }) => treasures(now, name) > 0 });
const trophy = (now: Moment): string =>
  inRow(now, "defeat", { meant: "Serpent Siren", only: ({ keywords }) => keywords.includes("trophy") });
const kept = (now: Moment): string =>
  now.options.find(({ verb, card }) => verb === "use" && card && now.trophies.includes(card))?.card ?? "";
const monster = (now: Moment): string => inRow(now, "defeat", { kinds: ["monster"], meant: "Raging Ursine" });
const withFate = (now: Moment): string =>
  now.row.find(({ card }) => cardNamed(card).keywords.includes("fate"))?.card ?? "";

export const lesson: Lesson = {
  steps: [
    { name: "welcome", round: 1, reads: true, text: () => words.welcome, light: () => [HAND] },
    {
      name: "shard",
      round: 1,
      text: () => words.shard,
      light: (now) => [play(shard(now))],
      key: "Enter",
      fits: (now) => shard(now) !== "",
      done: (now) => now.energy > 0,
    },
    {
      name: "energize",
      round: 1,
      text: (now) => words.energize(now.energy),
      light: () => [play(FAMILIAR)],
      key: "Enter",
      fits: (now) => holds(now, FAMILIAR),
    },
    { name: "rest", round: 1, text: (now) => words.rest(now.energy), light: () => [PLAY_ALL], key: "p", fits: mayPlay },
    {
      name: "treasure",
      round: 1,
      text: (now) => words.treasure(title(onTreasure(now))),
      light: (now) => [lit(onTreasure(now))],
      key: "Enter",
      fits: (now) => onTreasure(now) !== "",
      done: (now) => now.acquired.length > 0,
    },
    {
      name: "yours",
      round: 1,
      reads: true,
      text: () => words.yours,
      light: () => [ROW],
      fits: (now) => now.acquired.some((name) => name.startsWith("Energy Shard")),
    },
    {
      name: "fate",
      round: 1,
      reads: true,
      text: (now) => words.fate(title(withFate(now))),
      light: (now) => [card(withFate(now))],
      fits: (now) => withFate(now) !== "",
    },
    { name: "end", round: 1, text: () => words.end, light: () => [END], key: "e" },
    { name: "second hand", round: 2, text: () => words.secondHand, light: () => [PLAY_ALL], key: "p", fits: mayPlay },
    {
      name: "trophy",
      round: 2,
      text: (now) => words.trophy(title(trophy(now))),
      light: (now) => [lit(trophy(now))],
      key: "Enter",
      fits: (now) => trophy(now) !== "",
      done: (now) => now.defeated.length > 0,
    },
    {
      name: "use the trophy",
      round: 2,
      text: (now) => words.useTrophy(title(kept(now)), now.energy),
      light: (now) => [lit(kept(now))],
      key: "Enter",
      fits: (now) => kept(now) !== "",
    },
    {
      name: "monster",
      round: 2,
      text: (now) => words.monster(now.energy, title(monster(now)), treasures(now, monster(now))),
      light: (now) => [lit(monster(now))],
      key: "Enter",
      fits: (now) => monster(now) !== "",
      done: (now) => now.defeated.length > 1,
    },
    {
      name: "spend",
      round: 2,
      text: (now) => words.spend(purse(now)),
      light: () => [ROW],
      fits: mayAcquire,
      done: (now) => now.acquired.some((name) => !name.startsWith("Energy Shard")),
    },
    { name: "end again", round: 2, text: () => words.endAgain, light: () => [END], key: "e" },
  ],
  questions: { Darkwalker: { text: () => words.darkwalker } },
  closing: (now) => (now.isOver ? lessons.common.isOver : words.closing),
};
