/** The rules page. */
export const rules = {
  title: "Rules",
  tryIt: "A question that is not answered here? Set the position up and try it in the",
  editor: "position editor",
  all: "All rules",
  lookUp: "Look a word up",
  unknown: "There is no rule of that name. Perhaps it is among these.",
  turn: "How a turn goes",
  lead:
    "Your deck begins weak and grows with every turn: play cards for runes and power, spend them on better cards and on " +
    "monsters, and gather the most honor before the pool is empty.",
  learn: "Learn it at a table, in five minutes.",
  words: "Word by word",
  found: (found: number, all: number) => `${found} of ${all} rules`,
  order: "Order",
  alphabetical: "A to Z",
  bySet: "By set",
  none: "No rule says that. Try another word, or look among the cards.",
  amongCards: "Look among the cards",
  everyGame: "In every game",
  sets: (titles: readonly string[]) => titles.join(" and "),
  examples: "For example",
  example: "The card",
  rulings: "Rulings",
  allCards: "All cards of this kind",
  related: "Related rules",
  seeAlso: "See also",

  /** Arrows in the pictures of a turn, for those who listen. */
  payFor: "pay for",
  defeat: "defeat",
  give: "give",
  goesTo: "goes to",
  newCard: "A new card",
  discardPile: "Your discard pile",
};
