/** Sorting the cards by what they are worth, as soon as that is known. */

import type { CardFacts } from "./facts";
import { isMeasure, short, worths, type Worths } from "./worth";

export class Sorting {
  private known: Worths | undefined = $state.raw();
  hasFailed = $state(false);

  /** Fetches what is needed to sort by this. Whatever is no measure needs nothing. */
  require(sort: string): void {
    if (!isMeasure(sort) || this.known) return;
    worths().then(
      (found) => {
        this.known = found;
        this.hasFailed = false;
      },
      () => {
        this.hasFailed = true;
      },
    );
  }

  sorted(cards: CardFacts[], sort: string): CardFacts[] {
    return this.known && isMeasure(sort) ? this.known.sorted(cards, sort) : cards;
  }

  /** What a card is sorted by, as a text: `+2.5 ± 1.6`. */
  valueOf(card: CardFacts, sort: string): string {
    const found = isMeasure(sort) ? this.known?.measure(card.name, sort) : undefined;
    return found ? short(found) : "";
  }
}
