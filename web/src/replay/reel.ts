/** The positions of a game, fetched in pieces: the one that is needed, and then those beside it. */

import type { Held, Positions, ViewNow } from "../api/messages";
import { replay } from "../strings";

export interface Position {
  readonly view: ViewNow;
  readonly held: readonly Held[];
}

type Fetch = (first: number, count: number, seat: number) => Promise<Positions>;

export const PIECE = 50;
/** So close to the end of a piece the next one is fetched. */
const NEAR = 20;

export class Reel {
  private readonly found = new Map<string, readonly Position[]>();
  private readonly asked = new Map<string, Promise<readonly Position[]>>();

  constructor(
    /** The last step. */
    readonly last: number,
    private readonly fetch: Fetch,
  ) {}

  /** The position, where it is there already. */
  at(seat: number, step: number): Position | undefined {
    return this.found.get(nameOf(seat, step))?.[step % PIECE];
  }

  /** The position, as soon as it is there. Where it cannot be had, it is asked for anew the next time. */
  async get(seat: number, step: number): Promise<Position> {
    const position = (await this.piece(seat, step))[step % PIECE];
    if (!position) throw new Error(replay.unknownStep);
    return position;
  }

  /** Whoever is here will want the neighbours soon. */
  ahead(seat: number, step: number): void {
    for (const near of [step + NEAR, step - NEAR])
      if (near >= 0 && near <= this.last) this.piece(seat, near).catch(() => {});
  }

  private piece(seat: number, step: number): Promise<readonly Position[]> {
    const name = nameOf(seat, step);
    let piece = this.asked.get(name);
    if (!piece) {
      piece = this.load(name, seat, step - (step % PIECE));
      this.asked.set(name, piece);
      piece.catch(() => this.asked.delete(name));
    }
    return piece;
  }

  private async load(name: string, seat: number, first: number): Promise<readonly Position[]> {
    const { views, held } = await this.fetch(first, PIECE, seat);
    const piece = views.flatMap(([view], place) => (view ? [{ view, held: held[place] ?? [] }] : []));
    this.found.set(name, piece);
    return piece;
  }
}

const nameOf = (seat: number, step: number): string => `${seat} ${Math.floor(step / PIECE)}`;
