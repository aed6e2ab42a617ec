/** Three turns of a game whose deal is known: playing, acquiring, defeating, and what a construct is. */

import { cardNamed } from "../../cards/facts";
import { lessons } from "../../strings/lessons";
import type { Lesson } from "../engine";
import {
  discardPile,
  END,
  fromPile,
  HAND,
  holds,
  inRow,
  isPossible,
  kindOf,
  lit,
  mayAcquire,
  mayPlay,
  options,
  pile,
  play,
  PLAY_ALL,
  POOL,
  price,
  purse,
  ROW,
  title,
  titles,
} from "../finding";
import type { Moment } from "../moment";

const words = lessons.firstSteps;
const BASIC = new Set(["Apprentice", "Militia"]);

const hero = (now: Moment): string =>
  inRow(now, "acquire", { kinds: ["hero"], meant: "Wolf Shaman" }) ||
  inRow(now, "acquire", { kinds: ["construct"] }) ||
  fromPile(now, "acquire", "Mystic");
const construct = (now: Moment): string => inRow(now, "acquire", { kinds: ["construct"], meant: "Shadow Star" });
const soldier = (now: Moment): string => fromPile(now, "acquire", "Heavy Infantry");
const monster = (now: Moment): string => inRow(now, "defeat", { kinds: ["monster"] });
const inHand = (now: Moment): string => now.hand.find((card) => kindOf(card) === "construct") ?? "";
const usable = (now: Moment): string => options(now, "use")[0]?.card ?? "";
const heroes = (now: Moment): readonly string[] => [lit(hero(now)), pile(hero(now))];

export const lesson: Lesson = {
  steps: [
    { name: "welcome", round: 1, reads: true, text: () => words.welcome, light: () => [HAND] },
    {
      name: "apprentice",
      round: 1,
      text: () => words.apprentice,
      light: () => [play("Apprentice")],
      key: "Enter",
      fits: (now) => holds(now, "Apprentice"),
      done: (now) => now.played.includes("Apprentice"),
    },
    {
      name: "militia",
      round: 1,
      text: (now) => words.militia(purse(now)),
      light: () => [play("Militia")],
      key: "Enter",
      fits: (now) => holds(now, "Militia"),
      done: (now) => now.played.includes("Militia"),
    },
    { name: "rest", round: 1, text: () => words.rest, light: () => [PLAY_ALL], key: "p", fits: mayPlay },
    {
      name: "look",
      round: 1,
      reads: true,
      looks: true,
      text: (now) => words.look(purse(now), title(hero(now))),
      light: heroes,
      key: "Space",
      fits: (now) => hero(now) !== "",
    },
    {
      name: "acquire",
      round: 1,
      text: (now) => words.acquire(title(hero(now)), price(hero(now))),
      light: heroes,
      key: "Enter",
      fits: (now) => hero(now) !== "",
      done: (now) => now.acquired.length > 0,
    },
    {
      name: "discard",
      round: 1,
      reads: true,
      text: (now) => words.discard(titles(now.acquired)),
      light: (now) => [discardPile(now)],
      fits: (now) => now.acquired.length > 0,
    },
    {
      name: "cultist",
      round: 1,
      text: (now) => words.cultist(now.power),
      light: () => [pile("Cultist")],
      key: "Enter",
      fits: (now) => isPossible(now, "defeat"),
      done: (now) => now.defeated.length > 0,
    },
    {
      name: "honor",
      round: 1,
      reads: true,
      text: (now) => words.honor(now.honor),
      light: () => [POOL],
      fits: (now) => now.honor > 0,
    },
    { name: "end", round: 1, text: () => words.end, light: () => [END], key: "e" },
    { name: "second hand", round: 2, text: () => words.secondHand, light: () => [PLAY_ALL], key: "p", fits: mayPlay },
    {
      name: "construct",
      round: 2,
      text: (now) => words.construct(title(construct(now))),
      light: (now) => [lit(construct(now))],
      key: "Enter",
      fits: (now) => construct(now) !== "",
      done: (now) => now.acquired.length > 0,
    },
    {
      name: "soldier",
      round: 2,
      text: (now) => words.soldier(titles(now.acquired), purse(now), title(soldier(now))),
      light: (now) => [pile(soldier(now))],
      key: "Enter",
      fits: (now) => soldier(now) !== "",
      done: (now) => now.acquired.length > 1 || now.acquired.some((card) => cardNamed(card).origin === "supply"),
    },
    { name: "end again", round: 2, text: () => words.endAgain, light: () => [END], key: "e" },
    {
      name: "put a construct into play",
      round: 3,
      text: (now) => words.layConstruct(titles(now.hand.filter((card) => !BASIC.has(card))), title(inHand(now))),
      light: (now) => [play(inHand(now))],
      key: "Enter",
      fits: (now) => inHand(now) !== "",
      done: (now) => now.played.some((card) => kindOf(card) === "construct"),
    },
    {
      name: "use a construct",
      round: 3,
      text: (now) => words.useConstruct(title(usable(now))),
      light: (now) => [lit(usable(now))],
      key: "Enter",
      fits: (now) => usable(now) !== "",
      done: (now) => now.used.length > 0,
    },
    { name: "third hand", round: 3, text: () => words.thirdHand, light: () => [PLAY_ALL], key: "p", fits: mayPlay },
    {
      name: "monster",
      round: 3,
      text: (now) => words.monster(purse(now), title(monster(now))),
      light: (now) => [lit(monster(now))],
      key: "Enter",
      fits: (now) => monster(now) !== "",
      done: (now) => now.defeated.length > 0,
    },
    {
      name: "spend",
      round: 3,
      text: (now) => words.spend(purse(now)),
      light: () => [ROW],
      fits: mayAcquire,
      done: (now) => now.acquired.length > 0,
    },
    { name: "end once more", round: 3, text: () => words.endOnceMore, light: () => [END], key: "e" },
  ],
  closing: (now) => (now.isOver ? words.isOver : words.closing(now.pool, now.honor)),
  closingLight: [POOL],
};
