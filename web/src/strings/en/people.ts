/** Histories, profiles, challenges, and what somebody is told when it is their turn. */

import { counted } from "../plural";

const and = new Intl.ListFormat("en", { type: "conjunction" });
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

const OUTCOMES: Readonly<Record<string, string>> = {
  won: "Won",
  lost: "Lost",
  shared: "Played alone",
  none: "No result",
};

const ENDINGS: Readonly<Record<string, string>> = {
  left: "somebody left",
  timed_out: "out of time",
  abandoned: "abandoned",
};

const PLACES = new Intl.PluralRules("en", { type: "ordinal" });
const SUFFIXES: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };

export const people = {
  date: (seconds: number) => day.format(seconds * 1000),
  dateAndTime: (seconds: number) => moment.format(seconds * 1000),
  names: (names: readonly string[]) => and.format(names),
  outcome: (outcome: string) => OUTCOMES[outcome] ?? outcome,
  ending: (ending: string) => ENDINGS[ending] ?? "",
  place: (place: number, of: number) => `${place}${SUFFIXES[PLACES.select(place)] ?? "th"} of ${of}`,
  score: (score: number) => `${score} honor`,
  rated: "Rated",
  practice: "Practice",
  replay: "Replay",
  replayOf: (title: string, when: string) => `Replay of ${title}, ${when}`,
  review: "Review",
  reviewOf: (title: string, when: string) => `Review of ${title}, ${when}`,
  retry: "Try again",
  oneMoment: "One moment …",
};

export const history = {
  title: "Your games",
  link: "All your games",
  current: "Games in progress",
  nothingCurrent: "You have no game in progress.",
  newGame: "New game",
  hidden: (count: number) => `Hidden games (${count})`,
  over: "Games that are over",
  nothing: "No game that is over yet.",
  nothingFound: "No game fits.",
  more: "Older games",
  filters: "Search",
  set: "Set",
  anySet: "Any set",
  opponent: "Opponent",
  opponentHint: "Name, or bot level",
  result: "Result",
  anyResult: "Any result",
  since: "From",
  until: "To",
  clear: "Clear the search",
  found: (count: number, more: boolean) => (more ? `The first ${count} games` : counted(count, "game", "games")),
  // Taking a game out of the list.
  remove: (title: string) => `Hide or abandon: ${title}`,
  removeTitle: "Take this game out of the list?",
  hide: "Hide it",
  hideAbout: "It goes on without being listed, and clocks still run. You can show it again under Your games.",
  abandon: "Abandon it",
  abandonAlone: "The game ends at once, without a winner.",
  abandonShared: "A bot takes your seat, or the game ends if that was agreed, and you have lost.",
  abandonTable: "The table is closed: nobody plays here yet.",
  leaveTable: "You get up from your seat.",
  keep: "Keep it",
  show: (title: string) => `Show ${title} again`,
  showAgain: "Show again",
  isHidden: "The game is hidden.",
  isAbandoned: "The game is abandoned.",
};

export const profile = {
  title: (name: string) => name,
  loading: "Profile",
  since: (date: string) => `Here since ${date}`,
  you: "This is how others see you.",
  yours: "Your profile",
  notFound: "There is nobody with an account of this name.",
  notFoundHint: "Guests have no profile.",
  private: "This profile is private.",
  privateHint: "Games that you have played together are listed below.",
  nobodySees: "Your profile is private: nobody else sees what is below.",
  makePrivate: "Private profile",
  makePrivateAbout:
    "Others see neither your results nor your name among somebody's opponents. Games stay visible to those who played them.",
  results: "Results",
  games: (count: number) => counted(count, "game", "games"),
  won: "Won",
  lost: "Lost",
  none: "None",
  played: "Played",
  wonShare: "Won of those decided",
  share: (percent: number) => `${percent} %`,
  streak: "Current streak",
  longest: "Longest winning streak",
  streakOf: (count: number) =>
    count === 0
      ? "none"
      : count > 0
        ? `${counted(count, "win", "wins")} in a row`
        : `${counted(-count, "loss", "losses")} in a row`,
  wins: (count: number) => counted(count, "win", "wins"),
  bySet: "By set",
  byOpponent: "By opponent",
  set: "Set",
  opponent: "Opponent",
  bot: (level: string) => `Bot: ${level}`,
  favourites: "Favourite cards",
  favouritesAbout: "What is acquired most often.",
  copies: (copies: number, games: number) =>
    `${counted(copies, "time", "times")} in ${counted(games, "game", "games")}`,
  nothing: "No game that counts yet.",
  latest: "Latest games",
  together: "Games that you have played together",
  noGames: "No game that you may see.",
  more: "Older games",
  // What one can do about somebody.
  challenge: "Challenge",
  block: "Block",
  unblock: "Unblock",
  blockQuestion: (name: string) => `Block ${name}?`,
  blockAbout:
    "Neither of you hears the other, challenges the other, or sits down at a table of the other. Games that you are playing go on.",
  blocked: (name: string) => `You have blocked ${name}.`,
  isBlocked: (name: string) => `${name} is blocked.`,
  isUnblocked: (name: string) => `${name} is not blocked any more.`,
  blockedPeople: "People you have blocked",
  unblockName: (name: string) => `Unblock ${name}`,
  report: "Report",
  reportTitle: (name: string) => `Report ${name}`,
  reportAbout: "Moderators read this. Say what happened, and where.",
  reportText: "What happened",
  reportTable: "This table is named in the report.",
  send: "Send",
  cancel: "Cancel",
  reported: "Thank you. The moderators will look at it.",
  profileOf: (name: string) => `Profile of ${name}`,
};

export const challenges = {
  region: "Challenges",
  from: (name: string) => `${name} challenges you`,
  to: (names: string) => `You have challenged ${names}`,
  rematchFrom: (name: string) => `${name} wants to play again`,
  rematchTo: "You want to play again",
  waitingFor: (names: string) => `Waiting for ${names}`,
  withBots: (count: number) => `with ${counted(count, "bot", "bots")}`,
  until: (when: string) => `until ${when}`,
  accept: "Accept",
  decline: "Decline",
  withdraw: "Withdraw",
  later: "Later",
  laterAbout: "The challenge stays on the start page.",
  begun: (name: string) => `${name} has accepted: the game has begun.`,
  rematchBegun: "Everybody wants to play again: the game has begun.",
  goToTable: "Go to the table",
  playAgain: "Play again",
  sent: (name: string) => `${name} has been challenged. The game begins when the challenge is accepted.`,
  person: "A person here",
  personAbout: "Somebody with an account: the game begins when they accept.",
  name: "Name of the person",
  send: "Send the challenge",
};

export const turns = {
  yourTurn: (title: string, opponents: readonly string[]) =>
    opponents.length ? `Your turn against ${and.format(opponents)}: ${title}` : `Your turn: ${title}`,
  challenged: (name: string, title: string) => `${name} challenges you: ${title}`,
  goToTable: "Go to the table",
  next: "Next game",
  nextOf: (count: number) => `Next game, ${count} waiting`,
  notify: "Notify me when it is my turn",
  notifyAbout: "The browser shows a notice while this page is open in the background.",
  blocked: "The browser does not let this page show notices. Its own settings can change that.",
  test: "This is how you are told when it is your turn.",
};
