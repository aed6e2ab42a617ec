/** Who is signed in, in every open tab. */

import { client } from "../api/client";
import { is } from "../api/border";
import type { Me } from "../api/messages";

const CHANNEL = "vigil-session";
/** What tabs tell each other. */
const LOOK = "look";
const BEGIN_ANEW = "begin anew";

/** Nothing as long as it is not known; null for a stranger, of whom the server makes a guest with the first game. */
let me: Me | null | undefined = $state.raw();
/** Counts how often somebody else was signed in: whatever belongs to somebody begins anew. */
let changes = $state(0);
/** Whether people need an account here to play or watch. */
let accountsOnly = $state(false);
let channel: BroadcastChannel | undefined;

async function look(): Promise<void> {
  // Nobody has asked for this: where the server cannot be reached, other parts of the page say so.
  const answer = await client.GET("/api/session").catch(() => undefined);
  if (!is("SessionNow", answer?.data)) return;
  const found = answer.data.me;
  // A stranger becomes a guest by playing: that is no change of hands.
  if (me ? me.id !== found?.id : me === null && found && !found.is_guest) changes += 1;
  me = found;
  accountsOnly = answer.data.accounts_only;
}

export const session = {
  get me(): Me | null | undefined {
    return me;
  },
  get changes(): number {
    return changes;
  },
  /** Whether somebody has to sign in before anything else. */
  get needsAccount(): boolean {
    return accountsOnly && (!me || me.is_guest);
  },
  look,
  /** This tab knows better than it did: somebody has a new name, say. The other tabs look themselves. */
  know(found: Me): void {
    me = found;
    channel?.postMessage(LOOK);
  },
  /** There is another session: somebody has signed in or out here, or has changed the password. */
  async change(): Promise<void> {
    changes += 1;
    await look();
    channel?.postMessage(BEGIN_ANEW);
  },
  /** Begins to follow what happens in other tabs. */
  start(): void {
    void look();
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) void look();
    });
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => {
      if (data === BEGIN_ANEW) changes += 1;
      void look();
    };
  },
};
