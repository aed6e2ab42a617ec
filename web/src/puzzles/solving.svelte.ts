/** A try at a puzzle, on a table of its own. The server judges every choice; nothing here knows the answer before. */

import { freshKey, messageOf, server } from "../api/ask";
import type { Done, PuzzleAnswer, PuzzleNow, Refusal, Sent, TableNow } from "../api/messages";
import { Table, type Hint } from "../play/table.svelte";
import { puzzles as texts } from "../strings/puzzles";
import { notify } from "../ui/toasts.svelte";

/** The other end of the line: what is chosen at the table goes to the puzzle. */
class PuzzleSocket {
  readonly readyState = WebSocket.OPEN;
  onmessage: ((event: { data: string }) => void) | null = null;
  private number = 0;

  constructor(
    first: TableNow,
    private readonly take: (choice: string) => Promise<TableNow | null>,
  ) {
    queueMicrotask(() => this.tell(first));
  }

  send(text: string): void {
    const { key = "", action } = JSON.parse(text) as Sent;
    if (!action) this.tell({ kind: "done", number: this.number, key });
    else if (action.do === "choose") void this.choose(action.choice, key);
    else this.refuse(texts.oneAtATime, key);
  }

  close(): void {
    this.onmessage = null;
  }

  private async choose(choice: string, key: string): Promise<void> {
    try {
      const next = await this.take(choice);
      if (next) this.tell(next);
      this.tell({ kind: "done", number: this.number, key });
    } catch (error) {
      this.refuse(messageOf(error), key);
    }
  }

  private refuse(message: string, key: string): void {
    this.tell({ kind: "refused", code: "illegal_choice", message, hint: "", key });
  }

  private tell(message: TableNow | Done | Refusal): void {
    if (message.kind === "table") this.number = message.number;
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

class PuzzleTable extends Table {
  override readonly isStudy = true;

  constructor(puzzle: PuzzleNow, take: (choice: string) => Promise<TableNow | null>) {
    super(puzzle.id, () => new PuzzleSocket(puzzle.table, take) as unknown as WebSocket);
  }

  override playAll(): void {
    notify(texts.oneAtATime);
  }

  override useAll(): void {
    notify(texts.oneAtATime);
  }

  override askHint(): Promise<Hint> {
    return Promise.reject(new Error(texts.noHints));
  }
}

export class Solving {
  /** What was chosen so far. */
  choices: readonly string[] = $state.raw([]);
  answer: PuzzleAnswer | undefined = $state.raw();
  gaveUp = $state(false);
  private isBusy = false;
  readonly table: Table;
  /** Whatever is sent again, the try counts once. */
  private readonly key = freshKey();

  constructor(readonly puzzle: PuzzleNow) {
    this.table = new PuzzleTable(puzzle, (choice) => this.take(choice));
    this.says(texts.question);
  }

  private says(says: string, isOver = false): void {
    this.table.puzzle = { says, isOver, answer: texts.giveUp, giveUp: () => void this.giveUp() };
  }

  get step(): number {
    return this.choices.length + 1;
  }

  private async take(choice: string): Promise<TableNow | null> {
    const choices = [...this.choices, choice];
    const answer = await server.tryPuzzle(this.puzzle.id, { choices, give_up: false }, this.key);
    if (answer.solution) this.settle(answer);
    else {
      this.choices = choices;
      this.says(texts.goesOn);
      notify(texts.goesOn);
    }
    return answer.table;
  }

  async giveUp(): Promise<void> {
    if (this.isBusy || this.answer) return;
    this.isBusy = true;
    try {
      const tried = { choices: [...this.choices], give_up: true };
      const answer = await server.tryPuzzle(this.puzzle.id, tried, this.key);
      this.gaveUp = true;
      this.settle(answer);
    } catch (error) {
      notify(messageOf(error), "warning");
    } finally {
      this.isBusy = false;
    }
  }

  private settle(answer: PuzzleAnswer): void {
    this.answer = answer;
    this.says(texts.over, true);
  }
}
