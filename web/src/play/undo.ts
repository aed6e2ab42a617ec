/** What an undo would take back, as a question. */

/** `turns` are the seats whose turns have begun since the last own choice; without any the undo needs no question. */
export function undoQuestion(
  turns: readonly number[],
  mine: readonly number[],
  name: (seat: number) => string,
): string {
  const others = turns.filter((seat) => !mine.includes(seat));
  if (!others.length) return "Take back the end of your last turn?";
  const what = others.length === 1 ? `${name(others[0]!)}'s turn` : `${others.length} other turns`;
  return `Take back the last round: ${what}?`;
}
