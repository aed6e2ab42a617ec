/** Numbers of a review as people read them, and what is worth pointing out. */

import type { DecisionReview, LuckReview, Review } from "../api/messages";

const MINUS = "−";

/** `+6.2`, `−0.4`, `0.0` */
export function signed(points: number): string {
  const text = Math.abs(points).toFixed(1);
  if (text === "0.0") return text;
  return (points < 0 ? MINUS : "+") + text;
}

export const plain = (points: number): string => points.toFixed(1).replace("-", MINUS);

/** Half of the 95 % interval of an estimate with this standard error. */
export const reach = (error: number): number => 1.96 * error;

/** `± 1.2`: the 95 % interval of an estimate with this standard error. */
export const interval = (error: number): string => `± ${plain(reach(error))}`;

/** Something that is marked in the chart and told in the list. `step` is the position to show. */
export type Moment =
  | { readonly kind: "choice"; readonly step: number; readonly seat: number; readonly decision: DecisionReview }
  | { readonly kind: "luck"; readonly step: number; readonly seat: number; readonly event: LuckReview };

/** Labelled decisions and lucky events in the order of the game. */
export function moments(review: Review): Moment[] {
  const choices: Moment[] = review.decisions
    .filter(({ label }) => label)
    .map((decision) => ({ kind: "choice", step: decision.step - 1, seat: decision.seat, decision }));
  const luck: Moment[] = review.luck
    .filter(({ label, seat }) => label && seat >= 0)
    .map((event) => ({ kind: "luck", step: event.step, seat: event.seat, event }));
  return [...choices, ...luck].sort((one, other) => one.step - other.step);
}

/** A loss from which a decision is asked again. */
const ASKED_AGAIN = 3;
/** An answer that loses no more than this passes. */
export const PASSES = 1;

/** The decisions of a seat that are worth another try. */
export const toPractise = (review: Review, seat: number): DecisionReview[] =>
  review.decisions.filter((each) => each.seat === seat && each.loss >= ASKED_AGAIN && each.loss > 2 * each.error);

/** A point of a curve: the share of the game that is over, from 0 to 1, and the win chance. */
export interface Point {
  readonly at: number;
  readonly chance: number;
  readonly error: number;
}

/** The win chance of a seat at the beginning of every turn, and at the end. */
export function curve(review: Review, seat: number): Point[] {
  const last = Math.max(1, review.steps);
  const points = review.turns.map((turn) => ({
    at: turn.step / last,
    chance: turn.chances[seat] ?? 0,
    error: turn.errors[seat] ?? 0,
  }));
  return [...points, { at: 1, chance: review.players[seat]?.account.result ?? 0, error: 0 }];
}

/** The win chance of a seat at a step: on the line between the turns around it. */
export function chanceAt(points: readonly Point[], at: number): number {
  const after = points.findIndex((point) => point.at >= at);
  const next = points[after];
  const before = points[after - 1];
  if (!next) return points.at(-1)?.chance ?? 0;
  if (!before || next.at === before.at) return next.chance;
  return before.chance + ((at - before.at) / (next.at - before.at)) * (next.chance - before.chance);
}

/** A part of an account as a bar: from where to where, in points. */
export interface Part {
  readonly name: "start" | "luck" | "own" | "opponents" | "remainder" | "end";
  readonly points: number;
  readonly error: number;
  readonly from: number;
  readonly to: number;
}

/** The account as steps from the start to the result. */
export function parts(review: Review, seat: number): Part[] {
  const { account } = review.players[seat]!;
  let at = account.start;
  const step = (name: Part["name"], points: number, error: number): Part => {
    const from = at;
    at += points;
    return { name, points, error, from, to: at };
  };
  return [
    { name: "start", points: account.start, error: 0, from: 0, to: account.start },
    step("luck", account.luck, account.luck_error),
    step("own", account.own, account.own_error),
    step("opponents", account.opponents, account.opponents_error),
    step("remainder", account.remainder, 0),
    { name: "end", points: account.result, error: 0, from: 0, to: account.result },
  ];
}
