/** Challenges that somebody wants to answer later: this browser shows them on the start page only. */

import { store, stored } from "../ui/stored";

const KEPT = "vigil-challenges-later";
/** More challenges than anybody has at a time: those that are over drop out. */
const MOST = 50;

let ids: readonly string[] = $state.raw(stored(KEPT).split(" ").filter(Boolean));

export const postponed = {
  has: (challenge: string): boolean => ids.includes(challenge),
  add(challenge: string): void {
    ids = [...ids, challenge].slice(-MOST);
    store(KEPT, ids.join(" "));
  },
};
