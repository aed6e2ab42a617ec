/** A history as far as it is known: the first page of a search, and those after it as they are asked for. */

import { messageOf, type GameSearch } from "../api/ask";
import type { GameLine, GamePages } from "../api/messages";

/** Milliseconds after the last key before it is looked for. */
const TYPING = 250;

type Look = (search: GameSearch) => Promise<Pick<GamePages, "games" | "next">>;

/** Whether anything is looked for. */
export const isSearch = (search: GameSearch): boolean =>
  Object.values(search).some((value) => value !== null && value !== "");

export class Games {
  games: readonly GameLine[] = $state.raw([]);
  search: GameSearch = $state.raw({});
  problem = $state("");
  isLooking = $state(true);
  private following = $state("");
  private asked = 0;
  private timer = 0;

  constructor(private readonly look: Look) {}

  get hasMore(): boolean {
    return this.following !== "";
  }

  get isSearch(): boolean {
    return isSearch(this.search);
  }

  find(search: GameSearch): void {
    this.search = search;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.refresh(), TYPING);
  }

  /** The first page. An answer that was overtaken by another question is dropped. */
  async refresh(): Promise<void> {
    const number = ++this.asked;
    this.isLooking = true;
    try {
      const page = await this.look(this.search);
      if (number !== this.asked) return;
      this.games = page.games;
      this.following = page.next;
      this.problem = "";
    } catch (error) {
      if (number === this.asked) this.problem = messageOf(error);
    } finally {
      if (number === this.asked) this.isLooking = false;
    }
  }

  async more(): Promise<void> {
    const number = ++this.asked;
    this.isLooking = true;
    try {
      const page = await this.look({ ...this.search, cursor: this.following });
      if (number !== this.asked) return;
      this.games = [...this.games, ...page.games];
      this.following = page.next;
      this.problem = "";
    } catch (error) {
      if (number === this.asked) this.problem = messageOf(error);
    } finally {
      if (number === this.asked) this.isLooking = false;
    }
  }
}
