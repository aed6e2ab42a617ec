/** The page for a new game. */

import { counted } from "../plural";

const ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"];
const SETS: Readonly<Record<string, string>> = {
  "chronicle-of-the-godslayer": "Heroes, constructs, monsters. The one to begin with.",
  "rise-of-vigil": "Energy, and treasure under the row.",
  "war-of-shadows": "Day and night, and cards with two costs.",
  "gift-of-the-elements": "Events that transform, Empower, Infest.",
};

export const newGame = {
  title: "New game",
  sets: "Sets",
  setsHint: "One or several, shuffled together.",
  set: (name: string, description: string) => SETS[name] ?? description,
  cards: (count: number) => counted(count, "card", "cards"),
  chooseSet: "Choose at least one set.",
  players: "Players",
  player: (count: number) => (count === 1 ? "1, alone against the cult" : counted(count, "player", "players")),
  moreNeedTwoSets: "Five and six players need two sets or more.",
  alone: "You play alone against the cult, which takes two cards of the row after each of your turns.",
  opponents: "Opponents",
  opponent: "Opponent",
  friend: "A friend",
  friendAbout: "An open seat: you get a link to send, and at a public table anybody may sit down.",
  sameDevice: "Same device",
  sameDeviceAbout: "You take turns at this screen, and hands stay hidden.",
  mixed: "Different at each seat, as chosen below.",
  more: "More options",
  seats: "Seats",
  seat: (number: number) => `Seat ${number}`,
  you: "You",
  openSeat: "Open seat",
  bot: (level: string) => `Bot: ${level}`,
  nameOf: (number: number) => `Name of the player at seat ${number}`,
  defaultName: (place: number) => `${ORDINALS[place] ?? ""} player`.trim(),
  clock: "Clock",
  leaving: "When somebody leaves",
  honorPool: "Honor pool",
  shards: "Energy Shards",
  row: "Cards in the row",
  first: "First turn",
  anySeat: "Any seat",
  asPrinted: "as printed",
  rules: "Rules",
  teams: "Play in teams",
  teamsAbout: "Partners sit opposite each other and add up their honor.",
  isPublic: "Public table",
  start: "Begin the game",
  open: "Open the table",
  summary: (game: string, players: number, clock: string, isRated: boolean) =>
    [game, players === 1 ? "alone" : counted(players, "player", "players"), clock, isRated ? "rated" : ""]
      .filter(Boolean)
      .join(" · "),
};
