/** The replay without a mouse. */

import type { Replay } from "./replay.svelte";

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
