/** What the guide has to know of the table: who is at it, what there is to spend, and what was done this turn. */

import type { Happening, News, OptionNow, ViewNow } from "../api/messages";
import { cardNamed } from "../cards/facts";

export interface Moment {
  /** Counted from one: everybody has had so many turns, or has the last of them now. */
  readonly round: number;
  readonly isMine: boolean;
  readonly isOver: boolean;
  /** Whether the turn waits for what I do, and not for an answer or for the server. */
  readonly isFree: boolean;
  /** A question is open; where a card asks it, this card. */
  readonly asks: string | undefined;
  readonly options: readonly OptionNow[];
  readonly seat: number;
  readonly runes: number;
  readonly power: number;
  readonly energy: number;
  readonly honor: number;
  readonly pool: number;
  /** The pool is empty: this is the last round. */
  readonly isLastRound: boolean;
  readonly hand: readonly string[];
  readonly constructs: readonly string[];
  readonly trophies: readonly string[];
  /** How many cards are mine: in hand, deck, discard pile and play. */
  readonly owned: number;
  /** The cards of the row, with how many treasures lie under each. */
  readonly row: readonly { readonly card: string; readonly treasure: number }[];
  readonly light: string;
  readonly suns: number;
  readonly moons: number;
  readonly event: string | undefined;
  /** What was done in the turn that is going on, by whoever has it. */
  readonly played: readonly string[];
  readonly used: readonly string[];
  readonly acquired: readonly string[];
  readonly defeated: readonly string[];
  readonly banished: readonly string[];
}

/** What has happened since the last turn began. */
function thisTurn(news: readonly News[]): Happening[] {
  const told = news.flatMap(({ happenings }) => happenings);
  return told.slice(told.findLastIndex(({ kind }) => kind === "turn begins") + 1);
}

export function momentOf({ seat, board, decision }: ViewNow, news: readonly News[]): Moment | undefined {
  if (seat === null) return undefined;
  const me = board.players[seat];
  if (!me) return undefined;
  const told = thisTurn(news).filter((each) => each.seat === board.turn.seat);
  const cards = (kind: string): string[] =>
    told.flatMap((each) => (each.kind === kind && each.card ? [each.card] : []));
  const row = board.row.flatMap(({ card, under }) => (card ? [{ card, treasure: under.length }] : []));
  const orbs = (orb: string): number => row.filter(({ card }) => cardNamed(card).orb === orb).length;
  return {
    round: Math.ceil(board.turn.number / board.players.length),
    isMine: board.turn.seat === seat && !board.over,
    isOver: board.over,
    isFree: decision?.is_turn ?? false,
    asks: decision && !decision.is_turn ? (decision.card ?? "") : undefined,
    options: decision?.options ?? [],
    seat,
    runes: board.turn.runes,
    power: board.turn.power,
    energy: board.turn.energy,
    honor: me.honor,
    pool: board.pool,
    isLastRound: board.ending,
    hand: me.hand ?? [],
    constructs: me.constructs,
    trophies: me.trophies,
    owned:
      me.hand_count +
      me.deck_count +
      me.played.length +
      me.constructs.length +
      Object.values(me.discard).reduce((sum, count) => sum + count, 0),
    row,
    light: board.light,
    suns: orbs("light"),
    moons: orbs("dark"),
    event: board.event ?? undefined,
    played: cards("plays"),
    used: cards("uses"),
    acquired: cards("acquires"),
    defeated: cards("defeats"),
    banished: cards("banishes"),
  };
}
