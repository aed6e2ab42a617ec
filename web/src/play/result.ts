/** The end of a game as it is told: who won by how much, and how the honor of each player adds up. */

import type { Board, Piles, RatingChange, TableNow } from "../api/messages";
import { ratings, result as texts } from "../strings";
import { partnerOf } from "./seats";
import { total, worth, worthOf, type Worth } from "./tally";

/** The Cult plays against whoever is alone. */
export const CULT = -1;

export interface Account {
  readonly seat: number;
  readonly crystals: number;
  /** The cards that are worth something, the most valuable last. */
  readonly cards: readonly Worth[];
  readonly total: number;
}

type Ended = Pick<TableNow, "settings" | "your_seats" | "result">;

/** What a seat's side has: in teams that is what both have together. */
export function sideScore({ settings, result }: Ended, seat: number): number {
  const scores = result?.scores ?? [];
  const partner = partnerOf(settings, seat);
  return (scores[seat] ?? 0) + (partner === undefined ? 0 : (scores[partner] ?? 0));
}

export const cultScore = (board: Board): number => board.cult_honor + total(worth(Object.entries(board.cult_cards)));

/** How the game ended for whoever reads it, from their side where they have one seat: `You lost by 12`. */
export function verdict(now: Ended, board: Board, name: (seat: number) => string): string {
  const { result, settings, your_seats } = now;
  if (!result) return texts.abandoned;
  if (result.left_by !== null)
    return result.aborted ? ratings.aborted(name(result.left_by)) : texts.left(name(result.left_by));
  const { winners, scores } = result;
  if (settings.variant === "solitaire") return ofSolitaire((scores[0] ?? 0) - cultScore(board), winners.length > 0);
  const me = your_seats.length === 1 ? your_seats[0]! : undefined;
  const side = (seat: number): number => sideScore(now, seat);
  const isTeam = settings.variant === "team";
  const losers = scores.map((_, seat) => seat).filter((seat) => !winners.includes(seat));
  const best = Math.max(...winners.map(side));
  const by = best - Math.max(...losers.map(side), -Infinity);
  const isShared = !isTeam && winners.length > 1;
  if (me === undefined) {
    const names = winners.map(name);
    return isShared ? texts.share(names) : by ? texts.wonBy(names, by) : texts.wonTie(names);
  }
  if (winners.includes(me)) {
    if (isShared) return texts.youShare;
    if (isTeam) return by ? texts.teamWonBy(by) : texts.teamWonTie;
    return by ? texts.youWonBy(by) : texts.youWonTie;
  }
  const behind = best - side(me);
  if (isTeam) return behind ? texts.teamLostBy(behind) : texts.teamLostTie;
  return behind ? texts.youLostBy(behind) : texts.youLostTie;
}

function ofSolitaire(ahead: number, isWon: boolean): string {
  if (isWon) return ahead > 0 ? texts.youBeatCult(ahead) : texts.youWonTie;
  return ahead < 0 ? texts.cultBeatYou(-ahead) : texts.cultWonTie;
}

/** Whether the winner has no more honor than somebody who lost. */
export function isTie(now: Ended): boolean {
  const { winners = [], scores = [] } = now.result ?? {};
  const best = Math.max(...winners.map((seat) => sideScore(now, seat)));
  return winners.length > 0 && scores.some((_, seat) => !winners.includes(seat) && sideScore(now, seat) === best);
}

/** Everybody's honor, in the order of the seats; the Cult last. Without `piles` the cards are not known one by one. */
export function accounts(now: Ended, board: Board, piles: Piles | undefined): Account[] {
  const account = (seat: number, crystals: number, cards: readonly Worth[], score: number): Account => ({
    seat,
    crystals,
    cards: cards.filter(({ honor }) => honor > 0).toReversed(),
    total: score,
  });
  const players = (now.result?.scores ?? []).map((score, seat) =>
    account(seat, board.players[seat]?.honor ?? 0, piles ? worthOf(seat, board, piles) : [], score),
  );
  if (now.settings.variant !== "solitaire") return players;
  const cult = worth(Object.entries(board.cult_cards));
  return [...players, account(CULT, board.cult_honor, cult, board.cult_honor + total(cult))];
}

/** What a rated game made of somebody's rating, for those who listen. */
export const spokenChange = (change: RatingChange | null | undefined): string =>
  change ? ratings.spokenChange(change.after.rating, change.after.rating - change.before.rating) : "";

/** The seats from the first place to the last. */
export function ranking(now: Ended, found: readonly Account[]): Account[] {
  const winners = now.result?.winners ?? [];
  const hasWon = (seat: number): number => Number(seat === CULT ? !winners.length : winners.includes(seat));
  const score = ({ seat, total }: Account): number => (seat === CULT ? total : sideScore(now, seat));
  return found.toSorted(
    (one, other) => score(other) - score(one) || hasWon(other.seat) - hasWon(one.seat) || one.seat - other.seat,
  );
}

/** How many steps the counting has: the crystals, then every card, then what is worth more than is printed on it. */
export const stepsOf = (found: readonly Account[]): number =>
  2 + Math.max(0, ...found.map(({ cards }) => cards.length));

/** What has been counted of somebody's honor after so many of `steps`. */
export function countedAt({ crystals, cards, total: all }: Account, step: number, steps: number): Counted {
  const shown = step < 1 ? [] : cards.slice(0, step - 1);
  if (step >= steps) return { honor: all, crystals, cards };
  return { honor: step < 1 ? 0 : crystals + total(shown), crystals: step < 1 ? 0 : crystals, cards: shown };
}

export interface Counted {
  readonly honor: number;
  readonly crystals: number;
  readonly cards: readonly Worth[];
}
