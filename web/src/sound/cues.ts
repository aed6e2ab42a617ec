/** Which sounds belong to what happened. */

import type { Board, Happening } from "../api/messages";

export const SOUND_NAMES = ["card", "coin", "blade", "shuffle", "day", "night", "turn", "victory", "defeat"] as const;
export type SoundName = (typeof SOUND_NAMES)[number];

export interface Heard {
  readonly told: readonly Happening[];
  readonly before: Board | undefined;
  readonly after: Board;
  /** The seats of the person who listens. */
  readonly seats: readonly number[];
}

function soundOf({ kind, seat }: Happening, seats: readonly number[]): SoundName | undefined {
  const isMine = seat != null && seats.includes(seat);
  switch (kind) {
    case "plays":
    case "acquires":
      return "card";
    case "defeats":
      return "blade";
    case "shuffles":
      return isMine ? "shuffle" : undefined;
    case "turn begins":
      return isMine ? "turn" : undefined;
    default:
      return undefined;
  }
}

/** What others gain is seen; only one's own is heard. */
function ofGains({ before, after, seats }: Heard): SoundName[] {
  const [was, is] = [before?.turn, after.turn];
  if (!was || was.number !== is.number || !seats.includes(is.seat)) return [];
  return [...(is.runes > was.runes ? ["coin" as const] : []), ...(is.power > was.power ? ["blade" as const] : [])];
}

/** The sounds of one change of the table, each of them once, in the order in which they are heard. */
export function cues(heard: Heard): SoundName[] {
  const { told, before, after, seats } = heard;
  if (after.over && before && !before.over && seats.length)
    return [seats.some((seat) => after.winners.includes(seat)) ? "victory" : "defeat"];
  const light = before && before.light !== after.light ? after.light : "";
  const found: (SoundName | undefined)[] = [
    ...told.map((each) => soundOf(each, seats)),
    ...ofGains(heard),
    light === "day" || light === "night" ? light : undefined,
  ];
  return [...new Set(found)].filter((each) => each !== undefined);
}
