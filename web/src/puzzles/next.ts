/** From one puzzle to the next: which sets and theme are wanted stands in the address. */

import { server } from "../api/ask";
import type { PuzzleNow } from "../api/messages";
import { go } from "../router.svelte";

let prepared: PuzzleNow | undefined;

export interface Wanted {
  readonly sets: string;
  readonly theme: string;
}

export const wantedIn = (query: URLSearchParams): Wanted => ({
  sets: query.get("sets") ?? "",
  theme: query.get("theme") ?? "",
});

function addressOf(id: string, wanted: Wanted): string {
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
  return `/puzzles/${id}${query.size ? `?${query.toString()}` : ""}`;
}

/** Goes to a puzzle with these sets and this theme, but not to the one that was shown before. */
export async function goToNext(wanted: Wanted, after = ""): Promise<void> {
  const found = await server.nextPuzzle(wanted.sets, wanted.theme, after);
  prepared = found;
  go(addressOf(found.id, wanted));
}

/** The puzzle of an address. One that was just found is not asked for again. */
export async function puzzleOf(id: string): Promise<PuzzleNow> {
  const found = prepared;
  prepared = undefined;
  if (found?.id === id) return found;
  return id === "daily" ? server.dailyPuzzle() : server.puzzle(id);
}
