/** What a lesson finds at the table: what is possible, where it lies, and what it is called. */

import { cardNamed, priceOf, titleOf, type CardFacts } from "../cards/facts";
import { lessons } from "../strings/lessons";
import type { Moment } from "./moment";

// --- what is possible

export const options = (now: Moment, verb: string) =>
  now.options.filter((option) => option.verb === verb && option.card);

const most = (cards: readonly string[], worth: (card: CardFacts) => number): string | undefined =>
  [...cards].sort((one, other) => worth(cardNamed(other)) - worth(cardNamed(one)))[0];

export type Taking = "acquire" | "defeat";

/** The cards of the row that can be taken now. */
export const takable = (now: Moment, verb: Taking): string[] =>
  options(now, verb).flatMap(({ zone, card }) => (zone === "row" ? [card!] : []));

interface Wanted {
  readonly kinds?: readonly string[];
  /** The card that the lesson means. */
  readonly meant?: string;
  readonly only?: (card: CardFacts) => boolean;
  /** What makes a card the best where the one that is meant cannot be had: its price, unless said otherwise. */
  readonly worth?: (card: CardFacts) => number;
}

/** The best card of the row that can be taken now; empty where there is none. */
export function inRow(now: Moment, verb: Taking, { kinds, meant = "", only, worth = priceOf }: Wanted = {}): string {
  const cards = takable(now, verb).filter((name) => {
    const card = cardNamed(name);
    return (kinds?.includes(card.kind) ?? true) && (only?.(card) ?? true);
  });
  return cards.includes(meant) ? meant : (most(cards, worth) ?? "");
}

/** A card of the piles beside the row that can be taken now; empty where there is none. */
export function fromPile(now: Moment, verb: Taking, meant: string): string {
  const cards = options(now, verb).flatMap(({ zone, card }) => (zone === "supply" ? [card!] : []));
  return cards.includes(meant) ? meant : (most(cards, priceOf) ?? "");
}

export const isPossible = (now: Moment, verb: string): boolean => options(now, verb).length > 0;
export const mayPlay = (now: Moment): boolean => isPossible(now, "play");
export const mayAcquire = (now: Moment): boolean => isPossible(now, "acquire");

export const holds = (now: Moment, card: string): boolean => now.hand.includes(card);
export const kindOf = (card: string): string => cardNamed(card).kind;

// --- where it lies

export const ROW = '[data-zone="row"]';
export const QUESTION = '[data-zone="question"]';
export const POOL = '[data-zone="pool"]';
export const EVENT = '[data-zone="event"]';
export const END = '[data-action="end"]';
export const PLAY_ALL = '[data-action="play-all"]';
export const HAND = '[data-zone="hand"]';
export const discardPile = ({ seat }: Moment): string => `[data-pile="discard-${seat}"]`;
export const choice = (text: string): string => `[data-choice=${JSON.stringify(text)}]`;
export const play = (card: string): string => `${HAND} ${choice(`play ${card}`)}`;
export const pile = (card: string): string => `[data-pile="supply-${card}"]`;
/** A card on which something is possible. */
export const lit = (card: string): string => `[data-looks=${JSON.stringify(card)}][data-lit]`;
/** A card, whether something is possible with it or not. */
export const card = (name: string): string => `[data-looks=${JSON.stringify(name)}]`;

// --- what it is called

export const title = (card: string): string => titleOf(cardNamed(card));
export const titles = (cards: readonly string[]): string => lessons.common.listed([...new Set(cards)].map(title));

/** What there is to spend: `3 runes and 2 power`. */
export const purse = ({ runes, power }: Moment): string => lessons.common.purse(runes, power);

export const price = (name: string): number => priceOf(cardNamed(name));
