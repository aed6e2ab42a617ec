/** Ratings: the badge, the chart, leaderboards, and rated games. */

import { counted } from "../plural";

const POOLS: Readonly<Record<string, readonly [name: string, about: string]>> = {
  live: ["Live", "Two players, with a clock."],
  correspondence: ["Correspondence", "Two players, with days for each turn."],
  multiplayer: ["Three and more", "Three to six players, everybody against everybody."],
  team: ["Teams", "Teams of two."],
};

export const ratings = {
  pool: (pool: string) => POOLS[pool]?.[0] ?? pool,
  poolAbout: (pool: string) => POOLS[pool]?.[1] ?? "",

  // The badge.
  established: (rating: number, deviation: number) => `${rating} ± ${deviation}`,
  provisional: (rating: number) => `${rating}?`,
  spoken: (rating: number, deviation: number, isProvisional: boolean) =>
    isProvisional
      ? `Rating ${rating}, provisional: a few more games will tell.`
      : `Rating ${rating}, with a deviation of ${deviation}.`,
  change: (by: number) => (by < 0 ? `−${-by}` : `+${by}`),
  spokenChange: (rating: number, by: number) => `Rating ${rating}, ${by < 0 ? "down" : "up"} ${Math.abs(by)}.`,

  // Somebody's ratings.
  title: "Ratings",
  games: (count: number) => counted(count, "rated game", "rated games"),
  puzzles: (solved: number, tries: number, streak: number) =>
    `${solved} of ${tries} solved at the first try, longest streak ${streak}`,
  none: "No rated games yet.",
  chart: (pool: string, from: number, to: number, games: number) =>
    `${pool}: from ${from} to ${to} in ${counted(games, "game", "games")}. The table below has the numbers.`,
  numbers: "Game by game",
  date: "Date",
  rating: "Rating",
  changed: "Change",
  game: "Game",
  replay: "Replay",

  // Leaderboards.
  leaderboard: "Leaderboard",
  leaderboards: "Leaderboards",
  rank: "Rank",
  player: "Player",
  played: "Games",
  you: (name: string) => `${name} (you)`,
  nobody: "Nobody has an established rating here yet. It takes about a dozen rated games.",
  establishedOnly: "Ratings with a deviation of at most 110. People with a private profile are not listed.",
  pageOf: (first: number, last: number, total: number) => `${first} to ${last} of ${total}`,
  better: "Better",
  worse: "Weaker",
  about: "How ratings work",

  // A new game.
  rated: "Rated",
  isRated: "Rated game",
  ratedAbout:
    "The result changes the ratings of everybody who plays: bots have fixed ones. A clock, no hints, and nothing that was seen is taken back. Leaving after the first round counts as a loss.",
  needsAccount: "Rated games need an account, so that your rating lasts. As a guest you play everything else.",
  makeAccount: "Make an account",
  notAlone: "Alone against the cult there is nobody to be measured with.",
  notShared: "In a rated game everybody has a seat and a device of their own.",
  notHouseRules: "Rated games are played as printed: leave the rules below as they are.",

  // At the table.
  ratedGame: "Rated game",
  abort: "Abort the game",
  abortAbout: "Until everybody has had a turn, the game can be aborted. It counts for nobody then.",
  aborted: (who: string) => `${who} aborted the game`,
  abortedAbout: "It counts for nobody.",
  leaveAborts: "Not everybody has had a turn yet: the game is aborted and counts for nobody.",
  leaveLoses: "This is a rated game. Leaving counts as a loss, and you cannot come back.",
  youLeft: "You have left this rated game: it counts as a loss.",
};
