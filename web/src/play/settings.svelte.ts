/** What a person likes: how fast things move. It is remembered in the browser. */

import { settingsTexts } from "../strings";

/** Milliseconds that a move of another player is looked at. */
const PAUSES = [1800, 1000, 500, 200, 0];

export const SPEEDS = PAUSES.map((pause, place) => ({ name: settingsTexts.speeds[place]!, pause }));

const KEPT = "vigil-speed";
const COACH = "vigil-coach";
const USUAL = 1;

function kept(): number {
  try {
    const text = localStorage.getItem(KEPT);
    return text !== null && Number(text) in SPEEDS ? Number(text) : USUAL;
  } catch {
    return USUAL; // Where nothing may be stored, it is as usual.
  }
}

function isCoachKept(): boolean {
  try {
    return localStorage.getItem(COACH) === "on";
  } catch {
    return false;
  }
}

/** It lasts until the page is left, where nothing may be stored. */
function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As it says.
  }
}

const state = $state({ speed: kept(), coach: isCoachKept() });

export const settings = {
  get speed(): number {
    return state.speed;
  },
  set speed(to: number) {
    state.speed = to in SPEEDS ? to : USUAL;
    keep(KEPT, String(state.speed));
  },
  /** Whether to ask before a clear blunder. */
  get coach(): boolean {
    return state.coach;
  },
  set coach(to: boolean) {
    state.coach = to;
    keep(COACH, to ? "on" : "off");
  },
  get pause(): number {
    return SPEEDS[state.speed]!.pause;
  },
  get moves(): boolean {
    return state.speed < SPEEDS.length - 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  },
};
