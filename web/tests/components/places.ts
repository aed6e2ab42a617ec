/** Where parts of the table are put in tests: a table that shows a message, and a zone of a board that is large enough. */

import { onTestFinished } from "vitest";

import type { Sent, TableNow } from "../../src/api/messages";
import { sampleTable } from "../../src/design/sampleTable";
import type { Table } from "../../src/play/table.svelte";

/** The table, and the choices that are made at it. */
export async function seatedAt(now: TableNow): Promise<{ table: Table; choices: string[] }> {
  const choices: string[] = [];
  const note = ({ action }: Sent): void => {
    if (action?.do === "choose") choices.push(action.choice);
  };
  const table = sampleTable(now, note);
  onTestFinished(() => table.close());
  await Promise.resolve();
  return { table, choices };
}

/** A zone of that size on a wide board. */
export function zone(width: number, height: number): HTMLElement {
  const board = document.createElement("div");
  Object.assign(board.style, { container: "board / size", width: "1200px", height: "800px" });
  const place = board.appendChild(document.createElement("div"));
  Object.assign(place.style, { display: "grid", width: `${width}px`, height: `${height}px` });
  document.body.append(board);
  onTestFinished(() => board.remove());
  return place;
}
