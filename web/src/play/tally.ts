/** Counting honor: how it grew over the turns, and what each card was worth in the end. */

import type { Board, News, Piles } from "../api/messages";
import { cardNamed } from "../cards/facts";

export interface Worth {
  readonly card: string;
  readonly count: number;
  readonly honor: number;
}

export interface Curve {
  readonly seat: number;
  /** The honor at the end of each turn of the game: crystals and cards together. */
  readonly points: readonly number[];
}

const honorOf = (card: string | null | undefined): number => (card ? (cardNamed(card).honor ?? 0) : 0);

/**
 * Honor turn by turn, followed through everything that was told. What cannot be followed (a card that is worth more than
 * is printed) is put right at the end, where the scores are known.
 */
export function honorOverTurns(news: readonly News[], scores: readonly number[]): Curve[] {
  const honor = scores.map(() => 0);
  const points: number[][] = scores.map(() => [0]);
  const add = (seat: number | null | undefined, amount: number): void => {
    if (seat != null && seat in honor) honor[seat]! += amount;
  };
  const note = (): void => points.forEach((curve, seat) => curve.push(honor[seat]!));
  let isFirst = true;
  for (const { happenings } of news)
    for (const { kind, seat, other, card, amount = 0, detail, source, target } of happenings) {
      if (kind === "turn begins") {
        if (!isFirst) note();
        isFirst = false;
      } else if (kind === "gains" && detail === "honor") add(seat, amount);
      else if (kind === "loses honor") {
        add(seat, -amount);
        add(other, amount);
      } else if (kind === "acquires") add(other ?? seat, honorOf(card));
      else if (kind === "banishes" && source !== "row" && source !== "void") add(other ?? seat, -honorOf(card));
      else if (kind === "takes") {
        add(seat, honorOf(card));
        add(other, -honorOf(card));
      } else if (kind === "moves" && target === "discard" && other != null && source === "row")
        add(other, honorOf(card));
    }
  note();
  points.forEach((curve, seat) => (curve[curve.length - 1] = scores[seat]!));
  return points.map((curve, seat) => ({ seat, points: curve }));
}

/** Every card of a player with the honor that is printed on it, the most valuable first. */
export function worthOf(seat: number, board: Board, piles: Piles): Worth[] {
  const counts = new Map<string, number>();
  const add = (card: string, count = 1): void => void counts.set(card, (counts.get(card) ?? 0) + count);
  const player = board.players[seat];
  if (player) {
    for (const [card, count] of Object.entries(player.discard)) add(card, count);
    for (const card of [...player.played, ...player.constructs, ...player.trophies]) add(card);
  }
  for (const [card, count] of Object.entries(piles.unseen[seat] ?? {})) add(card, count);
  // Of those who watch, a shown hand is known beside what is unseen; of the own seat, the hand itself.
  for (const card of player?.hand ?? player?.shown ?? []) add(card);
  for (const layer of piles.decks[seat] ?? [])
    for (const [card, count] of Object.entries(layer.cards ?? {})) add(card, count);
  return [...counts]
    .map(([card, count]) => ({ card, count, honor: count * honorOf(card) }))
    .sort((one, other) => other.honor - one.honor || one.card.localeCompare(other.card));
}
