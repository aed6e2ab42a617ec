/** The curve of a rating, as places in a drawing. */

import type { RatedResult, RatingNow } from "../api/messages";

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Curve {
  /** The line through all ratings, and the band of one deviation around it. */
  readonly line: string;
  readonly band: string;
  /** The horizontal lines: a rating, and where it is. */
  readonly levels: readonly { readonly rating: number; readonly y: number }[];
  readonly last: { readonly x: number; readonly y: number };
}

/** What somebody was rated before the first game, and after each. */
const steps = (history: readonly RatedResult[]): RatingNow[] =>
  history.length ? [history[0]!.before, ...history.map(({ after }) => after)] : [];

const SPACING = [25, 50, 100, 200, 400];

/** Games are evenly spaced: what counts is how many there were. */
export function curveOf(history: readonly RatedResult[], frame: Frame): Curve {
  const points = steps(history);
  const low = Math.min(...points.map(({ rating, deviation }) => rating - deviation));
  const high = Math.max(...points.map(({ rating, deviation }) => rating + deviation));
  const x = (place: number): number =>
    frame.left + (place / Math.max(1, points.length - 1)) * (frame.width - frame.left - frame.right);
  const y = (rating: number): number =>
    frame.height -
    frame.bottom -
    ((rating - low) / Math.max(1, high - low)) * (frame.height - frame.top - frame.bottom);
  const at = (place: number, rating: number): string => `${x(place).toFixed(1)},${y(rating).toFixed(1)}`;
  const upper = points.map(({ rating, deviation }, place) => at(place, rating + deviation));
  const lower = points.map(({ rating, deviation }, place) => at(place, rating - deviation));
  const spacing = SPACING.find((each) => (high - low) / each <= 5) ?? SPACING.at(-1)!;
  const first = Math.ceil(low / spacing);
  const count = Math.max(0, Math.floor(high / spacing) - first + 1);
  return {
    line: points.map(({ rating }, place) => at(place, rating)).join(" "),
    band: [...upper, ...lower.toReversed()].join(" "),
    levels: Array.from({ length: count }, (_, place) => (first + place) * spacing).map((rating) => ({
      rating,
      y: y(rating),
    })),
    last: { x: x(points.length - 1), y: y(points.at(-1)?.rating ?? low) },
  };
}
