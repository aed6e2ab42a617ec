import { counted } from "../plural";

/** What a card is worth, in the card browser. */
export const worth = {
  title: "Worth",
  unit: "In points of win chance, with 95 % intervals",
  measures: { effect: "Forced", gain: "Judged", acquired: "When acquired" },
  about: {
    effect: "An experiment: the card is taken, or left for the turn, in the same game.",
    gain: "The judge of the reviews compares it with the best alternative.",
    acquired: "How often those who took it won, above their equal share. Biased: whoever is ahead can afford more.",
  },
  said: (name: string, value: string, low: string, high: string, games: number) =>
    `${name}: ${value} points, ${low} to ${high}, ${counted(games, "game", "games")}`,
  count: (games: number) => `${counted(games, "game", "games")}.`,
  groups: "By players, phase and set",
  group: "Games",
  whole: "All with its set",
  basicWhole: "All with one set",
  none: "Not measured: nobody takes this card from the center by itself.",
  missing: "too few games",
  unread: "What cards are worth could not be loaded. Open the card again to try once more.",
  unsorted: "What cards are worth could not be loaded, so they are not sorted by it.",
  study: (games: string) => `Measured in ${games} games of the quick policy against itself.`,

  sort: "Sort by",
  unsortedChoice: "Set",
  sorts: { effect: "Worth, forced", gain: "Worth, judged", acquired: "Worth when acquired" },
};
