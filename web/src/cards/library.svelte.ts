/**
 * All cards that the page knows. It is built with the printed ones and shows them without a server; where the server
 * hosts custom sets, or sets have changed since, its cards take their place.
 */

import { ask, client } from "../api/client";
import type { TableSettings } from "../api/messages";
import built from "../data/cards.json";
import type { CardFacts, CardSet } from "./facts";

interface Cards {
  /** A hash of everything else. */
  readonly version: string;
  readonly sets: readonly CardSet[];
  readonly cards: readonly CardFacts[];
}

interface Library extends Cards {
  readonly byName: ReadonlyMap<string, CardFacts>;
}

const withNames = (cards: Cards): Library => ({
  ...cards,
  byName: new Map(cards.cards.map((card) => [card.name, card])),
});

let known: Library = $state.raw(withNames(built as unknown as Cards));
let asked: Promise<void> | undefined;

/** The sets of a game that are not known in the version it was dealt with. */
const isUnknown = ({ sets = [], set_versions = [] }: TableSettings): boolean =>
  sets.some((name, place) => {
    const version = set_versions[place] ?? "";
    return version !== "" && known.sets.find((set) => set.name === name)?.version !== version;
  });

/** Asks the server for its cards. Where it does not answer, everything stays as it is. */
function fetched(): Promise<void> {
  asked ??= ask(client.GET("/api/page/cards"))
    .then((found) => void (known = withNames(found as unknown as Cards)))
    .catch(() => undefined)
    .finally(() => (asked = undefined));
  return asked;
}

export const library = {
  get version(): string {
    return known.version;
  },
  get cards(): readonly CardFacts[] {
    return known.cards;
  },
  get sets(): readonly CardSet[] {
    return known.sets;
  },
  card: (name: string): CardFacts | undefined => known.byName.get(name),
  lacks: isUnknown,
  /** Has the cards of a game, if they can be had. */
  async require(settings: TableSettings): Promise<void> {
    if (isUnknown(settings)) await fetched();
  },
  /** Has the cards of this version, if they can be had. */
  async update(version: string): Promise<void> {
    if (version !== known.version) await fetched();
  },
};
