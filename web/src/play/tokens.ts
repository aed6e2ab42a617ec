/**
 * Cards on the table have names and no numbers. To let them fly, each that lies open gets a number here, and keeps it
 * for as long as it can be followed: what has left one place and appears in another is the same card.
 */

import type { Board } from "../api/messages";
import { gainedThisTurn, type Gains, type Purse } from "./gains";

export interface Token {
  readonly id: number;
  readonly card: string;
  /** Where it lies: `row`, `hand`, `played-1` ... */
  readonly zone: string;
}

export interface Laid {
  readonly purse: Purse;
  readonly gained: Gains;
  readonly row: readonly (Token | undefined)[];
  readonly hand: readonly Token[];
  readonly players: readonly PlayersTokens[];
}

export interface PlayersTokens {
  /** Where it lies open: of others, in a game that is looked at again. */
  readonly hand: readonly Token[];
  readonly played: readonly Token[];
  readonly constructs: readonly Token[];
  readonly trophies: readonly Token[];
}

export const allTokens = (laid: Laid): Token[] => [
  ...laid.row.filter((token) => token !== undefined),
  ...laid.hand,
  ...laid.players.flatMap(({ hand, played, constructs, trophies }) => [...hand, ...played, ...constructs, ...trophies]),
];

let last = 0;

/**
 * The cards of the board with their numbers, as far as possible those that they had `before`. Only where the game went on
 * from there (`follows`) the difference is a gain.
 */
export function lay(board: Board, seat: number | null, before?: Laid, follows = true): Laid {
  const free = before ? allTokens(before) : [];
  const take = (card: string, zone: string, isHere: (token: Token) => boolean): Token | undefined => {
    const place = free.findIndex((token) => token.card === card && isHere(token));
    const found = place < 0 ? undefined : free.splice(place, 1)[0]!;
    return found?.zone === zone ? found : found && { ...found, zone };
  };

  // Three rounds: what has stayed, then what has moved, then what is new.
  type Wanted = { card: string; zone: string; slot: number; token?: Token };
  const wanted: Wanted[] = [];
  const want = (cards: readonly (string | null)[], zone: string): (() => (Token | undefined)[]) => {
    const mine = cards.map((card, slot) => (card === null ? undefined : { card, zone, slot }) as Wanted | undefined);
    wanted.push(...mine.filter((each) => each !== undefined));
    return () => mine.map((each) => each?.token);
  };
  const row = want(
    board.row.map((offer) => offer.card),
    "row",
  );
  const hand = want(seat === null ? [] : (board.players[seat]?.hand ?? []), "hand");
  const players = board.players.map((player, place) => ({
    hand: want(place === seat ? [] : (player.hand ?? []), `hand-${place}`),
    played: want(player.played, `played-${place}`),
    constructs: want(player.constructs, `constructs-${place}`),
    trophies: want(player.trophies, `trophies-${place}`),
  }));

  const slotOf = new Map(before?.row.map((token, slot) => [token?.id, slot]));
  const rounds: ((each: Wanted) => Token | undefined)[] = [
    (each) =>
      take(
        each.card,
        each.zone,
        (token) => token.zone === each.zone && (each.zone !== "row" || slotOf.get(token.id) === each.slot),
      ),
    (each) => take(each.card, each.zone, (token) => token.zone === each.zone),
    (each) => take(each.card, each.zone, () => true),
    (each) => ({ id: ++last, card: each.card, zone: each.zone }),
  ];
  for (const round of rounds)
    for (const each of wanted) {
      const token = each.token ?? round(each);
      if (token) each.token = token;
    }

  const known = (tokens: (Token | undefined)[]): Token[] => tokens.filter((token) => token !== undefined);
  return {
    purse: board.turn,
    gained: gainedThisTurn(board.turn, follows ? before : undefined),
    row: row(),
    hand: known(hand()),
    players: players.map((player) => ({
      hand: known(player.hand()),
      played: known(player.played()),
      constructs: known(player.constructs()),
      trophies: known(player.trophies()),
    })),
  };
}
