/** The position editor. */

import { counted } from "../plural";

const zones: Record<string, string> = {
  row: "Center row",
  center_deck: "Center deck",
  void: "Void",
  hand: "Hand",
  deck: "Deck",
  discard: "Discard pile",
  played: "Played this turn",
  constructs: "Constructs",
  trophies: "Trophies",
  cards: "Cards of the Cult",
};

const numbers: Record<string, string> = {
  honor: "Honor",
  runes: "Runes",
  power: "Power",
  energy: "Energy",
  mechana_runes: "Mechana runes",
};

export const editor = {
  title: "Position editor",
  intro:
    "Set up any position, play it on both sides, and ask what is possible and what it is worth. Nothing is stored: the link has it all.",
  zones,
  numbers,
  zoneOf: (zone: string, owner: string) => (owner ? `${owner}: ${zones[zone] ?? zone}` : (zones[zone] ?? zone)),
  player: (name: string) => `Player ${name.slice(1)}`,
  cult: "The Cult",

  table: "Table",
  sets: "Sets",
  players: "Players",
  variant: "Variant",
  variants: { standard: "standard", team: "teams", solitaire: "solitaire" } as Record<string, string>,
  turn: "Whose turn",
  first: "Had the first turn",
  honorPool: "Honor pool",
  usual: "as usual",
  event: "Event",
  noEvent: "none",
  supply: (card: string) => `${card} in the supply`,
  shuffled: "The decks are shuffled",
  light: (light: string) =>
    light === "day" ? "It is day" : light === "night" ? "It is night" : "Neither day nor night",
  lightNote: "Day and night follow from the cards of the center row.",

  search: "Find cards",
  addTo: "Add to",
  add: (zone: string) => `Add to ${zone}:`,
  added: (card: string, zone: string) => `${card} added to ${zone}.`,
  removed: (card: string, zone: string) => `${card} removed from ${zone}.`,
  allSets: "Cards of all sets",
  noCards: "No card fits. Search for another name, or in all sets.",
  moreCards: (count: number) => `${counted(count, "more card", "more cards")}: type more of the name.`,

  count: (zone: string, count: number) => `${zone}, ${counted(count, "card", "cards")}`,
  target: (zone: string) => `Add cards to ${zone}`,
  empty: "empty",
  fromTop: "from the top down",
  card: (place: number, zone: string) => `number ${place} in ${zone}`,
  under: (count: number) => `${counted(count, "treasure", "treasures")} under it`,
  earlier: "Earlier",
  later: "Later",
  moveTo: (zone: string) => `Move to ${zone}`,
  moved: (card: string, zone: string) => `${card} moved to ${zone}.`,
  remove: "Remove",
  putUnder: "Treasure under it",
  done: "Done",
  clearZone: "Empty",

  checking: "Checking …",
  good: "This position can be played.",
  stepsNote: (count: number) =>
    `${counted(count, "step was", "steps were")} taken from here: play it to see them. A change of the position drops them.`,
  problems: "This is wrong",
  notes: "Worth knowing",

  play: "Play it here",
  setUp: "Set up",
  ask: "What is possible?",
  openTable: "Open a table",
  openTableNote:
    "A new table that starts with this position. It counts for nothing: everybody can know what comes. You can also have all seats.",
  share: "Copy link",
  shared: "The link is copied. It has the whole position.",
  shareByHand: "Copy the address of this page: it has the whole position.",
  save: "Save as file",
  load: "Open a file",
  clear: "Start anew",
  fileTitle: "What is it about?",
  fileTitleUsual: "A position",
  fileNote: "A scenario file: it opens here, and the command vigil scenario runs it.",
  download: "Download",
  choose: "Which scenario?",
  failed: (failure: string) => `Does not hold: ${failure}`,
  badLink: "This link has no position that can be read. Here is an empty one.",
  inexact:
    "This moment cannot be shown exactly: its open question, and what was used earlier in the turn, are missing.",
  loading: "Loading the position …",

  steps: (count: number) => (count ? `After ${counted(count, "step", "steps")}` : "Before the first step"),
  decides: (name: string) => `${name} decides`,
  isOver: "The game is over.",
  possible: "Possible",
  notPossible: "Not possible",
  worth: "What is it worth?",
  judging: "Thinking …",
  judgedNote:
    "Win chances of whoever decides, from a search that does not know the order of the decks; behind them what is lost compared with the best choice, with 95 % intervals.",
  chance: (chance: number) => `${chance.toFixed(0)} %`,
  loss: (loss: number, error: string) => `${loss < 0.05 ? "" : "−"}${loss.toFixed(1)} ${error}`,
  best: "best",
  onlyHere: "That does not work in the position editor.",
};
