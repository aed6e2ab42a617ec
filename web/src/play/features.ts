/** What the sets of a game bring with them: places for it are kept from the beginning, so that nothing moves later. */

import type { TableSettings } from "../api/messages";
import type { CardFacts } from "../cards/facts";
import { library } from "../cards/library.svelte";

export interface Features {
  readonly energy: boolean;
  readonly light: boolean;
  readonly trophies: boolean;
  readonly events: boolean;
}

const known = new Map<string, Features>();

export function featuresOf({ sets = [], shards }: TableSettings): Features {
  const key = `${library.version} ${sets.join()} ${shards ?? ""}`;
  const found = known.get(key);
  if (found) return found;
  const some = (test: (card: CardFacts) => boolean): boolean =>
    library.cards.some((card) => sets.includes(card.set) && test(card));
  const features = {
    energy: Boolean(shards) || some(({ keywords }) => keywords.includes("energize")),
    light: some(({ orb }) => orb !== undefined),
    trophies: some(({ keywords }) => keywords.includes("trophy")),
    events: some(({ kind }) => kind === "event"),
  };
  known.set(key, features);
  return features;
}
