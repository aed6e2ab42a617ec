/** The review of a game: what was well played, what was luck, and what would have been better. */

import { counted } from "../plural";

const LABELS: Record<string, string> = { blunder: "Blunder", mistake: "Mistake", doubtful: "Doubtful" };
const LUCK: Record<string, string> = {
  deal: "the deal",
  hand: "the hand",
  draw: "cards drawn",
  row: "the center row",
  fate: "a fate",
  discard: "a random discard",
};

export const review = {
  title: "Review",
  of: (game: string) => `Review: ${game}`,
  replay: "Replay",
  result: "Result",
  loading: "One moment …",
  cannotShow: "This game cannot be reviewed",
  notOver: "The game is not over yet. Games are reviewed when they are over, because a review uses every card.",
  toTable: "To the table",
  tryAgain: "Try again",

  // --- requesting
  none: "This game has not been reviewed yet.",
  noneNote: "A review judges every decision by what the player could know, and measures how much was luck.",
  quick: "Quick review",
  quickNote: "a few seconds",
  full: "Full review",
  fullNote: "about half a minute, more precise",
  more: "Full review, more precise",
  cancel: "Cancel",
  queued: (ahead: number) =>
    ahead ? `Waiting: ${counted(ahead, "other review comes", "other reviews come")} first.` : "Starting …",
  running: (percent: number) => `Reviewing: ${percent} %`,
  failed: "The review failed.",
  depthOf: { quick: "Quick review", full: "Full review" },

  // --- the chart
  chartTitle: "Win chance",
  chartNote: "The band is the 95 % interval. Marks lead to the moment in the replay.",
  chartLabel: (who: string, chances: string) => `Win chance of ${who} turn by turn, in percent: ${chances}.`,
  turn: (number: number) => `Turn ${number}`,
  percent: (chance: number) => `${Math.round(chance)} %`,

  // --- the account
  accountTitle: "Where the result came from",
  accountNote:
    "In points of win chance: start + luck + own losses + opponents’ losses + the rest = result. ± are 95 % intervals.",
  start: "Start",
  luck: "Luck",
  own: "Own losses",
  opponents: "Opponents’ losses",
  remainder: "Rest",
  end: "Result",
  remainderNote: "What the estimates do not explain.",
  adjusted: (points: string) => `Without luck: ${points}`,
  accountLabel: (who: string, parts: string) => `${who}: ${parts}.`,
  luckBy: "Luck in detail",
  luckIn: (kind: string, whose: string) => `${LUCK[kind] ?? kind} (${whose})`,
  everybody: "everybody",

  // --- the error rate
  rateTitle: "Quality of play",
  rateNote: "Points of win chance lost per ten decisions that mattered. Less is better.",
  rate: (points: string, error: string, decisions: number) =>
    `${points} ${error} points per ten decisions (${decisions} decisions)`,
  like: (bot: string) => `Closest to ${bot}`,
  labelCounts: (blunders: number, mistakes: number, doubtful: number) =>
    [
      blunders ? counted(blunders, "blunder", "blunders") : "",
      mistakes ? counted(mistakes, "mistake", "mistakes") : "",
      doubtful ? `${doubtful} doubtful` : "",
    ]
      .filter(Boolean)
      .join(", ") || "no mistakes",

  // --- moments
  decidedTitle: "The turns that decided the game",
  decided: (number: number, who: string) => `Turn ${number}, ${who}`,
  decidedParts: (luck: string, choices: string) => `luck ${luck}, choices ${choices}`,
  momentsTitle: "Moments",
  everyone: "All players",
  momentsOf: "Show",
  label: (label: string) => LABELS[label] ?? label,
  lost: (points: string, error: string) => `${points} ${error} points`,
  chose: (choice: string) => `chose “${choice}”.`,
  better: (choice: string) => `Better: “${choice}”.`,
  show: "Show in the replay",
  options: "All options",
  tryIt: "Try it yourself",
  luckLabel: (label: string, kind: string) =>
    `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${LUCK[kind] ?? kind}`,
  cards: (cards: readonly string[]) => cards.join(", "),
  noMoments: "Nothing stood out: no mistakes, no great luck.",

  // --- practice
  practice: (count: number) => `Learn from ${counted(count, "mistake", "mistakes")}`,
  practiceTitle: "What would you do?",
  practiceOf: (place: number, count: number) => `${place} of ${count}`,
  practiceHint: "Choose on the table. What you chose in the game is not shown.",
  right: "Right.",
  rightToo: (points: string) => `Good: within a point of the best (${points}).`,
  wrong: (points: string) => `That loses ${points} points. Try again, or show the answer.`,
  showAnswer: "Show the answer",
  next: "Next",
  finish: "Finish",
  done: (right: number, count: number) => `${right} of ${count} right at the first try.`,
  again: "Once more",
  back: "Back to the review",
  inTheGame: (choice: string) => `In the game: “${choice}”.`,
  endTurn: "End the turn",

  judge: (nodes: number, version: number, network: string) =>
    `Judged with ${nodes} playouts per decision (method ${version}${network ? `, network ${network}` : ""}).`,
};
