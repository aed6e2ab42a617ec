/** The replay without a mouse. */

import type { Replay } from "./replay.svelte";

export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["← and →", "one step back or forward"],
  ["Shift with ← and →", "to the beginning of a turn; so do Page Up and Page Down"],
  ["Home and End", "the deal, and the end of the game"],
  ["Space", "play, or pause"],
  ["1 to 6", "look from the seat with this number"],
  ["o", "lay all hands open, or not"],
  ["i", "look at the card that has the focus closely, or away"],
  ["g", "play on from here"],
  ["?", "show these keys"],
];

/** Whether the key meant something here. */
export function steer({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">, replay: Replay): boolean {
  const seat = /^[1-6]$/.test(key) ? Number(key) - 1 : -1;
  if (key === "PageUp" || (key === "ArrowLeft" && shiftKey)) replay.turnBack();
  else if (key === "PageDown" || (key === "ArrowRight" && shiftKey)) replay.turnForward();
  else if (key === "ArrowLeft") replay.by(-1);
  else if (key === "ArrowRight") replay.by(1);
  else if (key === "Home") replay.by(-replay.last);
  else if (key === "End") replay.by(replay.last);
  else if (key === " ") replay[replay.isPlaying ? "pause" : "play"]();
  else if (key.toLowerCase() === "o") replay.openHands(!replay.open);
  else if (seat in replay.now.seats) replay.lookFrom(seat);
  else return false;
  return true;
}
