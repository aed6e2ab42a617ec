/** A card on which several things are possible: somebody has touched it and is asked which. */

import type { OptionNow } from "../api/messages";

interface Picking {
  card: string;
  options: readonly OptionNow[];
}

const state: { now: Picking | undefined } = $state({ now: undefined });

export const picking = {
  get now(): Picking | undefined {
    return state.now;
  },
};

export function pickFrom(card: string, options: readonly OptionNow[]): void {
  state.now = { card, options };
}

export function stopPicking(): void {
  state.now = undefined;
}
