/** What can be known by counting: what everybody has acquired, and how likely each kind of card is to come next. */

import type { Board, News, Piles } from "../api/messages";
import { cardNamed } from "../cards/facts";
import type { Bag } from "./bags";
import { worthOf } from "./tally";

/** What each player has acquired since the game began, whatever has become of it. */
export function acquired(news: readonly News[], players: number): Bag[] {
  const bags = Array.from({ length: players }, (): Record<string, number> => ({}));
  for (const { happenings } of news)
    for (const { kind, seat, other, card } of happenings) {
      const bag = kind === "acquires" && seat != null ? bags[other ?? seat] : undefined;
      if (bag && card) bag[card] = (bag[card] ?? 0) + 1;
    }
  return bags;
}

/** Everything that a player has, wherever it lies. */
export const owned = (seat: number, board: Board, piles: Piles): Bag =>
  Object.fromEntries(worthOf(seat, board, piles).map(({ card, count }) => [card, count]));

/** What may be drawn next from a pile: known cards lie above the others, which have no order. */
export function leftToDraw(layers: Piles["decks"][number]): Bag {
  const bag: Record<string, number> = {};
  for (const { cards } of layers)
    for (const [card, count] of Object.entries(cards ?? {})) bag[card] = (bag[card] ?? 0) + count;
  return bag;
}

export interface Chance {
  readonly what: string;
  readonly count: number;
  /** From 0 to 1. */
  readonly share: number;
}

export interface Odds {
  readonly kinds: readonly Chance[];
  readonly factions: readonly Chance[];
  /** The card that comes next for certain, where it is known. */
  readonly certain: string | undefined;
}

/** The next card of the row comes from the uppermost layer of the center deck. */
export function oddsOf(layers: Piles["center_deck"]): Odds {
  const top = layers.find((layer) => Object.keys(layer).length > 0) ?? {};
  const all = Object.entries(top);
  const total = all.reduce((sum, [, count]) => sum + count, 0);
  const shares = (nameOf: (card: string) => string): Chance[] => {
    const counts = new Map<string, number>();
    for (const [card, count] of all) counts.set(nameOf(card), (counts.get(nameOf(card)) ?? 0) + count);
    counts.delete("");
    return [...counts]
      .map(([what, count]) => ({ what, count, share: count / total }))
      .sort((one, other) => other.count - one.count || one.what.localeCompare(other.what));
  };
  return {
    kinds: shares((card) => cardNamed(card).kind),
    factions: shares((card) => cardNamed(card).faction),
    certain: all.length === 1 ? all[0]![0] : undefined,
  };
}
