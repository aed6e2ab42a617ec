/** Bags of cards: how many of each. */

export type Bag = Readonly<Record<string, number>>;

export const total = (bag: Bag): number => Object.values(bag).reduce((sum, count) => sum + count, 0);

/** The cards by name, the most numerous first. */
export const sorted = (bag: Bag): [card: string, count: number][] =>
  Object.entries(bag).sort(([one, most], [other, more]) => more - most || one.localeCompare(other));
