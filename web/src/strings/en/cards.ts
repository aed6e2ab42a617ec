import { counted } from "../plural";

/** Cards in words, and the card browser. */
export const cards = {
  title: "Cards",
  search: "Search in names and texts",
  any: "Any",
  found: (found: number, all: number) => `${found} of ${all} cards`,
  clear: "Clear all",
  none: "No card fits all of this. Take a filter away, or search for fewer words.",
  list: "Cards that fit",
  filters: { set: "Set", faction: "Faction", kind: "Kind", cost: "Cost", keyword: "Keyword" },
  basic: "Starting and always available",
  factions: { enlightened: "Enlightened", lifebound: "Lifebound", mechana: "Mechana", void: "Void", none: "None" },
  kinds: { hero: "Hero", construct: "Construct", monster: "Monster", treasure: "Treasure", event: "Event" },

  /** The list of facts about one card. */
  facts: {
    kind: "Kind",
    cost: "Cost",
    honor: "Honor",
    orb: "Sun",
    from: "From",
    keywords: "Keywords",
    becomes: "Becomes",
    comesFrom: "Comes from",
  },
  starting: "A starting card",
  alwaysAvailable: "Always available",
  everySet: "Every set with treasure",
  copies: (set: string, copies: number) => `${set}, ${counted(copies, "copy", "copies")}`,
  rulings: "Rulings",
  noRulings: "The rulings could not be loaded. Open the card again to try once more.",

  faceDown: "A face-down card",
  runes: (count: number) => counted(count, "rune", "runes"),
  power: (count: number) => `${count} power`,
  energy: (count: number) => `${count} energy`,
  honor: (count: number) => `${count} honor`,
  and: " and ",
  eitherWay: ", payable in power too",
  costs: (cost: string) => `costs ${cost}`,
};
