/** What a player does beside choosing cards: end the turn, take back, ask for a hint, answer with a key. */

import { messageOf } from "../api/ask";
import { notify } from "../ui/toasts.svelte";
import { inWords, leftToDo, saidOf } from "./choices";
import type { Coach } from "./coach.svelte";
import { folds } from "./folds.svelte";
import { hinted } from "./hint.svelte";
import type { Table } from "./table.svelte";

export class Turn {
  /** What could still be done, where somebody wants to end the turn and is asked whether that is meant. */
  unfinished: readonly string[] = $state.raw([]);
  private hint: { version: number; text: string } | undefined = $state.raw();

  constructor(
    private readonly table: Table,
    private readonly coach: Coach,
    private readonly onundo: () => void,
  ) {}

  /** The hint, as long as it is about this position. */
  get hintNow(): string {
    return this.hint && this.hint.version === this.table.now?.version ? this.hint.text : "";
  }

  /** Another position: nothing that was asked about the last one stands any more. */
  forget(): void {
    this.unfinished = [];
    hinted.choice = undefined;
    folds.opened = undefined;
  }

  end(): void {
    const { decision } = this.table;
    const end = decision?.options.find(({ verb }) => verb === "end turn");
    if (!end || !decision) return;
    // The coach has a question of its own.
    const isAsked = this.unfinished.length > 0 || this.coach.blunder(end) !== undefined;
    const left = isAsked ? [] : leftToDo(decision);
    if (left.length) this.unfinished = left;
    else this.table.choose(end);
  }

  /** At once within a turn; before an earlier turn is taken back, it is asked whether that is meant. */
  undo(): void {
    const { now } = this.table;
    if (!now?.may_undo) return;
    if (now.undo_turns.length) this.onundo();
    else this.table.undo();
  }

  async askHint(): Promise<void> {
    const { table } = this;
    if (table.me === null || !table.decision) return;
    try {
      const { version, choice, reason_pieces } = await table.askHint(table.me);
      const text = inWords(reason_pieces, table.name) || saidOf(table.decision, choice, table.name);
      this.hint = { version, text };
      hinted.choice = choice;
    } catch (error) {
      notify(messageOf(error), "warning");
    }
  }

  answer(verb: "accept" | "decline"): void {
    const option = this.table.decision?.options.find((each) => each.verb === verb);
    if (option) this.table.choose(option);
  }

  /** Escape: whatever was begun is given up. Whether there was something. */
  cancel(): boolean {
    if (!this.unfinished.length && !folds.opened && !this.hintNow) return false;
    this.forget();
    this.hint = undefined;
    return true;
  }
}
