/** A position while it is set up: its zones by key, such as `row` and `p1.hand`, and changes that give another position. */

import type { Given, PlayerGiven, Position } from "../api/messages";

export type Player = "p1" | "p2" | "p3" | "p4" | "p5" | "p6";
export const SEATS: readonly Player[] = ["p1", "p2", "p3", "p4", "p5", "p6"];
export const TABLE_ZONES = ["row", "center_deck", "void"] as const;
export const PLAYER_ZONES = ["hand", "deck", "discard", "played", "constructs", "trophies"] as const;
export const PLAYER_NUMBERS = ["honor", "runes", "power", "energy", "mechana_runes"] as const;
/** Whose cards lie in an order that matters. */
export const ORDERED: readonly string[] = ["row", "center_deck", "deck"];
/** Between a card of the row and the treasure under it. */
const UNDER = " / ";

/** A zone: whose it is (empty for the table), and its name. */
export interface ZoneKey {
  readonly owner: "" | "cult" | Player;
  readonly zone: string;
}

export const keyOf = ({ owner, zone }: ZoneKey): string => (owner ? `${owner}.${zone}` : zone);
export const isSame = (one: ZoneKey, other: ZoneKey): boolean => keyOf(one) === keyOf(other);

export const EMPTY: Position = {
  sets: ["chronicle-of-the-godslayer"],
  given: { players: 2, p1: {}, p2: {} },
  when: [],
};

type Table = Record<string, unknown>;

const given = (position: Position): Given => position.given ?? {};

export const playersOf = (position: Position): number => given(position).players ?? 2;

export function cardsIn(position: Position, { owner, zone }: ZoneKey): readonly string[] {
  const table = (owner ? given(position)[owner] : given(position)) as Table | null | undefined;
  return (table?.[zone] as string[] | undefined) ?? [];
}

/** Another position: with it the steps are gone, because they were taken from the one before. */
export const changed = (position: Position, part: Partial<Given>): Position => ({
  ...position,
  given: { ...given(position), ...part },
  when: [],
});

export function withCards(position: Position, key: ZoneKey, cards: readonly string[]): Position {
  const { owner, zone } = key;
  const held = { [zone]: [...cards] };
  return changed(position, owner ? { [owner]: { ...given(position)[owner], ...held } } : held);
}

export const withNumber = (position: Position, player: Player, key: string, value: number): Position =>
  changed(position, { [player]: { ...given(position)[player], [key]: value } });

export const numberOf = (position: Position, player: Player, key: keyof PlayerGiven): number =>
  (given(position)[player]?.[key] as number | undefined) ?? 0;

/** With another number of players; those who are gone take their cards along. */
export function withPlayers(position: Position, players: number): Position {
  const before = given(position);
  const seats = Object.fromEntries(
    SEATS.map((seat, place) => [seat, place < players ? (before[seat] ?? {}) : undefined]),
  ) as Partial<Given>;
  const known = (seat: string | undefined): string =>
    Number((seat ?? "p1").slice(1)) <= players ? (seat ?? "p1") : "p1";
  return changed(position, { ...seats, players, turn: known(before.turn), first: known(before.first) });
}

export const add = (position: Position, key: ZoneKey, card: string): Position =>
  withCards(position, key, [...cardsIn(position, key), card]);

export const removeAt = (position: Position, key: ZoneKey, place: number): Position =>
  withCards(
    position,
    key,
    cardsIn(position, key).filter((_, other) => other !== place),
  );

/** The card changes places with its neighbour. */
export function shift(position: Position, key: ZoneKey, place: number, by: -1 | 1): Position {
  const cards = [...cardsIn(position, key)];
  const [card, other] = [cards[place], cards[place + by]];
  if (card === undefined || other === undefined) return position;
  cards[place] = other;
  cards[place + by] = card;
  return withCards(position, key, cards);
}

/** From one zone to the end of another. */
export function move(position: Position, from: ZoneKey, place: number, to: ZoneKey): Position {
  const card = cardsIn(position, from)[place];
  return card === undefined
    ? position
    : add(removeAt(position, from, place), to, to.zone === "row" ? card : nameOf(card));
}

export const nameOf = (card: string): string => card.split(UNDER)[0]!;
export const treasureUnder = (card: string): readonly string[] => card.split(UNDER).slice(1);

export function putUnder(position: Position, key: ZoneKey, place: number, treasure: string): Position {
  const cards = cardsIn(position, key).map((card, other) => (other === place ? card + UNDER + treasure : card));
  return withCards(position, key, cards);
}

/** Without what is empty or as usual: short links and short files. */
export function tidied({ sets, given: all = {}, when = [] }: Position): Position {
  const isKept = (value: unknown): boolean =>
    value !== undefined && value !== null && value !== "" && value !== 0 && !(Array.isArray(value) && !value.length);
  const tidy = (table: Table): Table =>
    Object.fromEntries(
      Object.entries(table)
        .map(([key, value]) => [key, isTable(value) ? tidy(value) : value] as const)
        .filter(
          ([key, value]) => isKept(value) && (!isTable(value) || Object.keys(value).length || key.startsWith("p")),
        ),
    );
  const plain = tidy(all) as Given;
  // Nothing in the supply is something else than the usual number.
  if (all.supply && Object.keys(all.supply).length) plain.supply = all.supply;
  if (all.honor_pool === 0) plain.honor_pool = 0;
  return { sets, given: plain, when };
}

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);
