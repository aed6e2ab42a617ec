/** Counting the honor of a game that is over, step by step, until everything is counted or somebody is impatient. */

import { server } from "../api/ask";
import type { Board, Piles, TableNow } from "../api/messages";
import { accounts, countedAt, ranking, stepsOf, type Account, type Counted } from "./result";
import { settings } from "./settings.svelte";

const [FIRST_MS, CRYSTALS_MS, QUICKEST_MS, SLOWEST_MS, CARDS_MS] = [100, 1300, 110, 420, 4200];
/** Of a server that does not answer: then the cards are counted together. */
const PATIENCE_MS = 2500;

export class Counting {
  private piles: Piles | undefined = $state.raw();
  private isKnown = $state(false);
  private step = $state(0);

  /** Where it is not `staged`, everything is counted from the beginning. */
  constructor(
    private readonly ended: () => { now: TableNow; board: Board },
    staged: boolean,
  ) {
    if (!staged || !settings.moves) this.step = Infinity;
    $effect(() => this.fetchPiles());
    $effect(() => this.countOn());
  }

  private readonly found: readonly Account[] = $derived.by(() => {
    const { now, board } = this.ended();
    return accounts(now, board, this.piles);
  });
  private readonly steps = $derived(stepsOf(this.found));
  readonly isDone = $derived(this.step >= this.steps);
  /** From the first place to the last; by seats while they are counted. */
  readonly accounts: readonly Account[] = $derived(this.isDone ? this.ranked : this.found);
  readonly most = $derived(Math.max(1, ...this.found.map(({ total }) => total)));

  get ranked(): readonly Account[] {
    return ranking(this.ended().now, this.found);
  }

  /** The cards that were counted last, one of each player. */
  get latest(): readonly string[] {
    return this.found.flatMap(({ cards }) => cards[this.step - 2]?.card ?? []);
  }

  countedOf(account: Account): Counted {
    return countedAt(account, this.step, this.steps);
  }

  finish(): void {
    this.step = Infinity;
  }

  private fetchPiles(): () => void {
    const { now } = this.ended();
    const known = (): void => void (this.isKnown = true);
    const late = setTimeout(known, PATIENCE_MS);
    // Of the own seat the deck is known card by card; of the others what they own is public.
    void server
      .piles(now.id, now.your_seats[0])
      .then(
        (found) => (this.piles = found),
        () => {},
      )
      .finally(known);
    return () => clearTimeout(late);
  }

  private countOn(): (() => void) | undefined {
    if (this.isDone || !this.isKnown) return undefined;
    const ofCards = Math.min(SLOWEST_MS, Math.max(QUICKEST_MS, CARDS_MS / this.steps));
    const next = setTimeout(() => this.step++, [FIRST_MS, CRYSTALS_MS][this.step] ?? ofCards);
    return () => clearTimeout(next);
  }
}
