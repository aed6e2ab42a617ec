/** Sorting the cards by what they are worth, as soon as that is known. */

import type { CardFacts } from "./facts";
import { isMeasure, worths, type Measured, type Worths } from "./worth";

export class Sorting {
  private known: Worths | undefined = $state.raw();
  hasFailed = $state(false);

  /** Fetches what is needed to sort by this. Whatever is no measure needs nothing. */
  require(sort: string): void {
    if (!isMeasure(sort) || this.known) return;
    worths().then(
      (found) => ((this.known = found), (this.hasFailed = false)),
      () => (this.hasFailed = true),
    );
  }

  sorted(cards: CardFacts[], sort: string): CardFacts[] {
    return this.known && isMeasure(sort) ? this.known.sorted(cards, sort) : cards;
  }

  /** What a card is sorted by. */
  valueOf(card: CardFacts, sort: string): Measured | undefined {
    return isMeasure(sort) ? this.known?.measure(card.name, sort) : undefined;
  }
}
