/**
 * The lesson: three turns of a game whose deal is known, and whose opponent always does the same. Whoever does something
 * else meets other cards; so each step asks the table what is possible, and is left out where it does not fit.
 */

import { cardNamed, priceOf, titleOf } from "../cards/facts";
import type { Moment } from "./moment";

export interface Step {
  readonly name: string;
  /** The turn that it belongs to. */
  readonly round: number;
  readonly text: (now: Moment) => string;
  /** What the light falls on, as a selector. */
  readonly light?: (now: Moment) => string;
  /** The key that does it. */
  readonly key?: string;
  /** Only to be read: it waits for a button. The others wait for what they ask for. */
  readonly reads?: boolean;
  readonly fits?: (now: Moment) => boolean;
  readonly done?: (now: Moment) => boolean;
}

// --- what is possible

const options = (now: Moment, verb: string) => now.options.filter((option) => option.verb === verb && option.card);

const dearest = (cards: readonly string[]): string | undefined =>
  [...cards].sort((one, other) => priceOf(cardNamed(other)) - priceOf(cardNamed(one)))[0];

/** The best card in the row that can be had: the one that the lesson means, or else the dearest of its kind. */
function inRow(now: Moment, verb: "acquire" | "defeat", kinds: readonly string[], meant = ""): string | undefined {
  const cards = options(now, verb)
    .filter(({ zone, card }) => zone === "row" && kinds.includes(cardNamed(card!).kind))
    .map(({ card }) => card!);
  return cards.includes(meant) ? meant : dearest(cards);
}

const fromPile = (now: Moment, verb: "acquire" | "defeat", meant: string): string | undefined => {
  const cards = options(now, verb).flatMap(({ zone, card }) => (zone === "supply" ? [card!] : []));
  return cards.includes(meant) ? meant : dearest(cards);
};

const hero = (now: Moment): string =>
  inRow(now, "acquire", ["hero"], "Wolf Shaman") ??
  inRow(now, "acquire", ["construct"]) ??
  fromPile(now, "acquire", "Mystic") ??
  "";
const construct = (now: Moment): string => inRow(now, "acquire", ["construct"], "Shadow Star") ?? "";
const soldier = (now: Moment): string => fromPile(now, "acquire", "Heavy Infantry") ?? "";
const monster = (now: Moment): string => inRow(now, "defeat", ["monster"]) ?? "";
const inHand = (now: Moment): string => now.hand.find((card) => cardNamed(card).kind === "construct") ?? "";
const usable = (now: Moment): string => options(now, "use")[0]?.card ?? "";

const mayPlay = (now: Moment): boolean => options(now, "play").length > 0;
const mayAcquire = (now: Moment): boolean => options(now, "acquire").length > 0;
const mayDefeat = (now: Moment): boolean => options(now, "defeat").length > 0;

// --- where it lies

const HAND = '[data-zone="hand"]';
const END = '[data-action="end"]';
const PLAY_ALL = '[data-action="play-all"]';
const choice = (text: string): string => `[data-choice=${JSON.stringify(text)}]`;
const play = (card: string): string => `${HAND} ${choice(`play ${card}`)}`;
const looks = (card: string): string => `[data-looks=${JSON.stringify(card)}][data-lit]`;

// --- what is said

export const counted = (amount: number, thing: "rune" | "power"): string =>
  `${amount} ${thing === "rune" && amount !== 1 ? "runes" : thing === "rune" ? "rune" : "power"}`;

const listed = (items: readonly string[]): string =>
  items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : (items[0] ?? "");

const titles = (cards: readonly string[]): string =>
  listed([...new Set(cards)].map((card) => titleOf(cardNamed(card))));

/** What there is to spend: `3 runes and 2 power`. */
const purse = ({ runes, power }: Moment): string =>
  listed([...(runes ? [counted(runes, "rune")] : []), ...(power ? [counted(power, "power")] : [])]) || "nothing";

const IS_BASIC = new Set(["Apprentice", "Militia"]);

export const STEPS: readonly Step[] = [
  {
    name: "welcome",
    round: 1,
    reads: true,
    text: () =>
      "Welcome. You and a bot sit at this table, and each of you builds a deck. Whoever has the most honor at the end wins. This is your first hand.",
    light: () => HAND,
  },
  {
    name: "apprentice",
    round: 1,
    text: () => "Play an Apprentice: touch it. It gives a rune, and runes acquire cards. Playing a card costs nothing.",
    light: () => play("Apprentice"),
    key: "Enter",
    fits: (now) => now.hand.includes("Apprentice"),
    done: (now) => now.played.includes("Apprentice"),
  },
  {
    name: "militia",
    round: 1,
    text: (now) =>
      `You have ${purse(now)} now, as the strip below says. Play a Militia: it gives power, and power defeats monsters.`,
    light: () => play("Militia"),
    key: "Enter",
    fits: (now) => now.hand.includes("Militia"),
    done: (now) => now.played.includes("Militia"),
  },
  {
    name: "rest",
    round: 1,
    text: () => "Play the others too: one by one, or all of them at once.",
    light: () => PLAY_ALL,
    key: "p",
    fits: mayPlay,
  },
  {
    name: "look",
    round: 1,
    reads: true,
    text: (now) =>
      `You have ${purse(now)}. What lies in the row is for everybody. Read ${titles([hero(now)])} before you take it: rest the pointer on the card, or hold it.`,
    light: (now) => looks(hero(now)),
    key: "Space",
    fits: (now) => hero(now) !== "",
  },
  {
    name: "acquire",
    round: 1,
    text: (now) =>
      `Now acquire ${titles([hero(now)])}: touch it. It costs ${counted(priceOf(cardNamed(hero(now))), "rune")}.`,
    light: (now) => looks(hero(now)),
    key: "Enter",
    fits: (now) => hero(now) !== "",
    done: (now) => now.acquired.length > 0,
  },
  {
    name: "discard",
    round: 1,
    reads: true,
    text: (now) =>
      `${titles(now.acquired)} went to your discard pile. When your deck is empty, the discard pile is shuffled and becomes the deck: then you draw what you have acquired.`,
    light: (now) => `[data-pile="discard-${now.seat}"]`,
    fits: (now) => now.acquired.length > 0,
  },
  {
    name: "cultist",
    round: 1,
    text: (now) =>
      `${counted(now.power, "power")} is left. The Cultist costs 2 and never goes away. Defeat it for 1 honor.`,
    light: () => '[data-pile="supply-Cultist"]',
    key: "Enter",
    fits: mayDefeat,
    done: (now) => now.defeated.length > 0,
  },
  {
    name: "honor",
    round: 1,
    reads: true,
    text: (now) =>
      `You have ${now.honor} honor, taken from the pool. When the pool is empty, the game ends. Most cards that you acquire are worth honor too: it is the small crystal on them.`,
    light: () => '[data-pile="pool"]',
    fits: (now) => now.honor > 0,
  },
  {
    name: "end",
    round: 1,
    text: () => "End the turn. The cards you have played are discarded, and you draw five new ones.",
    light: () => END,
    key: "e",
    fits: () => true,
  },
  {
    name: "second hand",
    round: 2,
    text: () => "Your turn again, with the other five cards of your deck. Play them all.",
    light: () => PLAY_ALL,
    key: "p",
    fits: mayPlay,
  },
  {
    name: "construct",
    round: 2,
    text: (now) =>
      `${titles([construct(now)])} is a construct. A hero helps once and is discarded; a construct stays before you and helps in each of your turns. Acquire it.`,
    light: (now) => looks(construct(now)),
    key: "Enter",
    fits: (now) => construct(now) !== "",
    done: (now) => now.acquired.length > 0,
  },
  {
    name: "soldier",
    round: 2,
    text: (now) =>
      `${now.acquired.length ? `${titles(now.acquired)} will serve you. ` : ""}You have ${purse(now)}. Heavy Infantry for power and Mystics for runes are always there. Acquire ${titles([soldier(now)])}.`,
    light: (now) => `[data-pile="supply-${soldier(now)}"]`,
    key: "Enter",
    fits: (now) => soldier(now) !== "",
    done: (now) => now.acquired.length > 1 || now.acquired.some((card) => cardNamed(card).origin === "supply"),
  },
  {
    name: "end again",
    round: 2,
    text: () =>
      "End the turn. Your deck is empty, so the discard pile is shuffled now, with all that you have acquired.",
    light: () => END,
    key: "e",
    fits: () => true,
  },
  {
    name: "lay a construct",
    round: 3,
    text: (now) =>
      `Look what you have drawn: ${titles(now.hand.filter((card) => !IS_BASIC.has(card)))}. Play ${titles([inHand(now)])}.`,
    light: (now) => play(inHand(now)),
    key: "Enter",
    fits: (now) => inHand(now) !== "",
    done: (now) => now.played.some((card) => cardNamed(card).kind === "construct"),
  },
  {
    name: "use a construct",
    round: 3,
    text: (now) => `${titles([usable(now)])} lies before you and stays there. Use it: once in each of your turns.`,
    light: (now) => `.front ${looks(usable(now))}`,
    key: "Enter",
    fits: (now) => usable(now) !== "",
    done: (now) => now.used.length > 0,
  },
  {
    name: "third hand",
    round: 3,
    text: () => "Play the rest of your hand.",
    light: () => PLAY_ALL,
    key: "p",
    fits: mayPlay,
  },
  {
    name: "monster",
    round: 3,
    text: (now) =>
      `You have ${purse(now)}: enough for ${titles([monster(now)])}. Its reward is better than that of the Cultist, and it goes to the void. Defeat it.`,
    light: (now) => looks(monster(now)),
    key: "Enter",
    fits: (now) => monster(now) !== "",
    done: (now) => now.defeated.length > 0,
  },
  {
    name: "spend",
    round: 3,
    text: (now) =>
      `You have ${purse(now)}. Acquire what you like; a Mystic is never wrong, for more runes buy better cards. What you do not spend is lost with the turn.`,
    light: () => '[data-zone="row"]',
    fits: mayAcquire,
    done: (now) => now.acquired.length > 0,
  },
  {
    name: "end once more",
    round: 3,
    text: () => "End the turn. Then you know everything that a game is made of.",
    light: () => END,
    key: "e",
    fits: () => true,
  },
];

export const LAST = STEPS.length;

// --- how it goes on

const isPast = (step: Step, now: Moment): boolean =>
  step.round < now.round || (step.round === now.round && !now.isMine) || now.isOver;

/**
 * The step to be shown: the first that is neither done nor left behind. It goes back only where a turn that was over has
 * been taken back; that turn has to be ended again.
 */
export function advance(place: number, now: Moment): number {
  let at = place;
  for (let step = STEPS[at]; step; step = STEPS[++at]) {
    if (isPast(step, now)) continue;
    if (step.round > now.round || !now.isFree) break;
    if ((step.fits?.(now) ?? true) && !step.done?.(now)) break;
  }
  const isTakenBack = now.isMine && (STEPS[at]?.round ?? 0) > now.round;
  return isTakenBack ? STEPS.findLastIndex(({ round }) => round === now.round) : at;
}

export interface Word {
  readonly text: string;
  readonly light?: string | undefined;
  readonly key?: string | undefined;
  /** What the guide waits for. Readers and players may pass a step over; the end of a turn cannot be passed over. */
  readonly waits: "reader" | "player" | "end" | "others" | "nobody";
}

const QUESTION: Omit<Word, "text"> = { light: '[data-zone="question"]', waits: "player" };

/** What the guide says. `before` is how the table was when my last turn ended. */
export function said(place: number, now: Moment, before: Moment | undefined): Word {
  if (now.asks !== undefined) {
    const who = now.asks ? titleOf(cardNamed(now.asks)) : "The table";
    return {
      ...QUESTION,
      text: `${who} asks you something. Answer with what is lit; what is optional can be declined.`,
    };
  }
  const step = STEPS[place];
  if (!step) return { text: closing(now), waits: "nobody", light: '[data-pile="pool"]' };
  if (step.round > now.round) return { text: watching(now, before), waits: "others", light: '[data-zone="row"]' };
  if (!now.isFree) return { text: "One moment: another has to decide something first.", waits: "others" };
  const waits = step.reads ? "reader" : STEPS[place + 1]?.round === step.round ? "player" : "end";
  return { text: step.text(now), light: step.light?.(now), key: step.key, waits };
}

function watching(now: Moment, before: Moment | undefined): string {
  const lost =
    before && before.round === now.round && (before.runes || before.power)
      ? `${purse(before)} went unspent and ${before.runes + before.power > 1 ? "are" : "is"} lost. `
      : "";
  const took = [...now.acquired, ...now.defeated];
  const doing = took.length ? `It has taken ${titles(took)}.` : "It takes from the same row and the same piles as you.";
  return `${lost}The bot has its turn. ${doing}`;
}

const closing = ({ isOver, pool, honor }: Moment): string =>
  isOver
    ? "The game is over. Now you know how it goes."
    : `That is the whole game: play, acquire, defeat, and a deck that grows better. It goes on until the pool is empty: ${pool} honor is left, and you have ${honor}. Then the honor on all your cards is added, and the most wins.`;
