/** Who sits where, in words. */

import type { Board, SeatNow, TableNow, TableSettings } from "../api/messages";
import { bots } from "../strings";

type Seat = Pick<SeatNow, "person" | "name" | "bot">;

/** What a seat is called in a sentence: a person or a character by name. */
export const seatName = (seat: Seat, place: number): string =>
  seat.name || (seat.person || seat.bot ? bots.seat(place) : bots.openSeat);

/** What a seat is called in a list: a bot with its level. */
export const seatTitle = (seat: Seat, place: number): string =>
  isBot(seat) ? bots.titled(seatName(seat, place), seat.bot) : seatName(seat, place);

/** Whether a bot has the seat, and not only plays for a person. */
export const isBot = (seat: Seat): boolean => !seat.person && seat.bot !== "";

/** The name of a seat, with its number where two are called alike. */
export function nameAmong(seats: readonly Seat[], place: number): string {
  const found = seats[place];
  if (!found) return bots.seat(place);
  const called = seatName(found, place);
  const isShared = seats.some((other, there) => there !== place && seatName(other, there) === called);
  return isShared ? `${called} (${place + 1})` : called;
}

/** What a screen reader says of a seat: `Odra, expert bot`. */
export function spokenAmong(seats: readonly Seat[], place: number): string {
  const found = seats[place];
  const called = nameAmong(seats, place);
  return found && isBot(found) ? bots.spoken(called, found.bot) : called;
}

/** Who plays with a seat, in teams: whoever sits opposite. */
export const partnerOf = ({ variant, players = 2 }: TableSettings, place: number): number | undefined =>
  variant === "team" ? (place + players / 2) % players : undefined;

export type SeatMark = "partner" | "first" | "last";

/** What is to be known of a seat beside its name. */
export function marksOf(board: Board | undefined, place: number, isPartner: boolean): SeatMark[] {
  if (!board || board.players.length < 2) return [];
  const last = (board.first + board.players.length - 1) % board.players.length;
  return [
    ...(isPartner ? ["partner" as const] : []),
    ...(place === board.first ? ["first" as const] : []),
    ...(board.ending && place === last ? ["last" as const] : []),
  ];
}

/** Whether there is another person at the table, to play against or to watch. */
export const hasCompany = ({
  seats,
  you,
  watching,
  chat,
}: Pick<TableNow, "seats" | "you" | "watching" | "chat">): boolean =>
  seats.some(({ person }) => person && person !== you) || watching > 0 || chat.length > 0;
