/** What the parts of the board have to know: of a table where one plays, or of a game that is looked at again. */

import type { DecisionNow, News, OptionNow, SeatChange, ViewNow, TableNow } from "../api/messages";
import type { Lit } from "./choices";
import type { Reader } from "./messages";
import type { SeatMark } from "./seats";
import type { Laid } from "./tokens";

/** What became of a person: told by the server, or seen by this page when the connection broke. */
export type Change = Pick<SeatChange, "number" | "seat"> & {
  readonly kind: SeatChange["kind"] | "disconnected" | "connected";
};

/** A table is also the reader of its messages. */
export interface Watched extends Reader {
  readonly id: string;
  readonly now: Pick<TableNow, "settings" | "seats" | "watching" | "beginning"> | undefined;
  /** Whether it is up to date, as far as one can know. While it is not, nothing is lit. */
  readonly isOpen: boolean;
  readonly news: readonly News[];
  /** Who left and who came back. */
  readonly changes?: readonly Change[];
  /** Since when the person on each seat is not connected, in seconds since 1970, where that is known. */
  readonly awaySince?: readonly (number | undefined)[];
  readonly view: ViewNow | undefined;
  readonly laid: Laid | undefined;
  /** The seat from which one looks; nobody's for those who watch. */
  readonly me: number | null;
  readonly decision: DecisionNow | null;
  readonly lit: Lit;
  /** The choice that is on its way. */
  readonly pending: string | undefined;
  choose(option: OptionNow): void;
  /** What there is to know about a seat beside its name. */
  marksOf(seat: number): readonly SeatMark[];
}
