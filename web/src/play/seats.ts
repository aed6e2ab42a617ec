/** Who sits where, in words. */

import type { Board, SeatNow, TableNow, TableSettings } from "../api/messages";

type Seat = Pick<SeatNow, "person" | "name" | "bot">;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a seat is called: a person by name, a bot by its level. */
export function seatName(seat: Seat, place: number): string {
  if (seat.person) return seat.name || `p${place + 1}`;
  return seat.bot ? `${capital(seat.bot)} bot` : "Open seat";
}

/** The same, with the number of the seat where two are called alike. */
export function nameAmong(seats: readonly Seat[], place: number): string {
  const found = seats[place];
  if (!found) return `p${place + 1}`;
  const called = seatName(found, place);
  const isShared = seats.some((other, there) => there !== place && seatName(other, there) === called);
  return isShared ? `${called} (${place + 1})` : called;
}

/** Who plays with a seat, in teams: whoever sits opposite. */
export const partnerOf = ({ variant, players = 2 }: TableSettings, place: number): number | undefined =>
  variant === "team" ? (place + players / 2) % players : undefined;

/** What is to be known of a seat beside its name: `1st`, `last turn`. */
export function marksOf(board: Board | undefined, place: number, isPartner: boolean): string[] {
  if (!board || board.players.length < 2) return [];
  const last = (board.first + board.players.length - 1) % board.players.length;
  return [
    ...(isPartner ? ["your partner"] : []),
    ...(place === board.first ? ["1st"] : []),
    ...(board.ending && place === last ? ["last turn"] : []),
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
