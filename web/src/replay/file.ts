/**
 * A replay as a file: everything that the page needs to show a game again, from every seat, without a server.
 *
 * Gzipped JSON: the page of the game, what was told of it, and all positions. It comes back from outside, so its shape
 * is checked like that of a message.
 */

import { Refused, server } from "../api/ask";
import { is, parsed } from "../api/border";
import type { GamePage, Positions, SeatNow, TableNow } from "../api/messages";
import { replay as texts } from "../strings";

export const FORMAT = 1;
export const ENDING = ".vigil-replay";
/** Positions in one answer of the server. */
const PIECE = 100;
/** Milliseconds before the server is asked again, where it was asked too fast. */
const BREATH = 1000;

export interface ReplayFile {
  readonly format: typeof FORMAT;
  readonly game: GamePage;
  readonly table: TableNow;
  /** All positions, each seen from all seats. */
  readonly positions: Positions;
}

type Fetch = (first: number, count: number) => Promise<Positions>;

/** Everything about a game that is over, ready to be kept. Neither chat nor the ids of people go along. */
export async function collect(
  game: GamePage,
  table: TableNow,
  fetch: Fetch = (first, count) => server.positions(game.id, first, count),
): Promise<ReplayFile> {
  const positions: Positions = { first: 0, views: [], held: [] };
  while (positions.views.length <= game.steps.length) {
    const { views, held } = await patiently(() => fetch(positions.views.length, PIECE));
    if (!views.length) throw new Error(texts.unknownStep);
    positions.views.push(...views);
    positions.held.push(...held);
  }
  const unnamed = { ...table, owner: "", you: "", chat: [], seats: table.seats.map(withoutId) };
  return { format: FORMAT, game: { ...game, seats: game.seats.map(withoutId) }, table: unnamed, positions };
}

const withoutId = (seat: SeatNow, place: number): SeatNow => ({ ...seat, person: seat.person && `p${place + 1}` });

async function patiently<Found>(ask: () => Promise<Found>): Promise<Found> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused && error.refusal.code === "rate_limited")) throw error;
      await new Promise((resolve) => setTimeout(resolve, BREATH));
    }
}

export const packed = (file: ReplayFile): Promise<Blob> =>
  new Response(new Blob([JSON.stringify(file)]).stream().pipeThrough(new CompressionStream("gzip"))).blob();

/** What is in a file, or an error with a sentence for people. */
export async function unpacked(blob: Blob): Promise<ReplayFile> {
  const text = await new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).text().catch(() => "");
  const found = parsed(text) as Record<string, unknown> | null | undefined;
  const { format, game, table, positions } = found ?? {};
  if (typeof format === "number" && format > FORMAT) throw new Error(texts.newerReplay);
  const fits = is("GamePage", game) && is("TableNow", table) && is("Positions", positions);
  if (format !== FORMAT || !fits || positions.views.length !== game.steps.length + 1) throw new Error(texts.notAReplay);
  return { format, game, table, positions };
}

/** Positions as the server would send them. */
export const positionsOf =
  ({ positions }: ReplayFile) =>
  (first: number, count: number, seat: number): Promise<Positions> =>
    Promise.resolve({
      first,
      views: positions.views.slice(first, first + count).map((seen) => seen.slice(seat, seat + 1)),
      held: positions.held.slice(first, first + count),
    });
