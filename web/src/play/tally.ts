/** Counting honor: how it grew over the turns, and what each card was worth in the end. */

import type { Board, Happening, News, Piles } from "../api/messages";
import { cardNamed } from "../cards/facts";

export interface Worth {
  readonly card: string;
  readonly count: number;
  readonly honor: number;
}

export interface Curve {
  readonly seat: number;
  /** The honor after each step or turn of the game: crystals and cards together. */
  readonly points: readonly number[];
}

const honorOf = (card: string | null | undefined): number => (card ? (cardNamed(card).honor ?? 0) : 0);

type Change = readonly [seat: number | null | undefined, amount: number];

/** Who has how much more or less after something has happened. */
function* changes({ kind, seat, other, card, amount = 0, detail, source, target }: Happening): Iterable<Change> {
  if (kind === "gains" && detail === "honor") yield [seat, amount];
  else if (kind === "loses honor") {
    yield [seat, -amount];
    yield [other, amount];
  } else if (kind === "acquires") yield [other ?? seat, honorOf(card)];
  else if (kind === "banishes" && source !== "row" && source !== "void") yield [other ?? seat, -honorOf(card)];
  else if (kind === "takes") {
    yield [seat, honorOf(card)];
    yield [other, -honorOf(card)];
  } else if (kind === "moves" && target === "discard" && other != null && source === "row")
    yield [other, honorOf(card)];
}

function follow(happening: Happening, honor: number[]): void {
  for (const [seat, amount] of changes(happening)) if (seat != null && seat in honor) honor[seat]! += amount;
}

/** What cannot be followed (a card that is worth more than is printed) is put right at the end. */
function ended(moments: readonly (readonly number[])[], scores: readonly number[]): Curve[] {
  return scores.map((score, seat) => ({
    seat,
    points: [...moments.slice(0, -1).map((honor) => honor[seat]!), score],
  }));
}

/** Honor after each of the news, followed through everything that was told. */
export function honorOverNews(news: readonly News[], scores: readonly number[]): Curve[] {
  const honor = scores.map(() => 0);
  const moments = news.map(({ happenings }) => {
    for (const each of happenings) follow(each, honor);
    return [...honor];
  });
  return ended(moments, scores);
}

/** Honor at the end of each turn, in the same way. */
export function honorOverTurns(news: readonly News[], scores: readonly number[]): Curve[] {
  const honor = scores.map(() => 0);
  const moments = [[...honor]];
  let isFirst = true;
  for (const each of news.flatMap(({ happenings }) => happenings))
    if (each.kind === "turn begins") {
      if (!isFirst) moments.push([...honor]);
      isFirst = false;
    } else follow(each, honor);
  return ended([...moments, honor], scores);
}

export interface Contribution {
  readonly seat: number;
  readonly card: string;
  /** What is printed on it, and what was gained by playing, using or defeating it. */
  readonly honor: number;
  readonly plays: number;
}

export interface Swing {
  readonly seat: number;
  readonly turn: number;
  readonly honor: number;
  /** The card that brought most of it. */
  readonly card: string | undefined;
}

interface Gain {
  readonly seat: number;
  readonly turn: number;
  readonly card: string | undefined;
  readonly honor: number;
}

/** Each change of somebody's honor, with the turn and with the card that it came by. */
function* gains(news: readonly News[]): Iterable<Gain> {
  let turn = 0;
  for (const { happenings } of news) {
    let card: string | undefined;
    for (const each of happenings) {
      if (each.kind === "turn begins") turn = each.amount ?? turn + 1;
      if (each.card && ["plays", "uses", "defeats", "acquires", "takes"].includes(each.kind)) card = each.card;
      for (const [seat, honor] of changes(each)) if (seat != null && honor) yield { seat, turn, card, honor };
    }
  }
}

/** The cards that brought their players most, the best first. */
export function bestCards(news: readonly News[], most: number): Contribution[] {
  const found = new Map<string, { seat: number; card: string; honor: number; plays: number }>();
  const of = (seat: number, card: string) => {
    const key = `${seat} ${card}`;
    if (!found.has(key)) found.set(key, { seat, card, honor: 0, plays: 0 });
    return found.get(key)!;
  };
  for (const { seat, card, honor } of gains(news)) if (card) of(seat, card).honor += honor;
  for (const { kind, seat, card } of news.flatMap(({ happenings }) => happenings))
    if ((kind === "plays" || kind === "uses") && card && seat != null) of(seat, card).plays++;
  return [...found.values()]
    .filter(({ honor }) => honor > 0)
    .sort((one, other) => other.honor - one.honor || other.plays - one.plays || one.card.localeCompare(other.card))
    .slice(0, most);
}

/** The turn in which somebody gained most. */
export function biggestSwing(news: readonly News[]): Swing | undefined {
  const turns = new Map<string, { seat: number; turn: number; honor: number; cards: Map<string, number> }>();
  for (const { seat, turn, card, honor } of gains(news)) {
    const key = `${turn} ${seat}`;
    if (!turns.has(key)) turns.set(key, { seat, turn, honor: 0, cards: new Map() });
    const found = turns.get(key)!;
    found.honor += honor;
    if (card) found.cards.set(card, (found.cards.get(card) ?? 0) + honor);
  }
  const best = [...turns.values()].sort((one, other) => other.honor - one.honor || one.turn - other.turn)[0];
  if (!best || best.honor <= 0) return undefined;
  const [card] = [...best.cards].sort(([, one], [, other]) => other - one)[0] ?? [];
  return { seat: best.seat, turn: best.turn, honor: best.honor, card };
}

export interface Lead {
  readonly seat: number;
  /** How often another player took the lead. */
  readonly changes: number;
  /** The turn since when it did not change any more. */
  readonly since: number;
}

/** Who led in the end, and how that came about; nobody where all are equal to the last. */
export function leadOf(curves: readonly Curve[]): Lead | undefined {
  let lead: Lead | undefined;
  const turns = Math.max(0, ...curves.map(({ points }) => points.length));
  for (let turn = 0; turn < turns; turn++) {
    const [first, second] = curves
      .map(({ seat, points }) => ({ seat, honor: points[turn] ?? 0 }))
      .sort((one, other) => other.honor - one.honor);
    if (!first || first.honor === (second?.honor ?? 0) || first.seat === lead?.seat) continue;
    lead = { seat: first.seat, changes: lead ? lead.changes + 1 : 0, since: turn };
  }
  return lead;
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
  return worth([...counts]);
}

/** So many of each of these cards, with the honor that is printed on them, the most valuable first. */
export function worth(counts: readonly (readonly [card: string, count: number])[]): Worth[] {
  return counts
    .map(([card, count]) => ({ card, count, honor: count * honorOf(card) }))
    .sort((one, other) => other.honor - one.honor || one.card.localeCompare(other.card));
}

export const total = (worths: readonly Worth[]): number => worths.reduce((sum, { honor }) => sum + honor, 0);
