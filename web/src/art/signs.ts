/** What a card does, as something to be seen behind and around its subject. Centre at 0, 0; the subject is about 60 high. */

import { at, ball, both, faded, fill, line, point, repeated, round, shine, spiked } from "./brush";
import type { Chance } from "./chance";

/** What a card gives or does; how much of it, where that is a number. */
export type Deed =
  "draw" | "power" | "banish" | "rune" | "honor" | "energy" | "acquire" | "defeat" | "copy" | "destroy" | "discard";

export type Deeds = Partial<Record<Deed, number>>;

/** The two that a picture shows, the most telling first. */
export function telling(deeds: Deeds, isMonster: boolean): Deed[] {
  const order: Deed[] = ["copy", "destroy", "defeat", "draw", "banish", "acquire", "power", "energy", "rune", "honor"];
  const shown = order.filter((deed) => deeds[deed] && !(isMonster && (deed === "honor" || deed === "defeat")));
  return shown.slice(0, 2);
}

const few = (amount: number, most: number): number => Math.max(1, Math.min(amount, most));

/** A page with a line of writing on it, its foot at 0, 0. */
const page =
  '<path class="t4" d="M-8-2V-25Q-4-27 0-25Q4-27 8-25V-2Q4-4 0-2Q-4-4-8-2Z"/><path class="l1" stroke-width=".7" d="M-5-19h10M-5-15h10M-5-11h6"/>';

function pages(amount: number): string {
  const count = few(amount, 4) + 2;
  const step = count > 4 ? 26 : 32;
  return repeated(
    page,
    Array.from(
      { length: count },
      (_, place) => `translate(0 6)rotate(${round((place - (count - 1) / 2) * step)})translate(0 -18)`,
    ),
  );
}

const SWORD =
  fill(4, "M0-56L3.4-49L2.8 8H-2.8L-3.4-49Z") +
  fill(2, "M0-56L3.4-49L2.8 8H0Z") +
  fill("a", "M-8 8H8L6 11H1.8V22H-1.8V11H-6Z") +
  fill("a", "M0 21L3 24.5L0 28L-3 24.5Z");
const SWORD_ANGLES = [[44], [44, -44], [48, -48, 0], [56, -56, 28, -28], [60, -60, 34, -34, 0]] as const;

/** Swords crossed behind the back, as many as there is power. */
const blades = (amount: number): string =>
  repeated(
    SWORD,
    SWORD_ANGLES[few(amount, 5) - 1]!.map((turn) => `translate(0 6)rotate(${turn})`),
  );

/** A hole in the world, and what it tears away. */
function rift(chance: Chance): string {
  const shards = Array.from({ length: 9 }, () => {
    const [x, y] = point(chance.between(0, 6.28), chance.between(30, 42));
    return at(x, y, fill(3, `M0-${round(chance.between(1.5, 3.5))}L2 1L-1.6 1.4Z`), 1, chance.between(0, 360));
  });
  const edge = spiked(11, [33, 26, 30, 24], chance.next());
  return (
    fill("a", edge, 'opacity=".85"') +
    fill("k", spiked(11, [29, 23.5, 27, 21.5], chance.next())) +
    line("a", 0.8, "M0-20C14-20 20-8 14 4C8 14-8 12-10 2C-12-6-2-10 3-5", 'opacity=".7"') +
    shards.join("")
  );
}

const RUNES = [
  "M-2-3.4V3.4M-2-3.4L2-.6L-2 1",
  "M0-3.6V3.6M-2.4-1.4L2.4 1.4",
  "M-2.2 3.4L0-3.4L2.2 3.4M-1.4 1H1.4",
  "M-2-3.4L2 0L-2 3.4M2-3.4V3.4",
];

const HEXAGON = "M0-6.6L5.4-3.3V3.3L0 6.6L-5.4 3.3V-3.3Z";
const STONE = shine(0, 0, 9, 0.7) + fill(1, HEXAGON) + line("a", 0.6, HEXAGON);

/** Places beside the shoulders, right and left in turn: where no name and no text covers them. */
function beside(count: number): [number, number][] {
  const step = count > 4 ? 0.5 : 0.58;
  return Array.from({ length: count }, (_, place) =>
    point((place % 2 ? -1 : 1) * (1.02 + Math.floor(place / 2) * step), 39.5),
  );
}

function runestones(amount: number, chance: Chance): string {
  const places = beside(few(amount, 5) + (amount > 4 ? 0 : 1));
  return (
    repeated(
      STONE,
      places.map(([x, y]) => `translate(${round(x)} ${round(y)})`),
    ) + places.map(([x, y]) => at(x, y, line("g", 1.1, chance.pick(RUNES)))).join("")
  );
}

const CRYSTAL =
  shine(0, 0, 12, 0.8) + fill(3, "M0-9L3.6-3L0 9L-3.6-3Z") + fill(4, "M0-9L-3.6-3L0-1Z") + fill(2, "M0 9L3.6-3L0-1Z");

const crystals = (amount: number): string =>
  repeated(
    CRYSTAL,
    beside(few(amount, 6)).map(([x, y]) => `translate(${round(x)} ${round(y)})rotate(${round(x * 0.3)})`),
  );

function sparks(amount: number, chance: Chance): string {
  const count = few(amount, 4) + 3;
  const bolts = Array.from({ length: count }, (_, place) => {
    const turn = (place / count) * 360 + chance.between(-12, 12);
    return `<path transform="rotate(${round(turn)})" d="M0-24L3-29L-2-32L2-38L-1-46"/>`;
  });
  return (
    `<g class="lg" stroke-width="1.5">${bolts.join("")}</g>` +
    line("g", 1, "M-24 0a24 24 0 1 1 48 0a24 24 0 1 1-48 0", 'stroke-dasharray="14 6 3 6"')
  );
}

/** An open gate with light behind it: somebody new comes. */
const gate =
  faded(
    0.95,
    fill(4, "M-25 60V-14A25 25 0 0 1 25-14V60H20V-13A20 20 0 0 0-20-13V60Z") +
      fill("g", "M-20 60V-13A20 20 0 0 1 20-13V60Z", 'opacity=".45"') +
      both(fill(2, "M25-14H29V60H25Z") + fill(3, "M24-17H31V-13H24Z")),
  ) + at(0, -40, fill("a", "M0-5L3 0L0 5L-3 0Z"));

/** Lightning that comes down: a monster falls. */
const judgement =
  fill("g", "M6-52L-10-22H0L-8 2L16-30H6L14-52Z", 'opacity=".95"') +
  both(line("g", 1, "M18-44L22-32L19-28L25-14", 'opacity=".8"'));

/** Cracks: something of the others is broken. */
function cracks(chance: Chance): string {
  const d = Array.from({ length: 8 }, (_, place) => {
    const turn = (place / 8) * 6.28 + chance.between(-0.2, 0.2);
    return [14, 26, 37, 50]
      .map((reach, step) => {
        const [x, y] = point(turn + (step % 2 ? 0.16 : -0.12), reach);
        return `${step ? "L" : "M"}${round(x)} ${round(y)}`;
      })
      .join("");
  });
  return line("k", 2.6, d.join("")) + line("g", 0.9, d.join(""));
}

/** The sign behind the subject. Twins are drawn from the subject itself. */
export function sign(deed: Deed, amount: number, chance: Chance, subject: string): string {
  switch (deed) {
    case "draw":
    case "discard":
      return pages(amount);
    case "power":
      return blades(amount);
    case "banish":
      return rift(chance);
    case "rune":
      return runestones(amount, chance);
    case "honor":
      return crystals(amount);
    case "energy":
      return sparks(amount, chance);
    case "acquire":
      return gate;
    case "defeat":
      return judgement;
    case "destroy":
      return cracks(chance);
    case "copy":
      return (
        repeated(faded(0.5, subject), ["translate(-19 2)scale(.9)", "translate(19 2)scale(.9)"]) +
        ball(0, -4, 30, "url(#shine)", 'opacity=".7"')
      );
  }
}
