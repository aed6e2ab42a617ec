/** Decisions of a game that are asked again, one after the other. */

import type { DecisionReview, OptionNow } from "../api/messages";
import type { Replay } from "../replay/replay.svelte";
import { PASSES } from "./numbers";

/** How good an answer is: the loss in points; none where the review does not know the option. */
export type Verdict = "best" | "passes" | "wrong";

export class Practice {
  place = $state(0);
  /** What was answered last. */
  given: { readonly text: string; readonly loss: number; readonly verdict: Verdict } | undefined = $state.raw();
  isShown = $state(false);
  right = $state(0);
  isOver = $state(false);
  private hasFailed = false;

  constructor(
    readonly replay: Replay,
    readonly decisions: readonly DecisionReview[],
  ) {
    this.ask();
  }

  get decision(): DecisionReview {
    return this.decisions[this.place]!;
  }

  /** Whether the answer is known now: it was found, or shown. */
  get isSettled(): boolean {
    return this.isShown || (this.given !== undefined && this.given.verdict !== "wrong");
  }

  private ask(): void {
    this.given = undefined;
    this.isShown = false;
    this.hasFailed = false;
    this.replay.answer = (option) => this.answer(option);
    this.replay.lookFrom(this.decision.seat);
    this.replay.goTo(this.decision.step - 1);
  }

  answer({ text }: Pick<OptionNow, "text">): void {
    const judged = this.decision.options.findIndex((option) => option.text === text);
    if (judged < 0 || this.isSettled) return;
    const { loss } = this.decision.options[judged]!;
    const verdict = judged === this.decision.best ? "best" : loss <= PASSES ? "passes" : "wrong";
    this.given = { text, loss, verdict };
    if (verdict === "wrong") this.hasFailed = true;
    else if (!this.hasFailed) this.right += 1;
  }

  showAnswer(): void {
    this.isShown = true;
  }

  next(): void {
    if (this.place + 1 < this.decisions.length) {
      this.place += 1;
      this.ask();
    } else {
      this.isOver = true;
      this.replay.answer = undefined;
    }
  }

  restart(): void {
    this.place = 0;
    this.right = 0;
    this.isOver = false;
    this.ask();
  }
}
