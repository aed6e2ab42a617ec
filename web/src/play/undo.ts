/** What an undo would take back, as a question. */

import { table } from "../strings";

/** `turns` are the seats whose turns have begun since the last own choice; without any the undo needs no question. */
export function undoQuestion(
  turns: readonly number[],
  mine: readonly number[],
  name: (seat: number) => string,
): string {
  const others = turns.filter((seat) => !mine.includes(seat));
  if (!others.length) return table.undoOwnTurn;
  return others.length === 1 ? table.undoTurnOf(name(others[0]!)) : table.undoTurns(others.length);
}
