/** The start page, invitations, the waiting room, and the pages around them. */

import { counted } from "../plural";

const minutes = (seconds: number): string =>
  seconds % 60 ? counted(seconds, "second", "seconds") : counted(seconds / 60, "minute", "minutes");

export const start = {
  title: "Play Ascension in your browser",
  intro:
    "The Ascension deckbuilding game: four sets, one to six players, opponents from gentle to merciless. No account needed.",
  play: "Play",
  playAbout: "Chronicle of the Godslayer against a bot. It begins at once.",
  friend: "Play a friend",
  friendAbout: "Opens a table and gives you a link to send.",
  learn: "Learn",
  learnAbout: "Short lessons at a real table.",
  learnFirst: "Learn in five minutes",
  learnFirstAbout: "New here? Play your first turns with a guide.",
  newGame: "New game …",
  newGameAbout: "Sets, opponents, clocks: as you like it.",
  continue: "Continue",
  turn: (number: number) => `Turn ${number}`,
  yourTurn: "your turn",
  decides: (name: string) => `${name} decides`,
  botDecides: "a bot decides",
  waits: "waits for you",
  openSeats: (count: number) => counted(count, "open seat", "open seats"),
  ready: "ready to start",
  honor: (amount: number) => `${amount} honor`,
  lesson: (title: string) => `Lesson: ${title}`,
  more: (count: number) => counted(count, "more game", "more games"),
  here: "What is going on here",
  openTables: "Open tables",
  watch: "Games to watch",
  played: "Played",
  nobody: "Nobody else is here at the moment: no open tables, no public games.",
  nobodyHint: "everybody who comes by sees it.",
  openPublic: "Open a public table",
  unknown: "The server does not answer, so nobody knows what is going on here. This page keeps asking.",
  clock: {
    none: "no clock",
    turn: (seconds: number) => `${minutes(seconds)} a turn`,
    game: (seconds: number, increment: number) => `${minutes(seconds)} + ${increment} s`,
    days: (days: number) => `${counted(days, "day", "days")} a turn`,
  },
  you: (name: string) => `You are ${name}`,
  changeName: "Change name",
  chooseName: "Choose a name",
  yourName: "Your name",
  save: "Save",
  cancel: "Cancel",
  renamed: (name: string) => `You are called ${name} now.`,
};

export const pages = {
  skip: "Skip to the content",
  navigation: "Pages",
  newGame: "New game",
  learn: "Learn",
  cards: "Cards",
  rules: "Rules",
  theme: (theme: string) => `Change to the ${theme} theme`,
  oneMoment: "One moment.",
  missing: "Not found",
  missingTitle: "There is nothing here",
  missingText: "No page has this address.",
  game: "Game",
  notOver: "This game is not over",
  toTheTable: "Go to the table",
  noSuchGame: "There is no such game",
  wentOnFrom: "went on from",
  stepOf: (step: number) => `step ${step} of another game`,
};

export const invitation = {
  title: "Invitation",
  heading: "You are invited",
  text: (by: string, game: string, players: number, seat: number) =>
    `${by} invites you to a game: ${game}, ${players} players. You have seat ${seat}.`,
  name: "What you are called",
  sitDown: "Sit down",
  look: "Look at the table",
};

export const waiting = {
  allHere: "Everybody is here.",
  notAllHere: "The game can begin when all seats are taken.",
  ownerStarts: "The owner of the table starts it.",
  you: (name: string) => `${name} (you)`,
  away: (name: string) => `${name} · away`,
  sit: "Sit here",
  invite: "Invite by link",
  seatBot: "Seat a bot",
  seatBotAt: (seat: number) => `Seat ${seat}: a bot`,
  getUp: "Get up",
  clear: (seat: number) => `Clear seat ${seat}`,
  linkTo: (seat: number) => `Link to seat ${seat}`,
  linkHint: "Send this link. Whoever opens it first gets the seat.",
  copy: "Copy the link",
  share: "Share",
  copied: "The link is copied. Whoever opens it first gets the seat.",
  shareText: "Play Vigil with me",
  start: "Start the game",
  close: "Close the table",
};
