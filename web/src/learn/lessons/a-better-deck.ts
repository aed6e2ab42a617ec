/** The last turns of a game: banishing, factions, a thin deck, and how the game ends. */

import { lessons } from "../../strings/lessons";
import type { Lesson } from "../engine";
import {
  choice,
  discardPile,
  END,
  HAND,
  holds,
  inRow,
  lit,
  mayPlay,
  play,
  PLAY_ALL,
  POOL,
  purse,
  title,
} from "../finding";
import type { Moment } from "../moment";

const words = lessons.aBetterDeck;
const [INITIATE, KIN, WOLF] = ["Void Initiate", "Lifebound Initiate", "Runic Lycanthrope"] as const;

const ally = (now: Moment): string =>
  inRow(now, "acquire", { kinds: ["hero"], meant: "Wolf Shaman", only: (card) => card.faction === "lifebound" });
const monster = (now: Moment): string =>
  inRow(now, "defeat", { kinds: ["monster"], meant: now.round > 1 ? "Mistake of Creation" : "Samael's Trickster" });
const reward = ({ options }: Moment): string =>
  options.some(({ zone }) => zone === "row") ? words.banishFromRow : words.banishOwn;
const worthiest = (now: Moment): string => inRow(now, "acquire", { worth: (card) => card.honor ?? 0 });

export const lesson: Lesson = {
  steps: [
    { name: "welcome", round: 1, reads: true, text: (now) => words.welcome(now.owned), light: () => [HAND] },
    {
      name: "void",
      round: 1,
      text: () => words.banish,
      light: () => [play(INITIATE)],
      key: "Enter",
      fits: (now) => holds(now, INITIATE),
    },
    {
      name: "thin",
      round: 1,
      reads: true,
      text: (now) => words.thin(title(now.banished[0] ?? ""), now.owned),
      light: (now) => [discardPile(now)],
      fits: (now) => now.banished.length > 0,
    },
    {
      name: "factions",
      round: 1,
      reads: true,
      text: () => words.factions,
      light: () => [play(WOLF)],
      fits: (now) => holds(now, WOLF),
    },
    {
      name: "kin",
      round: 1,
      text: () => words.kin,
      light: () => [play(KIN)],
      key: "Enter",
      fits: (now) => holds(now, KIN) && holds(now, WOLF),
    },
    {
      name: "wolf",
      round: 1,
      text: (now) => (now.played.includes(KIN) ? words.wolf : words.wolfAlone),
      light: () => [play(WOLF)],
      key: "Enter",
      fits: (now) => holds(now, WOLF),
    },
    { name: "rest", round: 1, text: () => words.rest, light: () => [PLAY_ALL], key: "p", fits: mayPlay },
    {
      name: "ally",
      round: 1,
      text: (now) => words.ally(purse(now), title(ally(now))),
      light: (now) => [lit(ally(now))],
      key: "Enter",
      fits: (now) => ally(now) !== "",
      done: (now) => now.acquired.length > 0,
    },
    {
      name: "fight",
      round: 1,
      text: (now) => words.fight(now.power, title(monster(now)), now.pool),
      light: (now) => [lit(monster(now))],
      key: "Enter",
      fits: (now) => monster(now) !== "",
      done: (now) => now.defeated.length > 0,
    },
    { name: "end", round: 1, text: () => words.end, light: () => [END], key: "e" },
    {
      name: "pool",
      round: 2,
      reads: true,
      text: (now) => words.pool(now.pool),
      light: () => [POOL],
      fits: (now) => !now.isLastRound,
    },
    { name: "second hand", round: 2, text: () => words.secondHand, light: () => [PLAY_ALL], key: "p", fits: mayPlay },
    {
      name: "worth",
      round: 2,
      text: (now) => words.worth(title(worthiest(now))),
      light: (now) => [lit(worthiest(now))],
      key: "Enter",
      fits: (now) => worthiest(now) !== "",
      done: (now) => now.acquired.length > 0,
    },
    {
      name: "last monster",
      round: 2,
      text: (now) => words.lastMonster(title(monster(now))),
      light: (now) => [lit(monster(now))],
      key: "Enter",
      fits: (now) => monster(now) !== "",
      done: (now) => now.defeated.length > 0,
    },
    {
      name: "last round",
      round: 2,
      reads: true,
      text: () => words.lastRound,
      light: () => [POOL],
      fits: (now) => now.isLastRound,
    },
    { name: "end again", round: 2, text: () => words.endAgain, light: () => [END], key: "e" },
  ],
  questions: {
    [INITIATE]: {
      text: () => words.whatToBanish,
      light: () => [choice("choose Apprentice from discard"), choice("choose Apprentice")],
    },
    "Mistake of Creation": { text: reward },
    Mephit: { text: reward },
  },
  closing: (now) => (now.isOver ? words.isOver : words.closing(now.pool)),
};
