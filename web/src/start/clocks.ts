/** A clock in a few words. */

import type { TableSettings } from "../api/messages";
import { start } from "../strings";

export function clockOf({ clock }: TableSettings): string {
  switch (clock?.kind) {
    case "turn":
      return start.clock.turn(clock.seconds ?? 90);
    case "game":
      return start.clock.game(clock.seconds ?? 900, clock.increment ?? 10);
    case "days":
      return start.clock.days(clock.days ?? 3);
    default:
      return start.clock.none;
  }
}
