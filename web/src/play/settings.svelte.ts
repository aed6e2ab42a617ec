/** What a person likes: how fast things move. It is kept in the browser. */

export const SPEEDS = [
  { name: "Slow", pause: 1800 },
  { name: "Calm", pause: 1000 },
  { name: "Quick", pause: 500 },
  { name: "Very quick", pause: 200 },
  { name: "At once", pause: 0 },
] as const;

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
  /** Milliseconds that a step of another player is looked at. */
  get pause(): number {
    return SPEEDS[state.speed]!.pause;
  },
  get moves(): boolean {
    return state.speed < SPEEDS.length - 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  },
};
