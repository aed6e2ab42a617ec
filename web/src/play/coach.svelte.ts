/**
 * The coach: while somebody thinks, the server judges the options in the background. Before a clear blunder it is asked
 * whether that is meant. Where the judgement has not come yet, nothing is asked and nobody waits.
 */

import { server } from "../api/ask";
import type { Blunder, Coaching, OptionNow, TableNow } from "../api/messages";
import { table as strings } from "../strings";
import { notify } from "../ui/toasts.svelte";
import { inWords, saidOf } from "./choices";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";

/** Never in rated games, and only where nobody else plays. */
export const mayCoach = (now: TableNow | undefined): boolean =>
  !!now &&
  !now.settings.rated &&
  !now.daily?.game.scored &&
  now.phase === "playing" &&
  now.your_seats.length > 0 &&
  now.seats.some(({ person, bot }) => bot && !person) &&
  now.seats.every(({ person }) => !person || person === now.you);

interface Asking {
  readonly option: OptionNow;
  readonly blunder: Blunder;
}

export class Coach {
  /** The choice that somebody is asked about. */
  asking: Asking | undefined = $state.raw();
  private found: Coaching | undefined = $state.raw();
  private asked = 0;

  constructor(private readonly table: Table) {
    table.guard = (option) => this.stops(option);
  }

  /** A decision has opened: what would be a blunder here? */
  async look(): Promise<void> {
    const { now, me, decision } = this.table;
    this.asking = undefined;
    if (
      this.table.puzzle ||
      !settings.coach ||
      !now ||
      me === null ||
      !decision ||
      decision.options.length < 2 ||
      !mayCoach(now)
    )
      return;
    if (this.asked === now.version) return;
    this.asked = now.version;
    // Nobody is told that there is no advice: there is none often enough.
    const found = await server.coach(now.id, me).catch(() => undefined);
    if (found && found.version === this.table.now?.version) this.found = found;
  }

  /** Whether this choice is a clear blunder, as far as is known by now. */
  blunder(option: OptionNow): Blunder | undefined {
    if (!settings.coach || this.found?.version !== this.table.now?.version) return undefined;
    return this.found?.blunders.find(({ choice }) => choice === option.text);
  }

  private stops(option: OptionNow): boolean {
    const blunder = this.blunder(option);
    if (!blunder) return false;
    this.asking = { option, blunder };
    return true;
  }

  /** It is meant; or it is not. Either way it is said why. */
  answer(isMeant: boolean): void {
    const { asking, found, table } = this;
    this.asking = undefined;
    if (!asking || !found) return;
    this.found = undefined;
    const reason = inWords(found.reason_pieces, table.name) || saidOf(table.decision, found.better, table.name);
    if (isMeant) table.choose(asking.option);
    notify(strings.coachSays(reason));
  }
}
