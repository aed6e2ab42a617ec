/** What the parts of the editor share: the position, which zone cards are added to, and what the server says. */

import { messageOf, server } from "../api/ask";
import type { CheckedPosition, Position } from "../api/messages";
import { EMPTY, type ZoneKey } from "./draft";
import { fragmentOf } from "./link";

/** Milliseconds without a change before the server is asked. */
const PAUSE = 250;

export class Editing {
  position: Position = $state.raw(EMPTY);
  target: ZoneKey = $state.raw({ owner: "", zone: "row" });
  checked: CheckedPosition | undefined = $state.raw();
  isChecking = $state(true);
  /** Why the server could not be asked. */
  problem = $state("");
  /** What was done last, for those who listen. */
  told = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  /** The position that was shown when it was checked last, and its table. */
  readonly table = $derived(this.checked?.table ?? undefined);

  change(position: Position, told = ""): void {
    this.position = position;
    this.told = told;
    this.isChecking = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), PAUSE);
  }

  /** Another position, with another table: it is checked at once. */
  async open(position: Position): Promise<void> {
    clearTimeout(this.timer);
    this.position = position;
    this.checked = undefined;
    await this.check();
  }

  /** A step was taken at the table, which knows that it is possible. */
  step(position: Position): void {
    this.position = position;
    void this.keep();
  }

  async check(): Promise<void> {
    const number = ++this.asked;
    this.isChecking = true;
    try {
      const found = await server.checkPosition(this.position);
      if (number !== this.asked) return;
      this.checked = found;
      this.problem = "";
    } catch (error) {
      if (number !== this.asked) return;
      this.checked = undefined;
      this.problem = messageOf(error);
    }
    this.isChecking = false;
    await this.keep();
  }

  /** The address has the position. */
  private async keep(): Promise<void> {
    const position = this.position;
    const fragment = await fragmentOf(position);
    if (position === this.position && location.pathname.startsWith("/editor"))
      history.replaceState({}, "", location.pathname + fragment);
  }

  close(): void {
    clearTimeout(this.timer);
    this.asked++;
  }
}
