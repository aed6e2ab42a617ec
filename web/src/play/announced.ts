/** What is said to those who listen: what happened last, and what is asked now. */

import { table as strings } from "../strings";
import { inWords } from "./choices";
import { inBrief } from "./log";
import { plain, sentences } from "./messages";
import type { Table } from "./table.svelte";

/** More than this at once is history. */
const MOST = 4;

export function announced(table: Table): string {
  const last = table.view?.news ?? [];
  const told = last.length > MOST ? [] : last.flatMap(inBrief);
  const changes = table.now?.since ? table.now.seat_changes : [];
  const lines = sentences([...changes, ...told], table).map(plain);
  const decision = table.decision;
  if (decision && !decision.is_turn)
    lines.push(`${strings.asks(decision.card ?? "")} ${inWords(decision.prompt_pieces, table.name)}`);
  else if (decision && last.some(({ happenings }) => happenings.some(({ kind }) => kind === "turn begins")))
    lines.push(strings.yourTurn);
  return lines.join(" ");
}
