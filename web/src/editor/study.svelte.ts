/** The table in the position editor: the server computes every step anew from the position, and stores nothing. */

import { messageOf, server } from "../api/ask";
import type { Done, Position, Refusal, Sent, TableNow } from "../api/messages";
import { Table, type Hint } from "../play/table.svelte";
import { editor as texts } from "../strings/editor";

const ID = "editor";

/** The other end of the line. A choice is one more step, and taking it back one less. */
class StudySocket {
  readonly readyState = WebSocket.OPEN;
  onmessage: ((event: { data: string }) => void) | null = null;
  private number = 0;

  constructor(
    private position: Position,
    first: TableNow,
    private readonly onchange: (position: Position) => void,
  ) {
    queueMicrotask(() => this.tell(first));
  }

  send(text: string): void {
    const { key = "", action } = JSON.parse(text) as Sent;
    const steps = this.position.when ?? [];
    if (!action) this.done(key);
    else if (action.do === "choose") void this.go([...steps, action.choice], this.number, key);
    else if (action.do === "undo") void this.go(steps.slice(0, -1), 0, key);
    else this.refuse(texts.onlyHere, key);
  }

  close(): void {
    this.onmessage = null;
  }

  private async go(when: string[], since: number, key: string): Promise<void> {
    const position = { ...this.position, when };
    try {
      const { table, problems } = await server.checkPosition(position, since);
      if (!table) return void this.refuse(problems[0]?.text ?? "", key);
      this.position = position;
      this.onchange(position);
      this.tell(table);
      this.done(key);
    } catch (error) {
      this.refuse(messageOf(error), key);
    }
  }

  private done(key: string): void {
    this.tell({ kind: "done", number: this.number, key });
  }

  private refuse(message: string, key: string): void {
    this.tell({ kind: "refused", code: "illegal_choice", message, hint: "", key });
  }

  private tell(message: TableNow | Done | Refusal): void {
    if (message.kind === "table") this.number = message.number;
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

export class Study extends Table {
  override readonly isStudy = true;

  constructor(
    private readonly position: () => Position,
    first: TableNow,
    onchange: (position: Position) => void,
  ) {
    super(ID, () => new StudySocket(position(), first, onchange) as unknown as WebSocket);
  }

  override async askHint(): Promise<Hint> {
    const { options, reason } = await server.positionValues(this.position());
    return { version: this.now?.version ?? 0, choice: options[0]?.choice ?? "", reason_pieces: [reason] };
  }
}
