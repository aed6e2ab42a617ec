/** What lies in the tray, and which zones the tray may cover. */

import type { OptionNow } from "../api/messages";
import type { Lit, Place } from "./choices";
import type { Foldable } from "./folds.svelte";

/** The zones that the tray may cover. */
export type Coverable = "center" | "front" | "hand";

/** Where the tray may lie, the roomiest first: from one zone to another, without the ribbon between front and hand. */
const RUNS: readonly (readonly [from: Coverable, to: Coverable])[] = [
  ["center", "front"],
  ["center", "center"],
  ["hand", "hand"],
  ["front", "front"],
];

const ZONES: Readonly<Record<string, Coverable>> = {
  row: "center",
  supply: "center",
  event: "center",
  constructs: "front",
  trophies: "front",
  played: "front",
  hand: "hand",
};

const isElsewhere = (place: Place, me: number, isFolded: (zone: Foldable) => boolean): boolean => {
  const [zone, seat] = place.split(" ");
  if (zone === "hand") return isFolded("hand");
  return ZONES[zone!] === "front" && (Number(seat) !== me || isFolded(zone as Foldable));
};

/** The options whose cards cannot be touched where they lie: in piles, before opponents, in folded zones. */
export function trayOptions(lit: Lit, me: number, isFolded: (zone: Foldable) => boolean): OptionNow[] {
  const elsewhere = [...lit.on].flatMap(([place, options]) => (isElsewhere(place, me, isFolded) ? options : []));
  return [...new Set([...lit.tray, ...elsewhere])];
}

/** The zones in which something is lit where it lies. */
export function litZones(lit: Lit, me: number, isFolded: (zone: Foldable) => boolean): Set<Coverable> {
  const places = [...lit.on.keys()].filter((place) => !isElsewhere(place, me, isFolded));
  return new Set(places.map((place) => ZONES[place.split(" ")[0]!]!));
}

/** A line or two of buttons need no more than the hand's place: so many answers, with so many letters. */
const [FEW_ANSWERS, FEW_LETTERS] = [3, 60];

/** Where the tray lies: the roomiest run of zones without a candidate; for a few short answers, the hand's place. */
export function trayRun(
  taken: ReadonlySet<Coverable>,
  cards: number,
  answers: readonly string[],
): readonly [from: Coverable, to: Coverable] {
  const isShort = answers.length <= FEW_ANSWERS && answers.join("").length <= FEW_LETTERS;
  if (!cards && isShort && !taken.has("hand")) return ["hand", "hand"];
  return RUNS.find((run) => run.every((zone) => !taken.has(zone))) ?? RUNS.at(-1)!;
}

/** Roughly, in CSS pixels of text at 100 %: a letter and what is around it on a button, in wide ribbons and in narrow ones, where words wrap. */
const WIDE = { letter: 9, around: 36, widest: Infinity, most: 6 };
const NARROW = { letter: 7, around: 26, widest: 128, most: 2 };
const NARROW_RIBBON = 700;

/** Whether the answers in words fit into the ribbon beside the sentence; if not, they stand in the tray. */
export function answersFit(options: readonly OptionNow[], wide: number, words: (option: OptionNow) => string): boolean {
  const { letter, around, widest, most } = wide < NARROW_RIBBON ? NARROW : WIDE;
  const needed = options.reduce((sum, option) => sum + Math.min(widest, words(option).length * letter + around), 0);
  return needed <= wide / 2 && options.length <= most;
}
