/** The review of a game on the server: requested, followed while it is computed, and read. */

import { messageOf, server } from "../api/ask";
import type { Depth, Review, ReviewStatus } from "../api/messages";

/** Milliseconds between two questions how far it is. */
const FOLLOW = 500;

export class GameReview {
  review: Review | undefined = $state.raw();
  depth: Depth | undefined = $state();
  /** One that is being computed, or that failed. */
  pending: ReviewStatus | undefined = $state.raw();
  isLoaded = $state(false);
  problem = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(readonly id: string) {}

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** Shows the most precise review there is, and follows one that is being computed. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const { reviews } = await server.reviews(this.id);
      const best = reviews.findLast(({ state }) => state === "done")?.depth;
      if (best && best !== this.depth) {
        this.review = await server.review(this.id, best);
        this.depth = best;
      }
      this.pending = reviews.find(({ state }) => state !== "done");
      this.problem = "";
      this.isLoaded = true;
    } catch (error) {
      this.problem = messageOf(error);
    }
    if (this.isRunning && !this.isClosed) this.timer = setTimeout(() => void this.look(), FOLLOW);
  }

  get isRunning(): boolean {
    return this.pending?.state === "queued" || this.pending?.state === "running";
  }

  async request(depth: Depth): Promise<void> {
    await this.changed(() => server.requestReview(this.id, depth));
  }

  async cancel(depth: Depth): Promise<void> {
    await this.changed(() => server.cancelReview(this.id, depth));
  }

  private async changed(change: () => Promise<unknown>): Promise<void> {
    try {
      await change();
      await this.look();
    } catch (error) {
      this.problem = messageOf(error);
    }
  }
}
