import { messageOf } from "../api/ask";
import { notify } from "../ui/toasts.svelte";

/** Runs what it is given unless something is still running, and shows what the server has refused. */
export function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let isBusy = false;
  return async (work) => {
    if (isBusy) return;
    isBusy = true;
    try {
      await work();
    } catch (error) {
      notify(messageOf(error), "warning");
    } finally {
      isBusy = false;
    }
  };
}
