/** The daily deal: today, past days, and the calendar. */

import { counted } from "../plural";

const LEVELS: Readonly<Record<string, string>> = {
  casual: "Casual",
  player: "Player",
  advanced: "Advanced",
  expert: "Expert",
};

const signed = (margin: number): string => (margin < 0 ? `−${-margin}` : `+${margin}`);

export const daily = {
  title: "Daily deal",
  titleOf: (date: string) => `Daily deals of ${date}`,
  intro:
    "Everybody who plays today gets these two deals: the same cards against the same opponent. Each is scored once, without undo and without help.",
  kind: (kind: string) => (kind === "duel" ? "Duel with Expert" : "Solitaire"),
  about: (kind: string) =>
    kind === "duel"
      ? "Two players; Expert answers the same play in the same way for everybody."
      : "Alone against the Cult, which takes two cards from the row after every turn.",
  next: (time: string) => `The next deals come in ${time}, at midnight UTC.`,
  time: (hours: number, minutes: number) =>
    hours ? `${hours} h ${minutes} min` : counted(minutes, "minute", "minutes"),
  streak: (days: number, longest: number) =>
    `Streak: ${counted(days, "day", "days")}. Your longest: ${counted(longest, "day", "days")}.`,
  players: (count: number) =>
    count ? counted(count, "person has played", "people have played") : "Nobody has played yet",
  play: "Play",
  continue: "Continue",
  look: "Look at your game",
  practise: "Practise this deal",
  practiceAbout: "Practice does not count; undo and hints are allowed.",
  running: "You have started this deal. Finish it before midnight UTC.",
  unfinished: "Not finished before the day was over: it does not count.",
  gaveUp: "You gave this deal up.",
  outcome: (own: number, other: number, won: boolean) =>
    `${won ? "Won" : "Lost"} ${own} : ${other} (${signed(own - other)})`,
  margin: signed,
  percentile: (percent: number, count: number) =>
    `Better than ${Math.round(percent)} % of ${counted(count, "other player", "other players")}.`,
  alone: "Nobody else has finished it yet.",
  botsPercentile: (percent: number, count: number) =>
    `Better than ${Math.round(percent)} % of ${counted(count, "game", "games")} of our bots.`,
  botsPlay: "Our bots are still playing it.",
  chart: "Scores compared: own score minus the other one",
  you: "You",
  people: (count: number) => counted(count, "player", "players"),
  level: (name: string) => LEVELS[name] ?? name,
  mean: (margin: string) => `${margin} on average`,
  spread: (least: string, most: string) => `from ${least} to ${most}`,
  share: "Share",
  shareAbout: "This text gives no card away.",
  copy: "Copy the text",
  copied: "The text is copied.",
  notCopied: "It could not be copied: select the text and copy it yourself.",
  results: "Results",
  player: "Player",
  score: "Score",
  game: "Game",
  replay: "Replay",
  replayOf: (name: string) => `Replay of ${name}`,
  givenUp: "given up",
  nobodyFinished: "Nobody finished this deal.",
  noDeals: "Nobody asked for deals on this day.",
  promise: "How to check the cards",
  promised: "Before anybody played, the server published this fingerprint of its secret seed:",
  sealed: "The seed is shown here when the day is over.",
  revealed: (salt: string, seed: string) => `The fingerprint is the SHA-256 of this text: ${salt}:${seed}`,
  verify: "Download the record of any game from its replay and check it with:",
  command: "vigil verify FILE",
  calendar: "Calendar",
  previousMonth: "Previous month",
  nextMonth: "Next month",
  weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  mark: (kind: string, state: string, won: boolean) => {
    const how = state === "finished" ? (won ? "won" : "lost") : state.replace("_", " ");
    return `${kind === "duel" ? "Duel" : "Solitaire"} ${how}`;
  },
  legend: "Filled: won. Ring: lost. Dash: not finished.",
  today: "Today's deals",
};
