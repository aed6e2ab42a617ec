/** A table without a server: it shows what it is given, and what is done at it is noted and has no effect. */

import type { Done, Sent, TableNow } from "../api/messages";
import { Table } from "../play/table.svelte";

/** The other end of the line: everything that is sent is answered at once. */
class SampleSocket {
  readonly readyState = WebSocket.OPEN;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(
    private readonly now: TableNow,
    private readonly note: (sent: Sent) => void,
  ) {
    queueMicrotask(() => this.tell(now));
  }

  send(text: string): void {
    const sent = JSON.parse(text) as Sent;
    this.note(sent);
    queueMicrotask(() => this.tell({ kind: "done", number: this.now.number, key: sent.key ?? "" }));
  }

  close(): void {
    this.onmessage = null;
  }

  private tell(message: TableNow | Done): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** Whoever takes one closes it. */
export const sampleTable = (now: TableNow, note: (sent: Sent) => void = () => {}): Table =>
  new Table(now.id, () => new SampleSocket(now, note) as unknown as WebSocket);
