/** A list that is fetched a page at a time. */

import { messageOf } from "../api/client";

interface Found<Item> {
  readonly items: readonly Item[];
  readonly more: boolean;
}

export class Paged<Item> {
  items: readonly Item[] = $state.raw([]);
  more = $state(false);
  isBusy = $state(true);
  problem = $state("");
  /** Counts what was asked: an answer to an earlier question is of no use. */
  private asked = 0;
  private page = 0;

  /** `fetch` is given the page, from 0, and what is there already. */
  constructor(private readonly fetch: (page: number, known: readonly Item[]) => Promise<Found<Item>>) {}

  begin(): Promise<void> {
    this.page = 0;
    return this.load([]);
  }

  next(): Promise<void> {
    this.page += 1;
    return this.load(this.items);
  }

  private async load(known: readonly Item[]): Promise<void> {
    const asked = ++this.asked;
    this.isBusy = true;
    try {
      const found = await this.fetch(this.page, known);
      if (asked !== this.asked) return;
      this.items = [...known, ...found.items];
      this.more = found.more;
      this.problem = "";
    } catch (error) {
      if (asked === this.asked) this.problem = messageOf(error);
    } finally {
      if (asked === this.asked) this.isBusy = false;
    }
  }
}
