/** What a person likes: how fast things move. It is remembered in the browser. */

import { settingsTexts } from "../strings";

/** Milliseconds that a move of another player is looked at. */
const PAUSES = [1800, 1000, 500, 200, 0];

export const SPEEDS = PAUSES.map((pause, place) => ({ name: settingsTexts.speeds[place]!, pause }));

const KEPT = "vigil-speed";
const USUAL = 1;

function kept(): number {
  try {
    const text = localStorage.getItem(KEPT);
    return text !== null && Number(text) in SPEEDS ? Number(text) : USUAL;
  } catch {
    return USUAL; // Where nothing may be stored, it is as usual.
  }
}

const state = $state({ speed: kept() });

export const settings = {
  get speed(): number {
    return state.speed;
  },
  set speed(to: number) {
    state.speed = to in SPEEDS ? to : USUAL;
    try {
      localStorage.setItem(KEPT, String(state.speed));
    } catch {
      // It lasts until the page is left.
    }
  },
  get pause(): number {
    return SPEEDS[state.speed]!.pause;
  },
  get moves(): boolean {
    return state.speed < SPEEDS.length - 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  },
};
