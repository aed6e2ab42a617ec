/** Whether the server can be reached at all. While it cannot, it is asked again now and then. */

import { is } from "./border";

const ASK_EVERY = 3000;
/** Answered to everybody without any work. */
const QUESTION = "/api/catalogue";

const state = $state({ isLost: false });
let asking: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export const reach = {
  get isLost(): boolean {
    return state.isLost;
  },
  lose(): void {
    state.isLost = true;
    clearTimeout(timer);
    timer = setTimeout(() => void reach.ask(), ASK_EVERY);
  },
  find(): void {
    state.isLost = false;
    clearTimeout(timer);
  },
  /** Whoever asks meanwhile gets the same answer. */
  ask(): Promise<void> {
    asking ??= askNow().finally(() => (asking = undefined));
    return asking;
  },
};

async function askNow(): Promise<void> {
  const answer = document.hidden ? undefined : await fetch(QUESTION, { cache: "no-store" }).catch(() => undefined);
  // A proxy, or a server of files, may answer something else in its place.
  const said: unknown = await answer?.json().catch(() => undefined);
  if (is("Catalogue", said)) reach.find();
  else reach.lose();
}
