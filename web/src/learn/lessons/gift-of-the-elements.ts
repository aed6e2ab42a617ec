/** Events and how they transform, Empower, and monsters that infest a deck. */

import { cardNamed } from "../../cards/facts";
import { lessons } from "../../strings/lessons";
import type { Lesson } from "../engine";
import {
  card,
  choice,
  discardPile,
  END,
  inRow,
  lit,
  mayAcquire,
  mayPlay,
  options,
  PLAY_ALL,
  purse,
  ROW,
  title,
} from "../finding";
import type { Moment } from "../moment";

const words = lessons.giftOfTheElements;
const GREMLINS = "Bam Tribe Gremlins";

const has =
  (keyword: string) =>
  ({ keywords }: { keywords: readonly string[] }): boolean =>
    keywords.includes(keyword);
const empowering = (now: Moment): string =>
  inRow(now, "acquire", { meant: "Flourishing Druidess", only: has("empower") });
const infesting = (now: Moment): string => inRow(now, "defeat", { meant: GREMLINS, only: has("infest") });
const transformable = (now: Moment): string =>
  options(now, "use").find(({ card }) => cardNamed(card!).kind === "event")?.card ?? "";
const becomes = (event: string): string => title(cardNamed(event).otherSide ?? "");

export const lesson: Lesson = {
  steps: [
    { name: "welcome", round: 1, reads: true, text: () => words.welcome, light: () => [ROW] },
    {
      name: "event",
      round: 1,
      reads: true,
      text: (now) => words.event(title(now.event ?? "")),
      light: (now) => [card(now.event ?? "")],
      fits: (now) => now.event !== undefined,
    },
    { name: "play", round: 1, text: () => words.play, light: () => [PLAY_ALL], key: "p", fits: mayPlay },
    {
      name: "empower",
      round: 1,
      text: (now) => words.empower(title(empowering(now))),
      light: (now) => [lit(empowering(now))],
      key: "Enter",
      fits: (now) => empowering(now) !== "",
      done: (now) => now.acquired.length > 0,
    },
    {
      name: "empowered",
      round: 1,
      reads: true,
      text: (now) => words.empowered(title(now.banished[0] ?? "")),
      light: (now) => [discardPile(now)],
      fits: (now) => now.banished.length > 0,
    },
    {
      name: "infest",
      round: 1,
      text: (now) => words.infest(title(infesting(now))),
      light: (now) => [lit(infesting(now))],
      key: "Enter",
      fits: (now) => infesting(now) !== "",
      done: (now) => now.defeated.length > 0,
    },
    { name: "end", round: 1, text: () => words.end, light: () => [END], key: "e" },
    { name: "second hand", round: 2, text: () => words.secondHand, light: () => [PLAY_ALL], key: "p", fits: mayPlay },
    {
      name: "transform",
      round: 2,
      text: (now) => words.transform(now.runes, title(transformable(now)), becomes(transformable(now))),
      light: (now) => [lit(transformable(now))],
      key: "Enter",
      fits: (now) => transformable(now) !== "",
      done: (now) => now.event === undefined,
    },
    {
      name: "transformed",
      round: 2,
      reads: true,
      text: () => words.transformed,
      light: (now) => [discardPile(now)],
      fits: (now) => now.acquired.some((name) => cardNamed(name).origin === "event"),
    },
    {
      name: "spend",
      round: 2,
      text: (now) => words.spend(purse(now)),
      light: () => [ROW],
      fits: (now) => mayAcquire(now) && now.acquired.length === 0,
    },
    { name: "end again", round: 2, text: () => words.endAgain, light: () => [END], key: "e" },
  ],
  questions: {
    "Flourishing Druidess": { text: () => words.whatToBanish, light: () => [choice("choose Apprentice")] },
    [GREMLINS]: { text: () => words.whereTo, light: () => [choice("choose p2")] },
  },
  closing: (now) => (now.isOver ? lessons.common.isOver : words.closing),
};
