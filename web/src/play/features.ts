/** What the sets of a game bring with them: places for it are kept from the beginning, so that nothing moves later. */

import type { TableSettings } from "../api/messages";
import { CARDS, type CardFacts } from "../cards/facts";

export interface Features {
  readonly energy: boolean;
  readonly light: boolean;
  readonly trophies: boolean;
  readonly events: boolean;
}

const known = new Map<string, Features>();

export function featuresOf({ sets = [], shards }: TableSettings): Features {
  const key = `${sets.join()} ${shards ?? ""}`;
  const found = known.get(key);
  if (found) return found;
  const some = (test: (card: CardFacts) => boolean): boolean =>
    CARDS.some((card) => sets.includes(card.set) && test(card));
  const features = {
    energy: Boolean(shards) || some(({ keywords }) => keywords.includes("energize")),
    light: some(({ orb }) => orb !== undefined),
    trophies: some(({ keywords }) => keywords.includes("trophy")),
    events: some(({ kind }) => kind === "event"),
  };
  known.set(key, features);
  return features;
}
