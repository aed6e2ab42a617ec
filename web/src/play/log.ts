/** What happened, turn by turn. */

import type { Happening, News } from "../api/messages";
import { sentences, type Part, type Reader } from "./messages";
import type { Change } from "./watched";

export interface LogTurn {
  readonly number: number;
  readonly seat: number | null;
  readonly sentences: readonly (readonly Part[])[];
  /** How much was told, and what last: by this it is known again. */
  readonly count: number;
  readonly last: Happening | undefined;
}

/** Without what the board shows anyway: the new cards of the row, and the five cards drawn at the end of a turn. */
export function inBrief(news: News): Happening[] {
  const endsTurn = news.happenings.some(({ kind }) => kind === "turn begins" || kind === "game over");
  const dull = new Set(["turn begins", "enters the row", ...(endsTurn ? ["draws", "shuffles"] : [])]);
  return news.happenings.filter(({ kind }) => !dull.has(kind));
}

interface Told {
  readonly number: number;
  readonly seat: number | null;
  readonly told: Happening[];
}

function byTurn(news: readonly News[], changes: readonly Change[]): Told[] {
  const turns: Told[] = [{ number: 0, seat: null, told: [] }];
  let next = 0;
  const changesBefore = (version: number): void => {
    while (next < changes.length && changes[next]!.number < version) turns.at(-1)!.told.push(changes[next++]!);
  };
  for (const { version, happenings } of news) {
    changesBefore(version);
    for (const each of happenings)
      if (each.kind === "turn begins") turns.push({ number: each.amount ?? 0, seat: each.seat ?? null, told: [] });
      else turns.at(-1)!.told.push(each);
  }
  changesBefore(Infinity);
  return turns.filter(({ number, told }) => number || told.length);
}

/** The whole story, turn by turn; the first is the deal. A turn of which nothing new is told stays the same object. */
export function turnsOf(
  news: readonly News[],
  reader: Reader,
  before: readonly LogTurn[] = [],
  changes: readonly Change[] = [],
): LogTurn[] {
  return byTurn(news, changes).map(({ number, seat, told }, place) => {
    const known = before[place];
    if (known?.number === number && known.last === told.at(-1) && known.count === told.length) return known;
    return { number, seat, count: told.length, last: told.at(-1), sentences: number ? sentences(told, reader) : [] };
  });
}
